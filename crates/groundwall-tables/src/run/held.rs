//! What was stated, held against what the table says.

use super::outcome::{Grouped, Outcome, meant};
use super::rows::passes;
use crate::query::{Asserted, Quantity, Query};
use crate::value::{Value, round};
use crate::view::View;
use crate::words::fold;
use rust_decimal::Decimal;

/// Share of the figure that a claim which says it is approximate may be off (docs/contract.md, Verdicts).
pub(super) const APPROXIMATE: (i64, u32) = (5, 2);

/// Whether a figure is what is claimed to the digits that are written; `unit`: what one of the last of them is.
pub(super) fn same(claimed: Decimal, unit: Decimal, approximate: bool, found: Decimal) -> bool {
    if approximate {
        return (claimed - found).abs() <= found.abs() * Decimal::new(APPROXIMATE.0, APPROXIMATE.1);
    }
    found
        .checked_div(unit)
        .is_some_and(|found| round(found, 0) * unit == claimed)
}

/// Whether all that was stated is what the table says; none where nothing was, or the outcome has no value to compare it with.
pub fn held(view: &View, query: &Query, outcome: &Outcome) -> Option<bool> {
    let each = query
        .asserted
        .iter()
        .map(|asserted| one_held(view, asserted, outcome))
        .collect::<Option<Vec<bool>>>()?;
    (!each.is_empty()).then(|| each.iter().all(|holds| *holds) != query.negated)
}

fn one_held(view: &View, asserted: &Asserted, outcome: &Outcome) -> Option<bool> {
    match asserted {
        Asserted::Number {
            value,
            unit,
            approximate,
        } => Some(same(*value, *unit, *approximate, meant(view, outcome)?)),
        Asserted::Bound(op, value) => Some(passes(
            Some(&Value::Number(meant(view, outcome)?)),
            *op,
            &Value::Number(*value),
        )),
        Asserted::Text(text) => stands_in(view, text, outcome),
        Asserted::Record(rows) => is_first(view, rows, outcome),
        Asserted::Quantity(quantity) => {
            let Outcome::Count { rows, of } = outcome else {
                return None;
            };
            Some(match quantity {
                Quantity::None => rows.is_empty(),
                Quantity::Most => 2 * rows.len() > *of,
                Quantity::All => rows.len() == *of && *of > 0,
            })
        }
        Asserted::Group(name) => {
            let Outcome::Groups { groups, .. } = outcome else {
                return None;
            };
            Some(groups.iter().any(|(group, _)| fold(group) == *name))
        }
        Asserted::Named { column, values } => is_named(view, *column, values, outcome),
        Asserted::Absent => is_empty(view, outcome),
        Asserted::Greater { greater, less } => {
            Some(of_group(outcome, greater)? > of_group(outcome, less)?)
        }
    }
}

/// Whether the one column of a record that is asked for holds nothing.
fn is_empty(view: &View, outcome: &Outcome) -> Option<bool> {
    let Outcome::Record { rows, columns } = outcome else {
        return None;
    };
    let [column] = columns[..] else { return None };
    Some(!rows.is_empty() && rows.iter().all(|row| view.rows[*row][column].is_none()))
}

/// Whether every row of a record has a text in one of the columns.
fn stands_in(view: &View, text: &str, outcome: &Outcome) -> Option<bool> {
    let Outcome::Record { rows, columns } = outcome else {
        return None;
    };
    let columns: Vec<usize> = if columns.is_empty() {
        (0..view.columns.len()).collect()
    } else {
        columns.clone()
    };
    let has = |row: &usize| {
        columns
            .iter()
            .any(|column| view.rows[*row][*column] == Some(Value::Text(text.to_owned())))
    };
    Some(!rows.is_empty() && rows.iter().all(has))
}

/// Whether a record is on top, or the greater of two.
fn is_first(view: &View, rows: &[usize], outcome: &Outcome) -> Option<bool> {
    if let Outcome::Top { lines, .. } = outcome {
        return Some(lines.iter().any(|line| rows.contains(&line.row)));
    }
    let Outcome::Compared {
        left,
        right,
        columns,
    } = outcome
    else {
        return None;
    };
    let [column] = columns[..] else { return None };
    let of = |row: usize| view.rows[row][column].as_ref()?.number();
    let (a, b) = (of(*left)?, of(*right)?);
    Some(if rows.contains(left) { a > b } else { b > a })
}

/// Whether what an outcome names is called by one of some values in a column; none where it names nothing of the kind.
fn is_named(view: &View, column: usize, values: &[String], outcome: &Outcome) -> Option<bool> {
    let called = |row: &usize| {
        let shown = view.shown(*row, column).map(fold);
        shown.is_some_and(|shown| values.contains(&shown))
    };
    match outcome {
        Outcome::Top { lines, .. } => Some(lines.iter().any(|line| called(&line.row))),
        Outcome::Groups { by, groups, .. } if *by == column => {
            let first = groups.first()?;
            Some(values.contains(&fold(&first.0)))
        }
        Outcome::Record { rows, columns } if columns[..] == [column] => {
            Some(!rows.is_empty() && rows.iter().all(called))
        }
        Outcome::Rows { rows, .. } => Some(rows.iter().any(called)),
        Outcome::Distinct {
            column: of,
            values: found,
            list: true,
        } if *of == column => Some(found.iter().any(|(found, _)| values.contains(&fold(found)))),
        Outcome::Record { .. }
        | Outcome::Groups { .. }
        | Outcome::Distinct { .. }
        | Outcome::Compared { .. }
        | Outcome::Count { .. }
        | Outcome::Share { .. }
        | Outcome::Figure { .. }
        | Outcome::Rank { .. }
        | Outcome::Contrast(_) => None,
    }
}

/// The figure of a group; one without rows is counted as none.
fn of_group(outcome: &Outcome, name: &str) -> Option<Decimal> {
    let Outcome::Groups { what, groups, .. } = outcome else {
        return None;
    };
    let found = groups.iter().find(|(group, _)| fold(group) == *name);
    match (found, what) {
        (Some((_, figure)), _) => Some(figure.value),
        (None, Grouped::Count) => Some(Decimal::ZERO),
        (None, Grouped::Function(..)) => None,
    }
}
