//! Columns side by side, as inline SVG.

use super::charts::{WIDTH, px};
use leptos::prelude::*;

const HEIGHT: f64 = 150.0;

/// Room for the highest label and for the axis.
const ABOVE: f64 = 18.0;

const BELOW: f64 = 22.0;

/// One column: what it is of, its parts from below, and what it says in words.
pub(crate) struct Column {
    pub(crate) label: String,
    pub(crate) parts: Vec<(f64, &'static str)>,
    pub(crate) said: String,
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
