//! What a column is called and holds.

use super::KEY;
use super::codes::Codes;
use crate::link::periods::without;
use crate::pack::{TablePack, folded_words, spaced};
use crate::value::Value;
use crate::words::{ENGLISH, fold, is_function, stem, tokens};
use groundwall_core::{CellKind, Table, TableColumn};
use rust_decimal::Decimal;
use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

/// Distinct values that a column may have to be asked for by value when it is no key.
pub(super) const CATEGORIES: usize = 400;

/// Letters at the end of a name from which a number right behind them is that of a footnote: `Ohio8`, but not `Q4`.
const NOTED: usize = 4;

/// A column with everything that it may be called, as stems.
pub(crate) struct ColumnView {
    pub(crate) names: Vec<Vec<String>>,
    /// Whether its values are truth values or yes and no.
    pub(crate) truth: bool,
    /// Stems that are a part of its name, or mean the same as one.
    pub(crate) parts: HashSet<String>,
    /// Folded values with their rows, for columns of text.
    pub(crate) values: HashMap<String, Vec<usize>>,
    /// The same by the stem of their first word: all their stems and the value, the longest first.
    pub(crate) by_first: HashMap<String, Vec<(Vec<String>, String)>>,
    /// What its values stand for, where they are codes.
    pub(crate) codes: Option<&'static Codes>,
    /// Whether every cell of it ends with `.0`; found out when it is first asked for.
    pub(crate) whole: OnceLock<bool>,
}

/// The words of a column's name as stems, and those of what a reader calls it; `apart`, those of `agency_type` are two.
pub(crate) struct NameWords {
    pub(crate) own: Vec<String>,
    pub(crate) apart: Vec<String>,
    pub(crate) shown: Vec<String>,
    pub(crate) shown_apart: Vec<String>,
}

/// Whether a column holds years: whole numbers from 1000 to 2199 without a unit.
pub(super) fn are_years(column: &TableColumn, numbers: impl Iterator<Item = Decimal>) -> bool {
    let year = |number: Decimal| {
        number.is_integer() && (Decimal::from(1000)..Decimal::from(2200)).contains(&number)
    };
    let mut numbers = numbers.peekable();
    column.kind == CellKind::Number
        && column.unit.is_none()
        && numbers.peek().is_some()
        && numbers.all(year)
}

pub(super) fn numbers_of(
    rows: &[Vec<Option<Value>>],
    column: usize,
) -> impl Iterator<Item = Decimal> + '_ {
    rows.iter()
        .filter_map(move |row| row[column].as_ref()?.number())
}

/// Everything that a column may be called.
pub(super) fn names_of(
    place: usize,
    column: &TableColumn,
    own: &[String],
    bare: &[String],
    rows: &[Vec<Option<Value>>],
    packs: &[TablePack],
) -> Vec<Vec<String>> {
    let mut names = vec![own.to_vec()];
    names.push(bare.to_vec());
    names.push(
        own.iter()
            .filter(|word| !matches!(word.as_str(), "%" | "#" | "name" | "in" | "the"))
            .cloned()
            .collect(),
    );
    let timeless = without(&column.name, bare);
    names.extend(timeless.clone());
    for group in packs.iter().flat_map(|pack| &pack.synonyms) {
        let called =
            |name: &Vec<String>| name == own || name == bare || timeless.as_ref() == Some(name);
        if group.iter().any(called) {
            names.extend(group.iter().cloned());
        }
    }
    // One word of a name by its other words: `dept name` is called department name.
    for group in packs
        .iter()
        .flat_map(|pack| &pack.synonyms)
        .filter(|group| group.iter().all(|name| name.len() == 1))
    {
        if bare.len() > 1
            && let Some(at) = bare
                .iter()
                .position(|word| group.iter().any(|name| name[0] == *word))
        {
            names.extend(group.iter().map(|name| {
                let mut other = bare.to_vec();
                other[at].clone_from(&name[0]);
                other
            }));
        }
    }
    // `In which year was it released?` of a column `Released` with years.
    if are_years(column, numbers_of(rows, place)) {
        names.push(vec!["year".to_owned()]);
    }
    names.retain(|name| !name.is_empty());
    names.sort();
    names.dedup();
    names
}

