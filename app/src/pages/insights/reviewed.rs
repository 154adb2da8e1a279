//! What people decided of what was found.

use super::{figures, percent};
use crate::components::bar_chart::BarChart;
use crate::components::finding::words;
use groundwall_core::review::{FindingReview, ReviewedStretch};
use leptos::prelude::*;

/// Share, share of all true finds, and the counts of one type.
fn cells(one: &FindingReview) -> [String; 4] {
    let share = |share: Option<f64>| share.map_or("–".to_owned(), percent);
    [
        share(one.precision()),
        share(one.recall()),
        one.true_finds.to_string(),
        one.false_alarms.to_string(),
    ]
}

pub(super) fn section(list: &[FindingReview], stretches: &[ReviewedStretch]) -> AnyView {
    if list.is_empty() {
        let text = "Nobody has decided on a flagged report yet.";
        let link = view! { <a href="/review">"Open the queue"</a> };
        return view! { <section><h2>"How often findings are right"</h2><p class="aside">{text}" "{link}</p></section> }
            .into_any();
    }
    let drawn = list
        .iter()
        .take(10)
        .map(|one| {
            let share = one.precision().unwrap_or_default();
            let decided = one.true_finds.saturating_add(one.false_alarms);
            let label = format!("{}: {} of {decided}", words(&one.kind), one.true_finds);
            (label, (share * 100.0).round() as u64)
        })
        .collect::<Vec<_>>();
    let named = |one: &FindingReview| {
        let mut row = vec![words(&one.kind)];
        row.extend(cells(one));
        row
    };
    let rows = list.iter().map(named).collect();
    let over_time = stretches
        .iter()
        .flat_map(|stretch| {
            stretch.findings.iter().map(|one| {
                let mut row = vec![stretch.start.clone()];
                row.extend(named(one));
                row
            })
        })
        .collect();
    view! {
        <section>
            <h2>"How often findings are right"</h2>
            <p class="aside">"Of the reports with such a finding that people decided on: how many were real problems, in percent."</p>
            <BarChart name="Real problems in percent of decided reports" items=&drawn />
            {figures("Figures", vec!["Type", "Right", "Of all real problems", "Real problems", "False alarms"], rows).into_any()}
            {figures("Over time", vec!["From", "Type", "Right", "Of all real problems", "Real problems", "False alarms"], over_time).into_any()}
        </section>
    }
    .into_any()
}
