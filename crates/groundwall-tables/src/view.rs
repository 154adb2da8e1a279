//! A table made ready for questions: parsed values, what its columns are called, which of them tell one record from another.

pub(crate) mod long;

use crate::link::periods::without;
use crate::pack::{TablePack, phrase};
use crate::value::Value;
use crate::words::{fold, is_function, stem, tokens};
use groundwall_core::cells::address;
use groundwall_core::{CellKind, ColumnRole, StoredTable, Table, TableColumn};
use rust_decimal::Decimal;
use std::collections::{BTreeSet, HashMap, HashSet};

/// Units as they are abbreviated in headings, and as they are said.
const UNITS: [(&str, &[&str]); 21] = [
    ("sec", &["seconds"]),
    ("t", &["tonnes", "tons"]),
    ("kg", &["kilograms", "kilos"]),
    ("g", &["grams"]),
    ("km", &["kilometres", "kilometers"]),
    ("m", &["metres", "meters"]),
    ("cm", &["centimetres", "centimeters"]),
    ("mm", &["millimetres", "millimeters"]),
    ("ha", &["hectares"]),
    ("l", &["litres", "liters"]),
    ("h", &["hours"]),
    ("min", &["minutes"]),
    ("s", &["seconds"]),
    ("kw", &["kilowatts"]),
    ("kwh", &["kilowatt-hours"]),
    ("$", &["dollars"]),
    ("€", &["euros"]),
    ("£", &["pounds"]),
    ("¥", &["yen"]),
    ("₹", &["rupees"]),
    ("₩", &["won"]),
];

/// Distinct values that a column may have to be asked for by value when it is no key.
const CATEGORIES: usize = 400;
/// Share of a column's values that must differ for it to tell records apart.
const KEY: f32 = 0.95;

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
}

/// A table made ready.
pub struct View {
    pub(crate) stored: StoredTable,
    pub(crate) rows: Vec<Vec<Option<Value>>>,
    pub(crate) columns: Vec<ColumnView>,
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
    /// Words of the document's and the sheet's name and of the title, as stems.
    pub(crate) title: HashSet<String>,
    pub(crate) packs: Vec<TablePack>,
    /// Columns that the table has by itself; what follows them is read from its dates.
    pub(crate) base: usize,
    /// Names of the file, the sheet and the title, each as stems.
    pub(crate) called: Vec<Vec<String>>,
    /// First and last name, where they stand apart.
    pub(crate) person: Option<(usize, usize)>,
    /// Rows by the first stem of a name that stands apart: all its stems, and the row.
    pub(crate) full_names: HashMap<String, Vec<(Vec<String>, usize)>>,
    /// What a column is called for a reader where its name says too little: a year alone.
    pub(crate) said: Vec<Option<String>>,
    /// Stems of what the time of a row is called: `year`, `month`, `day`.
    pub(crate) times: HashSet<String>,
    /// The same with a row a year, where its columns are years.
    pub(crate) long: Option<Box<View>>,
    /// Of a table that was turned: where its cells stand.
    pub(crate) places: Option<long::Places>,
}

fn is_name(name: &[String]) -> bool {
    name.iter().any(|word| word == "name")
}

/// Whether a column's name says that it numbers records.
fn numbers(name: &TableColumn) -> bool {
    let words = phrase(&name.name);
    words.iter().any(|word| {
        matches!(
            word.as_str(),
            "id" | "code"
                | "no"
                | "nr"
                | "number"
                | "roll"
                | "sku"
                | "isbn"
                | "ref"
                | "key"
                | "usn"
                | "htno"
                | "#"
        )
    })
}

/// Whether most values of a column are codes: no space, and a digit or capitals alone.
fn codes(column: usize, table: &Table) -> bool {
    let code = |text: &str| {
        !text.contains(' ')
            && (text.contains(|c: char| c.is_ascii_digit()) || !text.contains(char::is_lowercase))
    };
    let count = table
        .rows
        .iter()
        .filter(|row| {
            row.cells[column]
                .as_ref()
                .is_some_and(|cell| code(&cell.text))
        })
        .count();
    count as f32 >= 0.8 * table.rows.len() as f32
}

