//! A figure for each value of a column: `by department`, `which department has the highest average`.

use super::select::Asked;
use super::{Halt, Parser, declined};
use crate::link::Meaning;
use crate::query::{Function, Select};
use groundwall_core::CellKind;
use std::collections::HashSet;

/// By what a question says that the rows are grouped.
enum Named {
    /// It does not say it.
    Nothing,
    By(usize),
    /// Each row is one by itself: `revenue by year`, of a row a year.
    EachRow,
    /// Its words make no groups.
    None,
}

impl Parser<'_> {
    /// `by department`, `each department`, `which department has the highest average`.
    pub(super) fn grouped(
        &mut self,
        apply: Option<(Function, usize)>,
    ) -> Result<Option<Asked>, Halt> {
        if let Some(asked) = self.most_frequent(apply)? {
            return Ok(Some(asked));
        }
        if let Some(asked) = self.by_time(apply)? {
            return Ok(Some(asked));
        }
        let named = self.named_group(apply)?;
        let most = self.has(|meaning| matches!(meaning, Meaning::Most { .. }));
        let counted = self
            .has(|meaning| matches!(meaning, Meaning::Noun | Meaning::Title))
            .is_some();
        let (group, each) = match named {
            Named::None => return Ok(None),
            Named::EachRow => return Ok(self.of_each_row(apply)),
            Named::By(column) => (Some(column), true),
            Named::Nothing => {
                let of_most = most.and_then(|most| self.group_of_most(most, apply.is_some()));
                (of_most, false)
            }
        };
        let Some(group) = group else { return Ok(None) };
        let mut hinted = None;
        let limit = match most {
            Some(place) => {
                let Meaning::Most { most, columns, .. } = self.pieces[place].meaning.clone() else {
                    return Ok(None);
                };
                self.take(place);
                // `the most expensive brand on average`
                hinted = columns.first().copied().filter(|_| columns.len() == 1);
                Some((most, self.number_beside(place).unwrap_or(1)))
            }
            None => None,
        };
        if let (Some((function, at)), Some(column), []) = (apply, hinted, &self.columns()[..]) {
            self.take(at);
            let asked = self.aggregate(function, column)?;
            return Ok(Some(Asked {
                group: Some(group),
                limit,
                ..asked
            }));
        }
        let asked = self.computed_for_each(apply, limit.is_some(), counted || each)?;
        Ok(Some(Asked {
            group: Some(group),
            limit,
            ..asked
        }))
    }

    /// `the most common type`: the value that most rows have.
    fn most_frequent(&mut self, apply: Option<(Function, usize)>) -> Result<Option<Asked>, Halt> {
        let Some(at) = self.has(|meaning| matches!(meaning, Meaning::Frequent { .. })) else {
            return Ok(None);
        };
        let Meaning::Frequent { most } = self.pieces[at].meaning else {
            return Ok(None);
        };
        let label = self.label_of_many(self.pieces.len());
        let column = match (apply, self.columns()[..].as_ref()) {
            (None, [column]) => Some(*column),
            (None, []) => label.map(|_| self.view.label),
            _ => None,
        };
        let Some(column) = column.filter(|column| self.has_few_values(*column)) else {
            return declined("It does not say which column's values are counted.");
        };
        self.take(at);
        self.take_all(|meaning| matches!(meaning, Meaning::Column(_) | Meaning::Count));
        let count = self.number_beside(at).unwrap_or(1);
        Ok(Some(Asked {
            group: Some(column),
            limit: Some((most, count)),
            ..Asked::plain(Select::Count)
        }))
    }

    /// Whether values of a column come several times, so that rows can be counted for each.
    fn has_few_values(&self, column: usize) -> bool {
        let measures = self.view.is_numeric(column) && !self.view.is_year(column);
        !self.view.keys.contains(&column) && (!measures || self.makes_groups(column))
    }

    /// `which team`, of rows that are known by a team that others have, too: its place in front of another.
    fn label_of_many(&self, before: usize) -> Option<usize> {
        let label = self.view.label;
        let several = !self.view.keys.contains(&label)
            && self.view.columns[label].values.len() < self.view.rows.len();
        let names = &self.view.columns[label].names;
        let is_name = |place: &usize| {
            let stem = &self.tokens[self.pieces[*place].to - 1].stem;
            *place < before && names.iter().flatten().any(|word| word == stem)
        };
        self.free(|meaning| *meaning == Meaning::Noun)
            .into_iter()
            .find(is_name)
            .filter(|_| several)
    }

    /// The column behind `by` or `each`.
    fn named_group(&mut self, apply: Option<(Function, usize)>) -> Result<Named, Halt> {
        let Some(at) = self.has(|meaning| *meaning == Meaning::Each) else {
            return Ok(Named::Nothing);
        };
        let Some(mut next) = self.next(at + 1) else {
            return declined("It does not say by what the rows are grouped.");
        };
        // `by number of bedrooms`
        if self.pieces[next].meaning == Meaning::Count
            && let Some(behind) = self
                .next(next + 1)
                .filter(|place| self.column_of(*place).is_some())
        {
            self.take(next);
            next = behind;
        }
        let is_noun = self.pieces[next].meaning == Meaning::Noun;
        // `by account`, where an account has several rows.
        let has_rows = self.view.columns[self.view.label].values.len() < self.view.rows.len()
            && self.view.periods().next().is_some();
        let by = self.tokens[self.pieces[at].from].folded == "by";
        if is_noun && self.lists_each_row(apply, by) {
            self.take(at);
            self.take(next);
            return Ok(Named::EachRow);
        }
        if is_noun && !has_rows {
            // `the average number of incidents per airline`, of a row for each.
            if matches!(apply, Some((Function::Average, _))) {
                self.take(at);
            }
            return Ok(Named::None);
        }
        let Some(column) = self.column_of(next).or(is_noun.then_some(self.view.label)) else {
            return declined("It does not say by which column the rows are grouped.");
        };
        self.take(at);
        if self.view.is_numeric(column) && !(apply.is_some() && self.makes_groups(column)) {
            // `the five best by total`
            return Ok(Named::None);
        }
        self.take(next);
        Ok(Named::By(column))
    }

    /// Whether what a question wants of each row are cells: columns are named, a row stands for itself, and what is computed of its one value is that value. `The average per airline` is one over all of them, `by airline` is not.
    fn lists_each_row(&self, apply: Option<(Function, usize)>, by: bool) -> bool {
        let limited = self.has(|meaning| matches!(meaning, Meaning::Most { .. }));
        !self.states
            && self.view.rows.len() > 1
            && self.has_a_row_each()
            && limited.is_none()
            && (by || matches!(apply, None | Some((Function::Sum, _))))
            && self
                .columns()
                .iter()
                .any(|column| *column != self.view.label)
    }

    /// Whether no two rows are known by the same.
    fn has_a_row_each(&self) -> bool {
        let label = self.view.label;
        let mut seen = HashSet::new();
        self.view.rows.iter().all(|row| {
            let known_by = row[label].as_ref();
            known_by.is_some_and(|value| seen.insert(value))
        })
    }

    /// The cells of each row.
    fn of_each_row(&mut self, apply: Option<(Function, usize)>) -> Option<Asked> {
        if let Some((_, at)) = apply {
            self.take(at);
        }
        let columns = self.take_columns();
        (!columns.is_empty()).then(|| Asked::plain(Select::List { columns }))
    }

    /// Of the most: the column in front, when values are applied or rows are counted; in a statement, the column of the value in front.
    fn group_of_most(&mut self, most: usize, applies: bool) -> Option<usize> {
        let in_front = self
            .free(|meaning| matches!(meaning, Meaning::Column(_)))
            .into_iter()
            .find(|place| *place < most);
        let column = in_front
            .and_then(|place| self.column_of(place))
            .filter(|column| {
                // Years make groups, as do words.
                (!self.view.is_numeric(*column) || self.view.is_year(*column))
                    && self.view.column(*column).kind != CellKind::Date
                    && !self.view.keys.contains(column)
                    && *column != self.view.label
            });
        let behind_noun = (most + 1..self.pieces.len())
            .find(|place| {
                !matches!(
                    self.pieces[*place].meaning,
                    Meaning::Function | Meaning::Category { .. }
                ) && !self.pieces[*place].taken
            })
            .is_some_and(|place| {
                matches!(self.pieces[place].meaning, Meaning::Noun | Meaning::Title)
            });
        if !applies && !behind_noun {
            return None;
        }
        if let (Some(place), Some(column)) = (in_front, column) {
            self.take(place);
            return Some(column);
        }
        if in_front.is_none()
            && let Some(place) = self.label_of_many(most)
        {
            self.take(place);
            return Some(self.view.label);
        }
        let stated = self.has(|meaning| matches!(meaning, Meaning::Category { .. }));
        stated.filter(|_| self.states).and_then(|place| {
            let Meaning::Category { column, .. } = &self.pieces[place].meaning else {
                return None;
            };
            Some(*column)
        })
    }

    /// What is computed for each group: a figure over a column, or how many rows it has.
    fn computed_for_each(
        &mut self,
        apply: Option<(Function, usize)>,
        limited: bool,
        counted: bool,
    ) -> Result<Asked, Halt> {
        if let Some((function, at)) = apply {
            self.take(at);
            let [column] = self.take_columns()[..] else {
                return declined("It does not say which one column is computed for each group.");
            };
            return self.aggregate(function, column);
        }
        let columns = self.take_columns();
        let counted_amount = self.has(|meaning| *meaning == Meaning::Count).is_some();
        self.take_all(|meaning| *meaning == Meaning::Count);
        match columns[..] {
            // `how many goals does each team have`
            [column] if counted_amount && self.view.is_numeric(column) => {
                self.aggregate(Function::Sum, column)
            }
            // `most` of a column per group: the greatest value of each.
            [column] if !limited && self.view.is_numeric(column) => {
                declined("It does not say whether the sum, the average or another figure is meant.")
            }
            [_] => declined("It does not say what is compared between the groups."),
            [] if counted => Ok(Asked::plain(Select::Count)),
            _ => declined("It does not say what is computed for each group."),
        }
    }

    /// Whether the numbers of a column are few and whole, as those of bedrooms are, so that an average for each of them says something.
    pub(super) fn makes_groups(&self, column: usize) -> bool {
        const FEW: usize = 12;
        let numbers: Vec<_> = self.view.numbers(column).collect();
        let distinct: HashSet<_> = numbers.iter().collect();
        distinct.len() <= FEW
            && 2 * distinct.len() <= numbers.len()
            && numbers.iter().all(rust_decimal::Decimal::is_integer)
    }
}
