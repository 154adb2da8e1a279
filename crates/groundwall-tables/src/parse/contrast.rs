//! Two figures against each other: a change from one time to another, a difference between two records or two values of a column, a multiple.

mod cue;
mod poles;
mod rest;

pub(super) use poles::Pole;

use super::{Halt, Parser, declined};
use crate::link::Meaning;
use crate::query::{Asserted, By, Condition, Function, Op, Query, Select, Term};
use crate::run::rows_of;
use crate::value::Value;
use cue::Cue;
use poles::earlier;
use rest::Rest;
use rust_decimal::Decimal;

/// A sentence that was read so, the later or the greater side first.
struct Read {
    cue: Cue,
    rest: Rest,
    /// None where rows are counted.
    column: Option<usize>,
    sides: [Term; 2],
}

impl Parser<'_> {
    /// Reads a sentence that holds two figures against each other; none where it is no such sentence.
    pub(super) fn contrast(&mut self) -> Result<Option<Query>, Halt> {
        let Some(read) = self.two_sides() else {
            return Ok(None);
        };
        let Read {
            cue,
            rest,
            column,
            sides: [left, right],
        } = read;
        if column.is_none() {
            self.counts_say_something(&cue, &rest, [&left, &right])?;
        }
        let function = self.figured(column, rest.function, [&left, &right])?;
        let by = if cue.times.is_some() {
            By::Times
        } else if cue.percent {
            By::Percent
        } else {
            By::Difference
        };
        if by == By::Percent && column.is_some_and(|column| self.view.is_share(column)) {
            return declined("It does not say whether per cent or percentage points are meant.");
        }
        let asserted = if self.states {
            match stated(&cue, &rest) {
                Some(asserted) => vec![asserted],
                None => return Ok(None),
            }
        } else if rest.amount.is_some() || rest.negated {
            return Ok(None);
        } else {
            Vec::new()
        };
        Ok(Some(Query {
            select: Select::Contrast {
                left: Box::new(left),
                right: Box::new(right),
                column,
                function,
                by,
            },
            filter: Vec::new(),
            group: None,
            limit: None,
            asserted,
            negated: rest.negated,
        }))
    }

    /// Cue, poles and what stands beside them; none where one of them is missing or they do not go together.
    fn two_sides(&self) -> Option<Read> {
        let mut cue = self.cue()?;
        let (places, [first, second]) = self.poles(&cue)?;
        if cue.than.is_some_and(|than| than < places[0]) && !self.states {
            return None;
        }
        let rest = self.beside(&mut cue, &places)?;
        let over_time = matches!(first, Pole::Time(..) | Pole::Month(..));
        if cue.change && !over_time {
            return None;
        }
        let column = self.measured(&cue, &rest, &first);
        // Of how many rows there are nothing is the average.
        if column.is_none() && (rest.function.is_some() || !(rest.counts || rest.noun)) {
            return None;
        }
        let (left, right) = (self.term(&first, &rest)?, self.term(&second, &rest)?);
        // `Acme's fleet fell from March to May`, with a row each: its figure, and not that it has one row.
        let one = |term: &Term| rows_of(self.view, term.rows.as_deref(), &term.filter).len() == 1;
        let column = column.or_else(|| {
            let figure = over_time && rest.rows.is_some() && !rest.counts && self.names_the_table();
            self.only_measure()
                .filter(|_| figure && one(&left) && one(&right) && self.view.has_a_row_a_day())
        });
        // A change is told from the earlier to the later.
        let sides = if cue.change && earlier(&first, &second) {
            [right, left]
        } else {
            [left, right]
        };
        Some(Read {
            cue,
            rest,
            column,
            sides,
        })
    }

    /// Whether what rows are called is all of the table's title: `prison population`.
    fn names_the_table(&self) -> bool {
        let mut rows = (self.pieces.iter()).filter(|piece| piece.meaning == Meaning::Noun);
        rows.all(|piece| {
            let mut words = self.tokens[piece.from..piece.to].iter();
            words.all(|token| self.view.title.contains(&token.stem))
        })
    }

    fn term(&self, pole: &Pole, rest: &Rest) -> Option<Term> {
        let mut term = Term {
            name: String::new(),
            rows: rest.rows.clone(),
            filter: rest.filter.clone(),
            column: None,
        };
        match pole {
            Pole::Time(from, to, name) => {
                term.name.clone_from(name);
                term.filter.extend(self.within(*from, *to)?);
            }
            Pole::Record(rows, name) => {
                // Two records and a third one: which is meant is not clear.
                if term.rows.is_some() {
                    return None;
                }
                term.name.clone_from(name);
                term.rows = Some(rows.clone());
            }
            Pole::Category(column, value) | Pole::Month(_, column, value) => {
                term.name = crate::say::as_written(self.view, *column, value);
                term.filter.push(Condition {
                    column: *column,
                    any_of: vec![(Op::Equal, Value::Text(value.clone()))],
                });
            }
        }
        Some(term)
    }

    /// Rows are only counted where each side may have several: of records with a row each, or of nothing at all, their number says nothing.
    fn counts_say_something(&self, cue: &Cue, rest: &Rest, sides: [&Term; 2]) -> Result<(), Halt> {
        let counts = sides.map(|term| rows_of(self.view, term.rows.as_deref(), &term.filter).len());
        let single = sides.iter().all(|term| term.rows.is_some()) && counts == [1, 1];
        let of_share = cue.percent && rest.amount.is_none() && self.states;
        if single || of_share || counts == [0, 0] {
            return declined("It does not say what is compared.");
        }
        Ok(())
    }

    /// What is done to several values of one side; one value needs nothing.
    fn figured(
        &self,
        column: Option<usize>,
        function: Option<Function>,
        sides: [&Term; 2],
    ) -> Result<Option<Function>, Halt> {
        let Some(column) = column else {
            return Ok(None);
        };
        let several = sides
            .iter()
            .any(|term| rows_of(self.view, term.rows.as_deref(), &term.filter).len() > 1);
        if !several {
            return Ok(None);
        }
        match function {
            Some(Function::Sum) if self.view.is_share(column) => declined(format!(
                "A sum over {} says nothing.",
                self.view.column(column).name
            )),
            Some(function) => Ok(Some(function)),
            None if self.view.adds_up(column) => Ok(Some(Function::Sum)),
            None => {
                declined("It does not say whether the sum, the average or another figure is meant.")
            }
        }
    }
}

