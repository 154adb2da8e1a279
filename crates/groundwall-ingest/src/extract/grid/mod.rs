//! Grids to blocks and tables: header row, preamble, totals, and each row as `Header: value. Header: value.`

mod columns;
mod fill;
mod header;
mod heading;
mod signs;
mod spans;
mod table;
mod values;

pub(super) use spans::Spans;
pub(super) use values::{Typed, currency_of_format};

use super::squeeze;
use crate::language::ENGLISH;
use fill::{fill_merged, without_leader};
use groundwall_core::cells::{CellRange, RangeColumns};
use groundwall_core::{Block, BlockKind, ColumnRole, Locator, Table};
use heading::{Heading, tidy};
use std::borrow::Cow;
use std::collections::HashSet;
use table::table;

/// A cell that holds something. Rows and columns count from 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Cell {
    pub(super) row: u32,
    pub(super) column: u32,
    pub(super) text: String,
    /// What the file itself says of its kind; none for text, which is read with its column.
    pub(super) typed: Option<Typed>,
    pub(super) copied: Copied,
}

/// Whether a cell repeats the value of a merged cell.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Copied {
    #[default]
    No,
    /// From a cell of its column.
    Down,
    /// From a cell of another column.
    Across,
}

impl Cell {
    /// A cell of which only the text is known.
    pub(super) fn text(row: u32, column: u32, text: impl Into<String>) -> Self {
        Self {
            row,
            column,
            text: text.into(),
            typed: None,
            copied: Copied::No,
        }
    }
}

/// The cells of one sheet or table in row order, and what is known beside them.
#[derive(Debug, Default)]
pub(super) struct Grid {
    pub(super) cells: Vec<Cell>,
    /// First row and column, last row and column of each merged cell.
    pub(super) merged: Vec<[u32; 4]>,
    pub(super) hidden_rows: Spans,
    pub(super) hidden_columns: Spans,
    /// Whether what stands in hidden rows and columns is left out; it is marked otherwise.
    pub(super) apart: bool,
    /// Rows that somebody says name the columns.
    pub(super) headers: Vec<u32>,
}

/// What a grid says.
#[derive(Debug, Default)]
pub(super) struct Read {
    pub(super) blocks: Vec<Block>,
    pub(super) tables: Vec<Table>,
    pub(super) notes: Vec<String>,
}

/// Rows times columns of a table, at most: every place takes memory, filled or not.
const PLACES: u64 = 5_000_000;
/// Characters of a column's name that are said again in the text of a row.
const SAID_AGAIN: usize = 200;
/// Columns that one note names.
const NAMED: usize = 10;

/// Reads the cells of one sheet. `place` is the locator that all of them share.
pub(super) fn read(mut grid: Grid, place: &Locator) -> Read {
    for cell in &mut grid.cells {
        without_leader(&mut cell.text);
    }
    signs::join(&mut grid.cells);
    fill_merged(&mut grid);
    if grid.apart {
        let Grid {
            cells,
            hidden_rows,
            hidden_columns,
            ..
        } = &mut grid;
        cells.retain(|cell| {
            !hidden_rows.contains(cell.row) && !hidden_columns.contains(cell.column)
        });
    }
    let rows: Vec<&[Cell]> = grid.cells.chunk_by(|a, b| a.row == b.row).collect();
    let mut read = Read::default();
    let mut rest = rows.as_slice();
    while !rest.is_empty() {
        let (region, after) = rest.split_at(header::region(rest));
        let by_hand = region
            .iter()
            .position(|row| grid.headers.contains(&row[0].row));
        let header = by_hand.or_else(|| header::header_row(region));
        let before = read.tables.len();
        region_of(region, header, &grid.hidden_rows, place, &mut read);
        for table in &mut read.tables[before..] {
            table.by_hand = by_hand.is_some();
        }
        rest = after;
    }
    read
}

/// Reads a table each of whose rows is a name and its value, or a line over such rows.
pub(super) fn pairs(cells: &[Cell], place: &Locator) -> Read {
    let block = |row: &[Cell]| {
        let (kind, text) = match row {
            [name, value] => {
                let names = [(value.column, tidy(&name.text))];
                (BlockKind::Row, with_headers(&names, &row[1..]))
            }
            _ => (BlockKind::Paragraph, joined(row.iter(), " ")),
        };
        let mut locator = place.clone();
        locator.cells = Some(range(row));
        Block {
            kind,
            text,
            locator,
        }
    };
    Read {
        blocks: cells.chunk_by(|a, b| a.row == b.row).map(block).collect(),
        ..Read::default()
    }
}

/// Records with named fields; a cell's column is the place of its field.
#[derive(Debug, Default)]
pub(super) struct Records {
    pub(super) names: Vec<String>,
    /// In the order of records and fields.
    pub(super) cells: Vec<Cell>,
    /// What some of the fields are for.
    pub(super) roles: Vec<(u32, ColumnRole)>,
}

