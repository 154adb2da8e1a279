//! What is asked of a table that is ready.

use super::View;
use super::keys::{are_numbers, is_serial};
use super::named::{NameWords, are_years, numbers_of, without_numbers};
use crate::pack::{phrase, spaced};
use crate::value::{Value, tidy};
use crate::words::{ENGLISH, fold};
use groundwall_core::cells::address;
use groundwall_core::{CellKind, ColumnRole, TableColumn};
use rust_decimal::Decimal;
use std::collections::{HashMap, HashSet};

/// Whether a name says by its first or last word that it sums up others: `World`, `United States Total`.
pub(crate) fn is_sum(name: &str) -> bool {
    let name = name.to_lowercase();
    let mut words = name.split(' ');
    let first = words.next().unwrap_or_default();
    let last = words.next_back().unwrap_or_default();
    ENGLISH.wholes.has(first) || ENGLISH.sums.has(last)
}

/// Of so many rows one may have the day of another: one month was given that of the next.
const SLIP: usize = 10;

impl View {
    pub(crate) fn column(&self, column: usize) -> &TableColumn {
        &self.stored.table.columns[column]
    }

    pub(crate) fn is_numeric(&self, column: usize) -> bool {
        self.column(column).kind.is_numeric()
    }

    /// The words of a column's names.
    pub(crate) fn name_words(&self, column: usize) -> &NameWords {
        let of = |column: usize| {
            let (name, shown) = (&self.column(column).name, self.display(column));
            NameWords {
                own: phrase(name),
                apart: phrase(&spaced(name)),
                shown: phrase(shown),
                shown_apart: phrase(&spaced(shown)),
            }
        };
        let all = || (0..self.columns.len()).map(of).collect();
        &self.name_words.get_or_init(all)[column]
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
        is_serial(&self.name_words(column).own)
    }

