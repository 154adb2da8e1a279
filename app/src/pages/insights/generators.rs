//! What became of the texts of each generator.

use super::{figures, percent};
use crate::components::generator::name_of;
use groundwall_core::generators::{GeneratorFigures, GeneratorRate, NEWEST, OwnBand, TARGET};
use leptos::prelude::*;

fn rate_words(rate: GeneratorRate) -> &'static str {
    match rate {
        GeneratorRate::Rejected => "texts rejected",
        GeneratorRate::Hallucinated => "statements not supported",
    }
}

/// "llama: 50 % statements not supported in its newest 20 reports; before that it was 2 to 14 %."
fn left(name: &str, band: &OwnBand) -> String {
    format!(
        "{}: {} {} in its newest {NEWEST} reports; before that it was {} to {}.",
        name_of(name),
        percent(band.newest),
        rate_words(band.rate),
        percent(band.from),
        percent(band.to)
    )
}

/// What is not as it was.
pub(super) fn alert(generators: &[GeneratorFigures]) -> Option<AnyView> {
    let lines: Vec<String> = generators
        .iter()
        .flat_map(|one| one.left().map(|band| left(&one.name, band)))
        .collect();
    let lines = (!lines.is_empty()).then(|| {
        lines
            .into_iter()
            .map(|line| view! { <li>{line}</li> })
            .collect_view()
    })?;
    Some(
        view! {
            <div class="notice problem" role="alert">
                <p><b>"Not as it was"</b></p>
                <ul>{lines}</ul>
            </div>
        }
        .into_any(),
    )
}

/// "4 %, within the target"
fn against_target(one: &GeneratorFigures) -> String {
    one.hallucination_rate().map_or("–".to_owned(), |rate| {
        let how = if rate <= TARGET { "within" } else { "over" };
        format!("{:.1} %, {how} the target", rate * 100.0)
    })
}

pub(super) fn section(generators: &[GeneratorFigures]) -> AnyView {
    let about = format!(
        "Of its texts, those that were withheld or are to be rejected; of its statements, those that the documents refute or do not say, against a target of {}.",
        percent(TARGET)
    );
    let lines = generators
        .iter()
        .take(10)
        .map(|one| {
            let rejected = one.rejection_rate().map_or("–".to_owned(), percent);
            view! {
                <li>
                    <span class="title">{name_of(&one.name)}</span>
                    <span class="time">{format!("{rejected} rejected; not supported: {}", against_target(one))}</span>
                </li>
            }
        })
        .collect_view();
    let rows = generators
        .iter()
        .map(|one| {
            vec![
                name_of(&one.name),
                one.reports.to_string(),
                one.rejected.to_string(),
                one.rejection_rate().map_or("–".to_owned(), percent),
                one.statements.to_string(),
                one.failed.to_string(),
                against_target(one),
            ]
        })
        .collect();
    let head = vec![
        "Written by",
        "Reports",
        "Rejected",
        "Rejection rate",
        "Statements",
        "Not supported",
        "Hallucination rate",
    ];
    if generators.is_empty() {
        let none = "No report names who wrote its text. Verifications name it as origin.";
        return view! { <section><h2>"By who wrote the text"</h2><p class="aside">{none}</p></section> }
            .into_any();
    }
    view! {
        <section>
            <h2>"By who wrote the text"</h2>
            <p class="aside">{about}</p>
            <ol class="lines">{lines}</ol>
            {figures("Figures", head, rows).into_any()}
        </section>
    }
    .into_any()
}
