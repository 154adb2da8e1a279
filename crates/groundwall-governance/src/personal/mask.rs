//! Finds replaced by placeholders and put back, and finds taken out for good.

use super::{Kind, find, joins};
use regex::{Captures, Regex};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fmt;
use std::ops::Range;
use std::sync::LazyLock;

/// A placeholder as written by [`Masker::mask`], and as a language model may write it:
/// in any case within brackets, also `\[EMAIL\_1\]` of Markdown; without brackets in capitals.
static PLACEHOLDER: LazyLock<Regex> = LazyLock::new(|| {
    const TAG: &str = "EMAIL|PHONE|IBAN|CARD|NATIONAL_ID|ADDRESS|DATE_OF_BIRTH|TEXT";
    let escaped = TAG.replace('_', r"\\?_");
    Regex::new(&format!(
        r"(?i)\\\[((?:{escaped})\\?_[0-9]{{1,9}})\\\]|\[((?:{TAG})_[0-9]{{1,9}})\]|((?:{TAG})_[0-9]{{1,9}})"
    ))
    .expect("the pattern is fixed")
});

/// What stands for a piece of text: `EMAIL` of `[EMAIL_1]`.
fn tag(kind: Kind) -> &'static str {
    match kind {
        Kind::Email => "EMAIL",
        Kind::Phone => "PHONE",
        Kind::Iban => "IBAN",
        Kind::Card => "CARD",
        Kind::NationalId => "NATIONAL_ID",
        Kind::Address => "ADDRESS",
        Kind::DateOfBirth => "DATE_OF_BIRTH",
    }
}

/// The tag of a text that only looks like a placeholder given before.
const LOOKALIKE: &str = "TEXT";

/// Masks the texts of one conversation, and puts the values back.
///
/// A value has one placeholder wherever it stands, also where nothing but its first place says what it is.
/// Values that differ in one character have two. `unmask(mask(text))` is the text, for every text.
///
/// ```
/// use groundwall_governance::personal::Masker;
///
/// let mut masker = Masker::new();
/// let masked = masker.mask("Write to ann@example.org about it.");
/// assert_eq!(masked, "Write to [EMAIL_1] about it.");
/// assert_eq!(masker.unmask("[EMAIL_1] was told."), "ann@example.org was told.");
/// ```
#[derive(Clone, Default)]
pub struct Masker {
    /// Value to name, such as `EMAIL_1`.
    names: HashMap<String, String>,
    /// Name to value.
    values: HashMap<String, String>,
    /// Names that stood in a text by themselves: never given.
    seen: HashSet<String>,
    /// The last number given, for each tag.
    last: BTreeMap<&'static str, usize>,
    /// Lengths in bytes of the personal values, by their first byte.
    lengths: BTreeMap<u8, BTreeSet<usize>>,
}

/// Counts only: the values are what must not be shown.
impl fmt::Debug for Masker {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Masker")
            .field("values", &self.values.len())
            .finish_non_exhaustive()
    }
}

impl Masker {
    /// One that has seen no text yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// The text with every find, and every further place of a value found before, replaced by its placeholder.
    pub fn mask(&mut self, text: &str) -> String {
        let spans = self.spans(text);
        replace(text, &spans, |name| name)
    }

    /// What to replace: start to end and name.
    fn spans(&mut self, text: &str) -> Spans {
        let lookalikes: Vec<Range<usize>> = PLACEHOLDER
            .captures_iter(text)
            .filter_map(|parts| {
                let (range, name) = placeholder(text, &parts)?;
                let given = self.values.contains_key(&name);
                given.then_some(range)
            })
            .collect();
        for name in names_in(text) {
            if !self.values.contains_key(&name) {
                self.seen.insert(name);
            }
        }
        let mut spans = Spans::new();
        for found in find(text) {
            let value = text.get(found.range.clone()).unwrap_or_default();
            let name = self.name(tag(found.kind), value);
            spans.insert(found.range.start, (found.range.end, name));
        }
        for range in lookalikes {
            let before = spans.range(..range.end).next_back();
            if before.is_none_or(|(_, (end, _))| *end <= range.start) {
                let value = text.get(range.clone()).unwrap_or_default();
                let name = self.name(LOOKALIKE, value);
                spans.insert(range.start, (range.end, name));
            }
        }
        // A span beside it makes a word of what was part of one, so these come last.
        let ends = spans.values().map(|(end, _)| *end);
        let starts = spans.keys().copied().chain([text.len()]);
        let gaps: Vec<Range<usize>> = std::iter::once(0)
            .chain(ends)
            .zip(starts)
            .map(|(from, to)| from..to)
            .collect();
        for gap in gaps {
            self.add_known(text, gap, &mut spans);
        }
        spans
    }

