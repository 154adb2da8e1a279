//! Words of a text: folded, as stems, and with the weight that they carry.

use crate::korean;
use crate::language::ENGLISH;
use rust_stemmers::{Algorithm, Stemmer};
use std::cmp::Ordering;
use std::collections::{BTreeMap, HashSet};
use std::sync::LazyLock;
use unicode_normalization::UnicodeNormalization;
use unicode_segmentation::UnicodeSegmentation;

static STEMMER: LazyLock<Stemmer> = LazyLock::new(|| Stemmer::create(Algorithm::English));

/// Lower case, without diacritics.
fn without_marks(text: &str) -> String {
    text.nfkd()
        .filter(|c| !('\u{300}'..='\u{36f}').contains(c))
        .collect::<String>()
        .to_lowercase()
}

/// Lower case, without diacritics, possessive and typographic marks.
pub fn fold(text: &str) -> String {
    without_marks(text)
        .replace(['’', '‘'], "'")
        .replace(['“', '”', '„', '«', '»'], "\"")
        .replace(['‐', '‑', '–', '—'], "-")
        .replace("'s ", " ")
}

/// Folded words of a text, in order.
pub fn tokens(text: &str) -> Vec<String> {
    fold(text)
        .unicode_words()
        .map(|word| bare(word).trim_end_matches("'s").to_owned())
        .filter(|word| !word.is_empty())
        .collect()
}

/// A word without the underscores around it, with which plain texts mark what is in italics: `_Gesner_`.
fn bare(word: &str) -> &str {
    word.trim_matches('_')
}

/// Terms of a text for a search, in order, repeated as often as they occur: folded words and their stems, without those that no search looks for.
pub fn terms(text: &str) -> Vec<String> {
    without_marks(text)
        .unicode_words()
        .map(|word| bare(word).trim_end_matches("'s").trim_end_matches("’s"))
        .filter(|word| !word.is_empty() && !ENGLISH.unsearched.has(word))
        .flat_map(|word| {
            if korean::is_korean(word) {
                korean::terms(word)
            } else {
                vec![stem(word)]
            }
        })
        .collect()
}

/// The stem of a folded word.
pub fn stem(word: &str) -> String {
    if word.is_ascii() {
        STEMMER.stem(word).into_owned()
    } else if korean::is_korean(word) {
        korean::stem(word)
    } else {
        word.to_owned()
    }
}

/// A text with its first letter in upper case, where it does not begin with an address.
pub fn capitalised(text: &str) -> String {
    let word = text.split_whitespace().next().unwrap_or_default();
    if word.contains("://") || word.contains('@') {
        return text.to_owned();
    }
    let mut letters = text.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().chain(letters).collect())
        .unwrap_or_default()
}

/// Whether a folded word is a function word.
pub fn is_stop(word: &str) -> bool {
    ENGLISH.function_words.has(word) || (korean::is_korean(word) && korean::is_stop(word))
}

/// How much a content word tells of its subject: 2 for a name or a number, 1.5 for a folded word of eight letters or more, else 1.
pub fn weight(word: &str, name_or_number: bool) -> f32 {
    match (name_or_number, word.chars().count()) {
        (true, _) => 2.0,
        (false, 8..) => 1.5,
        (false, _) => 1.0,
    }
}

/// Stems of all words of a text.
pub fn stems(text: &str) -> HashSet<String> {
    tokens(text).iter().map(|word| stem(word)).collect()
}

/// Stems of a text that carry content, with weights: 2 for words written with a capital inside a sentence or with a digit, 1.5 for
/// words of eight letters or more, else 1. The weights do not depend on the collection, so unrelated documents cannot change them.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ContentWords {
    weights: BTreeMap<String, f32>,
}

impl ContentWords {
    /// Content words of a text.
    pub fn of(text: &str) -> Self {
        let mut weights = BTreeMap::new();
        for (place, raw) in text.unicode_words().enumerate() {
            let folded = fold(raw);
            let word = folded.trim_end_matches("'s");
            if is_stop(word) || (word.chars().count() < 2 && !word.chars().all(char::is_numeric)) {
                continue;
            }
            let capital = place > 0 && raw.chars().next().is_some_and(char::is_uppercase);
            let weight = weight(word, capital || word.chars().any(char::is_numeric));
            let entry = weights.entry(stem(word)).or_insert(weight);
            *entry = f32::max(*entry, weight);
        }
        Self { weights }
    }

    /// The same without the stems that `drop` names.
    #[must_use]
    pub fn without(mut self, drop: impl Fn(&str) -> bool) -> Self {
        self.weights.retain(|stem, _| !drop(stem));
        self
    }

    /// Weighted share of these words that occur in `text`; 1 when there are none.
    pub fn coverage(&self, text: &str) -> f32 {
        self.coverage_of(&stems(text))
    }

    /// Like `coverage`, on stems made before.
    pub fn coverage_of(&self, present: &HashSet<String>) -> f32 {
        let total: f32 = self.weights.values().sum();
        if total == 0.0 {
            return 1.0;
        }
        self.weights
            .iter()
            .filter(|(stem, _)| present.contains(*stem))
            .map(|(_, weight)| weight)
            .sum::<f32>()
            / total
    }

    /// The stems.
    pub fn stems(&self) -> impl Iterator<Item = &str> {
        self.weights.keys().map(String::as_str)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.weights.is_empty()
    }

    /// Weighted overlap over union with other content words, in [0, 1].
    pub fn likeness(&self, other: &Self) -> f32 {
        let (mut one, mut rest) = (
            self.weights.iter().peekable(),
            other.weights.iter().peekable(),
        );
        let (mut total, mut both) = (0.0, 0.0);
        loop {
            let order = match (one.peek(), rest.peek()) {
                (Some((a, _)), Some((b, _))) => a.cmp(b),
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (None, None) => break,
            };
            let weight = match order {
                Ordering::Less => one.next(),
                Ordering::Greater => rest.next(),
                Ordering::Equal => {
                    rest.next();
                    both += one.peek().map_or(0.0, |(_, weight)| **weight);
                    one.next()
                }
            };
            total += weight.map_or(0.0, |(_, weight)| *weight);
        }
        if total == 0.0 { 0.0 } else { both / total }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_written_as_it_is() {
        assert_eq!(capitalised("no such page"), "No such page");
        for text in ["https://a.org is not there", "joe@a.org is not there"] {
            assert_eq!(capitalised(text), text);
        }
    }

    #[test]
    fn italics_of_plain_texts_are_no_part_of_a_word() {
        assert_eq!(tokens("as _Gesner_ relates"), ["as", "gesner", "relates"]);
        assert_eq!(
            tokens("parent_main_v4 and __init__"),
            ["parent_main_v4", "and", "init"]
        );
        assert_eq!(terms("as _Gesner_ relates"), terms("as Gesner relates"));
        assert!(tokens("_").is_empty());
    }

    #[test]
    fn inflected_words_cover_each_other_and_function_words_do_not_count() {
        let words = ContentWords::of("The harbour was built in the city");
        assert!(
            (words.coverage("They are building harbours in cities.") - 1.0).abs() < f32::EPSILON
                || words.coverage("They build harbours in cities.") > 0.6
        );
        assert!(words.coverage("It was in the.").abs() < f32::EPSILON);
    }

    #[test]
    fn folding() {
        assert_eq!(tokens("Müller’s “Straße”"), ["muller", "straße"]);
    }

    #[test]
    fn terms_are_folded_stems_without_function_words() {
        assert_eq!(
            terms("The café’s Harbours were opening in 1987"),
            ["cafe", "harbour", "open", "1987"]
        );
    }
}
