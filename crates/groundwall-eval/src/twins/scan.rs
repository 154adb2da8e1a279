//! Numbers, dates, names and codes as a plain look at the letters finds them. Nothing here is shared with what the checks read with: a value that they pass over is found and changed all the same.

mod dates;
mod names;
mod numbers;

pub(super) use dates::{Date, Part};
pub(super) use names::Named;
pub(super) use numbers::Number;

use std::collections::HashSet;
use std::ops::Range;

/// What makes a number a place in an order.
const ORDINALS: [&str; 4] = ["st", "nd", "rd", "th"];

/// A text taken apart.
pub(super) struct Scan<'a> {
    text: &'a str,
    /// Runs of letters and digits with the marks that join them, without a possessive: "1,200", "AB-123", "O'Neill", "2019-05-03".
    runs: Vec<Range<usize>>,
}

impl<'a> Scan<'a> {
    pub(super) fn of(text: &'a str) -> Self {
        let letters: Vec<(usize, char)> = text.char_indices().collect();
        let letter = |place: Option<usize>| {
            place
                .and_then(|place| letters.get(place))
                .map_or(' ', |(_, letter)| *letter)
        };
        let mut runs = Vec::new();
        let mut start = None;
        for (place, (at, mark)) in letters.iter().enumerate() {
            let joined = || {
                let before = letter(place.checked_sub(1));
                joins(before, *mark, letter(Some(place + 1)))
            };
            let inside = mark.is_alphanumeric() || (start.is_some() && joined());
            if inside {
                start.get_or_insert(*at);
            } else if let Some(start) = start.take() {
                runs.push(start..*at);
            }
        }
        runs.extend(start.map(|start| start..text.len()));
        for run in &mut runs {
            let written = &text[run.clone()];
            let owner = written
                .strip_suffix("'s")
                .or_else(|| written.strip_suffix("’s"));
            run.end = run.start + owner.unwrap_or(written).len();
        }
        Self { text, runs }
    }

    /// A run as it is written; nothing where there is none.
    fn word(&self, place: usize) -> &'a str {
        self.runs
            .get(place)
            .map_or("", |run| &self.text[run.clone()])
    }

    /// The run before, in small letters.
    fn word_before(&self, place: usize) -> String {
        place
            .checked_sub(1)
            .map_or(String::new(), |before| self.word(before).to_lowercase())
    }

    fn follows(&self, place: usize, words: &HashSet<String>) -> bool {
        words.contains(&self.word_before(place))
    }

    /// What stands between a run and the next one.
    fn gap(&self, place: usize) -> &'a str {
        match (self.runs.get(place), self.runs.get(place + 1)) {
            (Some(one), Some(other)) => &self.text[one.end..other.start],
            (Some(one), None) => &self.text[one.end..],
            (None, _) => "",
        }
    }

    /// The letter or mark right before a run.
    fn mark_before(&self, place: usize) -> Option<char> {
        self.text[..self.runs.get(place)?.start].chars().next_back()
    }
}

/// Whether a mark between two letters or digits makes one run of them.
fn joins(before: char, mark: char, behind: char) -> bool {
    let digits = before.is_ascii_digit() && behind.is_ascii_digit();
    let letters = before.is_alphabetic() && behind.is_alphabetic();
    match mark {
        '-' | '/' => before.is_alphanumeric() && behind.is_alphanumeric(),
        // The spaces are those that do not break a line.
        ',' | ':' | '\u{a0}' | '\u{202f}' => digits,
        '.' | '\'' | '’' => digits || letters,
        '&' => letters,
        _ => false,
    }
}

fn touches(one: &Range<usize>, other: &Range<usize>) -> bool {
    one.start < other.end && other.start < one.end
}

/// Four digits that can be a year.
fn is_year(word: &str) -> bool {
    word.len() == 4
        && word.bytes().all(|byte| byte.is_ascii_digit())
        && ("1000".."2100").contains(&word)
}

#[cfg(test)]
mod tests;
