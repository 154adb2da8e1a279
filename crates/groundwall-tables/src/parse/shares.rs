//! The part of a figure in its whole: `what share of the votes in Bath went to Labour`.

use super::select::Asked;
use super::{Halt, Parser, declined};
use crate::link::{Meaning, Piece};
use crate::query::{By, Condition, Function, Op, Select, Term};
use groundwall_core::CellKind;

impl Parser<'_> {
    /// The sum of a column over what is named, in per cent of its sum over all; over all of a place or a time, where that is named, too.
    pub(super) fn share_of_figure(
        &mut self,
        records: &[Vec<usize>],
    ) -> Result<Option<Asked>, Halt> {
        let Some(at) = self.has(|meaning| *meaning == Meaning::Share) else {
            return Ok(None);
        };
        let [column] = self.columns()[..] else {
            return Ok(None);
        };
        if self.states
            || records.len() > 1
            || !self.view.is_numeric(column)
            || !(self.counts_things(column) || self.view.adds_up(column))
            || self.holds_no_parts(column)
            || self
                .has(|meaning| matches!(meaning, Meaning::Most { .. }))
                .is_some()
        {
            return Ok(None);
        }
        let mut of = self.filter.clone();
        let part = match records {
            [rows] => Term {
                name: self.view.name_of(rows[0]),
                rows: Some(rows.clone()),
                filter: of.clone(),
                column: None,
            },
            _ => {
                let Some(narrowed) = self.narrowed() else {
                    return declined("It does not say of what the share is.");
                };
                // `undecided included, went to Ash`: which of the two is the part is not sure.
                if self.values_of(narrowed.column).count() > 1 {
                    return Ok(None);
                }
                of.retain(|condition| condition.column != narrowed.column);
                Term {
                    name: self.called(&narrowed),
                    rows: None,
                    filter: self.filter.clone(),
                    column: None,
                }
            }
        };
        self.aggregate(Function::Sum, column)?;
        self.take(at);
        self.take_columns();
        self.take_all(|meaning| matches!(meaning, Meaning::Apply(Function::Sum) | Meaning::Noun));
        self.filter.clear();
        let name = format!("all{}", crate::say::phrases::with(self.view, &of));
        Ok(Some(Asked::plain(Select::Contrast {
            left: Box::new(part),
            right: Box::new(Term {
                name,
                rows: None,
                filter: of,
                column: None,
            }),
            column: Some(column),
            function: Some(Function::Sum),
            by: By::Share,
        })))
    }

    /// Whether numbers of a column are no parts of a whole.
    fn holds_no_parts(&self, column: usize) -> bool {
        let view = self.view;
        view.holds_shares(column)
            || view.is_year(column)
            || view.is_rank(column)
            || view.is_serial(column)
            || view.is_numbering(column)
    }

    /// The one condition that says the part; those of a place or a time that a preposition leads say the whole, where there is another.
    fn narrowed(&self) -> Option<Condition> {
        let of_columns: Vec<&Condition> = self.filter.iter().collect();
        if let [only] = of_columns[..] {
            return Some(only.clone());
        }
        let is_time = |column: usize| {
            self.view.is_year(column) || self.view.column(column).kind == CellKind::Date
        };
        let led = |column: usize| {
            let mut named = self.values_of(column).peekable();
            named.peek().is_some() && named.all(|piece| self.is_led(piece))
        };
        let mut parts = of_columns
            .into_iter()
            .filter(|condition| !is_time(condition.column) && !led(condition.column));
        let part = parts.next()?;
        parts.next().is_none().then(|| part.clone())
    }

    /// The pieces that name values of a column.
    fn values_of(&self, column: usize) -> impl Iterator<Item = &Piece> {
        let of_column = move |piece: &&Piece| matches!(&piece.meaning, Meaning::Category { column: own, .. } | Meaning::Part { column: own, .. } if *own == column);
        self.pieces.iter().filter(of_column)
    }

    /// Whether `in` or its like stands in front of a piece.
    fn is_led(&self, piece: &Piece) -> bool {
        let mut before = self.tokens[..piece.from].iter().rev();
        let word = before.find(|token| token.folded != "the");
        word.is_some_and(|token| {
            matches!(token.folded.as_str(), "in" | "at" | "on" | "for" | "during")
        })
    }

    /// What a reader calls the values of a condition.
    fn called(&self, condition: &Condition) -> String {
        let values: Vec<String> = condition
            .any_of
            .iter()
            .map(|(op, value)| {
                let text = value.as_text().unwrap_or_default();
                let written = crate::say::as_written(self.view, condition.column, &text);
                match op {
                    Op::Equal => written,
                    Op::NotEqual => format!("not {written}"),
                    Op::More | Op::AtLeast | Op::Contains | Op::StartsWith => {
                        format!("from {written}")
                    }
                    Op::Less | Op::AtMost => format!("up to {written}"),
                    Op::Empty => "none".to_owned(),
                }
            })
            .collect();
        values.join(" or ")
    }
}
