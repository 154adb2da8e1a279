//! Years and spans of years as conditions.

use super::bounds::Bound;
use super::contrast::Pole;
use super::{Halt, Parser};
use crate::link::Meaning;
use crate::query::{Condition, Op};
use crate::value::Value;
use crate::words::Written;
use groundwall_core::CellKind;
use jiff::civil::Date;
use rust_decimal::Decimal;

pub(crate) fn is_year(number: &Written) -> bool {
    !number.percent
        && number.decimals == 0
        && (Decimal::from(1000)..Decimal::from(3000)).contains(&number.value)
}

/// First and last day of a year.
pub(super) fn year(number: &Written) -> Option<(Date, Date)> {
    let year = i16::try_from(number.value)
        .ok()
        .filter(|_| is_year(number))?;
    Some((Date::new(year, 1, 1).ok()?, Date::new(year, 12, 31).ok()?))
}

impl Parser<'_> {
    /// `from 2010 to 2019`, `2010-2019`, `in the 1990s`: years of the one column of time.
    pub(super) fn spans(&mut self) {
        let Some(column) = self.time_column() else {
            return;
        };
        for at in 0..self.pieces.len() {
            let Some((from, to, last)) = self.span_at(at) else {
                continue;
            };
            let date = |year: i64, month: i8, day: i8| {
                i16::try_from(year)
                    .ok()
                    .and_then(|year| Date::new(year, month, day).ok())
                    .map(Value::Date)
            };
            let bounds = if self.view.column(column).kind == CellKind::Date {
                date(from, 1, 1).zip(date(to, 12, 31))
            } else {
                Some((
                    Value::Number(Decimal::from(from)),
                    Value::Number(Decimal::from(to)),
                ))
            };
            let Some((low, high)) = bounds else { continue };
            for (op, value) in [(Op::AtLeast, low), (Op::AtMost, high)] {
                self.filter.push(Condition {
                    column,
                    any_of: vec![(op, value)],
                });
            }
            for place in at..=last {
                self.take(place);
            }
            // `the years 2010 to 2019`
            if let Some(before) = self
                .before(at)
                .filter(|place| self.column_of(*place) == Some(column))
            {
                self.take(before);
            }
        }
    }

    /// First and last year of a span, and the last of its pieces.
    pub(super) fn span_at(&self, at: usize) -> Option<(i64, i64, usize)> {
        let year = |place: usize| {
            let piece = self.pieces.get(place)?;
            let Meaning::Number(number) = &piece.meaning else {
                return None;
            };
            if piece.taken || !is_year(number) {
                return None;
            }
            i64::try_from(number.value).ok()
        };
        if self.pieces[at].meaning == Meaning::Unknown {
            let text = self.text(at);
            if let Some(decade) = text
                .strip_suffix("0s")
                .filter(|decade| decade.len() == 3)
                .and_then(|decade| decade.parse::<i64>().ok())
            {
                return Some((10 * decade, 10 * decade + 9, at));
            }
            let (first, last) = text.split_once(['-', '–'])?;
            let whole = |part: &str| {
                (part.len() == 4)
                    .then(|| part.parse::<i64>().ok())
                    .flatten()
            };
            return Some((whole(first)?, whole(last)?, at));
        }
        let first = year(at)?;
        let joint = self.pieces.get(at + 1)?;
        let to = joint.meaning == Meaning::Function
            && matches!(
                self.tokens[joint.from].folded.as_str(),
                "to" | "through" | "till"
            )
            || matches!(joint.meaning, Meaning::Op(Op::AtMost));
        let last = year(at + 2).filter(|last| *last >= first)?;
        to.then_some((first, last, at + 2))
    }

    /// `in 2023`, `in March 2024`, where one column of dates or of years can be meant.
    pub(super) fn years(&mut self) -> Result<(), Halt> {
        // `Urea was dearest in 2008`: the time is what is stated of the most.
        if self.states_time() {
            return Ok(());
        }
        for at in self.free(|meaning| matches!(meaning, Meaning::Number(_) | Meaning::Date(..))) {
            let preposition = self.pieces[at]
                .from
                .checked_sub(1)
                .map(|before| self.tokens[before].folded.as_str());
            if !matches!(
                preposition,
                Some("in" | "on" | "during" | "of" | "for" | "from")
            ) {
                continue;
            }
            let Some(bound) = self.bound_at(at) else {
                continue;
            };
            if matches!(&bound, Bound::Number(number) if !is_year(number)) {
                continue;
            }
            // `built in 2001` speaks of the column of years that is named; in a statement 2001 is what is stated.
            let of_years = self.before(at).filter(|place| {
                !self.pieces[*place].taken
                    && self
                        .column_of(*place)
                        .is_some_and(|column| self.view.is_year(column))
            });
            if of_years.is_some() && self.states {
                continue;
            }
            let column = match of_years {
                Some(place) => Some(self.take_column(place)),
                None => self.take_column_of_time(at, &bound),
            };
            if let Some(column) = column {
                self.compare(&[column], Op::Equal, &bound)?;
                self.take(at);
            }
        }
        Ok(())
    }

    fn take_column(&mut self, place: usize) -> usize {
        let column = self.column_of(place).unwrap_or_default();
        self.take(place);
        column
    }

    /// The column that a time speaks of: one of dates in front of it, else the only one of years, else the only one of dates.
    fn take_column_of_time(&mut self, at: usize, bound: &Bound) -> Option<usize> {
        let of = |wanted: &dyn Fn(usize) -> bool| -> Vec<usize> {
            (0..self.view.columns.len())
                .filter(|column| wanted(*column))
                .collect()
        };
        let dates = of(&|column| self.view.column(column).kind == CellKind::Date);
        let years = of(&|column| self.view.is_numeric(column) && self.is_called_year(column));
        let near = self.before(at).filter(|place| {
            !self.pieces[*place].taken
                && self
                    .column_of(*place)
                    .is_some_and(|column| dates.contains(&column))
        });
        match (near, dates.as_slice(), years.as_slice(), bound) {
            (Some(place), ..) => Some(self.take_column(place)),
            (None, _, [year], Bound::Number(_)) => Some(*year),
            (None, [date], ..) => Some(*date),
            _ => None,
        }
    }

    /// Whether a column is called year, alone.
    pub(super) fn is_called_year(&self, column: usize) -> bool {
        self.view.columns[column]
            .names
            .iter()
            .any(|name| name.len() == 1 && name[0] == "year")
    }

    /// Whether a statement says when something was at its most, of rows that are times.
    pub(super) fn states_time(&self) -> bool {
        self.states
            && !self.view.times.is_empty()
            && !self
                .free(|meaning| matches!(meaning, Meaning::Most { .. }))
                .is_empty()
            && self
                .free(|meaning| matches!(meaning, Meaning::Record { .. }))
                .is_empty()
            && self
                .free(|meaning| {
                    matches!(meaning, Meaning::Date(..))
                        || matches!(meaning, Meaning::Number(number) if is_year(number))
                })
                .len()
                == 1
    }

    /// The one column of dates or of years.
    pub(super) fn time_column(&self) -> Option<usize> {
        let only = |wanted: &dyn Fn(usize) -> bool| {
            let all: Vec<usize> = (0..self.view.base)
                .filter(|column| wanted(*column))
                .collect();
            (all.len() == 1).then(|| all[0])
        };
        only(&|column| self.view.is_year(column) && self.is_called_year(column))
            .or_else(|| only(&|column| self.view.column(column).kind == CellKind::Date))
    }

    /// Conditions for the year or the date of a piece.
    pub(super) fn time_of(&self, at: usize) -> Option<Vec<Condition>> {
        let meaning = &self.pieces[at].meaning;
        if matches!(meaning, Meaning::Number(number) if !is_year(number)) {
            return None;
        }
        match self.pole(at)? {
            Pole::Time(from, to, _) => self.within(from, to),
            Pole::Record(..) | Pole::Category(..) | Pole::Month(..) => None,
        }
    }

    /// Conditions for a time, on the column of time.
    pub(super) fn within(&self, from: Date, to: Date) -> Option<Vec<Condition>> {
        let column = self.time_column()?;
        let one = |op: Op, value: Value| Condition {
            column,
            any_of: vec![(op, value)],
        };
        if self.view.column(column).kind == CellKind::Date {
            return Some(vec![
                one(Op::AtLeast, Value::Date(from)),
                one(Op::AtMost, Value::Date(to)),
            ]);
        }
        let whole = from.day_of_year() == 1 && to == from.last_of_year();
        whole.then(|| vec![one(Op::Equal, Value::Number(Decimal::from(from.year())))])
    }
}
