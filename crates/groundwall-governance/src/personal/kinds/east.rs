//! Addresses whose largest part comes first, as Korea, Japan and China write them: shapes and words of `data/personal/east_addresses.toml`.

use crate::personal::context::{before, last_of};
use crate::personal::{Candidate, Kind, Sure, number_before, number_behind, stands_alone};
use groundwall_text::language::{self, Phrases};
use regex::{Captures, Regex};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::LazyLock;

/// How far before an address a word that says so may stand, in bytes.
const REACH: usize = 40;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    names: Phrases,
    leads: Phrases,
    words: BTreeMap<String, Vec<String>>,
    shape: Vec<Written>,
}

/// Letters without which a shape reads nothing.
#[derive(Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Script {
    Hangul,
    Han,
    Latin,
}

impl Script {
    fn has(self, c: char) -> bool {
        match self {
            Self::Hangul => matches!(c, '가'..='힣'),
            Self::Han => matches!(c, '一'..='鿿'),
            // What lies in what is told by a hyphen.
            Self::Latin => c == '-',
        }
    }
}

/// A shape as it is written; lists are named.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    pattern: String,
    script: Script,
    unless: Option<String>,
    only: Option<String>,
}

struct Shape {
    pattern: Regex,
    script: Script,
    /// What must not stand right behind.
    unless: Vec<String>,
    /// What alone may, where a letter does; any, if there is none.
    only: Vec<String>,
}

struct Addresses {
    names: Phrases,
    leads: Phrases,
    shapes: Vec<Shape>,
}

static ADDRESSES: LazyLock<Addresses> = LazyLock::new(|| {
    let file = include_str!("../../../data/personal/east_addresses.toml");
    let File {
        names,
        leads,
        words,
        shape,
    } = language::read("data/personal/east_addresses.toml", file);
    let list = |name: Option<String>| {
        name.map(|name| words.get(&name).expect("a test reads the file").clone())
            .unwrap_or_default()
    };
    let compiled = |written: Written| {
        let mut pattern = written.pattern;
        for (name, words) in &words {
            let any = words.iter().map(|word| regex::escape(word));
            let any = format!("(?:{})", any.collect::<Vec<_>>().join("|"));
            pattern = pattern.replace(&format!("@{name}@"), &any);
        }
        Shape {
            pattern: Regex::new(&format!("(?x){pattern}")).expect("a test reads the file"),
            script: written.script,
            unless: list(written.unless),
            only: list(written.only),
        }
    };
    Addresses {
        names,
        leads,
        shapes: shape.into_iter().map(compiled).collect(),
    }
});

pub(in crate::personal) fn find(text: &str, found: &mut Vec<Candidate>) {
    let mut kept: BTreeMap<usize, usize> = BTreeMap::new();
    let written = |script: Script| text.contains(|c| script.has(c));
    let scripts =
        [Script::Hangul, Script::Han, Script::Latin].map(|script| (script, written(script)));
    let read = |shape: &&Shape| scripts.contains(&(shape.script, true));
    for shape in ADDRESSES.shapes.iter().filter(read) {
        for parts in shape.pattern.captures_iter(text) {
            let Some(range) = address(text, shape, &parts) else {
                continue;
            };
            let before = kept.range(..range.end).next_back();
            if before.is_some_and(|(_, end)| *end > range.start) {
                continue;
            }
            kept.insert(range.start, range.end);
            found.push(Candidate {
                kind: Kind::Address,
                range,
                country: None,
                sure: Sure::Form,
            });
        }
    }
}

/// The range of the address, if it is one.
fn address(text: &str, shape: &Shape, parts: &Captures) -> Option<Range<usize>> {
    let whole = parts.get(0)?;
    let first = parts.name("first").map_or("", |first| first.as_str());
    let lead = last_lead(first);
    let end = whole.start() + whole.as_str().trim_end().len();
    let range = whole.start() + lead..end;
    let ahead = before(text, range.start, REACH).to_lowercase();
    let sure = parts.name("sure").is_some() || last_of(&ADDRESSES.names, &ahead).is_some();
    let behind = text.get(range.end..).unwrap_or_default();
    let opens = |list: &[String]| list.iter().any(|word| behind.starts_with(word.as_str()));
    let letter = behind.starts_with(char::is_alphabetic);
    let amount = opens(&shape.unless) || (letter && !shape.only.is_empty() && !opens(&shape.only));
    let zero = parts
        .name("number")
        .is_some_and(|number| number.as_str().starts_with('0'));
    let written = text.get(range.clone()).unwrap_or_default();
    // `,2` behind a letter begins another thing.
    let more = (written.starts_with(|c: char| c.is_ascii_digit())
        && number_before(text, range.start))
        || (written.ends_with(|c: char| c.is_ascii_digit()) && number_behind(text, range.end));
    (sure && !amount && !zero && !more && stands_alone(text, &range)).then_some(range)
}

/// Where the last word that leads to an address ends, in what seems its first part.
fn last_lead(first: &str) -> usize {
    let ends = ADDRESSES.leads.iter();
    let ends = ends.filter_map(|lead| Some(first.rfind(lead)? + lead.len()));
    ends.filter(|end| *end < first.len()).max().unwrap_or(0)
}
