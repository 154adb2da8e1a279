//! Where an answer comes from: places that open, and the words of a source where the answer does not say them already.

use super::marked::MarkedText;
use super::place::Place;
use super::row::{self, RowTable};
use super::source_link::SourceLink;
use groundwall_core::Report;
use leptos::prelude::*;
use std::collections::HashSet;

/// Words alone, in small letters.
fn bare(text: &str) -> String {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect::<Vec<_>>()
        .join(" ")
}

/// Numbers of the citations whose words the sentence before them says itself.
fn said_already(report: &Report) -> HashSet<u32> {
    let quotes: std::collections::HashMap<u32, String> = report
        .citations
        .iter()
        .map(|citation| (citation.number, bare(&citation.quote)))
        .collect();
    let mut said = HashSet::new();
    for segment in report
        .segments
        .iter()
        .filter(|one| !one.citations.is_empty())
    {
        let text = bare(&segment.text);
        for number in segment.citations.iter().take(8) {
            if quotes
                .get(number)
                .is_some_and(|quote| quote.contains(&text) || text.contains(quote))
            {
                said.insert(*number);
            }
        }
    }
    said
}

/// The citations of an answer.
#[component]
pub(crate) fn Sources<'a>(report: &'a Report, at: Place<'a>) -> Option<AnyView> {
    // What was computed names its cells itself.
    if report.table.is_some() {
        return None;
    }
    let said = said_already(report);
    let lines: Vec<_> = report
        .citations
        .iter()
        .map(|citation| {
            let quote = (!said.contains(&citation.number)).then(|| {
                match row::fields(&citation.quote) {
                    Some(fields) => view! { <RowTable fields=fields needles=&[] /> }.into_any(),
                    None => view! { <blockquote><MarkedText text=&citation.quote needles=&[] /></blockquote> }.into_any(),
                }
            });
            view! { <li id=at.id("cite", citation.number) value=citation.number.to_string()><span class="place"><SourceLink place=citation.place.clone() document=&citation.document sentences=citation.sentences /></span>{quote}</li> }
        })
        .collect();
    (!lines.is_empty()).then(|| {
        view! { <div class="sources"><p class="label">"Sources"</p><ol>{lines}</ol></div> }
            .into_any()
    })
}
