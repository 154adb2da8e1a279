//! A region of a grid as a table with typed columns.

use super::values::{self, Typed};
use super::{Cell, NAMED, Spans};
use crate::extract::squeeze;
use groundwall_core::{CellKind, Locator, Table, TableCell, TableColumn, TableRow};
use std::collections::{BTreeMap, HashMap};

/// What to say of columns with dates that can be read in two ways.
fn dates_note(columns: &[String]) -> Option<String> {
    let (first, one) = (columns.first()?, columns.len() == 1);
    let more = columns.len().saturating_sub(NAMED);
    let mut named = if one {
        first.clone()
    } else {
        columns[..columns.len().min(NAMED)].join(", ")
    };
    if more > 0 {
        named.push_str(&format!(" and {more} more"));
    }
    let columns = if one { "column" } else { "columns" };
    Some(format!(
        "Dates of the {columns} {named} can be read with the day or the month first and are kept as text. Write them as 2024-12-31 to have them compared."
    ))
}

#[expect(
    clippy::too_many_arguments,
    reason = "the parts of a region, each once"
)]
pub(super) fn table(
    names: &[(u32, String)],
    header_row: u32,
    title: Vec<String>,
    data: &[&[Cell]],
    totals: &[&[Cell]],
    hidden: &Spans,
    place: &Locator,
    notes: &mut Vec<String>,
) -> Table {
    let (columns, typed) = typed_columns(names, data, notes);
    let row = |cells: &&[Cell]| TableRow {
        row: cells[0].row,
        hidden: hidden.contains(cells[0].row),
        cells: columns
            .iter()
            .zip(&typed)
            .map(|(column, values)| {
                let at = cells
                    .binary_search_by_key(&column.column, |cell| cell.column)
                    .ok()?;
                Some(table_cell(&cells[at], values.get(&cells[at].row)))
            })
            .collect(),
    };
    let rows = data.iter().map(row).collect();
    let totals = totals.iter().map(row).collect();
    Table {
        title,
        place: place.clone(),
        header_row,
        records: false,
        by_hand: false,
        columns,
        rows,
        totals,
    }
}

fn table_cell(cell: &Cell, typed: Option<&Typed>) -> TableCell {
    let text = squeeze(&cell.text);
    match typed.or(cell.typed.as_ref()) {
        Some(Typed {
            kind,
            value,
            unit: _,
        }) => TableCell {
            kind: *kind,
            value: (*value != text).then(|| value.clone()),
            text,
        },
        None => TableCell {
            kind: CellKind::Text,
            text,
            value: None,
        },
    }
}

/// The columns of a table, and of each the values that its cells have beside their texts, by rows.
fn typed_columns(
    names: &[(u32, String)],
    data: &[&[Cell]],
    notes: &mut Vec<String>,
) -> (Vec<TableColumn>, Vec<HashMap<u32, Typed>>) {
    let mut named: BTreeMap<u32, String> = names.iter().cloned().collect();
    for cell in data.iter().flat_map(|row| row.iter()) {
        named
            .entry(cell.column)
            .or_insert_with(|| unnamed(cell.column, data));
    }
    let mut by_column: HashMap<u32, Vec<&Cell>> = HashMap::new();
    for cell in data.iter().flat_map(|row| row.iter()) {
        by_column.entry(cell.column).or_default().push(cell);
    }
    let mut taken: HashMap<String, u32> = HashMap::new();
    let (mut columns, mut typed, mut ambiguous) = (Vec::new(), Vec::new(), Vec::new());
    for (column, name) in named {
        let count = taken.entry(name.to_lowercase()).or_default();
        *count += 1;
        let name = if *count > 1 {
            format!("{name} ({count})")
        } else {
            name
        };
        let cells = by_column.remove(&column).unwrap_or_default();
        let read = values::column(&cells);
        if read.ambiguous_dates {
            ambiguous.push(name.clone());
        }
        let values: HashMap<u32, Typed> = cells
            .iter()
            .zip(read.typed)
            .filter_map(|(cell, typed)| Some((cell.row, typed?)))
            .collect();
        columns.push(TableColumn {
            name,
            column,
            kind: read.kind,
            unit: read.unit,
            role: None,
        });
        typed.push(values);
    }
    notes.extend(dates_note(&ambiguous));
    (columns, typed)
}

/// What a column without a name holds: years, or what its letter says.
fn unnamed(column: u32, data: &[&[Cell]]) -> String {
    let mut cells = data
        .iter()
        .flat_map(|row| row.iter())
        .filter(|cell| cell.column == column)
        .peekable();
    let years = cells.peek().is_some()
        && cells.all(|cell| {
            cell.text
                .trim()
                .parse::<u32>()
                .is_ok_and(|year| (1800..2100).contains(&year))
        });
    if years {
        return "Year".to_owned();
    }
    TableColumn::by_letter(column)
}
