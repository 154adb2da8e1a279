//! How many rows, records or things there are.

use super::select::Asked;
use super::{Halt, Parser, declined};
use crate::link::{Meaning, Piece, many};
use crate::query::{Condition, Function, Op, Select};
use crate::run::rows_of;
use crate::words::Token;
use groundwall_core::CellKind;

/// What several `how many` of one question count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Several {
    /// It has one at most.
    No,
    /// The rows of each of the values of a column: `how many in Bath and how many in Wells`.
    Values(usize),
    /// Different things.
    Things,
}

/// What several `how many` count under these conditions.
pub(crate) fn several(tokens: &[Token], pieces: &[Piece], filter: &[Condition]) -> Several {
    let asks =
        |piece: &&Piece| piece.meaning == Meaning::Count && tokens[piece.from].folded == "how";
    let times = pieces.iter().filter(asks).count();
    if times < 2 {
        return Several::No;
    }
    let of_each = |condition: &&Condition| {
        let values = &condition.any_of;
        values.len() == times && values.iter().all(|(op, _)| *op == Op::Equal)
    };
    let mut counted = filter.iter().filter(of_each);
    match (counted.next(), counted.next()) {
        (Some(condition), None) => Several::Values(condition.column),
        _ => Several::Things,
    }
}

impl Parser<'_> {
    /// `how many`: rows, the values of a column, or what a column of numbers adds up to.
    pub(super) fn counted(&mut self, record_is_missing: bool) -> Result<Option<Asked>, Halt> {
        let Some(at) = self.has(|meaning| *meaning == Meaning::Count) else {
            return Ok(None);
        };
        self.take(at);
        let group = match several(&self.tokens, &self.pieces, &self.filter) {
            Several::No => None,
            Several::Values(column) => Some(column),
            Several::Things => return declined("It counts several things at once."),
        };
        if group.is_some() {
            self.take_all(|meaning| *meaning == Meaning::Count);
        }
        if group.is_none()
            && !self.states
            && !record_is_missing
            && let Some(asked) = self.tallied(at, &[])
        {
            return asked.map(Some);
        }
        let counts_rows = self.counts_rows(at);
        let rows_in_name = self.rows_in_a_name();
        let mut columns = self.take_columns();
        // `For how many months was gas dearer than 10?`: the column says no more than its bound.
        columns.retain(|column| !(counts_rows && self.is_bounded(*column)));
        let values = |column: usize| {
            Ok(Asked::plain(Select::Distinct {
                column,
                list: false,
            }))
        };
        let asked = match columns[..] {
            [] => self.count_rows(),
            [column] if self.view.is_year(column) && !record_is_missing => values(column),
            // `How many airlines had .. fatalities` asks for airlines, `how many rainy days` for days.
            [column]
                if self.view.is_numeric(column)
                    && !record_is_missing
                    && (counts_rows || self.counts_kind_of_rows(at)) =>
            {
                declined("It is not clear what is counted.")
            }
            [column] if self.view.is_numeric(column) && !record_is_missing => {
                self.aggregate(Function::Sum, column)
            }
            [column] if self.view.is_numeric(column) => Ok(Asked::plain(Select::List {
                columns: vec![column],
            })),
            // `How many states expanded it` asks for states, not for the values of a column.
            [column] if self.filter.is_empty() && !counts_rows && !rows_in_name => values(column),
            // `How many posts had Reed`: each row has its own.
            [column] if !counts_rows && !rows_in_name && self.each_has_its_own(column) => {
                values(column)
            }
            _ => declined("It is not clear what is counted."),
        };
        let asked = asked?;
        if group.is_some() && asked.select != Select::Count {
            return declined("It counts several things at once.");
        }
        Ok(Some(Asked {
            group: group.or(asked.group),
            ..asked
        }))
    }

    /// `states expanded Medicaid`, of a column `Medicaid expansion state`: it begins with what a row is called, and means rows.
    pub(super) fn rows_in_a_name(&self) -> bool {
        self.free(|meaning| matches!(meaning, Meaning::Column(_)))
            .into_iter()
            .any(|place| {
                let piece = &self.pieces[place];
                let first = &self.tokens[piece.from];
                piece.to > piece.from + 1 && many(first) && self.view.nouns.contains(&first.stem)
            })
    }

    /// Whether the rows that pass have all a value of a column, each its own, so that it is all the same which are counted.
    fn each_has_its_own(&self, column: usize) -> bool {
        let rows = rows_of(self.view, None, &self.filter);
        !rows.is_empty() && self.view.are_apart(&rows, column)
    }

    /// Whether a condition bounds the numbers of a column.
    fn is_bounded(&self, column: usize) -> bool {
        self.filter.iter().any(|condition| {
            condition.column == column
                && condition
                    .any_of
                    .iter()
                    .all(|(op, _)| matches!(op, Op::More | Op::AtLeast | Op::Less | Op::AtMost))
        })
    }

    /// Whether what is counted is what a row is called: it stands right behind.
    pub(super) fn counts_rows(&self, at: usize) -> bool {
        self.next(at + 1)
            .is_some_and(|place| place == at + 1 && self.pieces[place].meaning == Meaning::Noun)
    }

    /// `how many Acme trucks`: a record, and right behind it what a row or the table is called.
    pub(super) fn counts_rows_of_a_record(&self, at: usize) -> bool {
        let behind = self.pieces.get(at + 1..at + 3);
        behind.is_some_and(|behind| {
            matches!(behind[0].meaning, Meaning::Record { .. })
                && matches!(behind[1].meaning, Meaning::Noun | Meaning::Title)
        })
    }

    /// `how many rainy days`: a column, and right behind it what a row is called.
    fn counts_kind_of_rows(&self, at: usize) -> bool {
        let behind = self.pieces.get(at + 1..at + 3);
        behind.is_some_and(|behind| {
            matches!(behind[0].meaning, Meaning::Column(_))
                && behind[1].meaning == Meaning::Noun
                && many(&self.tokens[behind[1].to - 1])
        })
    }

    /// How many rows pass; of records with several rows each, how many records.
    pub(super) fn count_rows(&mut self) -> Result<Asked, Halt> {
        let view = self.view;
        let names: Vec<usize> = self
            .free(|meaning| matches!(meaning, Meaning::Noun))
            .into_iter()
            .map(|place| self.pieces[place].from)
            .collect();
        let by_label = view.columns[view.label]
            .names
            .iter()
            .flatten()
            .any(|word| names.iter().any(|at| self.tokens[*at].stem == *word));
        let rows = rows_of(view, None, &self.filter);
        let mut labels: Vec<_> = rows
            .iter()
            .map(|row| view.rows[*row][view.label].as_ref())
            .collect();
        let all = labels.len();
        labels.sort_unstable();
        labels.dedup();
        if by_label && labels.len() < all {
            return Ok(Asked::plain(Select::Distinct {
                column: view.label,
                list: false,
            }));
        }
        if names.is_empty() && self.names_one_row(&rows) {
            return declined("It is not clear what is counted.");
        }
        // A row of a turned table is a record in a year, which nobody counts.
        let years = names.iter().any(|at| self.tokens[*at].stem == "year");
        if view.places.is_some() && !years {
            return declined("It is not clear what is counted.");
        }
        Ok(Asked::plain(Select::Count))
    }

    /// `how many volunteers`, of a table with a row Volunteers: its figure is asked for, and not that there is one such row.
    fn names_one_row(&self, rows: &[usize]) -> bool {
        let view = self.view;
        let tells_apart = |column: usize| {
            let filled = (0..view.rows.len()).filter(|row| view.rows[*row][column].is_some());
            view.are_apart(&filled.collect::<Vec<_>>(), column)
        };
        let mut named = self.filter.iter().filter(|condition| {
            let column = condition.column;
            let names = view.keys.contains(&column) || column == view.label || tells_apart(column);
            names && matches!(condition.any_of[..], [(Op::Equal, _)])
        });
        let figure = |column: usize| view.is_numeric(column) && !view.is_serial(column);
        rows.len() == 1 && named.next().is_some() && (0..view.base).any(figure)
    }

    /// Whether a number says how many rows there are: it stands in front of what a row is called.
    pub(super) fn counts(&self, at: usize) -> bool {
        let behind = self.next(at + 1);
        behind.is_some_and(|place| matches!(self.pieces[place].meaning, Meaning::Noun))
            || self.title_counted(at)
            || (at + 1..self.pieces.len()).any(|place| self.pieces[place].taken)
    }

    /// `Ten NFL suspensions`: right behind a number, what the table as a whole is called, in the plural.
    fn title_counted(&self, at: usize) -> bool {
        let last = self.pieces[at + 1..]
            .iter()
            .take_while(|piece| piece.meaning == Meaning::Title)
            .last();
        at == 0 && last.is_some_and(|piece| many(&self.tokens[piece.to - 1]))
    }

    /// Whether all numbers of a column are whole and no amounts of money.
    pub(super) fn counts_things(&self, column: usize) -> bool {
        let mut numbers = self.view.numbers(column);
        self.view.column(column).kind == CellKind::Duration
            || (self.view.column(column).kind == CellKind::Number
                && numbers.all(|number| number.is_integer()))
    }

    /// `how many acres`, of a column that is called so.
    pub(super) fn counts_a_unit(&self) -> bool {
        let count = self
            .pieces
            .iter()
            .position(|piece| piece.meaning == Meaning::Count);
        let Some(behind) = count.and_then(|at| self.pieces.get(at + 1)) else {
            return false;
        };
        matches!(&behind.meaning, Meaning::Column(columns) if columns.iter().all(|column| {
            let token = &self.tokens[behind.from];
            token.folded.ends_with('s')
                && self.view.column(*column).kind == CellKind::Number
                && self.view.name_words(*column).own.contains(&token.stem)
        }))
    }
}
