//! What a question is after.

use groundwall_core::governance::IntentAnswer;
use leptos::prelude::*;

/// What the question is after.
#[component]
pub(crate) fn Intents<'a>(intents: &'a [IntentAnswer]) -> Option<AnyView> {
    let lines: Vec<AnyView> = intents
        .iter()
        .map(|intent| {
            let note = intent
                .disclaimer
                .clone()
                .map(|words| view! { " An answer has to say: "<q>{words}</q> });
            view! { <li>{format!("{}, risk {} ({})", intent.name, intent.risk, intent.source)}{note}</li> }
                .into_any()
        })
        .collect();
    (!lines.is_empty())
        .then(|| view! { <p class="label">"What is asked for"</p><ul>{lines}</ul> }.into_any())
}
