//! Columns by their names: the whole name, else a part that few have.

use super::{Meaning, Piece, second};
use crate::view::View;
use crate::words::{ENGLISH, Token, fold, is_function};
use groundwall_core::CellKind;
use rust_decimal::Decimal;
use std::collections::BTreeSet;

/// Whether a word names several.
pub(crate) fn many(token: &Token) -> bool {
    token.folded.ends_with('s') && token.folded.len() > 3 && !token.folded.ends_with("ss")
}

/// Columns named by the tokens from `at` on, with the number of tokens that the longest name takes; none behind the last token.
pub(super) fn column_at(view: &View, tokens: &[Token], at: usize) -> Option<(usize, Vec<usize>)> {
    let word = &tokens.get(at)?.folded;
    if view.packs.iter().any(|pack| pack.silent.contains(word)) {
        return None;
    }
    if let Some(found) = begins_a_name(view, tokens, at) {
        return Some(found);
    }
    if is_function(word) && !ENGLISH.column_words.has(word) {
        // `this week`, where a column is called so.
        return whole_names(view, tokens, at).filter(|(length, _)| *length > 1);
    }
    let whole = whole_names(view, tokens, at);
    let parts = parts_of_names(view, tokens, at);
    match (whole, parts) {
        // `type of agency` is the column `agency_type` before the column `type`.
        (Some((length, _)), Some((longer, columns))) if longer > length && columns.len() == 1 => {
            Some((longer, columns))
        }
        (whole, parts) => whole.or(parts),
    }
}

/// Columns with the longest name that stands at `at`; those whose own name it is before those that are only called so, too.
fn whole_names(view: &View, tokens: &[Token], at: usize) -> Option<(usize, Vec<usize>)> {
    let mut best: Option<(usize, Vec<usize>)> = None;
    for (column, about) in view.columns.iter().enumerate() {
        for name in &about.names {
            let Some(length) = matches(tokens, at, name) else {
                continue;
            };
            match &mut best {
                Some((longest, columns)) if *longest == length => columns.push(column),
                Some((longest, _)) if *longest > length => {}
                _ => best = Some((length, vec![column])),
            }
        }
    }
    let (length, mut columns) = best?;
    columns.dedup();
    let own: Vec<usize> = columns
        .iter()
        .copied()
        .filter(|column| matches(tokens, at, &view.name_words(*column).own).is_some())
        .collect();
    Some((length, if own.is_empty() { columns } else { own }))
}

/// A part of a name, where it is a part of few: `calls` for `Calls in 2024`.
fn parts_of_names(view: &View, tokens: &[Token], at: usize) -> Option<(usize, Vec<usize>)> {
    let mut columns: BTreeSet<usize> = parts(view, &tokens[at].stem);
    let mut length = 1;
    while !columns.is_empty() {
        let mut next = at + length;
        while next < tokens.len()
            && matches!(tokens[next].folded.as_str(), "of" | "in" | "the" | "for")
            && next + 1 < tokens.len()
        {
            next += 1;
        }
        let Some(token) = tokens.get(next) else { break };
        let both: BTreeSet<usize> = parts(view, &token.stem)
            .intersection(&columns)
            .copied()
            .collect();
        if both.is_empty() {
            break;
        }
        (columns, length) = (both, next + 1 - at);
    }
    (!columns.is_empty()).then(|| (length, columns.into_iter().collect()))
}

/// `all houses`, where that tells columns apart: a function word that is a part of a name.
pub(super) fn begins_a_name(
    view: &View,
    tokens: &[Token],
    at: usize,
) -> Option<(usize, Vec<usize>)> {
    let next = tokens.get(at + 1)?;
    if tokens[at].folded != "all" || is_function(&next.folded) {
        return None;
    }
    let named = parts(view, &next.stem);
    let both: Vec<usize> = parts(view, "all").intersection(&named).copied().collect();
    (!both.is_empty() && both.len() < named.len()).then_some((2, both))
}

/// Columns whose name has a word, in this or a kindred form; else those whose name has another word for it, where the title does not say the word.
pub(crate) fn parts(view: &View, word: &str) -> BTreeSet<usize> {
    let of = |column: &usize| {
        let mut parts = view.columns[*column].parts.iter();
        parts.any(|part| kindred(part, word)) && !view.is_serial(*column)
    };
    let all: BTreeSet<usize> = (0..view.columns.len()).filter(of).collect();
    let says = |column: &usize| {
        let wording = view.name_words(*column);
        let mut own = wording.own.iter().chain(&wording.apart);
        own.any(|part| kindred(part, word))
    };
    let own: BTreeSet<usize> = all.iter().copied().filter(says).collect();
    if !own.is_empty() {
        own
    } else if view.title.contains(word) {
        BTreeSet::new()
    } else {
        all
    }
}