/// The words of a name, given as they are written, and those that mean the same as one: not as a participle that says of what kind something is, so that `Planned Dates:
/// Duration` is no budget.
pub(super) fn parts_of(written: &[String], packs: &[TablePack]) -> HashSet<String> {
    let singles: Vec<&Vec<Vec<String>>> = packs
        .iter()
        .flat_map(|pack| &pack.synonyms)
        .filter(|group| group.iter().all(|name| name.len() == 1))
        .collect();
    let alike = |word: &String| {
        singles
            .iter()
            .filter(|group| group.iter().any(|name| name[0] == *word))
            .flat_map(|group| group.iter().map(|name| name[0].clone()))
            .collect::<Vec<_>>()
    };
    let units = |word: &String| {
        ENGLISH
            .units
            .iter()
            .filter(|(short, _)| short.len() > 1 && *short == word)
            .flat_map(|(_, words)| words.iter().map(|word| stem(word)))
            .collect::<Vec<_>>()
    };
    let parts = |place: usize| {
        let word = stem(&written[place]);
        let others = if is_of_a_kind(&written[place..]) {
            Vec::new()
        } else {
            alike(&word)
        };
        [others, units(&word), vec![word]].concat()
    };
    (0..written.len()).flat_map(parts).collect()
}

/// Whether words of a name begin with a participle before what it speaks of, other than the day: `Planned duration`, and not `Hired date` or `Injured`.
fn is_of_a_kind(words: &[String]) -> bool {
    let [first, second, ..] = words else {
        return false;
    };
    let day = ENGLISH.said_by_participles.has(second) && words.len() == 2;
    first.len() > 4 && first.ends_with("ed") && !is_function(second) && !day
}

/// Values, and what they stand for, by the stem of their first word, the longest first.
pub(super) fn by_first_stem(
    values: &HashMap<String, Vec<usize>>,
    codes: Option<&Codes>,
) -> HashMap<String, Vec<(Vec<String>, String)>> {
    let mut by_first: HashMap<String, Vec<(Vec<String>, String)>> = HashMap::new();
    let bare_names = before_brackets(values);
    for value in values.keys() {
        let names = codes.into_iter().flat_map(|codes| codes.names(value));
        let bare = without_numbers(value).map(value_stems);
        let alone = bare_names.get(value.as_str()).map(|name| value_stems(name));
        let own = std::iter::once(value_stems(value))
            .chain(bare)
            .chain(alone)
            .chain(Codes::in_full(value));
        for stems in own.chain(names) {
            if let Some(first) = stems.first() {
                by_first
                    .entry(first.clone())
                    .or_default()
                    .push((stems, value.clone()));
            }
        }
    }
    for list in by_first.values_mut() {
        list.sort_by(|a, b| b.0.len().cmp(&a.0.len()).then(a.1.cmp(&b.1)));
    }
    by_first
}

/// Values of several words with something in brackets behind them, each without it, where no other value is called so: `Ada Holm (Team North)`.
fn before_brackets(values: &HashMap<String, Vec<usize>>) -> HashMap<&str, &str> {
    let bare = |value: &'_ String| {
        let (name, behind) = value.split_once(" (")?;
        (behind.ends_with(')') && name.contains(' ')).then_some(name.len())
    };
    if values.len() < 2 {
        return HashMap::new();
    }
    let mut times: HashMap<&str, usize> = HashMap::new();
    for value in values.keys() {
        let name = &value[..bare(value).unwrap_or(value.len())];
        *times.entry(name).or_default() += 1;
    }
    let named = values.keys().filter_map(|value| {
        let name = &value[..bare(value)?];
        (times[name] == 1).then_some((value.as_str(), name))
    });
    named.collect()
}

pub(super) fn column_view(
    place: usize,
    column: &TableColumn,
    own: &[String],
    rows: &[Vec<Option<Value>>],
    packs: &[TablePack],
    is_label: bool,
) -> ColumnView {
    // `Length (m)` is called length, `Value 2024 (kroner)` value 2024, `Violent crime3 rate` violent crime rate.
    let name = without_brackets(&column.name);
    let words: Vec<&str> = name
        .split_whitespace()
        .map(|word| without_numbers(word).unwrap_or(word))
        .collect();
    let written = folded_words(&words.join(" "));
    let bare: Vec<String> = written.iter().map(|word| stem(word)).collect();
    let names = names_of(place, column, own, &bare, rows, packs);
    let mut values: HashMap<String, Vec<usize>> = HashMap::new();
    if column.kind == CellKind::Text {
        for (row, cells) in rows.iter().enumerate() {
            // `2016` beside `Percent change` is a name, too.
            if let Some(text) = cells[place].as_ref().and_then(Value::as_text) {
                values.entry(text.into_owned()).or_default().push(row);
            }
        }
    }
    let truth = column.kind == CellKind::Truth
        || (!values.is_empty() && values.keys().all(|value| ENGLISH.truths.has(value)));
    let many = values.len() > CATEGORIES && (values.len() as f32) < KEY * rows.len() as f32;
    if many && !is_label {
        values.clear();
    }
    let parts = parts_of(&written, packs);
    let codes = Codes::of(&spaced(&column.name), &values);
    let by_first = by_first_stem(&values, codes);
    ColumnView {
        names,
        truth,
        parts,
        values,
        by_first,
        codes,
        whole: OnceLock::new(),
    }
}

