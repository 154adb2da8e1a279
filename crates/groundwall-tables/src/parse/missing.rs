//! Records that are asked for and do not exist.

use super::{Missing, Parser};
use crate::link::Meaning;
use crate::query::{Condition, Op};
use crate::view::View;
use crate::words::fold;
use groundwall_core::CellKind;
use rust_decimal::Decimal;
use std::collections::HashSet;

/// Names shown for one that does not exist, at most.
const CLOSEST: usize = 3;

/// A code without its particular letters and digits: `22A91A0501` and `22B81A0777` have the same.
fn shape(text: &str) -> String {
    text.chars()
        .map(|c| {
            if c.is_ascii_digit() {
                '9'
            } else if c.is_alphabetic() {
                'a'
            } else {
                c
            }
        })
        .collect()
}

/// The signs between the letters and digits of a code, in order.
fn signs(text: &str) -> String {
    text.chars().filter(|c| !c.is_alphanumeric()).collect()
}

/// Values of a key column that come nearest to what was asked for.
pub(crate) fn closest(view: &View, column: usize, mention: &str) -> Vec<String> {
    let wanted = fold(mention);
    let mut near: Vec<(f64, &str)> = (0..view.rows.len())
        .filter_map(|row| view.shown(row, column))
        .map(|text| {
            let text_folded = fold(text);
            let whole = strsim::jaro_winkler(&wanted, &text_folded);
            let word = text_folded
                .split(' ')
                .map(|word| 0.95 * strsim::jaro_winkler(&wanted, word))
                .fold(0.0, f64::max);
            (whole.max(word), text)
        })
        .collect();
    near.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    near.dedup_by_key(|(_, text)| *text);
    near.into_iter()
        .filter(|(score, _)| *score >= 0.7)
        .take(CLOSEST)
        .map(|(_, text)| text.to_owned())
        .collect()
}

