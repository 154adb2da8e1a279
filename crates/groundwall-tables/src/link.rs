//! The words of a question linked to what they may mean in one table: columns, records, values, numbers, operators.

mod cells;
mod columns;
mod dates;
mod degrees;
mod durations;
mod events;
mod kinds;
mod meaning;
mod narrow;
pub(crate) mod periods;
mod phrases;
mod second;
mod titles;
mod values;

pub(crate) use columns::many;
pub(crate) use columns::parts;
pub(crate) use dates::{date_at, year_of};
pub(crate) use events::doer;
pub(crate) use kinds::is_unasked_error;
pub(crate) use meaning::{Meaning, Piece};
pub(crate) use second::{is_one_of_several, parts_between_commas, tells_how_often};

use crate::pack::phrase;
use crate::view::View;
use crate::words::{ENGLISH, Token, is_function, stem};
use columns::{by_money, column_at, how_many_of_a_unit, is_clause, is_whole, kindred, of_dates};
use degrees::{nth, of_pack, quantity, superlative};
use phrases::phrase_at;
use values::{full_name, part_of_name, places_of, value_at};

/// Tokens that are only put in front of a question, where more follows.
pub(crate) fn said_around(view: &View, tokens: &[Token]) -> Option<usize> {
    second::filler(view, tokens, 0).filter(|length| *length > 1 && *length < tokens.len())
}

/// Links all tokens; every token lies in one piece. Each run of words is read by itself first, then what the pieces mean beside each other. What is `supposed` of
/// some words stands in the place of their own pieces.
pub(crate) fn link(view: &View, tokens: &[Token], supposed: &[Piece]) -> Vec<Piece> {
    let mut pieces = runs(view, tokens);
    for piece in supposed {
        put(&mut pieces, piece);
    }
    by_money(view, tokens, &mut pieces);
    columns::per_so_many(view, tokens, &mut pieces);
    columns::numbers_and_dates(view, tokens, &mut pieces);
    columns::with_their_number(view, tokens, &mut pieces);
    titles::written_otherwise(view, tokens, &mut pieces);
    titles::done_by(tokens, &mut pieces);
    titles::join(view, tokens, &mut pieces);
    titles::kinds_of_place(tokens, &mut pieces);
    titles::period(view, tokens, &mut pieces);
    periods::of_months(view, tokens, &mut pieces);
    periods::at_the_end(view, tokens, &mut pieces);
    periods::choose(view, tokens, &mut pieces);
    events::than_any_other(tokens, &mut pieces);
    events::beside_values(tokens, &mut pieces);
    events::by_whom(view, tokens, &mut pieces);
    narrow::columns(view, tokens, &mut pieces);
    kinds::choose(view, tokens, &mut pieces);
    narrow::extremes(view, &mut pieces);
    degrees::of_harm(tokens, &mut pieces);
    degrees::of_ranks(view, &mut pieces);
    narrow::years_said(view, &mut pieces);
    events::name_rows(view, tokens, &mut pieces);
    rows_of_most(view, tokens, &mut pieces);
    durations::choose(view, tokens, &mut pieces);
    cells::parts_of_cells(view, tokens, &mut pieces);
    rows_by_their_column(view, tokens, &mut pieces);
    rows_by_a_part(view, tokens, &mut pieces);
    pieces
}

/// `at a game`, `Premier League games`, of matches with a column `Game week`: what a row is called, of which a column has a part alone.
fn rows_by_a_part(view: &View, tokens: &[Token], pieces: &mut [Piece]) {
    for at in 1..pieces.len() {
        let piece = &pieces[at];
        let Meaning::Column(columns) = &piece.meaning else {
            continue;
        };
        let word = &tokens[piece.from];
        let of_title = pieces[at - 1].meaning == Meaning::Title && !tokens[piece.from - 1].breaks;
        let of_rows = piece.to == piece.from + 1
            && view.nouns.contains(&word.stem)
            && !is_whole(view, word, columns);
        if of_rows && (of_title || !many(word)) {
            pieces[at].meaning = Meaning::Noun;
        }
    }
}

/// Puts a piece in the place of those that it covers; one that it would cut is left as it is.
fn put(pieces: &mut Vec<Piece>, piece: &Piece) {
    let first = pieces.iter().position(|other| other.from == piece.from);
    let last = pieces.iter().position(|other| other.to == piece.to);
    if let (Some(first), Some(last)) = (first, last)
        && first <= last
    {
        pieces.splice(first..=last, [piece.clone()]);
    }
}

