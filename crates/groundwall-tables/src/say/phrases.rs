//! Parts of sentences: ranges of cells, conditions, lists of names.

use crate::query::{Condition, Op};
use crate::value::{Value, shown};
use crate::view::View;
use groundwall_core::CellKind;
use groundwall_core::cells::{CellRange, RangeColumns};
use std::collections::BTreeMap;

/// Names that a sentence lists, at most.
pub(super) const NAMED: usize = 20;

/// Rows of one column as ranges: `F5:F79, F81`.
pub(super) fn ranges(view: &View, rows: &[usize], column: usize) -> Vec<String> {
    if let Some(span) = view.span(column) {
        let both = [span.from, span.to].into_iter();
        return both.flat_map(|column| ranges(view, rows, column)).collect();
    }
    if view.places.is_some() {
        return turned_ranges(view, rows, column);
    }
    let mut numbers: Vec<u32> = rows
        .iter()
        .map(|row| view.stored.table.rows[*row].row)
        .collect();
    numbers.sort_unstable();
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for number in numbers {
        match ranges.last_mut() {
            Some((_, last)) if *last + 1 == number || *last == number => *last = number,
            _ => ranges.push((number, number)),
        }
    }
    ranges
        .into_iter()
        .map(|(first, last)| view.stored.table.range(first, last, column).to_string())
        .collect()
}

/// The same of a table that was turned: the rows of each column of the sheet.
fn turned_ranges(view: &View, rows: &[usize], column: usize) -> Vec<String> {
    let mut by_column: BTreeMap<Option<u32>, Vec<u32>> = BTreeMap::new();
    for row in rows {
        by_column
            .entry(view.sheet_column(*row, column))
            .or_default()
            .push(view.stored.table.rows[*row].row);
    }
    let mut ranges = Vec::new();
    for (of_sheet, mut numbers) in by_column {
        let of_sheet = of_sheet.unwrap_or(view.column(column).column);
        numbers.sort_unstable();
        numbers.dedup();
        for run in numbers.chunk_by(|a, b| a + 1 == *b) {
            let range = CellRange {
                first_row: run[0],
                last_row: run[run.len() - 1],
                columns: RangeColumns::Between(of_sheet, of_sheet),
            };
            ranges.push(range.to_string());
        }
    }
    ranges
}

pub(super) fn plural(noun: &str, count: usize) -> String {
    // `visitors` are several already.
    let many =
        noun.ends_with('s') && noun.len() > 4 && !noun.ends_with("ss") && !noun.ends_with("us");
    if count == 1 || many {
        return noun.to_owned();
    }
    if noun == "person" {
        return "people".to_owned();
    }
    match noun.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'o', 'u']) => format!("{stem}ies"),
        _ if noun.ends_with(['s', 'x']) || noun.ends_with("ch") || noun.ends_with("sh") => {
            format!("{noun}es")
        }
        _ => format!("{noun}s"),
    }
}

pub(super) fn ordinal(number: usize) -> String {
    let end = match (number % 100, number % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    };
    format!("{number}{end}")
}

