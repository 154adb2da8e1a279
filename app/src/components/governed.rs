//! What rule packs and guard said, for a report and for a text that is tried.

use super::consensus_of::ConsensusOf;
use super::guard_decision::GuardDecision;
use super::intents::Intents;
use super::uncertainty_of::UncertaintyOf;
use groundwall_core::governance::{Governance, StaleDocument};
use groundwall_core::{Finding, Report};
use leptos::prelude::*;

/// What an action does, in words.
pub(crate) fn action(name: &str) -> &'static str {
    match name {
        "flag" => "marks it",
        "replace" => "puts its own words in place of the sentence",
        "append" => "adds a note at the end",
        "mask" => "covers it",
        "remove" => "takes the sentence out",
        "correct" => "puts the documents' value in",
        "warn" => "warns the reader",
        "alert" => "tells the server's log",
        "block" => "lets nothing leave",
        "escalate" => "asks for a person",
        _ => "acts",
    }
}

/// "return guarantee".
pub(crate) fn plain(name: &str) -> String {
    name.replace('_', " ")
}

/// What packs found in a part of the delivered text.
pub(crate) fn of_part<'a>(report: &'a Report, text: &str, claims: &[u32]) -> Vec<&'a Finding> {
    let within = |finding: &&Finding| {
        let of_claim = claims.contains(&finding.claim);
        match words_of(report, finding) {
            Some(words) => text.contains(&words) && (of_claim || finding.claim == 0),
            None => of_claim,
        }
    };
    report.findings.iter().filter(within).collect()
}

/// The words of the delivered text that a finding is about: as it names them, or those of its place where it covers them.
pub(crate) fn words_of(report: &Report, finding: &Finding) -> Option<String> {
    let delivered = report.delivered.as_deref().unwrap_or_default();
    let named = finding.detected.clone();
    if named
        .as_ref()
        .is_some_and(|words| delivered.contains(words))
    {
        return named;
    }
    let place = finding.location.map(|span| {
        let length = span.end.saturating_sub(span.start);
        delivered.chars().skip(span.start).take(length).collect()
    });
    place.or(named)
}

/// How long a document went without a review.
pub(crate) fn unreviewed(document: &StaleDocument) -> String {
    let since = if document.reviewed {
        "reviewed"
    } else {
        "stored"
    };
    format!(
        "{since} {} days ago; {} asks for a review every {} days",
        document.days, document.tier, document.review_days
    )
}

/// That a document is past its review.
pub(crate) fn past_review(document: &StaleDocument) -> String {
    format!(
        "{} is past its review: {}.",
        document.name,
        unreviewed(document)
    )
}

/// All that governed a question and its answer. `later`: another draft than the first was delivered.
#[component]
pub(crate) fn Governed<'a>(governance: &'a Governance, later: bool) -> AnyView {
    let stale: Vec<AnyView> = governance
        .stale
        .iter()
        .map(|document| view! { <li>{past_review(document)}</li> }.into_any())
        .collect();
    let stale = (!stale.is_empty())
        .then(|| view! { <p class="label">"Documents past their review"</p><ul>{stale}</ul> });
    view! {
        <div class="governed">
            {governance.guard.as_ref().map(|guard| view! { <GuardDecision guard=guard /> })}
            <Intents intents=&governance.intents />
            {governance.uncertainty.as_ref().map(|found| view! { <UncertaintyOf found=found /> })}
            {governance.consensus.as_ref().map(|found| view! { <ConsensusOf found=found later=later /> })}
            {stale}
        </div>
    }
    .into_any()
}
