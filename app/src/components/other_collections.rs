//! The ways to the same page of each collection.

use super::leaf::Leaf;
use crate::collections::Choice;
use leptos::prelude::*;

/// The ways to the same page of each collection, and what stands behind them.
#[component]
pub(crate) fn OtherCollections<'a>(
    choice: &'a Choice,
    page: &'static str,
    behind: AnyView,
) -> AnyView {
    let links = choice
        .collections
        .iter()
        .map(|one| {
            let now = (one.id == choice.chosen).then_some("page");
            view! { <a href=format!("{page}?collection={}", one.id) aria-current=now>{one.name.clone()}</a> }
        })
        .collect_view();
    view! { <Leaf label="Collections" links=(links, behind).into_any() /> }.into_any()
}
