//! What the table as a whole is called.

use super::ColumnView;
use crate::pack::{TablePack, phrase};
use groundwall_core::StoredTable;
use std::collections::HashSet;

/// Rows from which a column that says the same in all of them is a part of the title.
pub(super) const SAME: usize = 3;

/// Stems of the names of the document and the sheet, and of the title.
fn of_names(stored: &StoredTable) -> HashSet<String> {
    let stem_of_file = stored
        .document_name
        .as_str()
        .rsplit('/')
        .next()
        .unwrap_or_default()
        .split('.')
        .next()
        .unwrap_or_default()
        .to_owned();
    let table = &stored.table;
    table
        .title
        .iter()
        .chain(&table.place.sheet)
        .chain(&table.place.heading)
        .chain([&stem_of_file])
        .flat_map(|text| phrase(text))
        .collect()
}

/// The names of the file, the sheet and the title, each as stems.
pub(super) fn called(stored: &StoredTable) -> Vec<Vec<String>> {
    let name = stored.document_name.as_str();
    let file = name
        .rsplit('/')
        .next()
        .and_then(|name| name.split('.').next())
        .unwrap_or(name);
    let table = &stored.table;
    table
        .title
        .iter()
        .chain(&table.place.sheet)
        .chain(&table.place.heading)
        .map(String::as_str)
        .chain([file])
        .map(phrase)
        .collect()
}

/// Stems of what a column says in every row, as the name of an indicator that all rows are about.
fn constants(columns: &[ColumnView], rows: usize) -> Vec<String> {
    columns
        .iter()
        .filter(|column| rows >= SAME && column.values.len() == 1)
        .flat_map(|column| column.values.iter())
        .filter(|(_, of)| of.len() == rows)
        .flat_map(|(value, _)| phrase(value))
        .collect()
}

/// Words of the title as stems: of the names of the document and the sheet, of what all rows say of themselves, and of what means the same.
pub(super) fn words(
    stored: &StoredTable,
    columns: &[ColumnView],
    rows: usize,
    packs: &[TablePack],
) -> HashSet<String> {
    let mut title = of_names(stored);
    title.extend(constants(columns, rows));
    let same: Vec<String> = packs
        .iter()
        .flat_map(|pack| &pack.synonyms)
        .filter(|group| {
            group
                .iter()
                .any(|name| name.len() == 1 && title.contains(&name[0]))
        })
        .flat_map(|group| group.iter().filter(|name| name.len() == 1))
        .map(|name| name[0].clone())
        .collect();
    title.extend(same);
    title
}
