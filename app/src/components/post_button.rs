//! A button that does something at once.

use leptos::prelude::*;

/// A form of one quiet button, with nothing to fill in.
#[component]
pub(crate) fn PostButton(#[prop(into)] action: String, label: &'static str) -> impl IntoView {
    view! { <form method="post" action=action><button type="submit" class="quiet">{label}</button></form> }
}
