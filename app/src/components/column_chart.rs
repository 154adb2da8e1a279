//! Columns side by side, as inline SVG.

use super::charts::{px, share};
use leptos::prelude::*;

const HEIGHT: f64 = 150.0;

/// Room for the highest label and for the axis.
const ABOVE: f64 = 18.0;

const BELOW: f64 = 22.0;

/// The widest column, in percent of the chart.
const WIDEST: f64 = 12.0;

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
    let step = 100.0 / (columns.len().max(1) as f64);
    let width = (step * 0.75).min(WIDEST);
    let scale = (HEIGHT - ABOVE - BELOW) / if most > 0.0 { most } else { 1.0 };
    let ground = HEIGHT - BELOW;
    let left = move |place: usize| {
        // Few columns stand together at the left, not far apart.
        step.min(WIDEST / 0.75) * (place as f64)
    };
    let several = columns.len() > 1;
    let end = columns
        .len()
        .checked_sub(1)
        .map_or(0.0, |last| left(last) + width);
    let first = columns.first().map(|column| column.label.clone());
    let last = columns
        .last()
        .filter(|_| several)
        .map(|column| column.label.clone());
    let drawn = columns
        .into_iter()
        .enumerate()
        .map(|(place, column)| {
            let x = left(place);
            let mut from = ground;
            let parts: Vec<_> = column
                .parts
                .into_iter()
                .filter(|(value, _)| *value > 0.0)
                .map(|(value, class)| {
                    let height = (value * scale).max(1.0);
                    from -= height;
                    view! { <rect class=class x=share(x) y=px(from) width=share(width) height=px(height)></rect> }
                })
                .collect();
            view! { <g><title>{column.said}</title>{parts}</g> }
        })
        .collect_view();
    view! {
        <svg class="chart" width="100%" height=px(HEIGHT) role="img" aria-label=name.to_owned()>
            <line class="axis" x1="0" y1=px(ABOVE) x2="100%" y2=px(ABOVE)></line>
            <line class="axis" x1="0" y1=px(ground) x2="100%" y2=px(ground)></line>
            <text x="0" y="13">{top}</text>
            {drawn}
            {first.map(|label| view! { <text x="0" y=px(HEIGHT - 6.0)>{label}</text> })}
            {last.map(|label| view! { <text x=share(end.max(50.0)) y=px(HEIGHT - 6.0) text-anchor="end">{label}</text> })}
        </svg>
    }
}
