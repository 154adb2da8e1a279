mod generators;
mod reviewed;
mod sources;

use crate::components::bar_chart::BarChart;
use crate::components::column_chart::{Column, ColumnChart};
use crate::components::empty_list::EmptyList;
use crate::components::finding::words;
use crate::components::leaf::Leaf;
use groundwall_core::history::{Period, Refuted};
use groundwall_core::{Insights, ReportState, Stretch};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};

/// Columns of a chart, at most; the latest are shown.
const COLUMNS: usize = 60;

/// Days that can be looked at, and their words.
const SPANS: [(Option<u32>, &str); 5] = [
    (Some(7), "7 days"),
    (Some(30), "30 days"),
    (Some(90), "90 days"),
    (Some(365), "12 months"),
    (None, "All"),
];

/// What the reports tell together.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct InsightsView {
    pub insights: Insights,
    /// None looks at all reports.
    pub days: Option<u32>,
}

/// The class that a state is drawn with.
fn class_of(state: ReportState) -> &'static str {
    match state {
        ReportState::Verified => "verified",
        ReportState::PartlyVerified => "partly",
        ReportState::NotVerified => "failed",
        ReportState::NothingToCheck => "nothing",
        ReportState::NotCovered => "uncovered",
    }
}

fn spans(chosen: Option<u32>) -> impl IntoView {
    SPANS
        .map(|(days, words)| {
            let href = days.map_or("/insights".to_owned(), |days| {
                format!("/insights?days={days}")
            });
            view! { <a href=href aria-current=(days == chosen).then_some("true")>{words}</a> }
        })
        .into_iter()
        .collect_view()
}

fn share(period: &Period) -> Option<f64> {
    (period.checkable > 0).then(|| (period.supported as f64) / (period.checkable as f64))
}

fn percent(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
}

fn seconds(milliseconds: u64) -> String {
    let seconds = (milliseconds as f64) / 1_000.0;
    if seconds < 10.0 {
        format!("{seconds:.2} s")
    } else {
        format!("{seconds:.1} s")
    }
}

/// A table behind a chart.
fn figures(
    summary: &'static str,
    head: Vec<&'static str>,
    rows: Vec<Vec<String>>,
) -> impl IntoView + use<> {
    let label = format!("Table: {}", head.join(", ").to_lowercase());
    let head = head
        .into_iter()
        .map(|name| view! { <th scope="col">{name}</th> })
        .collect_view();
    let rows = rows
        .into_iter()
        .map(|cells| {
            let cells = cells
                .into_iter()
                .enumerate()
                .map(|(place, cell)| {
                    if place == 0 {
                        view! { <th scope="row">{cell}</th> }.into_any()
                    } else {
                        view! { <td>{cell}</td> }.into_any()
                    }
                })
                .collect_view();
            view! { <tr>{cells}</tr> }
        })
        .collect_view();
    view! {
        <details>
            <summary>{summary}</summary>
            <div class="scroll" role="region" tabindex="0" aria-label=label>
                <table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>
            </div>
        </details>
    }
}

fn support(periods: &[Period]) -> impl IntoView + use<> {
    let drawn = periods
        .iter()
        .map(|period| {
            let share = share(period);
            let words = share.map_or("nothing to check".to_owned(), percent);
            Column {
                label: period.start.clone(),
                parts: vec![(share.unwrap_or_default(), "good")],
                said: format!("{}: {words}", period.start),
            }
        })
        .collect();
    let rows = periods
        .iter()
        .map(|period| {
            vec![
                period.start.clone(),
                share(period).map_or("–".to_owned(), percent),
                period.supported.to_string(),
                period.checkable.to_string(),
            ]
        })
        .collect();
    view! {
        <section>
            <h2>"Statements found in your documents"</h2>
            <ColumnChart name="Share of statements found in your documents, over time" most=1.0 top="100 %".to_owned() columns=drawn />
            {figures("Figures", vec!["From", "Share", "Found", "Statements"], rows).into_any()}
        </section>
    }
}

fn states(periods: &[Period]) -> impl IntoView + use<> {
    let most = periods
        .iter()
        .map(|period| period.reports)
        .max()
        .unwrap_or(1);
    let drawn = periods
        .iter()
        .map(|period| {
            let counted = || period.states.iter().zip(ReportState::ALL);
            let words: Vec<String> = counted()
                .filter(|(count, _)| **count > 0)
                .map(|(count, state)| format!("{count} {}", state.words().to_lowercase()))
                .collect();
            Column {
                label: period.start.clone(),
                parts: counted()
                    .map(|(count, state)| (*count as f64, class_of(state)))
                    .collect(),
                said: format!("{}: {}", period.start, words.join(", ")),
            }
        })
        .collect();
    let rows = periods
        .iter()
        .map(|period| {
            let mut row = vec![period.start.clone()];
            row.extend(period.states.iter().map(u64::to_string));
            row
        })
        .collect();
    let mut head = vec!["From"];
    head.extend(ReportState::ALL.map(ReportState::words));
    let legend = ReportState::ALL
        .into_iter()
        .map(|state| {
            view! { <li><svg viewBox="0 0 12 12" aria-hidden="true"><rect class=class_of(state) width="12" height="12"></rect></svg>{state.words()}</li> }
        })
        .collect_view();
    let top = format!("{most} reports");
    view! {
        <section>
            <h2>"Reports by state"</h2>
            <ColumnChart name="Reports by state over time" most=most as f64 top=top columns=drawn />
            <ul class="legend">{legend}</ul>
            {figures("Figures", head, rows).into_any()}
        </section>
    }
}

