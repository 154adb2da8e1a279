//! Which part of a long list is shown.

use leptos::prelude::*;

/// Which part is shown, and the ways to the one before and the one behind it: address and words.
#[component]
pub(crate) fn Paging(
    said: String,
    before: Option<(String, &'static str)>,
    behind: Option<(String, &'static str)>,
) -> impl IntoView {
    let link = |(href, words): (String, &'static str)| view! { <a href=href>{words}</a> };
    view! { <p class="aside">{said}{before.map(link)}" "{behind.map(link)}</p> }
}
