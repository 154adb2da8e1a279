//! What a column of values counts: of a table with several rows a place, whose rows are none of the things that are counted.

use super::Parser;
use super::select::Asked;
use super::{Halt, declined};
use crate::link::Meaning;
use crate::pack::phrase;
use crate::query::{Condition, Function};
use crate::run::rows_of;
use crate::value::Value;
use crate::view::is_sum;
use crate::words::ENGLISH;
use groundwall_core::CellKind;

impl Parser<'_> {
    /// `how many households`, of rows that give a number of households each: what the one column of numbers counts is added up, over the rows of a record where one
    /// is named.
    pub(super) fn tallied(
        &mut self,
        count: usize,
        records: &[Vec<usize>],
    ) -> Option<Result<Asked, Halt>> {
        let (column, at) = self.tally(count)?;
        if !records.is_empty() && !self.among_rows_of(records) {
            return None;
        }
        // What only says the unit of the values is no condition.
        if let Meaning::Category { column: unit, .. } = self.pieces[at].meaning {
            self.filter.retain(|condition| condition.column != unit);
        }
        self.take(count);
        self.take(at);
        let others = self.take_columns();
        if others.iter().any(|other| *other != column) || !self.adds_up_soundly(column) {
            return Some(declined("It is not clear what is counted."));
        }
        Some(self.aggregate(Function::Sum, column))
    }

    /// The column whose values count what stands behind `how many`, and where that stands.
    fn tally(&self, count: usize) -> Option<(usize, usize)> {
        let column = self
            .only_measure()
            .filter(|column| self.counts_things(*column))?;
        let silent = |place: &usize| self.pieces[*place].meaning != Meaning::Function;
        let at = (count + 1..self.pieces.len()).find(silent)?;
        let piece = &self.pieces[at];
        let named = matches!(
            piece.meaning,
            Meaning::Noun | Meaning::Title | Meaning::Column(_)
        ) || matches!(piece.meaning, Meaning::Category { column, .. } if self.same_in_all(column).is_some());
        let stem = &self.tokens[piece.from].stem;
        (named && self.says_what_is_counted(column, stem)).then_some((column, at))
    }

    /// Whether the values of a column count what a word says: its unit does, or what all rows say of themselves, or the title of a table with several rows a
    /// record.
    fn says_what_is_counted(&self, column: usize, stem: &String) -> bool {
        let view = self.view;
        let of_unit = view.units(column).contains(stem);
        // A value by its name, and no age or price of what is counted.
        let is_value = view
            .name_words(column)
            .shown
            .iter()
            .all(|word| ENGLISH.values.has(word));
        let in_label = view.name_words(view.label).shown.contains(stem);
        let every: Vec<usize> = (0..view.rows.len()).collect();
        if !(of_unit || is_value) || in_label || view.are_apart(&every, view.label) {
            return false;
        }
        let of_all = |text: usize| {
            self.same_in_all(text)
                .is_some_and(|said| phrase(said).contains(stem))
        };
        of_unit || (0..view.base).any(of_all) || view.title.contains(stem)
    }

    /// What a column of text says in every row, where it is the same.
    fn same_in_all(&self, column: usize) -> Option<&str> {
        let view = self.view;
        if view.column(column).kind != CellKind::Text || view.rows.len() < 2 {
            return None;
        }
        let mut texts = (0..view.rows.len()).map(|row| view.shown(row, column));
        let first = texts.next()??;
        texts.all(|text| text == Some(first)).then_some(first)
    }

    /// Whether the values of the rows that pass are of one time and of one measure, and none of them sums up others.
    fn adds_up_soundly(&self, column: usize) -> bool {
        let view = self.view;
        let rows = rows_of(view, None, &self.filter);
        let named = |other: usize| {
            let of = |condition: &Condition| condition.column == other;
            self.filter.iter().any(of)
        };
        let one = |other: usize| view.count_values(&rows, other).1 < 2;
        let is_time = |other: usize| {
            view.is_year(other)
                || view.column(other).kind == CellKind::Date
                || view.periods().any(|period| period == other)
        };
        let says_measure = |other: usize| {
            view.name_words(other)
                .shown
                .iter()
                .any(|word| matches!(word.as_str(), "unit" | "measur"))
        };
        let has_whole = |other: usize| {
            let values = rows.iter().filter_map(|row| view.shown(*row, other));
            let mut values = values.filter(|value| is_sum(value) || value.starts_with("All "));
            !named(other) && values.next().is_some() && !one(other)
        };
        let full = |row: &usize| {
            let value = view.rows[*row][column].as_ref();
            value.and_then(Value::number).is_some()
        };
        let fits = |other: usize| {
            ((!is_time(other) && !says_measure(other)) || one(other)) && !has_whole(other)
        };
        !rows.is_empty() && rows.iter().all(full) && (0..view.base).all(fits)
    }
}
