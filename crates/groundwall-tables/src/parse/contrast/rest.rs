//! What a sentence says beside its poles.

use super::cue::Cue;
use super::poles::Pole;
use crate::link::Meaning;
use crate::parse::Parser;
use crate::parse::years::is_year;
use crate::query::{Condition, Function, Op};
use crate::value::Value;
use crate::words::{ENGLISH, Written};

/// What else a sentence says beside its poles.
#[derive(Debug, Default)]
pub(super) struct Rest {
    pub(super) columns: Vec<usize>,
    pub(super) function: Option<Function>,
    pub(super) counts: bool,
    pub(super) noun: bool,
    pub(super) filter: Vec<Condition>,
    pub(super) rows: Option<Vec<usize>>,
    pub(super) amount: Option<Written>,
    pub(super) bound: Option<Op>,
    pub(super) approximate: bool,
    pub(super) negated: bool,
}

impl Parser<'_> {
    /// What the sentence says beside its poles and what compares them; none where a word of it has no place in such a sentence.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "of all meanings a few count here, and a new one is not among them"
    )]
    pub(super) fn beside(&self, cue: &mut Cue, poles: &[usize; 2]) -> Option<Rest> {
        let mut rest = Rest::default();
        for at in 0..self.pieces.len() {
            if poles.contains(&at) || cue.made_of.contains(&at) || self.joins(at, cue) {
                continue;
            }
            match &self.pieces[at].meaning {
                Meaning::About => rest.approximate = true,
                Meaning::Noun => rest.noun = true,
                Meaning::Count => rest.counts = true,
                // `without` denies a word, not the sentence.
                Meaning::Not if self.word_at(at) == Some("not") => rest.negated = true,
                Meaning::Apply(function) if rest.function.is_none() => {
                    rest.function = Some(*function);
                }
                Meaning::Column(columns) => {
                    let [column] = columns[..] else { return None };
                    if !rest.columns.contains(&column) && self.is_measure(column, poles) {
                        rest.columns.push(column);
                    }
                }
                Meaning::Category { column, value } => rest.filter.push(Condition {
                    column: *column,
                    any_of: vec![(Op::Equal, Value::Text(value.clone()))],
                }),
                Meaning::Record { rows, .. } if rest.rows.is_none() => {
                    rest.rows = Some(rows.clone());
                }
                Meaning::Number(_) | Meaning::Date(..) => {
                    self.number_beside_poles(at, cue, poles, &mut rest)?;
                }
                Meaning::Op(op) if rest.bound.is_none() => {
                    // `since 2001` and its like are times, not bounds on a figure.
                    if !matches!(op, Op::More | Op::Less | Op::AtLeast | Op::AtMost)
                        || !self.bounds_amount(at, cue)
                    {
                        return None;
                    }
                    rest.bound = Some(*op);
                }
                _ => return None,
            }
        }
        (rest.columns.len() <= 1).then_some(rest)
    }

    /// Whether a piece only joins others.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "of all meanings a few count here, and a new one is not among them"
    )]
    fn joins(&self, at: usize, cue: &Cue) -> bool {
        let piece = &self.pieces[at];
        match &piece.meaning {
            Meaning::Function
            | Meaning::Title
            | Meaning::Unit(_)
            | Meaning::And
            | Meaning::Between
            | Meaning::Compare => true,
            // `by how much`, `rose by 5 %`, but not `by country`.
            Meaning::Each => {
                self.word_at(at) == Some("by")
                    && self.tokens.get(piece.to).is_some_and(|token| {
                        token.number.is_some() || ENGLISH.amounts.has(&token.folded)
                    })
            }
            // `twice as high as`
            Meaning::Unknown => {
                cue.times.is_some() && piece.from > 0 && self.tokens[piece.from - 1].folded == "as"
            }
            _ => false,
        }
    }

    /// Whether a column may be what is measured: not that of a pole, of the time or of the names.
    fn is_measure(&self, column: usize, poles: &[usize; 2]) -> bool {
        let of_pole = |place: &usize| matches!(&self.pieces[*place].meaning, Meaning::Category { column: other, .. } if *other == column);
        !(poles.iter().any(of_pole)
            || Some(column) == self.time_column()
            || column == self.view.label
            || column >= self.view.base)
    }

    /// A time that narrows both sides, or the amount by which they differ.
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "of all meanings a few count here, and a new one is not among them"
    )]
    fn number_beside_poles(
        &self,
        at: usize,
        cue: &mut Cue,
        poles: &[usize; 2],
        rest: &mut Rest,
    ) -> Option<()> {
        let time_is_pole = matches!(
            self.pieces[poles[0]].meaning,
            Meaning::Number(_) | Meaning::Date(..)
        );
        match &self.pieces[at].meaning {
            Meaning::Number(number) if is_year(number) && !time_is_pole => {
                let Pole::Time(from, to, _) = self.pole(at)? else {
                    return None;
                };
                rest.filter.extend(self.within(from, to)?);
            }
            Meaning::Date(from, to) if !time_is_pole => {
                rest.filter.extend(self.within(*from, *to)?);
            }
            Meaning::Number(number) if rest.amount.is_none() && cue.times.is_none() => {
                cue.percent |= number.percent;
                rest.amount = Some(number.clone());
            }
            _ => return None,
        }
        Some(())
    }

    /// Whether a bound stands in front of the amount or the multiple.
    pub(super) fn bounds_amount(&self, at: usize, cue: &Cue) -> bool {
        self.next(at + 1).is_some_and(|place| {
            cue.times.is_some() && cue.made_of.contains(&place)
                || matches!(&self.pieces[place].meaning, Meaning::Number(number) if !is_year(number))
        })
    }

    /// The column that is measured; none where rows are counted.
    pub(super) fn measured(&self, cue: &Cue, rest: &Rest, pole: &Pole) -> Option<usize> {
        let numeric = |column: &usize| self.view.is_numeric(*column);
        if let [column] = rest.columns[..] {
            return Some(column).filter(numeric);
        }
        let hinted: Vec<usize> = cue.hinted.iter().copied().filter(numeric).collect();
        if let [column] = hinted[..] {
            return Some(column);
        }
        let of_rows = matches!(pole, Pole::Category(..) | Pole::Time(..) | Pole::Month(..));
        if of_rows && (rest.counts || rest.noun) {
            return None;
        }
        self.column_of_verb().or_else(|| self.only_measure())
    }

    /// The only column of numbers that are neither years nor names of records.
    pub(in crate::parse) fn only_measure(&self) -> Option<usize> {
        let measures: Vec<usize> = (0..self.view.base)
            .filter(|column| {
                self.view.is_numeric(*column)
                    && !self.view.is_year(*column)
                    && !self.view.keys.contains(column)
                    && !self.view.is_serial(*column)
            })
            .collect();
        (measures.len() == 1).then(|| measures[0])
    }
}
