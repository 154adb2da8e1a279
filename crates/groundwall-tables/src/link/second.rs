//! A second look at a word that no column, record or value of the table is called by: another form of it, another word for a value, what people put around a question.

use super::values::places_of;
use super::{Meaning, column_at, value_at};
use crate::view::{View, is_code_of};
use crate::words::{ENGLISH, Token, fold, is_function, stem};
use groundwall_core::CellKind;

/// The tokens with the stems of the words that they are forms of; none where a form stands nowhere.
pub(super) fn formed(view: &View, tokens: &[Token]) -> Option<Vec<Token>> {
    let mut formed = tokens.to_vec();
    let mut found = false;
    for token in &mut formed {
        let form = view
            .packs
            .iter()
            .find_map(|pack| pack.forms.get(&token.folded));
        let form = form.cloned().or_else(|| people_of(view, token));
        if let Some(stem) = form.filter(|stem| *stem != token.stem) {
            token.stem = stem;
            found = true;
        }
    }
    found.then_some(formed)
}

/// The place that an adjective is made of, where a value begins with it: `Victorian` of `Victoria Divisions`, `Egyptian` of `Egypt`.
fn people_of(view: &View, token: &Token) -> Option<String> {
    if !token.is_capital() {
        return None;
    }
    let begins =
        |stem: &String| (view.columns.iter()).any(|column| column.by_first.contains_key(stem));
    places_of(&token.folded)
        .map(|place| stem(&place))
        .find(begins)
}

/// A column by two words of its name written as one: `birthplace` for `placeOfBirth`.
fn compound(view: &View, token: &Token) -> Option<(usize, Meaning)> {
    let columns: Vec<usize> = (0..view.base)
        .filter(|column| {
            let words = &view.name_words(*column).apart;
            let pairs = words
                .iter()
                .flat_map(|first| words.iter().map(move |second| (first, second)));
            pairs.into_iter().any(|(first, second)| {
                first != second
                    && first.len() > 2
                    && second.len() > 2
                    && stem(&format!("{first}{second}")) == token.stem
            })
        })
        .collect();
    (!columns.is_empty()).then_some((1, Meaning::Column(columns)))
}

/// Whether a word such as `yearly` stands for no column by itself.
pub(crate) fn tells_how_often(view: &View, token: &Token) -> bool {
    ENGLISH.every.has(&token.folded)
        && !(0..view.base).any(|column| fold(&view.column(column).name).contains(&token.folded))
}

pub(super) fn look(
    view: &View,
    tokens: &[Token],
    formed: Option<&[Token]>,
    at: usize,
) -> Option<(usize, Meaning)> {
    let token = &tokens[at];
    if let Some(found) = alike(view, tokens, at) {
        return Some(found);
    }
    if let Some(formed) = formed
        && formed[at].stem != token.stem
    {
        if let Some((length, columns)) = column_at(view, formed, at) {
            return Some((length, Meaning::Column(columns)));
        }
        if let Some(found) = value_at(view, formed, at) {
            return Some(found);
        }
        if view.title.contains(&formed[at].stem) {
            return Some((1, Meaning::Title));
        }
    }
    if let Some(found) = spelled_out(view, tokens, at).or_else(|| compound(view, token)) {
        return Some(found);
    }
    if file_begins(view, token) || file_spells(view, token) {
        return Some((1, Meaning::Title));
    }
    let next = tokens.get(at + 1);
    // `in the year 2014`, `18 years old`
    if token.stem == "year"
        && next.is_some_and(|next| next.number.is_some() || next.folded == "old")
    {
        return Some((1, Meaning::Function));
    }
    if token.folded == "no" && (numeric_follows(view, tokens, at) || gaps_follow(view, tokens, at))
    {
        return Some((1, Meaning::Zero));
    }
    if ENGLISH.missing.has(&token.folded) {
        return Some((1, Meaning::Absent));
    }
    let has_time = !view.times.is_empty()
        || view.places.is_some()
        || (0..view.base).any(|column| view.column(column).kind == CellKind::Date);
    if ENGLISH.every.has(&token.folded) && has_time {
        return Some((1, Meaning::Function));
    }
    filler(view, tokens, at)
        .map(|length| (length, Meaning::Function))
        .or_else(|| part_of_value(view, tokens, at))
        .or_else(|| name_in_value(view, tokens, at))
}

