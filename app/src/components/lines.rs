//! Sentences below each other.

use leptos::prelude::*;

/// A sentence a line; nothing where there is none.
#[component]
pub(crate) fn Lines<'a>(lines: &'a [String]) -> Option<impl IntoView + use<>> {
    let items = lines
        .iter()
        .map(|line| view! { <li>{line.clone()}</li> })
        .collect_view();
    (!lines.is_empty()).then(|| view! { <ul>{items}</ul> })
}
