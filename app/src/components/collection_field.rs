//! The collection of a form, unseen.

use groundwall_core::CollectionId;
use leptos::prelude::*;

/// The collection of a form that is about one.
#[component]
pub(crate) fn CollectionField<'a>(collection: &'a CollectionId) -> AnyView {
    view! { <input type="hidden" name="collection" value=collection.to_string() /> }.into_any()
}
