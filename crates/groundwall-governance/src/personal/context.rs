//! Words near a number that say what it is.

use super::joins;
use super::language::LANGUAGE;
use groundwall_text::language::Phrases;
use std::ops::Range;

/// How far before a number a word speaks for it, in bytes.
const BEFORE: usize = 64;
/// How far behind a number a word in parentheses speaks for it, in bytes.
const BEHIND: usize = 32;

/// What the words near a number say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Label {
    /// One of the words asked for.
    Own,
    /// A word of the trade.
    Other,
    None,
}

/// What stands before a number in its sentence, read once for all rules that it is tried on.
#[derive(Debug)]
pub(super) struct Near<'w> {
    before: String,
    shared: &'w Phrases,
    own: Option<usize>,
    other: Option<usize>,
}

impl<'w> Near<'w> {
    /// `shared`: words that speak for a number whatever the rule.
    pub(super) fn new(text: &str, start: usize, shared: &'w Phrases) -> Self {
        let before = before(text, start, BEFORE).to_lowercase();
        Self {
            own: last_of(shared, &before),
            other: last_of(&LANGUAGE.trade, &before),
            before,
            shared,
        }
    }

    /// The nearest label of the number that ends at `end`: before it, or in parentheses behind it.
    pub(super) fn label(&self, text: &str, end: usize, words: &Phrases) -> Label {
        let behind = behind(text, end).to_lowercase();
        let said = |list: &Phrases| last_of(list, &behind).is_some();
        if !behind.is_empty() && (said(words) || said(self.shared)) {
            return Label::Own;
        }
        let own = last_of(words, &self.before).max(self.own);
        match (own, self.other) {
            (Some(own), other) if other.is_none_or(|other| own >= other) => Label::Own,
            (_, Some(_)) => Label::Other,
            (_, None) => Label::None,
        }
    }
}

/// At most `most` bytes before a place, back to the start of the sentence.
pub(super) fn before(text: &str, at: usize, most: usize) -> &str {
    let mut from = at.saturating_sub(most);
    while !text.is_char_boundary(from) {
        from += 1;
    }
    let window = text.get(from..at).unwrap_or_default();
    window.get(sentence_start(window)..).unwrap_or_default()
}

/// Where the last sentence of the window begins: behind an empty line, or behind a stop that ends no abbreviation.
fn sentence_start(window: &str) -> usize {
    let line = window.rfind("\n\n").map_or(0, |at| at + 2);
    let stop = window
        .match_indices(['.', '!', '?'])
        .filter(|(at, _)| {
            let rest = window.get(at + 1..).unwrap_or_default();
            let next = rest.trim_start().chars().next();
            rest.starts_with(char::is_whitespace)
                && next.is_some_and(char::is_uppercase)
                && ends_sentence(window.get(..*at).unwrap_or_default())
        })
        .map(|(at, _)| at + 1)
        .next_back();
    line.max(stop.unwrap_or(0))
}

/// Whether a stop here ends a sentence: `file.` does, `Nr.` and `D.O.B.` do not.
pub(super) fn ends_sentence(before: &str) -> bool {
    let letters = before.chars().rev().take_while(|c| c.is_alphabetic());
    letters.take(4).count() == 4 || before.ends_with(|c: char| c.is_ascii_digit())
}

/// What stands in parentheses right behind a number.
fn behind(text: &str, at: usize) -> &str {
    let rest = text.get(at..).unwrap_or_default();
    let Some(inside) = rest.strip_prefix(" (") else {
        return "";
    };
    let end = inside
        .bytes()
        .take(BEHIND + 1)
        .position(|byte| byte == b')');
    end.and_then(|end| inside.get(..end)).unwrap_or_default()
}

/// Where the last of the words ends in a text of lower case.
pub(super) fn last_of(words: &Phrases, window: &str) -> Option<usize> {
    words
        .iter()
        .filter_map(|word| {
            window
                .rmatch_indices(word)
                .map(|(at, _)| at..at + word.len())
                .find(|range| is_word(window, range))
                .map(|range| range.end)
        })
        .max()
}

fn is_word(window: &str, range: &Range<usize>) -> bool {
    let first = window.get(range.start..).and_then(|t| t.chars().next());
    let last = window.get(..range.end).and_then(|t| t.chars().next_back());
    let before = window
        .get(..range.start)
        .and_then(|t| t.chars().next_back());
    let after = window.get(range.end..).and_then(|t| t.chars().next());
    let both = |inside: Option<char>, outside: Option<char>| {
        inside.is_some_and(joins) && outside.is_some_and(joins)
    };
    !both(first, before) && !both(last, after)
}

#[cfg(test)]
mod tests {
    use super::super::ids::NAMES;
    use super::{Label, Near};
    use groundwall_text::language::Phrases;

    #[test]
    fn the_nearest_word_speaks() {
        for (text, expected) in [
            ("BSN: 123", Label::Own),
            ("her BSN, as told, is 123", Label::Own),
            ("123 (BSN)", Label::Own),
            ("order 7 for BSN 123", Label::Own),
            ("BSN on order 123", Label::Other),
            ("The BSN is on paper. Then 123", Label::None),
            ("ABSN 123", Label::None),
            ("123", Label::None),
        ] {
            let at = text.find("123").unwrap();
            let none = Phrases::default();
            let found = Near::new(text, at, &none).label(text, at + 3, &NAMES.bsn);
            assert_eq!(found, expected, "{text}");
        }
    }
}
