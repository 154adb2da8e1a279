//! What stands in place of a list or a form, in one line.

use leptos::prelude::*;

/// Why nothing is here; the way on from there is within the sentence.
#[component]
pub(crate) fn EmptyLine(said: impl IntoView + 'static) -> impl IntoView {
    view! { <p class="empty">{said}</p> }
}
