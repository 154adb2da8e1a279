//! Charts as inline SVG. Each stands above a table that says the same in figures.

use leptos::prelude::*;

/// Of every chart; it is scaled to its column.
const WIDTH: f64 = 400.0;
const HEIGHT: f64 = 150.0;
/// Room for the highest label and for the axis.
const ABOVE: f64 = 18.0;
const BELOW: f64 = 22.0;
/// A line of text and a bar.
const ROW: f64 = 40.0;
/// Characters of a name.
const NAME: usize = 46;

/// One column: what it is of, its parts from below, and what it says in words.
pub(crate) struct Column {
    pub(crate) label: String,
    pub(crate) parts: Vec<(f64, &'static str)>,
    pub(crate) said: String,
}

fn px(value: f64) -> String {
    format!("{value:.1}")
}

/// Columns side by side, from zero to `most`, which stands at the top.
#[component]
pub(crate) fn ColumnChart<'a>(
    name: &'a str,
    most: f64,
    top: String,
    columns: Vec<Column>,
) -> impl IntoView + use<> {
    let step = WIDTH / (columns.len().max(1) as f64);
    let width = (step * 0.75).min(48.0);
    let scale = (HEIGHT - ABOVE - BELOW) / if most > 0.0 { most } else { 1.0 };
    let ground = HEIGHT - BELOW;
    let (first, last) = (
        columns.first().map(|column| column.label.clone()),
        columns
            .last()
            .filter(|_| columns.len() > 1)
            .map(|column| column.label.clone()),
    );
    let drawn = columns
        .into_iter()
        .enumerate()
        .map(|(place, column)| {
            let x = step * (place as f64) + (step - width) / 2.0;
            let mut from = ground;
            let parts: Vec<_> = column
                .parts
                .into_iter()
                .filter(|(value, _)| *value > 0.0)
                .map(|(value, class)| {
                    let height = (value * scale).max(1.0);
                    from -= height;
                    view! { <rect class=class x=px(x) y=px(from) width=px(width) height=px(height)></rect> }
                })
                .collect();
            view! { <g><title>{column.said}</title>{parts}</g> }
        })
        .collect_view();
    view! {
        <svg class="chart" viewBox=format!("0 0 {WIDTH} {HEIGHT}") role="img" aria-label=name.to_owned()>
            <path class="axis" d=format!("M0 {ABOVE}H{WIDTH}M0 {ground}H{WIDTH}")></path>
            <text x="0" y="13">{top}</text>
            {drawn}
            {first.map(|label| view! { <text x="0" y=px(HEIGHT - 6.0)>{label}</text> })}
            {last.map(|label| view! { <text x=px(WIDTH) y=px(HEIGHT - 6.0) text-anchor="end">{label}</text> })}
        </svg>
    }
}

/// A name that fits above its bar.
fn short(name: &str) -> String {
    if name.chars().count() > NAME {
        name.chars().take(NAME).chain(['…']).collect()
    } else {
        name.to_owned()
    }
}

/// Bars below each other, each under its name.
#[component]
pub(crate) fn BarChart<'a>(name: &'a str, items: &'a [(String, u64)]) -> impl IntoView + use<> {
    let most = items
        .iter()
        .map(|(_, count)| *count)
        .max()
        .unwrap_or(1)
        .max(1) as f64;
    let height = ROW * (items.len() as f64);
    let drawn = items
        .iter()
        .enumerate()
        .map(|(place, (name, count))| {
            let top = ROW * (place as f64);
            let width = ((*count as f64) / most * (WIDTH - 60.0)).max(2.0);
            view! {
                <text x="0" y=px(top + 14.0)>{short(name)}</text>
                <rect class="bar" x="0" y=px(top + 20.0) width=px(width) height="12"></rect>
                <text x=px(width + 8.0) y=px(top + 31.0)>{count.to_string()}</text>
            }
        })
        .collect_view();
    view! { <svg class="chart" viewBox=format!("0 0 {WIDTH} {height}") role="img" aria-label=name.to_owned()>{drawn}</svg> }
}
