//! A typed query computed over its table: a typed result with the formula and the cells that it came from.

use crate::query::{Asserted, By, Condition, Function, Op, Quantity, Query, Select, Term};
use crate::value::{Value, round};
use crate::view::View;
use rust_decimal::Decimal;
use std::collections::BTreeMap;

/// A row of a result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    pub row: usize,
    /// Value of the column that the rows are ordered by.
    pub value: Value,
}

/// A figure over some rows of one column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Figure {
    pub value: Decimal,
    /// Rows whose cells went into it.
    pub rows: Vec<usize>,
    /// Rows that passed but whose cell is empty or holds no number.
    pub without: usize,
}

/// What a query gave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    Record {
        rows: Vec<usize>,
        columns: Vec<usize>,
    },
    Compared {
        left: usize,
        right: usize,
        columns: Vec<usize>,
    },
    Rows {
        rows: Vec<usize>,
        columns: Vec<usize>,
    },
    Count {
        rows: Vec<usize>,
        of: usize,
    },
    Share {
        rows: Vec<usize>,
        of: usize,
        value: Decimal,
    },
    Distinct {
        column: usize,
        values: Vec<(String, usize)>,
        list: bool,
    },
    Figure {
        function: Function,
        column: usize,
        figure: Figure,
    },
    /// The best first, ties with the last one included.
    Top {
        column: usize,
        most: bool,
        lines: Vec<Line>,
        also: Vec<usize>,
    },
    Rank {
        row: usize,
        column: usize,
        rank: usize,
        of: usize,
        tied: usize,
    },
    Contrast(Sides),
    Groups {
        by: usize,
        what: Grouped,
        groups: Vec<(String, Figure)>,
    },
}

/// Two figures that were held against each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sides {
    /// What a reader calls it, and its figure.
    pub left: (String, Figure),
    pub right: (String, Figure),
    /// None where rows are counted.
    pub column: Option<usize>,
    pub function: Option<Function>,
    pub by: By,
    pub value: Decimal,
}

/// What was computed for each group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Grouped {
    Count,
    Function(Function, usize),
}

/// Why a query gave nothing: a sentence for a reader.
pub(crate) type Nothing = String;

fn passes(value: Option<&Value>, op: Op, wanted: &Value) -> bool {
    let Some(value) = value else { return false };
    match (op, value, wanted) {
        (Op::Contains, Value::Text(text), Value::Text(part)) => text.contains(part.as_str()),
        (Op::StartsWith, Value::Text(text), Value::Text(part)) => text.starts_with(part.as_str()),
        (Op::Contains | Op::StartsWith, ..) => false,
        (_, Value::Number(_), Value::Number(_))
        | (_, Value::Date(_), Value::Date(_))
        | (_, Value::Text(_), Value::Text(_)) => match op {
            Op::Equal => value == wanted,
            Op::NotEqual => value != wanted,
            Op::More => value > wanted,
            Op::AtLeast => value >= wanted,
            Op::Less => value < wanted,
            Op::AtMost => value <= wanted,
            Op::Contains | Op::StartsWith => false,
        },
        (op, ..) => op == Op::NotEqual,
    }
}

fn filtered(view: &View, filter: &[Condition]) -> Vec<usize> {
    let holds = |row: &usize| {
        filter.iter().all(|condition| {
            let value = view.rows[*row][condition.column].as_ref();
            condition
                .any_of
                .iter()
                .any(|(op, wanted)| passes(value, *op, wanted))
        })
    };
    (0..view.rows.len()).filter(holds).collect()
}

fn numbers(view: &View, rows: &[usize], column: usize) -> Vec<(usize, Decimal)> {
    rows.iter()
        .filter_map(|row| Some((*row, view.rows[*row][column].as_ref()?.number()?)))
        .collect()
}

fn apply(function: Function, numbers: &[(usize, Decimal)]) -> Option<Decimal> {
    let count = Decimal::from(numbers.len());
    let sum = || {
        numbers
            .iter()
            .try_fold(Decimal::ZERO, |sum, (_, number)| sum.checked_add(*number))
    };
    match function {
        _ if numbers.is_empty() => None,
        Function::Sum => sum(),
        Function::Average => sum()?.checked_div(count),
        Function::Max => numbers.iter().map(|(_, number)| *number).max(),
        Function::Min => numbers.iter().map(|(_, number)| *number).min(),
        Function::Median => {
            let mut sorted: Vec<Decimal> = numbers.iter().map(|(_, number)| *number).collect();
            sorted.sort_unstable();
            let middle = sorted.len() / 2;
            if sorted.len() % 2 == 1 {
                Some(sorted[middle])
            } else {
                (sorted[middle - 1].checked_add(sorted[middle]))?.checked_div(Decimal::TWO)
            }
        }
    }
}

