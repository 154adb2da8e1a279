//! The numbers and days that a question names.

use super::Said;
use super::bag::{Bag, Bound};
use crate::link::{Meaning, Piece};
use crate::parse::is_year;
use crate::query::{Condition, Op};
use crate::value::Value;
use crate::view::View;
use crate::words::Written;
use groundwall_core::CellKind;
use jiff::civil::Date;
use rust_decimal::Decimal;

impl Bag {
    /// A bound, a year, a part of a column's name, or how many things there are; none where it is nothing of it.
    pub(super) fn take_number(
        &mut self,
        said: Said<'_>,
        at: usize,
        number: &Written,
    ) -> Option<()> {
        let value = number.value;
        let whole = number.decimals == 0 && !number.percent;
        let columns = called_per(said, at, value);
        if !columns.is_empty() {
            self.columns.push((at, columns));
        } else if let Some(op) = bound(said, at, value) {
            match of_time(said, at, op, number) {
                Some(time) => self.days.push(time),
                None => self.bounds.push(Bound { op, value, at }),
            }
        } else if whole && (Decimal::from(1500)..Decimal::from(2200)).contains(&value) {
            self.years.push((at, i64::try_from(value).ok()?));
        } else if whole && self.number_of.is_none() {
            self.number_of = Some(value);
        } else {
            return None;
        }
        Some(())
    }

    /// Days that a column of dates holds; what the whole sheet is about says nothing.
    pub(super) fn take_days(&mut self, view: &View, from: Date, to: Date) -> Option<()> {
        self.days.extend(days(view, from, to)?);
        Some(())
    }
}

/// The conditions of the days that are named: none where the table is about these alone, or has no dates.
pub(in crate::supposed) fn days(view: &View, from: Date, to: Date) -> Option<Vec<Condition>> {
    let within = |(first, last): (Date, Date)| first <= from && to <= last;
    if view.period.is_some_and(within) {
        return Some(Vec::new());
    }
    let column = (0..view.base).find(|column| view.column(*column).kind == CellKind::Date)?;
    let bounds = [(Op::AtLeast, from), (Op::AtMost, to)];
    let condition = |(op, day)| Condition {
        column,
        any_of: vec![(op, Value::Date(day))],
    };
    Some(bounds.map(condition).to_vec())
}

/// How a number bounds: by the words in front of it or behind it.
fn bound(said: Said<'_>, at: usize, value: Decimal) -> Option<Op> {
    let pieces = said.pieces;
    let behind = pieces.iter().skip(at + 1).take(2).find_map(op_behind);
    let before = || {
        (0..at)
            .rev()
            .take(2)
            .find_map(|place| op_of(&pieces[place]).filter(|_| !spans(said, place)))
    };
    // `600 or better`
    let or_better = || {
        let or = pieces.get(at + 1)?.meaning == Meaning::Or;
        let next = pieces.get(at + 2)?;
        let better = matches!(next.meaning, Meaning::Than { .. })
            || said.tokens[next.from].folded == "better";
        (or && better).then_some(Op::AtLeast)
    };
    // `an estimate of zero`
    let of_zero = || {
        let of = at > 0 && said.words(at - 1)[0].folded == "of";
        (of && value.is_zero()).then_some(Op::Equal)
    };
    // `zone 1`
    let names_a_row = || {
        let before = at.checked_sub(1).map(|place| &pieces[place].meaning);
        (said.answered && matches!(before, Some(Meaning::Column(_)))).then_some(Op::Equal)
    };
    behind
        .or_else(before)
        .or_else(or_better)
        .or_else(of_zero)
        .or_else(names_a_row)
}

/// `since 1960`: a bound on the one column of years, or of days.
fn of_time(said: Said<'_>, at: usize, op: Op, number: &Written) -> Option<Condition> {
    let view = said.view;
    let before = said.words(at.checked_sub(1)?).first()?.folded.as_str();
    if !is_year(number) || !matches!(before, "since" | "after" | "before" | "until") {
        return None;
    }
    let condition = |column, value| Condition {
        column,
        any_of: vec![(op, value)],
    };
    if let Some(column) = said.year_column() {
        return Some(condition(column, Value::Number(number.value)));
    }
    let column = view.dates()?;
    let year = i16::try_from(number.value).ok()?;
    // After a year is after its last day, until it up to that.
    let (month, day) = if matches!(op, Op::More | Op::AtMost) {
        (12, 31)
    } else {
        (1, 1)
    };
    let bound = Date::new(year, month, day).ok()?;
    Some(condition(column, Value::Date(bound)))
}

/// `over the four quarters` is a time and no bound.
fn spans(said: Said<'_>, at: usize) -> bool {
    let is = |place: usize, word: &str| {
        place < said.pieces.len() && said.words(place).iter().all(|token| token.folded == word)
    };
    is(at, "over") && is(at + 1, "the")
}

fn op_of(piece: &Piece) -> Option<Op> {
    if let Meaning::Op(op) = piece.meaning {
        Some(op)
    } else {
        None
    }
}

fn op_behind(piece: &Piece) -> Option<Op> {
    if let Meaning::Behind(op) = piece.meaning {
        Some(op)
    } else {
        None
    }
}

/// Columns that are called so, where the number stands behind `per`: `per 100,000`.
fn called_per(said: Said<'_>, at: usize, value: Decimal) -> Vec<usize> {
    let per = at > 0 && said.tokens[said.pieces[at - 1].to - 1].folded == "per";
    let has_number = |column: &usize| {
        let name = said.view.display(*column).replace(',', "");
        name.split(|c: char| !c.is_ascii_digit())
            .any(|digits| digits.parse() == Ok(value))
    };
    (0..said.view.base)
        .filter(|column| per && has_number(column))
        .collect()
}
