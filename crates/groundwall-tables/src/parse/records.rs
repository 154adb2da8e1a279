//! Questions about the records that are named: one, or two against each other.

use super::select::Asked;
use super::{Halt, Parser, declined};
use crate::link::Meaning;
use crate::query::{Condition, Function, Op, Select};
use crate::run::rows_of;
use crate::value::Value;
use crate::words::ENGLISH;
use groundwall_core::CellKind;

impl Parser<'_> {
    /// The records that are named, each with all rows that it has.
    pub(super) fn records(&mut self) -> Result<Vec<Vec<usize>>, Halt> {
        let mut records: Vec<Vec<usize>> = Vec::new();
        for at in self.free(|meaning| matches!(meaning, Meaning::Record { .. })) {
            let Meaning::Record { rows, key } = self.pieces[at].meaning.clone() else {
                continue;
            };
            let mut names: Vec<&str> = rows
                .iter()
                .filter_map(|row| self.view.shown(*row, key))
                .collect();
            names.sort_unstable();
            names.dedup();
            if names.len() > 1 {
                return Err(Halt::Ambiguous(format!(
                    "“{}” could be any of these: {}. Name one of them in full.",
                    self.text(at),
                    names.join(", ")
                )));
            }
            self.take(at);
            if !records.contains(&rows) {
                records.push(rows);
            }
        }
        // A name and the number of the same record.
        if records.len() == 2 && self.free(|meaning| *meaning == Meaning::Compare).is_empty() {
            let both: Vec<usize> = records[0]
                .iter()
                .copied()
                .filter(|row| records[1].contains(row))
                .collect();
            if !both.is_empty() {
                records = vec![both];
            }
        }
        Ok(records)
    }

    /// `How many beds do Alder and Birch have together`: a figure over the rows of several records.
    pub(super) fn over_records(
        &mut self,
        records: &[Vec<usize>],
        apply: Option<(Function, usize)>,
    ) -> Result<Option<Asked>, Halt> {
        let compares = self.has(|meaning| {
            matches!(
                meaning,
                Meaning::Compare | Meaning::Than { .. } | Meaning::Most { .. } | Meaning::Or
            )
        });
        let (Some((function, at)), None, [column]) = (apply, compares, &self.columns()[..]) else {
            return Ok(None);
        };
        let column = *column;
        let view = self.view;
        let mut any_of = Vec::new();
        for record in records {
            let name = record
                .first()
                .and_then(|row| view.rows[*row][view.label].clone());
            let Some(name) = name else { return Ok(None) };
            any_of.push((Op::Equal, name));
        }
        self.filter.push(Condition {
            column: view.label,
            any_of,
        });
        // A row without a number, or one that the names do not mean, would go unseen.
        let rows = rows_of(view, None, &self.filter);
        let named = |row: &usize| records.iter().any(|record| record.contains(row));
        let full = |row: &usize| {
            let value = view.rows[*row][column].as_ref();
            value.is_some_and(|value| value.number().is_some())
        };
        let each = |record: &Vec<usize>| rows.iter().any(|row| record.contains(row));
        if !rows.iter().all(|row| named(row) && full(row)) || !records.iter().all(each) {
            return declined("One of the records has no such figure.");
        }
        self.take(at);
        self.take_all(|meaning| {
            matches!(
                meaning,
                Meaning::And | Meaning::Count | Meaning::Noun | Meaning::Column(_)
            )
        });
        self.aggregate(function, column).map(Some)
    }

    pub(super) fn comparison(&mut self, records: &[Vec<usize>]) -> Result<Asked, Halt> {
        let [left, right] = records else {
            return declined("Two records can be compared, not more.");
        };
        let than =
            self.free(|meaning| matches!(meaning, Meaning::Than { .. } | Meaning::Most { .. }));
        let hinted: Vec<usize> = than
            .iter()
            .filter_map(|place| {
                let (Meaning::Than { columns, .. } | Meaning::Most { columns, .. }) =
                    &self.pieces[*place].meaning
                else {
                    return None;
                };
                (columns.len() == 1).then(|| columns[0])
            })
            .collect();
        self.take_all(|meaning| {
            matches!(
                meaning,
                Meaning::Compare
                    | Meaning::And
                    | Meaning::Or
                    | Meaning::Count
                    | Meaning::Noun
                    | Meaning::Between
                    | Meaning::Each
            )
        });
        let mut columns = self.take_columns();
        if columns.is_empty() {
            columns = hinted;
        }
        if columns.is_empty() {
            columns.extend(self.column_of_verb());
        }
        columns.retain(|column| !self.view.keys.contains(column));
        Ok(Asked::plain(Select::Compare {
            left: left.clone(),
            right: right.clone(),
            columns,
        }))
    }

    /// What is asked of one record: its cells, or a figure over its rows.
    pub(super) fn record(
        &mut self,
        rows: &[usize],
        apply: Option<(Function, usize)>,
    ) -> Result<Asked, Halt> {
        if apply.is_none()
            && !self.states
            && let Some(at) = self.has(|meaning| *meaning == Meaning::Count)
            && let Some(asked) = self.tallied(at, &[rows.to_vec()])
        {
            return asked;
        }
        let columns = self.take_columns();
        let counted = self.has(|meaning| *meaning == Meaning::Count).is_some();
        if let Some(asked) = self.count_of_record(rows, &columns, apply)? {
            return Ok(asked);
        }
        if counted && let Some(asked) = self.count_of_values(rows, &columns)? {
            return Ok(asked);
        }
        // `how many units` of a record are no price.
        if counted
            && columns
                .iter()
                .any(|column| self.view.is_numeric(*column) && !self.counts_things(*column))
            && !self.counts_a_unit()
        {
            return declined("It asks for a count, and the column holds none.");
        }
        // `How many works has she`, of a table that counts none.
        if counted && columns.is_empty() && apply.is_none() {
            return declined("It asks for a count, and no column says of what.");
        }
        let name = rows
            .first()
            .and_then(|row| self.view.rows[*row][self.view.label].clone());
        // `How many died in floods between 1980 and 1990`: of several rows, what adds up is added.
        let left = rows_of(self.view, Some(rows), &self.filter).len();
        if let [column] = columns[..]
            && apply.is_none()
            && !self.states
            && counted
            && left > 1
            && self.view.is_numeric(column)
            && self.view.adds_up(column)
            && let Some(name) = name.clone()
        {
            self.take_all(|meaning| matches!(meaning, Meaning::Count | Meaning::Noun));
            return self.over_rows_of(name, Function::Sum, column);
        }
        self.take_all(|meaning| matches!(meaning, Meaning::Count | Meaning::Noun));
        // A share that no column holds, or not the one that is named, is not what the cell says.
        let shares = |column: usize| self.view.holds_shares(column);
        let of_named = columns.is_empty() || columns.iter().any(|column| shares(*column));
        if of_named && (0..self.view.base).any(shares) {
            self.take_all(|meaning| *meaning == Meaning::Share);
        }
        if let Some((function, at)) = apply {
            self.take(at);
            return self.figure_of_record(rows, name, function, &columns);
        }
        let columns: Vec<usize> = columns
            .into_iter()
            .filter(|column| {
                *column != self.view.label
                    || !self.view.keys.contains(column)
                    || self.view.keys.len() > 1
            })
            .collect();
        Ok(Asked::plain(Select::Record {
            rows: rows.to_vec(),
            columns,
        }))
    }

    /// `How many orders has Acme`: its rows, where it has several.
    fn count_of_record(
        &mut self,
        rows: &[usize],
        columns: &[usize],
        apply: Option<(Function, usize)>,
    ) -> Result<Option<Asked>, Halt> {
        let count = self.has(|meaning| *meaning == Meaning::Count);
        if !columns.is_empty()
            || self.states
            || apply.is_some()
            || self.view.places.is_some()
            || !count.is_some_and(|at| self.counts_rows(at) || self.counts_rows_of_a_record(at))
        {
            return Ok(None);
        }
        // `How many people did Ohio hold in December 2020`, of a row a month: its figure, and not that it has one row.
        if rows_of(self.view, Some(rows), &self.filter).len() == 1 && self.view.has_a_row_a_day() {
            let people = count.is_some_and(|at| {
                let behind = self.pieces.get(at + 1);
                behind.is_some_and(|piece| ENGLISH.people.has(&self.tokens[piece.from].folded))
            });
            let Some(column) = self.only_measure().filter(|_| people) else {
                return declined("It asks for a count, and the record is one row.");
            };
            self.take_all(|meaning| matches!(meaning, Meaning::Count | Meaning::Noun));
            return Ok(Some(Asked::plain(Select::Record {
                rows: rows.to_vec(),
                columns: vec![column],
            })));
        }
        if !self.among_rows_of(&[rows.to_vec()]) {
            return declined("It asks for a count, and the record is one row.");
        }
        self.take_all(|meaning| matches!(meaning, Meaning::Count | Meaning::Noun));
        Ok(Some(Asked::plain(Select::Count)))
    }

    /// `How many appointees had Reagan`: of a record with several rows, whose values of a column are all different; where they are not, they are only listed.
    fn count_of_values(
        &mut self,
        rows: &[usize],
        columns: &[usize],
    ) -> Result<Option<Asked>, Halt> {
        let view = self.view;
        let text = |column: &usize| view.column(*column).kind == CellKind::Text;
        if columns.is_empty() || !columns.iter().all(text) {
            return Ok(None);
        }
        if rows.len() == 1 {
            return declined("It asks for a count, and the column holds none.");
        }
        let passing = rows_of(view, Some(rows), &self.filter);
        let apart = matches!(columns, [column] if view.are_apart(&passing, *column));
        if !apart || self.states || !self.among_rows_of(&[rows.to_vec()]) {
            return Ok(None);
        }
        self.take_all(|meaning| matches!(meaning, Meaning::Count | Meaning::Noun));
        Ok(Some(Asked::plain(Select::Count)))
    }

    /// `the average attendance of Asha`
    fn figure_of_record(
        &mut self,
        rows: &[usize],
        name: Option<Value>,
        function: Function,
        columns: &[usize],
    ) -> Result<Asked, Halt> {
        let [column] = columns[..] else {
            return declined(
                "It is not clear over which column a figure of the record is computed.",
            );
        };
        if rows.len() < 2 {
            return declined("The record has one row; there is nothing to compute over.");
        }
        match name {
            Some(name) => self.over_rows_of(name, function, column),
            None => declined("The record has no name to look for."),
        }
    }

    /// A figure over all rows that a name has.
    fn over_rows_of(
        &mut self,
        name: Value,
        function: Function,
        column: usize,
    ) -> Result<Asked, Halt> {
        self.filter.push(Condition {
            column: self.view.label,
            any_of: vec![(Op::Equal, name)],
        });
        self.aggregate(function, column)
    }
}
