//! Rows that are events: `how many deaths`, of a table whose rows have a date of death.

use super::{Meaning, Piece, many};
use crate::view::View;
use crate::words::Token;
use groundwall_core::CellKind;

/// Makes what a row is called of the name of a date that is counted, and nothing of a verb that only says that it has happened.
pub(super) fn name_rows(view: &View, tokens: &[Token], pieces: &mut [Piece]) {
    let timed = pieces
        .iter()
        .any(|piece| matches!(piece.meaning, Meaning::Date(..)))
        || tokens.iter().any(|token| {
            matches!(token.folded.as_str(), "when" | "date" | "dates" | "day")
                || token
                    .number
                    .as_ref()
                    .is_some_and(|number| number.value > rust_decimal::Decimal::from(1_000))
        });
    let computes = pieces.iter().any(|piece| {
        matches!(
            piece.meaning,
            Meaning::Apply(_) | Meaning::Count | Meaning::Most { .. } | Meaning::Share
        )
    });
    for place in 0..pieces.len() {
        let Meaning::Column(columns) = &pieces[place].meaning else {
            continue;
        };
        if !columns
            .iter()
            .all(|column| view.column(*column).kind == CellKind::Date)
        {
            continue;
        }
        let token = &tokens[pieces[place].to - 1];
        let counted = pieces[..place]
            .iter()
            .rev()
            .find(|piece| !matches!(piece.meaning, Meaning::Function | Meaning::Title))
            .is_some_and(|piece| matches!(piece.meaning, Meaning::Count | Meaning::Share));
        if counted && many(token) {
            pieces[place].meaning = Meaning::Noun;
        } else if computes && !timed && token.folded.ends_with("ed") {
            pieces[place].meaning = Meaning::Function;
        }
    }
}
