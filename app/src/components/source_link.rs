//! A place in a document, as a link where it can be opened.

use crate::page::{address_of, is_stored};
use groundwall_core::DocumentId;
use leptos::prelude::*;

/// A place that leads to the sentence in its document, where that is stored.
#[component]
pub(crate) fn SourceLink<'a>(
    place: String,
    document: &'a DocumentId,
    sentences: Option<(u32, u32)>,
) -> AnyView {
    match sentences.filter(|_| is_stored(document)) {
        Some(sentences) => {
            view! { <a class="open" href=address_of(document, Some(sentences))>{place}</a> }
                .into_any()
        }
        None => place.into_any(),
    }
}
