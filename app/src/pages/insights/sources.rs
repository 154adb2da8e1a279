//! Findings by who wrote the texts, over time.

use super::figures;
use crate::components::bar_chart::BarChart;
use crate::components::finding::words;
use crate::components::generator::name_of;
use groundwall_core::generators::SourceFindings;
use leptos::prelude::*;

/// What was found in the texts of each source: which endpoint invents what, and when.
pub(super) fn section(list: &[SourceFindings]) -> impl IntoView + use<> {
    let heading = "Findings by who wrote the text";
    if list.is_empty() {
        let text = "No report names who wrote its text.";
        return view! { <section><h2>{heading}</h2><p class="aside">{text}</p></section> }
            .into_any();
    }
    let sum = |one: &SourceFindings| one.findings.iter().map(|found| found.count).sum::<u64>();
    let drawn: Vec<(String, u64)> = list
        .iter()
        .map(|one| {
            let name = name_of(&one.source);
            let label = format!("{name}: {} in {} reports", sum(one), one.reports);
            (label, sum(one))
        })
        .collect();
    let kinds = list.iter().flat_map(|one| {
        one.findings.iter().map(|found| {
            let kind = words(&found.kind);
            vec![name_of(&one.source), kind, found.count.to_string()]
        })
    });
    let kinds = figures(
        "Figures",
        vec!["Source", "Type", "Findings"],
        kinds.collect(),
    );
    let times = list.iter().flat_map(|one| {
        one.periods.iter().map(|period| {
            let counts = [period.reports, period.findings].map(|count| count.to_string());
            let mut row = vec![name_of(&one.source), period.start.clone()];
            row.extend(counts);
            row
        })
    });
    let times = figures(
        "Over time",
        vec!["Source", "From", "Reports", "Findings"],
        times.collect(),
    );
    view! {
        <section>
            <h2>{heading}</h2>
            <BarChart name=heading items=&drawn />
            {kinds.into_any()}
            {times.into_any()}
        </section>
    }
    .into_any()
}
