//! What a page begins with.

use leptos::prelude::*;

/// The title of a page, and under it what the page is for.
#[component]
pub(crate) fn PageHead(title: &'static str, lead: impl IntoView + 'static) -> impl IntoView {
    view! {
        <h1>{title}</h1>
        <p class="lead">{lead}</p>
    }
}
