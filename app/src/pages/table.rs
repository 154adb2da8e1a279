use crate::components::header::of_table;
use crate::page::Marked;
use groundwall_core::{CellKind, HeaderRow, StoredTable, TableRow};
use leptos::prelude::*;
use std::path::Path;

/// Rows on one page.
pub const ROWS: usize = 200;

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

pub(crate) fn page(stored: &StoredTable, marked: &Marked, from: usize) -> AnyView {
    let table = &stored.table;
    let all = table.rows.len();
    let shown: Vec<&TableRow> = table.rows.iter().skip(from).take(ROWS).collect();
    let end = from.saturating_add(shown.len());
    let first = marked.first(table);
    // Rows that people number: those of a sheet.
    let end_of_name = Path::new(stored.document_name.as_str()).extension();
    let numbered = table.place.sheet.is_some()
        || end_of_name
            .is_some_and(|end| end.eq_ignore_ascii_case("csv") || end.eq_ignore_ascii_case("tsv"));
    let base = format!("/tables/{}/{}", stored.document, stored.index);
    let link = |from: usize, label: &'static str| view! { <a href=format!("{base}?from={from}")>{label}</a> };
    let lines: Vec<_> = shown
        .iter()
        .map(|row| line(row, stored, marked, first, false))
        .collect();
    let totals: Vec<_> = table
        .totals
        .iter()
        .map(|row| line(row, stored, marked, first, true))
        .collect();
    view! {
        <div class="column wide">
            <h1>{stored.to_string()}</h1>
            {table.title.clone().into_iter().map(|text| view! { <p>{text}</p> }).collect_view()}
            {marked.text().map(|text| view! { <p class="aside">"Marked: "{text}</p> })}
            {HeaderRow::of(table).filter(|_| numbered).map(|header| of_table(&stored.document, &header, table.by_hand))}
            <div class="scroll grid" tabindex="0" role="region" aria-label="Rows">
                <table>
                    <thead>
                        <tr>
                            <th class="aside">{if table.records { "Record".to_owned() } else { table.header_row.saturating_add(1).to_string() }}</th>
                            {table
                                .columns
                                .iter()
                                .map(|column| {
                                    let kind = column.unit.as_ref().map_or(column.kind.word().to_owned(), |unit| format!("{}, {unit}", column.kind.word()));
                                    view! { <th scope="col" class=number(column.kind)>{column.name.clone()}<span class="aside">{kind}</span></th> }
                                })
                                .collect_view()}
                        </tr>
                    </thead>
                    <tbody>{lines}</tbody>
                    <tfoot>{totals}</tfoot>
                </table>
            </div>
            <p class="aside">
                {if shown.is_empty() { "No rows.".to_owned() } else { format!("Rows {} to {end} of {all}. ", from.saturating_add(1)) }}
                {(from > 0).then(|| link(from.saturating_sub(ROWS), "Earlier rows"))}
                " "
                {(end < all).then(|| link(end, "Later rows"))}
            </p>
            <p><a href="/tables">"All tables"</a></p>
        </div>
    }
    .into_any()
}
