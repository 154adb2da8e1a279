use super::reports::encoded;
use crate::components::marked_cells::MarkedCells;
use crate::components::paging::Paging;
use crate::components::table_header::TableHeader;
use crate::page::{Marked, TableLook};
use groundwall_core::{CellKind, HeaderRow, StoredTable, Table, TableCell, TableRow};
use leptos::prelude::*;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::path::Path;

/// Rows on one page.
pub const ROWS: usize = 200;

/// One table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct TableView {
    pub stored: StoredTable,
    pub marked: Marked,
    /// Place of the first row that is shown.
    pub from: usize,
    #[serde(default)]
    pub look: TableLook,
}

fn number(kind: CellKind) -> &'static str {
    if kind.is_numeric() { "number" } else { "" }
}

fn line(
    row: &TableRow,
    stored: &StoredTable,
    marked: &Marked,
    first: Option<(u32, usize)>,
    total: bool,
) -> impl IntoView + use<> {
    let cells: Vec<(String, String, bool)> = row
        .cells
        .iter()
        .zip(stored.table.columns.iter().enumerate())
        .map(|(cell, (place, column))| {
            let marks = marked.holds(row.row, column);
            let class = format!(
                "{}{}",
                number(column.kind),
                if marks { " marked" } else { "" }
            );
            (
                cell.as_ref()
                    .map(|cell| cell.text.clone())
                    .unwrap_or_default(),
                class,
                first == Some((row.row, place)),
            )
        })
        .collect();
    let class = if total {
        "total"
    } else if row.hidden {
        "hidden-row"
    } else {
        ""
    };
    view! {
        <tr class=class>
            <th scope="row" class="aside">{row.row.saturating_add(1).to_string()}</th>
            {cells
                .into_iter()
                .map(|(text, class, is_first)| {
                    let marks = class.contains("marked");
                    view! {
                        <td class=class id=is_first.then_some("marked")>
                            {if marks { view! { <mark>{text}</mark> }.into_any() } else { text.into_any() }}
                        </td>
                    }
                })
                .collect_view()}
        </tr>
    }
}

/// Numbers by size, everything else by its canonical form; what is empty comes last, whatever the order.
fn compared(one: Option<&TableCell>, other: Option<&TableCell>, down: bool) -> Ordering {
    let filled = |cell: Option<&TableCell>| cell.is_some_and(|cell| !cell.text.trim().is_empty());
    let (Some(left), Some(right)) = (one.filter(|_| filled(one)), other.filter(|_| filled(other)))
    else {
        return filled(other).cmp(&filled(one));
    };
    let number = |cell: &TableCell| cell.value().parse::<f64>().ok();
    let order = match (number(left), number(right)) {
        (Some(left), Some(right)) => left.total_cmp(&right),
        (Some(_), None) => Ordering::Less,
        (None, Some(_)) => Ordering::Greater,
        (None, None) => left
            .value()
            .to_lowercase()
            .cmp(&right.value().to_lowercase()),
    };
    if down { order.reverse() } else { order }
}

/// The rows that are looked at, in their order.
fn looked_at<'a>(table: &'a Table, look: &TableLook) -> Vec<&'a TableRow> {
    let find = look.find.trim().to_lowercase();
    let mut rows: Vec<&TableRow> = table
        .rows
        .iter()
        .filter(|row| {
            let mut cells = row.cells.iter().flatten();
            find.is_empty() || cells.any(|cell| cell.text.to_lowercase().contains(&find))
        })
        .collect();
    if let Some(place) = look.sort.filter(|place| *place < table.columns.len()) {
        let cell = |row: &'a TableRow| row.cells.get(place).and_then(Option::as_ref);
        rows.sort_by(|one, other| compared(cell(one), cell(other), look.down));
    }
    rows
}

/// Letters of marked cells that an address carries on, at most.
const CELLS: usize = 2_000;

/// The marked cells as an address names them.
fn cells(marked: &Marked) -> Option<String> {
    let text = marked.text()?.replace(", ", ",");
    (text.len() <= CELLS).then_some(text)
}

/// Address of the table as it is looked at.
fn address(base: &str, look: &TableLook, marked: &Marked, from: usize) -> String {
    let mut parts = Vec::new();
    parts.extend(
        (!look.find.trim().is_empty()).then(|| format!("find={}", encoded(look.find.trim()))),
    );
    parts.extend(look.sort.map(|place| format!("sort={place}")));
    parts.extend((look.sort.is_some() && look.down).then(|| "order=down".to_owned()));
    parts.extend(cells(marked).map(|cells| format!("cells={}", encoded(&cells))));
    parts.push(format!("from={from}"));
    format!("{base}?{}", parts.join("&"))
}

/// The box to look for rows with.
fn finder(base: &str, look: &TableLook, marked: &Marked) -> AnyView {
    let narrowed = !look.find.trim().is_empty() || look.sort.is_some();
    view! {
        <form method="get" action=base.to_owned() class="search" role="search">
            {look.sort.map(|place| view! { <input type="hidden" name="sort" value=place.to_string() /> })}
            {look.down.then(|| view! { <input type="hidden" name="order" value="down" /> })}
            {cells(marked).map(|cells| view! { <input type="hidden" name="cells" value=cells /> })}
            <label for="find">"Only rows with"</label>
            <input id="find" type="search" name="find" maxlength="200" value=look.find.clone() />
            <button type="submit" class="quiet">"Show them"</button>
        </form>
        {narrowed.then(|| view! { <p class="aside"><a href=address(base, &TableLook::default(), marked, 0)>"All rows, as in the document"</a></p> })}
    }
    .into_any()
}

