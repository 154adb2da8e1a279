//! The part of a rule pack that speaks of tables: what columns are called, what a row is, what a record's number looks like.

use crate::words::{fold, stem};
use serde::Deserialize;
use std::collections::HashMap;

/// A pack file; keys of other sections are read elsewhere.
#[derive(Debug, Deserialize)]
struct File {
    name: String,
    version: String,
    #[serde(default)]
    tables: Section,
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Section {
    header: Vec<String>,
    entity: Vec<String>,
    called: Vec<Vec<String>>,
    called_by_columns: Vec<Vec<String>>,
    silent: Vec<String>,
    synonyms: Vec<Vec<String>>,
    most: HashMap<String, String>,
    least: HashMap<String, String>,
    more: HashMap<String, String>,
    less: HashMap<String, String>,
    qualities: HashMap<String, String>,
    bare: Vec<String>,
    fillers: Vec<String>,
    forms: HashMap<String, String>,
    alike: Vec<Vec<String>>,
    rises: Vec<String>,
    falls: Vec<String>,
    changes: Vec<String>,
    adds: Vec<String>,
}

fn groups_of_stems(groups: &[Vec<String>]) -> Vec<Vec<String>> {
    let stems = |group: &Vec<String>| group.iter().map(|noun| stem(&fold(noun))).collect();
    groups.iter().map(stems).collect()
}

/// What a pack says of tables.
#[derive(Debug, Clone)]
pub struct TablePack {
    pub name: String,
    pub version: String,
    /// Folded names of columns of the tables that it speaks of; empty: of all.
    pub(crate) header: Vec<String>,
    /// What one row is called, for a reader.
    pub(crate) noun: Option<String>,
    /// Stems of what one row is called.
    pub(crate) entity: Vec<String>,
    /// Groups of stems that may name the same kind of row: where one is its name or stands in the title, so are the others.
    pub(crate) called: Vec<Vec<String>>,
    /// The same, but by its name alone.
    pub(crate) called_by_columns: Vec<Vec<String>>,
    /// Folded words that say nothing beside a column: `classes attended in Java`.
    pub(crate) silent: Vec<String>,
    /// Groups of phrases, as stems, that name the same column.
    pub(crate) synonyms: Vec<Vec<Vec<String>>>,
    /// The first phrase of each group, for a reader.
    pub(crate) synonyms_written: Vec<String>,
    /// Superlatives and comparatives, with the column that they speak of, as stems; empty: of the one that is named.
    pub(crate) most: HashMap<String, Vec<String>>,
    pub(crate) least: HashMap<String, Vec<String>>,
    pub(crate) more: HashMap<String, Vec<String>>,
    pub(crate) less: HashMap<String, Vec<String>>,
    /// Columns that a bound without a column speaks of: `under 18`.
    pub(crate) bare: Vec<Vec<String>>,
    /// Adjectives behind `most` and `least`.
    pub(crate) qualities: HashMap<String, Vec<String>>,
    /// Phrases, as folded words, that say nothing where no column or value is called so: `according to the list`.
    pub(crate) fillers: Vec<Vec<String>>,
    /// Forms of words with the stem of the word that they belong to: `drunk` to `drink`.
    pub(crate) forms: HashMap<String, String>,
    /// Groups of folded words for the same value: `women` for `Female`.
    pub(crate) alike: Vec<Vec<String>>,
    /// Folded verbs and nouns of change: up, down, either way.
    pub(crate) rises: Vec<String>,
    pub(crate) falls: Vec<String>,
    pub(crate) changes: Vec<String>,
    /// Stems of names of columns whose values over several rows are added up where nothing else is said: deaths, not prices.
    pub(crate) adds: Vec<String>,
}

/// A pack that cannot be read.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
pub struct TablePackError(toml::de::Error);

impl TablePackError {
    /// What is wrong, without the place.
    pub fn message(&self) -> &str {
        self.0.message()
    }

