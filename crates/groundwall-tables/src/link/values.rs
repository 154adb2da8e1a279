//! Values of the table and the records that they name.

use super::Meaning;
use super::columns::column_at;
use crate::view::{ColumnView, View, value_stems};
use crate::words::{ENGLISH, Token, is_function, is_plain_verb, stem};
use std::collections::BTreeSet;

/// The initial of a first name, by which a table may shorten it: `T. Roosevelt`.
pub(super) fn initial_of(token: &Token) -> Option<String> {
    let name = token.is_capital() && token.folded.chars().count() > 2 && token.number.is_none();
    let first = token.folded.chars().next()?;
    (name && first.is_alphabetic()).then(|| first.to_string())
}

/// A value as a record or as one of a column.
pub(super) fn named(view: &View, column: usize, key: bool, value: &str) -> Meaning {
    if key {
        Meaning::Record {
            rows: view.columns[column].values[value].clone(),
            key: column,
        }
    } else {
        Meaning::Category {
            column,
            value: value.to_owned(),
        }
    }
}

/// Whether no other value has these first initial and last name.
pub(super) fn only_initials(about: &ColumnView, stems: &[String]) -> bool {
    about
        .by_first
        .get(&stems[0])
        .into_iter()
        .flatten()
        .filter(|(other, _)| other.last() == stems.last())
        .count()
        == 1
}

/// The longest value of the table that stands at `at`.
pub(super) fn value_at(view: &View, tokens: &[Token], at: usize) -> Option<(usize, Meaning)> {
    let initial = initial_of(&tokens[at]);
    let mut best: Option<(usize, Meaning)> = None;
    for (column, about) in view.columns.iter().enumerate() {
        if about.truth {
            continue;
        }
        let key = view.keys.contains(&column) || column == view.label;
        // The longest come first; of equal ones the one that is written like the question, else the first by its letters.
        let beginning = [Some(&tokens[at].stem), initial.as_ref()]
            .into_iter()
            .flatten()
            .filter_map(|first| about.by_first.get(first))
            .flatten();
        for (stems, value) in beginning {
            if best
                .as_ref()
                .is_some_and(|(length, _)| *length >= stems.len())
            {
                continue;
            }
            if best.is_none()
                && by_initials(tokens, at, stems, initial.as_ref())
                && only_initials(about, stems)
            {
                best = Some((2, named(view, column, key, value)));
            } else if stands(tokens, at, stems, value, initial.as_ref()) {
                let said = tokens[at..at + stems.len()]
                    .iter()
                    .map(|token| token.folded.as_str())
                    .collect::<Vec<_>>()
                    .join(" ");
                let value = if about.values.contains_key(&said) {
                    &said
                } else {
                    value
                };
                best = Some((stems.len(), named(view, column, key, value)));
            }
        }
    }
    best.map(|(length, meaning)| (length, in_all_spellings(view, meaning)))
}

/// A value with those of its column that differ from it by no more than an ending: `Conservative` and `Conservatives`.
fn in_all_spellings(view: &View, meaning: Meaning) -> Meaning {
    let Meaning::Category { column, value } = meaning else {
        return meaning;
    };
    let own = value_stems(&value);
    let alike = own
        .first()
        .and_then(|first| view.columns[column].by_first.get(first));
    let mut values: Vec<String> = (alike.into_iter().flatten())
        .filter(|(stems, other)| *stems == own && value_stems(other) == own)
        .map(|(_, other)| other.clone())
        .collect();
    values.sort();
    values.dedup();
    if values.len() < 2 {
        return Meaning::Category { column, value };
    }
    Meaning::Part { column, values }
}

/// `Barack Obama` for `B. H. Obama`.
fn by_initials(tokens: &[Token], at: usize, stems: &[String], initial: Option<&String>) -> bool {
    stems.len() > 2
        && Some(&stems[0]) == initial
        && stems[1..stems.len() - 1]
            .iter()
            .all(|stem| stem.chars().count() == 1)
        && tokens
            .get(at + 1)
            .is_some_and(|token| Some(&token.stem) == stems.last() && token.is_capital())
}

