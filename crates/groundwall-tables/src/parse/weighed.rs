//! Statements that weigh: one value of a column against another, a part against the whole, a year against an earlier one.

use super::select::Asked;
use super::{Halt, Parser};
use crate::link::Meaning;
use crate::query::{Asserted, Condition, Function, Op, Query, Select};
use crate::value::Value;
use crate::words::{ENGLISH, Written};
use rust_decimal::Decimal;

/// Hundredths of a per cent that are a whole one.
const EXACT: i64 = 100;

/// What a statement says of a part: `more than half of the flights`.
#[derive(Debug, Clone)]
pub(crate) struct StatedShare {
    op: Option<Op>,
    value: Decimal,
    unit: Decimal,
    approximate: bool,
}

impl StatedShare {
    pub(super) fn asserted(&self) -> Asserted {
        match self.op {
            Some(op) => Asserted::Bound(op, self.value),
            None => Asserted::Number {
                value: self.value,
                unit: self.unit,
                approximate: self.approximate,
            },
        }
    }
}

impl Parser<'_> {
    /// `More than half of the foul balls`, `35 % of the suspensions`: takes the words of the part, in front of what the rows are called.
    pub(super) fn stated_share(&mut self) -> Option<StatedShare> {
        let mut at = self.places_from(0).next()?;
        let mut taken = Vec::new();
        let mut share = StatedShare {
            op: None,
            value: Decimal::ZERO,
            unit: Decimal::ONE,
            approximate: false,
        };
        if self.pieces[at].meaning == Meaning::About {
            share.approximate = true;
            taken.push(at);
            at += 1;
        } else if let Meaning::Op(op) = self.pieces[at].meaning {
            share.op = Some(op);
            taken.push(at);
            at += 1;
        }
        // `a third`, `one third`
        while self
            .word(at)
            .is_some_and(|word| matches!(word, "a" | "one"))
        {
            at += 1;
        }
        let last = self.part_at(at, &mut share)?;
        taken.extend(at..=last);
        // `of the flights`
        let of = self.places_from(last + 1).next()?;
        if self.word(of) != Some("of") {
            return None;
        }
        let whole = self
            .places_from(of + 1)
            .find(|place| self.pieces[*place].meaning != Meaning::Function)?;
        if !matches!(self.pieces[whole].meaning, Meaning::Noun | Meaning::Title) {
            return None;
        }
        for place in taken {
            self.take(place);
        }
        Some(share)
    }

    /// Reads `35 %`, `half` or `two thirds` into a share; the place of its last word.
    fn part_at(&self, at: usize, share: &mut StatedShare) -> Option<usize> {
        let number = if let Meaning::Number(number) = &self.pieces.get(at)?.meaning {
            Some(number.clone())
        } else {
            None
        };
        if let Some(Written {
            value,
            unit,
            decimals: _,
            percent: true,
        }) = number
        {
            (share.value, share.unit) = (value, unit);
            return Some(at);
        }
        let times = number.filter(|number| number.decimals == 0 && !number.percent);
        let last = at + usize::from(times.is_some());
        let part = ENGLISH.parts.get(self.word(last)?)?;
        share.approximate |= part % EXACT != 0 && share.op.is_none();
        let times = times.map_or(Decimal::ONE, |number| number.value);
        share.value = times.checked_mul(Decimal::new(*part, 2))?;
        Some(last)
    }

    /// `Utah has more monuments than Idaho`, `the average depth of quays is greater than that of jetties`: two values of one column, each with its rows.
    pub(super) fn weighs_two(&mut self) -> Result<Option<Query>, Halt> {
        let Some((column, values, more)) = self.two_values() else {
            return Ok(None);
        };
        let Some(select) = self.weighed_by(column)? else {
            return Ok(None);
        };
        let any_of = values
            .each_ref()
            .map(|value| (Op::Equal, Value::Text(value.clone())));
        let [a, b] = values;
        let (greater, less) = if more { (a, b) } else { (b, a) };
        let negated = self.has(|meaning| *meaning == Meaning::Not).is_some();
        Ok(Some(Query {
            select,
            filter: vec![Condition {
                column,
                any_of: any_of.to_vec(),
            }],
            group: Some(column),
            limit: None,
            asserted: vec![Asserted::Greater { greater, less }],
            negated,
        }))
    }

    /// The two values of one column that are weighed, and whether the first is said to be the greater one.
    fn two_values(&self) -> Option<(usize, [String; 2], bool)> {
        let values = self.free(|meaning| matches!(meaning, Meaning::Category { .. }));
        let [first, second] = values[..] else {
            return None;
        };
        let value = |at: usize| {
            let Meaning::Category { column, value } = &self.pieces[at].meaning else {
                return None;
            };
            Some((*column, value.clone()))
        };
        let ((column, a), (other, b)) = (value(first)?, value(second)?);
        let (more, _) = self
            .greater_than()
            .filter(|(_, than)| column == other && a != b && (first..second).contains(than))?;
        Some((column, [a, b], more))
    }

    /// What is computed for each of the two; none where a word of the sentence has no place in it.
    fn weighed_by(&mut self, column: usize) -> Result<Option<Select>, Halt> {
        let applied = self.free(|meaning| matches!(meaning, Meaning::Apply(_)));
        let named = self
            .free(|meaning| matches!(meaning, Meaning::Column(columns) if columns[..] != [column]));
        let known = |meaning: &Meaning| {
            matches!(
                meaning,
                Meaning::Function
                    | Meaning::Title
                    | Meaning::Noun
                    | Meaning::Count
                    | Meaning::Not
                    | Meaning::Category { .. }
                    | Meaning::Apply(_)
                    | Meaning::Than { .. }
                    | Meaning::Op(Op::More | Op::Less)
                    | Meaning::Compare
            ) || matches!(meaning, Meaning::Column(columns) if columns.len() == 1)
        };
        if applied.len() > 1
            || named.len() > 1
            || !self.pieces.iter().all(|piece| known(&piece.meaning))
        {
            return Ok(None);
        }
        let function = match applied.first().map(|at| &self.pieces[*at].meaning) {
            Some(Meaning::Apply(function)) => Some(*function),
            _ => None,
        };
        let counts = self
            .has(|meaning| matches!(meaning, Meaning::Noun | Meaning::Title))
            .is_some();
        Ok(
            match (function, named.first().and_then(|at| self.column_of(*at))) {
                (None, None) if counts => Some(Select::Count),
                (Some(function), Some(column)) => Some(self.aggregate(function, column)?.select),
                (None, Some(column)) => Some(self.aggregate(Function::Sum, column)?.select),
                (None | Some(_), None) => None,
            },
        )
    }

    /// The comparison of a statement: whether the first is the greater one, and where the second begins.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "of all meanings a few count here, and a new one is not among them"
    )]
    fn greater_than(&self) -> Option<(bool, usize)> {
        let comparisons = self.free(|meaning| {
            matches!(
                meaning,
                Meaning::Than { .. } | Meaning::Op(Op::More | Op::Less)
            )
        });
        let [at] = comparisons[..] else { return None };
        match &self.pieces[at].meaning {
            Meaning::Op(op) => Some((*op == Op::More, at)),
            Meaning::Than { more, .. } => {
                let than = self
                    .places_from(at + 1)
                    .find(|place| self.word(*place) == Some("than"))?;
                Some((*more, than))
            }
            _ => None,
        }
    }

    /// The one column of numbers that a verb of the sentence names: `scored` for `Score`.
    pub(super) fn column_of_verb(&self) -> Option<usize> {
        let mut columns: Vec<usize> = self
            .pieces
            .iter()
            .filter(|piece| piece.meaning == Meaning::Function)
            .flat_map(|piece| crate::link::parts(self.view, &self.tokens[piece.from].stem))
            .filter(|column| self.view.is_numeric(*column))
            .collect();
        columns.sort_unstable();
        columns.dedup();
        (columns.len() == 1).then(|| columns[0])
    }

    /// Places of the pieces from one on.
    fn places_from(&self, at: usize) -> std::ops::Range<usize> {
        at..self.pieces.len()
    }

    /// The word of a piece of one word.
    fn word(&self, at: usize) -> Option<&str> {
        let piece = self.pieces.get(at)?;
        (piece.to == piece.from + 1).then(|| self.tokens[piece.from].folded.as_str())
    }
}

/// The share as it is asked for.
pub(super) fn share_of(parser: &Parser) -> Result<Asked, Halt> {
    if parser.filter.is_empty() {
        return super::declined("A share needs a condition.");
    }
    Ok(Asked::plain(Select::Share { of: Vec::new() }))
}
