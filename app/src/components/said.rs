//! A sentence of the answer with its verdict.

use super::claim_card::own_marks;
use super::icons::Mark;
use super::marked::{MarkedText, Why};
use super::place::Place;
use groundwall_core::{JudgedClaim, Verdict};
use leptos::prelude::*;

fn worst(claims: &[&JudgedClaim]) -> Option<Mark> {
    claims
        .iter()
        .max_by_key(|claim| match claim.verdict {
            Verdict::Unverifiable => 0,
            Verdict::Supported => 1,
            Verdict::Unsupported => 2,
            Verdict::Refuted => 3,
        })
        .map(|claim| Mark::of(claim))
}

/// A sentence with its verdict as an underline, which leads to the card of its first claim.
#[component]
pub(crate) fn Said<'a>(
    text: &'a str,
    claims: &'a [&'a JudgedClaim],
    first: u32,
    ruled: &'a [String],
    at: Place<'a>,
    value: Option<&'a str>,
) -> AnyView {
    let (class, label) = worst(claims).map_or(("", ""), |mark| (mark.class(), mark.label()));
    let open = claims.iter().any(|claim| at.open == Some(claim.claim.id));
    let here = if open { " here" } else { "" };
    let mut needles: Vec<(String, Why)> =
        claims.iter().flat_map(|claim| own_marks(claim)).collect();
    needles.extend(value.map(|value| (value.to_owned(), Why::Asked)));
    needles.extend(ruled.iter().map(|words| (words.clone(), Why::Rule)));
    view! {
        <a class=format!("said {class}{here}") id=at.id("s", first) href=at.to("c", first) data-claim=at.id("", first)>
            <MarkedText text=text needles=&needles />
            <span class="visually-hidden">{format!(" ({label})")}</span>
        </a>
    }
    .into_any()
}