fn figure(view: &View, function: Function, rows: &[usize], column: usize) -> Option<Figure> {
    let numbers = numbers(view, rows, column);
    let value = apply(function, &numbers)?;
    let without = rows.len() - numbers.len();
    let cells = match function {
        Function::Max | Function::Min => numbers
            .iter()
            .filter(|(_, number)| *number == value)
            .map(|(row, _)| *row)
            .collect(),
        Function::Sum | Function::Average | Function::Median => {
            numbers.iter().map(|(row, _)| *row).collect()
        }
    };
    Some(Figure {
        value,
        rows: cells,
        without,
    })
}

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

/// Those of some rows that pass.
fn among(some: &[usize], rows: &[usize]) -> Vec<usize> {
    some.iter()
        .copied()
        .filter(|row| rows.contains(row))
        .collect()
}

/// Two records beside each other, each of one row.
fn compared(
    rows: &[usize],
    left: &[usize],
    right: &[usize],
    columns: &[usize],
) -> Result<Outcome, Nothing> {
    match (among(left, rows).as_slice(), among(right, rows).as_slice()) {
        ([left], [right]) => Ok(Outcome::Compared {
            left: *left,
            right: *right,
            columns: columns.to_vec(),
        }),
        ([], _) | (_, []) => Err("One of the two has no row that meets the condition.".to_owned()),
        _ => Err(
            "One of the two has several rows, so they cannot be compared cell by cell.".to_owned(),
        ),
    }
}

/// The first `count` rows by a column, and those that tie with the last of them.
fn lines(
    view: &View,
    rows: &[usize],
    column: usize,
    most: bool,
    count: usize,
) -> Result<Vec<Line>, Nothing> {
    let mut lines: Vec<Line> = rows
        .iter()
        .filter_map(|row| {
            let value = view.rows[*row][column]
                .clone()
                .filter(|value| !matches!(value, Value::Text(_)))?;
            Some(Line { row: *row, value })
        })
        .collect();
    lines.sort_by(|a, b| {
        if most {
            b.value.cmp(&a.value)
        } else {
            a.value.cmp(&b.value)
        }
        .then(a.row.cmp(&b.row))
    });
    if let Some(last) = lines
        .get(count.saturating_sub(1))
        .map(|line| line.value.clone())
    {
        let ties = lines
            .iter()
            .skip(count)
            .take_while(|line| line.value == last)
            .count();
        lines.truncate(count + ties);
    }
    if lines.is_empty() {
        return Err(format!(
            "No row that it speaks of has a value in {}.",
            view.column(column).name
        ));
    }
    Ok(lines)
}

/// The rank of a row by a column.
fn ranked(view: &View, rows: &[usize], row: usize, column: usize) -> Result<Outcome, Nothing> {
    let all = numbers(view, rows, column);
    let Some((_, own)) = all.iter().find(|(other, _)| *other == row) else {
        return Err(format!(
            "{} has no number in {}.",
            view.name_of(row),
            view.column(column).name
        ));
    };
    let rank = 1 + all.iter().filter(|(_, number)| number > own).count();
    let tied = all.iter().filter(|(_, number)| number == own).count() - 1;
    Ok(Outcome::Rank {
        row,
        column,
        rank,
        of: all.len(),
        tied,
    })
}

/// The different values of a column, each with its number of rows.
fn different(view: &View, rows: &[usize], column: usize) -> Vec<(String, usize)> {
    let mut values: BTreeMap<String, usize> = BTreeMap::new();
    for text in rows.iter().filter_map(|row| view.shown(*row, column)) {
        *values.entry(text.to_owned()).or_default() += 1;
    }
    values.into_iter().collect()
}

/// The share of the rows that pass.
fn share(view: &View, rows: Vec<usize>) -> Result<Outcome, Nothing> {
    if view.rows.is_empty() {
        return Err("The table has no rows.".to_owned());
    }
    let value = Decimal::from(rows.len()) * Decimal::ONE_HUNDRED / Decimal::from(view.rows.len());
    Ok(Outcome::Share {
        rows,
        of: view.rows.len(),
        value,
    })
}

/// The rows of a record, or all, that pass.
pub(crate) fn rows_of(view: &View, record: Option<&[usize]>, filter: &[Condition]) -> Vec<usize> {
    let rows = filtered(view, filter);
    record.map_or_else(|| rows.clone(), |record| among(record, &rows))
}