/// How many a column counts by, where its name says so: 100,000 of `violent_per_100k`.
fn counts_per(name: &str) -> Option<Decimal> {
    let name = fold(&name.replace(',', ""));
    let (_, behind) = name.rsplit_once("per")?;
    let behind = behind.trim_start_matches(|c: char| !c.is_ascii_digit());
    let end = behind.find(|c: char| !c.is_ascii_digit());
    let (digits, unit) = behind.split_at(end.unwrap_or(behind.len()));
    let unit = unit.trim_start_matches([' ', '_']);
    let times = match unit.chars().next() {
        Some('k') => 1_000,
        Some('m') => 1_000_000,
        _ if unit.starts_with("thousand") => 1_000,
        _ => 1,
    };
    digits
        .parse::<Decimal>()
        .ok()?
        .checked_mul(Decimal::from(times))
}

/// `violent crimes per 100,000 people`, of columns `violent_crime` and `violent_per_100k`: the one that counts by so many.
pub(super) fn per_so_many(view: &View, tokens: &[Token], pieces: &mut [Piece]) {
    for at in 1..pieces.len() {
        let (Meaning::Each, Some(Meaning::Number(number))) = (
            &pieces[at].meaning,
            pieces.get(at + 1).map(|next| &next.meaning),
        ) else {
            continue;
        };
        let named = &tokens[pieces[at - 1].from..pieces[at - 1].to];
        let says = |column: &usize| {
            let parts = &view.columns[*column].parts;
            named.iter().any(|token| parts.contains(&token.stem))
        };
        let columns: Vec<usize> = (0..view.base)
            .filter(|column| counts_per(&view.column(*column).name) == Some(number.value))
            .filter(says)
            .collect();
        if columns.is_empty() {
            continue;
        }
        pieces[at - 1].meaning = Meaning::Column(columns);
        let people = |piece: &Piece| ENGLISH.population.has(&tokens[piece.from].folded);
        let length = 2 + pieces[at + 2..]
            .iter()
            .take_while(|piece| people(piece))
            .count();
        for piece in &mut pieces[at..at + length] {
            piece.meaning = Meaning::Function;
        }
    }
}

/// Whether two stems are one word but for what makes a noun of a verb: `suppli` and `supplier`, `direct` and `director`.
pub(super) fn kindred(a: &str, b: &str) -> bool {
    if a == b {
        return true;
    }
    let shared = a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count();
    let ends = |word: &str| {
        word.get(shared..).is_some_and(|end| {
            matches!(
                end,
                "" | "er" | "or" | "r" | "ion" | "ment" | "y" | "i" | "d" | "s"
            )
        })
    };
    shared >= 5 && ends(a) && ends(b)
}

/// Tokens that a name takes from `at` on, function words between its words skipped; none where it does not stand there.
pub(super) fn matches(tokens: &[Token], at: usize, name: &[String]) -> Option<usize> {
    let mut place = at;
    for (number, word) in name.iter().enumerate() {
        while number > 0
            && tokens.get(place).is_some_and(|token| {
                token.stem != *word
                    && matches!(token.folded.as_str(), "of" | "in" | "the" | "for" | "per")
            })
        {
            place += 1;
        }
        if tokens.get(place).is_none_or(|token| token.stem != *word) {
            return None;
        }
        place += 1;
    }
    Some(place - at)
}

/// `.. when it was established`: a clause that asks for no date.
pub(super) fn is_clause(tokens: &[Token], at: usize) -> bool {
    at > 0
        && tokens[at].folded == "when"
        && tokens
            .get(at + 1)
            .is_some_and(|next| matches!(next.folded.as_str(), "it" | "they" | "he" | "she"))
}

/// Whether a word is all of a name of one of the columns.
pub(super) fn is_whole(view: &View, token: &Token, columns: &[usize]) -> bool {
    columns.iter().any(|column| {
        view.columns[*column]
            .names
            .iter()
            .any(|name| name.len() == 1 && name[0] == token.stem)
    })
}

/// `year` and `month` of the dates of a table that has no such column.
pub(super) fn of_dates(view: &View, tokens: &[Token], at: usize) -> Option<(usize, Vec<usize>)> {
    let word = tokens[at].stem.as_str();
    if second::tells_how_often(view, &tokens[at]) {
        return None;
    }
    let counts = |token: Option<&Token>| {
        token.is_some_and(|token| token.number.is_some() || token.folded == "old")
    };
    if counts(tokens.get(at + 1)) || counts(at.checked_sub(1).and_then(|before| tokens.get(before)))
    {
        return None;
    }
    (view.base..view.columns.len())
        .find(|column| view.column(*column).name == word)
        .map(|column| (1, vec![column]))
}

