//! A table made ready for questions: parsed values, what its columns are called, which of them tell one record from another.

mod asked;
mod codes;
mod keys;
pub(crate) mod long;
mod named;
mod nouns;
mod people;
mod scale;
mod sections;
pub(crate) mod spans;
mod times;
mod titles;
mod units;

pub(crate) use asked::is_sum;
pub(crate) use named::{ColumnView, value_stems};

use crate::pack::{TablePack, phrase};
use crate::value::Value;
use crate::words::{Token, is_function};
use codes::Codes;
pub(crate) use codes::is_code_of;
use groundwall_core::{CellKind, StoredTable, Table, TableRow};
use jiff::civil::Date;
use keys::{keys, label};
use named::{NameWords, column_view};
use people::{full_names, label_words, person};
use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::OnceLock;
use times::times;

/// Share of a column's values that must differ for it to tell records apart.
const KEY: f32 = 0.95;

/// A table made ready.
pub struct View {
    pub(crate) stored: StoredTable,
    pub(crate) rows: Vec<Vec<Option<Value>>>,
    pub(crate) columns: Vec<ColumnView>,
    /// The words of their names; found out when they are first asked for.
    name_words: OnceLock<Vec<NameWords>>,
    /// Columns whose values tell records apart.
    pub(crate) keys: Vec<usize>,
    /// The column that a reader knows a record by.
    pub(crate) label: usize,
    /// Rows by each word of what they are known by.
    pub(crate) label_words: HashMap<String, BTreeSet<usize>>,
    /// Stems of what one row is called.
    pub(crate) nouns: HashSet<String>,
    /// What one row is called, for a reader.
    pub(crate) noun: String,
    /// Records of one kind that stand among others.
    pub(crate) kind: Option<codes::Kind>,
    /// Words of the document's and the sheet's name and of the title, as stems.
    pub(crate) title: HashSet<String>,
    pub(crate) packs: Vec<TablePack>,
    /// Columns that the table has by itself; what follows them is computed from its dates and years.
    pub(crate) base: usize,
    /// Columns that are computed from a beginning and an end.
    pub(crate) spans: Vec<spans::Span>,
    /// Names of the file, the sheet and the title, each as stems.
    pub(crate) called: Vec<Vec<String>>,
    /// First and last name, where they stand apart.
    pub(crate) person: Option<(usize, usize)>,
    /// Rows by the first stem of a name that stands apart: all its stems, and the row.
    pub(crate) full_names: HashMap<String, Vec<(Vec<String>, usize)>>,
    /// In what its numbers are given.
    pub(crate) scale: Option<scale::Scale>,
    /// The month or year that the sheet is about, by its name.
    pub(crate) period: Option<(Date, Date)>,
    /// What a column is called for a reader where its name says too little: a year alone.
    pub(crate) said: Vec<Option<String>>,
    /// Stems of what the time of a row is called: `year`, `month`, `day`.
    pub(crate) times: HashSet<String>,
    /// The same with a row a year, where its columns are years.
    pub(crate) long: Option<Box<View>>,
    /// Of a table that was turned: where its cells stand.
    pub(crate) places: Option<long::Places>,
}

impl View {
    /// Makes a table ready; of `packs` those are kept that speak of it.
    pub fn new(mut stored: StoredTable, packs: &[TablePack]) -> Self {
        sections::apart(&mut stored.table);
        let long = long::turned(&stored, packs).map(Box::new);
        Self {
            long,
            ..Self::of(stored, packs)
        }
    }

