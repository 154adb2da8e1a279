//! Words of degree: superlatives, comparatives, their place in order, quantities.

use super::columns::parts;
use super::{Meaning, Piece};
use crate::query::Quantity;
use crate::view::View;
use crate::words::{ENGLISH, Token, stem};

pub(super) fn of_pack(
    view: &View,
    token: &Token,
    next: Option<&Token>,
) -> Option<(usize, Meaning)> {
    // `most expensive`, `more populous`
    let quality = next.and_then(|next| {
        view.packs
            .iter()
            .find_map(|pack| pack.qualities.get(&next.folded))
    });
    if let Some(columns) = quality {
        let columns = hinted(view, columns);
        match token.folded.as_str() {
            "most" | "best" | "highest" | "top" => {
                return Some((
                    2,
                    Meaning::Most {
                        most: true,
                        columns,
                        word: "most".to_owned(),
                    },
                ));
            }
            "least" | "worst" | "lowest" => {
                return Some((
                    2,
                    Meaning::Most {
                        most: false,
                        columns,
                        word: "least".to_owned(),
                    },
                ));
            }
            "more" => {
                return Some((
                    2,
                    Meaning::Than {
                        more: true,
                        columns,
                    },
                ));
            }
            "less" => {
                return Some((
                    2,
                    Meaning::Than {
                        more: false,
                        columns,
                    },
                ));
            }
            _ => {}
        }
    }
    frequent(token, next).or_else(|| of_word(view, token).map(|meaning| (1, meaning)))
}

/// Superlatives that speak of who comes first or last, and not of the numbers that say so.
const RANKED: [&str; 8] = [
    "best", "top", "highest", "leading", "worst", "bottom", "lowest", "poorest",
];

/// `the worst death rate` is the highest, the best the lowest.
pub(super) fn of_harm(tokens: &[Token], pieces: &mut [Piece]) {
    let harms = |token: &Token| {
        ENGLISH
            .harms
            .iter()
            .any(|harm| token.folded.starts_with(harm.as_str()))
    };
    if !tokens.iter().any(harms) {
        return;
    }
    for piece in pieces {
        if let Meaning::Most { most, word, .. } = &mut piece.meaning
            && matches!(word.as_str(), "best" | "worst")
        {
            *most = !*most;
        }
    }
}

/// `the best rank` is the least, `the worst` the most: of places in an order the first is the best.
pub(super) fn of_ranks(view: &View, pieces: &mut [Piece]) {
    let of_rank = |piece: &Piece| matches!(&piece.meaning, Meaning::Column(columns) if columns.iter().all(|column| view.is_rank(*column)));
    let is_column = |piece: &&Piece| matches!(piece.meaning, Meaning::Column(_));
    for at in 0..pieces.len() {
        let ordered = pieces[at + 1..]
            .iter()
            .find(is_column)
            .or_else(|| pieces[..at].iter().rev().find(is_column));
        if !ordered.is_some_and(of_rank) {
            continue;
        }
        if let Meaning::Most {
            most,
            columns,
            word,
        } = &mut pieces[at].meaning
            && columns.iter().all(|column| view.is_rank(*column))
            && RANKED.contains(&word.as_str())
        {
            *most = !*most;
        }
    }
}

/// `most common`, `least often`.
fn frequent(token: &Token, next: Option<&Token>) -> Option<(usize, Meaning)> {
    let most = match token.folded.as_str() {
        "most" => true,
        "least" => false,
        _ => return None,
    };
    next.filter(|next| ENGLISH.frequent.has(&next.folded))
        .map(|_| (2, Meaning::Frequent { most }))
}

/// Letters of a word that may be the end of another.
const HINT: usize = 5;

/// Columns that a pack's word speaks of.
pub(super) fn hinted(view: &View, columns: &[String]) -> Vec<usize> {
    // `weight`, and `bodyweight` by its end.
    let speaks_of = |word: &String| {
        let ends = |hint: &String| hint.len() >= HINT && word.ends_with(hint.as_str());
        columns.contains(word) || columns.iter().any(ends)
    };
    let named = |column: &usize| {
        let mut names = view.columns[*column].names.iter();
        names.any(|name| name.iter().any(speaks_of))
    };
    if columns.is_empty() {
        Vec::new()
    } else {
        (0..view.columns.len()).filter(named).collect()
    }
}

pub(super) fn of_word(view: &View, token: &Token) -> Option<Meaning> {
    match token.folded.as_str() {
        "higher" | "more" | "greater" | "larger" | "bigger" | "better" => {
            return Some(Meaning::Than {
                more: true,
                columns: Vec::new(),
            });
        }
        "lower" | "less" | "fewer" | "smaller" | "worse" => {
            return Some(Meaning::Than {
                more: false,
                columns: Vec::new(),
            });
        }
        _ => {}
    }
    for pack in &view.packs {
        for (words, most) in [(&pack.most, true), (&pack.least, false)] {
            if let Some(columns) = words.get(&token.folded) {
                // Whose first or last is meant, only a column of time can say.
                if matches!(token.folded.as_str(), "first" | "last")
                    && hinted(view, columns).is_empty()
                {
                    return None;
                }
                return Some(Meaning::Most {
                    most,
                    columns: hinted(view, columns),
                    word: token.folded.clone(),
                });
            }
        }
        for (words, more) in [(&pack.more, true), (&pack.less, false)] {
            if let Some(columns) = words.get(&token.folded) {
                return Some(Meaning::Than {
                    more,
                    columns: hinted(view, columns),
                });
            }
        }
    }
    None
}

/// `windiest`: the most of the column whose name has the word.
pub(super) fn superlative(view: &View, token: &Token) -> Option<Meaning> {
    let base = token
        .folded
        .strip_suffix("iest")
        .or_else(|| token.folded.strip_suffix("est"))
        .filter(|base| base.len() >= 3)?;
    let columns: Vec<usize> = parts(view, &stem(base)).into_iter().collect();
    (columns.len() == 1).then(|| Meaning::Most {
        most: true,
        columns,
        word: token.folded.clone(),
    })
}

/// `second` in front of a superlative.
pub(super) fn nth(view: &View, tokens: &[Token], at: usize) -> Option<usize> {
    let word = tokens[at].folded.as_str();
    let written = || {
        let digits = word.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        let end = &word[digits.len()..];
        matches!(end, "st" | "nd" | "rd" | "th")
            .then(|| digits.parse().ok())
            .flatten()
    };
    let number = ENGLISH
        .ordinals
        .iter()
        .position(|ordinal| *ordinal == word)
        .map(|place| place + 2)
        .or_else(written)
        .filter(|number| (1..=1_000).contains(number))?;
    let next = tokens.get(at + 1)?;
    matches!(
        of_pack(view, next, tokens.get(at + 2)),
        Some((_, Meaning::Most { .. }))
    )
    .then_some(number)
}

/// `no`, `none of the`, `most`, `all the`, `every` in front of what a row is called.
pub(super) fn quantity(view: &View, tokens: &[Token]) -> Option<(usize, Quantity)> {
    let quantity = match tokens[0].folded.as_str() {
        "no" | "none" => Quantity::None,
        "most" => Quantity::Most,
        "all" | "every" => Quantity::All,
        _ => return None,
    };
    let noun =
        (1..tokens.len()).find(|place| !matches!(tokens[*place].folded.as_str(), "of" | "the"))?;
    view.nouns
        .contains(&tokens[noun].stem)
        .then_some((noun, quantity))
}
