//! How words of packs and texts are compared: lower case, one form of each character, one space between words.

use std::ops::Range;
use unicode_normalization::UnicodeNormalization as _;

/// A folded text and the way back to the original's bytes.
#[derive(Debug, Default)]
pub(super) struct Folded {
    pub(super) text: String,
    /// For each byte of the folded text the first and the last byte of the original's character.
    places: Vec<(usize, usize)>,
}

/// What a character is read as; none if it is left out.
fn plain(c: char) -> Option<char> {
    match c {
        '\u{2018}' | '\u{2019}' | '\u{201b}' => Some('\''),
        '\u{201c}' | '\u{201d}' | '\u{201e}' => Some('"'),
        '\u{2010}'..='\u{2015}' | '\u{2212}' => Some('-'),
        '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}' => None,
        c if c.is_whitespace() => Some(' '),
        c => Some(c),
    }
}

impl Folded {
    pub(super) fn new(text: &str) -> Self {
        let mut folded = Self {
            text: String::with_capacity(text.len()),
            places: Vec::with_capacity(text.len()),
        };
        for (at, original) in text.char_indices() {
            let Some(c) = plain(original) else { continue };
            if c == ' ' && folded.text.ends_with(' ') {
                continue;
            }
            let place = (at, at.saturating_add(original.len_utf8()));
            if c.is_ascii() {
                folded.push(c.to_ascii_lowercase(), place);
                continue;
            }
            for c in std::iter::once(c).nfkc().flat_map(char::to_lowercase) {
                folded.push(c, place);
            }
        }
        folded
    }

    fn push(&mut self, c: char, place: (usize, usize)) {
        self.text.push(c);
        self.places.resize(self.text.len(), place);
    }

    /// The bytes of the original for a range of the folded text.
    pub(super) fn original(&self, range: &Range<usize>) -> Range<usize> {
        let first = self.places.get(range.start);
        let last = range.end.checked_sub(1).and_then(|at| self.places.get(at));
        match (first, last) {
            (Some((start, _)), Some((_, end))) => *start..*end,
            _ => 0..0,
        }
    }
}

/// A text folded, without the way back.
pub(super) fn folded(text: &str) -> String {
    Folded::new(text).text.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::Folded;

    #[test]
    fn a_range_finds_its_way_back() {
        let text = "ＧＵＡＲＡＮＴＥＥＤ \n 수익률\u{200b} “No–Risk”";
        let folded = Folded::new(text);
        assert_eq!(folded.text, "guaranteed 수익률 \"no-risk\"");
        for (word, original) in [
            ("guaranteed", "ＧＵＡＲＡＮＴＥＥＤ"),
            ("수익률", "수익률"),
            ("no-risk", "No–Risk"),
        ] {
            let start = folded.text.find(word).unwrap();
            assert_eq!(
                &text[folded.original(&(start..start + word.len()))],
                original
            );
        }
    }
}
