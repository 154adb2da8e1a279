//! Rows that name what the rows under them have in common: `Queensland Divisions`, over its divisions. They become a column.

use groundwall_core::{CellKind, Table, TableCell, TableColumn, TableRow};

/// Such rows from which a table is taken to be parted by them.
const SECTIONS: usize = 2;
/// Columns in which the name of a section may stand.
const FIRST: usize = 2;
/// What the column is called.
const NAME: &str = "Section";

/// The name of a section, where a row has nothing else.
fn section(row: &TableRow) -> Option<&TableCell> {
    let mut filled = row
        .cells
        .iter()
        .enumerate()
        .filter_map(|(place, cell)| Some((place, cell.as_ref()?)));
    let (_, first) = filled
        .next()
        .filter(|(place, cell)| *place < FIRST && cell.kind == CellKind::Text)?;
    match (filled.next(), filled.next()) {
        (None, _) => Some(first),
        (Some((place, second)), None) if place < FIRST && second.kind == CellKind::Text => {
            Some(second)
        }
        (Some(_), _) => None,
    }
}

/// Takes the rows that name sections out of a table and gives each row below the name of its section.
pub(super) fn apart(table: &mut Table) {
    if table.columns.len() <= FIRST || table.records {
        return;
    }
    let sections: Vec<Option<TableCell>> =
        table.rows.iter().map(|row| section(row).cloned()).collect();
    let begun =
        |at: usize| sections[at].is_some() && sections.get(at + 1).is_some_and(Option::is_none);
    if (0..sections.len()).filter(|at| begun(*at)).count() < SECTIONS {
        return;
    }
    let mut now = None;
    let mut rows = Vec::with_capacity(table.rows.len());
    for (mut row, section) in std::mem::take(&mut table.rows).into_iter().zip(sections) {
        if section.is_some() {
            now = section;
        } else {
            row.cells.push(now.clone());
            rows.push(row);
        }
    }
    table.rows = rows;
    for row in &mut table.totals {
        row.cells.push(None);
    }
    let column = table.columns[0].column;
    table.columns.push(TableColumn {
        name: NAME.to_owned(),
        column,
        kind: CellKind::Text,
        unit: None,
        role: None,
    });
}
