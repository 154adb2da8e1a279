//! The guard's decision on a question.

use super::governed::plain;
use groundwall_core::governance::{GuardReading, GuardState};
use leptos::prelude::*;

fn guard_sentence(guard: &GuardReading) -> String {
    let read = match guard.layers.len() {
        1 => "1 layer read it".to_owned(),
        count => format!("{count} layers read it"),
    };
    match guard.state {
        GuardState::Off => {
            "The guard is switched off: nobody looked whether the question gives orders.".to_owned()
        }
        GuardState::Passed => format!("The question asks, and gives no order to the app ({read})."),
        GuardState::Refused => {
            format!("The question gives an order to the app and was not answered ({read}).")
        }
    }
}

/// The guard's decision on the question.
#[component]
pub(crate) fn GuardDecision<'a>(guard: &'a GuardReading) -> AnyView {
    let lines: Vec<AnyView> = guard
        .findings
        .iter()
        .map(|finding| {
            let hidden = finding
                .decoded
                .as_ref()
                .map(|how| format!(", written as {how}"))
                .unwrap_or_default();
            let about = format!(
                ": {} ({}, {})",
                plain(&finding.kind),
                finding.layer,
                format!("{:?}", finding.severity).to_lowercase()
            );
            view! { <li><q>{finding.words.clone()}</q>{hidden}{about}</li> }.into_any()
        })
        .collect();
    let list = (!lines.is_empty()).then(|| view! { <ul>{lines}</ul> });
    let probability = guard
        .probability
        .map(|value| view! { <span class="aside">{format!(" Learned probability of an order: {value:.2}.")}</span> });
    view! { <div class="guard"><p class="label">"Guard"</p><p>{guard_sentence(guard)}{probability}</p>{list}</div> }
        .into_any()
}
