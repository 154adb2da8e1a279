//! The items of an answer and their fields, wherever they stand in it.

use super::fold::{key, words};
use super::pack::StructuredPack;
use super::section::Role;
use serde_json::Value;
use std::collections::{BTreeSet, VecDeque};

/// Deepest object within an item, or above the list, that is looked into.
const DEPTH: usize = 16;
/// Keys that are named at most, where they are not looked at.
pub(super) const NAMED: usize = 20;

/// A field that has a value.
pub(super) struct Reading<'a> {
    /// Place among the pack's fields.
    pub(super) field: usize,
    pub(super) role: Role,
    /// As the answer writes it.
    pub(super) key: &'a str,
    /// JSON pointer.
    pub(super) path: String,
    pub(super) value: &'a Value,
    /// The value as text.
    pub(super) text: String,
}

/// One item.
pub(super) struct Item<'a> {
    pub(super) path: String,
    pub(super) value: &'a Value,
    pub(super) readings: Vec<Reading<'a>>,
}

impl Items<'_> {
    /// All fields that have a value.
    pub(super) fn readings(&self) -> impl Iterator<Item = &Reading<'_>> {
        let all = self.list.iter().chain([&self.about]);
        all.flat_map(|item| &item.readings)
    }
}

impl Item<'_> {
    pub(super) fn of(&self, role: Role) -> impl Iterator<Item = &Reading<'_>> {
        self.readings
            .iter()
            .filter(move |reading| reading.role == role)
    }

    /// Whether it says anything of the document.
    pub(super) fn states(&self) -> bool {
        let mut roles = self.readings.iter().map(|reading| reading.role);
        roles.any(|role| !matches!(role, Role::Remark | Role::ItemCount | Role::PageCount))
    }
}

/// An answer taken apart.
pub(super) struct Items<'a> {
    pub(super) list: Vec<Item<'a>>,
    /// What stands beside the items: it is said of the document as a whole.
    pub(super) about: Item<'a>,
    pub(super) unknown: BTreeSet<String>,
}

fn escaped(key: &str) -> String {
    key.replace('~', "~0").replace('/', "~1")
}

/// Where the items stand: a list, or one object that is an item itself.
enum Place<'a> {
    List(String, &'a [Value]),
    One(String, &'a Value),
}

/// The list of items: the first in breadth under a key that the pack names, else a list at the top, else an object with a known field.
fn place<'a>(pack: &StructuredPack, answer: &'a Value) -> Option<Place<'a>> {
    if let Value::Array(list) = answer {
        return Some(Place::List(String::new(), list));
    }
    let mut one = None;
    let mut open = VecDeque::from([(String::new(), answer, 0)]);
    while let Some((path, value, depth)) = open.pop_front() {
        let Value::Object(map) = value else { continue };
        for wanted in &pack.lists {
            for (name, inner) in map {
                if let Value::Array(list) = inner
                    && key(name) == *wanted
                {
                    return Some(Place::List(format!("{path}/{}", escaped(name)), list));
                }
            }
        }
        let known = |name: &String| pack.keys.contains_key(&key(name));
        if one.is_none() && map.keys().any(known) {
            one = Some(Place::One(path.clone(), value));
        }
        if depth < DEPTH {
            for (name, inner) in map {
                open.push_back((format!("{path}/{}", escaped(name)), inner, depth + 1));
            }
        }
    }
    one
}

/// Walks through an object and notes what is known.
struct Walk<'p> {
    pack: &'p StructuredPack,
    /// What is walked through by itself.
    apart: Option<&'p str>,
    unknown: BTreeSet<String>,
}

impl Walk<'_> {
    fn object<'a>(
        &mut self,
        path: &str,
        above: &str,
        value: &'a Value,
        depth: usize,
        readings: &mut Vec<Reading<'a>>,
    ) {
        let Value::Object(map) = value else { return };
        for (name, inner) in map {
            let path = format!("{path}/{}", escaped(name));
            if self.apart == Some(&path) {
                continue;
            }
            let (own, full) = (key(name), key(&format!("{above}{name}")));
            let keys = &self.pack.keys;
            let field = keys.get(&full).or_else(|| keys.get(&own)).copied();
            match (inner, field) {
                (Value::Object(_), _) if depth < DEPTH => {
                    self.object(&path, name, inner, depth + 1, readings);
                }
                (_, Some(field)) => self.reading(path, (name, field), inner, readings),
                // Values without a name go by that of their list.
                (Value::Array(list), None)
                    if depth < DEPTH && list.iter().all(Value::is_object) =>
                {
                    for (place, inner) in list.iter().enumerate() {
                        let path = format!("{path}/{place}");
                        self.object(&path, name, inner, depth + 1, readings);
                    }
                }
                (_, None) => {
                    // One more than is named tells that there are more.
                    if self.unknown.len() <= NAMED {
                        self.unknown.insert(super::finding::shown(name));
                    }
                }
            }
        }
    }

    fn reading<'a>(
        &self,
        path: String,
        (key, field): (&'a str, usize),
        value: &'a Value,
        readings: &mut Vec<Reading<'a>>,
    ) {
        let Some(known) = self.pack.fields.get(field) else {
            return;
        };
        let role = known.role;
        if let Value::Array(list) = value
            && role != Role::PageRange
        {
            for (place, inner) in list.iter().enumerate() {
                if !inner.is_array() {
                    self.reading(format!("{path}/{place}"), (key, field), inner, readings);
                }
            }
            return;
        }
        let text = match value {
            Value::Null => return,
            Value::String(text) => text.trim().to_owned(),
            Value::Bool(_) | Value::Number(_) | Value::Array(_) | Value::Object(_) => {
                value.to_string()
            }
        };
        if text.is_empty() || self.pack.absent.contains(&words(&text).join(" ")) {
            return;
        }
        readings.push(Reading {
            field,
            role,
            key,
            path,
            value,
            text,
        });
    }
}

/// Takes an answer apart; none where the pack finds no items in it.
pub(super) fn read<'a>(pack: &StructuredPack, answer: &'a Value) -> Option<Items<'a>> {
    let place = place(pack, answer)?;
    let (path, values): (&str, Vec<(String, &Value)>) = match &place {
        Place::List(path, list) => {
            let with_path = |(n, value)| (format!("{path}/{n}"), value);
            (path, list.iter().enumerate().map(with_path).collect())
        }
        Place::One(path, value) => (path, vec![(path.clone(), *value)]),
    };
    let mut walk = Walk {
        pack,
        apart: None,
        unknown: BTreeSet::new(),
    };
    let mut list = Vec::new();
    for (path, value) in values {
        let mut readings = Vec::new();
        walk.object(&path, "", value, 0, &mut readings);
        list.push(Item {
            path,
            value,
            readings,
        });
    }
    let mut about = Item {
        path: String::new(),
        value: answer,
        readings: Vec::new(),
    };
    // An answer that is the list, or the one item, has nothing beside it.
    if !path.is_empty() {
        walk.apart = Some(path);
        walk.object("", "", answer, 0, &mut about.readings);
    }
    Some(Items {
        list,
        about,
        unknown: walk.unknown,
    })
}