    /// Columns that are declared to hold the time that a record is about.
    pub(crate) fn periods(&self) -> impl Iterator<Item = usize> + '_ {
        let columns = self.stored.table.columns.iter().enumerate();
        columns
            .filter(|(_, column)| column.role == Some(ColumnRole::Period))
            .map(|(place, _)| place)
    }

    /// Whether the numbers of a column are years, which are written without marks.
    pub(crate) fn is_year(&self, column: usize) -> bool {
        are_years(self.column(column), self.numbers(column))
    }

    /// Whether the numbers of a column tell things apart and count nothing, and are written without marks: a serial number.
    pub(crate) fn is_numbering(&self, column: usize) -> bool {
        let name = self.display(column);
        let words = phrase(&spaced(name));
        ends_in_numbering(&words) || name.trim_end_matches(':').ends_with('#')
    }

    /// The numbers of a column, in the order of the rows.
    pub(crate) fn numbers(&self, column: usize) -> impl Iterator<Item = Decimal> + '_ {
        numbers_of(&self.rows, column)
    }

    /// Whether a column has numbers on both sides of one.
    pub(crate) fn reaches(&self, column: usize, number: Decimal) -> bool {
        let has = |fits: &dyn Fn(Decimal) -> bool| self.numbers(column).any(fits);
        self.is_numeric(column) && has(&|value| value <= number) && has(&|value| value >= number)
    }

    /// Whether a cell of a column holds nothing.
    pub(crate) fn has_gaps(&self, column: usize) -> bool {
        self.rows.iter().any(|row| row[column].is_none())
    }

    /// Whether a number of a column is zero.
    pub(crate) fn has_zeros(&self, column: usize) -> bool {
        self.numbers(column).any(|number| number.is_zero())
    }

    /// Whether every record has as many rows, several, each of another day but for a slip: how many rows a record has on a day says nothing.
    pub(crate) fn has_a_row_a_day(&self) -> bool {
        let Some(dates) = self.dates() else {
            return false;
        };
        let mut of: HashMap<&Value, Vec<usize>> = HashMap::new();
        for (row, cells) in self.rows.iter().enumerate() {
            let Some(name) = &cells[self.label] else {
                return false;
            };
            of.entry(name).or_default().push(row);
        }
        let each = of.values().next().map_or(0, Vec::len);
        let days = of.values().map(|rows| self.count_values(rows, dates).1);
        let apart = SLIP * days.sum::<usize>() >= (SLIP - 1) * self.rows.len();
        each > 1 && of.len() > 1 && of.values().all(|rows| rows.len() == each) && apart
    }

    /// Whether rows have a value of a column each, and no two the same.
    pub(crate) fn are_apart(&self, rows: &[usize], column: usize) -> bool {
        let values: HashSet<&Value> = rows
            .iter()
            .filter_map(|row| self.rows[*row][column].as_ref())
            .collect();
        values.len() == rows.len()
    }

    /// The one column of money; where none holds money by its cells, the one column of numbers that is called by a word for it and counts in nothing else.
    pub(crate) fn money(&self) -> Option<usize> {
        let one = |mut columns: Vec<usize>| columns.pop().filter(|_| columns.is_empty());
        let holds = |column: &usize| self.column(*column).kind == CellKind::Money;
        let money: Vec<usize> = (0..self.base).filter(holds).collect();
        if !money.is_empty() {
            return one(money);
        }
        let called = |column: &usize| {
            let words = &self.name_words(*column).apart;
            self.column(*column).kind == CellKind::Number
                && words.iter().any(|word| ENGLISH.money_names.has(word))
        };
        let bare = |column: &usize| {
            self.column(*column).unit.is_none() && !self.column(*column).name.contains(['(', '['])
        };
        one((0..self.base).filter(called).collect()).filter(bare)
    }

    /// Whether numbers of a column stand for shares, whose sum says nothing.
    pub(crate) fn is_share(&self, column: usize) -> bool {
        let words = &self.name_words(column).own;
        self.column(column).kind == CellKind::Percent
            || words.iter().any(|word| ENGLISH.shares.has(word))
    }

    /// Whether the numbers of a column are places in an order, of which the best is the least.
    pub(crate) fn is_rank(&self, column: usize) -> bool {
        let words = &self.name_words(column).own;
        self.is_numeric(column) && words.iter().any(|word| ENGLISH.ranks.has(word))
    }

    /// Columns of figures that somebody may ask the highest of: no years, no numbers of records, no places in an order, and no codes that stand for something else.
    pub fn measures(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.base).filter(|column| {
            let column = *column;
            let no_figure = self.is_year(column)
                || self.is_serial(column)
                || self.is_numbering(column)
                || self.is_rank(column)
                || self.is_date_part(column)
                || self.keys.contains(&column) && are_numbers(column, &self.rows);
            self.is_numeric(column) && !no_figure && !self.stands_for_kinds(column)
        })
    }

    /// Whether a column has a few numbers again and again: `1` for a plan, `2` for a decision.
    fn stands_for_kinds(&self, column: usize) -> bool {
        let (filled, distinct) =
            self.count_values(&(0..self.rows.len()).collect::<Vec<_>>(), column);
        distinct <= KINDS && distinct * 2 < filled
    }

    /// The column of names that records are known by; none where they have numbers and codes alone.
    pub fn names(&self) -> Option<usize> {
        let own = (0..self.base).filter(|column| *column != self.label);
        let mut known_by = [self.label].into_iter().chain(own);
        known_by.find(|column| {
            let filled = (0..self.rows.len()).filter_map(|row| self.shown(row, *column));
            let (mut all, mut named) = (0usize, 0usize);
            for text in filled {
                all += 1;
                named += usize::from(is_name(text));
            }
            self.column(*column).kind == CellKind::Text
                && all * 2 > self.rows.len()
                && named * 5 > all * 4
        })
    }

    /// Whether a column holds shares, by its name or its cells.
    pub(crate) fn holds_shares(&self, column: usize) -> bool {
        let words = &self.name_words(column).own;
        self.is_share(column) || words.iter().any(|word| ENGLISH.proportions.has(word))
    }

    /// Whether numbers of a column may be per cent: they are written so, or its name speaks of shares and not of so many per so many.
    pub(crate) fn is_percent(&self, column: usize) -> bool {
        let about = self.column(column);
        let words = &self.name_words(column).own;
        let of_shares = |word: &String| ENGLISH.rates.has(word) || word == "pct";
        about.kind == CellKind::Percent
            || about.unit.as_deref() == Some("%")
            || (words.iter().any(of_shares) && !fold(&about.name).contains(" per "))
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

    /// The place of a cell, as `D17`; of what is computed from two cells, of both.
    pub(crate) fn cell(&self, row: usize, column: usize) -> String {
        if let Some(span) = self.span(column) {
            return format!("{}, {}", self.cell(row, span.from), self.cell(row, span.to));
        }
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
        let words = &self.name_words(column).own;
        // `Crash number` numbers the crashes.
        if ends_in_numbering(words) {
            return false;
        }
        self.packs
            .iter()
            .flat_map(|pack| &pack.adds)
            .any(|word| words.contains(word) || self.columns[column].parts.contains(word))
    }

    /// Whether one of the records sums up the others: `All countries`, `World`.
    pub(crate) fn has_whole(&self) -> bool {
        (0..self.rows.len()).any(|row| self.is_whole(row))
    }

    /// Whether a record sums up the others.
    pub(crate) fn is_whole(&self, row: usize) -> bool {
        let Some(name) = self.shown(row, self.label) else {
            return false;
        };
        let name = without_numbers(name).unwrap_or(name);
        let mut words = name.split(' ');
        let first = words.next().unwrap_or_default().to_lowercase();
        // `All countries`, but not All Nippon Airways.
        let all = first == "all"
            && words
                .next()
                .is_some_and(|word| word.starts_with(char::is_lowercase));
        all || is_sum(name)
    }

    /// A cell as it is told: as the document shows it, but for numbers that a program has left as it computes them ("3775.0", "1.3198800705467393").
    pub(crate) fn told(&self, row: usize, column: usize) -> Option<String> {
        let text = self.shown(row, column)?;
        let number = self.column(column).kind == CellKind::Number;
        let whole = || {
            *self.columns[column].whole.get_or_init(|| {
                (0..self.rows.len())
                    .filter_map(|row| self.shown(row, column))
                    .all(|text| text.ends_with(".0"))
            })
        };
        let tidy = number.then(|| tidy(text, whole)).flatten();
        Some(tidy.unwrap_or_else(|| text.to_owned()))
    }

    /// As the document shows a cell.
    pub(crate) fn shown(&self, row: usize, column: usize) -> Option<&str> {
        self.stored.table.rows[row].cells[column]
            .as_ref()
            .map(|cell| cell.text.as_str())
    }
}

/// Whether a name of several words ends in one that numbers things: `Crash number`.
fn ends_in_numbering(words: &[String]) -> bool {
    words.len() > 1 && (words.last()).is_some_and(|last| ENGLISH.numbering.has(last))
}

/// Letters of a name, at most: what is longer describes.
const NAME: usize = 60;

/// Numbers that stand for kinds of something, at most.
const KINDS: usize = 12;

/// Whether a text may be what somebody calls a thing: no figure in it, no address, and not capitals alone.
fn is_name(text: &str) -> bool {
    let capitals = |c: char| !c.is_alphabetic() || c.is_uppercase();
    let code = !text.contains(' ') && text.chars().all(capitals);
    let letters = text.chars().count();
    !code && letters <= NAME && !text.contains("://") && !text.chars().any(char::is_numeric)
}
