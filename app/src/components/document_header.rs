//! The form of a document in which a table was missed.

use groundwall_core::DocumentId;
use leptos::prelude::*;

/// Sheets that are offered by name, at most.
const SHEETS: usize = 100;

/// The form of a document in which a table was missed.
#[component]
pub(crate) fn DocumentHeader<'a>(document: &'a DocumentId, sheets: &'a [String]) -> AnyView {
    let options = sheets
        .iter()
        .take(SHEETS)
        .map(|sheet| view! { <option value=sheet.clone()>{sheet.clone()}</option> })
        .collect_view();
    let sheet = (!sheets.is_empty()).then(|| {
        view! {
            <label for="header-sheet">"Sheet"</label>
            <select id="header-sheet" name="sheet">{options}</select>
        }
    });
    view! {
        <details class="header-row">
            <summary>"A table was missed, or another row names its columns"</summary>
            <form method="post" action=format!("/documents/{document}/header")>
                {sheet}
                <label for="header-row">"Row with the names of the columns"</label>
                <input id="header-row" type="number" name="row" min="1" required />
                <button type="submit" class="quiet">"Read the document again"</button>
            </form>
        </details>
    }
    .into_any()
}