impl Parser<'_> {
    /// Takes what names a record that the table does not have: a code of the shape that its codes have, or a proper name.
    pub(super) fn take_missing(&mut self) -> Option<Missing> {
        self.numbered();
        self.missing_code().or_else(|| self.missing_name())
    }

    /// The year that the rows are narrowed to, where a row is a year and none is that one.
    pub(super) fn absent_year(&self, filter: &[Condition]) -> Option<Missing> {
        let view = self.view;
        let is_row = |column: usize| {
            view.is_year(column) && (view.keys.contains(&column) || view.label == column)
        };
        let absent = |condition: &Condition| {
            let [(Op::Equal, wanted)] = &condition.any_of[..] else {
                return None;
            };
            let number = wanted.number()?;
            let column = condition.column;
            let is_other = |other: Decimal| other != number;
            (is_row(column) && view.numbers(column).all(is_other)).then(|| Missing {
                mention: number.to_string(),
                column,
                closest: Vec::new(),
                is_name: false,
                rest: None,
            })
        };
        filter.iter().find_map(absent)
    }

    /// `roll number 1017`: a number that stands for a record, known or not, is read after the name of its column or of a row.
    fn numbered(&mut self) {
        let numeric: Vec<usize> = self
            .view
            .keys
            .iter()
            .copied()
            .filter(|key| self.view.column(*key).kind == CellKind::Number)
            .collect();
        for at in self.free(|meaning| matches!(meaning, Meaning::Number(_))) {
            let Meaning::Number(number) = self.pieces[at].meaning.clone() else {
                continue;
            };
            #[expect(
                clippy::wildcard_enum_match_arm,
                reason = "of all meanings a few count here, and a new one is not among them"
            )]
            let names_key = |place: usize| match &self.pieces[place].meaning {
                Meaning::Noun => numeric.first().copied(),
                Meaning::Column(columns) => columns
                    .iter()
                    .copied()
                    .find(|column| numeric.contains(column)),
                _ => None,
            };
            let Some(place) = at.checked_sub(1) else {
                continue;
            };
            let Some(key) = names_key(place) else {
                continue;
            };
            let is = |row: &usize| {
                self.view.rows[*row][key]
                    .as_ref()
                    .and_then(crate::value::Value::number)
                    == Some(number.value)
            };
            let rows: Vec<usize> = (0..self.view.rows.len()).filter(is).collect();
            if !rows.is_empty() {
                self.pieces[at].meaning = Meaning::Record { rows, key };
                self.take(place);
            } else if number.decimals == 0 && !number.percent {
                self.pieces[at].meaning = Meaning::Unknown;
                self.take(place);
            }
        }
    }

    fn missing_code(&mut self) -> Option<Missing> {
        for at in self.free(|meaning| matches!(meaning, Meaning::Unknown)) {
            let text = self.text(at);
            if !text.chars().any(|c| c.is_ascii_digit()) {
                continue;
            }
            let fits = |key: &&usize| {
                let shapes: HashSet<String> = (0..self.view.rows.len())
                    .filter_map(|row| self.view.shown(row, **key))
                    .map(shape)
                    .collect();
                let lengths: HashSet<usize> = shapes.iter().map(String::len).collect();
                let codes = shapes
                    .iter()
                    .all(|shape| shape.contains('9') && !shape.contains(' '));
                // `20th` is as long as a year and none.
                let letters = |text: &str| text.contains(char::is_alphabetic);
                let written = !letters(&text) || shapes.iter().any(|shape| letters(shape));
                // `2018-19` is as long as a number of seven digits and none.
                let written = written && shapes.iter().any(|shape| signs(shape) == signs(&text));
                shapes.contains(&shape(&text))
                    || (codes && written && lengths.contains(&text.len()))
            };
            if let Some(key) = self.view.keys.iter().find(fits).copied() {
                self.take(at);
                return Some(Missing {
                    closest: Vec::new(),
                    mention: text,
                    column: key,
                    is_name: false,
                    rest: None,
                });
            }
        }
        None
    }

    /// Whether a name with a capital stands directly beside these pieces: the mention is a part of a longer name, `New` of `New York`.
    fn goes_on(&self, first: usize, last: usize) -> bool {
        let capital = |place: usize| {
            let piece = &self.pieces[place];
            let named = matches!(
                piece.meaning,
                Meaning::Record { .. } | Meaning::Category { .. }
            );
            named && piece.from > 0 && self.tokens[piece.from].is_capital()
        };
        let parted = self.tokens[self.pieces[last].to - 1].breaks;
        let before = first
            .checked_sub(1)
            .filter(|place| !self.tokens[self.pieces[*place].to - 1].breaks);
        before.is_some_and(capital)
            || (!parted && last + 1 < self.pieces.len() && capital(last + 1))
    }

    fn missing_name(&mut self) -> Option<Missing> {
        let view = self.view;
        if view.column(view.label).kind != CellKind::Text || !view.keys.contains(&view.label) {
            return None;
        }
        let unknown = self.free(|meaning| matches!(meaning, Meaning::Unknown));
        let (first, last) = (*unknown.first()?, *unknown.last()?);
        let together = last + 1 - first == unknown.len();
        let named = |place: &usize| {
            let token = &self.tokens[self.pieces[*place].from];
            token.is_capital()
                && token.number.is_none()
                && !token.text.chars().any(|c| c.is_ascii_digit())
        };
        let mention = unknown
            .iter()
            .map(|place| self.text(*place))
            .collect::<Vec<_>>()
            .join(" ");
        // The first word has a capital whatever it is: `Why is ...`.
        let begins = unknown.len() == 1 && self.pieces[first].from == 0;
        if begins || !together || !unknown.iter().all(named) || unknown.len() > 4 {
            return None;
        }
        // `EU countries` are no country that is called EU.
        let narrows = !self.tokens[self.pieces[last].to - 1].breaks
            && (self.pieces.get(last + 1)).is_some_and(|next| next.meaning == Meaning::Noun);
        if narrows || self.goes_on(first, last) {
            return None;
        }
        for place in unknown {
            self.take(place);
        }
        Some(Missing {
            closest: Vec::new(),
            mention,
            column: view.label,
            is_name: true,
            rest: None,
        })
    }
}
