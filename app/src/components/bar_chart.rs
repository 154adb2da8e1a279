//! Bars below each other, as inline SVG.

use super::charts::{WIDTH, px};
use leptos::prelude::*;

/// A line of text and a bar.
const ROW: f64 = 40.0;

/// Characters of a name.
const NAME: usize = 46;

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