fn mirrored(op: Op) -> Op {
    match op {
        Op::More => Op::Less,
        Op::Less => Op::More,
        Op::AtLeast => Op::AtMost,
        Op::AtMost => Op::AtLeast,
        Op::Equal | Op::NotEqual | Op::Contains | Op::StartsWith | Op::Empty => op,
    }
}

/// What a statement says of the two figures.
fn stated(cue: &Cue, rest: &Rest) -> Option<Asserted> {
    if let Some(times) = cue.times {
        return Some(match rest.bound {
            Some(op) => Asserted::Bound(op, times),
            None => Asserted::Number {
                value: times,
                unit: Decimal::ONE,
                approximate: true,
            },
        });
    }
    let up = cue.up?;
    match (&rest.amount, rest.bound) {
        (Some(number), bound) => {
            let value = if up { number.value } else { -number.value };
            let turned = |op: Op| if up { op } else { mirrored(op) };
            Some(match bound {
                Some(op) => Asserted::Bound(turned(op), value),
                None => Asserted::Number {
                    value,
                    unit: number.unit,
                    approximate: rest.approximate,
                },
            })
        }
        (None, None) => Some(Asserted::Bound(
            if up { Op::More } else { Op::Less },
            Decimal::ZERO,
        )),
        (None, Some(_)) => None,
    }
}
