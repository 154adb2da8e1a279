//! Bounds on numbers and dates: what is compared, with which column.

use super::years::{is_year, year};
use super::{Halt, Parser, declined};
use crate::link::Meaning;
use crate::query::{Condition, Op};
use crate::value::Value;
use crate::words::Written;
use groundwall_core::CellKind;
use jiff::civil::Date;
use rust_decimal::Decimal;

/// What a column is compared with.
pub(super) enum Bound {
    Number(Written),
    Dates(Date, Date),
}

impl Parser<'_> {
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "of all meanings a few count here, and a new one is not among them"
    )]
    pub(super) fn bound_at(&self, at: usize) -> Option<Bound> {
        match &self.pieces.get(at)?.meaning {
            Meaning::Number(number) => Some(Bound::Number(number.clone())),
            Meaning::Date(from, to) => Some(Bound::Dates(*from, *to)),
            _ => None,
        }
    }

    /// The column that a bound from `from` to `to` speaks of: named before it, else behind it, else the only one of its kind.
    pub(super) fn columns_of_bound(
        &mut self,
        from: usize,
        to: usize,
        bound: &Bound,
    ) -> Result<Vec<usize>, Halt> {
        let next = to + 1;
        let behind = self.next(next).filter(|place| {
            self.names_what_fits(*place, bound)
                && (next..*place).all(|between| {
                    matches!(
                        self.pieces[between].meaning,
                        Meaning::Function | Meaning::Unit(_)
                    )
                })
        });
        let before = self
            .before(from)
            .filter(|place| !self.pieces[*place].taken && self.names_what_fits(*place, bound));
        let beside = before.or(behind).and_then(|place| self.column_of(place));
        if let Some(time) = beside.and_then(|column| self.time_instead(column, bound)) {
            return Ok(vec![time]);
        }
        // `attendance above 75 in Physics` would name two.
        if let Some(place) = before {
            // `more than 80 in Physics and Chemistry` is read below, `attendance above 75 %` here.
            let column = self.column_of(place).unwrap_or_default();
            self.take(place);
            if let Some(again) = behind.filter(|again| self.column_of(*again) == Some(column)) {
                self.take(again);
            }
            return Ok(vec![column]);
        }
        if let Some(place) = behind {
            return Ok(self.take_joined(place));
        }
        let ambiguous = self
            .before(from)
            .or(self.next(next))
            .filter(|place| matches!(&self.pieces[*place].meaning, Meaning::Column(columns) if columns.len() > 1));
        if let Some(place) = ambiguous {
            let Some(column) = self.only_reaching(place, bound) else {
                return Err(Halt::Ambiguous(self.which(place)));
            };
            self.take(place);
            return Ok(vec![column]);
        }
        let only = self
            .only_of_kind(bound)
            .or_else(|| self.only_named(bound))
            .or_else(|| self.only_with_unit(next, bound))
            .or_else(|| self.only_unnamed(bound));
        only.map(|column| vec![column]).ok_or_else(|| {
            Halt::Declined("It does not say which column a value is compared with.".to_owned())
        })
    }

    /// `80 points`, of several columns that are called points: the one that has values on both sides of the bound.
    pub(super) fn only_reaching(&self, place: usize, bound: &Bound) -> Option<usize> {
        let (Meaning::Column(columns), Bound::Number(number)) =
            (&self.pieces[place].meaning, bound)
        else {
            return None;
        };
        let reaches = |column: &usize| self.view.reaches(*column, self.scaled(*column, number));
        let mut reaching = columns.iter().copied().filter(reaches);
        reaching.next().filter(|_| reaching.next().is_none())
    }

    /// Whether values of a column can be compared with a bound.
    fn fits(&self, column: usize, bound: &Bound) -> bool {
        let is_date = self.view.column(column).kind == CellKind::Date;
        match bound {
            Bound::Number(number) => self.view.is_numeric(column) || is_date && is_year(number),
            Bound::Dates(..) => is_date,
        }
    }

    /// `the highest rainfall between 2012 and 2015`: a year bounds the time where the numbers of the column beside it reach no such figure.
    fn time_instead(&self, column: usize, bound: &Bound) -> Option<usize> {
        let Bound::Number(number) = bound else {
            return None;
        };
        let of_time = self.view.is_year(column) || self.view.column(column).kind == CellKind::Date;
        let reaches = self.view.numbers(column).any(|value| value >= number.value);
        self.time_column()
            .filter(|_| is_year(number) && !of_time && !reaches)
    }

    fn names_what_fits(&self, place: usize, bound: &Bound) -> bool {
        self.column_of(place)
            .is_some_and(|column| self.fits(column, bound))
    }

    /// `more than 80 in Physics and Chemistry`: the column at a place, and those that are joined to it.
    fn take_joined(&mut self, place: usize) -> Vec<usize> {
        let mut columns = vec![self.column_of(place).unwrap_or_default()];
        self.take(place);
        let mut last = place;
        while let Some(and) = self
            .next(last + 1)
            .filter(|place| self.pieces[*place].meaning == Meaning::And)
            && let Some(more) = self.next(and + 1).filter(|place| {
                self.column_of(*place)
                    .is_some_and(|column| self.view.is_numeric(column))
            })
            && self.bound_follows(more).is_none()
        {
            columns.push(self.column_of(more).unwrap_or_default());
            self.take(and);
            self.take(more);
            last = more;
        }
        columns
    }

    /// The only column that something is true of.
    fn alone(&self, wanted: impl Fn(usize) -> bool) -> Option<usize> {
        let mut all = (0..self.view.columns.len()).filter(|column| wanted(*column));
        all.next().filter(|_| all.next().is_none())
    }

    /// The only column of dates for a date, of shares for a share, of dates or years for a year.
    fn only_of_kind(&self, bound: &Bound) -> Option<usize> {
        let of_dates = || self.alone(|column| self.view.column(column).kind == CellKind::Date);
        match bound {
            Bound::Dates(..) => of_dates(),
            Bound::Number(number) if number.percent => self.alone(|column| {
                self.view.column(column).kind == CellKind::Percent
                    || self.view.column(column).name.contains('%')
            }),
            Bound::Number(number) if is_year(number) => {
                of_dates().or_else(|| self.alone(|column| self.is_called_year(column)))
            }
            Bound::Number(_) => None,
        }
    }

    /// `the highest total above 90` names the column elsewhere: the only one that is named and can be compared.
    fn only_named(&self, bound: &Bound) -> Option<usize> {
        let fitting: Vec<usize> = self
            .free(|meaning| matches!(meaning, Meaning::Column(_)))
            .into_iter()
            .filter_map(|place| self.column_of(place))
            .filter(|column| self.fits(*column, bound))
            .collect();
        (fitting.len() == 1).then(|| fitting[0])
    }

    /// `above 1000 m`: the one column that has the unit.
    fn only_with_unit(&self, at: usize, bound: &Bound) -> Option<usize> {
        let Some(Meaning::Unit(unit)) = self.pieces.get(at).map(|piece| &piece.meaning) else {
            return None;
        };
        self.alone(|column| self.fits(column, bound) && self.view.units(column).contains(unit))
    }

    /// Where no column is named: the one that a pack means by a bare number, `scored 80 or more`, and where all figures are of one kind.
    fn only_unnamed(&self, bound: &Bound) -> Option<usize> {
        let Bound::Number(number) = bound else {
            return None;
        };
        if self
            .has(|meaning| matches!(meaning, Meaning::Column(_)))
            .is_some()
        {
            return None;
        }
        let bare = (!number.percent).then(|| self.bare(number.value)).flatten();
        bare.or_else(|| {
            (!is_year(number))
                .then(|| self.column_of_verb().or_else(|| self.only_measure()))
                .flatten()
        })
    }

    /// `under 18`: the one column that a pack names for it and whose values reach so far.
    pub(super) fn bare(&self, number: Decimal) -> Option<usize> {
        let reaches = |column: &usize| self.view.reaches(*column, number);
        let named = |column: &usize| {
            self.view
                .packs
                .iter()
                .flat_map(|pack| &pack.bare)
                .any(|name| self.view.columns[*column].names.contains(name))
        };
        let fitting: Vec<usize> = (0..self.view.columns.len())
            .filter(|column| named(column) && reaches(column))
            .collect();
        (fitting.len() == 1).then(|| fitting[0])
    }

    /// The operator that follows a column, with which a condition of its own begins.
    pub(super) fn bound_follows(&self, at: usize) -> Option<usize> {
        self.next(at + 1).filter(|place| {
            matches!(
                self.pieces[*place].meaning,
                Meaning::Op(_) | Meaning::Between
            )
        })
    }

    pub(super) fn compare(&mut self, columns: &[usize], op: Op, bound: &Bound) -> Result<(), Halt> {
        if columns.len() > 1 && matches!(self.view.column(columns[0]).kind, CellKind::Date) {
            return declined("It does not say which date is meant.");
        }
        for column in columns {
            let dates = match bound {
                Bound::Dates(from, to) => Some((*from, *to)),
                Bound::Number(number) if self.view.column(*column).kind == CellKind::Date => {
                    year(number)
                }
                Bound::Number(_) => None,
            };
            let conditions: Vec<(Op, Value)> = match (dates, bound) {
                (Some((from, to)), _) => match op {
                    Op::Equal => vec![
                        (Op::AtLeast, Value::Date(from)),
                        (Op::AtMost, Value::Date(to)),
                    ],
                    Op::More | Op::AtMost => vec![(op, Value::Date(to))],
                    Op::Less | Op::AtLeast => vec![(op, Value::Date(from))],
                    Op::NotEqual | Op::Contains | Op::StartsWith | Op::Empty => {
                        return declined("Dates cannot be compared like this.");
                    }
                },
                (None, Bound::Number(number)) if self.view.is_numeric(*column) => {
                    vec![(op, Value::Number(self.scaled(*column, number)))]
                }
                (None, _) => return declined("A number cannot be compared with that column."),
            };
            self.filter
                .extend(conditions.into_iter().map(|one| Condition {
                    column: *column,
                    any_of: vec![one],
                }));
        }
        Ok(())
    }

    /// A share that the column holds as a part of one is asked for in per cent.
    pub(super) fn scaled(&self, column: usize, number: &Written) -> Decimal {
        let in_parts = number.percent
            && self.view.column(column).kind == CellKind::Number
            && !self.view.column(column).name.contains('%')
            && self
                .view
                .numbers(column)
                .all(|value| value.abs() <= Decimal::ONE);
        if in_parts {
            number.value / Decimal::ONE_HUNDRED
        } else {
            number.value
        }
    }

    /// `above 7 m`, `older than 30 years`: the word behind a number that only says its unit.
    pub(super) fn take_unit(&mut self, value: usize, columns: &[usize]) {
        let Some(piece) = self
            .pieces
            .get(value + 1)
            .filter(|piece| piece.to == piece.from + 1)
        else {
            return;
        };
        let token = &self.tokens[piece.from];
        let is_unit = |column: &usize| self.view.units(*column).contains(&token.stem);
        let of_time = matches!(
            token.folded.as_str(),
            "years" | "year" | "days" | "hours" | "minutes"
        ) && !matches!(piece.meaning, Meaning::Column(_));
        if columns.iter().any(is_unit) || of_time {
            self.take(value + 1);
        }
    }
}