/// Reads records: no row names the columns, and a place is a record and a field.
pub(super) fn records(records: Records) -> Read {
    let names: Vec<(u32, String)> = (0..).zip(records.names).collect();
    let rows: Vec<&[Cell]> = records.cells.chunk_by(|a, b| a.row == b.row).collect();
    let mut read = Read::default();
    for row in &rows {
        let range = CellRange {
            first_row: row[0].row,
            last_row: row[0].row,
            columns: RangeColumns::All,
        };
        let locator = Locator {
            cells: Some(range.to_string()),
            ..Locator::default()
        };
        read.blocks.push(Block {
            kind: BlockKind::Row,
            text: with_headers(&names, row),
            locator,
        });
    }
    let (totals, data): (Vec<&[Cell]>, Vec<&[Cell]>) = rows.iter().partition(|row| is_total(row));
    if !data.is_empty() && fits(&names, &data, &mut read.notes) {
        let place = Locator::default();
        let mut table = table(
            &names,
            0,
            Vec::new(),
            &data,
            &totals,
            &Spans::default(),
            &place,
            &mut read.notes,
        );
        for column in &mut table.columns {
            column.role = records
                .roles
                .iter()
                .find(|(place, _)| *place == column.column)
                .map(|(_, role)| *role);
        }
        read.tables.push(Table {
            records: true,
            ..table
        });
    }
    read
}

/// Whether a text is a number or a date by itself.
pub(super) fn is_value(text: &str) -> bool {
    values::looks_typed(text)
}

/// What a row of a region is.
enum Part {
    /// The names of the columns, or their units.
    Heading,
    /// Nothing but what a merged cell above it says.
    Copy,
    Data,
    Total,
    /// A line of text under the table.
    Note,
    /// A line above it, or of a sheet that is no table.
    Above,
}

/// What a row is by its place: above the heading, of it, or under it.
fn part_of(heading: Option<&Heading>, number: usize, row: &[Cell]) -> Part {
    match heading {
        Some(heading) if heading.rows().contains(&number) => Part::Heading,
        _ if row.iter().all(|cell| cell.copied != Copied::No) => Part::Copy,
        Some(heading) if !heading.is_below(number) => Part::Data,
        _ => Part::Above,
    }
}

/// What a row under the header is.
fn below(row: &[Cell], columns: usize, values_follow: bool) -> Part {
    if is_note(row, columns, values_follow) || is_of_notes(row) {
        Part::Note
    } else if is_total(row) {
        Part::Total
    } else {
        Part::Data
    }
}

/// One header with what stands above and below it.
fn region_of(
    rows: &[&[Cell]],
    header: Option<usize>,
    hidden: &Spans,
    place: &Locator,
    read: &mut Read,
) {
    let heading = header.map(|header| Heading::around(rows, header));
    let mut names = (heading.as_ref()).map_or_else(Vec::new, |heading| heading.names(rows));
    let before = read.blocks.len();
    let mut own: Vec<Cow<[Cell]>> = rows.iter().map(|row| without_copies(row)).collect();
    if let Some(heading) = &heading {
        let under = heading.under();
        columns::narrow(
            &mut names,
            &rows[heading.rows()],
            &mut own[under..],
            place.sheet.is_none(),
        );
    }
    let valued = own.iter().rposition(|row| row.len() > 1);
    let (mut data, mut totals, mut title) = (Vec::new(), Vec::new(), Vec::new());
    for (number, row) in own.iter().map(AsRef::as_ref).enumerate() {
        let part = match part_of(heading.as_ref(), number, row) {
            Part::Data => below(row, names.len(), valued.is_some_and(|last| number < last)),
            other @ (Part::Heading | Part::Copy | Part::Total | Part::Note | Part::Above) => other,
        };
        let plain = || joined(row.iter(), " ");
        match part {
            Part::Heading | Part::Copy => continue,
            Part::Note => {}
            Part::Above => title.push(plain()),
            Part::Total => totals.push(row),
            Part::Data => data.push(row),
        }
        let (kind, text) = match part {
            Part::Total | Part::Data => (BlockKind::Row, with_headers(&names, row)),
            Part::Heading | Part::Copy | Part::Note | Part::Above => {
                (BlockKind::Paragraph, plain())
            }
        };
        let mut locator = place.clone();
        locator.cells = Some(range(row));
        read.blocks.push(Block {
            kind,
            text,
            locator,
        });
    }
    let Some(heading) = heading else {
        notes_no_table(rows, place, &mut read.notes);
        return;
    };
    if read.blocks.len() == before {
        read.blocks.push(Block {
            kind: BlockKind::Row,
            text: joined(rows[heading.last()].iter(), ", "),
            locator: place.clone(),
        });
    }
    if !data.is_empty() && fits(&names, &data, &mut read.notes) {
        let first = rows[heading.last()][0].row;
        let notes = &mut read.notes;
        let table = table(&names, first, title, &data, &totals, hidden, place, notes);
        read.tables.push(table);
    }
}

