//! What of an answer stands in the document. One pass over the text, whatever the number of names and numbers that are looked for.

use super::date::Dates;
use super::figure::{self, Readings};
use super::fold::{compact, plain, spaceless, words};
use super::items::Reading;
use super::pack::StructuredPack;
use super::section::Role;
use super::source::Page;
use super::stated::Stated;
use aho_corasick::{AhoCorasick, AhoCorasickKind, MatchKind};
use std::collections::{BTreeSet, HashMap, HashSet, VecDeque};
use std::hash::{DefaultHasher, Hasher as _};

/// A name or number of more bytes is in no document.
const LONGEST: usize = 120;
/// Digits that a masked number may show.
const SHOWN: usize = 6;
/// Words that are compared at once where a whole passage is looked for.
const RUN: usize = 5;
/// Share of its runs that a passage must have in the document.
const ENOUGH: f64 = 0.8;

/// The letters and digits of pages in one row, and where words begin and end in it.
struct Row {
    text: String,
    /// For each byte: whether a word may begin there.
    begins: Vec<bool>,
}

impl Row {
    fn new(pages: &[&Page]) -> Self {
        let mut row = Self {
            text: String::new(),
            begins: Vec::new(),
        };
        for page in pages {
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

/// What is looked for, and of it what stands in the document: never more than the answer has.
#[derive(Default)]
struct Sought<T> {
    wanted: HashSet<T>,
    found: HashSet<T>,
}

impl<T: Eq + std::hash::Hash + Clone> Sought<T> {
    fn see<Q>(&mut self, value: &Q)
    where
        T: std::borrow::Borrow<Q>,
        Q: Eq + std::hash::Hash + ToOwned<Owned = T> + ?Sized,
    {
        if self.wanted.contains(value) && !self.found.contains(value) {
            self.found.insert(value.to_owned());
        }
    }
}

/// What of an answer stands in the document.
#[derive(Default)]
pub(super) struct Presence {
    /// Names and numbers without what separates their parts.
    values: HashSet<String>,
    words: Sought<String>,
    /// Hashes of some words in a row.
    runs: Sought<u64>,
    /// Numbers of words that are compared in a row.
    lengths: BTreeSet<usize>,
    /// Last digits of numbers.
    tails: Sought<String>,
    stated: Stated,
}

fn hash(value: impl std::hash::Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Words that are compared in a row of a passage of so many.
fn in_a_row(words: usize) -> usize {
    RUN.min(words).max(1)
}

fn runs(words: &[String]) -> Vec<u64> {
    let hashes: Vec<u64> = words.iter().map(hash).collect();
    hashes.windows(in_a_row(words.len())).map(hash).collect()
}

/// A name as it may stand in a document, without what is between its words: as it is, without titles and initials, without those before and behind it, and with its last word
/// first.
fn orders(pack: &StructuredPack, words: &[String]) -> impl Iterator<Item = String> + use<> {
    let long = pack.telling(words);
    let core: Vec<&String> = pack.core(words).iter().collect();
    let all: Vec<&String> = words.iter().collect();
    let joined = |words: &[&String]| words.iter().map(|word| word.as_str()).collect::<String>();
    let mut orders = Vec::new();
    for words in [all, core, long] {
        if let ([first, rest @ ..], [front @ .., last]) = (words.as_slice(), words.as_slice()) {
            orders.push(joined(&words));
            orders.push(format!("{last}{}", joined(front)));
            orders.push(format!("{}{first}", joined(rest)));
        }
    }
    orders.into_iter()
}

fn digits_of(value: &str) -> String {
    value.chars().filter(char::is_ascii_digit).collect()
}

impl Presence {
    /// Looks for all these fields of an answer at once in these pages.
    pub(super) fn new<'r>(
        pack: &StructuredPack,
        pages: &[&Page],
        readings: impl Iterator<Item = &'r Reading<'r>>,
    ) -> Self {
        let mut presence = Self::default();
        let mut needles = BTreeSet::new();
        let (mut dated, mut figures) = (false, HashSet::new());
        for reading in readings {
            needles.insert(compact(&reading.text));
            match reading.role {
                Role::Identifier => {
                    presence.tails.wanted.insert(digits_of(&reading.text));
                }
                Role::Name => {
                    let words = words(&reading.text);
                    needles.insert(pack.core(&words).concat());
                    presence.words.wanted.extend(words);
                }
                Role::Party => {
                    let words = words(&reading.text);
                    needles.extend(orders(pack, &words));
                    presence.words.wanted.extend(words);
                }
                Role::Text => {
                    let words = words(&reading.text);
                    presence.lengths.insert(in_a_row(words.len()));
                    presence.runs.wanted.extend(runs(&words));
                }
                Role::Figure => {
                    let said = figure::of_value(reading.value, &reading.text);
                    figures.extend(said.into_iter().flatten());
                }
                Role::Date | Role::DateStart | Role::DateEnd => dated = true,
                Role::PageStart
                | Role::PageEnd
                | Role::PageRange
                | Role::Category
                | Role::Remark
                | Role::ItemCount
                | Role::PageCount => {}
            }
        }
        presence.stated = Stated::new(pages, dated, &figures);
        needles.retain(|needle| !needle.is_empty() && needle.len() <= LONGEST);
        presence.find_values(pages, needles.into_iter().collect());
        presence.read(pages);
        presence
    }

    fn find_values(&mut self, pages: &[&Page], needles: Vec<String>) {
        let row = Row::new(pages);
        let automaton = AhoCorasick::builder()
            .kind(Some(AhoCorasickKind::NoncontiguousNFA))
            .match_kind(MatchKind::Standard)
            .prefilter(false)
            .build(&needles);
        let Ok(automaton) = automaton else { return };
        // At one place end at most as many as one may have bytes.
        for hit in automaton.find_overlapping_iter(&row.text) {
            if let Some(needle) = needles.get(hit.pattern().as_usize())
                && row.whole(hit.start(), hit.end())
                && !self.values.contains(needle)
            {
                self.values.insert(needle.clone());
                if self.values.len() == needles.len() {
                    return;
                }
            }
        }
    }

    /// Goes through the words and numbers of the text once.
    fn read(&mut self, pages: &[&Page]) {
        let mut last: VecDeque<u64> = VecDeque::new();
        let mut word = String::new();
        for page in pages {
            self.numbers(&page.text);
            for c in plain(&page.text).chain(['\n']) {
                if c.is_alphanumeric() {
                    word.push(c);
                } else if !word.is_empty() {
                    self.word(&word, &mut last);
                    word.clear();
                }
            }
        }
    }

    /// The next word, behind the last ones.
    fn word(&mut self, word: &str, last: &mut VecDeque<u64>) {
        self.words.see(word);
        if self.lengths.is_empty() {
            return;
        }
        last.push_back(hash(word));
        if last.len() > RUN {
            last.pop_front();
        }
        for length in &self.lengths {
            if let Some(skip) = last.len().checked_sub(*length) {
                let run: Vec<u64> = last.iter().skip(skip).copied().collect();
                self.runs.see(&hash(run.as_slice()));
            }
        }
    }

    /// The last digits of every number, whose groups one sign may separate.
    fn numbers(&mut self, text: &str) {
        if self.tails.wanted.is_empty() {
            return;
        }
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
                    self.tails.see(digits.get(start..).unwrap_or_default());
                }
                digits.clear();
                separated = false;
            }
        }
    }

