//! Passages that were retrieved.

use super::source_link::SourceLink;
use groundwall_core::report::Candidate;
use leptos::prelude::*;

/// Passages that were retrieved, best first.
#[component]
pub(crate) fn Passages<'a>(candidates: &'a [Candidate], scored: bool) -> AnyView {
    let lines: Vec<_> = candidates
        .iter()
        .map(|candidate| {
            let passage = &candidate.passage;
            let place = passage.locator.to_string();
            let name = passage.document_name.to_string();
            let place = if place.is_empty() {
                name
            } else {
                format!("{name}, {place}")
            };
            let score = scored.then(|| {
                view! { <span class="time">{format!("cosine {:.2}", candidate.similarity)}</span> }
            });
            let sentences = passage
                .sentences
                .first()
                .zip(passage.sentences.last())
                .map(|(first, last)| (first.index, last.index));
            let kept = candidate.kept_back.as_ref().map(|order| {
                view! { <p class="aside">"Given to no language model: it gives an order ("<q>{order.clone()}</q>"), which is neither answer nor evidence."</p> }
            });
            view! {
                <li>
                    <p class="place"><SourceLink place=place document=&passage.document sentences=sentences />{score}</p>
                    <blockquote>{passage.text.clone()}</blockquote>
                    {kept}
                </li>
            }
        })
        .collect();
    view! { <ol class="candidates">{lines}</ol> }.into_any()
}