/// Two figures against each other.
fn contrasted(
    view: &View,
    left: &Term,
    right: &Term,
    column: Option<usize>,
    function: Option<Function>,
    by: By,
) -> Result<Outcome, Nothing> {
    let side = |term: &Term| {
        let rows = rows_of(view, term.rows.as_deref(), &term.filter);
        let Some(column) = column else {
            return Ok(Figure {
                value: Decimal::from(rows.len()),
                rows,
                without: 0,
            });
        };
        // One value needs no function: any gives it.
        let several = function.is_none() && numbers(view, &rows, column).len() > 1;
        figure(view, function.unwrap_or(Function::Max), &rows, column)
            .filter(|_| !several)
            .ok_or_else(|| {
                format!(
                    "There is no one value of {} for {}.",
                    view.column(column).name,
                    term.name
                )
            })
    };
    let (a, b) = (side(left)?, side(right)?);
    let far = || "The two figures lie too far apart.".to_owned();
    let difference = a.value.checked_sub(b.value).ok_or_else(far)?;
    let of_right = |number: Decimal| {
        number
            .checked_div(b.value)
            .ok_or_else(|| format!("The figure of {} is zero.", right.name))
    };
    let value = match by {
        By::Difference => difference,
        By::Percent => of_right(difference)?
            .checked_mul(Decimal::ONE_HUNDRED)
            .ok_or_else(far)?,
        By::Times => of_right(a.value)?,
    };
    Ok(Outcome::Contrast(Sides {
        left: (left.name.clone(), a),
        right: (right.name.clone(), b),
        column,
        function,
        by,
        value,
    }))
}

