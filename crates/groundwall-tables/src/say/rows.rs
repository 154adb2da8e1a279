//! Rows: those that pass a filter, and those that come first.

use super::phrases::{conditions, listed, ordinal, plural, ranges, with, with_unit};
use super::{LISTED, Wording};
use crate::query::Condition;
use crate::run::Line;
use crate::view::View;
use groundwall_core::{CellKind, TableResult};
use std::fmt::Write as _;

pub(super) fn list(
    view: &View,
    filter: &[Condition],
    rows: &[usize],
    columns: &[usize],
) -> Wording {
    let shown = columns_of(view, filter, columns);
    let cell = |row: usize, column: usize| view.told(row, column).unwrap_or_else(|| "–".to_owned());
    let body: Vec<Vec<String>> = rows
        .iter()
        .take(LISTED)
        .map(|row| shown.iter().map(|column| cell(*row, *column)).collect())
        .collect();
    let detail = |row: &usize| {
        let more: Vec<String> = shown
            .iter()
            .filter(|column| **column != view.label && columns.contains(column))
            .map(|column| cell(*row, *column))
            .collect();
        if more.is_empty() {
            view.name_of(*row)
        } else {
            format!("{} ({})", view.name_of(*row), more.join(", "))
        }
    };
    let names: Vec<String> = rows.iter().map(detail).collect();
    let head = format!(
        "{} {}{}",
        rows.len(),
        plural(&view.noun, rows.len()),
        with(view, filter)
    );
    let text = if rows.is_empty() {
        format!("No {}{}.", view.noun, with(view, filter))
    } else {
        format!("{head}: {}.", listed(&names))
    };
    let cells: Vec<String> = shown
        .iter()
        .flat_map(|column| ranges(view, rows, *column))
        .collect();
    let formula = format!("{} rows pass", rows.len());
    let columns = shown
        .iter()
        .map(|column| view.display(*column).to_owned())
        .collect();
    Wording {
        text,
        result: TableResult::List {
            columns,
            rows: body,
            all: rows.len() as u32,
        },
        formula,
        cells,
    }
}

/// The columns that a list shows: what a row is known by, then what is asked for, or what the filter speaks of.
fn columns_of(view: &View, filter: &[Condition], columns: &[usize]) -> Vec<usize> {
    let mut shown: Vec<usize> = if columns.contains(&view.label) {
        Vec::new()
    } else {
        vec![view.label]
    };
    shown.extend(columns);
    if columns.is_empty() {
        shown.extend(
            filter
                .iter()
                .map(|condition| condition.column)
                .filter(|column| *column != view.label),
        );
        shown.dedup();
    }
    shown
}

pub(super) fn top(
    view: &View,
    filter: &[Condition],
    (column, most, place): (usize, bool, Option<usize>),
    lines: &[Line],
    also: &[usize],
) -> Wording {
    let name = view.display(column);
    let is_time = view.column(column).kind == CellKind::Date || view.is_year(column);
    let word = match (is_time, most) {
        (true, true) => "latest",
        (true, false) => "earliest",
        (false, true) => "highest",
        (false, false) => "lowest",
    };
    let word = place.map_or_else(
        || word.to_owned(),
        |place| format!("{} {word}", ordinal(place)),
    );
    let text = first_rows(view, filter, (column, &word), lines, also);
    let rows: Vec<usize> = lines.iter().map(|line| line.row).collect();
    let cells = ranges(view, &rows, column);
    let formula = format!(
        "{}({name}) = {}",
        if most { "MAX" } else { "MIN" },
        view.shown(rows[0], column).unwrap_or_default()
    );
    let shown: Vec<usize> = [&[view.label, column], also].concat();
    let result = TableResult::List {
        columns: shown
            .iter()
            .map(|column| view.display(*column).to_owned())
            .collect(),
        rows: rows
            .iter()
            .map(|row| {
                shown
                    .iter()
                    .map(|column| view.told(*row, *column).unwrap_or_else(|| "–".to_owned()))
                    .collect()
            })
            .collect(),
        all: rows.len() as u32,
    };
    Wording {
        text,
        result,
        formula,
        cells,
    }
}

/// What else is asked of a row.
fn beside(view: &View, row: usize, also: &[usize]) -> String {
    let mut said = String::new();
    for column in also {
        let value = view.told(row, *column);
        let value = value.as_deref().unwrap_or("no value");
        let _ = write!(said, ", {} {value}", view.display(*column));
    }
    said
}

/// The sentence of the rows that come first.
fn first_rows(
    view: &View,
    filter: &[Condition],
    (column, word): (usize, &str),
    lines: &[Line],
    also: &[usize],
) -> String {
    let name = view.display(column);
    let value = |row: usize| with_unit(view, column, &view.told(row, column).unwrap_or_default());
    let more = |row: usize| beside(view, row, also);
    let all_equal = lines.iter().all(|line| line.value == lines[0].value);
    if let [line] = lines {
        let (called, value_of) = (view.name_of(line.row), value(line.row));
        if called == value_of {
            let (with, more) = (with(view, filter), more(line.row));
            return format!("The {word} {name}{with} is {called}{more}.");
        }
        return format!(
            "{called} has the {word} {name}: {value_of}{}{}.",
            with(view, filter),
            more(line.row)
        );
    }
    let names: Vec<String> = lines
        .iter()
        .map(|line| {
            let (name, more) = (view.name_of(line.row), more(line.row));
            if all_equal {
                format!("{name}{more}")
            } else {
                format!("{name} ({}{more})", value(line.row))
            }
        })
        .collect();
    let rows = format!("{} {}", lines.len(), plural(&view.noun, lines.len()));
    if all_equal {
        format!(
            "{rows} share the {word} {name}, {}{}: {}.",
            value(lines[0].row),
            with(view, filter),
            listed(&names)
        )
    } else {
        let conditions = match filter {
            [] => String::new(),
            _ => format!(", {}", conditions(view, filter)),
        };
        format!(
            "The {rows} with the {word} {name}{conditions}: {}.",
            listed(&names)
        )
    }
}