/// `how many tonnes`, `how many short tons`, where numbers are in them and no column is named so: their column, or nothing of its own where several are.
pub(super) fn how_many_of_a_unit(view: &View, tokens: &[Token]) -> Option<(usize, Meaning)> {
    let [how, many, unit, ..] = tokens else {
        return None;
    };
    if how.folded != "how" || many.folded != "many" || view.nouns.contains(&unit.stem) {
        return None;
    }
    let of_unit = |column: &usize, token: &Token| view.units(*column).contains(&token.stem);
    let mut columns: Vec<usize> = (0..view.columns.len())
        .filter(|column| view.is_numeric(*column) && of_unit(column, unit))
        .collect();
    if columns.is_empty() {
        return None;
    }
    let mut length = 3;
    while let Some(next) = tokens.get(length).filter(|_| !tokens[length - 1].breaks) {
        let both: Vec<usize> = (columns.iter().copied())
            .filter(|column| of_unit(column, next))
            .collect();
        if both.is_empty() {
            break;
        }
        (columns, length) = (both, length + 1);
    }
    if column_at(view, tokens, 2).is_some_and(|(named, _)| named + 2 >= length) {
        return None;
    }
    let meaning = match columns[..] {
        [column] => Meaning::Column(vec![column]),
        _ => Meaning::Function,
    };
    Some((length, meaning))
}

/// Words that speak of the one column of money, and people that a verb counts.
pub(super) fn by_money(view: &View, tokens: &[Token], pieces: &mut [Piece]) {
    // `which case cost the most`: the one column of money, where no column is called so.
    if let Some(money) = view.money() {
        for piece in pieces.iter_mut() {
            if piece.meaning == Meaning::Unknown && ENGLISH.money.has(&tokens[piece.from].folded) {
                piece.meaning = Meaning::Column(vec![money]);
            }
        }
    }
    // `how many people died`, `.. were hurt`: the verb names the column, and it is people that it counts.
    for place in 0..pieces.len() {
        let counted = pieces[place].meaning == Meaning::Unknown
            && ENGLISH.people.has(&tokens[pieces[place].from].folded);
        let mut behind = pieces[place + 1..].iter();
        let verb = behind.find(|piece| piece.meaning != Meaning::Function);
        if counted && verb.is_some_and(|verb| matches!(verb.meaning, Meaning::Column(_))) {
            pieces[place].meaning = Meaning::Function;
        }
    }
}

/// `telephone number` and `expiry date`, where a column is called by the first word alone, and holds dates.
pub(super) fn numbers_and_dates(view: &View, tokens: &[Token], pieces: &mut [Piece]) {
    let dated = |columns: &[usize]| {
        let mut kinds = columns.iter().map(|column| view.column(*column).kind);
        kinds.all(|kind| kind == CellKind::Date)
    };
    for at in 1..pieces.len() {
        let (before, piece) = (&pieces[at - 1], &pieces[at]);
        let Meaning::Column(columns) = &before.meaning else {
            continue;
        };
        let is_kind = match tokens[piece.from].folded.as_str() {
            "number" => true,
            "date" | "dates" => dated(columns),
            _ => false,
        };
        if is_kind && piece.meaning == Meaning::Unknown && !tokens[before.to - 1].breaks {
            pieces[at].meaning = Meaning::Function;
        }
    }
}

/// `Super 95`, where a column is called `super95`: the number is a part of its name.
pub(super) fn with_their_number(view: &View, tokens: &[Token], pieces: &mut [Piece]) {
    for at in 1..pieces.len() {
        let Meaning::Column(columns) = &pieces[at - 1].meaning else {
            continue;
        };
        let [before, own] = [&tokens[pieces[at - 1].to - 1], &tokens[pieces[at].from]];
        if before.breaks || !matches!(pieces[at].meaning, Meaning::Number(_)) {
            continue;
        }
        let joined = format!("{}{}", before.folded, own.folded);
        let called = |column: &usize| fold(&view.column(*column).name).contains(&joined);
        let columns: Vec<usize> = columns.iter().copied().filter(called).collect();
        if !columns.is_empty() {
            pieces[at - 1].meaning = Meaning::Column(columns);
            pieces[at].meaning = Meaning::Function;
        }
    }
}
