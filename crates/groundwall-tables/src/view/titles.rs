//! What the table as a whole is called.

use super::ColumnView;
use crate::link::{Meaning, date_at, year_of};
use crate::pack::{TablePack, phrase, spaced};
use crate::words::{is_function, stem, tokens};
use groundwall_core::StoredTable;
use jiff::civil::Date;
use std::collections::HashSet;

/// Rows from which a column that says the same in all of them is a part of the title.
pub(super) const SAME: usize = 3;

/// The name of the file without its folders and its ending.
fn file_stem(stored: &StoredTable) -> &str {
    let name = stored.document_name.as_str();
    let file = name.rsplit('/').next().unwrap_or(name);
    file.split('.').next().unwrap_or(file)
}

/// Stems of the names of the document and the sheet, and of the title.
fn of_names(stored: &StoredTable) -> HashSet<String> {
    let stem_of_file = file_stem(stored).to_owned();
    let table = &stored.table;
    table
        .title
        .iter()
        .chain(&table.place.sheet)
        .chain(&table.place.heading)
        .chain([&stem_of_file])
        .flat_map(|text| phrase(text))
        .collect()
}

/// The names of the file, the sheet and the title, each as stems.
pub(super) fn called(stored: &StoredTable) -> Vec<Vec<String>> {
    let file = file_stem(stored);
    let table = &stored.table;
    table
        .title
        .iter()
        .chain(&table.place.sheet)
        .chain(&table.place.heading)
        .map(String::as_str)
        .chain([file])
        .map(phrase)
        .collect()
}

/// The month or year that a sheet, or a file without sheets, is about, by its name: `Jan2025`, `2024`; its first and last day. None where the name has other numbers.
pub(super) fn period(stored: &StoredTable) -> Option<(Date, Date)> {
    let name = match stored.table.place.sheet.as_deref() {
        Some(sheet) => sheet,
        None => file_stem(stored),
    };
    let words = tokens(&spaced(name));
    let numbers = words.iter().filter(|word| word.number.is_some()).count();
    if numbers != 1 {
        return None;
    }
    let month = (0..words.len()).find_map(|at| {
        let (_, Meaning::Date(first, last)) = date_at(&words, at)? else {
            return None;
        };
        (first < last).then_some((first, last))
    });
    let year = || {
        let year = words.iter().find_map(year_of)?;
        Some((Date::new(year, 1, 1).ok()?, Date::new(year, 12, 31).ok()?))
    };
    month.or_else(year)
}

/// What a month is called, in full and in short, and its year.
fn names_of((first, last): (Date, Date)) -> Vec<String> {
    let months = [first.strftime("%B"), first.strftime("%b")]
        .map(|name| stem(&name.to_string().to_lowercase()));
    let months = months.into_iter().filter(|_| first.month() == last.month());
    months.chain([first.year().to_string()]).collect()
}

/// Stems of what a column says in every row, as the name of an indicator that all rows are about.
fn constants(columns: &[ColumnView], rows: usize) -> Vec<String> {
    columns
        .iter()
        .filter(|column| rows >= SAME && column.values.len() == 1)
        .flat_map(|column| column.values.iter())
        .filter(|(_, of)| of.len() == rows)
        .flat_map(|(value, _)| phrase(value))
        .collect()
}

/// Rows from which a word that stands in all of them, in one column, says what the table is about.
const ALL: usize = 20;

/// Stems of words that a column has in every row, whatever stands beside them: `tate` of addresses of one museum. They are true of all rows, so a question may say
/// them of any. `label`: the column by which rows are known, whose words say what a row is.
fn in_every_row(columns: &[ColumnView], rows: usize, label: usize) -> HashSet<String> {
    let mut found = HashSet::new();
    for (at, column) in columns.iter().enumerate() {
        let told: usize = column.values.values().map(Vec::len).sum();
        if rows < ALL || at == label || told < rows || column.values.len() < 2 {
            continue;
        }
        let mut values = column.values.keys().map(|value| phrase(value));
        let first: HashSet<String> = values.next().into_iter().flatten().collect();
        let words = values.try_fold(first, |mut words, value| {
            words.retain(|word| value.contains(word));
            (!words.is_empty()).then_some(words)
        });
        let says = |word: &String| word.chars().all(char::is_alphabetic) && !is_function(word);
        found.extend(words.into_iter().flatten().filter(says));
    }
    found
}

/// Words of the title as stems: of the names of the document and the sheet, of what all rows say of themselves, and of what means the same.
pub(super) fn words(
    stored: &StoredTable,
    columns: &[ColumnView],
    (rows, label): (usize, usize),
    packs: &[TablePack],
) -> HashSet<String> {
    let mut title = of_names(stored);
    title.extend(constants(columns, rows));
    title.extend(in_every_row(columns, rows, label));
    title.extend(period(stored).into_iter().flat_map(names_of));
    let same: Vec<String> = packs
        .iter()
        .flat_map(|pack| &pack.synonyms)
        .filter(|group| {
            group
                .iter()
                .any(|name| name.len() == 1 && title.contains(&name[0]))
        })
        .flat_map(|group| group.iter().filter(|name| name.len() == 1))
        .map(|name| name[0].clone())
        .collect();
    title.extend(same);
    title
}