fn times(insights: &Insights, periods: &[Period]) -> impl IntoView + use<> {
    let most = periods
        .iter()
        .map(|period| period.p95)
        .max()
        .unwrap_or(1)
        .max(1);
    let drawn = periods
        .iter()
        .map(|period| Column {
            label: period.start.clone(),
            parts: vec![
                (period.p50 as f64, "half"),
                (period.p95.saturating_sub(period.p50) as f64, "rest"),
            ],
            said: format!(
                "{}: half within {}, 95 of 100 within {}",
                period.start,
                seconds(period.p50),
                seconds(period.p95)
            ),
        })
        .collect();
    let rows = periods
        .iter()
        .map(|period| {
            vec![
                period.start.clone(),
                seconds(period.p50),
                seconds(period.p95),
                period.reports.to_string(),
            ]
        })
        .collect();
    view! {
        <section>
            <h2>"Time for a report"</h2>
            <p>{format!("Half of the reports took at most {}, 95 of 100 at most {}.", seconds(insights.p50), seconds(insights.p95))}</p>
            <ColumnChart name="Time for a report" most=most as f64 top=seconds(most) columns=drawn />
            <p class="aside">"Lower part: half of the reports. Whole column: 95 of 100."</p>
            {figures("Figures", vec!["From", "Half within", "95 of 100 within", "Reports"], rows).into_any()}
        </section>
    }
}

fn counted(
    heading: &'static str,
    none: &'static str,
    head: [&'static str; 2],
    items: Vec<(String, u64)>,
) -> impl IntoView {
    if items.is_empty() {
        return view! { <section><h2>{heading}</h2><p class="aside">{none}</p></section> }
            .into_any();
    }
    let rows = items
        .iter()
        .map(|(name, count)| vec![name.clone(), count.to_string()])
        .collect();
    let shown: Vec<(String, u64)> = items.into_iter().take(10).collect();
    view! { <section><h2>{heading}</h2><BarChart name=heading items=&shown />{figures("Figures", head.to_vec(), rows).into_any()}</section> }
        .into_any()
}

fn refuted(list: &[Refuted]) -> Option<impl IntoView + use<>> {
    let lines = list
        .iter()
        .map(|one| {
            let times = if one.count == 1 {
                "once".to_owned()
            } else {
                format!("{} times", one.count)
            };
            let by = one
                .document
                .as_ref()
                .map_or(String::new(), |name| format!(", by {name}"));
            view! {
                <li>
                    <a class="title" href=format!("/reports/{}", one.report)>{one.claim.clone()}</a>
                    <span class="time">{format!("{times}{by}")}</span>
                </li>
            }
        })
        .collect_view();
    (!list.is_empty()).then(|| {
        view! { <section class="whole"><h2>"Statements contradicted most"</h2><ol class="lines">{lines}</ol></section> }
    })
}

/// "Each column is a day with reports."
fn each(stretch: Stretch, periods: usize) -> String {
    let word = match stretch {
        Stretch::Day => "a day",
        Stretch::Week => "a week from Monday",
        Stretch::Month => "a month",
    };
    let left_out = if periods > COLUMNS {
        format!(" The latest {COLUMNS} are drawn.")
    } else {
        String::new()
    };
    format!("Each column is {word} that has reports.{left_out}")
}

pub(crate) fn page(view: &InsightsView) -> AnyView {
    let InsightsView { insights, days } = view;
    let from = insights.periods.len().saturating_sub(COLUMNS);
    let mut periods = insights.periods.get(from..).unwrap_or_default().to_vec();
    if insights.stretch == Stretch::Month {
        // A month is called by its year and number.
        for one in &mut periods {
            one.start.truncate(7);
        }
    }
    let periods = periods.as_slice();
    let findings = insights
        .findings
        .iter()
        .map(|one| (words(&one.kind), one.count))
        .collect();
    let refuting = insights
        .refuting
        .iter()
        .map(|one| (one.name.clone(), one.count))
        .collect();
    let body = if insights.reports == 0 {
        let (text, next) = if days.is_some() {
            (
                "There are no reports of this time.",
                ("/insights", "Look at all reports"),
            )
        } else {
            (
                "There are no reports yet, so there is nothing to count. Every question and every verification leaves one.",
                ("/ask", "Ask a question"),
            )
        };
        view! { <EmptyList text=text next=next /> }.into_any()
    } else {
        let many = if insights.reports == 1 {
            "1 report.".to_owned()
        } else {
            format!("{} reports.", insights.reports)
        };
        view! {
            {generators::alert(&insights.generators)}
            <p class="aside">{format!("{many} {}", each(insights.stretch, insights.periods.len()))}</p>
            <div class="charts">
                {generators::section(&insights.generators).into_any()}
                {support(periods).into_any()}
                {states(periods).into_any()}
                {times(insights, periods).into_any()}
                {counted("Findings", "No check found anything wrong.", ["Type", "Findings"], findings).into_any()}
                {counted("Documents that contradict most", "No document contradicted a statement.", ["Document", "Statements contradicted"], refuting).into_any()}
                {reviewed::section(&insights.reviewed, &insights.reviewed_by_stretch)}
                {sources::section(&insights.sources).into_any()}
                {refuted(&insights.refuted).into_any()}
            </div>
        }
        .into_any()
    };
    view! {
        <div class="column wide insights">
            <h1>"Insights"</h1>
            <Leaf label="Time" links=spans(*days).into_any() />
            {body}
        </div>
    }
    .into_any()
}
