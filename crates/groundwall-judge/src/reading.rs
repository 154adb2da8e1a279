//! The words of a text as the judge sees them.

use crate::lexicon::{Known, Lexicon};
use groundwall_text::words::{fold, is_stop, stem};
use unicode_segmentation::UnicodeSegmentation;

/// Words of a text that are read. The verifier whose scores are weighed reads about as much of a window, and what is laid over each other grows with both lengths.
const WORDS: usize = 512;

/// One word.
#[derive(Debug, Clone)]
pub struct Word {
    /// Folded, without possessive.
    pub folded: String,
    pub stem: String,
    /// What the lexicon knows of it.
    pub(crate) known: Known,
    /// Carries content: no function word.
    pub content: bool,
    /// Written with a capital inside a sentence, or in capitals throughout.
    pub name: bool,
    /// Its value, for digits and number words.
    pub number: Option<f64>,
    /// Number of its sentence in the text.
    pub sentence: usize,
    /// 2 for names and numbers, 1.5 for words of eight letters or more, else 1; 0 for function words.
    pub weight: f32,
}

/// The words of a text in order.
#[derive(Debug, Clone, Default)]
pub struct Reading {
    pub words: Vec<Word>,
}

fn value(folded: &str) -> Option<f64> {
    folded
        .replace(',', "")
        .parse()
        .ok()
        .or_else(|| groundwall_values::number::word_value(folded))
}

impl Reading {
    /// Reads the first 512 words of a text.
    pub fn of(text: &str, lexicon: &Lexicon) -> Self {
        let mut words: Vec<Word> = Vec::new();
        let (mut sentence, mut end) = (0, 0);
        for (start, raw) in text.unicode_word_indices().take(WORDS) {
            let gap = text[end..start].trim_end_matches(['"', '“', '(', '\'', '‘', '-', '•']);
            let capital = raw
                .chars()
                .next()
                .is_some_and(|first| first.is_uppercase() || first.is_numeric());
            let ended = gap.contains(['!', '?', '\n', ';'])
                || (gap.contains('.') && capital && gap.ends_with(char::is_whitespace));
            if ended && !words.is_empty() {
                sentence += 1;
            }
            let first_of_sentence = words.last().is_none_or(|last| last.sentence != sentence);
            end = start + raw.len();
            let folded = fold(raw);
            let folded = folded.trim_end_matches("'s").to_owned();
            let number = value(&folded);
            let content = !is_stop(&folded) && (folded.chars().count() > 1 || number.is_some());
            let raw = raw.trim_end_matches("'s").trim_end_matches("’s");
            let shouted = raw.chars().count() > 1
                && raw
                    .chars()
                    .all(|letter| letter.is_uppercase() || letter.is_numeric());
            let name = content && number.is_none() && (shouted || (capital && !first_of_sentence));
            let weight = if content {
                groundwall_text::words::weight(&folded, name || number.is_some())
            } else {
                0.0
            };
            let known = if content && number.is_none() {
                lexicon.find(&folded)
            } else {
                Known::default()
            };
            words.push(Word {
                stem: stem(&folded),
                known,
                content,
                name,
                number,
                sentence,
                weight,
                folded,
            });
        }
        Self { words }
    }

    /// Sum of the weights.
    pub fn weight(&self) -> f32 {
        self.words.iter().map(|word| word.weight).sum()
    }

    /// Whether a folded word occurs.
    pub(crate) fn has(&self, wanted: &str) -> bool {
        self.words.iter().any(|word| word.folded == wanted)
    }

    /// The words of one sentence.
    pub(crate) fn sentence(&self, number: usize) -> Self {
        Self {
            words: self
                .words
                .iter()
                .filter(|word| word.sentence == number)
                .cloned()
                .collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_names_and_numbers() {
        let reading = Reading::of(
            "The mill of Orm was built in 1,871. Twelve men of the NATO's staff worked there, approx. two days.",
            &Lexicon::default(),
        );
        let names: Vec<&str> = reading
            .words
            .iter()
            .filter(|word| word.name)
            .map(|word| word.folded.as_str())
            .collect();
        assert_eq!(names, ["orm", "nato"]);
        let numbers: Vec<f64> = reading
            .words
            .iter()
            .filter_map(|word| word.number)
            .collect();
        assert_eq!(numbers, [1871.0, 12.0, 2.0]);
        assert_eq!(reading.words.last().unwrap().sentence, 1);
    }
}
