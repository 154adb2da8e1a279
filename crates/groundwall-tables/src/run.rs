//! A typed query computed over its table: a typed result with the formula and the cells that it came from.

mod contrast;
mod figure;
mod groups;
mod held;
mod ordered;
mod outcome;
mod rows;

pub use held::held;
pub(crate) use outcome::{Figure, Line, figure_column};
pub use outcome::{Grouped, Nothing, Outcome, Sides};
pub(crate) use rows::rows_of;

use crate::query::{Asserted, Condition, Function, Query, Select};
use crate::value::Value;
use crate::view::View;
use contrast::contrasted;
use figure::figure;
use groups::groups;
use ordered::{lines, placed, ranked};
use rows::{among, filtered};
use rust_decimal::Decimal;
use std::collections::BTreeMap;

/// The rows of a record that pass; without columns, a bound asks for those that it speaks of.
fn recorded(query: &Query, rows: &[usize], record: &[usize], columns: &[usize]) -> Outcome {
    let columns = match &query.asserted[..] {
        [Asserted::Bound(..)] if columns.is_empty() => query
            .filter
            .iter()
            .map(|condition| condition.column)
            .collect(),
        _ => columns.to_vec(),
    };
    Outcome::Record {
        rows: among(record, rows),
        columns,
    }
}

/// Two records beside each other, each of one row.
fn compared(
    rows: &[usize],
    [left, right]: [&[usize]; 2],
    columns: &[usize],
) -> Result<Outcome, Nothing> {
    match (among(left, rows).as_slice(), among(right, rows).as_slice()) {
        ([left], [right]) => Ok(Outcome::Compared {
            left: *left,
            right: *right,
            columns: columns.to_vec(),
        }),
        ([], _) | (_, []) => Err(Nothing::OneIsMissing),
        _ => Err(Nothing::OneIsSeveral),
    }
}

/// The different values of a column, each with its number of rows.
fn different(view: &View, rows: &[usize], column: usize) -> Vec<(String, usize)> {
    let mut values: BTreeMap<String, usize> = BTreeMap::new();
    for text in rows.iter().filter_map(|row| view.shown(*row, column)) {
        *values.entry(text.to_owned()).or_default() += 1;
    }
    values.into_iter().collect()
}

/// The share of the rows that pass among others.
fn share(rows: Vec<usize>, among: usize) -> Result<Outcome, Nothing> {
    if among == 0 {
        return Err(Nothing::NoRows);
    }
    let value = Decimal::from(rows.len()) * Decimal::ONE_HUNDRED / Decimal::from(among);
    Ok(Outcome::Share {
        rows,
        of: among,
        value,
    })
}

/// Whether the filter of a query is what is stated of its figure, and so no filter.
fn filter_is_stated(query: &Query) -> bool {
    let ([Asserted::Bound(op, value)], [condition]) = (&query.asserted[..], &query.filter[..])
    else {
        return false;
    };
    matches!(&condition.any_of[..], [(other, Value::Number(number))] if other == op && number == value)
        && matches!(
            query.select,
            Select::Record { .. } | Select::Aggregate { .. }
        )
}

/// Computes a query. The error says why there is nothing to compute from.
///
/// # Errors
///
/// A sentence for a reader: no row passes, a column holds no number, two figures cannot be held against each other.
pub fn run(view: &View, query: &Query) -> Result<Outcome, Nothing> {
    let filter: &[Condition] = if filter_is_stated(query) {
        &[]
    } else {
        &query.filter
    };
    let rows = filtered(view, filter);
    match query.group {
        Some(by) => groups(view, query, &rows, by),
        None => selected(view, query, rows),
    }
}

/// What a query selects of the rows that pass.
fn selected(view: &View, query: &Query, rows: Vec<usize>) -> Result<Outcome, Nothing> {
    let of = view.rows.len();
    Ok(match &query.select {
        Select::Record {
            rows: record,
            columns,
        } => recorded(query, &rows, record, columns),
        Select::Compare {
            left,
            right,
            columns,
        } => compared(&rows, [left, right], columns)?,
        Select::List { columns } => Outcome::Rows {
            rows,
            columns: columns.clone(),
        },
        Select::Count => Outcome::Count { rows, of },
        Select::Pairs { left, right, more } => pairs(view, &rows, [*left, *right], *more),
        Select::Distinct { column, list } => Outcome::Distinct {
            column: *column,
            values: different(view, &rows, *column),
            list: *list,
        },
        Select::Share { of } => share(rows, rows_of(view, None, of).len())?,
        Select::Aggregate { function, column } => aggregated(view, *function, &rows, *column)?,
        Select::Top {
            column,
            most,
            count,
            also,
        } => {
            let lines = lines(view, &rows, *column, *most, *count)?;
            top(*column, *most, lines, also)
        }
        Select::Nth {
            column,
            most,
            nth,
            also,
        } => {
            let lines = placed(view, &rows, *column, *most, *nth)?;
            top(*column, *most, lines, also)
        }
        Select::Contrast {
            left,
            right,
            column,
            function,
            by,
        } => contrasted(view, left, right, *column, *function, *by)?,
        Select::Rank { row, column } => ranked(view, &rows, *row, *column)?,
    })
}

/// The rows in which one column has more, or less, than another, among those that have a number in both.
fn pairs(view: &View, rows: &[usize], [left, right]: [usize; 2], more: bool) -> Outcome {
    let number = |row: usize, column: usize| view.rows[row][column].as_ref()?.number();
    let both = |row: &usize| Some((*row, number(*row, left)?, number(*row, right)?));
    let both: Vec<_> = rows.iter().filter_map(both).collect();
    let holds = |(_, left, right): &&(usize, Decimal, Decimal)| {
        if more { left > right } else { left < right }
    };
    Outcome::Count {
        of: both.len(),
        rows: both.iter().filter(holds).map(|(row, ..)| *row).collect(),
    }
}

fn top(column: usize, most: bool, lines: Vec<Line>, also: &[usize]) -> Outcome {
    Outcome::Top {
        column,
        most,
        lines,
        also: also.to_vec(),
    }
}

/// One figure over a column.
fn aggregated(
    view: &View,
    function: Function,
    rows: &[usize],
    column: usize,
) -> Result<Outcome, Nothing> {
    let nothing = || Nothing::NoNumber(view.column(column).name.clone());
    Ok(Outcome::Figure {
        function,
        column,
        figure: figure(view, function, rows, column).ok_or_else(nothing)?,
    })
}
