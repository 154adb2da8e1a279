//! Which row of a sheet names the columns: said, and put right by hand.

use groundwall_core::{DocumentId, Format, HeaderRow};
use leptos::prelude::*;

/// Sheets that are offered by name, at most.
const SHEETS: usize = 100;

/// Whether rows of a format are those of a sheet, which people number.
pub(crate) fn has_rows(format: Format) -> bool {
    match format {
        Format::Csv | Format::Tsv | Format::Xlsx | Format::Xls | Format::Ods => true,
        Format::Pdf
        | Format::Docx
        | Format::Json
        | Format::Text
        | Format::Markdown
        | Format::Html => false,
    }
}

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
    let said = if by_hand {
        format!("Row {row} names the columns, as somebody said.")
    } else {
        format!("Row {row} was taken for the names of the columns.")
    };
    let automatic = by_hand.then(|| {
        view! {
            <form method="post" action=action.clone()>
                {fields()}
                <button type="submit" class="quiet">"Find the row automatically"</button>
            </form>
        }
    });
    view! {
        <div class="header-row">
            <p class="aside">{said}</p>
            <form method="post" action=action.clone()>
                {fields()}
                <label for="header-row">"Row with the names of the columns"</label>
                <input id="header-row" type="number" name="row" min="1" value=row.to_string() required />
                <button type="submit" class="quiet">"Read the table again"</button>
            </form>
            {automatic}
        </div>
    }
    .into_any()
}

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
