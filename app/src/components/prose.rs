//! The answer as prose: each sentence carries its verdict as an underline; what failed stands open right under its sentence.

use super::claim_card::{failed, own_marks};
use super::governed::{of_part, tags};
use super::icons::Mark;
use super::marked::{Why, marked};
use super::place::Place;
use super::row;
use groundwall_core::report::Segment;
use groundwall_core::{JudgedClaim, Report, Verdict};
use leptos::prelude::*;
use std::collections::{HashMap, HashSet};

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
pub(crate) fn prose(report: &Report, at: Place<'_>, value: Option<&str>) -> AnyView {
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
        let shown = worst(&claims);
        let (class, label) = shown.map_or(("", ""), |mark| (mark.class(), mark.label()));
        if let Some(fields) = row_of(segment, &claims) {
            let row = row::row(fields, &asked(report));
            page.block(view! { <div class="row-said" id=at.id("s", first)>{row}<p class="cites">{cites}</p></div> }.into_any());
        } else {
            let mut needles: Vec<(String, Why)> =
                claims.iter().flat_map(|claim| own_marks(claim)).collect();
            needles.extend(value.map(|value| (value.to_owned(), Why::Asked)));
            let ruled = of_part(report, &segment.text, &segment.claims);
            needles.extend(
                ruled
                    .iter()
                    .filter_map(|finding| Some((finding.detected.clone()?, Why::Rule))),
            );
            let tags = tags(ruled.into_iter());
            let text = marked(&segment.text, &needles);
            page.paragraph.push(
                view! {
                    <a class=format!("said {class}{}", if claims.iter().any(|claim| at.open == Some(claim.claim.id)) { " here" } else { "" }) id=at.id("s", first) href=at.to("c", first) data-claim=at.id("", first)>
                        {text}
                        <span class="visually-hidden">{format!(" ({label})")}</span>
                    </a>
                    {tags}
                    {cites}
                }
                .into_any(),
            );
        }
        for claim in claims {
            if claim.failed() && carded.insert(claim.claim.id) {
                page.block(failed(claim, at, Some(&segment.text), false));
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
