//! Where the sentences of a text begin and end.

use crate::language::ENGLISH;
use std::ops::Range;

/// The signs at the end of a question.
pub const QUESTION: [char; 3] = ['?', '？', '؟'];

/// Whether a text asks something, by the sign at its end.
pub fn asks(text: &str) -> bool {
    text.trim_end().ends_with(QUESTION)
}

/// Sentences of a text as byte ranges without surrounding white space. Boundaries come from `sentencex`, corrected where it cuts
/// before a lower-case word or after a list number.
pub fn sentences_of(text: &str) -> Vec<Range<usize>> {
    let mut ranges: Vec<Range<usize>> = Vec::new();
    let (mut from, mut cut) = (0, false);
    while from < text.len() {
        let (to, inside_sentence) = stretch(text, from);
        for boundary in sentencex::get_sentence_boundaries("en", &text[from..to]) {
            let slice = &text[from + boundary.start_byte..from + boundary.end_byte];
            let start = from + boundary.start_byte + (slice.len() - slice.trim_start().len());
            let end = from + boundary.start_byte + slice.trim_end().len();
            if start >= end {
                continue;
            }
            match ranges.last_mut() {
                Some(last)
                    if std::mem::take(&mut cut)
                        || inside_word(text, last.end, start)
                        || belongs_together(&text[last.clone()], &text[start..end]) =>
                {
                    last.end = end;
                }
                _ => ranges.push(start..end),
            }
        }
        (from, cut) = (to, inside_sentence);
    }
    ranges
        .into_iter()
        .flat_map(|range| after_units(text, range))
        .collect()
}

/// Bytes of a text that are looked at together, at most: `sentencex` takes time by the square of what it is given where that holds many quotes.
const STRETCH: usize = 8_000;

/// Where the part of a text that begins at `from` ends, and whether that is in the middle of a sentence.
fn stretch(text: &str, from: usize) -> (usize, bool) {
    if text.len() - from <= STRETCH {
        return (text.len(), false);
    }
    let window =
        text.floor_char_boundary(from + STRETCH / 2)..text.floor_char_boundary(from + STRETCH);
    let spaces = || {
        text[window.clone()]
            .char_indices()
            .rev()
            .filter(|(_, c)| c.is_whitespace())
            .map(|(at, c)| (window.start + at, c.len_utf8()))
    };
    let in_sentence = |(at, wide): &(usize, usize)| {
        text[..*at].ends_with(|c: char| c.is_alphanumeric() || c == ',')
            && text[at + wide..].starts_with(char::is_lowercase)
    };
    let ends = |(at, _): &(usize, usize)| text[..*at].ends_with(['.', '!', '?']);
    if let Some((at, _)) = spaces().find(in_sentence) {
        (at, true)
    } else if let Some((at, _)) = spaces().find(ends) {
        (at, false)
    } else {
        (spaces().next().map_or(window.end, |(at, _)| at), true)
    }
}

/// Parts a range where a sentence ends with a unit of one letter, which looks like an initial: `It is 9 m deep at 12 m. The quay ...`.
fn after_units(text: &str, range: Range<usize>) -> Vec<Range<usize>> {
    let ends = |stop: usize| {
        let before = &text[range.start..stop];
        let number = before
            .strip_suffix(['m', 'g', 't', 'l', 's', 'h', 'V', 'A', 'W', 'K', 'C', 'F'])
            .map(str::trim_end);
        let after = text[stop + 1..range.end].trim_start();
        let mut letters = after.chars();
        number.is_some_and(|number| number.ends_with(|c: char| c.is_ascii_digit() || c == '°'))
            && after.len() < range.end - stop - 1
            && letters.next().is_some_and(char::is_uppercase)
            && letters.next().is_some_and(|c| c.is_lowercase() || c == ' ')
    };
    let mut parts = Vec::new();
    let mut start = range.start;
    for (at, _) in text[range.clone()].match_indices('.') {
        let stop = range.start + at;
        if ends(stop) {
            parts.push(start..stop + 1);
            start = stop + 1 + (text[stop + 1..].len() - text[stop + 1..].trim_start().len());
        }
    }
    parts.push(start..range.end);
    parts
}

