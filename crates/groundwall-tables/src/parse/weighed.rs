//! Statements that weigh: one value of a column against another, a part against the whole, a year against an earlier one.

use super::select::Asked;
use super::{Halt, Parser};
use crate::link::Meaning;
use crate::query::{Asserted, Condition, Function, Op, Query, Select};
use crate::value::Value;
use crate::words::Written;
use rust_decimal::Decimal;

/// Parts of a whole in words, in hundredths of a per cent; behind a number they are counted: `two thirds`.
const PARTS: [(&str, i64); 6] = [
    ("half", 5_000),
    ("third", 3_333),
    ("thirds", 3_333),
    ("quarter", 2_500),
    ("quarters", 2_500),
    ("fifth", 2_000),
];
/// Those that are a whole number of per cent.
const EXACT: [&str; 4] = ["half", "quarter", "quarters", "fifth"];

/// What a statement says of a part: `more than half of the flights`.
#[derive(Debug, Clone)]
pub(crate) struct StatedShare {
    op: Option<Op>,
    value: Decimal,
    decimals: u32,
    approximate: bool,
}

impl StatedShare {
    pub(super) fn asserted(&self) -> Asserted {
        match self.op {
            Some(op) => Asserted::Bound(op, self.value),
            None => Asserted::Number {
                value: self.value,
                decimals: self.decimals,
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
            decimals: 0,
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
        let number = match &self.pieces.get(at)?.meaning {
            Meaning::Number(number) => Some(number.clone()),
            _ => None,
        };
        if let Some(Written {
            value,
            decimals,
            percent: true,
        }) = number
        {
            (share.value, share.decimals) = (value, decimals);
            taken.push(at);
        } else {
            let times = number.filter(|number| number.decimals == 0 && !number.percent);
            if times.is_some() {
                taken.push(at);
                at += 1;
            }
            let word = self.word(at)?;
            let (_, part) = PARTS.iter().find(|(name, _)| *name == word)?;
            share.approximate |= !EXACT.contains(&word) && share.op.is_none();
            let times = times.map_or(Decimal::ONE, |number| number.value);
            share.value = times.checked_mul(Decimal::new(*part, 2))?;
            taken.push(at);
        }
        // `of the flights`
        let of = self.places_from(at + 1).next()?;
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

    /// `Utah has more monuments than Idaho`, `the average depth of quays is greater than that of jetties`: two values of one column, each with its rows.
    pub(super) fn weighs_two(&mut self) -> Result<Option<Query>, Halt> {
        let values = self.free(|meaning| matches!(meaning, Meaning::Category { .. }));
        let [first, second] = values[..] else {
            return Ok(None);
        };
        let (
            Meaning::Category { column, value: a },
            Meaning::Category {
                column: other,
                value: b,
            },
        ) = (
            self.pieces[first].meaning.clone(),
            self.pieces[second].meaning.clone(),
        )
        else {
            return Ok(None);
        };
        let comparison = self
            .greater_than()
            .filter(|(_, than)| column == other && a != b && (first..second).contains(than));
        let Some((more, _)) = comparison else {
            return Ok(None);
        };
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
        let select = match (function, named.first().and_then(|at| self.column_of(*at))) {
            (None, None) if counts => Select::Count,
            (Some(function), Some(column)) => self.aggregate(function, column)?.select,
            (None, Some(column)) => self.aggregate(Function::Sum, column)?.select,
            (None | Some(_), None) => return Ok(None),
        };
        let any_of = [&a, &b].map(|value| (Op::Equal, Value::Text(value.clone())));
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

    /// The comparison of a statement: whether the first is the greater one, and where the second begins.
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
    Ok(Asked::plain(Select::Share))
}
