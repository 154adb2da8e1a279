//! Which rows a question speaks of: bounds on numbers and dates, values of text columns.

use super::{Halt, Parser, declined};
use crate::link::Meaning;
use crate::query::{Condition, Op};
use crate::value::Value;
use crate::words::Written;
use groundwall_core::CellKind;
use jiff::civil::Date;
use rust_decimal::Decimal;

/// What a column is compared with.
enum Bound {
    Number(Written),
    Dates(Date, Date),
}

impl Parser<'_> {
    pub(super) fn conditions(&mut self) -> Result<(), Halt> {
        for at in 0..self.pieces.len() {
            match self.pieces[at].meaning.clone() {
                Meaning::Between => self.between(at)?,
                Meaning::Op(op) => self.bound(at, op)?,
                Meaning::Behind(op) => self.behind(at, op)?,
                Meaning::Zero => self.zero(at, Op::Equal),
                Meaning::Any => self.zero(at, Op::More),
                Meaning::Than { more, columns } if !columns.is_empty() => {
                    self.comparative(at, if more { Op::More } else { Op::Less }, &columns)?;
                }
                _ => {}
            }
        }
        self.spans();
        self.exact();
        self.categories();
        self.truths();
        self.years()
    }

    fn bound_at(&self, at: usize) -> Option<Bound> {
        match &self.pieces.get(at)?.meaning {
            Meaning::Number(number) => Some(Bound::Number(number.clone())),
            Meaning::Date(from, to) => Some(Bound::Dates(*from, *to)),
            _ => None,
        }
    }

    /// `from 2010 to 2019`, `2010-2019`, `in the 1990s`: years of the one column of time.
    fn spans(&mut self) {
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
    fn span_at(&self, at: usize) -> Option<(i64, i64, usize)> {
        let year = |place: usize| match &self.pieces.get(place)?.meaning {
            Meaning::Number(number) if is_year(number) && !self.pieces[place].taken => {
                i64::try_from(number.value).ok()
            }
            _ => None,
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

    /// `no fatalities`, `any fatalities`.
    fn zero(&mut self, at: usize, op: Op) {
        let column = self.next(at + 1).and_then(|place| {
            let column = self.column_of(place)?;
            (self.view.is_numeric(column) && !self.pieces[place].taken).then_some((place, column))
        });
        if let Some((place, column)) = column {
            self.filter.push(Condition {
                column,
                any_of: vec![(op, Value::Number(Decimal::ZERO))],
            });
            self.take(at);
            self.take(place);
        }
    }

    /// `Fewer than ten flights were late`: the bound is on how many rows there are.
    fn counted_bound(&mut self, at: usize, value: usize, op: Op) -> bool {
        let Meaning::Number(number) = &self.pieces[value].meaning else {
            return false;
        };
        let number = number.value;
        let rows = self
            .next(value + 1)
            .is_some_and(|place| place == value + 1 && self.pieces[place].meaning == Meaning::Noun);
        if !self.states || !rows || self.before(at).is_some() || self.count.is_some() {
            return false;
        }
        self.count = Some((op, number));
        self.take(at);
        self.take(value);
        true
    }

    /// `above 75`: the operator at `at`, its value behind it.
    fn bound(&mut self, at: usize, op: Op) -> Result<(), Halt> {
        if self.pieces[at].taken {
            return Ok(());
        }
        if matches!(op, Op::Contains | Op::StartsWith) && at + 1 < self.pieces.len() {
            return self.part_of_text(at, op, at + 1);
        }
        let Some(value) = self.next(at + 1) else {
            return Ok(());
        };
        let Some(bound) = self.bound_at(value) else {
            return Ok(());
        };
        if self.counted_bound(at, value, op) {
            return Ok(());
        }
        // `not above 75`, `did not score more than 3`
        let is_not = |place: &usize| self.pieces[*place].meaning == Meaning::Not;
        let behind_column = || {
            let column = self
                .before(at)
                .filter(|place| self.column_of(*place).is_some())?;
            self.before(column).filter(is_not)
        };
        let negated = self.before(at).filter(is_not).or_else(behind_column);
        let op = match negated {
            Some(not) => {
                self.take(not);
                op.negated().unwrap_or(op)
            }
            None => op,
        };
        let columns = self.columns_of_bound(at, value, &bound)?;
        self.compare(&columns, op, &bound)?;
        self.take(at);
        self.take(value);
        self.take_unit(value, &columns);
        Ok(())
    }

    /// `above 7 m`, `older than 30 years`: the word behind a number that only says its unit.
    fn take_unit(&mut self, value: usize, columns: &[usize]) {
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

    /// `75 or more`.
    fn behind(&mut self, at: usize, op: Op) -> Result<(), Halt> {
        let Some(value) = self.before(at) else {
            return Ok(());
        };
        let Some(bound) = self.bound_at(value).filter(|_| !self.pieces[value].taken) else {
            return Ok(());
        };
        let columns = self.columns_of_bound(value, at, &bound)?;
        self.compare(&columns, op, &bound)?;
        self.take(at);
        self.take(value);
        Ok(())
    }

    /// `between 60 and 75`, both included.
    fn between(&mut self, at: usize) -> Result<(), Halt> {
        let Some(low) = self.next(at + 1) else {
            return Ok(());
        };
        let Some(first) = self.bound_at(low) else {
            return Ok(());
        };
        let joined = self.next(low + 1).filter(|place| {
            self.pieces[*place].meaning == Meaning::And || self.text(*place) == "to"
        });
        let high = joined.map_or_else(|| self.next(low + 1), |and| self.next(and + 1));
        let (Some(high), Some(joined)) = (high, joined.or(Some(low))) else {
            return Ok(());
        };
        let Some(last) = self.bound_at(high) else {
            return declined("A range needs two values: “between 60 and 75”.");
        };
        let columns = self.columns_of_bound(at, high, &first)?;
        self.compare(&columns, Op::AtLeast, &first)?;
        self.compare(&columns, Op::AtMost, &last)?;
        for place in [at, low, joined, high] {
            self.take(place);
        }
        self.take_unit(high, &columns);
        Ok(())
    }

    /// `older than 30`: the word says which column.
    fn comparative(&mut self, at: usize, op: Op, columns: &[usize]) -> Result<(), Halt> {
        let Some(than) = self
            .next(at + 1)
            .filter(|place| self.pieces[*place].meaning == Meaning::Compare)
        else {
            return Ok(());
        };
        let Some(value) = self.next(than + 1) else {
            return Ok(());
        };
        let Some(bound) = self.bound_at(value) else {
            return Ok(());
        };
        self.compare(columns, op, &bound)?;
        for place in [at, than, value] {
            self.take(place);
        }
        self.take_unit(value, columns);
        Ok(())
    }

    fn part_of_text(&mut self, at: usize, op: Op, value: usize) -> Result<(), Halt> {
        let column = self
            .before(at)
            .filter(|place| !self.pieces[*place].taken)
            .and_then(|place| Some((place, self.column_of(place)?)));
        let named = column.filter(|(_, column)| self.view.column(*column).kind == CellKind::Text);
        let column = match named {
            Some((place, column)) => {
                self.take(place);
                column
            }
            None if self
                .before(at)
                .is_some_and(|place| self.pieces[place].meaning == Meaning::Noun) =>
            {
                self.view.label
            }
            None => return declined("It does not say which column the text is looked for in."),
        };
        let text = Value::Text(crate::words::fold(&self.text(value)));
        self.filter.push(Condition {
            column,
            any_of: vec![(op, text)],
        });
        self.take(at);
        self.take(value);
        Ok(())
    }

    /// The column that a bound from `from` to `to` speaks of: named before it, else behind it, else the only one of its kind.
    fn columns_of_bound(
        &mut self,
        from: usize,
        to: usize,
        bound: &Bound,
    ) -> Result<Vec<usize>, Halt> {
        let fits = |column: usize| match bound {
            Bound::Number(_) => {
                self.view.is_numeric(column) || self.view.column(column).kind == CellKind::Date
            }
            Bound::Dates(..) => self.view.column(column).kind == CellKind::Date,
        };
        let next = to + 1;
        let behind = self.next(next).filter(|place| {
            self.column_of(*place).is_some_and(fits)
                && (next..*place).all(|between| {
                    matches!(
                        self.pieces[between].meaning,
                        Meaning::Function | Meaning::Unit(_)
                    )
                })
        });
        let before = self
            .before(from)
            .filter(|place| !self.pieces[*place].taken && self.column_of(*place).is_some_and(fits));
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
            return Ok(columns);
        }
        let ambiguous = self
            .before(from)
            .or(self.next(next))
            .filter(|place| matches!(&self.pieces[*place].meaning, Meaning::Column(columns) if columns.len() > 1));
        if let Some(place) = ambiguous {
            return Err(Halt::Ambiguous(self.which(place)));
        }
        let alone = |wanted: &dyn Fn(usize) -> bool| {
            let all: Vec<usize> = (0..self.view.columns.len())
                .filter(|column| wanted(*column))
                .collect();
            (all.len() == 1).then(|| all[0])
        };
        let only = match bound {
            Bound::Dates(..) => alone(&|column| self.view.column(column).kind == CellKind::Date),
            Bound::Number(number) if number.percent => alone(&|column| {
                self.view.column(column).kind == CellKind::Percent
                    || self.view.column(column).name.contains('%')
            }),
            Bound::Number(number) if is_year(number) => {
                alone(&|column| self.view.column(column).kind == CellKind::Date).or_else(|| {
                    alone(&|column| {
                        self.view.columns[column]
                            .names
                            .iter()
                            .any(|name| name.len() == 1 && name[0] == "year")
                    })
                })
            }
            Bound::Number(_) => None,
        };
        // `the highest total above 90` names the column elsewhere: the only one that is named and can be compared.
        let named: Vec<usize> = self.free(|meaning| matches!(meaning, Meaning::Column(_)));
        let only = only.or_else(|| {
            let fitting: Vec<usize> = named
                .iter()
                .filter_map(|place| self.column_of(*place))
                .filter(|column| fits(*column))
                .collect();
            (fitting.len() == 1).then(|| fitting[0])
        });
        // `above 1000 m`: the one column that has the unit.
        let unit = match self.pieces.get(next).map(|piece| &piece.meaning) {
            Some(Meaning::Unit(unit)) => Some(unit.clone()),
            _ => None,
        };
        let only = only.or_else(|| {
            alone(&|column| {
                fits(column)
                    && unit
                        .as_ref()
                        .is_some_and(|unit| self.view.units(column).contains(unit))
            })
        });
        let only = only.or_else(|| match bound {
            Bound::Number(number) if named.is_empty() && !number.percent => self.bare(number.value),
            Bound::Number(_) | Bound::Dates(..) => None,
        });
        // `scored 80 or more`, and where all figures are of one kind.
        let only = only.or_else(|| match bound {
            Bound::Number(number) if named.is_empty() && !is_year(number) => {
                self.column_of_verb().or_else(|| self.only_measure())
            }
            Bound::Number(_) | Bound::Dates(..) => None,
        });
        only.map(|column| vec![column]).ok_or_else(|| {
            Halt::Declined("It does not say which column a value is compared with.".to_owned())
        })
    }

    /// `under 18`: the one column that a pack names for it and whose values reach so far.
    fn bare(&self, number: Decimal) -> Option<usize> {
        let reaches = |column: &usize| {
            let values = || self.view.numbers(*column);
            self.view.is_numeric(*column)
                && values().any(|value| value <= number)
                && values().any(|value| value >= number)
        };
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
    fn bound_follows(&self, at: usize) -> Option<usize> {
        self.next(at + 1).filter(|place| {
            matches!(
                self.pieces[*place].meaning,
                Meaning::Op(_) | Meaning::Between
            )
        })
    }

    fn compare(&mut self, columns: &[usize], op: Op, bound: &Bound) -> Result<(), Halt> {
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
                    Op::NotEqual | Op::Contains | Op::StartsWith => {
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
    fn scaled(&self, column: usize, number: &Written) -> Decimal {
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

    /// `with 3 bedrooms`: a number in front of its column, in a question.
    fn exact(&mut self) {
        if self.states {
            return;
        }
        for at in self.free(|meaning| matches!(meaning, Meaning::Number(_))) {
            let Meaning::Number(number) = self.pieces[at].meaning.clone() else {
                continue;
            };
            let has = at > 0
                && matches!(
                    self.tokens[self.pieces[at].from - 1].folded.as_str(),
                    "with" | "have" | "has" | "had" | "having" | "exactly"
                );
            let behind = self
                .pieces
                .get(at + 1)
                .filter(|piece| !piece.taken)
                .and_then(|_| self.column_of(at + 1));
            if let Some(column) = behind.filter(|column| has && self.view.is_numeric(*column)) {
                let value = Value::Number(self.scaled(column, &number));
                self.filter.push(Condition {
                    column,
                    any_of: vec![(Op::Equal, value)],
                });
                self.take(at);
                self.take(at + 1);
            }
        }
    }

    /// Values of text columns, joined where several of one column are named.
    fn categories(&mut self) {
        let places = self.free(|meaning| matches!(meaning, Meaning::Category { .. }));
        if self.states && self.category_is_stated(&places) {
            return;
        }
        let mut last: Option<(usize, usize)> = None;
        for at in places {
            let Meaning::Category { column, value } = self.pieces[at].meaning.clone() else {
                continue;
            };
            let before = self.before(at);
            let not = before.filter(|place| {
                matches!(
                    self.pieces[*place].meaning,
                    Meaning::Not | Meaning::Op(Op::NotEqual)
                )
            });
            let op = if not.is_some() {
                Op::NotEqual
            } else {
                Op::Equal
            };
            if let Some(not) = not {
                self.take(not);
            }
            self.take(at);
            for beside in [before, self.next(at + 1)].into_iter().flatten() {
                let names_it = matches!(&self.pieces[beside].meaning, Meaning::Column(columns) if columns.contains(&column))
                    && !self.is_asked(beside);
                if names_it {
                    self.take(beside);
                } else if let (Some((other, _)), Meaning::And | Meaning::Or) =
                    (last, &self.pieces[beside].meaning)
                    && other == column
                    && Some(beside) == before
                {
                    self.take(beside);
                }
            }
            let joins = last.filter(|(other, _)| *other == column && op == Op::Equal);
            match joins {
                Some((_, condition)) => {
                    self.filter[condition].any_of.push((op, Value::Text(value)));
                }
                None => {
                    self.filter.push(Condition {
                        column,
                        any_of: vec![(op, Value::Text(value))],
                    });
                    last = Some((column, self.filter.len() - 1));
                }
            }
        }
    }

    /// `Which department ...`: the column is what the question asks for.
    pub(super) fn is_asked(&self, at: usize) -> bool {
        self.pieces[at].from.checked_sub(1).is_some_and(|before| {
            matches!(
                self.tokens[before].folded.as_str(),
                "which" | "what" | "whose"
            )
        })
    }

    /// `Asha is in CSE`: the value is what is said of the record; `Sales has the highest average`: of the groups.
    fn category_is_stated(&self, places: &[usize]) -> bool {
        let records = self
            .free(|meaning| matches!(meaning, Meaning::Record { .. }))
            .len();
        let most = !self
            .free(|meaning| matches!(meaning, Meaning::Most { .. }))
            .is_empty();
        let numbers = self
            .free(|meaning| matches!(meaning, Meaning::Number(_)))
            .len();
        places.len() == 1
            && numbers == 0
            && ((records == 1 && !most)
                || (records == 0 && most && self.before(places[0]).is_none()))
    }

    /// `active members`, `members that are not active`.
    fn truths(&mut self) {
        for at in self.free(|meaning| matches!(meaning, Meaning::Column(_))) {
            let Some(column) = self
                .column_of(at)
                .filter(|column| self.view.columns[*column].truth)
            else {
                continue;
            };
            let records = self
                .free(|meaning| matches!(meaning, Meaning::Record { .. }))
                .len();
            let counted = !self
                .free(|meaning| matches!(meaning, Meaning::Noun | Meaning::Count | Meaning::Share))
                .is_empty();
            if records > 0 || !counted || self.is_asked(at) {
                continue;
            }
            let not = self
                .before(at)
                .filter(|place| self.pieces[*place].meaning == Meaning::Not);
            if let Some(not) = not {
                self.take(not);
            }
            let wanted: &[&str] = if not.is_some() {
                &["no", "false", "n"]
            } else {
                &["yes", "true", "y"]
            };
            let any_of = wanted
                .iter()
                .map(|text| (Op::Equal, Value::Text((*text).to_owned())))
                .collect();
            self.filter.push(Condition { column, any_of });
            self.take(at);
        }
    }

    /// `in 2023`, `in March 2024`, where one column of dates or of years can be meant.
    fn years(&mut self) -> Result<(), Halt> {
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
            if let Some(place) = of_years {
                if !self.states {
                    let column = self.column_of(place).unwrap_or_default();
                    self.take(place);
                    self.compare(&[column], Op::Equal, &bound)?;
                    self.take(at);
                }
                continue;
            }
            let dates: Vec<usize> = (0..self.view.columns.len())
                .filter(|column| self.view.column(*column).kind == CellKind::Date)
                .collect();
            let years: Vec<usize> = (0..self.view.columns.len())
                .filter(|column| {
                    self.view.is_numeric(*column)
                        && self.view.columns[*column]
                            .names
                            .iter()
                            .any(|name| name.len() == 1 && name[0] == "year")
                })
                .collect();
            let near = self.before(at).filter(|place| {
                !self.pieces[*place].taken
                    && self
                        .column_of(*place)
                        .is_some_and(|column| dates.contains(&column))
            });
            let column = match (near, dates.as_slice(), years.as_slice(), &bound) {
                (Some(place), ..) => {
                    let column = self.column_of(place).unwrap_or_default();
                    self.take(place);
                    column
                }
                (None, _, [year], Bound::Number(_)) => *year,
                (None, [date], ..) => *date,
                _ => continue,
            };
            self.compare(&[column], Op::Equal, &bound)?;
            self.take(at);
        }
        Ok(())
    }

    /// Whether a statement says when something was at its most, of rows that are times.
    fn states_time(&self) -> bool {
        self.states
            && !self.view.times.is_empty()
            && !self
                .free(|meaning| matches!(meaning, Meaning::Most { .. }))
                .is_empty()
            && self
                .free(|meaning| matches!(meaning, Meaning::Record { .. }))
                .is_empty()
            && self
                .free(|meaning| match meaning {
                    Meaning::Number(number) => is_year(number),
                    Meaning::Date(..) => true,
                    _ => false,
                })
                .len()
                == 1
    }

    /// The sentence that asks which of several columns is meant.
    pub(super) fn which(&self, at: usize) -> String {
        let Meaning::Column(columns) = &self.pieces[at].meaning else {
            return String::new();
        };
        let names: Vec<&str> = columns
            .iter()
            .take(6)
            .map(|column| self.view.column(*column).name.as_str())
            .collect();
        format!(
            "“{}” could be any of these columns: {}. Name one of them.",
            self.text(at),
            names.join(", ")
        )
    }
}

fn is_year(number: &Written) -> bool {
    !number.percent
        && number.decimals == 0
        && (Decimal::from(1000)..Decimal::from(3000)).contains(&number.value)
}

/// First and last day of a year.
fn year(number: &Written) -> Option<(Date, Date)> {
    let year = i16::try_from(number.value)
        .ok()
        .filter(|_| is_year(number))?;
    Some((Date::new(year, 1, 1).ok()?, Date::new(year, 12, 31).ok()?))
}
