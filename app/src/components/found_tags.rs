//! Types of what packs found.

use super::governed::plain;
use groundwall_core::Finding;
use leptos::prelude::*;

/// Types of what packs found in a sentence.
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