/// `without a single delegate`, `not a single one`: none of what a column of numbers counts.
pub(super) fn not_one(view: &View, tokens: &[Token], at: usize) -> Option<(usize, Meaning)> {
    let words: Vec<&str> = (tokens.iter().skip(at).take(3))
        .map(|token| token.folded.as_str())
        .collect();
    let length = match words[..] {
        ["without" | "not", "a", "single"] => 3,
        ["without", "any", _] => 2,
        _ => return None,
    };
    numeric_follows(view, tokens, at + length - 1).then_some((length, Meaning::Zero))
}

/// Words that are spelled out by their first letters; of a name, which says more, two are enough.
const SPELLED: std::ops::RangeInclusive<usize> = 2..=6;
/// Letters by which a column or the title is called, at least.
const LETTERS: usize = 3;
/// Letters of a word that is a short form itself: `US` of `US Air Force`.
const SHORT: usize = 3;

/// `gross domestic product` for `GDP`, `US Air Force` for `USAF`: a column, a word of the title, or the value of a column of short forms by its first letters.
pub(super) fn spelled_out(view: &View, tokens: &[Token], at: usize) -> Option<(usize, Meaning)> {
    for length in SPELLED.rev() {
        let Some(words) = tokens.get(at..at + length) else {
            continue;
        };
        let is_name = [&words[0], &words[length - 1]]
            .iter()
            .all(|token| token.is_capital());
        let plain = |token: &Token| {
            token.number.is_none()
                && (is_name || token.folded.len() > 2 && !is_function(&token.folded))
        };
        if !words.iter().all(plain) || words[..length - 1].iter().any(|token| token.breaks) {
            continue;
        }
        let letters: String = words.iter().map(initials).collect();
        if letters.len() >= LETTERS {
            let called = |column: &usize| view.name_words(*column).own.contains(&letters);
            let columns: Vec<usize> = (0..view.base).filter(called).collect();
            if !columns.is_empty() {
                return Some((length, Meaning::Column(columns)));
            }
            if view.title.contains(&letters) {
                return Some((length, Meaning::Title));
            }
        }
        if is_name && (is_file_called(view, words) || file_has_initials(view, words)) {
            return Some((length, Meaning::Title));
        }
        if is_name && let Some(meaning) = short_form(view, &letters) {
            return Some((length, meaning));
        }
    }
    None
}

/// Letters of a name of which the name of a file may have the first ones alone, and of these, at least: `mass` for Massachusetts.
const BEGUN: (usize, usize) = (8, 4);

/// Words of the file's name.
fn file(view: &View) -> &[String] {
    view.called.last().map_or(&[], Vec::as_slice)
}

/// Whether the name of the file has the code of a place: `us-nuclear.csv` is of the United States, `nyc-trees.csv` of New York.
fn is_file_called(view: &View, words: &[Token]) -> bool {
    let folded: Vec<&str> = words.iter().map(|token| token.folded.as_str()).collect();
    let name = folded.join(" ");
    file(view).iter().any(|word| {
        let mut ends = ENGLISH.place_letters.iter();
        is_code_of(word, &name)
            || ends.any(|end| {
                word.strip_suffix(end.as_str())
                    .is_some_and(|code| is_code_of(code, &name))
            })
    })
}

/// Whether a word of the file's name is the first letters of a name, of its small words or without, and perhaps of one word more: `afrs_incidents.csv` is of
/// Avon Fire and Rescue.
fn file_has_initials(view: &View, words: &[Token]) -> bool {
    let of_name: Vec<&Token> = words
        .iter()
        .filter(|token| !is_function(&token.folded))
        .collect();
    let letters: String = of_name.iter().map(|token| initials(token)).collect();
    let begins = |word: &String| {
        word.len() <= letters.len() + 1 && word.starts_with(&letters) && word.is_ascii()
    };
    of_name.len() >= LETTERS && file(view).iter().any(begins)
}

/// Whether the name of the file has the beginning of a name: `mass-traffic.csv` is of Massachusetts.
fn file_begins(view: &View, token: &Token) -> bool {
    let (long, least) = BEGUN;
    let begins = |word: &String| word.len() >= least && token.folded.starts_with(word.as_str());
    token.is_capital() && token.folded.len() >= long && file(view).iter().any(begins)
}

