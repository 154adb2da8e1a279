//! A text for the expressions: letters that none of them knows are written in ASCII, byte for byte.
//!
//! An expression with word boundaries is fast on ASCII alone: on other texts it is read by an engine some ten times slower (regex-automata, `hybrid`).

use crate::{date, number};
use std::collections::HashSet;
use std::sync::LazyLock;

/// Letters of the expressions themselves, and those that are read as ASCII letters where case does not count.
static KNOWN: LazyLock<HashSet<char>> = LazyLock::new(|| {
    let expressions = date::expressions().into_iter().chain(number::expressions());
    let letters = expressions.flat_map(|expression| expression.chars().collect::<Vec<_>>());
    letters.chain(['ſ', '\u{212a}']).collect()
});

/// A piece of a text.
#[derive(Debug, Clone)]
pub(crate) struct Piece<'a> {
    pub(crate) text: &'a str,
    /// What expressions read: as long as the text, with every letter, digit and sign that they know where it stands in the text.
    pub(crate) plain: std::borrow::Cow<'a, str>,
}

impl<'a> Piece<'a> {
    pub(crate) fn of(text: &'a str) -> Self {
        let unknown = |c: char| !c.is_ascii() && c.is_alphabetic() && !KNOWN.contains(&c);
        let plain = if text.contains(unknown) {
            let mut plain = String::with_capacity(text.len());
            for c in text.chars() {
                if unknown(c) {
                    plain.extend(std::iter::repeat_n('z', c.len_utf8()));
                } else {
                    plain.push(c);
                }
            }
            plain.into()
        } else {
            text.into()
        };
        Self { text, plain }
    }
}

#[cfg(test)]
mod tests {
    use super::Piece;

    #[test]
    fn letters_that_no_expression_knows_stand_aside_byte_for_byte() {
        for (text, plain) in [
            ("12 t in 2024", "12 t in 2024"),
            ("수익 5%", "zzzzzz 5%"),
            ("Ä 3 kg – 4 €", "zz 3 kg – 4 €"),
            ("ſ", "ſ"),
        ] {
            let piece = Piece::of(text);
            assert_eq!(
                (piece.plain.as_ref(), piece.plain.len()),
                (plain, text.len())
            );
        }
    }
}
