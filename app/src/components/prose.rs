//! The answer as prose: each sentence carries its verdict as an underline; what failed stands open right under its sentence.

use super::claim_card::ClaimCard;
use super::found_tags::{FoundTags, tells_more};
use super::governed::{of_part, words_of};
use super::marked::Why;
use super::place::Place;
use super::row::{self, RowTable};
use super::said::Said;
use groundwall_core::report::Segment;
use groundwall_core::{JudgedClaim, Report};
use leptos::prelude::*;
use std::collections::{HashMap, HashSet};

/// Paragraphs and what stands between them, as they are put together.
#[derive(Default)]
struct Page {
    done: Vec<AnyView>,
    paragraph: Vec<AnyView>,
}

impl Page {
    fn end_paragraph(&mut self) {
        if !self.paragraph.is_empty() {
            let parts = std::mem::take(&mut self.paragraph);
            self.done.push(view! { <p>{parts}</p> }.into_any());
        }
    }

    fn block(&mut self, block: AnyView) {
        self.end_paragraph();
        self.done.push(block);
    }
}

/// The numbers of the citations behind a sentence.
fn cites(segment: &Segment, at: Place<'_>) -> AnyView {
    segment
        .citations
        .iter()
        .map(|number| {
            let name = format!("Source {number}");
            view! { <sup class="cite"><a href=at.to("cite", *number) aria-label=name>{*number}</a></sup> }
        })
        .collect_view()
        .into_any()
}

/// A sentence that is a row of a table: its fields, where that is what the evidence is.
fn row_of(segment: &Segment, claims: &[&JudgedClaim]) -> Option<Vec<(String, String)>> {
    let cells = claims
        .iter()
        .filter_map(|claim| claim.evidence.first())
        .any(|evidence| evidence.window.locator.cells.is_some());
    cells.then(|| row::fields(&segment.text)).flatten()
}

/// The delivered text in paragraphs. `value`: what was computed, set in bold where the text says it.
#[component]
pub(crate) fn Prose<'a>(report: &'a Report, at: Place<'a>, value: Option<&'a str>) -> AnyView {
    let by_id: HashMap<u32, &JudgedClaim> = report
        .claims
        .iter()
        .map(|claim| (claim.claim.id, claim))
        .collect();
    let mut carded: HashSet<u32> = HashSet::new();
    let mut page = Page::default();
    for segment in &report.segments {
        let Some(first) = segment.claims.first().copied() else {
            if segment.text.contains('\n') {
                page.end_paragraph();
            } else if !(page.paragraph.is_empty() && segment.text.trim().is_empty()) {
                page.paragraph.push(segment.text.clone().into_any());
            }
            continue;
        };
        let claims: Vec<&JudgedClaim> = segment
            .claims
            .iter()
            .filter_map(|id| by_id.get(id).copied())
            .collect();
        let cites = cites(segment, at);
        if let Some(fields) = row_of(segment, &claims) {
            let needles = asked(report);
            page.block(view! { <div class="row-said" id=at.id("s", first)><RowTable fields=fields needles=&needles /><p class="cites">{cites}</p></div> }.into_any());
        } else {
            let mut found = of_part(report, &segment.text, &segment.claims);
            let ruled: Vec<String> = found
                .iter()
                .filter_map(|finding| words_of(report, finding))
                .collect();
            let of_claims = claims.iter().flat_map(|claim| &claim.findings);
            found.extend(of_claims.filter(|finding| tells_more(&finding.kind)));
            page.paragraph.push(
                view! {
                    <Said text=&segment.text claims=&claims first=first ruled=&ruled at=at value=value />
                    <FoundTags findings=found />
                    {cites}
                }
                .into_any(),
            );
        }
        for claim in claims {
            if claim.failed() && carded.insert(claim.claim.id) {
                page.block(view! { <ClaimCard claim=claim at=at said=Some(segment.text.as_str()) removed=false /> }.into_any());
            }
        }
    }
    page.end_paragraph();
    view! { <div class="prose">{page.done}</div> }.into_any()
}

/// Values that the question names, for the cells of a row.
fn asked(report: &Report) -> Vec<(String, Why)> {
    let question = report.question.as_deref().unwrap_or_default();
    question
        .split_whitespace()
        .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()))
        .filter(|word| word.chars().any(|c| c.is_uppercase() || c.is_ascii_digit()))
        .skip(1)
        .take(12)
        .map(|word| (word.to_owned(), Why::Asked))
        .collect()
}
