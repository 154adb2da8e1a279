//! Readings of a claim by the figure that it states: among the cells of the rows that it names, their sums and their number, those that are this figure.

use super::senses::is_name;
use super::sketch::{Said, days};
use crate::link::{Meaning, Piece, year_of};
use crate::pack::phrase;
use crate::query::{Asserted, Condition, Function, Op, Query, Select};
use crate::run::{Outcome, held, rows_of, run};
use crate::value::Value;
use crate::view::View;
use crate::words::{ENGLISH, written};
use std::collections::HashSet;

/// Rows whose cells are looked at one by one: of more than these a sum, a mean or their number is meant.
const ROWS: usize = 3;

/// A query that gives the figure.
pub(super) struct Valued {
    pub(super) query: Query,
    pub(super) outcome: Outcome,
    /// First and last token of the words that the table does not know.
    pub(super) left_out: Vec<(usize, usize)>,
    /// Whether one of them is a name, or turns what is said.
    pub(super) telling: bool,
}

/// What a question names for it.
#[derive(Default)]
struct Named {
    filter: Vec<Condition>,
    /// Conditions of the days that are named.
    days: Vec<Condition>,
    columns: Vec<usize>,
    function: Option<Function>,
    share: bool,
    /// Whether it is asked how many rows there are: `how many counties`.
    rows: bool,
    left_out: Vec<(usize, usize)>,
    telling: bool,
}

/// All queries that give the figure which is stated.
pub(super) fn readings(said: Said<'_>, states: &Asserted) -> Vec<Valued> {
    if !matches!(states, Asserted::Number { .. }) {
        return Vec::new();
    }
    let Some(named) = named(said) else {
        return Vec::new();
    };
    let view = said.view;
    let rows = rows_of(view, None, &named.filter);
    let mut selects = Vec::new();
    for column in columns(said, &named) {
        match named.function {
            Some(function) => selects.push(Select::Aggregate { function, column }),
            None if rows.len() <= ROWS && !named.filter.is_empty() => {
                selects.extend(rows.iter().map(|row| Select::Record {
                    rows: vec![*row],
                    columns: vec![column],
                }));
            }
            // What all rows of it say is said of it: the length of a race, in a table with a row a stage.
            None if !named.filter.is_empty() && all_say_the_same(view, &rows, column) => {
                selects.push(Select::Record {
                    rows: vec![rows[0]],
                    columns: vec![column],
                });
            }
            None => {}
        }
        if named.function.is_none() && rows.len() > 1 && !view.is_share(column) {
            let function = Function::Sum;
            selects.push(Select::Aggregate { function, column });
        }
    }
    let counts = !named.filter.is_empty() || named.rows;
    if named.function.is_none() && counts && rows.len() > 1 {
        selects.push(Select::Count);
    }
    let valued = |select: Select| {
        let query = Query {
            select,
            filter: named.filter.clone(),
            group: None,
            limit: None,
            asserted: vec![states.clone()],
            negated: false,
        };
        let outcome = run(view, &query).ok()?;
        (held(view, &query, &outcome) == Some(true)).then(|| Valued {
            query,
            outcome,
            left_out: named.left_out.clone(),
            telling: named.telling,
        })
    };
    selects.into_iter().filter_map(valued).collect()
}

/// Whether all rows, of which there are some, have one figure in a column.
fn all_say_the_same(view: &View, rows: &[usize], column: usize) -> bool {
    let Some((first, others)) = rows.split_first() else {
        return false;
    };
    let of = |row: &usize| view.rows[*row][column].as_ref();
    of(first).is_some() && others.iter().all(|row| of(row) == of(first))
}

/// The columns of figures: those that are named, else all.
fn columns(said: Said<'_>, named: &Named) -> Vec<usize> {
    let view = said.view;
    let holds = |column: &usize| {
        view.is_numeric(*column)
            && !view.is_year(*column)
            && !view.is_serial(*column)
            && (!named.share || view.is_share(*column))
    };
    let own: Vec<usize> = named.columns.iter().copied().filter(holds).collect();
    if !own.is_empty() {
        return own;
    }
    most_named(said, (0..view.columns.len()).filter(holds))
}

/// Of some columns those that have most words of the claim: `new-build house` is said of the column `New houses`.
fn most_named(said: Said<'_>, columns: impl Iterator<Item = usize>) -> Vec<usize> {
    let columns: Vec<usize> = columns.collect();
    let words: HashSet<String> = phrase(&written(said.tokens)).into_iter().collect();
    let shared = |column: &usize| {
        let parts = &said.view.columns[*column].parts;
        parts.intersection(&words).count()
    };
    let most = columns.iter().map(shared).max().unwrap_or_default();
    columns
        .into_iter()
        .filter(|column| shared(column) == most)
        .collect()
}

