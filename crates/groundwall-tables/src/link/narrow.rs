//! Several words for one column, apart from each other: `the price of all houses`, `the rank .. in 2016`.

use super::{Meaning, Piece};
use crate::parse::is_year;
use crate::query::Op;
use crate::value::Value;
use crate::view::View;
use crate::view::long::{dated, has_whole_year};
use crate::words::{Token, Written};

/// Digits of a year: a column that is called by no more is that year's.
const DIGITS: usize = 4;

/// Makes of columns that stand together, or of a column and a year, what they have in common.
pub(super) fn columns(view: &View, tokens: &[Token], pieces: &mut [Piece]) {
    // A year names the columns of that year, not those of a change between two.
    for piece in pieces.iter_mut() {
        let has_year = tokens[piece.from..piece.to]
            .iter()
            .any(|token| crate::view::long::years_in(&token.folded) == 1);
        if let Meaning::Column(columns) = &mut piece.meaning
            && has_year
        {
            let one = |column: &usize| crate::view::long::years_in(&view.column(*column).name) == 1;
            if columns.iter().any(one) {
                columns.retain(one);
            }
        }
    }
    let named: Vec<usize> = (0..pieces.len())
        .filter(|place| matches!(pieces[*place].meaning, Meaning::Column(_)))
        .collect();
    for (number, first) in named.iter().enumerate() {
        for second in &named[number + 1..] {
            let (Meaning::Column(a), Meaning::Column(b)) =
                (&pieces[*first].meaning, &pieces[*second].meaning)
            else {
                continue;
            };
            let both: Vec<usize> = a.iter().copied().filter(|one| b.contains(one)).collect();
            let ambiguous = a.len() > 1 || b.len() > 1;
            let near = asked(tokens, &pieces[*first])
                || of_year(tokens, &pieces[*first])
                || of_year(tokens, &pieces[*second])
                || (first + 1..*second).all(|place| {
                    matches!(
                        pieces[place].meaning,
                        Meaning::Function
                            | Meaning::Title
                            | Meaning::Share
                            | Meaning::Column(_)
                            | Meaning::Each
                    )
                });
            if both.is_empty() || !ambiguous || !near {
                continue;
            }
            // The word that says more stands for the column, the other for nothing; `a balance below 0 in FY 2010`: what is compared stands in front of its bound.
            let bounded = (first + 1..*second)
                .any(|place| matches!(pieces[place].meaning, Meaning::Op(_) | Meaning::Number(_)));
            let behind = !bounded && b.len() < a.len();
            let (keeps, yields) = if of_year(tokens, &pieces[*first]) || behind {
                (*second, *first)
            } else {
                (*first, *second)
            };
            let year = year_of_rows(view, tokens, &pieces[yields]);
            pieces[keeps].meaning = Meaning::Column(both);
            pieces[yields].meaning = year.unwrap_or(Meaning::Function);
        }
    }
    of_their_time(view, pieces);
    of_another_year(view, tokens, pieces);
    by_hint(pieces);
    share(view, pieces);
}

/// `Which year ..`, `where ..`: what is asked for.
fn asked(tokens: &[Token], piece: &Piece) -> bool {
    tokens[piece.from].folded == "where" || piece.from > 0 && tokens[piece.from - 1].is_which()
}

/// `born in 1930`: of the year and the place of birth, the year.
fn of_their_time(view: &View, pieces: &mut [Piece]) {
    for place in 0..pieces.len() {
        let behind = pieces[place + 1..].iter().find(|piece| {
            !matches!(
                piece.meaning,
                Meaning::Function | Meaning::Between | Meaning::Op(_)
            )
        });
        let timed = match behind.map(|piece| &piece.meaning) {
            Some(Meaning::Number(number)) => {
                number.value > rust_decimal::Decimal::from(1_000) && number.decimals == 0
            }
            Some(Meaning::Date(..)) => true,
            _ => false,
        };
        if let Meaning::Column(columns) = &mut pieces[place].meaning
            && columns.len() > 1
            && timed
        {
            let of_time: Vec<usize> = (columns.iter().copied())
                .filter(|column| {
                    view.is_year(*column)
                        || view.column(*column).kind == groundwall_core::CellKind::Date
                })
                .collect();
            if of_time.len() == 1 {
                *columns = of_time;
            }
        }
    }
}

/// `what did it rank in 1999, and where in 2009`: of the columns of a year the one that is called as the one of another year is.
fn of_another_year(view: &View, tokens: &[Token], pieces: &mut [Piece]) {
    let rest = |column: usize| dated(&view.column(column).name).map(|(_, rest)| rest);
    let of_one = |piece: &Piece| {
        let Meaning::Column(columns) = &piece.meaning else {
            return None;
        };
        let [column] = columns[..] else { return None };
        rest(column).filter(|rest| !rest.is_empty())
    };
    let known: Vec<Vec<String>> = pieces.iter().filter_map(of_one).collect();
    for piece in pieces {
        let year = of_year(tokens, piece);
        if let Meaning::Column(columns) = &mut piece.meaning
            && columns.len() > 1
            && year
        {
            let same = |column: &usize| rest(*column).is_some_and(|rest| known.contains(&rest));
            let same: Vec<usize> = columns.iter().copied().filter(same).collect();
            if same.len() == 1 {
                *columns = same;
            }
        }
    }
}