/// Each run of words by itself.
fn runs(view: &View, tokens: &[Token]) -> Vec<Piece> {
    let formed = second::formed(view, tokens);
    let mut pieces: Vec<Piece> = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let (length, meaning) = by_place(view, tokens, at, pieces.last())
            .or_else(|| by_words(view, tokens, formed.as_deref(), at))
            .unwrap_or((1, Meaning::Unknown));
        pieces.push(Piece {
            meaning,
            from: at,
            to: at + length,
            taken: false,
        });
        at += length;
    }
    pieces
}

/// What words mean by where they stand: a quantity at the beginning, `how many` in front of a unit, a unit behind a number.
fn by_place(
    view: &View,
    tokens: &[Token],
    at: usize,
    last: Option<&Piece>,
) -> Option<(usize, Meaning)> {
    if at == 0
        && let Some((length, quantity)) = quantity(view, tokens)
    {
        return Some((length, Meaning::Quantity(quantity)));
    }
    if let Some(found) = how_many_of_a_unit(view, &tokens[at..]) {
        return Some(found);
    }
    let stem = &tokens[at].stem;
    let after_number = last.is_some_and(|piece| matches!(piece.meaning, Meaning::Number(_)));
    let is_unit = after_number
        && (0..view.columns.len()).any(|column| view.units(column).contains(stem))
        && !view.nouns.contains(stem);
    is_unit.then(|| (1, Meaning::Unit(stem.clone())))
}

/// The longest meaning that was offered; of equally long ones the first.
#[derive(Default)]
struct Longest(Option<(usize, Meaning)>);

impl Longest {
    fn offer(&mut self, offered: Option<(usize, Meaning)>) {
        if let Some((length, meaning)) = offered
            && self.0.as_ref().is_none_or(|(longest, _)| length > *longest)
        {
            self.0 = Some((length, meaning));
        }
    }

    /// Of one word.
    fn offer_word(&mut self, meaning: Option<Meaning>) {
        self.offer(meaning.map(|meaning| (1, meaning)));
    }
}

/// `Node.js`: a word of several parts, all of which stand in the title.
fn says_the_title(view: &View, token: &Token) -> bool {
    let parts = phrase(&token.folded);
    parts.len() > 1 && parts.iter().all(|part| view.title.contains(part))
}

/// What the words at `at` mean: the longest name, else a second look at them.
fn by_words(
    view: &View,
    tokens: &[Token],
    formed: Option<&[Token]>,
    at: usize,
) -> Option<(usize, Meaning)> {
    let token = &tokens[at];
    let mut longest = Longest::default();
    offer_names(view, tokens, at, &mut longest);
    longest.offer(second::not_one(view, tokens, at));
    offer_single_words(view, tokens, at, &mut longest);
    let says_nothing =
        (longest.0.as_ref()).is_none_or(|(_, meaning)| *meaning == Meaning::Function);
    if says_nothing && second::has_any(view, tokens, at) {
        longest = Longest(Some((1, Meaning::Any)));
    }
    longest.offer_word(nth(view, tokens, at).map(Meaning::Nth));
    // `US Air Force`, where `us` is a word of the title, too.
    longest.offer(second::spelled_out(view, tokens, at).filter(|_| token.is_capital()));
    let of_title = view.title.iter().any(|word| kindred(word, &token.stem))
        || says_the_title(view, token)
        || (token.is_capital()
            && places_of(&token.folded).any(|place| view.title.contains(&stem(&place))));
    longest.offer_word(of_title.then_some(Meaning::Title));
    // `What does X mean?` asks for a definition.
    let defines = token.folded == "mean"
        && tokens
            .get(1)
            .is_some_and(|second| matches!(second.folded.as_str(), "does" | "do" | "did"));
    // What is said around a question, unless the table has a longer name for it.
    let around = second::filler(view, tokens, at)
        .filter(|length| *length > 1 && column_at(view, tokens, at + length - 1).is_none());
    let found = match (longest.0, around) {
        (Some((length, _)), Some(longer)) if longer > length => Some((longer, Meaning::Function)),
        (found, _) => found,
    };
    found
        .or_else(|| second::look(view, tokens, formed, at))
        .filter(|_| !defines)
}

