//! Which columns tell one record from another, and by which a reader knows it.

use super::KEY;
use super::named::numbers_of;
use crate::pack::{phrase, spaced};
use crate::value::Value;
use crate::words::ENGLISH;
use groundwall_core::{CellKind, ColumnRole, Table, TableColumn};
use std::collections::HashSet;

pub(super) fn is_name(name: &[String]) -> bool {
    name.iter().any(|word| word == "name")
}

/// Whether a column's name says that it numbers records. `Number_of_visitors` says how many there are.
pub(super) fn numbers(name: &TableColumn) -> bool {
    let words = phrase(&spaced(&name.name));
    let counts = |at: usize| words.get(at + 1).is_some_and(|next| next == "of");
    let numbering = |(at, word): (usize, &String)| ENGLISH.numbering.has(word) && !counts(at);
    words.iter().enumerate().any(numbering)
}

/// Whether most values of a column are codes: no space, and a digit or capitals alone.
pub(super) fn codes(column: usize, table: &Table) -> bool {
    let code = |text: &str| {
        !text.contains(' ')
            && (text.contains(|c: char| c.is_ascii_digit()) || !text.contains(char::is_lowercase))
    };
    let count = table
        .rows
        .iter()
        .filter(|row| {
            row.cells[column]
                .as_ref()
                .is_some_and(|cell| code(&cell.text))
        })
        .count();
    count as f32 >= 0.8 * table.rows.len() as f32
}

/// Digits of a number that a program gives to a record, at least.
const MADE: usize = 16;

/// Whether a text is an identifier that a program made, such as a GUID or a hash.
fn is_made(text: &str) -> bool {
    let bare = text.trim_matches(['{', '}']);
    let digits = bare.bytes().filter(u8::is_ascii_hexdigit).count();
    let whole = bare.bytes().all(|c| c.is_ascii_hexdigit() || c == b'-');
    whole && digits >= MADE && bare.bytes().any(|c| c.is_ascii_alphabetic())
}

/// Whether most values of a column are addresses of pages, or identifiers that a program made: nobody knows a record by them.
fn nobody_says(table: &Table, column: usize) -> bool {
    let unsaid = texts(table, column).filter(|text| text.contains("://") || is_made(text));
    unsaid.count() as f32 >= 0.8 * table.rows.len() as f32
}

/// Whether the values of a column look like the numbers of records: whole, and all with the same number of digits, three or more.
pub(super) fn are_numbers(column: usize, rows: &[Vec<Option<Value>>]) -> bool {
    let digits: HashSet<Option<usize>> = numbers_of(rows, column)
        .map(|number| {
            number
                .is_integer()
                .then(|| number.to_string().len())
                .filter(|digits| *digits >= 3)
        })
        .collect();
    digits.len() == 1 && !digits.contains(&None)
}

/// Serial numbers tell rows apart but are nothing that anybody asks for.
pub(super) fn is_serial(name: &[String]) -> bool {
    ENGLISH.serials.has(&name.join(" "))
}

/// The column that is declared to name records.
pub(super) fn declared(table: &Table) -> Option<usize> {
    table
        .columns
        .iter()
        .position(|column| column.role == Some(ColumnRole::Entity))
}

/// The columns whose values tell records apart.
pub(super) fn keys(table: &Table, own: &[Vec<String>], rows: &[Vec<Option<Value>>]) -> Vec<usize> {
    let declared = declared(table);
    let filled = |column: usize| rows.iter().filter(|row| row[column].is_some()).count();
    (0..table.columns.len())
        .filter(|column| {
            let kind = table.columns[*column].kind;
            let distinct: HashSet<&Value> = rows
                .iter()
                .filter_map(|row| row[*column].as_ref())
                .collect();
            let apart = !rows.is_empty()
                && distinct.len() as f32 >= KEY * rows.len() as f32
                && filled(*column) as f32 >= KEY * rows.len() as f32;
            // Declared, its values name records, though one record may have a row a period.
            let is_entity = declared == Some(*column);
            is_entity
                || apart
                    && !is_serial(&own[*column])
                    && match kind {
                        CellKind::Text => !nobody_says(table, *column),
                        CellKind::Number => {
                            numbers(&table.columns[*column])
                                || (*column == 0 && are_numbers(*column, rows))
                        }
                        CellKind::Percent
                        | CellKind::Money
                        | CellKind::Date
                        | CellKind::Duration
                        | CellKind::Truth => false,
                    }
        })
        .collect()
}

/// What the cells of a column say, those that say something.
fn texts(table: &Table, column: usize) -> impl Iterator<Item = &str> {
    table
        .rows
        .iter()
        .filter_map(move |row| Some(row.cells[column].as_ref()?.text.as_str()))
}

/// Whether a column says the same in several rows.
pub(super) fn repeats(table: &Table, column: usize) -> bool {
    let different: HashSet<&str> = texts(table, column).collect();
    different.len() < texts(table, column).count()
}

/// Whether a column has a date of its own for every row.
fn is_day_of_row(table: &Table, column: usize) -> bool {
    table.columns[column].kind == CellKind::Date
        && table.rows.len() > 1
        && texts(table, column).count() == table.rows.len()
        && !repeats(table, column)
}

/// The column that a reader knows a record by.
pub(super) fn label(table: &Table, own: &[Vec<String>], keys: &[usize]) -> usize {
    let mut texts: Vec<usize> = (0..table.columns.len())
        .filter(|column| table.columns[*column].kind == CellKind::Text && !is_serial(&own[*column]))
        .collect();
    if !texts.iter().all(|column| nobody_says(table, *column)) {
        texts.retain(|column| !nobody_says(table, *column));
    }
    // A column that is mostly empty names few records.
    let empty = |column: &usize| {
        let filled = table.rows.iter().filter(|row| row.cells[*column].is_some());
        2 * filled.count() < table.rows.len()
    };
    texts.sort_by_key(empty);
    let named = keys
        .iter()
        .find(|key| is_name(&own[**key]))
        .or_else(|| texts.iter().find(|column| is_name(&own[**column])));
    // A reader knows a record by its name before its code.
    let spelled = keys
        .iter()
        .find(|key| table.columns[**key].kind == CellKind::Text && !codes(**key, table));
    // A row a day is known by its day before what the day was like.
    let day = (0..table.columns.len()).find(|column| is_day_of_row(table, *column));
    // The number of an incident says more than the second at which it was called in.
    let numbered = keys.iter().find(|key| numbers(&table.columns[**key]));
    declared(table)
        .as_ref()
        .or(named)
        .or(spelled)
        .or(numbered)
        .or(keys.first())
        .or(day.as_ref())
        .or(texts.first())
        .copied()
        .unwrap_or(0)
}
