//! What is marked in a table, in words: names of columns and of the row may be out of sight where the cells are.

use crate::page::Marked;
use groundwall_core::{CellKind, Table, TableColumn, TableRow};
use leptos::prelude::*;

/// Columns that tell which row it is, from the left.
const NAMES: usize = 3;
/// Cells that are shown of a row, at most.
const CELLS: usize = 12;

/// The columns that have marked cells; none where every one has.
fn columns(table: &Table, marked: &Marked) -> Vec<String> {
    let named = table.columns.iter().filter(|column| marked.touches(column));
    let names: Vec<String> = named.map(|column| column.name.clone()).collect();
    if names.len() > NAMES {
        Vec::new()
    } else {
        names
    }
}

/// A marked row: what tells which one it is, and the marked cells, each under the name of its column.
fn row(table: &Table, marked: &Marked, row: &TableRow) -> Option<AnyView> {
    let mut names = 0_usize;
    let mut shown = |column: &TableColumn| {
        let name = column.kind == CellKind::Text && names < NAMES;
        names = names.saturating_add(usize::from(name));
        name || marked.touches(column)
    };
    let cells: Vec<_> = table
        .columns
        .iter()
        .zip(&row.cells)
        .filter(|(column, cell)| shown(column) && cell.is_some())
        .take(CELLS)
        .map(|(column, cell)| {
            let asked = marked.touches(column).then_some("asked");
            let text = cell.as_ref().map(|cell| cell.text.clone());
            view! { <div class=asked><dt>{column.name.clone()}</dt><dd>{text}</dd></div> }
        })
        .collect();
    (!cells.is_empty()).then(|| view! { <dl class="row-table">{cells}</dl> }.into_any())
}

/// "Marked: G315, departure_day", and the row where it is one.
#[component]
pub(crate) fn MarkedCells<'a>(table: &'a Table, marked: &'a Marked) -> Option<AnyView> {
    let mut said = vec![marked.text()?];
    said.extend(columns(table, marked));
    let at = marked.only_row();
    let mut rows = table.rows.iter().chain(&table.totals);
    let own = at
        .and_then(|at| rows.find(|row| row.row == at))
        .and_then(|found| row(table, marked, found));
    Some(
        view! { <div class="marked-cells"><p class="aside">"Marked: "{said.join(", ")}</p>{own}</div> }
            .into_any(),
    )
}