/// What is named; none where a word asks for something else, or another number is left.
fn named(said: Said<'_>) -> Option<Named> {
    let mut named = Named::default();
    let mut columned: Vec<(&Vec<usize>, (usize, usize))> = Vec::new();
    let than = said
        .pieces
        .iter()
        .any(|piece| piece.meaning == Meaning::Compare);
    for piece in said.pieces {
        let words = &said.tokens[piece.from..piece.to];
        match &piece.meaning {
            Meaning::Record { rows, key } => {
                let values = rows
                    .iter()
                    .filter_map(|row| said.view.rows[*row][*key].clone());
                named.add(*key, values);
            }
            Meaning::Category { column, value } => {
                named.add(*column, [Value::Text(value.clone())]);
            }
            Meaning::Part { column, values } => {
                named.add(*column, values.iter().cloned().map(Value::Text));
            }
            // `companies of the S&P 500`
            Meaning::Number(_) if is_of_a_name(said, piece) => {
                named.telling = true;
                named.left_out.push((piece.from, piece.to));
            }
            Meaning::Number(number) => {
                year_of(words.first()?)?;
                named.add(said.year_column()?, [Value::Number(number.value)]);
            }
            Meaning::Column(columns) => {
                named
                    .columns
                    .extend(most_named(said, columns.iter().copied()));
                columned.push((columns, (piece.from, piece.to)));
            }
            Meaning::Apply(function) => {
                if named.function.is_some_and(|other| other != *function) {
                    return None;
                }
                named.function = Some(*function);
            }
            Meaning::Share => named.share = true,
            Meaning::Unknown => {
                let place = |(place, token)| is_name(piece, place, token);
                named.telling |= words.iter().enumerate().any(place)
                    || words.iter().any(|token| ENGLISH.telling.has(&token.folded));
                named.left_out.push((piece.from, piece.to));
            }
            Meaning::Noun
            | Meaning::Title
            | Meaning::Function
            | Meaning::Unit(_)
            | Meaning::And
            | Meaning::Each
            | Meaning::Count => {}
            // `emissions under the trading system`
            Meaning::Op(Op::Less | Op::More) if !than => {}
            Meaning::Date(from, to) => named.days.extend(days(said.view, *from, *to)?),
            Meaning::Op(_)
            | Meaning::Behind(_)
            | Meaning::Between
            | Meaning::Most { .. }
            | Meaning::Than { .. }
            | Meaning::Compare
            | Meaning::Rank
            | Meaning::Distinct
            | Meaning::Not
            | Meaning::Or
            | Meaning::About
            | Meaning::Quantity(_)
            | Meaning::Nth(_)
            | Meaning::Zero
            | Meaning::Any
            | Meaning::Negative
            | Meaning::Absent
            | Meaning::Frequent { .. } => return None,
        }
    }
    let counted = |pair: &[Piece]| {
        let own = |piece: &Piece| matches!(piece.meaning, Meaning::Noun | Meaning::Title);
        pair[0].meaning == Meaning::Count && own(&pair[1])
    };
    named.rows = said.pieces.windows(2).any(counted)
        && said
            .pieces
            .iter()
            .any(|piece| piece.meaning == Meaning::Noun);
    // A column of words of which nothing is asked: `and also held the green jersey`.
    for (columns, span) in columned {
        let used = |column: &usize| {
            said.view.is_numeric(*column)
                || *column == said.view.label
                || named.filter.iter().any(|one| one.column == *column)
        };
        if !columns.iter().any(used) {
            named.telling = true;
            named.left_out.push(span);
        }
    }
    let days = std::mem::take(&mut named.days);
    named.filter.extend(days);
    Some(named)
}

/// Whether a number stands right behind a name that the table does not know and is no year.
fn is_of_a_name(said: Said<'_>, piece: &Piece) -> bool {
    let [number] = &said.tokens[piece.from..piece.to] else {
        return false;
    };
    let mut before = said.pieces.iter().filter(|other| other.to == piece.from);
    let is_name = |other: &Piece| {
        let word = &said.tokens[other.to - 1];
        other.meaning == Meaning::Unknown && !word.breaks && word.is_capital()
    };
    year_of(number).is_none()
        && number.text.chars().all(|c| c.is_ascii_digit())
        && before.next().is_some_and(is_name)
}

impl Named {
    /// That a column has one of some values; values of one column are alternatives.
    fn add(&mut self, column: usize, values: impl IntoIterator<Item = Value>) {
        let place = self.filter.iter().position(|one| one.column == column);
        let place = place.unwrap_or_else(|| {
            self.filter.push(Condition {
                column,
                any_of: Vec::new(),
            });
            self.filter.len() - 1
        });
        let known = &mut self.filter[place].any_of;
        for value in values {
            if !known.iter().any(|(_, other)| *other == value) {
                known.push((Op::Equal, value));
            }
        }
    }
}
