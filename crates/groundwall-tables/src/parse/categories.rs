//! Values of text columns and truth values as conditions.

use super::{Halt, Parser};
use crate::link::{Meaning, doer, is_one_of_several, parts_between_commas};
use crate::query::{Condition, Op};
use crate::value::Value;
use crate::view::{ColumnView, value_stems};
use crate::words::Token;

/// Values that are listed where one is a part of several, at most.
const LISTED: usize = 4;

/// Values of a column that have another one as a part but are no list of several: `Federal - Executive` has `Federal`.
fn has_as_part(column: &ColumnView, value: &str) -> Option<String> {
    let stems = value_stems(value);
    let goes_on = |other: &str| {
        other
            .strip_prefix(value)
            .is_some_and(|rest| rest.starts_with(" - ") || rest.starts_with(" – "))
    };
    let mut longer: Vec<&str> = column
        .values
        .keys()
        .map(String::as_str)
        .filter(|other| *other != value)
        .filter(|other| goes_on(other) || (is_part(&stems, other) && !is_list(column, other)))
        .collect();
    longer.sort_unstable();
    longer.truncate(LISTED);
    (!longer.is_empty()).then(|| [&[value], longer.as_slice()].concat().join("; "))
}

fn is_part(stems: &[String], other: &str) -> bool {
    is_one_of_several(&parts_between_commas(other), stems)
}

/// `Utah, Idaho`, where both are values by themselves.
fn is_list(column: &ColumnView, value: &str) -> bool {
    value
        .split([',', ';'])
        .all(|part| column.values.contains_key(part.trim()))
}

/// The value with its other spellings in the same column, and with lists that have it: `B.H. Aster` is `B. H. Aster`.
fn spellings(column: &ColumnView, value: String) -> Vec<String> {
    let bare = |text: &str| value_stems(&text.replace('.', ". "));
    let (stems, part) = (bare(&value), value_stems(&value));
    let mut values: Vec<String> = column
        .values
        .keys()
        .filter(|other| **other != value)
        .filter(|other| bare(other) == stems || (is_part(&part, other) && is_list(column, other)))
        .cloned()
        .collect();
    values.sort_unstable();
    values.insert(0, value);
    values
}

/// The value that was read last.
struct Last {
    column: usize,
    op: Op,
    /// Place of its condition.
    condition: usize,
}

