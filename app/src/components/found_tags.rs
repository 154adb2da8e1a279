//! Types of what was found in a sentence.

use super::governed::plain;
use groundwall_core::{Finding, FindingKind};
use leptos::prelude::*;

/// Whether a type says more than the mark of the verdict, which stands beside it.
pub(crate) fn tells_more(kind: &FindingKind) -> bool {
    match kind {
        FindingKind::NumericMismatch
        | FindingKind::DateMismatch
        | FindingKind::IdentifierMismatch
        | FindingKind::FabricatedCitation
        | FindingKind::FalseQuote
        | FindingKind::InventedStatistic
        | FindingKind::NonexistentEntity
        | FindingKind::LogicalImpossibility
        | FindingKind::TemporalError
        | FindingKind::SelfContradiction
        | FindingKind::SuspiciousPrecision
        | FindingKind::SuspiciousRounding
        | FindingKind::VagueAttribution
        | FindingKind::GenericQuote
        | FindingKind::Pack(_) => true,
        FindingKind::Contradiction
        | FindingKind::Conflict
        | FindingKind::NoEvidence
        | FindingKind::WithinTolerance
        | FindingKind::NotRun => false,
    }
}

/// Types of what was found in a sentence.
#[component]
pub(crate) fn FoundTags<'a>(findings: Vec<&'a Finding>) -> Vec<AnyView> {
    let mut names: Vec<String> = findings
        .iter()
        .map(|finding| plain(finding.kind.name()))
        .collect();
    names.sort();
    names.dedup();
    names
        .into_iter()
        .map(|name| view! { <span class="found-tag">{name}</span> }.into_any())
        .collect()
}
