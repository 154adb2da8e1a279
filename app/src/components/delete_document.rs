//! The button that deletes a document.

use super::collection_field::CollectionField;
use groundwall_core::CollectionId;
use leptos::prelude::*;

/// The button that deletes a document of a collection.
#[component]
pub(crate) fn DeleteDocument<'a>(collection: &'a CollectionId, name: &'a str) -> AnyView {
    view! {
        <form method="post" action="/documents/delete">
            <CollectionField collection=collection />
            <input type="hidden" name="name" value=name.to_owned() />
            <button class="quiet" aria-label=format!("Delete {name}")>"Delete"</button>
        </form>
    }
    .into_any()
}
