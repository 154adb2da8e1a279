//! A text and what is read in it, each kind once.

use crate::identifier::{self, Identifier};
use crate::{citation, date, number, quote, words};
use std::collections::HashSet;
use std::ops::{Deref, Range};
use std::sync::OnceLock;

/// A text that reads itself: words, values, names and quotations are found when they are first asked for, and kept.
///
/// Claims, windows and what surrounds them are each made into one of these; every check asks it and none reads the text anew.
#[derive(Debug, Clone, Default)]
pub struct Text {
    written: String,
    tokens: OnceLock<Vec<String>>,
    stems: OnceLock<HashSet<String>>,
    numbers: OnceLock<Vec<number::Number>>,
    dates: OnceLock<Vec<date::Date>>,
    identifiers: OnceLock<Vec<Identifier>>,
    quotes: OnceLock<Vec<String>>,
    citations: OnceLock<Vec<Range<usize>>>,
}

impl Text {
    /// The text as it is written.
    pub fn as_str(&self) -> &str {
        &self.written
    }

    /// Its words, folded, in order.
    pub fn tokens(&self) -> &[String] {
        self.tokens.get_or_init(|| words::tokens(&self.written))
    }

    /// The stems of its words.
    pub fn stems(&self) -> &HashSet<String> {
        self.stems.get_or_init(|| words::stems(&self.written))
    }

    /// Its numbers with their units, in order.
    pub fn numbers(&self) -> &[number::Number] {
        self.numbers.get_or_init(|| number::extract(&self.written))
    }

    /// Its dates and periods, in order.
    pub fn dates(&self) -> &[date::Date] {
        self.dates.get_or_init(|| date::extract(&self.written))
    }

    /// Its names, codes, acronyms and addresses, in order.
    pub fn identifiers(&self) -> &[Identifier] {
        self.identifiers.get_or_init(|| identifier::extract(self))
    }

    /// What stands between its quotation marks, of three words and more.
    pub fn quotes(&self) -> &[String] {
        self.quotes.get_or_init(|| quote::extract(&self.written))
    }

    /// Where it cites something.
    pub fn citations(&self) -> &[Range<usize>] {
        self.citations
            .get_or_init(|| citation::extract(&self.written))
    }
}

impl From<String> for Text {
    fn from(text: String) -> Self {
        Self {
            written: text,
            ..Self::default()
        }
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        text.to_owned().into()
    }
}

/// It is read as its text wherever one is wanted.
impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        &self.written
    }
}

#[cfg(test)]
mod tests {
    use super::Text;

    #[test]
    fn what_is_found_once_is_what_each_reader_finds() {
        let text = Text::from("In 2019 Orm Lund paid $1.2M for “the old mill here” [3].");
        assert_eq!(text.numbers()[0].text, "$1.2M");
        assert_eq!(text.dates().len(), 1);
        assert_eq!(text.quotes(), ["the old mill here"]);
        assert_eq!(&text[text.citations()[0].clone()], "[3]");
        let first = text.numbers().as_ptr();
        assert_eq!(text.numbers().as_ptr(), first);
        assert!(text.stems().contains("mill") && text.tokens().contains(&"mill".to_owned()));
        assert_eq!(text.identifiers()[0].text, "Orm Lund");
    }
}