/// The names of the columns; each sorts by itself, and the other way where it does already.
fn head(stored: &StoredTable, base: &str, look: &TableLook, marked: &Marked) -> AnyView {
    stored
        .table
        .columns
        .iter()
        .enumerate()
        .map(|(place, column)| {
            let kind = column.unit.as_ref().map_or(column.kind.word().to_owned(), |unit| format!("{}, {unit}", column.kind.word()));
            let here = look.sort == Some(place);
            let next = TableLook { sort: Some(place), down: here && !look.down, find: look.find.clone() };
            let (sorted, sign) = match (here, look.down) {
                (true, false) => (Some("ascending"), " ↑"),
                (true, true) => (Some("descending"), " ↓"),
                (false, _) => (None, ""),
            };
            view! {
                <th scope="col" class=number(column.kind) aria-sort=sorted>
                    <a href=address(base, &next, marked, 0)>{column.name.clone()}<span aria-hidden="true">{sign}</span></a>
                    <span class="aside">{kind}</span>
                </th>
            }
        })
        .collect_view()
        .into_any()
}

pub(crate) fn page(view: &TableView) -> AnyView {
    let TableView {
        stored,
        marked,
        from,
        look,
    } = view;
    let from = *from;
    let table = &stored.table;
    let rows = looked_at(table, look);
    let all = rows.len();
    let shown: Vec<&TableRow> = rows.into_iter().skip(from).take(ROWS).collect();
    let end = from.saturating_add(shown.len());
    let first = marked.first(table);
    // Rows that people number: those of a sheet.
    let end_of_name = Path::new(stored.document_name.as_str()).extension();
    let numbered = table.place.sheet.is_some()
        || end_of_name
            .is_some_and(|end| end.eq_ignore_ascii_case("csv") || end.eq_ignore_ascii_case("tsv"));
    let base = format!("/tables/{}/{}", stored.document, stored.index);
    let link = |from: usize, label: &'static str| (address(&base, look, marked, from), label);
    let before = (from > 0).then(|| link(from.saturating_sub(ROWS), "Earlier rows"));
    let behind = (end < all).then(|| link(end, "Later rows"));
    let whole = look.find.trim().is_empty();
    let said = match (shown.is_empty(), whole) {
        (true, true) => "No rows.".to_owned(),
        (true, false) => "No row has that. Try fewer letters.".to_owned(),
        (false, _) => {
            let found = if whole { "" } else { " found" };
            format!("Rows {} to {end} of {all}{found}. ", from.saturating_add(1))
        }
    };
    let lines: Vec<_> = shown
        .iter()
        .map(|row| line(row, stored, marked, first, false))
        .collect();
    let totals: Vec<_> = table
        .totals
        .iter()
        .filter(|_| whole)
        .map(|row| line(row, stored, marked, first, true))
        .collect();
    view! {
        <div class="column wide">
            <h1>{stored.to_string()}</h1>
            {table.title.clone().into_iter().map(|text| view! { <p>{text}</p> }).collect_view()}
            <MarkedCells table=table marked=marked />
            {HeaderRow::of(table).filter(|_| numbered).map(|header| view! { <TableHeader document=&stored.document header=&header by_hand=table.by_hand /> })}
            {finder(&base, look, marked)}
            <div class="scroll grid" tabindex="0" role="region" aria-label="Rows">
                <table>
                    <thead>
                        <tr>
                            <th class="aside">{if table.records { "Record".to_owned() } else { table.header_row.saturating_add(1).to_string() }}</th>
                            {head(stored, &base, look, marked)}
                        </tr>
                    </thead>
                    <tbody>{lines}</tbody>
                    <tfoot>{totals}</tfoot>
                </table>
            </div>
            <Paging said=said before=before behind=behind />
            <p><a href="/tables">"All tables"</a></p>
        </div>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::{address, compared};
    use crate::page::{Marked, TableLook};
    use groundwall_core::{CellKind, TableCell};
    use std::cmp::Ordering;

    fn cell(text: &str) -> TableCell {
        TableCell {
            kind: CellKind::Number,
            text: text.to_owned(),
            value: None,
        }
    }

    #[test]
    fn numbers_are_sorted_by_size_and_what_is_empty_comes_last() {
        let (nine, ten, empty) = (cell("9"), cell("10"), cell(" "));
        let order = |one, other, down| compared(Some(one), Some(other), down);
        assert_eq!(order(&nine, &ten, false), Ordering::Less);
        assert_eq!(order(&nine, &ten, true), Ordering::Greater);
        for down in [false, true] {
            assert_eq!(order(&nine, &empty, down), Ordering::Less);
            assert_eq!(compared(None, Some(&ten), down), Ordering::Greater);
        }
        assert_eq!(order(&cell("Cod"), &cell("herring"), false), Ordering::Less);
    }

    #[test]
    fn an_address_keeps_what_is_looked_at() {
        let look = TableLook {
            find: "a&b".to_owned(),
            sort: Some(2),
            down: true,
        };
        assert_eq!(
            address("/t", &look, &Marked::parse("B2,C3"), 200),
            "/t?find=a%26b&sort=2&order=down&cells=B2%2CC3&from=200"
        );
    }
}
