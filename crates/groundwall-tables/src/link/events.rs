//! Rows that are events: `how many deaths`, of a table whose rows have a date of death.

use super::values::named;
use super::{Meaning, Piece, many};
use crate::query::Op;
use crate::value::Value;
use crate::view::View;
use crate::words::{ENGLISH, Token, deed_of, stem};
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
            .is_some_and(|piece| {
                matches!(
                    piece.meaning,
                    Meaning::Count | Meaning::Share | Meaning::Number(_) | Meaning::Quantity(_)
                )
            });
        if counted && many(token) {
            pieces[place].meaning = Meaning::Noun;
        } else if computes && !timed && token.folded.ends_with("ed") {
            pieces[place].meaning = Meaning::Function;
        }
    }
}

/// Letters of a verb that may name who does it, at least.
const VERB: usize = 3;

/// The column of who did what a verb says: `winner` for `win` and `won`, `buyer` for `bought`.
pub(crate) fn doer(view: &View, token: &Token) -> Option<usize> {
    let form = view
        .packs
        .iter()
        .find_map(|pack| pack.forms.get(&token.folded));
    let bases = [form, Some(&token.folded), Some(&token.stem)];
    // `artist` for `painted`
    let by = deed_of(&token.folded)
        .into_iter()
        .flat_map(|deed| deed.by.iter().cloned());
    let names: Vec<String> = (bases.into_iter().flatten())
        .filter(|base| base.len() >= VERB)
        .flat_map(|base| {
            let last = base.chars().next_back().unwrap_or_default();
            [
                format!("{base}er"),
                format!("{base}{last}er"),
                format!("{base}r"),
                format!("{base}or"),
            ]
        })
        .chain(by)
        .map(|name| stem(&name))
        .collect();
    let is_called = |column: &usize| {
        let name = &view.name_words(*column).shown;
        view.column(*column).kind == CellKind::Text
            && matches!(&name[..], [only] if names.contains(only))
    };
    let mut columns = (0..view.base).filter(is_called);
    columns.next().filter(|_| columns.next().is_none())
}

/// The column of when something was done: `Year of Painting` for `painted`; of several the one of dates. None where that is not sure.
fn time_of(view: &View, token: &Token) -> Option<usize> {
    let deed = deed_of(&token.folded)?;
    let is_called = |column: &usize| {
        let name = &view.name_words(*column).shown_apart;
        deed.of.iter().any(|word| name.contains(&stem(word)))
    };
    let dated = |column: &usize| view.column(*column).kind == CellKind::Date;
    let times = (0..view.base)
        .filter(|column| dated(column) || view.is_year(*column))
        .filter(is_called);
    let times: Vec<usize> = times.collect();
    let dates: Vec<usize> = times.iter().copied().filter(dated).collect();
    match (&times[..], &dates[..]) {
        ([only], _) | (_, [only]) => Some(*only),
        _ => None,
    }
}

/// `who bought it` asks for the buyer, and `how many did Spain win` for the rows whose winner is Spain, whatever other columns have that name.
pub(super) fn by_whom(view: &View, tokens: &[Token], pieces: &mut [Piece]) {
    let asks_who = tokens.first().is_some_and(|first| first.folded == "who");
    for at in 1..pieces.len() {
        let piece = &pieces[at];
        let is_open = matches!(
            piece.meaning,
            Meaning::Function | Meaning::Unknown | Meaning::Title | Meaning::Column(_)
        );
        if piece.to != piece.from + 1 || !is_open {
            continue;
        }
        if tokens[0].folded == "when"
            && let Some(column) = time_of(view, &tokens[piece.from])
        {
            pieces[at].meaning = Meaning::Column(vec![column]);
            continue;
        }
        let Some(column) = doer(view, &tokens[piece.from]) else {
            continue;
        };
        if asks_who && at == 1 {
            pieces[at].meaning = Meaning::Column(vec![column]);
            continue;
        }
        let helped = pieces[at - 1].from.checked_sub(1).is_some_and(|before| {
            matches!(
                tokens[before].folded.as_str(),
                "did" | "does" | "do" | "has" | "have"
            )
        });
        let name = pieces[at - 1].value(view).filter(|_| helped);
        if let Some(name) = name.as_ref().and_then(Value::as_text)
            && view.columns[column].values.contains_key(name.as_ref())
        {
            let key = view.keys.contains(&column) || column == view.label;
            pieces[at - 1].meaning = named(view, column, key, &name);
            pieces[at].meaning = Meaning::Function;
        }
    }
}

/// `cheaper than in any other month` says that it is the cheapest.
pub(super) fn than_any_other(tokens: &[Token], pieces: &mut [Piece]) {
    let word = |piece: &Piece| tokens[piece.to - 1].folded.clone();
    let Some(any) = (1..pieces.len()).find(|place| {
        word(&pieces[*place]) == "any"
            && pieces
                .get(place + 1)
                .is_some_and(|next| word(next) == "other")
    }) else {
        return;
    };
    let Some(than) = (0..any)
        .rev()
        .take(3)
        .find(|place| word(&pieces[*place]) == "than")
    else {
        return;
    };
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "of all meanings a few count here, and a new one is not among them"
    )]
    let said = match &pieces[than].meaning {
        Meaning::Op(op @ (Op::More | Op::Less)) => Some((than, *op == Op::More, Vec::new())),
        Meaning::Compare => (0..than).rev().find_map(|place| {
            let Meaning::Than { more, columns } = &pieces[place].meaning else {
                return None;
            };
            Some((place, *more, columns.clone()))
        }),
        _ => None,
    };
    let Some((at, most, columns)) = said else {
        return;
    };
    for piece in &mut pieces[than..any + 2] {
        piece.meaning = Meaning::Function;
    }
    pieces[at].meaning = Meaning::Most {
        most,
        columns,
        word: if most { "most" } else { "least" }.to_owned(),
    };
}

/// `killed by floods`, `served under Obama`: in front of a record or a value these words neither group nor bound; nor do people say more than the verb that counts them.
pub(super) fn beside_values(tokens: &[Token], pieces: &mut [Piece]) {
    for place in 0..pieces.len() {
        let word = tokens[pieces[place].from].folded.as_str();
        let alone = pieces[place].to == pieces[place].from + 1;
        let value_follows = pieces[place + 1..]
            .iter()
            .find(|piece| piece.meaning != Meaning::Function)
            .is_some_and(|piece| {
                matches!(
                    piece.meaning,
                    Meaning::Record { .. } | Meaning::Category { .. }
                )
            });
        // `the price per quart`, where a column says in what things are sold.
        let right_behind = pieces
            .get(place + 1)
            .is_some_and(|piece| matches!(piece.meaning, Meaning::Category { .. }));
        let joins = value_follows
            && match (&pieces[place].meaning, word) {
                (Meaning::Each, "by") | (Meaning::Op(Op::Less), "under") => true,
                (Meaning::Each, "per") => right_behind,
                _ => false,
            };
        let counted = pieces[place].meaning == Meaning::Unknown
            && ENGLISH.people.has(word)
            && pieces[..place]
                .iter()
                .rev()
                .take(4)
                .any(|piece| matches!(piece.meaning, Meaning::Column(_)));
        // `the Los Angeles area`
        let of_place = pieces[place].meaning == Meaning::Unknown
            && ENGLISH.places.has(word)
            && place
                .checked_sub(1)
                .is_some_and(|before| matches!(pieces[before].meaning, Meaning::Record { .. }));
        if alone && (joins || counted || of_place) {
            pieces[place].meaning = Meaning::Function;
        }
    }
}
