//! Names and codes.

use super::dates::is_month;
use super::{Scan, touches};
use crate::twins::words::WORDS;
use std::ops::Range;

/// What names something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::twins) enum Named {
    /// Words with capitals.
    Name(Range<usize>),
    /// Capitals and digits, or groups of digits.
    Code(Range<usize>),
}

impl Scan<'_> {
    /// Names and codes of more than three letters.
    pub(in crate::twins) fn named(&self) -> Vec<Named> {
        let codes = self.codes();
        let names = self.names();
        let names = names
            .into_iter()
            .filter(|name| name.len() > 3 && !codes.iter().any(|code| touches(code, name)))
            .map(Named::Name);
        names
            .chain(codes.iter().cloned().map(Named::Code))
            .collect()
    }

    /// Capitals with digits behind them, and three or more groups of digits that are no date.
    pub(super) fn codes(&self) -> Vec<Range<usize>> {
        let dates = self.dates();
        let runs = self.runs.iter().enumerate().filter(|(place, run)| {
            is_code(self.word(*place)) && !dates.iter().any(|date| touches(&date.range, run))
        });
        runs.map(|(_, run)| run.clone()).collect()
    }

    /// Runs of words with capitals, joined by "of", "the", "de" and the like. A single word that opens a sentence may have its capital from there and is none.
    pub(in crate::twins) fn names(&self) -> Vec<Range<usize>> {
        let mut names = Vec::new();
        if is_shouted(self.text) {
            return names;
        }
        let mut place = 0;
        while place < self.runs.len() {
            if !is_capital(self.word(place)) && !self.is_initial(place) {
                place += 1;
                continue;
            }
            let last = self.last_of_name(place);
            let mut first = place;
            while first <= last && is_opener(self.word(first)) {
                first += 1;
            }
            let alone = first == last;
            if first <= last && !(alone && self.opens_sentence(first)) {
                names.push(self.runs[first].start..self.runs[last].end);
            }
            place = last + 1;
        }
        names
    }

    /// The last word of the name that begins at a place.
    fn last_of_name(&self, first: usize) -> usize {
        let mut last = first;
        let mut place = first + 1;
        while self.is_one_name(place - 1) {
            let word = self.word(place);
            if is_capital(word) {
                last = place;
            } else if !self.may_join(place) || place > last + 2 {
                break;
            }
            place += 1;
        }
        last
    }

    /// "of" or an initial, in the midst of a name.
    fn may_join(&self, place: usize) -> bool {
        WORDS.names.joiners.contains(self.word(place)) || self.is_initial(place)
    }

    /// "J." before the rest of a name.
    fn is_initial(&self, place: usize) -> bool {
        let word = self.word(place);
        word.chars().count() == 1
            && word.starts_with(char::is_uppercase)
            && self.gap(place) == ". "
            && self.word(place + 1).starts_with(char::is_uppercase)
    }

    /// Whether nothing but a space, or the point of a short form ("St. Lucia"), parts a run from the next one.
    fn is_one_name(&self, place: usize) -> bool {
        place + 1 < self.runs.len()
            && match self.gap(place) {
                " " => true,
                ". " => self.word(place).chars().count() <= 2,
                _ => false,
            }
    }

    fn opens_sentence(&self, place: usize) -> bool {
        let before = self.text[..self.runs[place].start]
            .trim_end_matches(|mark: char| mark.is_whitespace() || "\"“'(*-•".contains(mark));
        let title = self.follows(place, &WORDS.names.titles);
        before.is_empty() || (before.ends_with(['.', '!', '?', ':']) && !title)
    }
}

fn is_capital(word: &str) -> bool {
    word.starts_with(char::is_uppercase)
        && word.chars().count() > 1
        && !word.contains(|letter: char| letter.is_ascii_digit())
        && !word.starts_with("I'")
        && !word.starts_with("I’")
}

/// Whether a word with a capital is no part of the name behind it.
fn is_opener(word: &str) -> bool {
    let (small, names) = (word.to_lowercase(), &WORDS.names);
    let lists = [&names.openers, &names.titles, &names.days];
    lists.iter().any(|words| words.contains(&small)) || is_month(word)
}

fn is_code(word: &str) -> bool {
    let groups = || word.split('-');
    let numbered = groups().count() > 2
        && groups().all(|group| group.len() > 1 && group.bytes().all(|byte| byte.is_ascii_digit()));
    let lettered = word
        .bytes()
        .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || b"-/".contains(&byte))
        && word
            .find(|letter: char| letter.is_ascii_uppercase())
            .is_some_and(|at| word[at..].contains(|letter: char| letter.is_ascii_digit()));
    word.len() > 3 && (numbered || lettered)
}

/// Where everything is in capitals they name nothing.
fn is_shouted(text: &str) -> bool {
    let letters = text.chars().filter(|letter| letter.is_alphabetic()).count();
    let capitals = text.chars().filter(|letter| letter.is_uppercase()).count();
    capitals * 2 > letters && letters > 12
}
