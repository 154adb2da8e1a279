//! Why somebody has to look at a report, and at what.

use super::icons::{Mark, VerdictMark};
use groundwall_core::review::FlaggedClaim;
use groundwall_core::{FindingKind, Review};
use leptos::prelude::*;

/// Claims that are shown of a review; the report has all of them.
const CLAIMS: usize = 5;

/// What was found in their order, each once; with how often, where that is more.
fn counted<'a>(kinds: impl Iterator<Item = &'a FindingKind>) -> Vec<String> {
    let mut said: Vec<(String, u32)> = Vec::new();
    for kind in kinds {
        let words = super::finding::words(kind);
        match said.iter_mut().find(|(known, _)| *known == words) {
            Some((_, times)) => *times = times.saturating_add(1),
            None => said.push((words, 1)),
        }
    }
    let several = |(words, times): (String, u32)| match times {
        1 => words,
        times => format!("{words}, {times} times"),
    };
    said.into_iter().map(several).collect()
}

fn claim(report: &str, claim: &FlaggedClaim) -> AnyView {
    // The verdict says by itself that it was not found, or is contradicted.
    let told = [FindingKind::NoEvidence, FindingKind::Contradiction];
    let kinds = claim.findings.iter();
    let kinds = counted(kinds.filter(|kind| !told.contains(kind)));
    let found = (!kinds.is_empty()).then(|| format!(" ({})", kinds.join("; ")));
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

#[cfg(test)]
mod tests {
    use super::counted;
    use groundwall_core::FindingKind;

    #[test]
    fn what_is_found_several_times_is_said_once_with_how_often() {
        let kinds = [
            FindingKind::InventedStatistic,
            FindingKind::NumericMismatch,
            FindingKind::InventedStatistic,
        ];
        assert_eq!(
            counted(kinds.iter()),
            ["a figure that was not found, 2 times", "another number"]
        );
    }
}
