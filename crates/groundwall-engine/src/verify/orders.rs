//! Orders to a language model in the documents: they name what they say and do not assert it.

use super::windows::Found;
use crate::answer::order_to_say;
use groundwall_checks::assertion::{Embedding, Standing};
use groundwall_core::Policy;
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
