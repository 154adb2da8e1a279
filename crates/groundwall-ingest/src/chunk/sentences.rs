//! The sentence sequence of a document.

use super::Cutter;
use groundwall_core::{Block, BlockKind, ExtractedDocument, Locator, Sentence, SentenceKind, Span};

/// Sentences of a text as byte ranges without surrounding white space. Boundaries come from `sentencex`, corrected where it cuts
/// before a lower-case word or after a list number.
pub fn sentences_of(text: &str) -> Vec<std::ops::Range<usize>> {
    let mut ranges: Vec<std::ops::Range<usize>> = Vec::new();
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
fn after_units(text: &str, range: std::ops::Range<usize>) -> Vec<std::ops::Range<usize>> {
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
    let abbreviation = end.rsplit([' ', '(']).next().is_some_and(|word| {
        [
            "Fig.", "No.", "no.", "Nos.", "pp.", "p.", "vs.", "approx.", "Approx.", "ca.", "Art.",
            "Sec.", "St.", "e.g.", "i.e.", "cf.", "Vol.",
        ]
        .contains(&word)
    });
    let bare = !after.chars().any(char::is_alphanumeric);
    starts_low || number_only || abbreviation || bare
}

/// All sentences of a document with spans in its text (blocks joined by a blank line), and the text's length in characters.
pub(super) fn sequence(document: &ExtractedDocument, cutter: &Cutter) -> (Vec<Sentence>, usize) {
    let mut sentences = Vec::new();
    let mut offset = 0;
    let mut section = 0;
    let mut previous: Option<&Block> = None;
    for block in &document.blocks {
        if previous.is_some_and(|last| starts_section(last, block)) {
            section += 1;
        }
        previous = Some(block);
        let kind = match block.kind {
            BlockKind::Heading => SentenceKind::Heading,
            BlockKind::Paragraph => SentenceKind::Prose,
            BlockKind::ListItem => SentenceKind::ListItem,
            BlockKind::Row => SentenceKind::Row,
        };
        let mut places = Places::of(block);
        let whole = 0..block.text.len();
        let ranges = match kind {
            SentenceKind::Prose | SentenceKind::ListItem => sentences_of(&block.text),
            SentenceKind::Row | SentenceKind::Heading => vec![whole],
        };
        for piece in ranges
            .into_iter()
            .flat_map(|range| pieces(&block.text, range, cutter))
        {
            let text = block.text[piece.clone()]
                .split_whitespace()
                .collect::<Vec<_>>()
                .join(" ");
            if text.is_empty() {
                continue;
            }
            let start = places.go(piece.start);
            let locator = places.locator();
            let span = Span {
                start,
                end: places.go(piece.end),
            };
            sentences.push(Sentence {
                index: u32::try_from(sentences.len()).unwrap_or(u32::MAX),
                section,
                kind,
                text,
                span: Span {
                    start: span.start + offset,
                    end: span.end + offset,
                },
                locator,
            });
        }
        offset += block.text.chars().count() + 2;
    }
    (sentences, offset.saturating_sub(2))
}

/// A section ends at a heading, a page, or another heading path or sheet.
fn starts_section(last: &Block, next: &Block) -> bool {
    (next.kind == BlockKind::Heading && last.kind != BlockKind::Heading)
        || last.locator.page != next.locator.page
        || last.locator.sheet != next.locator.sheet
        || (last.locator.heading != next.locator.heading && last.kind != BlockKind::Heading)
}

/// Counts characters and lines of a block forwards, so that a long block is looked through once.
struct Places<'a> {
    block: &'a Block,
    byte: usize,
    characters: usize,
    lines: u32,
}

impl<'a> Places<'a> {
    fn of(block: &'a Block) -> Self {
        Self {
            block,
            byte: 0,
            characters: 0,
            lines: 0,
        }
    }

    /// Goes on to a byte; its place in characters.
    fn go(&mut self, byte: usize) -> usize {
        let passed = &self.block.text[self.byte..byte];
        self.characters += passed.chars().count();
        self.lines += u32::try_from(passed.matches('\n').count()).unwrap_or(0);
        self.byte = byte;
        self.characters
    }

    /// The block's place; in a text file, the line of where it has come to.
    fn locator(&self) -> Locator {
        let of_block = &self.block.locator;
        Locator {
            line: of_block.line.map(|line| line + self.lines),
            ..of_block.clone()
        }
    }
}

/// A sentence as it is, or cut between words where it alone is over the passage limits.
fn pieces(
    text: &str,
    range: std::ops::Range<usize>,
    cutter: &Cutter,
) -> Vec<std::ops::Range<usize>> {
    let fits = |range: &std::ops::Range<usize>| {
        let slice = &text[range.clone()];
        slice.len() <= cutter.size
            || (slice.chars().count() <= cutter.size
                && (cutter.count_tokens)(slice) <= cutter.max_tokens)
    };
    let small =
        range.len() <= cutter.size / 2 && range.len() <= cutter.max_tokens.saturating_sub(2);
    if small || (fits(&range) && (cutter.count_tokens)(&text[range.clone()]) <= cutter.max_tokens) {
        return vec![range];
    }
    let slice = &text[range.clone()];
    let middle = slice.len() / 2;
    let boundary = |wanted: fn(char) -> bool| {
        slice
            .char_indices()
            .filter(|(_, c)| wanted(*c))
            .map(|(at, c)| at + c.len_utf8())
            .filter(|at| *at > slice.len() / 8 && *at < slice.len() - slice.len() / 8)
            .min_by_key(|at| at.abs_diff(middle))
    };
    let cut = boundary(|c| matches!(c, ';' | '\n'))
        .or_else(|| boundary(char::is_whitespace))
        .or_else(|| boundary(|_| true));
    match cut {
        Some(cut) => {
            let cut = range.start + cut;
            let mut both = pieces(text, range.start..cut, cutter);
            both.extend(pieces(text, cut..range.end, cutter));
            both
        }
        None => vec![range],
    }
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
