//! A pack that cannot be read, with the place and what should stand there.

use super::model::Pack;
use std::fmt;
use std::ops::Range;

/// What is wrong with a pack file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackError {
    /// The file as it was named.
    pub file: String,
    /// From 1.
    pub line: usize,
    /// In characters, from 1.
    pub column: usize,
    pub found: String,
    pub expected: String,
}

impl fmt::Display for PackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            file,
            line,
            column,
            found,
            expected,
        } = self;
        write!(f, "{file}:{line}:{column}: {found}; expected {expected}")
    }
}

impl std::error::Error for PackError {}

/// A file's name and text, for the places of errors.
#[derive(Clone, Copy)]
pub(crate) struct Source<'a> {
    pub(crate) file: &'a str,
    pub(crate) text: &'a str,
}

impl Source<'_> {
    pub(crate) fn error(
        &self,
        span: Range<usize>,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> PackError {
        let before = self.text.get(..span.start).unwrap_or(self.text);
        let line_start = before.rfind('\n').map_or(0, |at| at.saturating_add(1));
        let in_line = before.get(line_start..).unwrap_or_default();
        PackError {
            file: self.file.to_owned(),
            line: before.matches('\n').count().saturating_add(1),
            column: in_line.chars().count().saturating_add(1),
            found: found.into(),
            expected: expected.into(),
        }
    }

    /// What the reader of TOML says, taken apart into what it found and what it expected.
    pub(crate) fn of_toml(&self, error: &toml::de::Error) -> PackError {
        self.of_reader(error.message(), error.span())
    }

    fn of_reader(&self, message: &str, span: Option<Range<usize>>) -> PackError {
        let message = message.trim().replace('\n', " ");
        let (found, expected) = match message.split_once(", expected ") {
            Some((found, expected)) => (found.to_owned(), expected.to_owned()),
            None if message.starts_with("missing field") => {
                (message, "a value for it in this table".to_owned())
            }
            None => (message, "TOML as docs/packs.md describes it".to_owned()),
        };
        self.error(span.unwrap_or(0..0), found, expected)
    }
}

impl Pack {
    fn place(&self) -> Source<'_> {
        Source {
            file: &self.file,
            text: &self.text,
        }
    }

    /// What the reader of a section of this file that is read elsewhere says, told as errors of the other sections are.
    pub fn error_of_reader(&self, message: &str, span: Option<Range<usize>>) -> PackError {
        self.place().of_reader(message, span)
    }

    /// That its name is that of a pack of the program.
    pub fn named_as_bundled(&self) -> PackError {
        let name = &self.identity.name;
        let found = format!("the name `{name}`, which a pack of the program has");
        let expected = "a name that no other rule pack has";
        self.place().error(self.named.clone(), found, expected)
    }

    /// That its name is that of a pack that was read before.
    pub(super) fn named_as(&self, before: &Self) -> PackError {
        let name = &self.identity.name;
        let PackError {
            file, line, column, ..
        } = before.place().error(before.named.clone(), "", "");
        let found = format!("the name `{name}` a second time, first at {file}:{line}:{column}");
        let expected = "a name that no other rule pack has";
        self.place().error(self.named.clone(), found, expected)
    }
}
