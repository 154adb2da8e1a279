//! The field for a note to a decision.

use leptos::prelude::*;

/// What somebody says of a decision, in a line of its own words.
#[component]
pub(crate) fn NoteField(
    #[prop(into)] id: String,
    label: &'static str,
    #[prop(optional)] required: bool,
) -> impl IntoView {
    view! { <p class="field"><label for=id.clone()>{label}</label><input id=id name="note" maxlength="2000" autocomplete="off" required=required /></p> }
}
