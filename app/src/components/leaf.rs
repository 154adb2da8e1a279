//! The line of links that leads through a list, or to another look at it.

use leptos::prelude::*;

/// Links in one line, under a name that says what they turn.
#[component]
pub(crate) fn Leaf(label: &'static str, links: AnyView) -> AnyView {
    view! { <nav class="leaf" aria-label=label>{links}</nav> }.into_any()
}
