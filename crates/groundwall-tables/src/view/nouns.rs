//! What one row is called.

use super::ColumnView;
use super::keys::{is_name, repeats};
use super::people::person;
use crate::pack::TablePack;
use crate::words::{ENGLISH, fold, is_function, stem};
use groundwall_core::Table;
use std::collections::{HashMap, HashSet};

/// Share of the records whose names have a word for it to be what a row is called: the monuments of a list are mostly called so.
const CALLED: f32 = 0.25;

/// Names from which their words say what they have in common.
const MANY_NAMES: usize = 8;

/// Stems of the words that many records have in their names.
pub(super) fn in_many_names(label: Option<&ColumnView>) -> Vec<String> {
    let names = label.map_or(0, |column| column.values.len());
    let mut found: HashMap<String, usize> = HashMap::new();
    for value in label.iter().flat_map(|column| column.values.keys()) {
        let words: HashSet<&str> = value
            .split(' ')
            .filter(|word| {
                word.len() > 3 && word.chars().all(char::is_alphabetic) && !is_function(word)
            })
            .collect();
        for word in words {
            *found.entry(stem(word)).or_default() += 1;
        }
    }
    found
        .into_iter()
        .filter(|(_, count)| names >= MANY_NAMES && *count as f32 >= CALLED * names as f32)
        .map(|(word, _)| word)
        .collect()
}

/// Stems of what has the codes that name the records.
pub(super) fn of_codes(label: Option<&ColumnView>) -> impl Iterator<Item = String> {
    let codes = label.and_then(|column| column.codes);
    codes
        .into_iter()
        .flat_map(|codes| codes.nouns.iter().map(|noun| stem(noun)))
}

/// The word that most names of a table of many end with: `Muir Woods National Monument` is a monument.
fn ends_many_names(label: Option<&ColumnView>) -> Option<String> {
    let values = &label?.values;
    let mut ends: HashMap<&str, usize> = HashMap::new();
    for value in values.keys().filter(|value| value.contains(' ')) {
        let last = value.rsplit(' ').next().unwrap_or_default();
        if last.len() > 3 && last.chars().all(char::is_alphabetic) {
            *ends.entry(last).or_default() += 1;
        }
    }
    let (word, count) = ends
        .into_iter()
        .max_by_key(|(word, count)| (*count, *word))?;
    (values.len() >= MANY_NAMES && 2 * count > values.len()).then(|| word.to_owned())
}

/// Stems of what one row is called.
pub(super) fn words(
    own: &[Vec<String>],
    keys: &[usize],
    label: usize,
    title: &HashSet<String>,
    packs: &[TablePack],
) -> HashSet<String> {
    let mut nouns: HashSet<String> = packs
        .iter()
        .flat_map(|pack| pack.entity.iter().cloned())
        .collect();
    for key in keys.iter().chain([&label]) {
        let of_number = |word: &String| {
            matches!(
                word.as_str(),
                "id" | "no" | "nr" | "number" | "code" | "ref" | "refer" | "#"
            )
        };
        let about: Vec<&String> = own[*key]
            .iter()
            .filter(|word| !of_number(word) && !matches!(word.as_str(), "name" | "of"))
            .collect();
        // A call sign is neither a call nor a sign; an order number is the number of an order.
        if *key == label || about.len() == 1 {
            nouns.extend(about.into_iter().cloned());
        }
    }
    let people = ["peopl", "person"].map(str::to_owned);
    let of_person = |word: &String| {
        let mut groups = packs.iter().flat_map(|pack| &pack.called);
        let whole = matches!(
            word.as_str(),
            "name" | "full" | "first" | "last" | "display"
        );
        whole || groups.any(|group| group.contains(word) && group.contains(&people[0]))
    };
    let called = own.get(label).map_or(&[][..], Vec::as_slice);
    if is_name(called) && called.iter().all(of_person) || person(own).is_some() {
        nouns.extend(people.clone());
    }
    let named = |group: &&Vec<String>| group.iter().any(|name| nouns.contains(name));
    let of_title = |group: &&Vec<String>| group.iter().any(|name| title.contains(name));
    let by_columns = packs.iter().flat_map(|pack| &pack.called_by_columns);
    let groups = packs.iter().flat_map(|pack| &pack.called);
    let also: Vec<String> = groups
        .filter(|group| named(group) || of_title(group))
        .chain(by_columns.filter(named))
        .flat_map(|group| group.iter().cloned())
        .collect();
    nouns.extend(also);
    nouns
}

/// What the table's own columns call one row.
fn own_noun(table: &Table, keys: &[usize], label: usize) -> Option<String> {
    let of_label = |word: &String| {
        !matches!(
            word.as_str(),
            "name"
                | "id"
                | "no"
                | "number"
                | "code"
                | "of"
                | "the"
                | "full"
                | "first"
                | "last"
                | "slug"
                | "url"
                | "uuid"
                | "hash"
                | "link"
                | "key"
        )
    };
    std::iter::once(&label)
        .chain(keys)
        .filter_map(|column| table.columns.get(*column))
        .filter(|column| !column.is_unnamed())
        .find_map(|column| {
            fold(&column.name)
                .split(|c: char| !c.is_alphabetic())
                .map(str::to_owned)
                .find(|word| word.len() > 2 && of_label(word))
        })
}

/// What one row is called, for a reader: by a pack, by its names, a person by first and last name, by the table's own columns where each row has a name of its own: a row is none of those
/// that a column names in several rows.
pub(super) fn for_a_reader(
    table: &Table,
    packs: &[TablePack],
    names: Option<&ColumnView>,
    (own, keys): (&[Vec<String>], &[usize]),
    label: usize,
) -> String {
    packs
        .iter()
        .find_map(|pack| pack.noun.clone())
        .or_else(|| ends_many_names(names))
        .or_else(|| Some(names?.codes?.nouns.first()?.clone()))
        .or_else(|| person(own).map(|_| "person".to_owned()))
        .or_else(|| own_noun(table, keys, label).filter(|_| !repeats(table, label)))
        // `Male Winner` does not say that a row is a male.
        .filter(|noun| !ENGLISH.kinds.contains_key(noun))
        .unwrap_or_else(|| "row".to_owned())
}
