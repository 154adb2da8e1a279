//! Why a claim is not supported: the nearest sentence, the words that differ, and what a document would have to say.

use crate::verify::windows::Scored;
use groundwall_checks::{Observation, Signal};
use groundwall_core::report::WhyNot;
use groundwall_text::words::{fold, is_stop, stem, stems};
use std::collections::HashSet;

/// Words that are listed, at most.
const WORDS: usize = 6;

/// The content words of `text` whose stem does not stand in `other`, as written, each once.
fn words_not_in(text: &str, other: &HashSet<String>) -> Vec<String> {
    let mut seen = HashSet::new();
    text.split_whitespace()
        .map(|word| {
            word.trim_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '%' | '$' | '€' | '£'))
        })
        .filter(|word| {
            let folded = fold(word);
            let folded = folded.trim_end_matches("'s");
            !folded.is_empty()
                && !is_stop(folded)
                && !folded.split('-').all(|part| other.contains(&stem(part)))
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
    let wanted = stems(claim);
    let sentence = groundwall_text::sentences_of(&window.text)
        .into_iter()
        .map(|range| &window.text[range])
        .max_by_key(|sentence| stems(sentence).intersection(&wanted).count())
        .unwrap_or(&window.text);
    let only_claim = words_not_in(claim, &stems(&window.text));
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
        let window = stems("The tower was built by Henrik Lund in 1871.");
        assert_eq!(
            words_not_in("Henrik Lund's towers were painted in 1902.", &window),
            ["painted", "1902"]
        );
        assert_eq!(
            listed(&["a".into(), "b".into(), "c".into()]),
            "“a”, “b” and “c”"
        );
    }
}
