//! The button that deletes a document.

use super::collection_field::CollectionField;
use groundwall_core::CollectionId;
use leptos::prelude::*;

/// The button that deletes a document of a collection. `named`: it says which, where there are several beside each other.
#[component]
pub(crate) fn DeleteDocument<'a>(
    collection: &'a CollectionId,
    name: &'a str,
    #[prop(optional)] named: bool,
) -> AnyView {
    let label = if named {
        format!("Delete {name}")
    } else {
        "Delete".to_owned()
    };
    view! {
        <form method="post" action="/documents/delete">
            <CollectionField collection=collection />
            <input type="hidden" name="name" value=name.to_owned() />
            <button class="quiet" aria-label=format!("Delete {name}")>{label}</button>
        </form>
    }
    .into_any()
}
