//! A table with a column a year as one with a row a year: `2012, 2013, 2014` become a column of years and one of values.

use super::{ColumnView, View};
use crate::pack::{TablePack, phrase};
use crate::value::Value;
use crate::words::fold;
use groundwall_core::{CellKind, StoredTable, Table, TableCell, TableColumn, TableRow};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::OnceLock;

/// Years from which columns are a series.
const YEARS: usize = 2;
/// Rows times years of a table that is turned, at most.
const ROWS: usize = 40_000;

/// Where the cells of a turned table stand in the sheet.
#[derive(Debug, Default)]
pub(crate) struct Places {
    /// Of each series, by its column: the column of the sheet for each year.
    pub(crate) series: BTreeMap<usize, BTreeMap<u32, u32>>,
    /// The year of each row.
    pub(crate) years: Vec<u32>,
}

/// How many years a column's name has.
pub(crate) fn years_in(name: &str) -> usize {
    phrase(name).iter().filter(|word| is_year(word)).count()
}

/// Whether a name has a year in all its digits: `Q4 2007`.
pub(crate) fn has_whole_year(name: &str, year: i64) -> bool {
    name.split(|c: char| !c.is_ascii_digit())
        .any(|digits| digits.parse() == Ok(year))
}

/// Whether a word is a year in all its digits.
pub(crate) fn is_year(word: &str) -> bool {
    word.len() == 4
        && word
            .parse::<u32>()
            .is_ok_and(|year| (1800..2100).contains(&year))
}

/// The year in a column's name, and the rest of the name.
pub(crate) fn dated(name: &str) -> Option<(u32, Vec<String>)> {
    let words = phrase(name);
    let mut years = words.iter().filter(|word| is_year(word));
    let year = years.next()?.parse().ok()?;
    if years.next().is_some() {
        return None;
    }
    let rest = words
        .iter()
        .filter(|word| !is_year(word) && !matches!(word.as_str(), "in" | "of" | "for"))
        .cloned()
        .collect();
    Some((year, rest))
}

/// A name without its year, as it is written.
fn undated(name: &str, year: u32) -> String {
    let bare = name.replace(&year.to_string(), " ");
    let bare = bare.split_whitespace().collect::<Vec<_>>().join(" ");
    bare.trim_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '(' | ')' | '%'))
        .trim_end_matches(" in")
        .to_owned()
}

/// What a series is called whose columns are called by nothing but their years: what every row says of itself, or the title.
fn title(table: &Table, stored: &StoredTable) -> String {
    let same = (0..table.columns.len()).find_map(|column| {
        let mut texts = table
            .rows
            .iter()
            .map(|row| row.cells[column].as_ref().map(|cell| cell.text.as_str()));
        let first = texts.next()??;
        let all = table.rows.len() > 2 && texts.all(|text| text == Some(first));
        (all && first.contains(' ')).then(|| first.to_owned())
    });
    same.or_else(|| table.title.first().cloned())
        .unwrap_or_else(|| {
            let name = stored.document_name.as_str();
            name.rsplit('/')
                .next()
                .and_then(|name| name.split('.').next())
                .unwrap_or(name)
                .replace(['_', '-'], " ")
        })
}

/// Columns of names, one a year, from which a table is a grid of them: the names that came first, second and so on in each year.
const NAMES: usize = 3;

/// Whether all columns of years hold names.
fn is_grid(table: &Table) -> bool {
    let of_year =
        |column: &&TableColumn| dated(&column.name).is_some_and(|(_, rest)| rest.is_empty());
    let kinds = table
        .columns
        .iter()
        .filter(of_year)
        .map(|column| column.kind);
    kinds.clone().count() >= NAMES && kinds.into_iter().all(|kind| kind == CellKind::Text)
}

/// The columns of one series: year and place in the table.
type Series = (String, BTreeMap<u32, usize>);

fn series(table: &Table, stored: &StoredTable) -> Vec<Series> {
    let mut found: Vec<(Vec<String>, Series)> = Vec::new();
    let grid = is_grid(table);
    for (place, column) in table.columns.iter().enumerate() {
        let Some((year, rest)) = dated(&column.name).filter(|_| grid || column.kind.is_numeric())
        else {
            continue;
        };
        match found.iter_mut().find(|(words, _)| *words == rest) {
            Some((_, (_, columns))) => {
                columns.entry(year).or_insert(place);
            }
            None => {
                let name = undated(&column.name, year);
                found.push((rest, (name, BTreeMap::from([(year, place)]))));
            }
        }
    }
    found
        .into_iter()
        .map(|(_, series)| series)
        .filter(|(_, columns)| columns.len() >= YEARS)
        .map(|(name, columns)| {
            let name = if name.chars().any(char::is_alphabetic) {
                name
            } else {
                title(table, stored)
            };
            (name, columns)
        })
        .collect()
}

