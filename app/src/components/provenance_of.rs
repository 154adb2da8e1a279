//! Models and policy behind a report.

use super::generator::written_by;
use crate::components::moment::minute;
use groundwall_core::report::OpinionState;
use groundwall_core::{ModelIdentity, Report};
use leptos::prelude::*;

/// How often the chat endpoint was asked about undecided claims, and what came of it.
fn opinions(report: &Report) -> String {
    let given: Vec<_> = report
        .claims
        .iter()
        .chain(&report.removed)
        .filter_map(|claim| claim.second_opinion.as_ref())
        .collect();
    let count = |state: OpinionState| {
        given
            .iter()
            .filter(|opinion| opinion.state == state)
            .count()
    };
    if !report.provenance.policy.second_opinion.ask {
        return "not asked for".to_owned();
    }
    let words = [
        (OpinionState::Asked, "answered"),
        (OpinionState::Remembered, "remembered"),
        (OpinionState::Void, "void"),
        (OpinionState::Failed, "not answered"),
        (OpinionState::OverBudget, "over budget"),
    ];
    let told: Vec<String> = words
        .iter()
        .filter(|(state, _)| count(*state) > 0)
        .map(|(state, word)| format!("{} {word}", count(*state)))
        .collect();
    if told.is_empty() {
        "no claim was left undecided".to_owned()
    } else {
        told.join(", ")
    }
}

fn model(identity: Option<&ModelIdentity>) -> String {
    identity.map_or("not loaded".to_owned(), |identity| {
        format!(
            "{} ({}, sha256 {}…)",
            identity.name,
            identity.kernel,
            identity.sha256.chars().take(12).collect::<String>()
        )
    })
}

#[component]
pub(crate) fn ProvenanceOf<'a>(report: &'a Report) -> impl IntoView + use<> {
    let from = &report.provenance;
    let by = report.question.as_ref().map_or_else(
        || from.origin.clone().unwrap_or("not stated".to_owned()),
        |_| written_by(from.generator.as_deref().unwrap_or_default()),
    );
    let scores = if from.calibrated {
        "calibrated"
    } else {
        "uncalibrated"
    };
    let policy = format!(
        "repaired at once from {:.0} % supported, else written again at most {} times",
        from.policy.support_threshold * 100.0,
        from.policy.max_regenerations
    );
    let packs: Vec<String> = from
        .packs
        .iter()
        .map(|pack| {
            let hash: String = pack.sha256.chars().take(12).collect();
            format!("{} {} (sha256 {hash}…)", pack.name, pack.version)
        })
        .collect();
    let made = format!(
        "{} by Groundwall {}",
        minute(&report.created_at),
        from.groundwall
    );
    let asked = if report.scope.documents.is_empty() {
        "all of the collection".to_owned()
    } else {
        let names = report.scope.documents.iter().map(ToString::to_string);
        names.collect::<Vec<_>>().join(", ")
    };
    let rows = [
        ("Written by", by),
        ("Documents", asked),
        ("Screen", model(from.verifier.as_ref())),
        ("Reader", model(from.reader.as_ref())),
        ("Judge", model(from.judge.as_ref())),
        ("Embedder", model(from.embedder.as_ref())),
        ("Second opinion", opinions(report)),
        ("Scores", scores.to_owned()),
        ("Policy", policy),
        ("Rule packs", packs.join(", ")),
        ("Made", made),
        ("Report", report.id.to_string()),
    ];
    view! {
        <details class="provenance">
            <summary>"Models and policy"</summary>
            <dl>{rows.map(|(name, value)| view! { <dt>{name}</dt><dd>{value}</dd> }).into_iter().collect_view()}</dl>
        </details>
    }
}
