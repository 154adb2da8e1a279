//! Every check's outcome and every score, for who wants to look.

use super::data_table::DataTable;
use super::place::Place;
use groundwall_core::report::{CheckOutcome, Outcome};
use groundwall_core::{JudgedClaim, NliLabel, NliScores, Report};
use leptos::prelude::*;

fn outcome_word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Passed => "passed",
        Outcome::Silent => "nothing to check",
        Outcome::Clash => "clash",
        Outcome::Absent => "not found",
        Outcome::Warning => "note",
        Outcome::NotRun => "not run",
    }
}

/// What the checks said of a claim. Beside what made a claim fail, what passed says nothing.
fn checks(claim: &JudgedClaim) -> Vec<CheckOutcome> {
    let tells = |outcome: Outcome| match outcome {
        Outcome::Passed => !claim.failed(),
        Outcome::Silent => false,
        Outcome::Clash | Outcome::Absent | Outcome::Warning | Outcome::NotRun => true,
    };
    claim
        .checks
        .iter()
        .filter(|check| tells(check.outcome))
        .cloned()
        .collect()
}

/// The largest of three labels with its probability.
fn label(scores: NliScores) -> String {
    let (word, score) = match scores.label() {
        NliLabel::Entailment => ("entailment", scores.entailment),
        NliLabel::Neutral => ("neutral", scores.neutral),
        NliLabel::Contradiction => ("contradiction", scores.contradiction),
    };
    format!("{word} {score:.2}")
}

/// A line for each window that was judged, and for what was read together.
fn rows(claim: &JudgedClaim) -> Vec<[String; 5]> {
    let none = || "–".to_owned();
    let shown = |scores: Option<NliScores>| scores.map_or_else(none, label);
    let mut rows: Vec<[String; 5]> = claim
        .evidence
        .iter()
        .map(|evidence| {
            let similarity = evidence
                .similarity
                .map_or_else(none, |similarity| format!("{similarity:.2}"));
            [
                evidence.window.place(),
                shown(evidence.nli),
                shown(evidence.read),
                similarity,
                format!("{:.2}", evidence.coverage),
            ]
        })
        .collect();
    rows.extend(claim.joined.iter().map(|joined| {
        let words = joined.text.split_whitespace().count();
        let place = format!("{words} words read together");
        [place, none(), label(joined.nli), none(), none()]
    }));
    rows
}

/// Checks and scores of every claim, claim by claim.
#[component]
pub(crate) fn Scores<'a>(report: &'a Report, at: Place<'a>) -> Option<AnyView> {
    let claims: Vec<_> = report
        .claims
        .iter()
        .chain(&report.removed)
        .map(|claim| {
            let id = claim.claim.id;
            let checks: Vec<_> = checks(claim)
                .into_iter()
                .map(|line| view! { <tr><td></td><td>{line.check}</td><td>{outcome_word(line.outcome)}</td><td colspan="3">{line.note}</td></tr> })
                .collect();
            let rows: Vec<_> = rows(claim)
                .into_iter()
                .map(|cells| view! { <tr><td></td>{cells.map(|cell| view! { <td>{cell}</td> })}</tr> })
                .collect();
            let probability = format!("probability of support {:.2}", claim.probability);
            view! {
                <tr class="of"><th scope="row"><a href=at.to("c", id)>{id}</a></th><td colspan="5">{probability}</td></tr>
                {checks}
                {rows}
            }
        })
        .collect();
    (!claims.is_empty()).then(|| {
        view! {
            <details class="scores">
                <summary>"Checks and scores"</summary>
                <DataTable head=["Statement", "Check or window", "Screen", "Reader", "Cosine", "Words covered"] rows=claims />
            </details>
        }
        .into_any()
    })
}
