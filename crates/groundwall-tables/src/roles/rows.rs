//! One row as evidence: whether what a claim says stands in other columns of it than those that the claim speaks of.

use super::{Bound, Kind, Roles};
use crate::link::Meaning;
use crate::pack::Change;
use crate::query::{Query, Select};
use crate::value::Value;
use crate::view::value_stems;
use crate::words::{ENGLISH, fold};
use std::collections::HashSet;

impl Roles<'_> {
    /// The name of a column in which a row has what a claim says, where the claim speaks of another one. None where it does not.
    pub(crate) fn exchanged_in_row(&self, row: usize) -> Option<String> {
        let said: Vec<usize> = (0..self.view.base)
            .filter(|column| self.is_said(row, *column))
            .collect();
        let query = Query {
            select: Select::Record {
                rows: vec![row],
                columns: said.clone(),
            },
            filter: Vec::new(),
            group: None,
            limit: None,
            asserted: Vec::new(),
            negated: false,
        };
        let bound = Bound {
            told: said,
            chosen: Vec::new(),
        };
        let exchanged = bound.all().any(|column| self.names_another(column, &bound))
            || self.names_another_text(&bound)
            || self.crosses(&bound)
            || self.exchanges_doers(&query, &bound)
            || (self.decides_nothing(&bound) && !self.tells_the_deed(row))
            || self.has_another_sign(row, &bound)
            || self.has_no_such_truth(row, &bound);
        let mut names = bound.told.iter().rev();
        let name = names.find(|column| **column != self.view.label);
        let name = name.or(bound.told.first());
        let name = name.map(|column| self.view.display(*column).to_owned());
        name.filter(|_| exchanged)
    }

    /// Whether a claim says what a cell holds.
    fn is_said(&self, row: usize, column: usize) -> bool {
        let Some(value) = &self.view.rows[row][column] else {
            return false;
        };
        let numbers = self.pieces.iter().filter_map(|piece| {
            let Meaning::Number(number) = &piece.meaning else {
                return None;
            };
            Some(number.value)
        });
        let mut numbers = numbers.chain(
            self.tokens
                .iter()
                .filter_map(|token| token.number.as_ref().map(|number| number.value)),
        );
        match value {
            Value::Number(own) => numbers.any(|number| number.abs() == own.abs()),
            Value::Date(day) => {
                let within = |piece: &crate::link::Piece| matches!(piece.meaning, Meaning::Date(from, to) if from <= *day && *day <= to);
                self.pieces.iter().any(within)
                    || numbers.any(|number| number == rust_decimal::Decimal::from(day.year()))
            }
            Value::Text(text) => {
                let stems = value_stems(text);
                let said: HashSet<&String> = self.tokens.iter().map(|token| &token.stem).collect();
                stems
                    .iter()
                    .any(|stem| stem.chars().any(char::is_alphanumeric))
                    && stems.iter().all(|stem| said.contains(stem))
            }
        }
    }

    /// Whether a cell of the row says in words what was done.
    fn tells_the_deed(&self, row: usize) -> bool {
        let cells = self.view.rows[row].iter().flatten();
        let texts = cells.filter_map(Value::as_text);
        let words: HashSet<String> = texts
            .flat_map(|text| {
                let words = text.split_whitespace().map(fold);
                words.collect::<Vec<_>>()
            })
            .collect();
        ENGLISH
            .deeds
            .iter()
            .filter(|deed| deed.decides)
            .any(|deed| {
                let mut tokens = self.tokens.iter().map(|token| &token.folded);
                tokens.any(|word| deed.verbs.has(word))
                    && words.iter().any(|word| deed.verbs.has(word))
            })
    }

    /// Whether what a claim says has fallen rose by so much, or the other way round.
    fn has_another_sign(&self, row: usize, bound: &Bound) -> bool {
        let falls = match self.change() {
            Some(Change::Down) => true,
            Some(Change::Up) => false,
            Some(Change::EitherWay) | None => return false,
        };
        let changes = bound
            .told
            .iter()
            .filter(|column| self.kind_of(**column) == Kind::Figure && self.is_of_change(**column));
        let mut figures =
            changes.filter_map(|column| self.view.rows[row][*column].as_ref()?.number());
        figures.any(|figure| !figure.is_zero() && figure.is_sign_negative() != falls)
    }

    /// Whether a claim says what a column of yes and no denies of the row.
    fn has_no_such_truth(&self, row: usize, bound: &Bound) -> bool {
        let side = bound.all().find_map(|column| self.side(column));
        let named = (0..self.view.base).filter(|column| {
            let own = self.side(*column);
            let beside = side.as_ref().zip(own.as_ref());
            self.is_truth(*column)
                && self.says_the_name(*column)
                && beside.is_none_or(|(of, own)| of.0 == own.0)
        });
        let named: Vec<usize> = named.collect();
        let holds = |column: &usize| {
            let value = self.view.rows[row][*column].as_ref();
            let text = value.and_then(Value::as_text);
            text.is_some_and(|text| matches!(text.as_ref(), "yes" | "true" | "y"))
        };
        !named.is_empty() && !named.iter().any(holds)
    }
}
