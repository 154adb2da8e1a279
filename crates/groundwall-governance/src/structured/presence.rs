//! What of an answer stands in the document. One pass over the text, whatever the number of names and numbers that are looked for.

use super::fold::{compact, plain, spaceless, words};
use super::source::Source;
use aho_corasick::{AhoCorasick, AhoCorasickKind, MatchKind};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::hash::{DefaultHasher, Hash as _, Hasher as _};

/// A name or number of more bytes is in no document.
const LONGEST: usize = 120;
/// Digits that a masked number may show.
const SHOWN: usize = 6;
/// Words that are compared at once where a whole passage is looked for.
const RUN: usize = 5;
/// Share of its runs that a passage must have in the document.
const ENOUGH: f64 = 0.8;

/// The document's letters and digits in one row, and where words begin and end in it.
struct Row {
    text: String,
    /// For each byte: whether a word may begin there.
    begins: Vec<bool>,
}

impl Row {
    fn new(source: &Source) -> Self {
        let mut row = Self {
            text: String::new(),
            begins: Vec::new(),
        };
        for page in &source.pages {
            let mut apart = true;
            for c in plain(&page.text) {
                if !c.is_alphanumeric() {
                    apart = true;
                    continue;
                }
                apart |= spaceless(c);
                row.begins.push(apart);
                row.begins
                    .resize(row.begins.len() + c.len_utf8() - 1, false);
                row.text.push(c);
                apart = spaceless(c);
            }
        }
        row
    }

    /// Whether words begin and end where a match does.
    fn whole(&self, start: usize, end: usize) -> bool {
        let begins = |place: usize| self.begins.get(place).copied().unwrap_or(true);
        begins(start) && begins(end)
    }
}

/// What stands in the document.
pub(super) struct Presence {
    found: HashSet<String>,
    words: HashSet<String>,
    runs: HashSet<u64>,
    /// The last digits of numbers.
    tails: HashSet<String>,
}

/// The last digits of every number, whose groups one sign may separate.
fn tails(text: &str, tails: &mut HashSet<String>) {
    let mut digits = String::new();
    let mut separated = false;
    for c in text.chars().chain(['\n']) {
        if c.is_ascii_digit() {
            digits.push(c);
            separated = false;
        } else if !separated && matches!(c, ' ' | '-' | '.') {
            separated = true;
        } else if !digits.is_empty() {
            for shown in 2..=SHOWN.min(digits.len()) {
                let start = digits.len() - shown;
                tails.extend(digits.get(start..).map(str::to_owned));
            }
            digits.clear();
            separated = false;
        }
    }
}

fn run(words: &[String]) -> u64 {
    let mut hasher = DefaultHasher::new();
    words.hash(&mut hasher);
    hasher.finish()
}

fn runs(words: &[String]) -> impl Iterator<Item = u64> {
    words.windows(RUN.min(words.len()).max(1)).map(run)
}

impl Presence {
    /// Looks for all of these at once.
    pub(super) fn new<'a>(source: &Source, wanted: impl Iterator<Item = &'a str>) -> Self {
        let row = Row::new(source);
        let needles: BTreeSet<String> = wanted
            .map(compact)
            .filter(|needle| !needle.is_empty() && needle.len() <= LONGEST)
            .collect();
        let needles: Vec<String> = needles.into_iter().collect();
        let mut found = HashSet::new();
        let automaton = AhoCorasick::builder()
            .kind(Some(AhoCorasickKind::NoncontiguousNFA))
            .match_kind(MatchKind::Standard)
            .prefilter(false)
            .build(&needles);
        if let Ok(automaton) = automaton {
            // At one place end at most as many as one may have bytes.
            for hit in automaton.find_overlapping_iter(&row.text) {
                if let Some(needle) = needles.get(hit.pattern().as_usize())
                    && row.whole(hit.start(), hit.end())
                    && !found.contains(needle)
                {
                    found.insert(needle.clone());
                    if found.len() == needles.len() {
                        break;
                    }
                }
            }
        }
        let mut all = HashSet::new();
        let mut seen = HashSet::new();
        let mut ends = HashSet::new();
        for page in &source.pages {
            tails(&page.text, &mut ends);
            let page = words(&page.text);
            for length in 1..=RUN {
                seen.extend(page.windows(length).map(run));
            }
            all.extend(page);
        }
        Self {
            found,
            words: all,
            runs: seen,
            tails: ends,
        }
    }

    /// Whether a name or number that was looked for stands there.
    pub(super) fn holds(&self, value: &str) -> bool {
        self.found.contains(&compact(value))
    }

    /// Whether a number of the document ends in these digits.
    pub(super) fn ends_number(&self, digits: &str) -> bool {
        self.tails.contains(digits)
    }

    pub(super) fn holds_word(&self, word: &str) -> bool {
        self.words.contains(word)
    }

    /// Whether a passage stands there, but for some words.
    pub(super) fn holds_text(&self, text: &str) -> bool {
        let words = words(text);
        let (mut all, mut there) = (0usize, 0usize);
        for run in runs(&words) {
            all += 1;
            there += usize::from(self.runs.contains(&run));
        }
        there as f64 >= ENOUGH * all as f64
    }
}

/// Values by what they come to, with the places where they stand.
pub(super) fn by_value<K: Eq + std::hash::Hash, V>(
    pairs: impl Iterator<Item = (K, V)>,
) -> HashMap<K, Vec<V>> {
    let mut groups: HashMap<K, Vec<V>> = HashMap::new();
    for (key, value) in pairs {
        groups.entry(key).or_default().push(value);
    }
    groups
}
