//! Values of text columns and truth values as conditions.

use super::Parser;
use crate::link::Meaning;
use crate::query::{Condition, Op};
use crate::value::Value;

impl Parser<'_> {
    /// Values of text columns, joined where several of one column are named.
    pub(super) fn categories(&mut self) {
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
    pub(super) fn category_is_stated(&self, places: &[usize]) -> bool {
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
    pub(super) fn truths(&mut self) {
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
}
