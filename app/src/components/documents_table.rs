//! The documents of a collection.

use leptos::prelude::*;

/// Documents below each other, a row each, with what can be done with it in the last column.
#[component]
pub(crate) fn DocumentsTable(rows: Vec<AnyView>) -> impl IntoView {
    view! {
        <div class="scroll" tabindex="0">
            <table class="documents">
                <thead><tr><th scope="col">"Name"</th><th scope="col">"Format"</th><th scope="col" class="number">"Passages"</th><th scope="col"><span class="visually-hidden">"Actions"</span></th></tr></thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
}
