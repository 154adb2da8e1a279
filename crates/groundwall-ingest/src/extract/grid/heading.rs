//! The rows that name the columns of a table: wider names over narrower ones, and the units under them.

use super::header::{is_year, typed};
use super::{Cell, Copied};
use crate::language::ENGLISH;
use std::collections::BTreeSet;

/// Characters of a unit, at most.
const UNIT: usize = 16;

/// Whether the row under the names gives their units: `£`, `%`, `($/bbl)`.
fn units_row(rows: &[&[Cell]], header: usize) -> bool {
    let (Some(row), Some(next)) = (rows.get(header + 1), rows.get(header + 2)) else {
        return false;
    };
    let unit = |cell: &Cell| {
        let text = cell.text.trim();
        let word = text.to_lowercase();
        !typed(cell)
            && text.chars().count() <= UNIT
            && (text.contains(['%', '$', '€', '£', '¥', '₹', '₩', '¢', '°'])
                || (text.starts_with(['(', '[']) && text.ends_with([')', ']']))
                || ENGLISH.units.has(&word))
    };
    let values_follow = |cell: &Cell| {
        next.binary_search_by_key(&cell.column, |next| next.column)
            .is_ok_and(|at| typed(&next[at]) || next[at].text.trim().chars().count() <= 3)
    };
    row[0].row == rows[header][0].row + 1
        && row.iter().all(unit)
        && row.iter().any(values_follow)
        && next.iter().any(typed)
}

/// Characters of a name that stands over several columns, at most.
const WIDE: usize = 60;
/// Rows without a cell between two rows of names, at most.
const BLANK: u32 = 3;
/// Rows under the names in which values are looked for.
const LOOKED_AT: usize = 4;

/// The rows of a region that name its columns.
pub(super) struct Heading {
    first: usize,
    /// The row of the narrowest names.
    last: usize,
    /// Whether the row under them gives their units.
    units: bool,
    /// Whether the row under that names the first column alone.
    corner: bool,
}

impl Heading {
    /// The heading that a row of names belongs to.
    pub(super) fn around(rows: &[&[Cell]], header: usize) -> Self {
        let (mut first, mut last) = (header, header);
        while first > 0 && stands_over(rows, first - 1, first == header) {
            first -= 1;
        }
        while !units_row(rows, last) && parts_further(rows, first, last) {
            last += 1;
        }
        let units = units_row(rows, last);
        Self {
            first,
            last,
            units,
            corner: names_first(rows, last + usize::from(units)),
        }
    }

    /// The place of the first row under it.
    pub(super) fn under(&self) -> usize {
        self.last + 1 + usize::from(self.units) + usize::from(self.corner)
    }

    /// The places of its rows.
    pub(super) fn rows(&self) -> std::ops::Range<usize> {
        self.first..self.under()
    }

    /// Whether a row lies above all of it.
    pub(super) fn is_below(&self, row: usize) -> bool {
        row < self.first
    }

    /// The place of the row of the narrowest names.
    pub(super) fn last(&self) -> usize {
        self.last
    }

    /// The names of the columns: of each what stands over it, the widest first, and its unit.
    pub(super) fn names(&self, rows: &[&[Cell]]) -> Vec<(u32, String)> {
        let mut names = stacked(&rows[self.first..=self.last]);
        if self.units {
            for cell in rows[self.last + 1] {
                let unit = tidy(&cell.text);
                if let Ok(at) = names.binary_search_by_key(&cell.column, |(column, _)| *column) {
                    let bare = unit.trim_matches(['(', ')', '[', ']']);
                    names[at].1 = format!("{} ({bare})", names[at].1);
                }
            }
        }
        if let (true, Some((_, name))) = (self.corner, names.first_mut()) {
            let of_rows = tidy(&rows[self.under() - 1][0].text);
            let whole = format!("{name} {of_rows}");
            whole.trim().clone_into(name);
        }
        names
    }
}

/// Whether the row under a heading names its first column alone, with numbers or dates under that: `YEAR`, where the heading begins with what its other names
/// are.
fn names_first(rows: &[&[Cell]], last: usize) -> bool {
    let Some([only]) = rows.get(last + 1) else {
        return false;
    };
    let first = &rows[last][0];
    let mut below = rows[last + 2..].iter().take(LOOKED_AT).peekable();
    only.row == first.row + 1
        && only.column == first.column
        && !typed(only)
        && below.peek().is_some()
        && below.all(|row| row.len() > 1 && at(row, only.column).is_some_and(typed))
}

/// Whether a row stands directly over a row of names with wider ones. Over more than one row only where cells are merged: else it is a line of notes.
fn stands_over(rows: &[&[Cell]], above: usize, nearest: bool) -> bool {
    let (row, below) = (rows[above], rows[above + 1]);
    let mut groups: Vec<&str> = row.iter().map(|cell| cell.text.trim()).collect();
    // Signs such as `#` beside a title name nothing.
    groups.retain(|text| text.contains(char::is_alphanumeric));
    groups.dedup();
    row[0].row + 1 == below[0].row
        && groups.len() >= 2
        && row.iter().all(|cell| cell.text.chars().count() <= WIDE)
        && row
            .iter()
            .filter(|cell| typed(cell))
            .all(|cell| is_year(&cell.text))
        && (nearest || row.iter().any(|cell| is_merged(row, below, cell)))
}

/// Whether a cell of a row says the same as the one beside or below it, as merged cells do.
fn is_merged(row: &[Cell], below: &[Cell], cell: &Cell) -> bool {
    let next = cell.column.checked_add(1).and_then(|next| at(row, next));
    [next, at(below, cell.column)]
        .into_iter()
        .flatten()
        .any(|other| other.text == cell.text)
}

