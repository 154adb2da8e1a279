//! How long something lasted: a column for each two that say when it began and when it ended.

use super::named::are_years;
use super::{ColumnView, View};
use crate::pack::{phrase, spaced};
use crate::value::Value;
use crate::words::{ENGLISH, stem};
use groundwall_core::{CellKind, Table, TableCell, TableColumn};
use jiff::civil::Date;
use rust_decimal::Decimal;
use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

/// A column that is computed from the beginning and the end that stand in two others.
#[derive(Debug)]
pub(crate) struct Span {
    /// Place among the table's columns.
    pub(crate) column: usize,
    pub(crate) from: usize,
    pub(crate) to: usize,
    /// Stems of what the two names have in common: of what the time is.
    pub(crate) of: Vec<String>,
}

/// Two columns of one kind whose names differ by a word of beginning and one of end, with the stems that they have in common.
fn pairs(table: &Table, rows: &[Vec<Option<Value>>]) -> Vec<(usize, usize, Vec<String>)> {
    let names: Vec<Vec<String>> = (table.columns.iter())
        .map(|column| phrase(&spaced(&column.name)))
        .collect();
    let years = |column: usize| {
        let numbers = rows.iter().filter_map(|row| row[column].as_ref()?.number());
        are_years(&table.columns[column], numbers)
    };
    let kind = |column: usize| match table.columns[column].kind {
        CellKind::Date => Some(true),
        CellKind::Number if years(column) => Some(false),
        CellKind::Number
        | CellKind::Text
        | CellKind::Percent
        | CellKind::Money
        | CellKind::Duration
        | CellKind::Truth => None,
    };
    let mut found = Vec::new();
    for from in (0..names.len()).filter(|column| kind(*column).is_some()) {
        let Some(at) = names[from].iter().position(|word| ENGLISH.begins.has(word)) else {
            continue;
        };
        let is_end =
            |to: &usize| {
                kind(*to) == kind(from)
                    && names[*to].len() == names[from].len()
                    && names[*to].iter().zip(&names[from]).enumerate().all(
                        |(place, (own, other))| {
                            if place == at {
                                ENGLISH.ends.has(own)
                            } else {
                                own == other
                            }
                        },
                    )
            };
        if let Some(to) = (0..names.len()).find(is_end) {
            let time = |word: &String| matches!(word.as_str(), "year" | "date" | "dai" | "time");
            let mut of = names[from].clone();
            of.remove(at);
            of.retain(|word| !time(word));
            found.push((from, to, of));
        }
    }
    found
}

/// The time between two values; none where one is missing or the end lies in front.
fn between(from: Option<&Value>, to: Option<&Value>) -> Option<Decimal> {
    let length = match (from?, to?) {
        (Value::Number(from), Value::Number(to)) => to.checked_sub(*from)?,
        (Value::Date(from), Value::Date(to)) => Decimal::from(days(*from, *to)?),
        _ => return None,
    };
    (!length.is_sign_negative()).then_some(length)
}

fn days(from: Date, to: Date) -> Option<i32> {
    Some(from.until(to).ok()?.get_days())
}

/// Adds to a table how long what its rows are about lasted.
pub(super) fn add(
    table: &mut Table,
    rows: &mut [Vec<Option<Value>>],
    columns: &mut Vec<ColumnView>,
) -> Vec<Span> {
    let mut spans = Vec::new();
    for (from, to, of) in pairs(table, rows) {
        let unit = if table.columns[from].kind == CellKind::Date {
            "days"
        } else {
            "years"
        };
        let [first, last] = [from, to].map(|column| table.columns[column].name.as_str());
        let about = TableColumn {
            name: format!("{unit} from {first} to {last}"),
            kind: CellKind::Number,
            unit: Some(unit.to_owned()),
            role: None,
            ..table.columns[from].clone()
        };
        let called = stem("duration");
        table.columns.push(about);
        spans.push(Span {
            column: columns.len(),
            from,
            to,
            of,
        });
        columns.push(ColumnView {
            names: vec![vec![called.clone()]],
            truth: false,
            parts: HashSet::from([called]),
            values: HashMap::new(),
            by_first: HashMap::new(),
            codes: None,
            whole: OnceLock::new(),
        });
        for (row, cells) in table.rows.iter_mut().zip(rows.iter_mut()) {
            let length = between(cells[from].as_ref(), cells[to].as_ref());
            cells.push(length.map(Value::Number));
            row.cells.push(length.map(|length| TableCell {
                kind: CellKind::Number,
                text: length.normalize().to_string(),
                value: None,
            }));
        }
        for row in &mut table.totals {
            row.cells.push(None);
        }
    }
    spans
}

impl View {
    pub(crate) fn span(&self, column: usize) -> Option<&Span> {
        self.spans.iter().find(|span| span.column == column)
    }

    /// Whether a column is the year or the month of the table's dates.
    pub(crate) fn is_date_part(&self, column: usize) -> bool {
        column >= self.base && self.span(column).is_none()
    }
}