/// Without white space between them, only CJK full stops end a sentence.
fn inside_word(text: &str, end: usize, start: usize) -> bool {
    end == start && !text[..end].ends_with(['。', '！', '？', '｡'])
}

/// Characters that the longest abbreviation has, and one more.
const ABBREVIATION: usize = 8;

fn belongs_together(before: &str, after: &str) -> bool {
    let starts_low = after.chars().next().is_some_and(char::is_lowercase);
    // The number of an item: `12.`, `3.2.1.`, `(iv)`.
    let number = before.trim_end_matches(['.', ')']).trim_start_matches('(');
    let digits = before.len() <= 12 && number.chars().all(|c| c.is_ascii_digit() || c == '.');
    let number_only = digits || (number.len() <= 5 && number.chars().all(|c| "ivxIVX".contains(c)));
    // Longer than any of them, so that a long text without spaces is not looked through for every sentence.
    let end = before
        .char_indices()
        .rev()
        .nth(ABBREVIATION)
        .map_or(before, |(at, _)| &before[at..]);
    let abbreviation = end
        .rsplit([' ', '('])
        .next()
        .is_some_and(|word| ENGLISH.abbreviations.has(word));
    let bare = !after.chars().any(char::is_alphanumeric);
    starts_low || number_only || abbreviation || bare
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> Vec<&str> {
        sentences_of(text)
            .into_iter()
            .map(|range| &text[range])
            .collect()
    }

    #[test]
    fn abbreviations_decimals_and_quotes_do_not_split() {
        assert_eq!(
            split("Dr. Smith paid $3.5 million. He left at 5 p.m. on Monday."),
            [
                "Dr. Smith paid $3.5 million.",
                "He left at 5 p.m. on Monday."
            ]
        );
        assert_eq!(
            split("See Fig. 3 for details. It is clear."),
            ["See Fig. 3 for details.", "It is clear."]
        );
        assert_eq!(
            split("Acme Inc. was founded in 1912. It grew."),
            ["Acme Inc. was founded in 1912.", "It grew."]
        );
    }

    #[test]
    fn a_unit_of_one_letter_ends_a_sentence_and_an_initial_does_not() {
        assert_eq!(
            split(
                "The jetty has a depth of 9 m. The quay is 85m. It was built by A. Berg in 1962."
            ),
            [
                "The jetty has a depth of 9 m.",
                "The quay is 85m.",
                "It was built by A. Berg in 1962."
            ]
        );
    }

    #[test]
    fn the_number_of_an_item_stays_with_it() {
        for item in [
            "1. The pilot boards at the buoy.",
            "3.2 The fee is due.",
            "(a) Ships under 24 m are free.",
            "iv. Tugs wait.",
            "b) Barges pay half.",
            "A. Rules of the quay.",
        ] {
            assert_eq!(split(item), [item]);
        }
    }

    #[test]
    fn a_long_text_is_parted_where_a_short_one_is() {
        let sentences = [
            "The harbour master met the pilots, and they agreed.",
            "Dr. Berg paid $3.5 million.",
            "\"No,\" she said, \"it is 85 m.\"",
            "It ends.",
        ];
        let long = sentences
            .join(" ")
            .repeat(500)
            .replace("ends.The", "ends. The");
        let parted = split(&long);
        let short = split(&sentences.join(" ")).len();
        assert_eq!(parted.len(), 500 * short);
        assert!(
            parted.iter().all(|sentence| sentence.len() < 60),
            "{:?}",
            parted.iter().max_by_key(|sentence| sentence.len())
        );
    }

    #[test]
    fn nothing_but_space_is_lost() {
        let text = "  One. Two!  Three?\nFour… five.  ";
        let kept: String = split(text).concat().split_whitespace().collect();
        assert_eq!(kept, text.split_whitespace().collect::<String>());
    }
}