    /// The text with the values in place of the placeholders given by this masker; all other text as it was.
    /// A placeholder is known within brackets in any case, as `\[EMAIL\_1\]` of Markdown, and without brackets in capitals.
    pub fn unmask(&self, text: &str) -> String {
        let mut unmasked = String::with_capacity(text.len());
        let mut from = 0;
        for parts in PLACEHOLDER.captures_iter(text) {
            let Some((range, name)) = placeholder(text, &parts) else {
                continue;
            };
            if let Some(value) = self.values.get(&name) {
                unmasked.push_str(text.get(from..range.start).unwrap_or_default());
                unmasked.push_str(value);
                from = range.end;
            }
        }
        unmasked.push_str(text.get(from..).unwrap_or_default());
        unmasked
    }

    /// The name of a value: the one it has, or the tag with the next number that no text has had.
    fn name(&mut self, tag: &'static str, value: &str) -> String {
        if let Some(name) = self.names.get(value) {
            return name.clone();
        }
        let last = self.last.entry(tag).or_default();
        let name = loop {
            *last += 1;
            let name = format!("{tag}_{last}");
            if !self.seen.contains(&name) {
                break name;
            }
        };
        self.names.insert(value.to_owned(), name.clone());
        self.values.insert(name.clone(), value.to_owned());
        if let Some(first) = value.bytes().next().filter(|_| tag != LOOKALIKE) {
            self.lengths.entry(first).or_default().insert(value.len());
        }
        name
    }

    /// Adds the places between two spans where a value found before, in this text or another, stands as a word of its own;
    /// the longest at each place.
    fn add_known(&self, text: &str, gap: Range<usize>, spans: &mut Spans) {
        let (offset, text) = (gap.start, text.get(gap).unwrap_or_default());
        let mut inside = false;
        let mut passed = 0;
        for (at, c) in text.char_indices() {
            let starts = at == passed || (!inside && at > passed);
            inside = joins(c);
            let lengths = text.as_bytes().get(at).and_then(|b| self.lengths.get(b));
            let Some(lengths) = lengths.filter(|_| starts) else {
                continue;
            };
            let here = lengths.iter().rev().find_map(|length| {
                let value = text.get(at..at + length)?;
                let next = text.get(at + length..)?.chars().next();
                let name = self.names.get(value)?;
                (!next.is_some_and(joins)).then(|| (at + length, name.clone()))
            });
            if let Some((end, name)) = here {
                passed = end;
                spans.insert(offset + at, (offset + end, name));
            }
        }
    }
}

/// Start of a span to its end and name.
type Spans = BTreeMap<usize, (usize, String)>;

/// The text with `[..]` in place of every span.
fn replace<'s>(text: &str, spans: &'s Spans, inside: impl Fn(&'s str) -> &'s str) -> String {
    let mut replaced = String::with_capacity(text.len());
    let mut from = 0;
    for (start, (end, name)) in spans {
        replaced.push_str(text.get(from..*start).unwrap_or_default());
        replaced.push('[');
        replaced.push_str(inside(name));
        replaced.push(']');
        from = *end;
    }
    replaced.push_str(text.get(from..).unwrap_or_default());
    replaced
}

/// The range and name of a match, if it is written as a placeholder may be.
fn placeholder(text: &str, parts: &Captures) -> Option<(Range<usize>, String)> {
    let range = parts.get(0)?.range();
    if let Some(bare) = parts.get(3) {
        let capitals = !bare.as_str().contains(|c: char| c.is_lowercase());
        if !capitals || !super::stands_alone(text, &range) {
            return None;
        }
    }
    let name = parts.get(1).or(parts.get(2)).or(parts.get(3))?.as_str();
    Some((range, name.replace('\\', "").to_ascii_uppercase()))
}

/// Every name in the text, wherever it stands and however it is written.
fn names_in(text: &str) -> impl Iterator<Item = String> {
    PLACEHOLDER.captures_iter(text).filter_map(|parts| {
        let name = parts.get(1).or(parts.get(2)).or(parts.get(3))?.as_str();
        Some(name.replace('\\', "").to_ascii_uppercase())
    })
}

/// The text with its finds replaced by their kinds, such as `[email]`: for logs, not to be undone.
pub fn redact(text: &str) -> String {
    let spans = Masker::new().spans(text);
    replace(text, &spans, |name| {
        let kind = Kind::ALL
            .into_iter()
            .find(|kind| name.starts_with(tag(*kind)));
        kind.map_or(LOOKALIKE, Kind::name)
    })
}
