//! What stands where a list would, when nothing is in it.

use leptos::prelude::*;

/// Why nothing is in a list, and the way on from there.
#[component]
pub(crate) fn EmptyList(
    text: &'static str,
    #[prop(optional)] next: Option<(&'static str, &'static str)>,
) -> AnyView {
    match next {
        Some((href, label)) => {
            view! { <div class="empty"><p>{text}</p><p><a href=href>{label}</a></p></div> }
                .into_any()
        }
        None => view! { <div class="empty"><p>{text}</p></div> }.into_any(),
    }
}
