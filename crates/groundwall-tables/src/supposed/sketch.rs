//! Readings of a question as a bag: which values, numbers, columns and operators it names, whatever the words between them. Each is a query that was put
//! together from all of them; nothing that is named is left out but plain words, and those are told.

mod bag;
mod extremes;
mod numbers;
mod put;
mod queries;
mod sides;
mod targets;

use crate::link::{Meaning, Piece};
use crate::query::Query;
use crate::view::View;
use crate::words::{ENGLISH, Token};
use bag::Bag;
pub(super) use numbers::days;
use std::collections::HashSet;

/// A question as a table reads it.
#[derive(Clone, Copy)]
pub(super) struct Said<'a> {
    pub(super) view: &'a View,
    pub(super) tokens: &'a [Token],
    pub(super) pieces: &'a [Piece],
    /// Whether its answer is stated, which tells a wrong reading.
    pub(super) answered: bool,
    /// Folded names that the text around the table says: they say what all its rows are of.
    pub(super) around: &'a HashSet<String>,
}

impl<'a> Said<'a> {
    /// The words of a piece.
    fn words(&self, at: usize) -> &'a [Token] {
        let piece = &self.pieces[at];
        &self.tokens[piece.from..piece.to]
    }

    /// Whether the text around the table says all of these words.
    fn is_around(&self, words: &[Token]) -> bool {
        words
            .iter()
            .all(|token| self.around.contains(&token.folded))
    }

    /// Whether a word names the column that names the rows, some of which have one name.
    fn names_rows(&self) -> bool {
        let label = &self.view.columns[self.view.label];
        let names = |at: usize| {
            let mut words = self.words(at).iter();
            self.pieces[at].meaning == Meaning::Noun
                && words.any(|token| label.parts.contains(&token.stem))
        };
        label.values.values().any(|rows| rows.len() > 1) && (0..self.pieces.len()).any(names)
    }

    /// The first column of years.
    pub(super) fn year_column(&self) -> Option<usize> {
        (0..self.view.columns.len()).find(|column| self.view.is_year(*column))
    }
}

/// Ways to read the pieces that may be read in two ways, at most.
const WAYS: usize = 16;

/// What it costs to leave a word out, in words that name a column.
const LEFT_OUT: f32 = 0.5;

/// A query that was put together from what a question names.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Sketch {
    pub(super) query: Query,
    /// How much speaks for the columns that it computes over: a word that is a part of their names counts one.
    pub(super) speaks: f32,
    /// First and last token of what was left out.
    pub(super) left_out: Vec<(usize, usize)>,
    /// Of these, the words that the table does not know; none where rows are counted, of which any of them may be a condition.
    pub(super) unsaid: Vec<(usize, usize)>,
    /// Whether one of them stands neither where a row is named nor behind a value or column: it may be a condition.
    pub(super) telling: bool,
    /// Columns that words were taken for which are no part of their names, with the words' first and last token.
    pub(super) taken_for: Vec<(usize, usize, usize)>,
    /// The least that words and the column that they were taken for are alike; 1 where none was.
    pub(super) alike: f32,
}

/// How much alike a piece and the name of a column are, as a cosine; by places.
pub(super) type Alike<'a> = &'a dyn Fn(usize, usize) -> f32;

/// All sketches of a question, those first for which most speaks.
pub(super) fn sketches(said: Said<'_>, alike: Alike<'_>) -> Vec<Sketch> {
    let mut found: Vec<Sketch> = Vec::new();
    for way in ways(said) {
        let said = Said {
            pieces: &way,
            ..said
        };
        let Some(bag) = Bag::of(said) else {
            continue;
        };
        for sketch in queries::of(said, &bag, alike) {
            if found.iter().all(|other| other.query != sketch.query) {
                found.push(sketch);
            }
        }
    }
    let worth = |one: &Sketch| one.speaks - LEFT_OUT * one.left_out.len() as f32;
    found.sort_by(|a, b| worth(b).total_cmp(&worth(a)));
    found
}

/// The pieces, and again with each that may be read otherwise read so.
fn ways(said: Said<'_>) -> Vec<Vec<Piece>> {
    let mut ways = vec![said.pieces.to_vec()];
    for (at, piece) in said.pieces.iter().enumerate() {
        let Some(other) = otherwise(said, piece) else {
            continue;
        };
        let mut more = ways.clone();
        for way in &mut more {
            way[at].meaning = other.clone();
        }
        ways.extend(more);
        if ways.len() >= WAYS {
            break;
        }
    }
    ways
}

