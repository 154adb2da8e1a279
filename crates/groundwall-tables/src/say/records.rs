//! Records: one with its fields, and two beside each other.

use super::Wording;
use super::phrases::{NAMED, with, with_unit};
use super::rows::list;
use crate::query::Condition;
use crate::value::{Value, shown};
use crate::view::View;
use groundwall_core::table_answer::{ComparedField, Side, TableField};
use groundwall_core::{TableColumn, TableResult};
use rust_decimal::Decimal;
use std::cmp::Ordering;

pub(super) fn record(
    view: &View,
    filter: &[Condition],
    rows: &[usize],
    columns: &[usize],
) -> Wording {
    let Some(first) = rows.first() else {
        return none(view, filter);
    };
    let name = view.name_of(*first);
    let asked: Vec<usize> = if columns.is_empty() {
        (0..view.base)
            .filter(|column| !view.is_serial(*column))
            .collect()
    } else {
        columns.to_vec()
    };
    let apart = apart_by(view, filter, &asked);
    if rows.len() > 1 {
        let label: &[usize] = if asked.contains(&view.label) {
            &[]
        } else {
            &[view.label]
        };
        let shown: Vec<usize> = [label, &apart, &asked].concat();
        let mut said = list(view, &[], rows, &shown);
        said.text = format!("{name} has {} rows. {}", rows.len(), said.text);
        return said;
    }
    row(view, *first, &asked, &apart, columns.is_empty())
}

fn none(view: &View, filter: &[Condition]) -> Wording {
    let text = format!("The table has no row for that{}.", with(view, filter));
    Wording {
        formula: text.clone(),
        text,
        result: TableResult::List {
            columns: Vec::new(),
            rows: Vec::new(),
            all: 0,
        },
        cells: Vec::new(),
    }
}

/// What tells one row of a record from its others.
fn apart_by(view: &View, filter: &[Condition], asked: &[usize]) -> Vec<usize> {
    let apart = view
        .periods()
        .chain(filter.iter().map(|condition| condition.column));
    let mut apart: Vec<usize> = apart
        .filter(|column| !asked.contains(column) && *column != view.label)
        .collect();
    apart.sort_unstable();
    apart.dedup();
    apart
}

/// One row of a record; of everything, what is empty is left out.
fn row(view: &View, row: usize, asked: &[usize], apart: &[usize], everything: bool) -> Wording {
    let name = view.name_of(row);
    let asked: Vec<usize> = asked
        .iter()
        .copied()
        .filter(|column| !everything || view.shown(row, *column).is_some())
        .collect();
    let fields: Vec<TableField> = asked
        .iter()
        .map(|column| TableField {
            name: view.display(*column).to_owned(),
            value: view
                .told(row, *column)
                .unwrap_or_else(|| "no value".to_owned()),
            cell: view.cell(row, *column),
        })
        .collect();
    let told = |column: &usize| {
        Some(format!(
            "{} {}",
            view.display(*column),
            view.told(row, *column)?
        ))
    };
    let told: Vec<String> = apart.iter().filter_map(told).collect();
    let name = if told.is_empty() {
        name
    } else {
        format!("{name} ({})", told.join(", "))
    };
    let text = told_of(view, row, &name, &asked, &fields);
    let cells: Vec<String> = fields.iter().map(|field| field.cell.clone()).collect();
    // The document's own words: what is cited stands there so.
    let formula = asked
        .iter()
        .take(NAMED)
        .map(|column| {
            let text = view.shown(row, *column).unwrap_or("no value");
            format!("{} = {text}", view.cell(row, *column))
        })
        .collect::<Vec<_>>()
        .join(", ");
    Wording {
        text,
        result: TableResult::Record {
            title: name,
            fields,
        },
        formula,
        cells,
    }
}

/// The sentence of one row.
fn told_of(view: &View, row: usize, name: &str, asked: &[usize], fields: &[TableField]) -> String {
    match fields {
        [field] if view.shown(row, asked[0]).is_none() => {
            format!("{name} has no value in {}.", field.name)
        }
        [field] => format!(
            "The {} of {name} is {}.",
            field.name,
            with_unit(view, asked[0], &field.value)
        ),
        fields => {
            format!(
                "{name}: {}.",
                fields
                    .iter()
                    .filter(|field| field.value != name)
                    .map(|field| format!("{} {}", field.name, field.value))
                    .collect::<Vec<_>>()
                    .join(", ")
            )
        }
    }
}

pub(super) fn compared(view: &View, left: usize, right: usize, columns: &[usize]) -> Wording {
    let asked: Vec<usize> = if columns.is_empty() {
        (0..view.base)
            .filter(|column| {
                !view.keys.contains(column) && *column != view.label && !view.is_serial(*column)
            })
            .collect()
    } else {
        columns.to_vec()
    };
    let (name_left, name_right) = (view.name_of(left), view.name_of(right));
    let mut parts = Vec::new();
    let mut cells = Vec::new();
    let mut fields = Vec::new();
    for column in asked {
        let (a, b) = (
            view.rows[left][column].as_ref(),
            view.rows[right][column].as_ref(),
        );
        if a.is_none() && b.is_none() {
            continue;
        }
        let text = |row: usize| {
            view.told(row, column)
                .unwrap_or_else(|| "no value".to_owned())
        };
        let numbers = a.and_then(Value::number).zip(b.and_then(Value::number));
        let (greater, by) = numbers.map_or((None, String::new()), |(a, b)| {
            difference(view.column(column), (&name_left, a), (&name_right, b))
        });
        parts.push(format!(
            "{}: {name_left} {}, {name_right} {}{}",
            view.display(column),
            text(left),
            text(right),
            by
        ));
        cells.extend([view.cell(left, column), view.cell(right, column)]);
        fields.push(ComparedField {
            name: view.display(column).to_owned(),
            left: text(left),
            right: text(right),
            greater,
        });
    }
    let formula = cells
        .chunks(2)
        .map(|pair| pair.join(" against "))
        .collect::<Vec<_>>()
        .join(", ");
    Wording {
        text: format!("{}.", parts.join(". ")),
        result: TableResult::Comparison {
            left: name_left,
            right: name_right,
            fields,
        },
        formula,
        cells,
    }
}

/// Which of two values is the greater, and by how much in words.
fn difference(
    column: &TableColumn,
    (name_left, a): (&str, Decimal),
    (name_right, b): (&str, Decimal),
) -> (Option<Side>, String) {
    match a.cmp(&b) {
        Ordering::Greater => (
            Some(Side::Left),
            format!(" ({name_left} is higher by {})", shown(a - b, column)),
        ),
        Ordering::Less => (
            Some(Side::Right),
            format!(" ({name_right} is higher by {})", shown(b - a, column)),
        ),
        Ordering::Equal => (None, " (equal)".to_owned()),
    }
}
