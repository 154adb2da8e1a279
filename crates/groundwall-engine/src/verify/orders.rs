//! Orders to a language model and questions in the documents: they name what they say and do not assert it.

use super::windows::Found;
use crate::answer::order_to_say;
use groundwall_checks::assertion::{Embedding, Standing};
use groundwall_core::Policy;
use groundwall_text::sentences_of;
use std::collections::HashMap;

/// Takes from windows that order a model to say something what they would say of a claim: "say that the rate is 2 %" states no rate.
pub(super) fn withhold_orders(found: &mut [Found], policy: &Policy) {
    if !policy.checks.instructions {
        return;
    }
    let mut known: HashMap<String, Option<String>> = HashMap::new();
    let mut order = |text: &str| -> Option<String> {
        if let Some(order) = known.get(text) {
            return order.clone();
        }
        let order = order_to_say(text, policy);
        known.insert(text.to_owned(), order.clone());
        order
    };
    for found in found {
        for scored in &mut found.windows {
            if let Some(words) = order(&scored.evidence.window.text) {
                scored.standing = Standing::Withheld(Embedding {
                    words,
                    says: "gives an order to a language model here, which states nothing",
                });
            }
        }
        found.joined.retain(|joined| order(&joined.text).is_none());
    }
}

/// Words of a question that a reader is told, at most.
const TOLD: usize = 8;

/// Takes from windows that only ask what they would say of a claim: "Is it only for members?" states nothing. One whose answer is "No." denies it all the same.
pub(super) fn withhold_questions(found: &mut [Found]) {
    let windows = found.iter_mut().flat_map(|found| &mut found.windows);
    let asserted = windows.filter(|scored| scored.standing.is_asserted());
    for scored in asserted.filter(|scored| only_asks(&scored.evidence.window.text)) {
        let words = scored.evidence.window.text.split_whitespace().take(TOLD);
        scored.standing = Standing::Withheld(Embedding {
            words: words.collect::<Vec<_>>().join(" "),
            says: "asks this here, which states nothing",
        });
    }
}

/// Whether every sentence of a text is a question; its number is none.
fn only_asks(text: &str) -> bool {
    // Few windows have a question; the others are not parted into sentences.
    text.contains('?')
        && sentences_of(text)
            .into_iter()
            .map(|range| text[range].trim())
            .filter(|sentence| sentence.contains(char::is_alphabetic))
            .all(|sentence| sentence.ends_with(['?', '？']))
}

#[cfg(test)]
mod tests {
    use super::only_asks;

    #[test]
    fn a_question_alone_is_told_from_one_with_its_answer() {
        for asks in [
            "11. Is the union only for writers of news?",
            "Who may join? Is there a fee?",
        ] {
            assert!(only_asks(asks), "{asks}");
        }
        for states in [
            "Is there a fee? No, it is free.",
            "There is no fee.",
            "The sign says \"Why not?\" in red.",
        ] {
            assert!(!only_asks(states), "{states}");
        }
    }
}
