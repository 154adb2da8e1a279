//! Numbers in digits and in words.

use super::{ORDINALS, Scan, is_year, touches};
use crate::twins::words::WORDS;
use std::ops::Range;

/// A number at its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::twins) enum Number {
    /// Digits with their separators.
    Digits(Range<usize>),
    /// A word, with its row and its place among the number words.
    Word(Range<usize>, usize, usize),
}

impl Scan<'_> {
    /// The numbers that can be replaced by another so that the text is false: none of a date or code, none with a bound, no mark of a list or citation.
    pub(in crate::twins) fn numbers(&self) -> Vec<Number> {
        let dates = self.dates().into_iter().map(|date| date.range);
        let taken: Vec<Range<usize>> = dates.chain(self.codes()).collect();
        (0..self.runs.len())
            .filter(|place| {
                !taken.iter().any(|range| touches(range, &self.runs[*place]))
                    && !self.is_bounded(*place)
                    && !self.is_mark(*place)
            })
            .filter_map(|place| self.number(place))
            .collect()
    }

    fn number(&self, place: usize) -> Option<Number> {
        let (start, word) = (self.runs[place].start, self.word(place));
        let Some(length) = digits(word) else {
            let first = word.split('-').next()?;
            return WORDS.numbers.iter().enumerate().find_map(|(row, words)| {
                let at = words
                    .iter()
                    .position(|known| first.eq_ignore_ascii_case(known))?;
                Some(Number::Word(start..start + first.len(), row, at))
            });
        };
        let (written, rest) = word.split_at(length);
        // "3rd" is a place in an order, "14:30" a time of day or a score.
        let ordinal = ORDINALS.iter().any(|ending| rest.starts_with(ending));
        let one = matches!(written, "0" | "1") || !written.contains(|c| ('1'..='9').contains(&c));
        if ordinal || one || rest.starts_with(':') || self.may_be_year(place, written) {
            return None;
        }
        Some(Number::Digits(start..start + length))
    }

    /// Whether four digits say neither that they are a count nor that they are a year.
    fn may_be_year(&self, place: usize, written: &str) -> bool {
        let money = matches!(self.mark_before(place), Some('$' | '€' | '£' | '¥' | '₹'));
        let counted = self.word(place) == written
            && self.counts_what_follows(place)
            && !self.follows(place, &WORDS.years.unclear);
        is_year(written) && !money && !counted && !self.gap(place).starts_with('%')
    }

    /// Whether the number of a run is open on one side, or one end of "between 5 and 10".
    fn is_bounded(&self, place: usize) -> bool {
        let run = &self.runs[place];
        let before = self.text[..run.start]
            .trim_end_matches(|mark: char| !mark.is_alphanumeric())
            .to_lowercase();
        let ends = |phrase: &String| {
            before
                .strip_suffix(phrase.as_str())
                .is_some_and(|rest| !rest.ends_with(char::is_alphanumeric))
        };
        let behind = &self.text[run.end..];
        let open = behind.starts_with('+')
            || WORDS
                .bounds
                .behind
                .iter()
                .any(|phrase| behind.trim_start().starts_with(phrase));
        let second = place >= 2 && self.word(place - 1) == "and" && self.is_bounded(place - 2);
        open || second || WORDS.bounds.before.iter().any(ends)
    }

    /// "[1]" behind a sentence, "1." or "1)" before an item.
    fn is_mark(&self, place: usize) -> bool {
        let before = self.mark_before(place);
        let citation = before == Some('[') && self.gap(place).starts_with(']');
        let item = before.is_none_or(|mark| mark == '\n')
            && [". ", ") "]
                .iter()
                .any(|mark| self.gap(place).starts_with(mark));
        citation || item
    }
}

/// How long the digits and their separators are that a word begins with.
fn digits(word: &str) -> Option<usize> {
    let letters: Vec<(usize, char)> = word.char_indices().collect();
    let is_digit = |place: usize| {
        letters
            .get(place)
            .is_some_and(|(_, letter)| letter.is_ascii_digit())
    };
    let separates = |mark: char| matches!(mark, ',' | '.' | '\'' | '’' | '\u{a0}' | '\u{202f}');
    let inside = |place: usize, letter: char| {
        letter.is_ascii_digit() || (separates(letter) && is_digit(place + 1))
    };
    let end = letters
        .iter()
        .enumerate()
        .find(|(place, (_, letter))| !inside(*place, *letter))
        .map_or(word.len(), |(_, (at, _))| *at);
    is_digit(0).then_some(end)
}