    /// The bytes of the file that are wrong.
    pub fn span(&self) -> Option<std::ops::Range<usize>> {
        self.0.span()
    }
}

/// Stems of a phrase, signs such as `%` and `#` kept.
pub(crate) fn phrase(text: &str) -> Vec<String> {
    folded_words(text).iter().map(|word| stem(word)).collect()
}

/// The words of a name as they are written, folded.
pub(crate) fn folded_words(text: &str) -> Vec<String> {
    let folded = fold(&apart(text)).replace('%', " % ").replace('#', " # ");
    let words = folded
        .split(|c: char| !(c.is_alphanumeric() || matches!(c, '%' | '#')))
        .filter(|word| !word.is_empty());
    words.map(str::to_owned).collect()
}

fn folded(words: &[String]) -> Vec<String> {
    words.iter().map(|word| fold(word)).collect()
}

/// Where a verb of change goes.
pub(crate) enum Change {
    Up,
    Down,
    EitherWay,
}

/// Where a folded word says that something went, if it is a verb of change in one of the packs.
pub(crate) fn change_of(packs: &[TablePack], word: &str) -> Option<Change> {
    let says = |list: fn(&TablePack) -> &Vec<String>| {
        let mut lists = packs.iter().map(list);
        lists.any(|words| words.iter().any(|known| known == word))
    };
    if says(|pack| &pack.rises) {
        Some(Change::Up)
    } else if says(|pack| &pack.falls) {
        Some(Change::Down)
    } else if says(|pack| &pack.changes) {
        Some(Change::EitherWay)
    } else {
        None
    }
}

/// The name of a column with its words apart: `launch count` for `LaunchCount` and `launch_count`.
pub(crate) fn spaced(name: &str) -> String {
    apart(&name.replace('_', " "))
}

/// `maxHeightFront` and `Rank2017` with their words apart.
fn apart(text: &str) -> String {
    let words: Vec<String> = text.split_whitespace().map(parted).collect();
    words.join(" ")
}

fn parted(text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let year = letters.len() > 4
        && letters[letters.len() - 4..]
            .iter()
            .all(char::is_ascii_digit)
        && letters[letters.len() - 5].is_alphabetic();
    let mut parted = String::with_capacity(text.len() + 4);
    for (place, letter) in letters.iter().enumerate() {
        let lower = |at: usize| letters.get(at).is_some_and(|letter| letter.is_lowercase());
        let hump = place > 0 && letter.is_uppercase() && lower(place - 1);
        // `Best3Bench`
        let behind_number = place > 1
            && letter.is_uppercase()
            && letters[place - 1].is_ascii_digit()
            && lower(place - 2)
            && lower(place + 1);
        let hump = hump || behind_number;
        if hump || (year && place == letters.len() - 4) {
            parted.push(' ');
        }
        parted.push(*letter);
    }
    parted
}

impl TablePack {
    /// Reads a pack. The error names the line.
    ///
    /// # Errors
    /// Fails when the text is no TOML, or has no `[tables]` of this shape.
    pub fn parse(toml: &str) -> Result<Self, TablePackError> {
        let File {
            name,
            version,
            tables,
        } = toml::from_str(toml).map_err(TablePackError)?;
        let words = |map: HashMap<String, String>| {
            map.into_iter()
                .map(|(word, column)| (fold(&word), phrase(&column)))
                .collect()
        };
        Ok(Self {
            name,
            version,
            header: tables
                .header
                .iter()
                .map(|name| phrase(name).join(" "))
                .collect(),
            noun: tables.entity.first().cloned(),
            entity: tables.entity.iter().map(|noun| stem(&fold(noun))).collect(),
            called: groups_of_stems(&tables.called),
            called_by_columns: groups_of_stems(&tables.called_by_columns),
            silent: tables.silent.iter().map(|word| fold(word)).collect(),
            synonyms: tables
                .synonyms
                .iter()
                .map(|group| group.iter().map(|name| phrase(name)).collect())
                .collect(),
            synonyms_written: tables
                .synonyms
                .iter()
                .filter_map(|group| group.first().cloned())
                .collect(),
            most: words(tables.most),
            least: words(tables.least),
            more: words(tables.more),
            less: words(tables.less),
            qualities: words(tables.qualities),
            bare: tables.bare.iter().map(|name| phrase(name)).collect(),
            fillers: tables
                .fillers
                .iter()
                .map(|text| fold(text).split(' ').map(str::to_owned).collect())
                .collect(),
            forms: tables
                .forms
                .into_iter()
                .map(|(form, word)| (fold(&form), stem(&fold(&word))))
                .collect(),
            alike: tables.alike.iter().map(|group| folded(group)).collect(),
            rises: folded(&tables.rises),
            falls: folded(&tables.falls),
            changes: folded(&tables.changes),
            adds: tables.adds.iter().map(|word| stem(&fold(word))).collect(),
        })
    }

    /// Whether the pack speaks of a table with these columns.
    pub(crate) fn applies(&self, columns: &[Vec<String>]) -> bool {
        self.header.is_empty()
            || columns
                .iter()
                .any(|column| self.header.contains(&column.join(" ")))
    }
}
