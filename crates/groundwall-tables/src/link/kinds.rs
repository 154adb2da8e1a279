//! Of columns that are called alike, the one of the kind that is asked for: published tables give a number, its share and its error side by side.

use super::columns::parts;
use super::{Meaning, Piece};
use crate::view::View;
use crate::words::{ENGLISH, Token};
use std::collections::HashSet;

/// Leaves out columns of errors that nobody asks for, then shares or all but shares.
pub(super) fn choose(view: &View, tokens: &[Token], pieces: &mut [Piece]) {
    let rate = tokens.iter().any(|token| {
        ENGLISH.rates.has(&token.stem) || token.number.as_ref().is_some_and(|number| number.percent)
    });
    let how_many = tokens
        .windows(2)
        .any(|pair| pair[0].folded == "how" && pair[1].folded == "many");
    for piece in pieces.iter_mut() {
        if let Meaning::Most { columns, .. } = &mut piece.meaning {
            measured(view, columns);
        }
        let Meaning::Column(columns) = &mut piece.meaning else {
            continue;
        };
        if !rate && how_many {
            counted(view, &tokens[piece.from..piece.to], columns);
        }
        if columns.len() < 2 {
            continue;
        }
        keep(columns, |column| !is_unasked_error(view, tokens, *column));
        // A place in an order is no share.
        let is_asked = |column: &usize| {
            let share = view.is_share(*column);
            share == rate && !(share && view.is_rank(*column))
        };
        if columns.iter().any(is_asked) {
            columns.retain(is_asked);
        } else {
            keep(columns, |column| !view.is_share(*column));
        }
        measured(view, columns);
        plain(view, columns);
    }
    said(view, tokens, pieces);
    behind_values(tokens, pieces);
}

/// `how many women finished`, of `Number of finishers (women)` and `Women finishers (%)`: the column that counts them, also where the words are the whole name of a
/// share.
fn counted(view: &View, words: &[Token], columns: &mut Vec<usize>) {
    if !columns.iter().all(|column| view.is_percent(*column)) {
        return;
    }
    let says_all = |column: &usize| {
        let mut words = words.iter();
        words.all(|word| parts(view, &word.stem).contains(column))
    };
    let counts: Vec<usize> = (0..view.base)
        .filter(|column| view.is_numeric(*column) && !view.is_share(*column))
        .filter(says_all)
        .collect();
    if !counts.is_empty() {
        *columns = counts;
    }
}

/// `fatalities`, of these and of fire fatalities: the column whose name the names of all others hold.
fn plain(view: &View, columns: &mut Vec<usize>) {
    let words = |column: usize| -> HashSet<String> {
        let words = view.name_words(column).own.iter().cloned();
        let silent = |word: &String| matches!(word.as_str(), "no" | "nr" | "number" | "of" | "the");
        words.filter(|word| !silent(word)).collect()
    };
    let names: Vec<HashSet<String>> = columns.iter().map(|column| words(*column)).collect();
    let plainest = names.iter().position(|name| {
        let mut others = names.iter().filter(|other| *other != name).peekable();
        !name.is_empty() && others.peek().is_some() && others.all(|other| name.is_subset(other))
    });
    if let Some(place) = plainest {
        let name = names[place].clone();
        let mut kept = names.iter().map(|other| *other == name);
        columns.retain(|_| kept.next() == Some(true));
    }
}

/// `rain`, of actual, usual and record rain: what was measured, where no more is said.
fn measured(view: &View, columns: &mut Vec<usize>) {
    let is_actual = |column: &usize| {
        let name = &view.name_words(*column).own;
        name.iter().any(|word| ENGLISH.actual.has(word))
    };
    keep(columns, is_actual);
}

/// `an outstanding rating`: the value says it, and the word what kind of value it is.
fn behind_values(tokens: &[Token], pieces: &mut [Piece]) {
    for at in 1..pieces.len() {
        let (before, own) = (&pieces[at - 1], &pieces[at]);
        let is_kind = own.meaning == Meaning::Unknown
            && own.to == own.from + 1
            && ENGLISH.kinds_of_value.has(&tokens[own.from].folded);
        let of_value = matches!(before.meaning, Meaning::Category { .. });
        if is_kind && of_value && !tokens[before.to - 1].breaks {
            pieces[at].meaning = Meaning::Function;
        }
    }
}

/// Whether a column holds errors and none of its words for them is said.
pub(crate) fn is_unasked_error(view: &View, tokens: &[Token], column: usize) -> bool {
    let mut errors = view
        .name_words(column)
        .own
        .iter()
        .filter(|word| ENGLISH.errors.has(word))
        .peekable();
    errors.peek().is_some() && !errors.any(|word| tokens.iter().any(|token| token.stem == *word))
}

/// `the uninsured rate`: a word for a share says no more than the column of shares beside it.
fn said(view: &View, tokens: &[Token], pieces: &mut [Piece]) {
    let share = |piece: &Piece| matches!(&piece.meaning, Meaning::Column(columns) if columns.iter().all(|column| view.is_share(*column)));
    if !pieces.iter().any(share) {
        return;
    }
    for piece in pieces {
        let words = &tokens[piece.from..piece.to];
        if matches!(piece.meaning, Meaning::Unknown | Meaning::Share)
            && words.iter().all(|word| ENGLISH.rates.has(&word.stem))
        {
            piece.meaning = Meaning::Function;
        }
    }
}

/// Keeps what passes, where something does.
fn keep(columns: &mut Vec<usize>, passes: impl Fn(&usize) -> bool) {
    if columns.iter().any(&passes) {
        columns.retain(passes);
    }
}