    /// Whether a name stands there, without the words before and behind it that tell nothing: "The Northgate Credit Union Ltd".
    pub(super) fn holds_name(&self, pack: &StructuredPack, words: &[String]) -> bool {
        self.values.contains(&pack.core(words).concat())
    }

    /// Whether the value of a field stands there.
    pub(super) fn holds(&self, value: &str) -> bool {
        self.values.contains(&compact(value))
    }

    /// Whether a number of the document ends in the digits of an identifier.
    pub(super) fn ends_number(&self, identifier: &str) -> bool {
        self.tails.found.contains(&digits_of(identifier))
    }

    /// Whether a word of a name stands there.
    pub(super) fn holds_word(&self, word: &str) -> bool {
        self.words.found.contains(word)
    }

    /// Whether a name stands there, its words in any of the orders that are usual.
    pub(super) fn holds_party(&self, pack: &StructuredPack, words: &[String]) -> bool {
        let mut orders = orders(pack, words);
        orders.any(|order| self.values.contains(&order))
    }

    /// Takes over the years of other pages: a day may stand there without its year.
    pub(super) fn learn_years(&mut self, other: &Self) {
        self.stated.learn_years(&other.stated);
    }

    /// Whether everything stands there that a value says of days.
    pub(super) fn states_dates(&self, said: &Dates) -> bool {
        self.stated.dates(said)
    }

    /// Whether every figure of a value stands there.
    pub(super) fn states_figures(&self, said: &[Readings]) -> bool {
        self.stated.figures(said)
    }

    /// Whether a passage stands there, but for some words.
    pub(super) fn holds_text(&self, text: &str) -> bool {
        let runs = runs(&words(text));
        let there = runs.iter().filter(|run| self.runs.found.contains(run));
        there.count() as f64 >= ENOUGH * runs.len() as f64
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
