//! The list of collections.

use crate::collections::Choice;
use leptos::prelude::*;

/// The list of collections; nothing where there is only one.
#[component]
pub(crate) fn CollectionChoice<'a>(
    choice: &'a Choice,
    label: &'static str,
    go: &'static str,
) -> Option<AnyView> {
    choice.is_open().then(|| {
        let options = choice
            .collections
            .iter()
            .map(|one| {
                let now = one.id == choice.chosen;
                view! { <option value=one.id.to_string() selected=now>{one.name.clone()}</option> }
            })
            .collect_view();
        view! {
            <p class="of-collection">
                <label for="collection">{label}</label>
                <select id="collection" name="collection" data-go=go>{options}</select>
            </p>
        }
        .into_any()
    })
}
