//! The words of `data/follow_up.toml`, and a question as a row of words.

use groundwall_values::number::word_value;
use serde::Deserialize;
use std::collections::HashSet;
use std::sync::LazyLock;

type Set = HashSet<String>;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Lexicon {
    #[expect(dead_code, reason = "it dates the file")]
    version: u32,
    pub(super) lead_ins: Set,
    pub(super) openers: Vec<String>,
    pub(super) asking: Set,
    pub(super) circumstances: Set,
    pub(super) be: Set,
    pub(super) helping: Set,
    pub(crate) prepositions: Set,
    pub(super) definite: Set,
    pub(super) indefinite: Set,
    pub(super) ends: Set,
    pub(super) things: Set,
    pub(super) things_own: Set,
    pub(super) persons: Set,
    pub(super) persons_own: Set,
    pub(super) nothing: Set,
    pub(super) nothing_to: Set,
    pub(super) verbs: Set,
    pub(super) superlatives: Set,
}

/// The words; a test reads the file, so that it is always whole.
pub(crate) static WORDS: LazyLock<Lexicon> = LazyLock::new(|| {
    toml::from_str(include_str!("../../../data/follow_up.toml")).expect("follow_up.toml")
});

impl Lexicon {
    pub(super) fn auxiliary(&self, word: &Word) -> bool {
        self.be.contains(&word.bare) || self.helping.contains(&word.bare)
    }

    pub(super) fn determiner(&self, word: &Word) -> bool {
        self.definite.contains(&word.bare) || self.indefinite.contains(&word.bare)
    }

    /// Whether a word looks like the verb at the end of a question.
    pub(super) fn verb(&self, word: &Word) -> bool {
        self.verbs.contains(&word.bare) || (word.bare.len() > 4 && word.bare.ends_with("ed"))
    }

    /// Whether a bare word is a superlative.
    pub(crate) fn superlative(&self, word: &str) -> bool {
        self.superlatives.contains(word) || (word.len() > 5 && word.ends_with("est"))
    }

    /// Whether no noun goes on over this word.
    pub(super) fn ends_noun(&self, word: &Word) -> bool {
        self.auxiliary(word)
            || self.determiner(word)
            || self.prepositions.contains(&word.bare)
            || self.asking.contains(&word.bare)
            || self.ends.contains(&word.bare)
    }
}

/// One word of a question.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Word {
    /// As written, without the mark at the question's end.
    pub(super) text: String,
    /// In small letters, without marks around it and without the possessive.
    pub(super) bare: String,
    pub(super) capital: bool,
    /// Whether a mark or a possessive ends what it belongs to.
    pub(super) stop: bool,
}

impl Word {
    fn of(text: &str) -> Self {
        let trimmed = text.trim_matches(|c: char| !c.is_alphanumeric());
        let name = trimmed
            .strip_suffix("'s")
            .or_else(|| trimmed.strip_suffix("’s"))
            .unwrap_or(trimmed);
        Self {
            text: text.to_owned(),
            bare: name.to_lowercase().replace('’', "'"),
            capital: name.chars().next().is_some_and(char::is_uppercase),
            stop: name.len() != trimmed.len() || text.ends_with([',', ';', ':', ')', '.']),
        }
    }

    /// Whether it is a year.
    pub(super) fn year(&self) -> bool {
        self.bare.len() == 4
            && self.bare.bytes().all(|byte| byte.is_ascii_digit())
            && self.bare.starts_with(['1', '2'])
    }

    /// Whether it is a number, in digits or in a word.
    pub(super) fn counts(&self) -> bool {
        self.number() || word_value(&self.bare).is_some()
    }

    pub(super) fn number(&self) -> bool {
        self.bare.chars().next().is_some_and(|c| c.is_ascii_digit())
    }

    /// The word without a possessive or a mark behind it, and what was cut off.
    pub(super) fn split(&self) -> (&str, &str) {
        let end = self
            .text
            .trim_end_matches(|c: char| !c.is_alphanumeric())
            .len();
        let name = &self.text[..end];
        let short = name
            .strip_suffix("'s")
            .or_else(|| name.strip_suffix("’s"))
            .unwrap_or(name)
            .len();
        self.text.split_at(short)
    }
}

/// The words of a question, without its question mark.
pub(super) fn words(question: &str) -> Vec<Word> {
    question
        .trim()
        .trim_end_matches(['?', '!', ' '])
        .split_whitespace()
        .map(Word::of)
        .filter(|word| !word.bare.is_empty())
        .collect()
}

/// Words as a text.
pub(super) fn joined(words: &[Word]) -> String {
    let texts: Vec<&str> = words.iter().map(|word| word.text.as_str()).collect();
    texts.join(" ")
}
