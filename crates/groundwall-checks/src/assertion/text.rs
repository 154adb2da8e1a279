//! A text as words, marks and sentences.

use super::operators::OPERATORS;
use crate::words::{fold, stem};
use std::collections::HashSet;
use std::ops::Range;
use unicode_segmentation::UnicodeSegmentation;

/// A word in small letters, or a mark.
#[derive(Debug)]
pub(super) struct Token {
    pub(super) word: String,
    /// The word's stem; empty for a mark.
    pub(super) stem: String,
    /// Bytes of the text. "isn't" is two words in the same place.
    pub(super) range: Range<usize>,
    pub(super) mark: bool,
}

#[derive(Debug)]
pub(super) struct Sentence {
    /// Its tokens.
    pub(super) range: Range<usize>,
    /// Whether it ends with a question mark.
    pub(super) asks: bool,
}

#[derive(Debug)]
pub(super) struct Text {
    pub(super) tokens: Vec<Token>,
    pub(super) sentences: Vec<Sentence>,
}

impl Text {
    pub(super) fn of(text: &str) -> Self {
        let tokens = tokens(text);
        let sentences = sentences(text, &tokens);
        Self { tokens, sentences }
    }

    /// The place of a sentence's first word.
    pub(super) fn opening(&self, sentence: &Sentence) -> usize {
        sentence
            .range
            .clone()
            .find(|place| !self.tokens[*place].mark)
            .unwrap_or(sentence.range.start)
    }

    /// Stems of the tokens at some places.
    pub(super) fn stems(&self, places: impl IntoIterator<Item = usize>) -> HashSet<String> {
        places
            .into_iter()
            .map(|place| &self.tokens[place])
            .filter(|token| !token.mark)
            .map(|token| token.stem.clone())
            .collect()
    }

    /// Whether the tokens at some places hold an odd number of negations. The "no" of an answer is none.
    pub(super) fn negative(&self, places: impl IntoIterator<Item = usize>) -> bool {
        let negators = &OPERATORS.clauses.negators;
        let negates = |place: &usize| {
            let token = &self.tokens[*place];
            let answer = token.word == "no"
                && self
                    .tokens
                    .get(place + 1)
                    .is_none_or(|next| next.mark && next.word != "\"");
            negators.contains(&token.word) && !answer
        };
        places.into_iter().filter(negates).count() % 2 == 1
    }
}

fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    for (at, written) in text.split_word_bound_indices() {
        let range = at..at + written.len();
        if written.chars().any(char::is_alphanumeric) {
            for word in parts(&fold(written)) {
                tokens.push(Token {
                    stem: stem(&word),
                    word,
                    range: range.clone(),
                    mark: false,
                });
            }
            continue;
        }
        for c in written.chars().filter(|c| !c.is_whitespace()) {
            let mark = match c {
                '—' | '–' => '-',
                '-' if !text[..at].ends_with(char::is_whitespace) => continue,
                '“' | '”' | '„' | '«' | '»' => '"',
                other => other,
            };
            tokens.push(Token {
                word: mark.to_string(),
                stem: String::new(),
                range: range.clone(),
                mark: true,
            });
        }
    }
    tokens
}

/// A folded word without its possessive, or the two words that it is short for.
fn parts(word: &str) -> Vec<String> {
    let two = |a: &str, b: &str| vec![a.to_owned(), b.to_owned()];
    if let Some(stem) = word.strip_suffix("n't") {
        return match stem {
            "ca" => two("can", "not"),
            "wo" => two("will", "not"),
            "sha" => two("shall", "not"),
            stem => two(stem, "not"),
        };
    }
    if word == "cannot" {
        return two("can", "not");
    }
    match word.strip_suffix("'s") {
        Some(stem @ ("it" | "that" | "there" | "he" | "she" | "what" | "who")) => two(stem, "is"),
        Some(stem) => vec![stem.to_owned()],
        None => vec![word.to_owned()],
    }
}

fn sentences(text: &str, tokens: &[Token]) -> Vec<Sentence> {
    let (mut sentences, mut start, mut place) = (Vec::new(), 0, 0);
    while place < tokens.len() {
        let (token, end) = (&tokens[place], place);
        place += 1;
        if !token.mark || !matches!(token.word.as_str(), "." | "!" | "?" | "…") {
            continue;
        }
        let mut asks = token.word == "?";
        while let Some(next) = tokens
            .get(place)
            .filter(|next| matches!(next.word.as_str(), "." | "!" | "?" | "\"" | ")" | "]" | "'"))
            .filter(|next| !text[..next.range.start].ends_with(char::is_whitespace))
        {
            asks |= next.word == "?";
            place += 1;
        }
        let short = token.word == "."
            && end
                .checked_sub(1)
                .and_then(|before| tokens.get(before))
                .is_some_and(|before| {
                    OPERATORS.clauses.abbreviations.contains(&before.word)
                        || (before.word.chars().count() == 1
                            && before.word.chars().all(char::is_alphabetic))
                });
        let opens = tokens.get(place).is_none_or(|next| {
            text[next.range.clone()]
                .chars()
                .next()
                .is_some_and(|c| !c.is_lowercase())
        });
        if opens && !(short && place < tokens.len()) {
            sentences.push(Sentence {
                range: start..place,
                asks,
            });
            start = place;
        }
    }
    if start < tokens.len() {
        sentences.push(Sentence {
            range: start..tokens.len(),
            asks: false,
        });
    }
    sentences
}
