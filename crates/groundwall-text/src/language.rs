//! Words of a language as data: what every crate that knows words reads its files with.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::collections::HashSet;
use std::sync::LazyLock;

/// A set of words, folded where its file says nothing else.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(transparent)]
pub struct Words(HashSet<String>);

impl Words {
    /// Whether a word is one of them.
    pub fn has(&self, word: &str) -> bool {
        self.0.contains(word)
    }
}

/// Phrases in the order of their file.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(transparent)]
pub struct Phrases(Vec<String>);

impl Phrases {
    /// The phrases.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }

    /// The first of them that stands somewhere in a text, in whatever word it may be.
    pub fn within(&self, text: &str) -> Option<&str> {
        self.iter().find(|phrase| text.contains(phrase))
    }

    /// Whether a text begins with one of them.
    pub fn open(&self, text: &str) -> bool {
        self.iter().any(|phrase| text.starts_with(phrase))
    }

    /// Whether one of them stands somewhere in a text with spaces around it.
    pub fn within_words(&self, text: &str) -> Option<&str> {
        let text = format!(" {text} ");
        self.iter()
            .find(|phrase| text.contains(&format!(" {phrase} ")))
    }
}

/// Reads a data file that is compiled into the program.
///
/// # Panics
///
/// When the file is not what `T` says. Each crate has a test that reads its own files, so that no build with such a file is ever delivered.
pub fn read<T: DeserializeOwned>(name: &str, file: &str) -> T {
    toml::from_str(file).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// The word lists that this crate reads texts with: a report names their hash.
pub const LISTS: &[&str] = &[include_str!("../data/english.toml")];

/// Words of `data/english.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct English {
    pub(crate) function_words: Words,
    pub(crate) unsearched: Words,
    pub(crate) abbreviations: Words,
}

pub(crate) static ENGLISH: LazyLock<English> =
    LazyLock::new(|| read("data/english.toml", LISTS[0]));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_is_read_whole() {
        assert!(ENGLISH.function_words.has("the") && !ENGLISH.function_words.has("harbour"));
        assert!(ENGLISH.unsearched.has("tell") && !ENGLISH.function_words.has("tell"));
        assert!(ENGLISH.abbreviations.has("Fig.") && !ENGLISH.abbreviations.has("fig."));
    }

    #[test]
    fn phrases_stand_at_the_start_anywhere_or_as_words() {
        let phrases: Phrases = read::<std::collections::BTreeMap<String, Phrases>>(
            "a test",
            "list = [\"it seems\", \"likely\"]",
        )
        .remove("list")
        .unwrap_or_default();
        assert!(phrases.open("it seems so") && !phrases.open("so it seems"));
        assert_eq!(phrases.within("unlikely"), Some("likely"));
        assert_eq!(phrases.within_words("unlikely"), None);
        assert_eq!(phrases.within_words("it is likely"), Some("likely"));
    }
}