/// Whether words of the file's name that stand together begin with the letters of a short form: `LA` of `los-angeles-parks.csv`.
fn file_spells(view: &View, token: &Token) -> bool {
    let letters: Vec<char> = token.folded.chars().collect();
    let is_short =
        (2..=LONGEST).contains(&letters.len()) && token.text.chars().all(char::is_uppercase);
    let begin = |words: &[String]| {
        let first = words.iter().map(|word| word.chars().next());
        first.eq(letters.iter().map(|letter| Some(*letter)))
    };
    is_short && file(view).windows(letters.len()).any(begin)
}

/// The first letter of a word, or all of one that is a short form itself.
fn initials(token: &Token) -> String {
    let is_short = token.text.len() <= SHORT && token.text.chars().all(char::is_uppercase);
    let letters = if is_short { SHORT } else { 1 };
    token.folded.chars().take(letters).collect()
}

/// Share of a column's values that have to be short forms for it to be one of them.
const OF_SHORT: f32 = 0.8;
/// Letters of such a value, at most.
const LONGEST: usize = 4;

/// The value of the one column of short forms that has these letters: `LA` among `NY`, `DC`, `CLB`.
fn short_form(view: &View, letters: &str) -> Option<Meaning> {
    let is_short = |value: &str| {
        (2..=LONGEST).contains(&value.chars().count()) && value.chars().all(char::is_uppercase)
    };
    let of_short = |column: &usize| {
        let about = &view.columns[*column];
        if about.codes.is_some() || !about.values.contains_key(letters) {
            return false;
        }
        let shown = |rows: &Vec<usize>| view.shown(*rows.first()?, *column);
        let short = about.values.values().filter_map(shown);
        let short = short.filter(|value| is_short(value.trim())).count();
        short as f32 >= OF_SHORT * about.values.len() as f32
    };
    let mut found = (0..view.base).filter(of_short);
    let column = found.next().filter(|_| found.next().is_none())?;
    let key = view.keys.contains(&column) || column == view.label;
    Some(super::values::named(view, column, key, letters))
}

/// Different values of a column that one is looked for among by a part of it, at most.
const VALUES: usize = 60;

/// A whole part of one value of one column and of no other: `legislative` of `Federal - Legislative`. A word within a part is none: `ships` are not all `passenger ships`.
fn part_of_value(view: &View, tokens: &[Token], at: usize) -> Option<(usize, Meaning)> {
    for length in [2, 1] {
        let Some(words) = tokens.get(at..at + length) else {
            continue;
        };
        let telling = |token: &Token| {
            token.folded.len() > 3
                && token.number.is_none()
                && !is_function(&token.folded)
                && !view.title.contains(&token.stem)
        };
        if !words.iter().all(telling) {
            continue;
        }
        let stems = stems_of(words);
        // A word of an address says nothing.
        let has = |value: &str| !value.contains("://") && has_part(value, &stems);
        if let Some(found) = only_value(view, has) {
            return Some((length, found));
        }
    }
    None
}

/// The one value of which something is so, among those of all columns with few that tell no records apart.
fn only_value(view: &View, so: impl Fn(&str) -> bool) -> Option<Meaning> {
    let mut found = view
        .columns
        .iter()
        .enumerate()
        .filter(|(column, about)| {
            !about.truth
                && about.values.len() <= VALUES
                && !view.keys.contains(column)
                && *column != view.label
        })
        .flat_map(|(column, about)| about.values.keys().map(move |value| (column, value)))
        .filter(|(_, value)| so(value));
    let (column, value) = found.next().filter(|_| found.next().is_none())?;
    Some(Meaning::Category {
        column,
        value: value.clone(),
    })
}

/// Words of a value that is a name, at most.
const NAME: usize = 5;

/// The one value that is a name and has these words of it: `Sanders` for `Bernie Sanders`, `Walmley Minworth` for `Walmley Minworth Ward`, `the Gentoos` for `Gentoo penguin`.
fn name_in_value(view: &View, tokens: &[Token], at: usize) -> Option<(usize, Meaning)> {
    let is_name = |token: &Token| token.is_capital() && token.number.is_none();
    let first = tokens.get(at).filter(|_| at > 0)?;
    if !is_name(first) || first.folded.len() < 4 {
        return None;
    }
    let more = tokens[at..].windows(2);
    let length = 1 + more
        .take_while(|pair| !pair[0].breaks && is_name(&pair[1]))
        .count();
    let wanted = stems_of(&tokens[at..at + length]);
    let has = |value: &str| {
        // What stands in brackets says the name in other words.
        let name = value.split('(').next().unwrap_or_default();
        let stems: Vec<String> = name
            .split_whitespace()
            .map(|word| stem(word.trim_matches(|c: char| !c.is_alphanumeric())))
            .collect();
        stems.len() <= NAME
            && wanted
                .iter()
                .all(|word| stems.iter().any(|stem| stem == word))
    };
    only_value(view, has).map(|found| (length, found))
}

