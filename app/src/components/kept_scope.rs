//! What goes on being asked in a conversation.

use super::collection_field::CollectionField;
use groundwall_core::{CollectionId, Scope};
use leptos::prelude::*;

/// What goes on being asked in a conversation, unseen.
#[component]
pub(crate) fn KeptScope<'a>(collection: &'a CollectionId, scope: &'a Scope) -> AnyView {
    let names = scope
        .documents
        .iter()
        .map(|name| view! { <input type="hidden" name="document" value=name.to_string() /> })
        .collect_view();
    view! { <CollectionField collection=collection />{names} }.into_any()
}
