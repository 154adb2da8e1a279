//! The text as the finders read it: digits, hyphens and spaces of other scripts as those of ASCII.

use std::borrow::Cow;
use std::ops::Range;

/// A text with its digits, hyphens and spaces folded, and the way back to the original's bytes.
#[derive(Debug)]
pub(super) struct Folded<'t> {
    pub(super) text: Cow<'t, str>,
    /// (byte of the folded text, byte of the original) wherever their distance changes.
    moves: Vec<(usize, usize)>,
    /// Bytes of the original.
    length: usize,
}

/// What a character is read as; none if it is left out.
fn fold(c: char) -> Option<char> {
    let digit = |zero: u32| char::from_digit(u32::from(c) - zero, 10);
    match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0),
        '\u{660}'..='\u{669}' => digit(0x660),
        '\u{6f0}'..='\u{6f9}' => digit(0x6f0),
        '\u{966}'..='\u{96f}' => digit(0x966),
        // hyphens, the figure and en dash, the minus sign
        '\u{2010}'..='\u{2013}' | '\u{2212}' | '\u{fe63}' => Some('-'),
        // spaces that do not break, or are narrow
        '\u{a0}' | '\u{2007}' | '\u{2009}' | '\u{202f}' | '\u{3000}' => Some(' '),
        '\u{2018}' | '\u{2019}' => Some('\''),
        // without width: the soft hyphen, joiners, the byte order mark
        '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}' => None,
        _ => Some(c),
    }
}

impl<'t> Folded<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        let length = text.len();
        if text.chars().all(|c| fold(c) == Some(c)) {
            return Self {
                text: Cow::Borrowed(text),
                moves: Vec::new(),
                length,
            };
        }
        let mut folded = String::with_capacity(length);
        let mut moves = Vec::new();
        let mut distance = 0;
        for (at, c) in text.char_indices() {
            let Some(read) = fold(c) else { continue };
            if at - folded.len() != distance {
                distance = at - folded.len();
                moves.push((folded.len(), at));
            }
            folded.push(read);
        }
        if length - folded.len() != distance {
            moves.push((folded.len(), length));
        }
        Self {
            text: Cow::Owned(folded),
            moves,
            length,
        }
    }

    /// The bytes of the original for a range of the folded text.
    pub(super) fn original(&self, range: Range<usize>) -> Range<usize> {
        self.place(range.start)..self.place(range.end)
    }

    fn place(&self, folded: usize) -> usize {
        let after = self.moves.partition_point(|(from, _)| *from <= folded);
        let last = after.checked_sub(1).and_then(|last| self.moves.get(last));
        last.map_or(folded, |(from, to)| to + (folded - from))
            .min(self.length)
    }
}

#[cfg(test)]
mod tests {
    use super::Folded;

    #[test]
    fn a_range_finds_its_way_back() {
        let text = "Tel\u{ad}efon\u{a0}０３０‑12\u{200b}";
        let folded = Folded::new(text);
        assert_eq!(folded.text, "Telefon 030-12");
        let start = folded.text.find("030").unwrap();
        let range = folded.original(start..start + 6);
        assert!(text[range].starts_with("０３０‑12"));
    }
}
