//! The answer as prose: each sentence carries its verdict as an underline and leads to its claim.

use super::icons::Mark;
use groundwall_core::{JudgedClaim, Report, Verdict};
use leptos::prelude::*;
use std::collections::HashMap;

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

/// The delivered text in paragraphs.
pub(crate) fn prose(report: &Report) -> impl IntoView + use<> {
    let by_id: HashMap<u32, &JudgedClaim> = report
        .claims
        .iter()
        .map(|claim| (claim.claim.id, claim))
        .collect();
    let mut paragraphs: Vec<Vec<AnyView>> = vec![Vec::new()];
    for segment in &report.segments {
        let Some(first) = segment.claims.first().copied() else {
            if segment.text.contains('\n') {
                paragraphs.push(Vec::new());
            } else if let Some(last) = paragraphs.last_mut() {
                last.push(segment.text.clone().into_any());
            }
            continue;
        };
        let claims: Vec<&JudgedClaim> = segment
            .claims
            .iter()
            .filter_map(|id| by_id.get(id).copied())
            .collect();
        let class = worst(&claims).map_or("", Mark::class);
        let citations = segment.citations.clone();
        let note = segment.note.clone();
        let sentence = view! {
            <a class=format!("said {class}") id=format!("s{first}") href=format!("#c{first}") data-claim=first.to_string()>
                {segment.text.clone()}
                <span class="visually-hidden">{format!(" ({class})")}</span>
            </a>
            {citations
                .into_iter()
                .map(|number| view! { <sup class="cite"><a href=format!("#cite{number}")>{number}</a></sup> })
                .collect_view()}
            {note.map(|note| view! { <span class="note">" ["{note}"]"</span> })}
        };
        if let Some(last) = paragraphs.last_mut() {
            last.push(sentence.into_any());
        }
    }
    paragraphs.retain(|paragraph| !paragraph.is_empty());
    view! { <div class="prose">{paragraphs.into_iter().map(|parts| view! { <p>{parts}</p> }).collect_view()}</div> }
}