/// Another reading of a piece.
fn otherwise(said: Said<'_>, piece: &Piece) -> Option<Meaning> {
    let Said { view, pieces, .. } = said;
    let own = &said.tokens[piece.from..piece.to];
    if let Meaning::Category { column, value } = &piece.meaning {
        // `federal` beside `federal - legislative`: the narrower says both.
        let is_narrower = |other: &Piece| {
            matches!(&other.meaning, Meaning::Category { column: same, value: longer }
                if same == column && longer != value && words(longer).is_superset(&words(value)))
        };
        return pieces.iter().any(is_narrower).then_some(Meaning::Title);
    }
    // A part of a name that is written as a common word: `whales` of `Prince of Whales`.
    if matches!(piece.meaning, Meaning::Record { .. }) {
        // Of whom a claim speaks is not passed over.
        if said.answered {
            return None;
        }
        let common = own.iter().all(|token| !token.is_capital());
        return (common || is_of_what_is_asked(said, piece)).then_some(Meaning::Unknown);
    }
    let [word] = own else {
        return None;
    };
    if piece.meaning == Meaning::Unknown {
        return shortened(view, word).or_else(|| shortened_column(view, word));
    }
    // `women`, where a column is called `menWomen` and has that value.
    let names = matches!(piece.meaning, Meaning::Column(_));
    names.then(|| value_called(view, word)).flatten()
}

/// `Which Minnesota city`, of a table with a `Minnesota City` among others: what is asked for is not one of them.
fn is_of_what_is_asked(said: Said<'_>, piece: &Piece) -> bool {
    let asks = |at: usize| said.tokens[at].is_which();
    let noun = |token: &Token| !token.is_capital() && said.view.nouns.contains(&token.stem);
    let last = said.tokens.get(piece.to).into_iter();
    let last = last.chain(&said.tokens[piece.from + 1..piece.to]);
    piece.from.checked_sub(1).is_some_and(asks) && last.into_iter().any(noun)
}

fn words(value: &str) -> HashSet<&str> {
    value.split(|c: char| !c.is_alphanumeric()).collect()
}

/// Letters of a shortened word, at least.
const SHORT: usize = 3;
/// Values of a column that may be shortened words, at most.
const FEW: usize = 12;

/// The value of a column of few that a word begins with: `coc` for `cocaine`.
fn shortened(view: &View, token: &Token) -> Option<Meaning> {
    let mut found = (0..view.base)
        .filter(|column| (2..=FEW).contains(&view.columns[*column].values.len()))
        .filter_map(|column| {
            let values = view.columns[column].values.keys();
            let begins = |value: &&String| {
                value.len() >= SHORT
                    && token.folded.len() > value.len()
                    && token.folded.starts_with(value.as_str())
            };
            let value = values.filter(begins).max_by_key(|value| value.len())?;
            Some(Meaning::Category {
                column,
                value: value.clone(),
            })
        });
    found.next().filter(|_| found.next().is_none())
}

/// The one column whose name a word begins with: `bath` for `bathrooms`.
fn shortened_column(view: &View, token: &Token) -> Option<Meaning> {
    let begins = |column: &usize| {
        let name = view.display(*column).to_lowercase();
        name.len() >= SHORT
            && token.folded.len() > name.len()
            && token.folded.starts_with(name.as_str())
    };
    if ENGLISH.telling.has(&token.folded) {
        return None;
    }
    let mut found = (0..view.base).filter(begins);
    let column = found.next()?;
    (found.next().is_none()).then(|| Meaning::Column(vec![column]))
}

/// The one value of a column of categories that is called as a word is.
fn value_called(view: &View, token: &Token) -> Option<Meaning> {
    let mut found = (0..view.base).filter_map(|column| {
        let about = &view.columns[column];
        let kept = !about.truth && !view.keys.contains(&column) && column != view.label;
        let value = about
            .values
            .keys()
            .find(|value| **value == token.folded)
            .filter(|_| kept)?;
        Some(Meaning::Category {
            column,
            value: value.clone(),
        })
    });
    found.next().filter(|_| found.next().is_none())
}
