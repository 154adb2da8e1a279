//! Why somebody has to look at a report, and at what.

use super::icons::{Mark, VerdictMark};
use groundwall_core::review::FlaggedClaim;
use groundwall_core::{FindingKind, Review};
use leptos::prelude::*;

/// Claims that are shown of a review; the report has all of them.
const CLAIMS: usize = 5;

fn claim(report: &str, claim: &FlaggedClaim) -> AnyView {
    // "Not found" says by itself that it is not in the documents.
    let kinds: Vec<String> = claim
        .findings
        .iter()
        .filter(|kind| **kind != FindingKind::NoEvidence)
        .map(super::finding::words)
        .collect();
    let found = (!kinds.is_empty()).then(|| format!(" ({})", kinds.join(", ")));
    let dispute = claim.dispute.clone().map(|said| {
        view! { <span class="disputed"><b>"Disputed: "</b>{said}</span> }
    });
    let href = format!("/reports/{report}#c{}", claim.claim);
    view! {
        <li>
            <VerdictMark mark=Mark::Verdict(claim.verdict) />
            <span><a href=href>{claim.text.clone()}</a>" "<span class="aside">{Mark::Verdict(claim.verdict).label()}{found}</span>{dispute}</span>
        </li>
    }
    .into_any()
}

/// "Confidence 90 %, lowered to 70 % by the findings."
fn confidence(review: &Review) -> Option<String> {
    let percent = |share: f64| format!("{:.0} %", share * 100.0);
    let original = percent(review.confidence?);
    Some(match review.adjusted_confidence {
        Some(adjusted) if percent(adjusted) != original => {
            format!(
                "Confidence {original}, lowered to {} by the findings.",
                percent(adjusted)
            )
        }
        Some(_) | None => format!("Confidence {original}."),
    })
}

/// "2 of 3 statements supported."
fn counts(review: &Review) -> String {
    let counts = review.counts;
    let all = counts.checkable();
    let noun = if all == 1 { "statement" } else { "statements" };
    format!("{} of {all} {noun} supported.", counts.supported)
}

/// Why somebody has to look, and at what.
#[component]
pub(crate) fn ReviewReasons<'a>(review: &'a Review) -> AnyView {
    let reasons: Vec<AnyView> = review
        .reasons
        .iter()
        .map(|reason| view! { <li>{reason.why.clone()}</li> }.into_any())
        .collect();
    let claims: Vec<AnyView> = review
        .claims
        .iter()
        .take(CLAIMS)
        .map(|one| claim(&review.report.0, one))
        .collect();
    let more = review.claims.len().saturating_sub(CLAIMS);
    let note = review.note.clone().map(|note| {
        view! { <p class="note"><b>"Note: "</b>{note}</p> }
    });
    view! {
        <ul class="reasons">{reasons}</ul>
        {(!claims.is_empty()).then(|| view! { <ul class="flagged">{claims}</ul> })}
        {(more > 0).then(|| view! { <p class="aside">{format!("{more} more in the report.")}</p> })}
        <p class="aside">{counts(review)}" "{confidence(review)}</p>
        {note}
    }
    .into_any()
}
