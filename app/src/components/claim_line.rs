//! A claim that holds, as a line that opens.

use super::claim_card::{aged, label, notes, place, quote, same, share};
use super::dispute::Dispute;
use super::icons::{Mark, VerdictMark};
use super::place::Place;
use groundwall_core::{JudgedClaim, Stance};
use leptos::prelude::*;

/// A claim that holds, or that states no fact, as a line that opens.
#[component]
pub(crate) fn ClaimLine<'a>(claim: &'a JudgedClaim, at: Place<'a>) -> AnyView {
    let id = claim.claim.id;
    let shown = Mark::of(claim);
    let evidence = claim
        .evidence
        .iter()
        .find(|one| one.stance == Stance::Supports);
    let proof = evidence.map(|one| {
        if claim.computed.is_some() {
            view! { <p class="why">{claim.why.clone()}" "{place(claim, one)}</p> }.into_any()
        } else if same(&one.window.text, &claim.claim.text) {
            view! { <p><b>"Word for word"</b>": "{place(claim, one)}</p> }.into_any()
        } else {
            quote(claim, one, "Says so", false)
        }
    });
    view! {
        <details class=format!("claim {}{}", shown.class(), at.here(id)) id=at.id("c", id) data-claim=at.id("", id) data-note=id open=at.open == Some(id)>
            <summary>
                <VerdictMark mark=shown />
                <span class="text">{claim.claim.text.clone()}</span>
                <span class="visually-hidden">{label(claim)}</span>
            </summary>
            <div class="body">
                {proof.is_none().then(|| view! { <p class="why">{claim.why.clone()}</p> })}
                {proof}
                {aged(claim, at)}
                {notes(claim)}
                <Dispute report=at.report claim=id field=at.id("d", id) />
                {share(at, id)}
                <p class="back"><a href=at.to("s", id)>"Back to the sentence"</a></p>
            </div>
        </details>
    }
    .into_any()
}
