//! Which row of a table names its columns: said, and put right by hand.

use groundwall_core::{DocumentId, HeaderRow};
use leptos::prelude::*;

/// The form of one table: another row, or the one that is found by itself.
#[component]
pub(crate) fn TableHeader<'a>(
    document: &'a DocumentId,
    header: &'a HeaderRow,
    by_hand: bool,
) -> AnyView {
    let action = format!("/documents/{document}/header");
    let row = header.row;
    let fields = || {
        view! {
            <input type="hidden" name="sheet" value=header.sheet.clone().unwrap_or_default() />
            <input type="hidden" name="before" value=row.to_string() />
        }
    };
    let waiting = || {
        view! { <p class="waiting" hidden>"Reading the file again. A long table takes a while."</p> }
    };
    let said = if by_hand {
        "It was set by hand."
    } else {
        "It was found automatically."
    };
    let automatic = by_hand.then(|| {
        view! {
            <form method="post" action=action.clone()>
                {fields()}
                <button type="submit" class="quiet">"Find the row automatically"</button>
                {waiting()}
            </form>
        }
    });
    view! {
        <div class="header-row">
            <form method="post" action=action.clone()>
                {fields()}
                <label for="header-row">"Row with the names of the columns"</label>
                <input id="header-row" type="number" name="row" min="1" value=row.to_string() required />
                <button type="submit" class="quiet">"Read the table again"</button>
                {waiting()}
            </form>
            {automatic}
            <p class="aside">{said}</p>
        </div>
    }
    .into_any()
}
