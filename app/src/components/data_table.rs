//! A table under names for its columns, which scrolls where it is too wide.

use leptos::prelude::*;

/// The names of the columns, and the rows.
#[component]
pub(crate) fn DataTable<const N: usize>(
    head: [&'static str; N],
    rows: impl IntoView + 'static,
) -> impl IntoView {
    view! {
        <div class="scroll" tabindex="0">
            <table>
                <thead><tr>{head.map(|name| view! { <th scope="col">{name}</th> })}</tr></thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
}