/// Whether the values of a column look like the numbers of records: whole, and all with the same number of digits, three or more.
fn are_numbers(column: usize, rows: &[Vec<Option<Value>>]) -> bool {
    let digits: HashSet<Option<usize>> = numbers_of(rows, column)
        .map(|number| {
            number
                .is_integer()
                .then(|| number.to_string().len())
                .filter(|digits| *digits >= 3)
        })
        .collect();
    digits.len() == 1 && !digits.contains(&None)
}

/// Serial numbers tell rows apart but are nothing that anybody asks for.
pub(crate) fn is_serial(name: &[String]) -> bool {
    matches!(
        name.join(" ").as_str(),
        "s no"
            | "sno"
            | "sl no"
            | "sr no"
            | "serial no"
            | "serial number"
            | "#"
            | "no"
            | "nr"
            | "row"
            | "sl"
    )
}

impl View {
    /// Makes a table ready; of `packs` those are kept that speak of it.
    pub fn new(stored: StoredTable, packs: &[TablePack]) -> Self {
        let long = long::turned(&stored, packs).map(Box::new);
        Self {
            long,
            ..Self::of(stored, packs)
        }
    }

    fn of(stored: StoredTable, packs: &[TablePack]) -> Self {
        let table = &stored.table;
        let rows: Vec<Vec<Option<Value>>> = table
            .rows
            .iter()
            .map(|row| {
                row.cells
                    .iter()
                    .map(|cell| cell.as_ref().map(Value::of))
                    .collect()
            })
            .collect();
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
        let columns: Vec<ColumnView> = (0..table.columns.len())
            .map(|column| column_view(column, &table.columns[column], &own[column], &rows, &packs))
            .collect();
        let keys = keys(table, &own, &rows);
        let label = label(table, &own, &keys);
        let mut title = title(&stored);
        title.extend(constants(&columns, rows.len()));
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
        let mut nouns = nouns(&own, &keys, label, &title, &packs);
        nouns.extend(in_many_names(columns.get(label)));
        let noun = packs
            .iter()
            .find_map(|pack| pack.noun.clone())
            .or_else(|| ends_many_names(columns.get(label)))
            .or_else(|| own_noun(table, &keys, label))
            .unwrap_or_else(|| "row".to_owned());
        let label_words = label_words(columns.get(label));
        let times = times(table, &own, &rows);
        nouns.extend(times.iter().cloned());
        let called = called(&stored);
        let base = columns.len();
        let mut stored = stored;
        let (mut rows, mut columns) = (rows, columns);
        long::date_parts(&mut stored.table, &mut rows, &mut columns);
        let person = person(&own);
        let full_names = full_names(person, &rows);
        let said = long::said(&stored);
        Self {
            person,
            full_names,
            said,
            base,
            called,
            times,
            long: None,
            places: None,
            stored,
            rows,
            columns,
            keys,
            label,
            label_words,
            nouns,
            noun,
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

    /// The table as it is stored.
    pub fn stored(&self) -> &StoredTable {
        &self.stored
    }

    pub(crate) fn column(&self, column: usize) -> &TableColumn {
        &self.stored.table.columns[column]
    }

    pub(crate) fn is_numeric(&self, column: usize) -> bool {
        self.column(column).kind.is_numeric()
    }

    /// What a reader calls a column: its name, or a word for a sign such as `%`.
    pub(crate) fn display(&self, column: usize) -> &str {
        if let Some(Some(said)) = self.said.get(column) {
            return said;
        }
        let name = &self.column(column).name;
        if name.chars().any(char::is_alphabetic) {
            return name;
        }
        let own = phrase(name);
        let mut packs = self
            .packs
            .iter()
            .rev()
            .flat_map(|pack| pack.synonyms.iter().zip(&pack.synonyms_written));
        packs
            .find(|(group, _)| group.contains(&own))
            .map_or(name, |(_, written)| written)
    }

    pub(crate) fn is_serial(&self, column: usize) -> bool {
        is_serial(&phrase(&self.column(column).name))
    }

    /// Columns that are declared to hold the time that a record is about.
    pub(crate) fn periods(&self) -> impl Iterator<Item = usize> + '_ {
        let columns = self.stored.table.columns.iter().enumerate();
        columns
            .filter(|(_, column)| column.role == Some(ColumnRole::Period))
            .map(|(place, _)| place)
    }

    /// Words that stand behind a number of a column: its unit, and what its name has in brackets.
    pub(crate) fn units(&self, column: usize) -> Vec<String> {
        let about = self.column(column);
        let in_brackets = about
            .name
            .split_once(['(', '['])
            .map(|(_, rest)| rest.trim_end_matches([')', ']']).to_owned());
        let mut units: Vec<String> = in_brackets
            .iter()
            .chain(&about.unit)
            .flat_map(|unit| phrase(unit))
            .collect();
        // A sign is no word.
        units.extend(about.unit.clone());
        units.extend(in_brackets.iter().flat_map(|text| {
            text.chars()
                .filter(|sign| "$€£¥₹₩".contains(*sign))
                .map(String::from)
        }));
        let words: Vec<String> = UNITS
            .iter()
            .filter(|(short, _)| units.iter().any(|unit| unit == short))
            .flat_map(|(_, words)| words.iter().map(|word| stem(word)))
            .collect();
        units.extend(words);
        units
    }

    /// Whether the numbers of a column are years, which are written without marks.
    pub(crate) fn is_year(&self, column: usize) -> bool {
        are_years(self.column(column), self.numbers(column))
    }

    /// The numbers of a column, in the order of the rows.
    pub(crate) fn numbers(&self, column: usize) -> impl Iterator<Item = Decimal> + '_ {
        numbers_of(&self.rows, column)
    }

