//! "How this was checked": steps with counts and times, checks and scores, findings, passages, drafts, models and policy.

use super::attempts::Attempts;
use super::findings::Findings;
use super::governed::Governed;
use super::passages::Passages;
use super::place::Place;
use super::provenance_of::ProvenanceOf;
use super::rule_answers::RuleAnswers;
use super::scores::Scores;
use super::stages::Stages;
use groundwall_core::Report;
use leptos::prelude::*;

/// All of it, folded.
#[component]
pub(crate) fn How<'a>(report: &'a Report, at: Place<'a>) -> AnyView {
    let found = (!report.candidates.is_empty()).then(|| {
        let count = report.candidates.len();
        let label = format!(
            "{count} {} found",
            if count == 1 { "passage" } else { "passages" }
        );
        view! { <details><summary>{label}</summary><Passages candidates=&report.candidates scored=true /></details> }
    });
    view! {
        <details class="how">
            <summary>"How this was checked"</summary>
            <Stages report=report />
            {report.governance.as_deref().map(|governance| view! { <Governed governance=governance later={report.regenerations() > 0} /> })}
            <Scores report=report at=at />
            <Findings report=report at=at />
            <RuleAnswers answers=&report.rules />
            {found}
            <Attempts report=report />
            <ProvenanceOf report=report />
        </details>
    }
    .into_any()
}