/// The stems of words in a row.
pub(super) fn stems_of(words: &[Token]) -> Vec<&str> {
    words.iter().map(|token| token.stem.as_str()).collect()
}

/// Whether one of several parts of a value is said by these stems.
fn has_part(value: &str, stems: &[&str]) -> bool {
    is_one_of_several(&parts_of(value), stems)
}

/// Whether these stems are one of several parts.
pub(crate) fn is_one_of_several<S>(parts: &[Vec<String>], stems: &[S]) -> bool
where
    String: PartialEq<S>,
{
    parts.len() > 1 && parts.iter().any(|part| part.as_slice() == stems)
}

/// The parts of a value between commas, each as stems.
pub(crate) fn parts_between_commas(value: &str) -> Vec<Vec<String>> {
    value.split([',', ';']).map(crate::pack::phrase).collect()
}

/// The parts of a value, each as stems: `New York` and `United States` of `New York, United States`.
fn parts_of(value: &str) -> Vec<Vec<String>> {
    let value = value.replace(" - ", "/").replace(" – ", "/");
    value
        .split(['/', ';', ','])
        .map(crate::pack::phrase)
        .collect()
}

/// `had any fatalities`
pub(super) fn has_any(view: &View, tokens: &[Token], at: usize) -> bool {
    tokens[at].folded == "any"
        && at > 0
        && ENGLISH.having.has(&tokens[at - 1].folded)
        && numeric_follows(view, tokens, at)
}

/// `no place of death`, where cells of the column are empty.
fn gaps_follow(view: &View, tokens: &[Token], at: usize) -> bool {
    column_at(view, tokens, at + 1).is_some_and(|(_, columns)| match columns[..] {
        [column] => !view.columns[column].truth && view.has_gaps(column),
        _ => false,
    })
}

fn numeric_follows(view: &View, tokens: &[Token], at: usize) -> bool {
    column_at(view, tokens, at + 1).is_some_and(|(_, columns)| {
        columns
            .iter()
            .all(|column| view.is_numeric(*column) && !view.is_year(*column))
    })
}

/// The longest phrase of the packs that only stands around a question.
pub(super) fn filler(view: &View, tokens: &[Token], at: usize) -> Option<usize> {
    view.packs
        .iter()
        .flat_map(|pack| &pack.fillers)
        .filter(|words| {
            words.iter().enumerate().all(|(number, word)| {
                tokens
                    .get(at + number)
                    .is_some_and(|token| token.folded == *word)
            })
        })
        .map(Vec::len)
        .max()
}

/// A value that the table writes with another word of the same meaning.
fn alike(view: &View, tokens: &[Token], at: usize) -> Option<(usize, Meaning)> {
    let said = |words: &str| {
        let words: Vec<&str> = words.split(' ').collect();
        let stands = words.iter().enumerate().all(|(number, word)| {
            tokens.get(at + number).is_some_and(|token| {
                token.folded == *word
                    && (!is_function(word) || token.text.chars().all(char::is_uppercase))
            })
        });
        stands.then_some(words.len())
    };
    for group in view.packs.iter().flat_map(|pack| &pack.alike) {
        let Some(length) = group.iter().filter_map(|words| said(words)).max() else {
            continue;
        };
        for (column, about) in view.columns.iter().enumerate() {
            let Some((value, rows)) = group
                .iter()
                .find_map(|words| about.values.get_key_value(&fold(words)))
            else {
                continue;
            };
            let meaning = if view.keys.contains(&column) || column == view.label {
                Meaning::Record {
                    rows: rows.clone(),
                    key: column,
                }
            } else {
                Meaning::Category {
                    column,
                    value: value.clone(),
                }
            };
            return Some((length, meaning));
        }
    }
    None
}
