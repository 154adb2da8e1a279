//! Answers of a table: a row each.

use super::{NAMES, Places, given, plain, which};
use crate::extract::{csv::sniff_delimiter, text, unreadable};
use groundwall_core::{GivenAnswer, Problem, Table};

/// Rows that are read, at most: far more than are taken, so that it can be told how many there are.
const MOST: usize = 100_000;

/// Rows of CSV or TSV. A file of one column needs no name above it.
pub(super) fn separated(
    delimiter: u8,
    bytes: &[u8],
    column: Option<&str>,
) -> Result<Vec<GivenAnswer>, Problem> {
    let (content, _) = text::decode(bytes);
    let delimiter = if delimiter == b',' {
        sniff_delimiter(&content)
    } else {
        delimiter
    };
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(delimiter)
        .has_headers(false)
        .flexible(true)
        .from_reader(content.as_bytes());
    let mut records = reader.records();
    let damaged =
        |error: csv::Error| unreadable(&format!("This is not a table that can be read: {error}."));
    let Some(head) = records.next().transpose().map_err(damaged)? else {
        return Ok(Vec::new());
    };
    let names: Vec<&str> = head.iter().collect();
    let mut rows = Vec::new();
    let places = match (Places::of(&names, column), names.as_slice()) {
        (Some(places), _) => places,
        (None, [only]) if column.is_none() => {
            rows.push(given("", only));
            Places {
                answer: 0,
                name: None,
            }
        }
        (None, _) => return Err(which(&names, column)),
    };
    for record in records {
        let record = record.map_err(damaged)?;
        if record.iter().all(|cell| cell.trim().is_empty()) {
            continue;
        }
        let at = |place: usize| record.get(place).unwrap_or_default();
        rows.push(given(places.name.map_or("", at), at(places.answer)));
        if rows.len() > MOST {
            break;
        }
    }
    Ok(rows)
}

/// Rows of the tables of a document that have a column of answers. None where it has no such table; a column that somebody named has to be there.
pub(super) fn of_tables(
    tables: &[Table],
    column: Option<&str>,
) -> Result<Option<Vec<GivenAnswer>>, Problem> {
    let mut rows = Vec::new();
    let mut found = false;
    for table in tables {
        let names: Vec<&str> = table
            .columns
            .iter()
            .map(|column| column.name.as_str())
            .collect();
        let Some(places) = Places::of(&names, column) else {
            continue;
        };
        found = true;
        rows.extend(table.rows.iter().map(|row| {
            let at = |place: usize| {
                row.cells
                    .get(place)
                    .and_then(Option::as_ref)
                    .map_or("", |cell| cell.text.as_str())
            };
            given(places.name.map_or("", at), at(places.answer))
        }));
    }
    match (found, column, tables.first()) {
        (true, ..) => Ok(Some(rows)),
        (false, Some(_), Some(table)) => {
            let names: Vec<&str> = table
                .columns
                .iter()
                .map(|column| column.name.as_str())
                .collect();
            Err(which(&names, column))
        }
        (false, ..) => Ok(None),
    }
}

/// Whether a field of JSON is one that lists messages.
pub(super) fn is_messages(name: &str) -> bool {
    NAMES.messages.contains(&plain(name))
}
