//! How sure an answer is, with its signals.

use super::governed::plain;
use groundwall_core::governance::{Uncertainty, UncertaintyBand};
use leptos::prelude::*;

fn uncertainty_sentence(found: &Uncertainty) -> String {
    let advice = match found.band {
        UncertaintyBand::Serve => "fit to be used as it is",
        UncertaintyBand::Advise => "read the sources before you rely on it",
        UncertaintyBand::Escalate => "have a person look at it",
    };
    format!("Uncertainty {:.2} of 1: {advice}.", found.value)
}

#[component]
pub(crate) fn UncertaintyOf<'a>(found: &'a Uncertainty) -> AnyView {
    let lines: Vec<AnyView> = found
        .signals
        .iter()
        .map(|signal| {
            let value = signal
                .value
                .map_or_else(|| "absent".to_owned(), |value| format!("{value:.3}"));
            view! { <li>{format!("{} {value}: {}", plain(&signal.name), signal.note)}</li> }
                .into_any()
        })
        .collect();
    view! { <p class="label">"How sure"</p><p>{uncertainty_sentence(found)}</p><details><summary>"Its signals"</summary><ul>{lines}</ul></details> }
        .into_any()
}
