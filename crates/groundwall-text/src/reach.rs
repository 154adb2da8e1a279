//! How far a reader looks: around a value, along a text, over the values it has found. Work grows with the length of a text and not with its square.

use std::ops::Range;

/// Bytes of a phrase before or behind a value: "approximately", "percentage points".
pub const PHRASE: usize = 64;
/// Bytes of a clause before or behind a value.
pub const CLAUSE: usize = 240;
/// Bytes of a text that a pattern sees at once. A pattern that fails late reads to the end of what it sees, from every start anew.
pub const PIECE: usize = 2_000;

/// At most `reach` bytes before a place.
pub fn before(text: &str, at: usize, reach: usize) -> &str {
    &text[text.ceil_char_boundary(at.saturating_sub(reach))..at]
}

/// At most `reach` bytes from a place on.
pub fn behind(text: &str, at: usize, reach: usize) -> &str {
    &text[at..text.floor_char_boundary((at + reach).min(text.len()))]
}

/// A text in pieces of at most `size` bytes (and at least a letter) with their places, cut behind a line or a sentence, else between words, else anywhere.
pub fn pieces(text: &str, size: usize) -> impl Iterator<Item = (usize, &str)> {
    let size = size.max(4);
    let mut from = 0;
    std::iter::from_fn(move || {
        let rest = text.get(from..).filter(|rest| !rest.is_empty())?;
        let length = if rest.len() <= size {
            rest.len()
        } else {
            cut(&rest[..rest.floor_char_boundary(size)])
        };
        let piece = (from, &rest[..length]);
        from += length;
        Some(piece)
    })
}

/// Where a text that goes on is cut: in its second half, if a sentence or a word ends there.
fn cut(text: &str) -> usize {
    let half = text.floor_char_boundary(text.len() / 2);
    let behind = |mark: &str| text[half..].rfind(mark).map(|at| half + at + mark.len());
    ["\n", ". ", " "]
        .into_iter()
        .find_map(behind)
        .unwrap_or(text.len())
}

/// Ranges of a text, asked for what they touch.
pub struct Ranges {
    /// Start of each, in order, with the furthest end so far.
    spans: Vec<(usize, usize)>,
}

impl Ranges {
    /// Of ranges in bytes, in any order; they may overlap.
    pub fn of(ranges: impl IntoIterator<Item = Range<usize>>) -> Self {
        let mut spans: Vec<(usize, usize)> = ranges
            .into_iter()
            .map(|range| (range.start, range.end))
            .collect();
        spans.sort_unstable();
        let mut furthest = 0;
        for (_, end) in &mut spans {
            furthest = furthest.max(*end);
            *end = furthest;
        }
        Self { spans }
    }

    /// Whether one of them shares a byte with `range`.
    pub fn touch(&self, range: &Range<usize>) -> bool {
        let count = self.spans.partition_point(|(start, _)| *start < range.end);
        count
            .checked_sub(1)
            .is_some_and(|last| self.spans[last].1 > range.start)
    }

    /// Whether one of them begins no later than `range` and one that does ends no earlier.
    pub fn hold(&self, range: &Range<usize>) -> bool {
        let count = self
            .spans
            .partition_point(|(start, _)| *start <= range.start);
        count
            .checked_sub(1)
            .is_some_and(|last| self.spans[last].1 >= range.end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_the_text() {
        for text in [
            "",
            "short",
            &"A sentence. ".repeat(900),
            &"é".repeat(3_000),
            &"x".repeat(4_001),
        ] {
            let all: Vec<(usize, &str)> = pieces(text, PIECE).collect();
            assert_eq!(
                all.iter().map(|(_, piece)| *piece).collect::<String>(),
                *text
            );
            assert!(all.iter().all(|(at, piece)| text[*at..].starts_with(piece)
                && piece.len() <= PIECE
                && !piece.is_empty()));
        }
        assert!(pieces(&"A sentence. ".repeat(900), PIECE).all(|(_, piece)| piece.ends_with(". ")));
    }

    #[test]
    fn ranges_touch_and_hold() {
        let ranges = Ranges::of([10..20, 0..3, 12..14]);
        assert!(ranges.touch(&(2..5)) && ranges.touch(&(19..30)) && ranges.touch(&(15..16)));
        assert!(!ranges.touch(&(3..10)) && !ranges.touch(&(20..21)));
        assert!(ranges.hold(&(13..20)) && !ranges.hold(&(9..12)) && !ranges.hold(&(15..21)));
        assert!(!Ranges::of([]).touch(&(0..9)));
    }

    #[test]
    fn surroundings_end_at_characters() {
        let text = "aéb";
        assert_eq!(
            (
                before(text, 3, 1),
                before(text, 3, 2),
                behind(text, 1, 1),
                behind(text, 1, 9)
            ),
            ("", "é", "", "éb")
        );
    }
}
