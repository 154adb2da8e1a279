//! The rows that pass the conditions of a query.

use crate::query::{Condition, Op};
use crate::value::Value;
use crate::view::View;

pub(super) fn passes(value: Option<&Value>, op: Op, wanted: &Value) -> bool {
    let Some(value) = value else {
        return op == Op::Empty;
    };
    match (op, value, wanted) {
        (Op::Contains, Value::Text(text), Value::Text(part)) => text.contains(part.as_str()),
        (Op::StartsWith, Value::Text(text), Value::Text(part)) => text.starts_with(part.as_str()),
        (Op::Contains | Op::StartsWith | Op::Empty, ..) => false,
        (_, Value::Number(_), Value::Number(_))
        | (_, Value::Date(_), Value::Date(_))
        | (_, Value::Text(_), Value::Text(_)) => match op {
            Op::Equal => value == wanted,
            Op::NotEqual => value != wanted,
            Op::More => value > wanted,
            Op::AtLeast => value >= wanted,
            Op::Less => value < wanted,
            Op::AtMost => value <= wanted,
            Op::Contains | Op::StartsWith | Op::Empty => false,
        },
        // `2016` of a column of text.
        (Op::Equal | Op::NotEqual, Value::Number(_), Value::Text(name)) => {
            (value.as_text().as_deref() == Some(name)) == (op == Op::Equal)
        }
        (op, ..) => op == Op::NotEqual,
    }
}

pub(super) fn filtered(view: &View, filter: &[Condition]) -> Vec<usize> {
    let holds = |row: &usize| {
        filter.iter().all(|condition| {
            let value = view.rows[*row][condition.column].as_ref();
            condition.any_of.iter().any(|(op, wanted)| {
                passes(value, *op, &view.as_in_column(condition.column, wanted))
            })
        })
    };
    (0..view.rows.len()).filter(holds).collect()
}

/// Those of some rows that pass.
pub(super) fn among(some: &[usize], rows: &[usize]) -> Vec<usize> {
    some.iter()
        .copied()
        .filter(|row| rows.contains(row))
        .collect()
}

/// The rows of a record, or all, that pass.
pub(crate) fn rows_of(view: &View, record: Option<&[usize]>, filter: &[Condition]) -> Vec<usize> {
    let rows = filtered(view, filter);
    record.map_or_else(|| rows.clone(), |record| among(record, &rows))
}