/// Names of columns and values, and phrases, which go before them where they are as long.
fn offer_names(view: &View, tokens: &[Token], at: usize, longest: &mut Longest) {
    let token = &tokens[at];
    let column = column_at(view, tokens, at)
        .filter(|_| !second::tells_how_often(view, token) && !is_clause(tokens, at))
        .or_else(|| of_dates(view, tokens, at));
    let phrase = phrase_at(tokens, at).filter(|(length, meaning)| {
        // `what rank`, where a column holds it.
        *meaning != Meaning::Rank || column.as_ref().is_none_or(|(own, _)| own < length)
    });
    // `maximum` and its like are superlatives; `total` is a column where there is one.
    longest.offer(phrase.clone().filter(|(length, meaning)| {
        *length > 1 || !matches!(meaning, Meaning::Apply(_) | Meaning::Each)
    }));
    let is_part = column
        .as_ref()
        .is_some_and(|(length, columns)| *length == 1 && !is_whole(view, token, columns));
    // `average` where only a part of a name is: of what is named behind it.
    if is_part && matches!(&phrase, Some((1, Meaning::Apply(_)))) {
        longest.offer(phrase.clone());
    }
    // `SEC` is the value that is written so, and no part of `sec_duration`.
    let capitals = token.text.chars().count() > 1 && token.text.chars().all(char::is_uppercase);
    if is_part && capitals {
        longest.offer(value_at(view, tokens, at));
    }
    longest.offer(column.map(|(length, columns)| (length, Meaning::Column(columns))));
    longest.offer(value_at(view, tokens, at));
    longest.offer(phrase);
}

/// Words of degree, numbers, dates, parts of names, and what says nothing.
fn offer_single_words(view: &View, tokens: &[Token], at: usize, longest: &mut Longest) {
    let token = &tokens[at];
    // A word of the title says what the table is about: `London` of `london-stations.csv`, where some rows are called so, too.
    let of_title = |meaning: &(usize, Meaning)| {
        let (length, meaning) = meaning;
        let several = matches!(meaning, Meaning::Record { rows, .. } if rows.len() > 1);
        several && *length == 1 && view.title.contains(&token.stem)
    };
    longest.offer(of_pack(view, token, tokens.get(at + 1)));
    longest.offer_word(token.number.clone().map(Meaning::Number));
    longest.offer(date_at(tokens, at));
    longest.offer(full_name(view, tokens, at));
    longest.offer(part_of_name(view, tokens, at).filter(|found| !of_title(found)));
    longest.offer_word(view.nouns.contains(&token.stem).then_some(Meaning::Noun));
    let silent = is_function(&token.folded)
        || view
            .packs
            .iter()
            .any(|pack| pack.silent.contains(&token.folded));
    let how = at > 0 && tokens[at - 1].folded == "how" && ENGLISH.measures.has(&token.folded);
    longest.offer_word((silent || how).then_some(Meaning::Function));
    longest.offer_word(superlative(view, token));
}

/// `Which code has the most lines listed under it`: behind a superlative and the name of a column the rows, whatever they are called; what says that they are its own says
/// nothing more.
fn rows_of_most(view: &View, tokens: &[Token], pieces: &mut [Piece]) {
    let of_most = |pieces: &[Piece], at: usize| {
        let grouped = pieces[..at].iter().any(|piece| {
            matches!(&piece.meaning, Meaning::Column(columns) if columns.iter().any(|column| !view.is_numeric(*column)))
        });
        grouped
            && matches!(&pieces[at].meaning, Meaning::Most { columns, .. } if columns.is_empty())
    };
    for at in 1..pieces.len() {
        let piece = &pieces[at];
        let silent = matches!(piece.meaning, Meaning::Function | Meaning::Unknown);
        let is_row = piece.to == piece.from + 1 && ENGLISH.rows.has(&tokens[piece.from].folded);
        if !(silent && is_row && of_most(pieces, at - 1)) {
            continue;
        }
        pieces[at].meaning = Meaning::Noun;
        // `listed under it`
        for own in at + 1..pieces.len().saturating_sub(1) {
            let points = matches!(tokens[pieces[own + 1].from].folded.as_str(), "it" | "them");
            if matches!(pieces[own].meaning, Meaning::Op(_) | Meaning::Each) && points {
                pieces[own].meaning = Meaning::Function;
            }
        }
    }
}

/// What a row is called, though it is also the name of the column that holds the names: `which vessel`.
fn rows_by_their_column(view: &View, tokens: &[Token], pieces: &mut [Piece]) {
    for piece in pieces {
        if let Meaning::Column(columns) = &piece.meaning
            && columns
                .iter()
                .any(|column| view.keys.contains(column) || *column == view.label)
            && (view.nouns.contains(&tokens[piece.to - 1].stem)
                || view.nouns.contains(&tokens[piece.from].stem))
            && (piece.to - piece.from == 1 || many(&tokens[piece.to - 1]))
        {
            piece.meaning = Meaning::Noun;
        }
    }
}