    /// Whether numbers of a column stand for shares, whose sum says nothing.
    pub(crate) fn is_share(&self, column: usize) -> bool {
        let words = phrase(&self.column(column).name);
        self.column(column).kind == CellKind::Percent
            || words.iter().any(|word| {
                matches!(
                    word.as_str(),
                    "%" | "percent"
                        | "percentag"
                        | "rate"
                        | "ratio"
                        | "averag"
                        | "age"
                        | "rank"
                        | "year"
                )
            })
    }

    /// What a reader knows a record by.
    pub(crate) fn name_of(&self, row: usize) -> String {
        let shown = |column: usize| {
            self.stored.table.rows[row].cells[column]
                .as_ref()
                .map(|cell| cell.text.clone())
        };
        if let Some((first, last)) = self.person
            && let (Some(first), Some(last)) = (shown(first), shown(last))
        {
            return format!("{first} {last}");
        }
        shown(self.label)
            .or_else(|| self.keys.iter().find_map(|key| shown(*key)))
            .unwrap_or_else(|| format!("row {}", self.stored.table.rows[row].row + 1))
    }

    /// The place of a cell, as `D17`.
    pub(crate) fn cell(&self, row: usize, column: usize) -> String {
        let at = self.stored.table.rows[row].row;
        match self.sheet_column(row, column) {
            Some(column) => address(at, column),
            None => self
                .stored
                .table
                .address(&self.stored.table.rows[row], column),
        }
    }

    /// The column of the sheet where a cell of a turned table stands; none where the column says it.
    pub(crate) fn sheet_column(&self, row: usize, column: usize) -> Option<u32> {
        let places = self.places.as_ref()?;
        let year = places.years.get(row)?;
        places.series.get(&column)?.get(year).copied()
    }

