//! The banner is a sentence; the meter is the row of the claims' shapes.

use super::icons::{Mark, mark};
use groundwall_core::{JudgedClaim, Report, ReportState};
use leptos::prelude::*;

pub(crate) fn state_word(state: ReportState) -> (&'static str, &'static str) {
    match state {
        ReportState::Verified => ("verified", "Verified"),
        ReportState::PartlyVerified => ("partly", "Partly verified"),
        ReportState::NotVerified => ("not", "Not verified"),
        ReportState::NothingToCheck => ("neutral", "Nothing to check"),
        ReportState::NotCovered => ("neutral", "Not covered"),
    }
}

/// State, sentence and meter.
pub(crate) fn banner(report: &Report) -> impl IntoView + use<> {
    let (class, word) = state_word(report.state);
    let all: Vec<JudgedClaim> = {
        let mut all: Vec<JudgedClaim> = report
            .claims
            .iter()
            .chain(&report.removed)
            .cloned()
            .collect();
        all.sort_by_key(|claim| claim.claim.id);
        all
    };
    let counts = report.summary.counts;
    let label = format!(
        "Support: {} supported, {} refuted, {} unsupported, {} not checkable",
        counts.supported, counts.refuted, counts.unsupported, counts.unverifiable
    );
    view! {
        <section class=format!("banner {class}") aria-label="Result">
            <p class="state">{word}</p>
            <p class="sentence">{report.banner.clone()}</p>
            {(!all.is_empty())
                .then(|| {
                    view! {
                        <p class="meter" aria-label=label>
                            {all
                                .iter()
                                .map(|claim| {
                                    let shown = Mark::of(claim);
                                    let name = format!("Claim {}: {}", claim.claim.id, shown.class());
                                    view! { <a href=format!("#c{}", claim.claim.id) title=name.clone() aria-label=name>{mark(shown)}</a> }
                                })
                                .collect_view()}
                        </p>
                    }
                })}
        </section>
    }
}