impl Parser<'_> {
    /// Values of text columns, joined where several of one column are named.
    pub(super) fn categories(&mut self) {
        let stated = self.free(|meaning| matches!(meaning, Meaning::Category { .. }));
        if self.states && self.category_is_stated(&stated) {
            return;
        }
        let places =
            self.free(|meaning| matches!(meaning, Meaning::Category { .. } | Meaning::Part { .. }));
        let mut last: Option<Last> = None;
        for at in places {
            self.value_at(at, &mut last);
        }
    }

    /// A value that could be meant otherwise: of another column, or with more of the same column that have it as a part.
    pub(super) fn one_value_each(&self) -> Result<(), Halt> {
        // What is not understood is told first.
        if self.has(|meaning| *meaning == Meaning::Unknown).is_some() {
            return Ok(());
        }
        for at in self.free(|meaning| matches!(meaning, Meaning::Category { .. })) {
            let Meaning::Category { column, value } = &self.pieces[at].meaning else {
                continue;
            };
            let named = self
                .free(|meaning| matches!(meaning, Meaning::Column(_)))
                .into_iter()
                .any(|place| self.column_of(place) == Some(*column));
            let done = |token: &Token| doer(self.view, token) == Some(*column);
            if named || self.tokens.iter().any(done) {
                continue;
            }
            let others: Vec<&str> = (0..self.view.base)
                .filter(|other| {
                    let about = &self.view.columns[*other];
                    !about.truth && about.values.contains_key(value)
                })
                .map(|other| self.view.column(other).name.as_str())
                .collect();
            if others.len() > 1 {
                return Err(Halt::Ambiguous(format!(
                    "“{}” stands in several columns: {}. Name the one that you mean.",
                    self.text(at),
                    others.join(", ")
                )));
            }
            if let Some(longer) = has_as_part(&self.view.columns[*column], value) {
                return Err(Halt::Ambiguous(format!(
                    "“{}” could be all of these: {longer}. Name the column and one of them.",
                    self.text(at)
                )));
            }
        }
        Ok(())
    }

    /// The value at a place as a condition of its own, or joined to the last one.
    fn value_at(&mut self, at: usize, last: &mut Option<Last>) {
        let meaning = self.pieces[at].meaning.clone();
        let (column, values) = if let Meaning::Category { column, value } = meaning {
            (column, spellings(&self.view.columns[column], value))
        } else if let Meaning::Part { column, values } = meaning {
            (column, values)
        } else {
            return;
        };
        let before = self.before(at);
        let not = before.filter(|place| {
            matches!(
                self.pieces[*place].meaning,
                Meaning::Not | Meaning::Op(Op::NotEqual)
            )
        });
        let of_column = last.as_ref().filter(|last| last.column == column);
        let joined = before
            .is_some_and(|place| matches!(self.pieces[place].meaning, Meaning::And | Meaning::Or));
        // `not in Oslo or Bergen` denies both.
        let denied = joined && of_column.is_some_and(|last| last.op == Op::NotEqual);
        let op = if not.is_some() || denied {
            Op::NotEqual
        } else {
            Op::Equal
        };
        let condition = of_column
            .filter(|last| op == Op::Equal && last.op == op)
            .map(|last| last.condition);
        let joins = before.filter(|_| joined && of_column.is_some());
        let named = [before, self.next(at + 1)]
            .into_iter()
            .flatten()
            .filter(|place| self.names_column_of_value(*place, column));
        let taken: Vec<usize> = named.chain(joins).chain(not).chain([at]).collect();
        for place in taken {
            self.take(place);
        }
        *last = Some(Last {
            column,
            op,
            condition: self.add_values(column, op, values, condition),
        });
    }

    /// `the department` beside a value of it, where it is not what is asked for.
    fn names_column_of_value(&self, place: usize, column: usize) -> bool {
        matches!(&self.pieces[place].meaning, Meaning::Column(columns) if columns.contains(&column))
            && !self.is_asked(place)
    }

    /// Adds values to a condition, or as conditions of their own; the place of the last one.
    fn add_values(
        &mut self,
        column: usize,
        op: Op,
        values: Vec<String>,
        condition: Option<usize>,
    ) -> usize {
        let mut any_of: Vec<(Op, Value)> = values
            .into_iter()
            .map(|value| (op, Value::Text(value)))
            .collect();
        match condition {
            Some(place) => {
                self.filter[place].any_of.append(&mut any_of);
                return place;
            }
            // None of several: each by itself.
            None if op == Op::NotEqual => {
                self.filter.extend(any_of.into_iter().map(|one| Condition {
                    column,
                    any_of: vec![one],
                }));
            }
            None => self.filter.push(Condition { column, any_of }),
        }
        self.filter.len() - 1
    }

    /// `Which department ...`: the column is what the question asks for.
    pub(super) fn is_asked(&self, at: usize) -> bool {
        self.pieces[at].from.checked_sub(1).is_some_and(|before| {
            let before = &self.tokens[before];
            before.is_which() || before.folded == "whose"
        })
    }

    /// `Asha is in CSE`: the value is what is said of the record; `Sales has the highest average`: of the groups.
    pub(super) fn category_is_stated(&self, places: &[usize]) -> bool {
        let records = self
            .free(|meaning| matches!(meaning, Meaning::Record { .. }))
            .len();
        let most = !self
            .free(|meaning| matches!(meaning, Meaning::Most { .. } | Meaning::Frequent { .. }))
            .is_empty();
        let numbers = self
            .free(|meaning| matches!(meaning, Meaning::Number(_)))
            .len();
        if places.len() > 1 {
            return numbers == 0 && !most && self.says_several(places);
        }
        places.len() == 1
            && numbers == 0
            && ((records == 1 && !most)
                || (records == 0 && most && self.before(places[0]).is_none()))
    }

    /// `Asha is a prefect in CSE`: values of several columns, said of one record of one row.
    fn says_several(&self, places: &[usize]) -> bool {
        let records = self.free(|meaning| matches!(meaning, Meaning::Record { .. }));
        let [record] = records[..] else { return false };
        let one_row =
            matches!(&self.pieces[record].meaning, Meaning::Record { rows, .. } if rows.len() == 1);
        let mut columns: Vec<usize> = places
            .iter()
            .filter_map(|place| {
                let Meaning::Category { column, .. } = self.pieces[*place].meaning else {
                    return None;
                };
                Some(column)
            })
            .collect();
        columns.sort_unstable();
        columns.dedup();
        one_row
            && columns.len() == places.len()
            && self.columns().iter().all(|column| columns.contains(column))
            && self.has(|meaning| *meaning == Meaning::Or).is_none()
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
            // `How many Acme trucks are electric`: of a record with several rows, some.
            let one_row = |meaning: &Meaning| matches!(meaning, Meaning::Record { rows, .. } if rows.len() < 2 || self.states);
            let records = self.free(one_row).len();
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