    /// Whether values of a column over several rows are added up where nothing else is said.
    pub(crate) fn adds_up(&self, column: usize) -> bool {
        let words = phrase(&self.column(column).name);
        self.packs
            .iter()
            .flat_map(|pack| &pack.adds)
            .any(|word| words.contains(word) || self.columns[column].parts.contains(word))
    }

    /// Whether one of the records sums up the others: `All countries`, `World`.
    pub(crate) fn has_whole(&self) -> bool {
        const WHOLES: [&str; 5] = ["total", "world", "overall", "global", "totals"];
        (0..self.rows.len())
            .filter_map(|row| self.shown(row, self.label))
            .any(|name| {
                let mut words = name.split(' ');
                let first = words.next().unwrap_or_default().to_lowercase();
                // `All countries`, but not All Nippon Airways.
                let all = first == "all"
                    && words
                        .next()
                        .is_some_and(|word| word.starts_with(char::is_lowercase));
                all || WHOLES.contains(&first.as_str())
            })
    }

    /// As the document shows a cell.
    pub(crate) fn shown(&self, row: usize, column: usize) -> Option<&str> {
        self.stored.table.rows[row].cells[column]
            .as_ref()
            .map(|cell| cell.text.as_str())
    }
}

/// The column that is declared to name records.
fn declared(table: &Table) -> Option<usize> {
    table
        .columns
        .iter()
        .position(|column| column.role == Some(ColumnRole::Entity))
}

/// The columns whose values tell records apart.
fn keys(table: &Table, own: &[Vec<String>], rows: &[Vec<Option<Value>>]) -> Vec<usize> {
    let declared = declared(table);
    let filled = |column: usize| rows.iter().filter(|row| row[column].is_some()).count();
    (0..table.columns.len())
        .filter(|column| {
            let kind = table.columns[*column].kind;
            let distinct: HashSet<&Value> = rows
                .iter()
                .filter_map(|row| row[*column].as_ref())
                .collect();
            let apart = !rows.is_empty()
                && distinct.len() as f32 >= KEY * rows.len() as f32
                && filled(*column) as f32 >= KEY * rows.len() as f32;
            // Declared, its values name records, though one record may have a row a period.
            let is_entity = declared == Some(*column);
            is_entity
                || apart
                    && !is_serial(&own[*column])
                    && match kind {
                        CellKind::Text => true,
                        CellKind::Number => {
                            numbers(&table.columns[*column])
                                || (*column == 0 && are_numbers(*column, rows))
                        }
                        CellKind::Percent
                        | CellKind::Money
                        | CellKind::Date
                        | CellKind::Duration
                        | CellKind::Truth => false,
                    }
        })
        .collect()
}

/// The column that a reader knows a record by.
fn label(table: &Table, own: &[Vec<String>], keys: &[usize]) -> usize {
    let texts: Vec<usize> = (0..table.columns.len())
        .filter(|column| table.columns[*column].kind == CellKind::Text && !is_serial(&own[*column]))
        .collect();
    let named = keys
        .iter()
        .find(|key| is_name(&own[**key]))
        .or_else(|| texts.iter().find(|column| is_name(&own[**column])));
    // A reader knows a record by its name before its code.
    let spelled = keys
        .iter()
        .find(|key| table.columns[**key].kind == CellKind::Text && !codes(**key, table));
    declared(table)
        .as_ref()
        .or(named)
        .or(spelled)
        .or(keys.first())
        .or(texts.first())
        .copied()
        .unwrap_or(0)
}