/// Adds to the words of columns that are called alike those in brackets, which tell them apart: `Winning time (men)`, `Winning time (women)`.
pub(super) fn by_their_brackets(columns: &mut [ColumnView], table: &Table, packs: &[TablePack]) {
    let bare = |column: &TableColumn| fold(&without_brackets(&column.name));
    let names: Vec<String> = table.columns.iter().map(bare).collect();
    for (place, about) in columns.iter_mut().enumerate() {
        let alike = names.iter().filter(|name| **name == names[place]).count();
        let Some((_, said)) = table.columns[place].name.split_once('(') else {
            continue;
        };
        if alike < 2 {
            continue;
        }
        let is_word = |word: &String| word.len() > 2 && word.chars().all(char::is_alphabetic);
        let words: Vec<String> = folded_words(said).into_iter().filter(is_word).collect();
        about.parts.extend(parts_of(&words, packs));
    }
}

/// A name without what stands in brackets; all of it, where nothing else is there.
pub(super) fn without_brackets(name: &str) -> String {
    let (mut bare, mut depth) = (String::new(), 0_u32);
    for letter in name.chars() {
        match letter {
            '(' | '[' => depth += 1,
            ')' | ']' => depth = depth.saturating_sub(1),
            letter if depth == 0 => bare.push(letter),
            _ => {}
        }
    }
    bare
}

/// A name without the letter or number of a footnote behind it, or what it says of how sure a value is: `Northern Territory(b)`, `England (Notes 1 and 2)`,
/// `2012-13 (Revised)`.
fn without_note(value: &str) -> &str {
    let Some((name, note)) = value
        .strip_suffix(')')
        .and_then(|value| value.rsplit_once('('))
    else {
        return value;
    };
    let is_note = match note.as_bytes() {
        [letter] => letter.is_ascii_lowercase() || letter.is_ascii_digit(),
        [first, second] => first.is_ascii_digit() && second.is_ascii_digit(),
        _ => leads_to_a_note(&fold(note)),
    };
    if is_note && !name.is_empty() {
        name.trim_end()
    } else {
        value
    }
}

/// `note 1`, `notes 1 and 2`, `revised`.
fn leads_to_a_note(folded: &str) -> bool {
    if ENGLISH.provisional.has(folded) {
        return true;
    }
    let mut words = folded.split([' ', ',']).filter(|word| !word.is_empty());
    let number = |word: &str| word == "and" || word.bytes().all(|byte| byte.is_ascii_digit());
    matches!(words.next(), Some("note" | "notes")) && words.all(number)
}

/// A name without the numbers of footnotes right behind its last word: `Total6, 7, 8`.
pub(super) fn without_numbers(name: &str) -> Option<&str> {
    let bare = name.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, ',' | ' '));
    let notes = &name[bare.len()..];
    let short = |note: &str| matches!(note.trim().len(), 1 | 2);
    let is_word = bare
        .chars()
        .rev()
        .take(NOTED)
        .filter(|c| c.is_alphabetic())
        .count()
        == NOTED;
    let noted = notes.starts_with(|c: char| c.is_ascii_digit()) && notes.split(',').all(short);
    (is_word && noted).then_some(bare)
}

/// A word without the sign of a footnote: `Aeroflot*`.
pub(super) fn without_sign(word: &str) -> &str {
    let bare = word.trim_end_matches(['*', '†', '‡', '§', '¹', '²', '³']);
    if bare.is_empty() { word } else { bare }
}

/// A value of the table as the stems of its words.
pub(crate) fn value_stems(value: &str) -> Vec<String> {
    tokens(&without_note(value).replace('_', " "))
        .iter()
        .map(|token| stem(&fold(without_sign(&token.text))))
        .collect()
}
