//! Objects and lists.

use super::{DEPTH, Fault, RepairKind, Repairs, note};
use serde_json::{Map, Value};
use std::ops::Range;

/// What stands at a place.
pub(super) enum Got<T> {
    Whole(T),
    /// The text ends here; what can be relied on.
    Cut(Option<T>),
}

/// A reader of one range of a text.
pub(super) struct Parser<'t, 'r> {
    pub(super) text: &'t str,
    pub(super) at: usize,
    end: usize,
    depth: usize,
    repairs: &'r mut Repairs,
}

impl<'t, 'r> Parser<'t, 'r> {
    pub(super) fn new(text: &'t str, range: Range<usize>, repairs: &'r mut Repairs) -> Self {
        Self {
            text,
            at: range.start,
            end: range.end,
            depth: 0,
            repairs,
        }
    }

    pub(super) fn note(&mut self, kind: RepairKind, place: usize) {
        note(self.repairs, kind, place);
    }

    /// What is not read yet.
    pub(super) fn left(&self) -> &'t str {
        self.text.get(self.at..self.end).unwrap_or_default()
    }

    pub(super) fn peek(&self) -> Option<char> {
        self.left().chars().next()
    }

    pub(super) fn bump(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    pub(super) fn fault<T>(&self, reason: impl Into<String>) -> Result<T, Fault> {
        Err(Fault::at(self.at, reason))
    }

    /// Goes on to the next character that means something.
    fn skip(&mut self) {
        loop {
            let left = self.left();
            let blank = left.len() - left.trim_start().len();
            self.at += blank;
            let left = self.left();
            let comment = if left.starts_with("//") || left.starts_with('#') {
                left.find('\n').unwrap_or(left.len())
            } else if left.starts_with("/*") {
                left.find("*/").map_or(left.len(), |end| end + 2)
            } else {
                return;
            };
            self.note(RepairKind::Comment, self.at);
            self.at += comment;
        }
    }

    /// What follows the value.
    pub(super) fn rest(&mut self) -> Result<Range<usize>, Fault> {
        // A comma behind the last value is as one within.
        self.skip();
        if self.left().trim() == "," {
            self.note(RepairKind::TrailingComma, self.at);
            self.at += 1;
        }
        Ok(self.at..self.end)
    }

    /// The one object or list.
    pub(super) fn document(&mut self) -> Result<Value, Fault> {
        self.skip();
        match self.value()? {
            Got::Whole(value) => Ok(value),
            Got::Cut(value) => {
                self.note(RepairKind::CutOff, self.end);
                match value {
                    Some(value) => Ok(value),
                    None => self.fault("the answer ends before anything of it can be read"),
                }
            }
        }
    }

    fn value(&mut self) -> Result<Got<Value>, Fault> {
        match self.peek() {
            None => Ok(Got::Cut(None)),
            Some('{') => self.nested(Self::object),
            Some('[') => self.nested(Self::list),
            Some('"' | '\'' | '“') => Ok(match self.string()? {
                Some(text) => Got::Whole(Value::String(text)),
                None => Got::Cut(None),
            }),
            Some(c) if c.is_ascii_digit() || matches!(c, '-' | '+' | '.') => self.number(),
            Some(c) if c.is_alphabetic() || c == '_' => self.word(),
            Some(c) => self.fault(format!("{c:?} cannot begin a value")),
        }
    }

    fn nested(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<Got<Value>, Fault>,
    ) -> Result<Got<Value>, Fault> {
        if self.depth == DEPTH {
            return self.fault(format!("it is nested more than {DEPTH} deep"));
        }
        self.depth += 1;
        self.bump();
        let value = read(self);
        self.depth -= 1;
        value
    }

    /// Behind a value: whether another one follows. None at the end of the text.
    fn another(&mut self, close: char) -> Result<Option<bool>, Fault> {
        self.skip();
        match self.peek() {
            None => Ok(None),
            Some(c) if c == close => {
                self.bump();
                Ok(Some(false))
            }
            Some(',') => {
                let comma = self.at;
                self.bump();
                self.skip();
                if self.peek() == Some(close) {
                    self.note(RepairKind::TrailingComma, comma);
                    self.bump();
                    return Ok(Some(false));
                }
                Ok(Some(true))
            }
            Some(_) => self.fault(format!("a comma or {close:?} is expected")),
        }
    }

    fn list(&mut self) -> Result<Got<Value>, Fault> {
        let mut list = Vec::new();
        let cut = |list: Vec<Value>| Ok(Got::Cut((!list.is_empty()).then_some(Value::Array(list))));
        self.skip();
        if self.peek() == Some(']') {
            self.bump();
            return Ok(Got::Whole(Value::Array(list)));
        }
        loop {
            match self.value()? {
                Got::Whole(value) => list.push(value),
                Got::Cut(value) => {
                    list.extend(value);
                    return cut(list);
                }
            }
            match self.another(']')? {
                None => return cut(list),
                Some(false) => return Ok(Got::Whole(Value::Array(list))),
                Some(true) => {}
            }
        }
    }

    fn object(&mut self) -> Result<Got<Value>, Fault> {
        let mut map = Map::new();
        let cut =
            |map: Map<String, Value>| Ok(Got::Cut((!map.is_empty()).then_some(Value::Object(map))));
        self.skip();
        if self.peek() == Some('}') {
            self.bump();
            return Ok(Got::Whole(Value::Object(map)));
        }
        loop {
            let place = self.at;
            let Some(key) = self.key()? else {
                return cut(map);
            };
            self.skip();
            match self.peek() {
                None => return cut(map),
                Some(':') => {
                    self.bump();
                }
                Some(_) => return self.fault("a colon is expected behind a key"),
            }
            self.skip();
            match self.value()? {
                Got::Whole(value) => self.put(&mut map, key, value, place)?,
                Got::Cut(Some(value)) => {
                    self.put(&mut map, key, value, place)?;
                    return cut(map);
                }
                Got::Cut(None) => return cut(map),
            }
            match self.another('}')? {
                None => return cut(map),
                Some(false) => return Ok(Got::Whole(Value::Object(map))),
                Some(true) => {}
            }
        }
    }

    fn put(
        &mut self,
        map: &mut Map<String, Value>,
        key: String,
        value: Value,
        place: usize,
    ) -> Result<(), Fault> {
        match map.get(&key) {
            None => {
                map.insert(key, value);
                Ok(())
            }
            Some(before) if *before == value => {
                self.note(RepairKind::RepeatedKey, place);
                Ok(())
            }
            Some(_) => Err(Fault::at(
                place,
                "this key stands twice in one object, with different values",
            )),
        }
    }

    /// None where the text ends within it.
    fn key(&mut self) -> Result<Option<String>, Fault> {
        match self.peek() {
            None => Ok(None),
            Some('"' | '\'' | '“') => self.string(),
            Some(c) if c.is_alphabetic() || c == '_' => {
                let place = self.at;
                let left = self.left();
                let length = left
                    .find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-' | '$')))
                    .unwrap_or(left.len());
                let name = left.get(..length).unwrap_or_default().to_owned();
                self.at += length;
                if self.peek().is_none() {
                    return Ok(None);
                }
                self.note(RepairKind::BareKey, place);
                Ok(Some(name))
            }
            Some(_) => self.fault("a key is expected"),
        }
    }
}
