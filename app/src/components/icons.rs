//! The few icons, drawn here: shapes that can be told apart in greyscale and in print.

use groundwall_core::{FindingKind, Verdict};
use leptos::prelude::*;

/// The brand: courses of a wall.
#[component]
pub(crate) fn Wall() -> impl IntoView {
    view! {
        <svg class="icon" viewBox="0 0 20 20" aria-hidden="true">
            <path d="M2 5h7v4H2zM11 5h7v4h-7zM2 11h3v4H2zM7 11h6v4H7zM15 11h3v4h-3z" fill="currentColor" />
        </svg>
    }
}

/// How a claim is shown: its verdict, or two half discs for a conflict of documents.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mark {
    Verdict(Verdict),
    Conflict,
}

impl Mark {
    pub(crate) fn of(claim: &groundwall_core::JudgedClaim) -> Self {
        if claim
            .findings
            .iter()
            .any(|finding| finding.kind == FindingKind::Conflict)
        {
            Self::Conflict
        } else {
            Self::Verdict(claim.verdict)
        }
    }

    /// What a person would say of it.
    pub(crate) fn label(self) -> &'static str {
        match self {
            Self::Verdict(Verdict::Supported) => "In your documents",
            Self::Verdict(Verdict::Refuted) => "Contradicted",
            Self::Verdict(Verdict::Unsupported) => "Not found in your documents",
            Self::Verdict(Verdict::Unverifiable) => "Not counted",
            Self::Conflict => "Your documents disagree",
        }
    }

    pub(crate) fn class(self) -> &'static str {
        match self {
            Self::Verdict(verdict) => verdict.word(),
            Self::Conflict => "conflict",
        }
    }
}

/// Filled disc with a tick, filled diamond with a cross, hollow ring, dash, two half discs.
#[component]
pub(crate) fn VerdictMark(mark: Mark) -> impl IntoView {
    let shape = match mark {
        Mark::Verdict(Verdict::Supported) => view! {
            <circle cx="8" cy="8" r="7" fill="currentColor" /><path class="cut" d="M4.6 8.3l2.3 2.3 4.5-5" fill="none" stroke-width="1.8" />
        }
        .into_any(),
        Mark::Verdict(Verdict::Refuted) => view! {
            <path d="M8 .6 15.4 8 8 15.4.6 8z" fill="currentColor" /><path class="cut" d="M5.6 5.6l4.8 4.8M10.4 5.6l-4.8 4.8" fill="none" stroke-width="1.8" />
        }
        .into_any(),
        Mark::Verdict(Verdict::Unsupported) => view! { <circle cx="8" cy="8" r="6" fill="none" stroke="currentColor" stroke-width="2" /> }.into_any(),
        Mark::Verdict(Verdict::Unverifiable) => view! { <path d="M3 8h10" fill="none" stroke="currentColor" stroke-width="2" /> }.into_any(),
        Mark::Conflict => view! {
            <path d="M7 1.5v13a6.5 6.5 0 0 1 0-13z" fill="currentColor" /><path d="M9 1.5a6.5 6.5 0 0 1 0 13z" fill="none" stroke="currentColor" stroke-width="1.5" />
        }
        .into_any(),
    };
    view! { <svg class=format!("mark {}", mark.class()) viewBox="0 0 16 16" aria-hidden="true">{shape}</svg> }
}