/// Whether a value stands at `at`. One that is a function word or a single letter is meant only as it is written.
fn stands(
    tokens: &[Token],
    at: usize,
    stems: &[String],
    value: &str,
    initial: Option<&String>,
) -> bool {
    // `Ten players`, of a table with the team TEN.
    let says_number = tokens[at].number.is_some() && value.chars().all(char::is_alphabetic);
    // What a code stands for says more than the code.
    let own = stems.len() == 1 && stems[0] == stem(value);
    // `on hold`, of a table with the value `hold`.
    let led = at > 0 && matches!(tokens[at - 1].folded.as_str(), "on" | "in" | "at" | "under");
    let silent = is_function(value) && !(led && is_plain_verb(value));
    let weak = own && (silent || value.chars().count() == 1 || says_number);
    let stands = stems.iter().enumerate().all(|(number, word)| {
        let by_initial = number == 0 && stems.len() > 1 && Some(word) == initial;
        tokens
            .get(at + number)
            .is_some_and(|token| token.stem == *word || by_initial)
    });
    let text = &tokens[at].text;
    let as_written =
        text.chars().all(char::is_uppercase) && text != "I" && !(text == "A" && at == 0);
    stands && (!weak || as_written)
}

/// Part of a record's name, such as a first name: the rows whose name has all capitalised tokens from `at` on, with a number in front of them: `4 Learned Pl`.
pub(super) fn part_of_name(view: &View, tokens: &[Token], at: usize) -> Option<(usize, Meaning)> {
    let begins = tokens[at].is_capital() && tokens[at].folded.chars().count() >= 3;
    if !(begins || is_house_number(tokens, at))
        || view.nouns.contains(&tokens[at].stem)
        || is_function(&tokens[at].folded)
    {
        return None;
    }
    let rows_with = |word: &str| {
        let mut rows = view.label_words.get(word).cloned().unwrap_or_default();
        for place in places_of(word) {
            rows.extend(view.label_words.get(&place).into_iter().flatten());
        }
        let groups = view.packs.iter().flat_map(|pack| &pack.alike);
        for other in groups
            .filter(|group| group.iter().any(|one| one == word))
            .flatten()
        {
            rows.extend(view.label_words.get(other).into_iter().flatten());
        }
        rows
    };
    let mut rows = rows_with(&tokens[at].folded);
    let mut length = 1;
    while let Some(token) = tokens.get(at + length).filter(|token| token.is_capital()) {
        let both: BTreeSet<usize> = rows_with(&token.folded)
            .intersection(&rows)
            .copied()
            .collect();
        if both.is_empty() {
            break;
        }
        (rows, length) = (both, length + 1);
    }
    if !begins && length == 1 {
        return None;
    }
    // A name that goes on differently is another name.
    let goes_on = !tokens[at + length - 1].breaks
        && tokens.get(at + length).is_some_and(|token| {
            token.is_capital()
                && token.number.is_none()
                && !is_function(&token.folded)
                && column_at(view, tokens, at + length).is_none()
        });
    (!rows.is_empty() && !goes_on).then(|| {
        (
            length,
            Meaning::Record {
                rows: rows.into_iter().collect(),
                key: view.label,
            },
        )
    })
}

/// What a word may come from as an adjective of a place: `Malaysian`, `Brazilian`.
pub(super) fn places_of(word: &str) -> impl Iterator<Item = String> + '_ {
    ENGLISH.adjectives.iter().filter_map(|[ending, instead]| {
        let bare = word.strip_suffix(ending.as_str())?;
        (bare.len() > 2).then(|| format!("{bare}{instead}"))
    })
}

/// Whether a whole number stands in front of a name.
fn is_house_number(tokens: &[Token], at: usize) -> bool {
    tokens[at].folded.chars().all(|c| c.is_ascii_digit())
        && tokens.get(at + 1).is_some_and(Token::is_capital)
}

/// A record whose first and last name stand in columns of their own.
pub(super) fn full_name(view: &View, tokens: &[Token], at: usize) -> Option<(usize, Meaning)> {
    let ways = view.full_names.get(&tokens[at].stem)?;
    let standing = |stems: &[String]| {
        stems.len() > 1
            && stems.iter().enumerate().all(|(number, stem)| {
                tokens
                    .get(at + number)
                    .is_some_and(|token| token.stem == *stem)
            })
    };
    let length = ways
        .iter()
        .filter(|(stems, _)| standing(stems))
        .map(|(stems, _)| stems.len())
        .max()?;
    let mut rows: Vec<usize> = ways
        .iter()
        .filter(|(stems, _)| stems.len() == length && standing(stems))
        .map(|(_, row)| *row)
        .collect();
    rows.sort_unstable();
    rows.dedup();
    Some((
        length,
        Meaning::Record {
            rows,
            key: view.label,
        },
    ))
}
