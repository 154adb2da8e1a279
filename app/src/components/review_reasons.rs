//! Why somebody has to look at a report, and at what.

use super::icons::{Mark, VerdictMark};
use groundwall_core::Review;
use groundwall_core::review::FlaggedClaim;
use leptos::prelude::*;

/// Claims that are shown of a review; the report has all of them.
const CLAIMS: usize = 5;

fn claim(report: &str, claim: &FlaggedClaim) -> AnyView {
    let kinds: Vec<String> = claim.findings.iter().map(super::finding::words).collect();
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

/// "Confidence 90 %, 70 % after what was found."
fn confidence(review: &Review) -> Option<String> {
    let percent = |share: f64| format!("{:.0} %", share * 100.0);
    let original = percent(review.confidence?);
    Some(match review.adjusted_confidence {
        Some(adjusted) if percent(adjusted) != original => {
            format!(
                "Confidence {original}, {} after what was found.",
                percent(adjusted)
            )
        }
        Some(_) | None => format!("Confidence {original}."),
    })
}

/// "2 of 3 statements supported."
fn counts(review: &Review) -> String {
    let counts = review.counts;
    format!(
        "{} of {} statements supported.",
        counts.supported,
        counts.checkable()
    )
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
