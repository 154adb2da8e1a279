//! Bars below each other, as inline SVG. Nothing in it is scaled: words keep their size on a narrow screen.

use super::charts::share;
use leptos::prelude::*;

/// A line of text and a bar.
const ROW: usize = 40;
/// Of the width, in percent, so that the figure behind the longest bar has room.
const LONGEST: f64 = 84.0;
/// Characters of a name.
const NAME: usize = 46;

/// A bar: its name above it, and behind it what it says.
pub(crate) struct Bar {
    pub(crate) name: String,
    pub(crate) shown: String,
    pub(crate) value: f64,
}

/// A name that fits above its bar.
fn short(name: &str) -> String {
    if name.chars().count() > NAME {
        let cut = name.chars().take(NAME.saturating_sub(1));
        cut.chain(['…']).collect()
    } else {
        name.to_owned()
    }
}

/// Height of so many bars, in pixels.
pub(crate) fn height(bars: usize) -> usize {
    bars.saturating_mul(ROW)
}

/// What is drawn of bars: from zero, which stands further right where values are below it.
pub(crate) fn drawn(bars: &[Bar]) -> AnyView {
    let low = bars.iter().map(|bar| bar.value).fold(0.0, f64::min);
    let high = bars.iter().map(|bar| bar.value).fold(0.0, f64::max);
    let span = if high > low { high - low } else { 1.0 };
    let x = move |value: f64| (value - low) / span * LONGEST;
    bars.iter()
        .enumerate()
        .map(|(place, bar)| {
            let (from, to) = (x(0.0).min(x(bar.value)), x(0.0).max(x(bar.value)));
            let top = place.saturating_mul(ROW);
            let y = |below: usize| top.saturating_add(below).to_string();
            view! {
                <text x="0" y=y(14)>{short(&bar.name)}</text>
                <rect class="bar" x=share(from) y=y(20) width=share((to - from).max(0.5)) height="12" rx="2"></rect>
                <text x=share(to) dx="8" y=y(31)>{bar.shown.clone()}</text>
            }
        })
        .collect_view()
        .into_any()
}

/// Counts as bars below each other, each under its name.
#[component]
pub(crate) fn BarChart<'a>(name: &'a str, items: &'a [(String, u64)]) -> impl IntoView + use<> {
    let bars: Vec<Bar> = items
        .iter()
        .map(|(name, count)| Bar {
            name: name.clone(),
            shown: count.to_string(),
            value: *count as f64,
        })
        .collect();
    let height = height(bars.len()).to_string();
    view! { <svg class="chart" width="100%" height=height role="img" aria-label=name.to_owned()>{drawn(&bars)}</svg> }
}
