//! A list to choose from in a form.

use leptos::prelude::*;

/// A list under its label; `options` are its `<option>`s.
#[component]
pub(crate) fn SelectField(
    id: &'static str,
    name: &'static str,
    label: &'static str,
    options: impl IntoView + 'static,
) -> impl IntoView {
    view! {
        <p>
            <label for=id>{label}</label>
            <select id=id name=name>{options}</select>
        </p>
    }
}
