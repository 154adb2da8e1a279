//! The options of a list.

use leptos::prelude::*;

/// Options, each a value and its words; the one with the value that is held is chosen.
#[component]
pub(crate) fn Options<'a>(choices: Vec<(String, String)>, value: &'a str) -> impl IntoView + use<> {
    choices
        .into_iter()
        .map(|(name, words)| {
            let now = name == value;
            view! { <option value=name selected=now>{words}</option> }
        })
        .collect_view()
}
