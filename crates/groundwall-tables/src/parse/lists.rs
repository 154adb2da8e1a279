//! Rows as they stand, where nothing is computed.

use super::select::Asked;
use super::{Halt, Parser, declined};
use crate::link::Meaning;
use crate::query::{Function, Select};
use crate::run::rows_of;
use crate::words::Token;
use groundwall_core::CellKind;

impl Parser<'_> {
    pub(super) fn list(&mut self, record_is_missing: bool) -> Result<Asked, Halt> {
        let noun = self.has(|meaning| *meaning == Meaning::Noun).is_some();
        // `12 students have ...`: how many is stated.
        let number = self.has(|meaning| matches!(meaning, Meaning::Number(_)));
        if self.states
            && self.count.is_some()
            && !self.filter.is_empty()
            && self.columns().is_empty()
        {
            return self.count_rows();
        }
        let quantity = self.has(|meaning| matches!(meaning, Meaning::Quantity(_)));
        if self.states && quantity.is_some() && !self.filter.is_empty() && self.columns().is_empty()
        {
            return Ok(Asked::plain(Select::Count));
        }
        if self.states
            && (noun || !self.filter.is_empty())
            && number.is_some_and(|at| self.counts(at))
            && self.columns().is_empty()
        {
            return self.count_rows();
        }
        if let Some(deed) = self.deed_of_title() {
            return declined(format!("No column says who was “{deed}”."));
        }
        let rows_in_name = self.rows_in_a_name();
        let columns = self.take_columns();
        if self.states && !record_is_missing {
            return declined("It states nothing that can be computed.");
        }
        // `the average temperature in July`, of a column of the averages of days.
        if let [column] = columns[..]
            && self.says_average()
            && !self.asks_for_all()
            && !record_is_missing
            && !self.filter.is_empty()
            && self.view.is_numeric(column)
            && rows_of(self.view, None, &self.filter).len() > 1
        {
            return self.aggregate(Function::Average, column);
        }
        // `How much rain fell in 2014`: of several rows, what adds up is added.
        if let [column] = columns[..]
            && self.asks_how_much()
            && !record_is_missing
            && self.view.is_numeric(column)
            && rows_of(self.view, None, &self.filter).len() > 1
        {
            return if self.view.adds_up(column) {
                self.aggregate(Function::Sum, column)
            } else {
                declined("It does not say whether the sum, the average or another figure is meant.")
            };
        }
        if self.filter.is_empty() && !record_is_missing {
            return match columns[..] {
                [column]
                    if !self.asks_for_rows()
                        && !rows_in_name
                        && !self.view.is_numeric(column)
                        && self.view.column(column).kind == CellKind::Text =>
                {
                    Ok(Asked::plain(Select::Distinct { column, list: true }))
                }
                [] if noun && self.asks_for_all() => Ok(Asked::plain(Select::List { columns })),
                _ => declined("It does not say what to compute."),
            };
        }
        Ok(Asked::plain(Select::List { columns }))
    }

    /// `who was elected`, of a table of elections: a deed that only the title speaks of and that no column says of anybody.
    fn deed_of_title(&self) -> Option<String> {
        let asks = self
            .tokens
            .first()
            .is_some_and(|first| first.folded == "who");
        let deed = |place: &usize| {
            let word = &self.tokens[self.pieces[*place].to - 1].folded;
            self.pieces[*place].meaning == Meaning::Title && word.len() > 4 && word.ends_with("ed")
        };
        // `executions`: there the rows are what was done.
        let is_aside = |place: &usize| {
            let stem = &self.tokens[self.pieces[*place].to - 1].stem;
            let word = |word: &String| word.chars().all(char::is_alphabetic);
            let ends = |name: &Vec<String>| {
                let last = name.iter().rev().find(|other| word(other));
                last.is_some_and(|last| last.starts_with(stem.as_str()))
            };
            !self.view.called.iter().any(ends)
        };
        let at = (0..self.pieces.len())
            .find(|place| deed(place) && is_aside(place))
            .filter(|_| asks)?;
        Some(self.text(at))
    }

    fn says_average(&self) -> bool {
        let said = |token: &Token| matches!(token.folded.as_str(), "average" | "mean" | "avg");
        self.tokens.iter().any(said)
    }

    fn asks_how_much(&self) -> bool {
        self.tokens
            .windows(2)
            .any(|pair| pair[0].folded == "how" && pair[1].folded == "much")
    }

    /// `which states`: what a row is called is what is asked for.
    fn asks_for_rows(&self) -> bool {
        self.free(|meaning| *meaning == Meaning::Noun)
            .into_iter()
            .any(|place| self.is_asked(place))
    }

    pub(super) fn asks_for_all(&self) -> bool {
        self.tokens.iter().any(|token| {
            matches!(
                token.folded.as_str(),
                "list" | "show" | "all" | "display" | "name"
            )
        })
    }
}