    fn of(mut stored: StoredTable, packs: &[TablePack]) -> Self {
        let table = &stored.table;
        let mut rows = typed(table);
        let own: Vec<Vec<String>> = table
            .columns
            .iter()
            .map(|column| phrase(&column.name))
            .collect();
        let packs: Vec<TablePack> = packs
            .iter()
            .filter(|pack| pack.applies(&own))
            .cloned()
            .collect();
        let keys = keys(table, &own, &rows);
        let label = label(table, &own, &keys);
        let mut columns: Vec<ColumnView> = (0..table.columns.len())
            .map(|column| {
                let about = &table.columns[column];
                column_view(column, about, &own[column], &rows, &packs, column == label)
            })
            .collect();
        named::by_their_brackets(&mut columns, table, &packs);
        let title = titles::words(&stored, &columns, (rows.len(), label), &packs);
        let times = times(table, &own, &rows);
        let mut nouns = nouns::words(&own, &keys, label, &title, &packs);
        nouns.extend(nouns::in_many_names(columns.get(label)));
        nouns.extend(nouns::of_codes(columns.get(label)));
        let kind = columns
            .get(label)
            .and_then(|own| Codes::among(own.values.keys()));
        nouns.extend(kind.iter().flat_map(|kind| kind.nouns.iter().cloned()));
        nouns.extend(times.iter().cloned());
        let noun = nouns::for_a_reader(table, &packs, columns.get(label), (&own, &keys), label);
        let label_words = label_words(columns.get(label));
        let called = titles::called(&stored);
        let period = titles::period(&stored);
        let scale = scale::scale(&stored);
        let base = columns.len();
        long::date_parts(&mut stored.table, &mut rows, &mut columns);
        let spans = spans::add(&mut stored.table, &mut rows, &mut columns);
        let person = person(&own);
        let full_names = full_names(person, &rows);
        let said = long::said(&stored);
        Self {
            person,
            full_names,
            said,
            base,
            spans,
            called,
            period,
            scale,
            times,
            long: None,
            places: None,
            stored,
            rows,
            columns,
            name_words: OnceLock::new(),
            keys,
            label,
            label_words,
            nouns,
            noun,
            kind,
            title,
            packs,
        }
    }

    /// How many words of a text the name of its sheet has.
    pub(crate) fn named_by(&self, text: &str) -> u32 {
        let words: HashSet<String> = phrase(text)
            .into_iter()
            .filter(|word| !is_function(word))
            .collect();
        let sheet = self.stored.table.place.sheet.as_deref().unwrap_or_default();
        let own: HashSet<String> = phrase(sheet).into_iter().collect();
        words.intersection(&own).count() as u32
    }

    /// Whether a question says the whole name of the sheet, as a name: each word with a capital.
    pub(crate) fn is_named(&self, question: &[Token]) -> bool {
        let Some(sheet) = self.stored.table.place.sheet.as_deref() else {
            return false;
        };
        let own = phrase(sheet);
        let said = |stem: &String| {
            let mut words = question.iter();
            words.any(|word| word.is_capital() && word.stem == *stem)
        };
        let is_name = |stem: &String| stem.chars().all(char::is_alphabetic);
        !own.is_empty() && own.iter().all(|stem| is_name(stem) && said(stem))
    }

    /// The one column of dates; none where there are several.
    pub(crate) fn dates(&self) -> Option<usize> {
        let mut dated = (0..self.base).filter(|column| self.column(*column).kind == CellKind::Date);
        dated.next().filter(|_| dated.next().is_none())
    }

    /// How many of some rows have a value in a column, and how many different ones there are.
    pub(crate) fn count_values(&self, rows: &[usize], column: usize) -> (usize, usize) {
        let values = rows
            .iter()
            .filter_map(|row| self.rows[*row][column].as_ref());
        let values: Vec<&Value> = values.collect();
        let different: HashSet<&Value> = values.iter().copied().collect();
        (values.len(), different.len())
    }

    /// Whether another sheet of the same file is about an earlier time.
    pub(crate) fn is_newer(&self, than: &Self) -> bool {
        self.stored.document == than.stored.document
            && self
                .period
                .zip(than.period)
                .is_some_and(|(own, other)| own > other)
    }

    /// The table as it is stored.
    pub fn stored(&self) -> &StoredTable {
        &self.stored
    }
}

/// The values of a table, each as what its kind says.
fn typed(table: &Table) -> Vec<Vec<Option<Value>>> {
    let values = |row: &TableRow| {
        row.cells
            .iter()
            .map(|cell| cell.as_ref().map(Value::of))
            .collect()
    };
    table.rows.iter().map(values).collect()
}
