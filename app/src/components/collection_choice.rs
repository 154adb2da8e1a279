//! The list of collections.

use super::options::Options;
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
        let names = choice.collections.iter().map(|one| (one.id.to_string(), one.name.clone()));
        let names = names.collect();
        view! {
            <p class="of-collection">
                <label for="collection">{label}</label>
                <select id="collection" name="collection" data-go=go><Options choices=names value=&choice.chosen.0 /></select>
            </p>
        }
        .into_any()
    })
}
