//! Personal data in a text: where it stands, masked reversibly for a prompt, and for good in a log.

mod context;
mod fold;
mod ids;
mod kinds;
mod language;
mod mask;
mod registries;
mod template;
#[cfg(test)]
mod tests;

pub use mask::{Masker, redact};

use fold::Folded;
use std::collections::BTreeMap;
use std::ops::Range;

/// What a find is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    Email,
    Phone,
    Iban,
    Card,
    NationalId,
    Address,
    DateOfBirth,
}

impl Kind {
    pub const ALL: [Self; 7] = [
        Self::Email,
        Self::Phone,
        Self::Iban,
        Self::Card,
        Self::NationalId,
        Self::Address,
        Self::DateOfBirth,
    ];

    /// What a reader calls it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Email => "email",
            Self::Phone => "phone",
            Self::Iban => "iban",
            Self::Card => "card",
            Self::NationalId => "national id",
            Self::Address => "address",
            Self::DateOfBirth => "date of birth",
        }
    }
}

/// One piece of personal data.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    pub kind: Kind,
    /// Bytes of the text, at character bounds.
    pub range: Range<usize>,
    /// ISO 3166 alpha-2: of an IBAN, and of a national id the first country whose rule it fits.
    pub country: Option<&'static str>,
}

/// How sure a candidate is. Of two of one length, the lesser wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Sure {
    /// A word near by says what it is.
    Labelled,
    /// Its form and check digits say it.
    Form,
    /// Its form says it, and no word near by says that it is something else.
    Unlabelled,
}

/// A find in the folded text, before overlaps are settled.
#[derive(Debug)]
struct Candidate {
    kind: Kind,
    range: Range<usize>,
    country: Option<&'static str>,
    sure: Sure,
}

/// Personal data of every kind in the text, in order, not overlapping: the longest wins, then the surest.
/// Time is linear in the text, but for the sorting of the finds.
pub fn find(text: &str) -> Vec<Found> {
    let folded = Folded::new(text);
    let mut candidates = Vec::new();
    kinds::email::find(&folded.text, &mut candidates);
    kinds::iban::find(&folded.text, &mut candidates);
    kinds::card::find(&folded.text, &mut candidates);
    ids::find(&folded.text, &mut candidates);
    kinds::birth::find(&folded.text, &mut candidates);
    kinds::phone::find(&folded.text, &mut candidates);
    kinds::address::find(&folded.text, &mut candidates);
    kinds::east::find(&folded.text, &mut candidates);
    candidates.sort_by_key(|candidate| {
        let length = candidate.range.end - candidate.range.start;
        (std::cmp::Reverse(length), candidate.sure)
    });
    let mut taken: BTreeMap<usize, Candidate> = BTreeMap::new();
    for candidate in candidates {
        let before = taken.range(..candidate.range.end).next_back();
        if before.is_none_or(|(_, before)| before.range.end <= candidate.range.start) {
            taken.insert(candidate.range.start, candidate);
        }
    }
    taken
        .into_values()
        .map(|candidate| Found {
            kind: candidate.kind,
            range: folded.original(candidate.range),
            country: candidate.country,
        })
        .collect()
}

/// Whether a character next to a find would make it part of a longer word.
/// Chinese, Japanese and Korean put no space between a word and a number, so their letters do not.
pub(crate) fn joins(c: char) -> bool {
    let spaceless =
        matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}');
    c == '_' || (c.is_alphanumeric() && !spaceless)
}

/// Whether neither neighbour of the range belongs to the same word.
fn stands_alone(text: &str, range: &Range<usize>) -> bool {
    let before = text.get(..range.start).and_then(|t| t.chars().next_back());
    let after = text.get(range.end..).and_then(|t| t.chars().next());
    !before.is_some_and(joins) && !after.is_some_and(joins)
}

/// [`stands_alone`], and no part of a longer number or code: `3.` before, `/A` or `,50` after.
fn number_stands_alone(text: &str, range: &Range<usize>) -> bool {
    stands_alone(text, range)
        && !number_before(text, range.start)
        && !number_behind(text, range.end)
}

/// Whether a number that begins here is the rest of a longer one.
fn number_before(text: &str, at: usize) -> bool {
    part_of_more(text.get(..at).unwrap_or_default().chars().rev())
}

/// Whether a number that ends here goes on.
fn number_behind(text: &str, at: usize) -> bool {
    part_of_more(text.get(at..).unwrap_or_default().chars())
}

fn part_of_more(mut outwards: impl Iterator<Item = char>) -> bool {
    match outwards.next() {
        Some('-' | '/') => outwards.next().is_some_and(joins),
        Some('.' | ',' | ':') => outwards
            .next()
            .is_some_and(|c| c.is_ascii_digit() || c == '.'),
        _ => false,
    }
}

/// Places where a word of ASCII letters and digits begins.
fn word_starts(text: &str) -> impl Iterator<Item = usize> {
    let mut inside = false;
    text.char_indices().filter_map(move |(at, c)| {
        let starts = !inside && c.is_ascii_alphanumeric();
        inside = joins(c);
        starts.then_some(at)
    })
}
