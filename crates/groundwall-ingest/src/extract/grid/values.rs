//! Text to typed values, a whole column at a time: how one cell writes its numbers and dates tells how the others are to be read.

mod dates;
mod numbers;

pub(in crate::extract) use numbers::currency_of_format;

use super::Cell;
use crate::language::ENGLISH;
use dates::{dated, plain_date, slashed};
use groundwall_core::CellKind;
use jiff::civil::Date;
use numbers::{Mark, decimal, marks, without_sign, written};

/// A value with its kind, in the canonical form of [`CellKind`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::extract) struct Typed {
    pub(in crate::extract) kind: CellKind,
    pub(in crate::extract) value: String,
    /// Currency or unit.
    pub(in crate::extract) unit: Option<String>,
}

/// Share of a column's cells that must have its kind; the others stay text.
const OF_ONE_KIND: f32 = 0.8;

/// A column after its cells were read.
#[derive(Debug)]
pub(super) struct Column {
    pub(super) kind: CellKind,
    pub(super) unit: Option<String>,
    /// One a cell; none where it is text.
    pub(super) typed: Vec<Option<Typed>>,
    /// Whether it holds dates that can be read with the day or the month first; they stay text.
    pub(super) ambiguous_dates: bool,
}

/// Whether a text is a number or date by itself, and so no name of a column.
pub(super) fn looks_typed(text: &str) -> bool {
    written(text).is_some_and(|written| written.unit.is_none() || written.kind == CellKind::Money)
        || plain_date(text).is_some()
}

/// Whether a character is the sign of a currency.
pub(super) fn is_currency(sign: char) -> bool {
    let mut buffer = [0; 4];
    let sign: &str = sign.encode_utf8(&mut buffer);
    ENGLISH
        .currencies
        .iter()
        .any(|currency| currency.sign == sign)
}

/// The kind of a number by its signs, and its currency or unit.
pub(super) fn kind_of(text: &str) -> Option<(CellKind, Option<String>)> {
    written(text).map(|written| (written.kind, written.unit))
}

/// Reads the cells of one column below its header.
pub(super) fn column(cells: &[&Cell]) -> Column {
    let (mut typed, ambiguous_dates) = typed(cells);
    let kind = kind(cells, &typed);
    let mut units: Vec<Option<String>> = typed
        .iter()
        .flatten()
        .filter(|typed| typed.kind == kind)
        .map(|typed| typed.unit.clone())
        .collect();
    units.sort_unstable();
    units.dedup();
    if kind == CellKind::Money {
        units.retain(Option::is_some);
    }
    // Values in different units cannot be compared or added.
    if units.len() > 1 {
        return Column {
            kind: CellKind::Text,
            unit: None,
            typed: vec![None; cells.len()],
            ambiguous_dates,
        };
    }
    for slot in &mut typed {
        let fits = slot.as_ref().is_some_and(|typed| {
            typed.kind == kind || (kind == CellKind::Money && typed.kind == CellKind::Number)
        });
        if !fits {
            *slot = None;
        }
    }
    Column {
        kind,
        unit: units.pop().flatten(),
        typed,
        ambiguous_dates,
    }
}

/// The kind that most cells of a column have.
fn kind(cells: &[&Cell], typed: &[Option<Typed>]) -> CellKind {
    let filled = typed.len();
    let empty = cells
        .iter()
        .filter(|cell| ENGLISH.nothing.has(&cell.text.trim().to_lowercase()))
        .count();
    let enough = |count: usize| {
        filled > empty && count > 0 && count as f32 >= OF_ONE_KIND * (filled - empty) as f32
    };
    let count = |kind: CellKind| {
        typed
            .iter()
            .flatten()
            .filter(|typed| typed.kind == kind)
            .count()
    };
    let kinds = [
        CellKind::Money,
        CellKind::Percent,
        CellKind::Number,
        CellKind::Date,
        CellKind::Duration,
        CellKind::Truth,
    ];
    let kind = kinds.into_iter().find(|kind| enough(count(*kind)));
    // Some amounts with and some without a sign.
    let amounts =
        || count(CellKind::Money) > 0 && enough(count(CellKind::Money) + count(CellKind::Number));
    // Accounts write the sign at the first number and the sum alone.
    match kind {
        Some(CellKind::Number) if amounts() && of_one_currency(typed) => CellKind::Money,
        Some(kind) => kind,
        None if amounts() => CellKind::Money,
        None => CellKind::Text,
    }
}

fn of_one_currency(typed: &[Option<Typed>]) -> bool {
    let amounts = typed.iter().flatten();
    let mut units =
        amounts.filter_map(|typed| (typed.kind == CellKind::Money).then_some(&typed.unit));
    units
        .next()
        .is_some_and(|first| units.all(|unit| unit == first))
}

/// Which mark parts the decimals of a column: the comma only where nothing speaks for the dot.
fn decimal_mark(cells: &[&Cell], untyped: &[usize]) -> Mark {
    let votes: Vec<Mark> = untyped
        .iter()
        .filter_map(|place| marks(written(without_sign(&cells[*place].text))?.digits))
        .collect();
    if votes.contains(&Mark::Comma) && !votes.contains(&Mark::Dot) {
        Mark::Comma
    } else {
        Mark::Dot
    }
}

/// The values of a column's cells, and whether its dates can be read in two ways.
fn typed(cells: &[&Cell]) -> (Vec<Option<Typed>>, bool) {
    let mut typed: Vec<Option<Typed>> = cells.iter().map(|cell| cell.typed.clone()).collect();
    let untyped: Vec<usize> = (0..cells.len())
        .filter(|place| typed[*place].is_none())
        .collect();
    let mark = decimal_mark(cells, &untyped);
    let mut slashes: Vec<(usize, Option<Date>, Option<Date>)> = Vec::new();
    for place in untyped {
        let text = &cells[place].text;
        if let Some(date) = plain_date(text) {
            typed[place] = Some(dated(date));
        } else if let Some((day_first, month_first)) = slashed(text) {
            slashes.push((place, day_first, month_first));
        } else if let Some(written) = written(without_sign(text))
            && let Some(value) = decimal(written.digits, mark)
        {
            let sign = if written.negative { "-" } else { "" };
            typed[place] = Some(Typed {
                kind: written.kind,
                value: format!("{sign}{value}"),
                unit: written.unit,
            });
        }
    }
    let day_first = slashes.iter().all(|(_, day_first, _)| day_first.is_some());
    let month_first = slashes
        .iter()
        .all(|(_, _, month_first)| month_first.is_some());
    let ambiguous_dates = day_first && month_first && !slashes.is_empty();
    if !ambiguous_dates {
        for (place, by_day, by_month) in slashes {
            typed[place] = if day_first { by_day } else { by_month }.map(dated);
        }
    }
    (typed, ambiguous_dates)
}

#[cfg(test)]
mod tests;
