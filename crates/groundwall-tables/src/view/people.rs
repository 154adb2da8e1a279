//! Names of records, in one column or in two.

use super::ColumnView;
use super::named::{value_stems, without_sign};
use crate::value::Value;
use crate::words::ENGLISH;
use groundwall_text::language::Words;
use std::collections::{BTreeSet, HashMap};

/// The columns of a first and of a last name.
pub(super) fn person(own: &[Vec<String>]) -> Option<(usize, usize)> {
    let place = |names: &Words| own.iter().position(|own| names.has(&own.join(" ")));
    Some((place(&ENGLISH.first_names)?, place(&ENGLISH.last_names)?))
}

/// Names of records whose first and last name stand apart, also with the first of several first names alone.
pub(super) fn full_names(
    person: Option<(usize, usize)>,
    rows: &[Vec<Option<Value>>],
) -> HashMap<String, Vec<(Vec<String>, usize)>> {
    let mut names: HashMap<String, Vec<(Vec<String>, usize)>> = HashMap::new();
    let Some((first, last)) = person else {
        return names;
    };
    for (row, cells) in rows.iter().enumerate() {
        let (Some(Value::Text(first)), Some(Value::Text(last))) = (&cells[first], &cells[last])
        else {
            continue;
        };
        let (first, last) = (value_stems(first), value_stems(last));
        let Some(begins) = first.first().cloned() else {
            continue;
        };
        let mut ways = vec![[first.clone(), last.clone()].concat()];
        if first.len() > 1 {
            ways.push([vec![begins.clone()], last].concat());
        }
        names
            .entry(begins)
            .or_default()
            .extend(ways.into_iter().map(|way| (way, row)));
    }
    names
}

/// Words of a name, at most: a longer text describes something.
const NAME: usize = 10;

/// The rows of each word of what they are known by.
pub(super) fn label_words(label: Option<&ColumnView>) -> HashMap<String, BTreeSet<usize>> {
    let mut words: HashMap<String, BTreeSet<usize>> = HashMap::new();
    let values = label.map(|column| &column.values).into_iter().flatten();
    for (value, rows) in values.filter(|(value, _)| value.split(' ').count() <= NAME) {
        let parted = value.split(|c: char| !(c.is_alphanumeric() || matches!(c, '\'' | '.' | '*')));
        for word in value.split(' ').chain(parted).map(without_sign) {
            words.entry(word.to_owned()).or_default().extend(rows);
        }
    }
    words
}
