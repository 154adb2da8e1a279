//! Of columns that are called alike, the one of the kind that is asked for: published tables give a number, its share and its error side by side.

use super::{Meaning, Piece};
use crate::pack::phrase;
use crate::view::View;
use crate::words::{ENGLISH, Token};

/// Leaves out columns of errors that nobody asks for, then shares or all but shares.
pub(super) fn choose(view: &View, tokens: &[Token], pieces: &mut [Piece]) {
    let rate = tokens.iter().any(|token| {
        ENGLISH.rates.has(&token.stem) || token.number.as_ref().is_some_and(|number| number.percent)
    });
    for piece in pieces.iter_mut() {
        let Meaning::Column(columns) = &mut piece.meaning else {
            continue;
        };
        if columns.len() < 2 {
            continue;
        }
        keep(columns, |column| !is_unasked_error(view, tokens, *column));
        let shares = columns
            .iter()
            .filter(|column| view.is_share(**column))
            .count();
        if shares > 0 && shares < columns.len() {
            columns.retain(|column| view.is_share(*column) == rate);
        }
    }
    said(view, tokens, pieces);
}

/// Whether a column holds errors and none of its words for them is said.
pub(crate) fn is_unasked_error(view: &View, tokens: &[Token], column: usize) -> bool {
    let words = phrase(&view.column(column).name);
    let mut errors = words
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