/// Adds the year and the month of the one column of dates, as columns that only groups use.
pub(super) fn date_parts(
    table: &mut Table,
    rows: &mut [Vec<Option<Value>>],
    columns: &mut Vec<ColumnView>,
) {
    let dates: Vec<usize> = (0..table.columns.len())
        .filter(|column| table.columns[*column].kind == CellKind::Date)
        .collect();
    let [dates] = dates[..] else { return };
    let date = |cells: &[Option<Value>]| match cells[dates] {
        Some(Value::Date(date)) => Some(date),
        Some(Value::Number(_) | Value::Text(_)) | None => None,
    };
    let known: Vec<_> = rows.iter().filter_map(|cells| date(cells)).collect();
    for (name, format) in [("year", "%Y"), ("month", "%B %Y")] {
        let different: BTreeSet<String> = known
            .iter()
            .map(|date| date.strftime(format).to_string())
            .collect();
        // A row for each has its own column already.
        if different.len() < 2 || different.len() == known.len() {
            continue;
        }
        let about = TableColumn {
            name: name.to_owned(),
            kind: CellKind::Text,
            unit: None,
            role: None,
            ..table.columns[dates].clone()
        };
        table.columns.push(about);
        columns.push(ColumnView {
            names: Vec::new(),
            truth: false,
            parts: HashSet::new(),
            values: HashMap::new(),
            by_first: HashMap::new(),
            codes: None,
            whole: OnceLock::new(),
        });
        for (row, cells) in table.rows.iter_mut().zip(rows.iter_mut()) {
            let text = date(cells).map(|date| date.strftime(format).to_string());
            cells.push(text.as_deref().map(|text| Value::Text(fold(text))));
            row.cells.push(text.map(|text| TableCell {
                kind: CellKind::Text,
                text,
                value: None,
            }));
        }
        for row in &mut table.totals {
            row.cells.push(None);
        }
    }
}

/// What columns are called for a reader that are called by a year alone.
pub(crate) fn said(stored: &StoredTable) -> Vec<Option<String>> {
    let table = &stored.table;
    let series = series(table, stored);
    (0..table.columns.len())
        .map(|column| {
            let is_year =
                dated(&table.columns[column].name).is_some_and(|(_, rest)| rest.is_empty());
            let (name, years) = series
                .iter()
                .find(|(_, columns)| is_year && columns.values().any(|place| *place == column))?;
            let (year, _) = years.iter().find(|(_, place)| **place == column)?;
            Some(format!("{name} {year}"))
        })
        .collect()
}

/// The columns of a turned table, and where its series stand in the sheet.
fn columns_of(
    table: &Table,
    own: &[usize],
    series: &[Series],
) -> Option<(Vec<TableColumn>, Places)> {
    let mut columns: Vec<TableColumn> = own
        .iter()
        .map(|column| table.columns[*column].clone())
        .collect();
    columns.push(TableColumn {
        name: "Year".to_owned(),
        column: 0,
        kind: CellKind::Number,
        unit: None,
        role: None,
    });
    let mut places = Places::default();
    for (name, of_year) in series {
        let like = &table.columns[*of_year.values().next()?];
        let of_sheet = of_year
            .iter()
            .map(|(year, column)| (*year, table.columns[*column].column));
        places.series.insert(columns.len(), of_sheet.collect());
        columns.push(TableColumn {
            name: name.clone(),
            ..like.clone()
        });
    }
    Some((columns, places))
}

/// One row of a table in one year; none where no series has a value.
fn in_year(row: &TableRow, year: u32, own: &[usize], series: &[Series]) -> Option<TableRow> {
    let values: Vec<Option<TableCell>> = series
        .iter()
        .map(|(_, columns)| {
            columns
                .get(&year)
                .and_then(|column| row.cells[*column].clone())
        })
        .collect();
    if values.iter().all(Option::is_none) {
        return None;
    }
    let mut cells: Vec<Option<TableCell>> = own
        .iter()
        .map(|column| row.cells[*column].clone())
        .collect();
    cells.push(Some(TableCell {
        kind: CellKind::Number,
        text: year.to_string(),
        value: None,
    }));
    cells.extend(values);
    Some(TableRow {
        row: row.row,
        hidden: row.hidden,
        cells,
    })
}

/// The table with a row a year; none where its columns are no years, or it would be too large.
pub(crate) fn turned(stored: &StoredTable, packs: &[TablePack]) -> Option<View> {
    let table = &stored.table;
    let series = series(table, stored);
    let years: BTreeSet<u32> = series
        .iter()
        .flat_map(|(_, columns)| columns.keys().copied())
        .collect();
    if table.records
        || series.is_empty()
        || table.rows.len().saturating_mul(years.len()) > ROWS
        || table
            .columns
            .iter()
            .any(|column| phrase(&column.name) == ["year"])
    {
        return None;
    }
    let of_series: BTreeSet<usize> = series
        .iter()
        .flat_map(|(_, columns)| columns.values().copied())
        .collect();
    // Other columns with a year say nothing of the other years.
    let own: Vec<usize> = (0..table.columns.len())
        .filter(|column| !of_series.contains(column) && years_in(&table.columns[*column].name) == 0)
        .collect();
    let (columns, mut places) = columns_of(table, &own, &series)?;
    let mut rows = Vec::new();
    for row in &table.rows {
        for year in &years {
            if let Some(row) = in_year(row, *year, &own, &series) {
                places.years.push(*year);
                rows.push(row);
            }
        }
    }
    let turned = StoredTable {
        table: Table {
            columns,
            rows,
            totals: Vec::new(),
            ..table.clone()
        },
        ..stored.clone()
    };
    let mut view = View::of(turned, packs);
    view.places = Some(places);
    Some(view)
}
