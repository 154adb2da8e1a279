//! Why a claim is not supported: the nearest sentence, the words that differ, and what a document would have to say.

use crate::verify::windows::Scored;
use groundwall_checks::{Observation, Signal};
use groundwall_core::report::WhyNot;
use groundwall_text::words::{fold, is_stop, stem, stems, tokens};
use groundwall_values::number::{self, Number, same_unit};
use std::collections::HashSet;

/// Words that are listed, at most.
const WORDS: usize = 6;

/// What a text has: its words by their stems, and its figures with their units.
struct Has {
    stems: HashSet<String>,
    numbers: Vec<Number>,
}

impl Has {
    fn of(text: &str) -> Self {
        Self {
            stems: stems(text),
            numbers: number::extract(text),
        }
    }

    /// Whether a word stands in the text. That one with a sign does, as “75%”, is told by [`Has::number`]: there may be “75 people”.
    fn word(&self, word: &str) -> bool {
        let signed = word.starts_with(SIGNS) || word.ends_with(SIGNS);
        (!signed || number::extract(word).is_empty())
            && tokens(word)
                .iter()
                .all(|part| self.stems.contains(&stem(part)))
    }

    /// Whether the text says a number in its unit, however that is written.
    fn number(&self, own: &Number) -> bool {
        let equal = |one: &Number| own.value.total_cmp(&one.value).is_eq();
        let mut numbers = self.numbers.iter();
        numbers.any(|one| equal(one) && same_unit(own, one))
    }
}

/// Signs that belong to a figure.
const SIGNS: [char; 4] = ['%', '$', '€', '£'];

/// A word without the marks around it.
fn bare(word: &str) -> &str {
    word.trim_matches(|c: char| !c.is_alphanumeric() && !SIGNS.contains(&c))
}

/// The content words of `text` that do not stand in the other text, as written, each once.
fn words_not_in(text: &str, other: &Has) -> Vec<String> {
    // The words of figures that both have.
    let both: HashSet<String> = number::extract(text)
        .iter()
        .filter(|own| other.number(own))
        .flat_map(|own| {
            own.text
                .split_whitespace()
                .map(bare)
                .map(fold)
                .collect::<Vec<_>>()
        })
        .collect();
    let mut seen = HashSet::new();
    text.split_whitespace()
        .map(bare)
        .filter(|word| {
            let folded = fold(word);
            let folded = folded.trim_end_matches("'s");
            !folded.is_empty()
                && !is_stop(folded)
                && !both.contains(folded)
                && !other.word(word)
                && seen.insert(folded.to_owned())
        })
        .map(|word| {
            word.trim_end_matches("'s")
                .trim_end_matches("’s")
                .to_owned()
        })
        .take(WORDS)
        .collect()
}

fn listed(words: &[String]) -> String {
    let marked: Vec<String> = words.iter().map(|word| format!("“{word}”")).collect();
    match marked.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

/// Why `claim` is not supported. `nearest` is the window that the verdict names, none where nothing speaks of the claim.
pub(super) fn why_not(
    claim: &str,
    said: &[Observation],
    windows: &[Scored],
    nearest: Option<usize>,
) -> Option<WhyNot> {
    if said.iter().any(|said| said.signal == Signal::Impossible) {
        return None;
    }
    let Some(place) = nearest.filter(|place| windows[*place].evidence.coverage > 0.0) else {
        let needed = "No sentence of the documents shares its words: a document would have to speak of this.".to_owned();
        return Some(WhyNot {
            sentence: None,
            place: None,
            only_claim: Vec::new(),
            only_sentence: Vec::new(),
            needed,
        });
    };
    let window = &windows[place].evidence.window;
    let wanted = Has::of(claim);
    let sentence = groundwall_text::sentences_of(&window.text)
        .into_iter()
        .map(|range| &window.text[range])
        .max_by_key(|sentence| stems(sentence).intersection(&wanted.stems).count())
        .unwrap_or(&window.text);
    let only_claim = words_not_in(claim, &Has::of(&window.text));
    let only_sentence = words_not_in(sentence, &wanted);
    let first = |signal: Signal| said.iter().find(|said| said.signal == signal);
    let needed = if let Some(clash) = first(Signal::Clash) {
        let instead = clash.expected.as_deref().map_or(String::new(), |expected| {
            format!(" where this one says {expected}")
        });
        format!("A document would have to say {}{instead}.", clash.detected)
    } else if let Some(absent) = first(Signal::Absent).or(first(Signal::Suspect)) {
        format!("A document would have to mention {}.", absent.detected)
    } else if !windows[place].standing.is_asserted() && window.locator.cells.is_some() {
        "What no row says by itself a text would have to say, or the table in words that it has."
            .to_owned()
    } else if !windows[place].standing.is_asserted() {
        "A document would have to assert this; the nearest sentence only names it, or denies it."
            .to_owned()
    } else if only_claim.is_empty() {
        "The nearest sentence says something else with the same words: look at who does what, at the order and at every “not”.".to_owned()
    } else {
        format!(
            "A document would have to say so with {}, or plainly mean it.",
            listed(&only_claim)
        )
    };
    Some(WhyNot {
        sentence: Some(sentence.to_owned()),
        place: Some(window.place()),
        only_claim,
        only_sentence,
        needed,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_differ_as_they_are_written() {
        let window = Has::of("The tower was built by Henrik Lund in 1871.");
        assert_eq!(
            words_not_in("Henrik Lund's towers were painted in 1902.", &window),
            ["painted", "1902"]
        );
    }

    #[test]
    fn a_figure_that_stands_there_is_not_missing_whatever_its_sign() {
        let window = Has::of("The company pays 75% of the premium and $1,200 a year.");
        assert_eq!(
            words_not_in("Tidemark pays 75% of it, 75 percent, $1,200.", &window),
            ["Tidemark"]
        );
        let people = Has::of("It pays for 75 people.");
        assert_eq!(words_not_in("It pays 75%.", &people), ["75%"]);
    }

    #[test]
    fn what_is_missing_is_listed() {
        assert_eq!(
            listed(&["a".into(), "b".into(), "c".into()]),
            "“a”, “b” and “c”"
        );
    }
}