/// The texts of cells in a line.
fn joined<'a>(cells: impl Iterator<Item = &'a Cell>, between: &str) -> String {
    let texts: Vec<String> = cells.map(|cell| squeeze(&cell.text)).collect();
    texts.join(between)
}

/// Rows of two cells and more from which something looks like a table.
const LIKE_A_TABLE: usize = 4;

/// Says of a sheet that it is no table, where it looks like one.
fn notes_no_table(rows: &[&[Cell]], place: &Locator, notes: &mut Vec<String>) {
    let wide = rows.iter().filter(|row| row.len() >= 2).count();
    if let Some(sheet) = place.sheet.as_ref().filter(|_| wide >= LIKE_A_TABLE) {
        notes.push(format!(
            "Sheet {sheet} has rows from row {} on that are no table: none of their first 20 rows names the columns. They are read as text.",
            rows[0][0].row + 1
        ));
    }
}

/// Whether a table of these rows is of a size that can be kept; a note says so where it is not.
fn fits(names: &[(u32, String)], data: &[&[Cell]], notes: &mut Vec<String>) -> bool {
    let others: HashSet<u32> = data
        .iter()
        .flat_map(|row| row.iter())
        .map(|cell| cell.column)
        .collect();
    let places = (names.len().max(others.len()) as u64).saturating_mul(data.len() as u64);
    if places > PLACES {
        notes.push(format!(
            "A table of {} rows and {} columns is too large to be computed with; its rows are read as text. Split it to have it computed.",
            data.len(),
            names.len().max(others.len())
        ));
    }
    places <= PLACES
}

/// Characters from which a line under a table is a note, and from which one between its rows is: what names the rows below it is shorter.
const NOTE: usize = 30;
const NOTE_BETWEEN: usize = 100;

/// A line of text under a table, such as its source.
fn is_note(row: &[Cell], columns: usize, values_follow: bool) -> bool {
    let longest = if values_follow { NOTE_BETWEEN } else { NOTE };
    row.len() == 1
        && columns >= 3
        && row[0].typed.is_none()
        && row[0].text.chars().count() > longest
}

/// The cells of a row that stand there, and those that come down to it: a value that is merged over several columns is that of the first.
fn without_copies(row: &[Cell]) -> Cow<'_, [Cell]> {
    if row.iter().all(|cell| cell.copied != Copied::Across) {
        return Cow::Borrowed(row);
    }
    let mut row = row.to_vec();
    row.retain(|cell| cell.copied != Copied::Across);
    Cow::Owned(row)
}

/// A row under the names that leads to notes, or says in what the numbers are given: `Notes | (Note 2)`, `Units | Trees | Hectares`.
fn is_of_notes(row: &[Cell]) -> bool {
    let Some((first, rest)) = row.split_first() else {
        return false;
    };
    let plain = |cell: &Cell| cell.typed.is_none();
    ENGLISH
        .heads_of_notes
        .has(&first.text.trim().to_lowercase())
        && !rest.is_empty()
        && rest.iter().all(plain)
}

fn range(row: &[Cell]) -> String {
    let (first, last) = (&row[0], &row[row.len() - 1]);
    let columns = RangeColumns::Between(first.column, last.column);
    CellRange {
        first_row: first.row,
        last_row: last.row,
        columns,
    }
    .to_string()
}

/// The text of a row whose columns have these names, in order.
pub(super) fn with_headers(names: &[(u32, String)], row: &[Cell]) -> String {
    let mut text = String::new();
    if is_total(row) {
        text.push_str("Totals row. ");
    }
    for cell in row {
        let value = squeeze(&cell.text);
        let name = names
            .binary_search_by_key(&cell.column, |(column, _)| *column)
            .ok()
            .map(|at| &names[at].1);
        match name {
            Some(name) => {
                let end = name
                    .char_indices()
                    .nth(SAID_AGAIN)
                    .map_or(name.len(), |(end, _)| end);
                text.push_str(&name[..end]);
                text.push_str(": ");
                text.push_str(&value);
            }
            None => text.push_str(&value),
        }
        text.push_str(if value.ends_with(['.', '!', '?']) {
            " "
        } else {
            ". "
        });
    }
    text.trim_end().to_owned()
}

/// Whether a row sums up others: its first text is a total, an average or the maximum marks.
fn is_total(row: &[Cell]) -> bool {
    let first = row
        .iter()
        .find(|cell| cell.typed.is_none())
        .map(|cell| squeeze(&cell.text).to_lowercase())
        .unwrap_or_default();
    let bare = first.trim_end_matches([':', '*']);
    ENGLISH.totals.has(bare) || bare.ends_with("(total)")
}

#[cfg(test)]
mod tests;
