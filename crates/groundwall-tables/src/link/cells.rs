//! Names that are a part of what cells say: `born in Oslo`, of a column that says `Oslo, Norway`.

use super::second::{parts_between_commas, stems_of};
use super::{Meaning, Piece};
use crate::value::Value;
use crate::view::View;
use crate::words::Token;
use groundwall_core::CellKind;
use std::collections::BTreeSet;

/// Pieces that one name may be made of.
const LONGEST: usize = 4;

/// Makes a condition of a name that is a whole part of cells of the one column of text that is named.
pub(super) fn parts_of_cells(view: &View, tokens: &[Token], pieces: &mut Vec<Piece>) {
    let Some((place, column)) = named_column(view, pieces) else {
        return;
    };
    let counts = pieces.iter().any(|piece| piece.meaning == Meaning::Count);
    let open = |piece: &Piece| {
        let name = tokens[piece.from..piece.to].iter().all(Token::is_capital);
        if !name {
            return false;
        }
        if let Meaning::Record { rows, key } = &piece.meaning {
            return counts && is_part_of_a_name(view, tokens, piece, rows, *key);
        }
        // `Norway` where other cells say `Oslo, Norway`.
        let another = matches!(piece.meaning, Meaning::Category { column: of, .. } if of == column)
            && piece.from > 0;
        another || piece.meaning == Meaning::Unknown
    };
    for at in 0..pieces.len() {
        let run = pieces[at..]
            .iter()
            .take(LONGEST)
            .take_while(|piece| open(piece))
            .count();
        let found = (1..=run).rev().find_map(|length| {
            let (from, to) = (pieces[at].from, pieces[at + length - 1].to);
            Some((
                length,
                to,
                cells_with(view, column, &stems_of(&tokens[from..to]))?,
            ))
        });
        // A name that goes on is another name.
        let Some((length, to, values)) = found.filter(|(length, ..)| *length == run) else {
            continue;
        };
        pieces[at].meaning = Meaning::Part { column, values };
        pieces[at].to = to;
        pieces.drain(at + 1..at + length);
        let place = if place > at {
            place + 1 - length
        } else {
            place
        };
        pieces[place].meaning = Meaning::Column(vec![column]);
        return;
    }
}

/// The one column of text among those that are named, and where.
fn named_column(view: &View, pieces: &[Piece]) -> Option<(usize, usize)> {
    let mut found = Vec::new();
    for (place, piece) in pieces.iter().enumerate() {
        if let Meaning::Column(columns) = &piece.meaning {
            let texts = columns.iter().filter(|column| {
                view.column(**column).kind == CellKind::Text && **column != view.label
            });
            found.extend(texts.map(|column| (place, *column)));
        }
    }
    match found[..] {
        [one] => Some(one),
        _ => None,
    }
}

/// Whether a record is named by a part of its name only.
fn is_part_of_a_name(
    view: &View,
    tokens: &[Token],
    piece: &Piece,
    rows: &[usize],
    key: usize,
) -> bool {
    let said = stems_of(&tokens[piece.from..piece.to]);
    rows.iter()
        .filter_map(|row| view.shown(*row, key))
        .all(|name| crate::pack::phrase(name) != said)
}

/// The different values of a column that have a part, where it stands at the same place in all of them.
fn cells_with(view: &View, column: usize, stems: &[&str]) -> Option<Vec<String>> {
    let mut values = BTreeSet::new();
    // From the beginning and from the end.
    let mut places = [BTreeSet::new(), BTreeSet::new()];
    for row in &view.rows {
        let Some(Value::Text(text)) = &row[column] else {
            continue;
        };
        let parts = parts_between_commas(text);
        if let Some(place) = parts.iter().position(|part| part == stems) {
            values.insert(text.clone());
            places[0].insert(place);
            places[1].insert(parts.len() - place);
        }
    }
    let same = places.iter().any(|places| places.len() == 1);
    same.then(|| values.into_iter().collect())
}
