//! The row of the claims' shapes.

use super::icons::{Mark, VerdictMark};
use super::place::Place;
use groundwall_core::{JudgedClaim, Report};
use leptos::prelude::*;

/// A shape for each claim, in reading order, that leads to it.
#[component]
pub(crate) fn Meter<'a>(report: &'a Report, at: Place<'a>) -> Option<impl IntoView + use<>> {
    let mut all: Vec<&JudgedClaim> = report.claims.iter().chain(&report.removed).collect();
    all.sort_by_key(|claim| claim.claim.id);
    let links: Vec<_> = all
        .iter()
        .map(|claim| {
            let shown = Mark::of(claim);
            let name = format!("Statement {}: {}", claim.claim.id, shown.label());
            view! { <a href=at.to("c", claim.claim.id) title=name.clone() aria-label=name><VerdictMark mark=shown /></a> }
        })
        .collect();
    (links.len() > 1).then(|| view! { <p class="meter">{links}</p> })
}
