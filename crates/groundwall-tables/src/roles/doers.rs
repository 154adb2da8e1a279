//! Who does what: whether somebody stands in the column of those who do it.

use super::{Bound, Kind, Roles, is_copula};
use crate::link::Piece;
use crate::parse::Mood;
use crate::query::{Query, Select};
use crate::run::rows_of;
use crate::value::Value;
use crate::view::value_stems;
use crate::words::{Deed, ENGLISH, deed_of, is_function, stem};
use std::collections::HashSet;

/// Words of a name of somebody or something, at most.
const NAME: usize = 6;
/// Different names from which a column is one of names.
const NAMES: usize = 3;
/// Rows among which one is looked for by who stands in it, at most.
const FEW: usize = 200;

/// A value that somebody is known by, and words for what they do.
struct Doer {
    column: Option<usize>,
    /// Stems of how the text names them; empty where it asks who it is.
    said: Vec<String>,
    nouns: Vec<String>,
    /// The verb, where no deed of the list has it.
    verb: Option<String>,
}

impl Roles<'_> {
    /// Whether somebody who does something stands in another column than the one of those who do it.
    pub(super) fn exchanges_doers(&self, query: &Query, bound: &Bound) -> bool {
        let mut doers = self.doers().into_iter();
        doers.any(|doer| self.is_another(&doer, query, bound))
    }

    /// Those who do something, as far as a column may say so: in front of an active verb, behind `by`, and where a deed has a `from` or `to`, behind these.
    fn doers(&self) -> Vec<Doer> {
        let mut doers = Vec::new();
        for (place, piece) in self.pieces.iter().enumerate() {
            let column = piece.column_of_value();
            let asks = place == 0 && self.tokens[piece.from].folded == "who";
            if column.is_none() && !(asks && self.mood == Mood::Question) {
                continue;
            }
            let article = |at: &usize| matches!(self.tokens[*at].folded.as_str(), "the" | "a");
            let lead = (0..piece.from).rev().find(|at| !article(at));
            let doer = match lead.map(|at| (at, self.tokens[at].folded.as_str())) {
                Some((at, "by")) => self.doer(piece, at.checked_sub(1)),
                Some((_, lead @ ("from" | "to"))) => self.receiver(piece, lead),
                // `when was it painted`
                Some((_, lead)) if is_copula(lead) => None,
                Some(_) | None => self.doer(piece, Some(piece.to)),
            };
            doers.extend(doer);
        }
        doers
    }

    /// Who does what the verb at a place says.
    fn doer(&self, piece: &Piece, verb: Option<usize>) -> Option<Doer> {
        let (column, said) = (piece.column_of_value(), self.said_of(piece));
        let verb = &self.tokens.get(verb?)?.folded;
        if let Some(deed) = deed_of(verb) {
            return (!deed.by.is_empty()).then(|| Doer {
                column,
                said: said.clone(),
                nouns: deed.by.clone(),
                verb: None,
            });
        }
        let is_verb = verb.ends_with("ed") && !is_function(verb);
        is_verb.then(|| Doer {
            column,
            said,
            nouns: Vec::new(),
            verb: Some(verb.trim_end_matches("ed").to_owned()),
        })
    }

    /// The words of a value, as stems; none where it is asked for.
    fn said_of(&self, piece: &Piece) -> Vec<String> {
        if piece.column_of_value().is_none() {
            return Vec::new();
        }
        let words = self.tokens[piece.from..piece.to].iter();
        words.map(|token| token.stem.clone()).collect()
    }

    fn receiver(&self, piece: &Piece, lead: &str) -> Option<Doer> {
        let mut deeds = self
            .tokens
            .iter()
            .filter_map(|token| deed_of(&token.folded));
        let nouns = deeds.find_map(|deed| {
            let nouns = if lead == "from" { &deed.from } else { &deed.to };
            (!nouns.is_empty()).then(|| nouns.clone())
        })?;
        Some(Doer {
            column: piece.column_of_value(),
            said: self.said_of(piece),
            nouns,
            verb: None,
        })
    }

    /// Whether a column is called by who does it: `Buyer`, `Acquiring Company`.
    fn is_called_by(&self, column: usize, doer: &Doer) -> bool {
        let name = self.written(column);
        let mut words = name.split(|c: char| !c.is_alphanumeric());
        let formed = |word: &str| {
            let behind = (doer.verb.as_deref())
                .filter(|verb| verb.len() > 2)
                .and_then(|verb| word.strip_prefix(verb));
            behind.is_some_and(|end| matches!(end, "er" | "or" | "ers" | "ors" | "ing"))
        };
        words.any(|word| doer.nouns.iter().any(|noun| noun == word) || formed(word))
    }

    /// Whether somebody does not stand in the column of who does it, or may as well stand in another one of names, where none is called so.
    fn is_another(&self, doer: &Doer, query: &Query, bound: &Bound) -> bool {
        let text = |column: &usize| self.kind_of(*column) == Kind::Text;
        let called: Vec<usize> = (0..self.view.base)
            .filter(text)
            .filter(|column| self.is_called_by(*column, doer))
            .collect();
        if doer.said.is_empty() {
            let mut told = bound.told.iter().filter(|column| text(column)).peekable();
            return told.peek().is_some()
                && !called.is_empty()
                && !told.any(|column| called.contains(column));
        }
        if !called.is_empty() {
            let rows = self.rows_of(query);
            let stands = |row: &usize, column: &usize| {
                let cell = self.view.rows[*row][*column]
                    .as_ref()
                    .and_then(Value::as_text);
                cell.is_some_and(|cell| {
                    let stems = value_stems(&cell);
                    doer.said.iter().all(|word| stems.contains(word))
                })
            };
            return !rows.is_empty()
                && !rows
                    .iter()
                    .any(|row| called.iter().any(|column| stands(row, column)));
        }
        let Some(own) = doer.column.filter(|column| bound.has(*column)) else {
            return false;
        };
        let mut others = (0..self.view.base)
            .filter(|other| *other != own)
            .filter(text);
        self.holds_names(own) && others.any(|other| self.holds_names(other))
    }

    /// The rows that a query is about, where they are few.
    fn rows_of(&self, query: &Query) -> Vec<usize> {
        let rows = if let Select::Record { rows, .. } = &query.select {
            rows.clone()
        } else if query.filter.is_empty() {
            Vec::new()
        } else {
            rows_of(self.view, None, &query.filter)
        };
        if rows.len() > FEW { Vec::new() } else { rows }
    }

    /// Whether a column holds names of people or things, each with a capital.
    fn holds_names(&self, column: usize) -> bool {
        let cells = self.view.stored.table.rows.iter();
        let texts: Vec<&str> = cells
            .filter_map(|row| row.cells[column].as_ref())
            .map(|cell| cell.text.as_str())
            .collect();
        let different: HashSet<&&str> = texts.iter().collect();
        let name = |text: &&&str| {
            let words: Vec<&str> = text.split_whitespace().collect();
            let capital = |word: &str| word.chars().next().is_some_and(char::is_uppercase);
            (2..=NAME).contains(&words.len())
                && capital(words[0])
                && words.last().is_some_and(|word| capital(word))
        };
        different.len() >= NAMES && 2 * texts.iter().filter(name).count() > texts.len()
    }

    /// Whether it is said who won, and nothing that is read tells it.
    pub(super) fn decides_nothing(&self, bound: &Bound) -> bool {
        let says = |deed: &&Deed| {
            let mut words = self.tokens.iter().map(|token| &token.folded);
            words.any(|word| deed.verbs.has(word) || deed.by.contains(word))
        };
        let mut decided = (ENGLISH.deeds.iter()).filter(|deed| deed.decides && says(deed));
        decided.any(|deed| {
            let nouns: HashSet<String> = deed.by.iter().chain(&deed.of).map(|w| stem(w)).collect();
            let tells = |column: usize| {
                let name = self.name_of(column);
                !name.is_disjoint(&nouns)
            };
            // `won 2,053 votes` says the votes.
            let figure = |column: &usize| {
                self.kind_of(*column) == Kind::Figure
                    && !self.name_of(*column).is_disjoint(&self.words)
            };
            !bound.all().any(tells) && !bound.told.iter().any(figure)
        })
    }
}
