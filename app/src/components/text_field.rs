//! A field of one line in a form.

use leptos::prelude::*;

/// A field of one line under its label, with what it holds.
#[component]
pub(crate) fn TextField(
    id: &'static str,
    name: &'static str,
    label: &'static str,
    value: String,
    #[prop(optional)] required: bool,
) -> impl IntoView {
    view! {
        <p>
            <label for=id>{label}</label>
            <input id=id name=name required=required value=value />
        </p>
    }
}