/// Whether the row below the names parts them further: it names columns that have none of their own yet, and values follow.
fn parts_further(rows: &[&[Cell]], first: usize, last: usize) -> bool {
    let Some(below) = rows.get(last + 1) else {
        return false;
    };
    let own = |column: u32| {
        rows[first..=last]
            .iter()
            .any(|row| is_own(row, column) && !reaches_on(row, below, column))
    };
    let again =
        |cell: &Cell| at(rows[last], cell.column).is_some_and(|above| above.text == cell.text);
    let valued = |column: u32| {
        rows[last + 2..]
            .iter()
            .take(LOOKED_AT)
            .any(|row| at(row, column).is_some_and(typed))
    };
    let near = below[0].row <= rows[last][0].row + 1 + BLANK;
    let own_cells = below.iter().filter(|cell| cell.copied != Copied::Across);
    let words = own_cells.count() >= 2 && !below.iter().any(typed);
    // The rows that a cell merged over several rows fills.
    let merged = below.iter().all(again);
    near && words
        && below.iter().any(|cell| valued(cell.column) || merged)
        && (merged || below.iter().any(|cell| !own(cell.column)))
}

fn at(row: &[Cell], column: u32) -> Option<&Cell> {
    row.binary_search_by_key(&column, |cell| cell.column)
        .ok()
        .map(|at| &row[at])
}

/// Whether a row has a name for one column alone, and not for it and its neighbours.
fn is_own(row: &[Cell], column: u32) -> bool {
    let Some(cell) = at(row, column) else {
        return false;
    };
    let same = |other: Option<u32>| {
        other
            .and_then(|column| at(row, column))
            .is_some_and(|other| other.text == cell.text)
    };
    cell.copied != Copied::Across && !same(column.checked_sub(1)) && !same(column.checked_add(1))
}

/// Whether a name reaches over the next column, which has none in its row but one below.
fn reaches_on(row: &[Cell], below: &[Cell], column: u32) -> bool {
    column
        .checked_add(1)
        .is_some_and(|next| at(row, next).is_none() && at(below, next).is_some())
}

/// Of each column the names in the rows of a heading, put together.
fn stacked(levels: &[&[Cell]]) -> Vec<(u32, String)> {
    let columns: BTreeSet<u32> = levels
        .iter()
        .flat_map(|row| row.iter())
        .map(|cell| cell.column)
        .collect();
    let mut names: Vec<(u32, String)> = columns
        .into_iter()
        .map(|column| (column, String::new()))
        .collect();
    let mut last: Vec<String> = vec![String::new(); names.len()];
    for (level, row) in levels.iter().enumerate() {
        let narrowest = level + 1 == levels.len();
        let width = levels.get(level + 1).and_then(|below| width(row, below));
        let parts: Vec<Option<String>> = (0..names.len())
            .map(|place| {
                let own = at(row, names[place].0);
                let within =
                    |cell: &&Cell| width.is_none_or(|width| names[place].0 - cell.column < width);
                let over = || {
                    (!narrowest)
                        .then(|| over(row, &names, place))
                        .flatten()
                        .filter(within)
                };
                own.or_else(over).map(|cell| tidy(&cell.text))
            })
            .collect();
        for (place, part) in parts.into_iter().enumerate() {
            let Some(part) = part.filter(|part| part.to_lowercase() != last[place].to_lowercase())
            else {
                continue;
            };
            let name = &mut names[place].1;
            let names_nothing = ENGLISH.labels.has(&part.to_lowercase());
            if names_nothing && (!narrowest || !name.is_empty()) {
                continue;
            }
            if !name.is_empty() {
                name.push(' ');
            }
            name.push_str(&part);
            last[place] = part;
        }
    }
    names
}

/// Columns that each wider name of a row stands over, where all but the last stand over as many, which are called alike: `Count`, `%`, `Count`, `%`.
fn width(row: &[Cell], below: &[Cell]) -> Option<u32> {
    let starts: Vec<u32> = (row.iter().filter(|cell| !cell.text.trim().is_empty()))
        .map(|cell| cell.column)
        .collect();
    let width = starts.get(1)?.checked_sub(starts[0])?;
    let called = |start: u32| -> Vec<Option<&str>> {
        (start..start + width)
            .map(|column| Some(at(below, column)?.text.as_str()))
            .collect()
    };
    let alike = |pair: &[u32]| pair[1] - pair[0] == width && called(pair[0]) == called(pair[1]);
    let all = width > 1 && starts.len() > 2 && starts.windows(2).all(alike);
    all.then_some(width)
}

/// The name in a row that stands over a column without a cell of its own there. Without merged cells a wider name stands over its first column and reaches to
/// the next one, but not out of what stands over itself; where the first of these columns has none, the names are lines that go on below.
/// `names`: what the rows above give.
fn over<'a>(row: &'a [Cell], names: &[(u32, String)], place: usize) -> Option<&'a Cell> {
    let (column, above) = &names[place];
    let cell = row[..row.partition_point(|cell| cell.column <= *column)].last()?;
    let first = names[..=place]
        .iter()
        .rev()
        .take_while(|(_, name)| name == above)
        .last()?
        .0;
    let begins = above.is_empty() || at(row, first).is_some();
    (begins && (above.is_empty() || cell.column >= first)).then_some(cell)
}

/// A name in one line, without the colon behind it.
pub(super) fn tidy(text: &str) -> String {
    crate::extract::squeeze(text)
        .trim_end_matches(':')
        .to_owned()
}