/// `Attendance above 75 and Department Sales`.
pub(crate) fn conditions(view: &View, filter: &[Condition]) -> String {
    let one = |condition: &Condition| {
        let column = view.column(condition.column);
        if let Some(kind) = (view.kind.as_ref()).filter(|kind| kind.is(&condition.any_of)) {
            return format!(
                "{} one of the {}",
                view.display(condition.column),
                kind.called
            );
        }
        let any: Vec<String> = condition
            .any_of
            .iter()
            .map(|(op, value)| {
                let word = match (op, column.kind == CellKind::Date) {
                    (Op::Equal, _) => "",
                    (Op::NotEqual, _) => "other than ",
                    (Op::More, true) => "after ",
                    (Op::More, false) => "above ",
                    (Op::AtLeast, true) => "from ",
                    (Op::AtLeast, false) => "at least ",
                    (Op::Less, true) => "before ",
                    (Op::Less, false) => "below ",
                    (Op::AtMost, true) => "until ",
                    (Op::AtMost, false) => "at most ",
                    (Op::Contains, _) => "containing ",
                    (Op::StartsWith, _) => "starting with ",
                    (Op::Empty, _) => return "without a value".to_owned(),
                };
                let value = match value {
                    Value::Number(number)
                        if view.is_year(condition.column)
                            || view.is_numbering(condition.column) =>
                    {
                        number.normalize().to_string()
                    }
                    Value::Number(number) => shown(*number, column),
                    Value::Date(date) => date.to_string(),
                    Value::Text(text) => {
                        let written = as_written(view, condition.column, text);
                        let codes = view.columns[condition.column].codes;
                        match codes.and_then(|codes| codes.spelled(text)) {
                            Some(name) => format!("{written} ({name})"),
                            None => written,
                        }
                    }
                };
                format!("{word}{value}")
            })
            .collect();
        format!(
            "{} {}",
            view.display(condition.column),
            if view.columns[condition.column].truth {
                any[0].clone()
            } else {
                alternatives(&any)
            }
        )
    };
    let mut said = Vec::new();
    let mut rest = filter;
    while let Some((first, others)) = rest.split_first() {
        if let Some(span) = others.first().and_then(|second| span(view, first, second)) {
            said.push(span);
            rest = &others[1..];
        } else {
            said.push(one(first));
            rest = others;
        }
    }
    said.join(" and ")
}

/// Values that a condition names, at most.
const ALTERNATIVES: usize = 4;

/// `Oslo or Bergen`, of many only some.
fn alternatives(any: &[String]) -> String {
    if any.len() <= ALTERNATIVES {
        return any.join(" or ");
    }
    let shown = any[..ALTERNATIVES].join(" or ");
    format!("{shown} or {} more", any.len() - ALTERNATIVES)
}

/// A first and a last day of one column as the time that they enclose: `Date in January 2024`.
fn span(view: &View, first: &Condition, last: &Condition) -> Option<String> {
    let day = |condition: &Condition, wanted: Op| match condition.any_of[..] {
        [(op, Value::Date(date))] if op == wanted => Some(date),
        _ => None,
    };
    let (from, to) = (day(first, Op::AtLeast)?, day(last, Op::AtMost)?);
    if first.column != last.column {
        return None;
    }
    let name = view.display(first.column);
    Some(if from == to {
        format!("{name} {from}")
    } else if from.day() == 1 && to == from.last_of_month() {
        format!("{name} in {}", from.strftime("%B %Y"))
    } else if from.day_of_year() == 1 && to == from.last_of_year() {
        format!("{name} in {}", from.year())
    } else {
        format!("{name} from {from} to {to}")
    })
}

/// A folded value as the document writes it.
pub(crate) fn as_written(view: &View, column: usize, text: &str) -> String {
    let row = match view.columns[column].values.get(text) {
        Some(rows) => rows.first().copied(),
        // A column of many different values has no list of them.
        None => (0..view.rows.len()).find(
            |row| matches!(&view.rows[*row][column], Some(Value::Text(cell)) if cell == text),
        ),
    };
    row.and_then(|row| view.shown(row, column))
        .unwrap_or(text)
        .to_owned()
}

pub(crate) fn with(view: &View, filter: &[Condition]) -> String {
    if filter.is_empty() {
        String::new()
    } else {
        format!(" with {}", conditions(view, filter))
    }
}

pub(super) fn listed(names: &[String]) -> String {
    let shown = names
        .iter()
        .take(NAMED)
        .cloned()
        .collect::<Vec<_>>()
        .join(", ");
    if names.len() > NAMED {
        format!("{shown} and {} more", names.len() - NAMED)
    } else {
        shown
    }
}

/// A value as written, with the unit that its column's name gives.
pub(super) fn with_unit(view: &View, column: usize, value: &str) -> String {
    let about = view.column(column);
    if about.kind == CellKind::Number && about.name.contains('%') {
        format!("{value}%")
    } else {
        value.to_owned()
    }
}