/// `dearest in dollars`: of the prices that the word speaks of, the one that is named.
fn by_hint(pieces: &mut [Piece]) {
    let hinted: Vec<usize> = pieces
        .iter()
        .filter_map(|piece| {
            let Meaning::Most { columns, .. } = &piece.meaning else {
                return None;
            };
            (columns.len() > 1).then(|| columns.clone())
        })
        .flatten()
        .collect();
    for piece in pieces.iter_mut() {
        if let Meaning::Column(columns) = &mut piece.meaning
            && columns.len() > 1
        {
            let both: Vec<usize> = (columns.iter().copied())
                .filter(|column| hinted.contains(column))
                .collect();
            if both.len() == 1 {
                *columns = both;
            }
        }
    }
}

/// Of a column of the most and one of the least of the same, the one that a bound or a superlative speaks of: a day above 30 degrees has a highest temperature above it.
#[expect(
    clippy::wildcard_enum_match_arm,
    reason = "of all meanings a few count here, and a new one is not among them"
)]
pub(super) fn extremes(view: &View, pieces: &mut [Piece]) {
    let end = |column: usize| {
        let words = &view.name_words(column).own;
        let has = |wanted: &[&str]| words.iter().any(|word| wanted.contains(&word.as_str()));
        match (
            has(&["max", "maximum", "high", "highest"]),
            has(&["min", "minimum", "low", "lowest"]),
        ) {
            (true, false) => Some(true),
            (false, true) => Some(false),
            _ => None,
        }
    };
    let mut asked: Vec<bool> = pieces
        .iter()
        .filter_map(|piece| match &piece.meaning {
            Meaning::Op(Op::More | Op::AtLeast) | Meaning::Behind(Op::AtLeast) => Some(true),
            Meaning::Op(Op::Less | Op::AtMost) | Meaning::Behind(Op::AtMost) => Some(false),
            Meaning::Most { most, .. } => Some(*most),
            _ => None,
        })
        .collect();
    asked.dedup();
    let [asked] = asked[..] else { return };
    for piece in pieces.iter_mut() {
        let (Meaning::Column(columns) | Meaning::Most { columns, .. }) = &mut piece.meaning else {
            continue;
        };
        let of_end = |wanted: bool| -> Vec<usize> {
            let own = columns.iter().copied();
            own.filter(|column| end(*column) == Some(wanted)).collect()
        };
        if let ([most], [least]) = (&of_end(true)[..], &of_end(false)[..]) {
            *columns = vec![if asked { *most } else { *least }];
        }
    }
}

/// `2010`, `FY 2010`.
fn of_year(tokens: &[Token], piece: &Piece) -> bool {
    let last = &tokens[piece.to - 1];
    piece.to <= piece.from + 2
        && last.folded.len() == 4
        && last
            .folded
            .parse::<u32>()
            .is_ok_and(|year| (1800..2100).contains(&year))
}

/// `the population in 2010` of a column `Population (2010)`: the year is said by the column that is named.
pub(super) fn years_said(view: &View, pieces: &mut [Piece]) {
    let column = |piece: &Piece| {
        let Meaning::Column(columns) = &piece.meaning else {
            return None;
        };
        (columns.len() == 1).then(|| columns[0])
    };
    let named: Vec<usize> = pieces.iter().filter_map(column).collect();
    for piece in pieces {
        let Meaning::Number(number) = &piece.meaning else {
            continue;
        };
        let Some(year) = i64::try_from(number.value).ok().filter(|_| is_year(number)) else {
            continue;
        };
        let says = |column: &usize| {
            let name = view.column(*column).name.trim();
            name.len() > DIGITS && has_whole_year(name, year)
        };
        if named.iter().any(says) && !is_year_of_rows(view, number) {
            piece.meaning = Meaning::Function;
        }
    }
}

/// A year that a column of years has among others: also where columns are called by it, as those of prices of one year are, it says which rows are meant.
fn year_of_rows(view: &View, tokens: &[Token], piece: &Piece) -> Option<Meaning> {
    let last = &tokens[piece.to - 1];
    let number = last.number.clone().filter(|_| of_year(tokens, piece))?;
    is_year_of_rows(view, &number).then_some(Meaning::Number(number))
}

/// Whether a column of years has a number among others.
fn is_year_of_rows(view: &View, number: &Written) -> bool {
    let year = Some(Value::Number(number.value));
    let Some(column) = (0..view.base).find(|column| view.is_year(*column)) else {
        return false;
    };
    let mut rows = view.rows.iter().map(|row| &row[column]);
    rows.clone().any(|at| *at == year) && rows.any(|at| *at != year)
}

/// `the share of women` where a column holds it.
fn share(view: &View, pieces: &mut [Piece]) {
    for place in 0..pieces.len() {
        if pieces[place].meaning != Meaning::Share {
            continue;
        }
        let column = pieces[place + 1..]
            .iter()
            .find(|piece| !matches!(piece.meaning, Meaning::Function | Meaning::Title))
            .and_then(|piece| {
                let Meaning::Column(columns) = &piece.meaning else {
                    return None;
                };
                Some(columns.clone())
            });
        if column.is_some_and(|columns| columns.iter().all(|column| view.holds_shares(*column))) {
            pieces[place].meaning = Meaning::Function;
        }
    }
}
