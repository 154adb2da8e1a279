//! What a conversation is about.

use crate::collections::Choice;
use leptos::prelude::*;

/// What a conversation is about, where that is not all there is.
#[component]
pub(crate) fn AboutConversation<'a>(choice: &'a Choice) -> Option<AnyView> {
    let names: Vec<String> = choice.documents.iter().map(ToString::to_string).collect();
    let of = choice.name().map(|name| {
        view! { "In "<a href=format!("/collections/{}", choice.chosen)>{name.to_owned()}</a>". " }
    });
    let only = (!names.is_empty()).then(|| format!("Only {}. ", names.join(", ")));
    (of.is_some() || only.is_some()).then(|| {
        view! { <p class="aside about">{of}{only}<a href=choice.address("/ask")>"Ask something else"</a></p> }.into_any()
    })
}
