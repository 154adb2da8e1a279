//! How long something lasted: `how long`, `for how many years`, `the longest`, of a table with a column of its beginning and one of its end.

use super::{Meaning, Piece};
use crate::view::View;
use crate::view::spans::Span;
use crate::words::{ENGLISH, Token};

/// Makes the time between beginning and end of words that ask for it, and of several such times the one that is spoken of.
pub(super) fn choose(view: &View, tokens: &[Token], pieces: &mut Vec<Piece>) {
    if view.spans.is_empty() {
        return;
    }
    let meant = spoken_of(view, tokens, pieces);
    let is_span = |column: &usize| view.span(*column).is_some();
    // What holds a length of its own is asked for before what is computed.
    let other = (0..view.base).any(|column| {
        let parts = &view.columns[column].parts;
        ["length", "long", "durat"]
            .iter()
            .any(|word| parts.contains(*word))
    });
    let mut next = 0;
    while next < pieces.len() {
        let at = next;
        next += 1;
        let piece = &pieces[at];
        let word = |at: usize| tokens.get(at).map(|token| token.folded.as_str());
        let asks = word(piece.from) == Some("how")
            && match word(piece.from + 1) {
                Some("long") => !other,
                // `in how many years` counts years.
                Some("many") if piece.from == 0 || word(piece.from - 1) != Some("in") => {
                    let unit = word(piece.from + 2).unwrap_or_default();
                    meant
                        .iter()
                        .all(|column| view.column(*column).unit.as_deref() == Some(unit))
                }
                _ => false,
            };
        if let Meaning::Most { columns, .. } | Meaning::Than { columns, .. } =
            &mut pieces[at].meaning
        {
            if columns.iter().any(is_span) {
                if columns.iter().all(is_span) {
                    columns.clone_from(&meant);
                } else {
                    columns.retain(|column| !is_span(column));
                }
            }
            continue;
        }
        // `in one post`: it says which time is meant.
        let of_post = ENGLISH.posts.has(&tokens[pieces[at].from].folded);
        if of_post && pieces[at].meaning == Meaning::Unknown && meant.len() < view.spans.len() {
            pieces[at].meaning = Meaning::Function;
        }
        if asks && !meant.is_empty() {
            put(tokens, pieces, at, &meant);
        }
    }
}

/// `how long` and `how many years` as one piece.
fn put(tokens: &[Token], pieces: &mut Vec<Piece>, at: usize, meant: &[usize]) {
    let from = pieces[at].from;
    let length = if tokens[from + 1].folded == "many" {
        3
    } else {
        2
    };
    let Some(last) = pieces.iter().position(|piece| piece.to == from + length) else {
        return;
    };
    let whole = Piece {
        meaning: Meaning::Column(meant.to_vec()),
        from,
        to: from + length,
        taken: false,
    };
    pieces.splice(at..=last, [whole]);
}

/// The times that a question may speak of: those whose own words it says, or a value of a column that is called by one; all where it says none.
fn spoken_of(view: &View, tokens: &[Token], pieces: &[Piece]) -> Vec<usize> {
    let says = |span: &&Span| {
        pieces.iter().any(|piece| {
            let words = &tokens[piece.from..piece.to];
            if let Meaning::Category { column, .. } = &piece.meaning {
                let parts = &view.columns[*column].parts;
                return span.of.iter().any(|word| parts.contains(word));
            }
            let alike = |word: &String, token: &Token| {
                token.stem == *word || word == "posit" && ENGLISH.posts.has(&token.folded)
            };
            piece.meaning != Meaning::Title
                && span
                    .of
                    .iter()
                    .any(|own| words.iter().any(|token| alike(own, token)))
        })
    };
    let said: Vec<usize> = view
        .spans
        .iter()
        .filter(says)
        .map(|span| span.column)
        .collect();
    if said.is_empty() {
        view.spans.iter().map(|span| span.column).collect()
    } else {
        said
    }
}