/// Those at one place when all are ordered by a column.
fn placed(
    view: &View,
    rows: &[usize],
    column: usize,
    most: bool,
    nth: usize,
) -> Result<Vec<Line>, Nothing> {
    let all = lines(view, rows, column, most, rows.len())?;
    let at = nth
        .checked_sub(1)
        .and_then(|place| all.get(place))
        .map(|line| line.value.clone())
        .ok_or_else(|| "There are not so many rows.".to_owned())?;
    Ok(all.into_iter().filter(|line| line.value == at).collect())
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
pub fn run(view: &View, query: &Query) -> Result<Outcome, Nothing> {
    let filter: &[Condition] = if filter_is_stated(query) {
        &[]
    } else {
        &query.filter
    };
    let rows = filtered(view, filter);
    if let Some(by) = query.group {
        return groups(view, query, &rows, by);
    }
    Ok(match &query.select {
        Select::Record {
            rows: record,
            columns,
        } => recorded(query, &rows, record, columns),
        Select::Compare {
            left,
            right,
            columns,
        } => compared(&rows, left, right, columns)?,
        Select::List { columns } => Outcome::Rows {
            rows,
            columns: columns.clone(),
        },
        Select::Count => Outcome::Count {
            rows,
            of: view.rows.len(),
        },
        Select::Distinct { column, list } => Outcome::Distinct {
            column: *column,
            values: different(view, &rows, *column),
            list: *list,
        },
        Select::Share => share(view, rows)?,
        Select::Aggregate { function, column } => {
            let nothing = || {
                format!(
                    "No row that it speaks of has a number in {}.",
                    view.column(*column).name
                )
            };
            Outcome::Figure {
                function: *function,
                column: *column,
                figure: figure(view, *function, &rows, *column).ok_or_else(nothing)?,
            }
        }
        Select::Top {
            column,
            most,
            count,
            also,
        } => Outcome::Top {
            column: *column,
            most: *most,
            lines: lines(view, &rows, *column, *most, *count)?,
            also: also.clone(),
        },
        Select::Nth {
            column,
            most,
            nth,
            also,
        } => Outcome::Top {
            column: *column,
            most: *most,
            lines: placed(view, &rows, *column, *most, *nth)?,
            also: also.clone(),
        },
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

fn groups(view: &View, query: &Query, rows: &[usize], by: usize) -> Result<Outcome, Nothing> {
    let mut members: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for row in rows {
        if let Some(text) = view.shown(*row, by) {
            members.entry(text.to_owned()).or_default().push(*row);
        }
    }
    let what = match query.select {
        Select::Count => Grouped::Count,
        Select::Aggregate { function, column } => Grouped::Function(function, column),
        _ => return Err("Groups can be counted or computed over, nothing else.".to_owned()),
    };
    let mut groups: Vec<(String, Figure)> = members
        .into_iter()
        .filter_map(|(name, rows)| {
            let figure = match what {
                Grouped::Count => Figure {
                    value: Decimal::from(rows.len()),
                    rows,
                    without: 0,
                },
                Grouped::Function(function, column) => figure(view, function, &rows, column)?,
            };
            Some((name, figure))
        })
        .collect();
    if let Some((most, count)) = query.limit {
        groups.sort_by(|a, b| {
            if most {
                b.1.value.cmp(&a.1.value)
            } else {
                a.1.value.cmp(&b.1.value)
            }
            .then(a.0.cmp(&b.0))
        });
        if let Some(last) = groups
            .get(count.saturating_sub(1))
            .map(|(_, figure)| figure.value)
        {
            let ties = groups
                .iter()
                .skip(count)
                .take_while(|(_, figure)| figure.value == last)
                .count();
            groups.truncate(count + ties);
        }
    }
    if groups.is_empty() {
        return Err("There is nothing to group.".to_owned());
    }
    Ok(Outcome::Groups { by, what, groups })
}

/// Share of the figure that a claim which says it is approximate may be off (SPEC 5).
const APPROXIMATE: (i64, u32) = (5, 2);

fn same(claimed: Decimal, decimals: u32, approximate: bool, found: Decimal) -> bool {
    if approximate {
        return (claimed - found).abs() <= found.abs() * Decimal::new(APPROXIMATE.0, APPROXIMATE.1);
    }
    round(found, decimals) == claimed
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
    let holds = match (asserted, outcome) {
        (
            Asserted::Number {
                value,
                decimals,
                approximate,
            },
            outcome,
        ) => {
            let found = single(view, outcome)?;
            same(*value, *decimals, *approximate, found)
        }
        (Asserted::Bound(op, value), outcome) => passes(
            Some(&Value::Number(single(view, outcome)?)),
            *op,
            &Value::Number(*value),
        ),
        (Asserted::Text(text), Outcome::Record { rows, columns }) => {
            let columns: Vec<usize> = if columns.is_empty() {
                (0..view.columns.len()).collect()
            } else {
                columns.clone()
            };
            let has = |row: &usize| {
                columns
                    .iter()
                    .any(|column| view.rows[*row][*column] == Some(Value::Text(text.clone())))
            };
            !rows.is_empty() && rows.iter().all(has)
        }
        (Asserted::Record(rows), Outcome::Top { lines, .. }) => {
            lines.iter().any(|line| rows.contains(&line.row))
        }
        (
            Asserted::Record(rows),
            Outcome::Compared {
                left,
                right,
                columns,
            },
        ) => {
            let [column] = columns[..] else { return None };
            let of = |row: usize| view.rows[row][column].as_ref()?.number();
            let (a, b) = (of(*left)?, of(*right)?);
            if rows.contains(left) { a > b } else { b > a }
        }
        (Asserted::Quantity(quantity), Outcome::Count { rows, of }) => match quantity {
            Quantity::None => rows.is_empty(),
            Quantity::Most => 2 * rows.len() > *of,
            Quantity::All => rows.len() == *of && *of > 0,
        },
        (Asserted::Group(name), Outcome::Groups { groups, .. }) => groups
            .iter()
            .any(|(group, _)| crate::words::fold(group) == *name),
        (Asserted::Greater { greater, less }, Outcome::Groups { what, groups, .. }) => {
            let of = |name: &str| {
                let found = groups
                    .iter()
                    .find(|(group, _)| crate::words::fold(group) == *name);
                match (found, what) {
                    (Some((_, figure)), _) => Some(figure.value),
                    (None, Grouped::Count) => Some(Decimal::ZERO),
                    (None, Grouped::Function(..)) => None,
                }
            };
            of(greater)? > of(less)?
        }
        _ => return None,
    };
    Some(holds)
}

/// The one number of an outcome.
pub(crate) fn single(view: &View, outcome: &Outcome) -> Option<Decimal> {
    match outcome {
        Outcome::Record { rows, columns } => {
            let ([row], [column]) = (&rows[..], &columns[..]) else {
                return None;
            };
            view.rows[*row][*column].as_ref()?.number()
        }
        Outcome::Count { rows, .. } => Some(Decimal::from(rows.len())),
        Outcome::Share { value, .. } => Some(*value),
        Outcome::Distinct { values, .. } => Some(Decimal::from(values.len())),
        Outcome::Figure { figure, .. } => Some(figure.value),
        Outcome::Top { lines, .. } => lines.first()?.value.number(),
        Outcome::Rank { rank, .. } => Some(Decimal::from(*rank)),
        Outcome::Contrast(sides) => Some(sides.value),
        Outcome::Groups { groups, .. } => match &groups[..] {
            [(_, figure)] => Some(figure.value),
            _ => None,
        },
        Outcome::Compared { .. } | Outcome::Rows { .. } => None,
    }
}
