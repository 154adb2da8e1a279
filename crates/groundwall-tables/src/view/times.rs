//! What the time of a row is called.

use super::KEY;
use crate::value::Value;
use groundwall_core::{CellKind, Table};
use std::collections::HashSet;

/// What the time of a row is called, where each row has a time of its own.
pub(super) fn times(
    table: &Table,
    own: &[Vec<String>],
    rows: &[Vec<Option<Value>>],
) -> HashSet<String> {
    let mut found = HashSet::new();
    for (column, about) in table.columns.iter().enumerate() {
        let values: HashSet<&Value> = rows.iter().filter_map(|row| row[column].as_ref()).collect();
        if rows.len() < 2 || (values.len() as f32) < KEY * rows.len() as f32 {
            continue;
        }
        let dates: Vec<_> = values
            .iter()
            .filter_map(|value| match value {
                Value::Date(date) => Some(*date),
                Value::Number(_) | Value::Text(_) => None,
            })
            .collect();
        if about.kind == CellKind::Date && !dates.is_empty() {
            let word = if dates.iter().all(|date| date.day_of_year() == 1) {
                "year"
            } else if dates.iter().all(|date| date.day() == dates[0].day()) {
                "month"
            } else {
                "day"
            };
            found.insert(word.to_owned());
        } else if own[column] == ["year"] {
            found.insert("year".to_owned());
        } else if about.kind == CellKind::Text && values.iter().all(|value| is_quarter(value)) {
            found.insert("quarter".to_owned());
        }
    }
    found
}

/// `Q4 2024`, `2024 Q4`.
pub(super) fn is_quarter(value: &Value) -> bool {
    let Value::Text(text) = value else {
        return false;
    };
    let mut parts: Vec<&str> = text.split([' ', '-']).collect();
    parts.sort_unstable();
    matches!(parts[..], [year, quarter]
        if year.len() == 4 && year.bytes().all(|byte| byte.is_ascii_digit())
            && matches!(quarter, "q1" | "q2" | "q3" | "q4"))
}
