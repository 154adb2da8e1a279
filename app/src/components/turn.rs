//! A question and its answer, or a text that was verified: the answer first, then where it comes from, then everything else, folded.

use super::banner::{Banner, statements};
use super::claim_card::{ClaimCard, label};
use super::claim_line::ClaimLine;
use super::degraded::Degraded;
use super::how::How;
use super::passages::Passages;
use super::place::Place;
use super::prose::Prose;
use super::sources::Sources;
use super::table_answer::{ComputedAnswer, stands_alone};
use groundwall_core::{JudgedClaim, Report, ReportState, Verdict};
use leptos::prelude::*;

/// Passages that are shown where nothing answers.
const NEAREST: usize = 3;

/// What holds, and what states no fact: a line each, folded.
fn held(report: &Report, at: Place<'_>) -> Option<AnyView> {
    let claims: Vec<&JudgedClaim> = report
        .claims
        .iter()
        .filter(|claim| !claim.failed())
        .collect();
    let supported = claims
        .iter()
        .filter(|claim| claim.verdict == Verdict::Supported)
        .count();
    let others = claims.len().saturating_sub(supported);
    let summary = match (supported, others) {
        (0, 0) => return None,
        (0, others) => format!("{} not counted", statements(others)),
        (some, 0) => format!("{} and their proof", statements(some))
            .replace("one statement and their", "One statement and its"),
        (some, others) => format!("{} and their proof, {others} not counted", statements(some))
            .replace("one statement and their", "One statement and its"),
    };
    let open = claims.iter().any(|claim| at.open == Some(claim.claim.id));
    let cards = claims
        .iter()
        .map(|claim| view! { <ClaimLine claim=*claim at=at /> })
        .collect_view();
    Some(
        view! { <details class="held" open=open><summary>{summary}</summary>{cards}</details> }
            .into_any(),
    )
}

/// What was taken out, open, with its reasons.
fn removed(report: &Report, at: Place<'_>) -> Option<AnyView> {
    let cards: Vec<_> = report
        .removed
        .iter()
        .map(|claim| view! { <ClaimCard claim=claim at=at said=None removed=true /> })
        .collect();
    (!cards.is_empty()).then(|| view! { <div class="removed">{cards}</div> }.into_any())
}

/// The answer with its sources in plain text, for the clipboard.
fn copied(report: &Report) -> Option<String> {
    let mut text = String::new();
    report.delivered.as_ref()?;
    for segment in &report.segments {
        text.push_str(&segment.text);
        for number in &segment.citations {
            text.push_str(&format!(" [{number}]"));
        }
        if let Some(note) = &segment.note {
            text.push_str(&format!(" [{note}]"));
        }
        // Without its page a false sentence reads like a true one.
        let mut verdicts: Vec<&str> = report.unmarked(segment).map(label).collect();
        verdicts.dedup();
        if !verdicts.is_empty() {
            text.push_str(&format!(" [{}]", verdicts.join(", ")));
        }
    }
    if !report.citations.is_empty() {
        text.push_str("\n\nSources\n");
    }
    for citation in &report.citations {
        text.push_str(&format!("[{}] {}\n", citation.number, citation.place));
    }
    Some(text.trim().to_owned())
}

/// For each part that nothing answers, the sentences that come nearest.
fn comes_nearest(report: &Report) -> Option<AnyView> {
    let several = report.asked.len() > 1;
    let missing = report.asked.iter().filter(|part| part.found == Some(false));
    let lines: Vec<AnyView> = missing
        .filter_map(|part| {
            let near = part.read.as_ref()?.text.clone();
            let to = several.then(|| format!(" to “{}”", part.text));
            // Of a question of one part the banner says it.
            let unsaid = part.unsaid.as_ref().filter(|_| several);
            let lacks = unsaid.map(|name| format!(" (a document that nowhere says “{name}”)"));
            Some(view! { <p>"Comes nearest"{to}": "<q>{near}</q>{lacks}</p> }.into_any())
        })
        .collect();
    (!lines.is_empty()).then(|| view! { <div class="comes-nearest">{lines}</div> }.into_any())
}

/// The answer itself.
fn answer(report: &Report, at: Place<'_>) -> AnyView {
    let table = report.table.as_deref();
    let said = table.is_none_or(|answer| !stands_alone(&answer.result));
    let text = (said && !report.segments.is_empty()).then(|| {
        let value = table.and_then(|answer| answer.result.value());
        view! { <Prose report=report at=at value=value /> }
    });
    let lone = report.state == ReportState::NotCovered && report.delivered.is_none();
    let nearest = (lone && !report.candidates.is_empty()).then(|| {
        let first = report.candidates.get(..NEAREST).unwrap_or(&report.candidates);
        view! { <details class="nearest" open><summary>"The nearest passages"</summary><Passages candidates=first scored=false /></details> }
    });
    view! {
        <div class="answer">
            {text}
            {table.map(|answer| view! { <ComputedAnswer answer=answer id=at.id("cite", 1) /> })}
            {comes_nearest(report)}
            {nearest}
        </div>
    }
    .into_any()
}

fn heading(report: &Report, at: Place<'_>) -> AnyView {
    let title = report
        .question
        .clone()
        .unwrap_or_else(|| "Verification".to_owned());
    let read = report.asked_as.clone().map(|read| {
        view! { <p class="read-as">"Read as: "<q>{read}</q></p> }
    });
    if at.first_heading {
        view! { <h1 class="question">{title}</h1>{read} }.into_any()
    } else {
        view! { <h2 class="question">{title}</h2>{read} }.into_any()
    }
}

/// A turn. `links`: where one can go from here.
#[component]
pub(crate) fn Turn<'a>(report: &'a Report, at: Place<'a>, links: AnyView) -> AnyView {
    let at = Place {
        report: &report.id.0,
        corrects: report.question.is_none() && report.delivered.is_some(),
        stale: report
            .governance
            .as_deref()
            .map_or(&[], |governance| &governance.stale),
        ..at
    };
    let copy = copied(report).map(|text| {
        view! { <button type="button" class="quiet script" data-copy=text>"Copy with sources"</button> }
    });
    view! {
        <article class=if report.question.is_some() { "turn" } else { "turn verification" } id=format!("r-{}", report.id)>
            {heading(report, at)}
            <Banner report=report at=at />
            <Degraded lines=&report.degraded />
            {answer(report, at)}
            {removed(report, at)}
            <Sources report=report at=at />
            <div class="actions">{copy}{links}</div>
            {held(report, at)}
            <How report=report at=at />
        </article>
    }
    .into_any()
}