/// Stems of the names of the document and the sheet, and of the title.
fn title(stored: &StoredTable) -> HashSet<String> {
    let stem_of_file = stored
        .document_name
        .as_str()
        .rsplit('/')
        .next()
        .unwrap_or_default()
        .split('.')
        .next()
        .unwrap_or_default()
        .to_owned();
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
fn called(stored: &StoredTable) -> Vec<Vec<String>> {
    let name = stored.document_name.as_str();
    let file = name
        .rsplit('/')
        .next()
        .and_then(|name| name.split('.').next())
        .unwrap_or(name);
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

/// The columns of a first and of a last name.
fn person(own: &[Vec<String>]) -> Option<(usize, usize)> {
    let place = |names: &[&str]| {
        own.iter()
            .position(|own| names.contains(&own.join(" ").as_str()))
    };
    Some((
        place(&["first name", "given name", "forenam", "firstnam"])?,
        place(&["last name", "famili name", "surnam", "lastnam"])?,
    ))
}

/// Names of records whose first and last name stand apart, also with the first of several first names alone.
fn full_names(
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

/// What the time of a row is called, where each row has a time of its own.
fn times(table: &Table, own: &[Vec<String>], rows: &[Vec<Option<Value>>]) -> HashSet<String> {
    let mut found = HashSet::new();
    for (column, about) in table.columns.iter().enumerate() {
        let values: HashSet<&Value> = rows.iter().filter_map(|row| row[column].as_ref()).collect();
        if rows.len() < 2 || (values.len() as f32) < KEY * rows.len() as f32 {
            continue;
        }
        let dates: Vec<_> = values
            .iter()
            .filter_map(|value| match value {
                Value::Date(date) => Some(*date),
                Value::Number(_) | Value::Text(_) => None,
            })
            .collect();
        if about.kind == CellKind::Date && !dates.is_empty() {
            let word = if dates.iter().all(|date| date.day_of_year() == 1) {
                "year"
            } else if dates.iter().all(|date| date.day() == dates[0].day()) {
                "month"
            } else {
                "day"
            };
            found.insert(word.to_owned());
        } else if own[column] == ["year"] {
            found.insert("year".to_owned());
        } else if about.kind == CellKind::Text && values.iter().all(|value| is_quarter(value)) {
            found.insert("quarter".to_owned());
        }
    }
    found
}

/// `Q4 2024`, `2024 Q4`.
fn is_quarter(value: &Value) -> bool {
    let Value::Text(text) = value else {
        return false;
    };
    let mut parts: Vec<&str> = text.split([' ', '-']).collect();
    parts.sort_unstable();
    matches!(parts[..], [year, quarter]
        if year.len() == 4 && year.bytes().all(|byte| byte.is_ascii_digit())
            && matches!(quarter, "q1" | "q2" | "q3" | "q4"))
}

/// Share of the records whose names have a word for it to be what a row is called: the monuments of a list are mostly called so.
const CALLED: f32 = 0.25;
/// Names from which their words say what they have in common.
const MANY_NAMES: usize = 8;
/// Rows from which a column that says the same in all of them is a part of the title.
const SAME: usize = 3;

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

/// Stems of the words that many records have in their names.
fn in_many_names(label: Option<&ColumnView>) -> Vec<String> {
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
fn nouns(
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
    if is_name(&own.get(label).cloned().unwrap_or_default()) {
        nouns.extend(["peopl", "person"].map(str::to_owned));
    }
    let groups = packs.iter().flat_map(|pack| &pack.called);
    let also: Vec<String> = groups
        .filter(|group| {
            group
                .iter()
                .any(|name| nouns.contains(name) || title.contains(name))
        })
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
            "name" | "id" | "no" | "number" | "code" | "of" | "the" | "full" | "first" | "last"
        )
    };
    std::iter::once(&label)
        .chain(keys)
        .filter_map(|column| table.columns.get(*column))
        .find_map(|column| {
            fold(&column.name)
                .split(|c: char| !c.is_alphabetic())
                .map(str::to_owned)
                .find(|word| word.len() > 2 && of_label(word))
        })
}

/// The rows of each word of what they are known by.
fn label_words(label: Option<&ColumnView>) -> HashMap<String, BTreeSet<usize>> {
    let mut words: HashMap<String, BTreeSet<usize>> = HashMap::new();
    for (value, rows) in label.map(|column| &column.values).into_iter().flatten() {
        let parted = value.split(|c: char| !(c.is_alphanumeric() || matches!(c, '\'' | '.' | '*')));
        for word in value.split(' ').chain(parted).map(without_sign) {
            words.entry(word.to_owned()).or_default().extend(rows);
        }
    }
    words
}

fn numbers_of(rows: &[Vec<Option<Value>>], column: usize) -> impl Iterator<Item = Decimal> + '_ {
    rows.iter()
        .filter_map(move |row| row[column].as_ref()?.number())
}

/// Whether a column holds years: whole numbers from 1000 to 2199 without a unit.
fn are_years(column: &TableColumn, numbers: impl Iterator<Item = Decimal>) -> bool {
    let year = |number: Decimal| {
        number.is_integer() && (Decimal::from(1000)..Decimal::from(2200)).contains(&number)
    };
    let mut numbers = numbers.peekable();
    column.kind == CellKind::Number
        && column.unit.is_none()
        && numbers.peek().is_some()
        && numbers.all(year)
}

/// Everything that a column may be called.
fn names_of(
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

/// The words of a name, and those that mean the same as one.
fn parts_of(bare: &[String], packs: &[TablePack]) -> HashSet<String> {
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
        UNITS
            .iter()
            .filter(|(short, _)| short.len() > 1 && short == word)
            .flat_map(|(_, words)| words.iter().map(|word| stem(word)))
            .collect::<Vec<_>>()
    };
    bare.iter()
        .flat_map(|word| [alike(word), units(word), vec![word.clone()]].concat())
        .collect()
}

/// Values by the stem of their first word, the longest first.
fn by_first_stem(
    values: &HashMap<String, Vec<usize>>,
) -> HashMap<String, Vec<(Vec<String>, String)>> {
    let mut by_first: HashMap<String, Vec<(Vec<String>, String)>> = HashMap::new();
    for value in values.keys() {
        let stems = value_stems(value);
        if let Some(first) = stems.first() {
            by_first
                .entry(first.clone())
                .or_default()
                .push((stems, value.clone()));
        }
    }
    for list in by_first.values_mut() {
        list.sort_by(|a, b| b.0.len().cmp(&a.0.len()).then(a.1.cmp(&b.1)));
    }
    by_first
}

fn column_view(
    place: usize,
    column: &TableColumn,
    own: &[String],
    rows: &[Vec<Option<Value>>],
    packs: &[TablePack],
) -> ColumnView {
    // `Length (m)` is called length, `Value 2024 (kroner)` value 2024.
    let bare = phrase(&without_brackets(&column.name));
    let names = names_of(place, column, own, &bare, rows, packs);
    let mut values: HashMap<String, Vec<usize>> = HashMap::new();
    if column.kind == CellKind::Text {
        for (row, cells) in rows.iter().enumerate() {
            if let Some(Value::Text(text)) = &cells[place] {
                values.entry(text.clone()).or_default().push(row);
            }
        }
    }
    let truths = ["yes", "no", "true", "false", "y", "n"];
    let truth = column.kind == CellKind::Truth
        || (!values.is_empty() && values.keys().all(|value| truths.contains(&value.as_str())));
    let many = values.len() > CATEGORIES && (values.len() as f32) < KEY * rows.len() as f32;
    if many {
        values.clear();
    }
    let parts = parts_of(&bare, packs);
    let by_first = by_first_stem(&values);
    ColumnView {
        names,
        truth,
        parts,
        values,
        by_first,
    }
}

/// A name without what stands in brackets; all of it, where nothing else is there.
fn without_brackets(name: &str) -> String {
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

/// A word without the sign of a footnote: `Aeroflot*`.
fn without_sign(word: &str) -> &str {
    let bare = word.trim_end_matches(['*', '†', '‡', '§', '¹', '²', '³']);
    if bare.is_empty() { word } else { bare }
}

/// A value of the table as the stems of its words.
fn value_stems(value: &str) -> Vec<String> {
    tokens(&value.replace('_', " "))
        .iter()
        .map(|token| stem(&fold(without_sign(&token.text))))
        .collect()
}
