//! How far several language models agree.

use groundwall_core::governance::{Consensus, ConsensusOutcome, PanelAnswer, PanelStand};
use leptos::prelude::*;

fn consensus_sentence(found: &Consensus, later: bool) -> String {
    let answered = found
        .answers
        .iter()
        .filter(|answer| matches!(answer.stand, PanelStand::Agrees | PanelStand::Dissents))
        .count();
    let agree = found
        .answers
        .iter()
        .filter(|answer| answer.stand == PanelStand::Agrees)
        .count();
    let what = match found.outcome {
        ConsensusOutcome::NotCompared => "nothing was compared".to_owned(),
        ConsensusOutcome::Approved
        | ConsensusOutcome::Majority
        | ConsensusOutcome::Partial
        | ConsensusOutcome::Escalated
            if later =>
        {
            format!(
                "{agree} said first what the documents do not say; what is delivered is a later draft of one"
            )
        }
        ConsensusOutcome::Approved => "they say the same".to_owned(),
        ConsensusOutcome::Majority => format!("{agree} say this"),
        ConsensusOutcome::Partial => {
            format!("only {agree} say this; read the sources before you rely on it")
        }
        ConsensusOutcome::Escalated => {
            "they say different things; have a person look at it".to_owned()
        }
    };
    format!(
        "{answered} of {} language models answered: {what}. This took {:.1} s more.",
        found.answers.len(),
        found.added_milliseconds as f64 / 1_000.0
    )
}

fn panel_answer(answer: &PanelAnswer) -> AnyView {
    let stand = match answer.stand {
        PanelStand::Agrees => "agrees",
        PanelStand::Dissents => "says otherwise",
        PanelStand::Failed => "did not answer",
        PanelStand::Late => "did not answer in time",
    };
    let text = answer.text.clone().map(|text| view! { ": "<q>{text}</q> });
    view! { <li>{format!("{} {stand}", answer.model)}{text}</li> }.into_any()
}

/// How far several language models agree, with what each said. `later`: another draft than the one that they are compared by was delivered.
#[component]
pub(crate) fn ConsensusOf<'a>(found: &'a Consensus, later: bool) -> AnyView {
    let lines: Vec<AnyView> = found.answers.iter().map(panel_answer).collect();
    let note = found.note.clone().map(|note| format!(" {note}"));
    view! {
        <p class="label">"Several language models"</p>
        <p>{consensus_sentence(found, later)}{note}</p>
        <details><summary>"What each said, not verified"</summary><ul>{lines}</ul></details>
    }
    .into_any()
}
