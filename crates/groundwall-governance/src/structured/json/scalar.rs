//! Strings, numbers and words.

use super::parser::{Got, Parser};
use super::{Fault, RepairKind};
use serde_json::{Number, Value};

impl Parser<'_, '_> {
    /// A string in any quotes; none where the text ends within it.
    pub(super) fn string(&mut self) -> Result<Option<String>, Fault> {
        let start = self.at;
        let close = match self.bump() {
            Some('\'') => {
                self.note(RepairKind::SingleQuotes, start);
                '\''
            }
            Some('“') => {
                self.note(RepairKind::CurlyQuotes, start);
                '”'
            }
            Some(_) | None => '"',
        };
        let mut text = String::new();
        let mut before = None;
        loop {
            let place = self.at;
            let Some(c) = self.bump() else {
                return Ok(None);
            };
            if c == close {
                let letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
                // Behind the end of a string comes no letter, so this is an apostrophe: 'Lloyd's'.
                if close != '\'' || !(letter(before) && letter(self.peek())) {
                    return Ok(Some(text));
                }
            }
            if c == '\\' {
                match self.escape(place)? {
                    Some(c) => text.push(c),
                    None => return Ok(None),
                }
            } else {
                if c < ' ' {
                    self.note(RepairKind::ControlCharacter, place);
                }
                text.push(c);
            }
            before = Some(c);
        }
    }

    /// The character that an escape stands for; none where the text ends within it.
    fn escape(&mut self, place: usize) -> Result<Option<char>, Fault> {
        let Some(c) = self.bump() else {
            return Ok(None);
        };
        Ok(Some(match c {
            '"' | '\\' | '/' => c,
            'b' => '\u{8}',
            'f' => '\u{c}',
            'n' => '\n',
            'r' => '\r',
            't' => '\t',
            '\'' => {
                self.note(RepairKind::Escape, place);
                c
            }
            'u' => return self.unicode(place),
            _ => {
                return Err(Fault::at(place, format!("\\{c} is no escape of JSON")));
            }
        }))
    }

    fn unit(&mut self) -> Result<Option<u32>, Fault> {
        let left = self.left();
        let Some(digits) = left.get(..4) else {
            if left.len() < 4 && left.chars().all(|c| c.is_ascii_hexdigit()) {
                self.at += left.len();
                return Ok(None);
            }
            return self.fault("four hexadecimal digits are expected");
        };
        match u32::from_str_radix(digits, 16) {
            Ok(unit) if !digits.starts_with('+') => {
                self.at += 4;
                Ok(Some(unit))
            }
            Ok(_) | Err(_) => self.fault("four hexadecimal digits are expected"),
        }
    }

    fn unicode(&mut self, place: usize) -> Result<Option<char>, Fault> {
        let Some(first) = self.unit()? else {
            return Ok(None);
        };
        if let Some(c) = char::from_u32(first) {
            return Ok(Some(c));
        }
        let alone = || Fault::at(place, "this is half of a character");
        if self.left().is_empty() || self.left() == "\\" {
            self.at += self.left().len();
            return Ok(None);
        }
        if !self.left().starts_with("\\u") {
            return Err(alone());
        }
        self.at += 2;
        let Some(second) = self.unit()? else {
            return Ok(None);
        };
        let (high, low) = (first.wrapping_sub(0xd800), second.wrapping_sub(0xdc00));
        if high >= 0x400 || low >= 0x400 {
            return Err(alone());
        }
        char::from_u32(0x10000 + high * 0x400 + low)
            .map(Some)
            .ok_or_else(alone)
    }

    pub(super) fn number(&mut self) -> Result<Got<Value>, Fault> {
        let start = self.at;
        let left = self.left();
        let length = left
            .find(|c: char| !(c.is_ascii_alphanumeric() || matches!(c, '-' | '+' | '.')))
            .unwrap_or(left.len());
        let written = left.get(..length).unwrap_or_default();
        if length == left.len() {
            // More digits may have followed.
            self.at += length;
            return Ok(Got::Cut(None));
        }
        self.at += length;
        let digits = written.strip_prefix('-').unwrap_or(written);
        let whole = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        if whole && digits.len() > 1 && digits.starts_with('0') {
            self.note(RepairKind::LeadingZeros, start);
            return Ok(Got::Whole(Value::String(written.to_owned())));
        }
        if whole && written.parse::<i64>().is_err() && written.parse::<u64>().is_err() {
            self.note(RepairKind::LongNumber, start);
            return Ok(Got::Whole(Value::String(written.to_owned())));
        }
        match serde_json::from_str::<Number>(written) {
            Ok(number) => Ok(Got::Whole(Value::Number(number))),
            Err(_) => Err(Fault::at(start, "this is no number of JSON")),
        }
    }

    pub(super) fn word(&mut self) -> Result<Got<Value>, Fault> {
        const WORDS: [(&str, bool, Option<bool>); 6] = [
            ("true", true, Some(true)),
            ("false", true, Some(false)),
            ("null", true, None),
            ("True", false, Some(true)),
            ("False", false, Some(false)),
            ("None", false, None),
        ];
        let start = self.at;
        let left = self.left();
        let length = left
            .find(|c: char| !(c.is_alphanumeric() || c == '_'))
            .unwrap_or(left.len());
        let written = left.get(..length).unwrap_or_default();
        let ends = length == left.len();
        for (word, json, value) in WORDS {
            if written == word {
                self.at += length;
                if !json {
                    self.note(RepairKind::PythonWord, start);
                }
                return Ok(Got::Whole(value.map_or(Value::Null, Value::Bool)));
            }
            if ends && word.starts_with(written) {
                self.at += length;
                return Ok(Got::Cut(None));
            }
        }
        Err(Fault::at(
            start,
            "this word is no value of JSON; a text needs quotes",
        ))
    }
}
