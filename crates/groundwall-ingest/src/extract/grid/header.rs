//! Which row names the columns, and where one table of a sheet ends and the next begins.

use super::values::{is_currency, looks_typed};
use super::{Cell, Copied};

/// Rows that are looked at for a header (docs/contract.md, Documents).
const LOOKED_AT: usize = 20;
/// Characters from which a cell is more likely a note than a name. Published tables have names of a hundred.
const NOTE: usize = 160;

pub(super) fn typed(cell: &Cell) -> bool {
    cell.typed.is_some() || looks_typed(&cell.text) || is_range(&cell.text)
}

/// From one percentage or amount to another: `0.48% - 0.98%`. Plain numbers may be a name, such as years or ages.
fn is_range(text: &str) -> bool {
    let ends = text.split_once(" - ").or_else(|| text.split_once('–'));
    let marked = |end: &str| looks_typed(end) && end.contains(|c: char| c == '%' || is_currency(c));
    ends.is_some_and(|(from, to)| marked(from) && marked(to))
}

/// Characters of a name of a column that is a number, at most.
const NUMBER: usize = 8;
/// Rows under such names that begin with a value.
const VALUED: usize = 3;

/// Whether a row names columns by numbers: it alone begins with a word in a column of values, and its numbers are whole, each another: `Plot, 5, 6, 7` over
/// rows of years.
fn numbers(rows: &[&[Cell]], at: usize) -> bool {
    let (row, first) = (rows[at], &rows[at][0]);
    let begins = |row: &[Cell]| {
        let cell = row.iter().find(|cell| cell.column == first.column)?;
        Some(typed(cell))
    };
    let mut below = rows[at + 1..]
        .iter()
        .filter(|row| row.len() > 1)
        .take(VALUED);
    let mut names: Vec<&str> = row.iter().map(|cell| cell.text.trim()).collect();
    names.sort_unstable();
    names.dedup();
    row.len() > 2
        && !typed(first)
        && !super::is_total(row)
        && names.len() == row.len()
        && row.iter().filter(|cell| typed(cell)).all(|cell| {
            let text = cell.text.trim();
            text.len() <= NUMBER && text.bytes().all(|byte| byte.is_ascii_digit())
        })
        && !rows[..at].iter().any(|row| begins(row) == Some(true))
        && below.clone().count() == VALUED
        && below.all(|row| begins(row) == Some(true))
}

/// Whether rows of values lie between a row of names and a later one that is no wider: then the earlier one names them.
fn has_begun(rows: &[&[Cell]], earlier: usize, later: usize) -> bool {
    let own = |row: &[Cell]| {
        let own = row.iter().filter(|cell| cell.copied != Copied::Across);
        own.count()
    };
    let fits = |row: &[Cell]| own(row) >= own(rows[later]) && own(row) <= own(rows[earlier]) + 1;
    rows[earlier + 1..later]
        .iter()
        .any(|row| row.iter().any(typed) && !years(row) && fits(row))
}

/// Whether all numbers of a row are years, each another: `Region, 2022, 2023, 2024` names columns.
fn years(row: &[Cell]) -> bool {
    let mut years: Vec<&str> = row
        .iter()
        .filter(|cell| typed(cell) && cell.copied != Copied::Across)
        .map(|cell| cell.text.trim())
        .collect();
    let all = years.len();
    years.sort_unstable();
    years.dedup();
    all >= 2 && years.len() == all && years.iter().all(|text| is_year(text))
}

/// A year, also one that runs over two, as official tables write it: `201516`.
pub(super) fn is_year(text: &str) -> bool {
    let known = |year: u32| (1900..2100).contains(&year);
    text.trim().parse::<u32>().is_ok_and(|year| {
        let (first, last) = (year / 100, year % 100);
        known(year) || (known(first) && last == (first + 1) % 100)
    })
}

/// The header among the first rows: most cells that are text and differ from each other, at least two. The earliest of equals wins.
pub(super) fn header_row(rows: &[&[Cell]]) -> Option<usize> {
    let score = |number: usize, row: &[Cell]| {
        let years = years(row) || numbers(rows, number);
        let mut texts: Vec<String> = row
            .iter()
            .filter(|cell| (years || !typed(cell)) && !is_bullet(&cell.text))
            .map(|cell| cell.text.trim().to_lowercase())
            .collect();
        texts.sort_unstable();
        texts.dedup();
        let typed = if years {
            0
        } else {
            row.iter().filter(|cell| typed(cell)).count()
        };
        let long = row
            .iter()
            .filter(|cell| cell.text.chars().count() > NOTE)
            .count();
        texts.len() as i64 - 2 * typed as i64 - 2 * long as i64
    };
    let mut best: Option<(usize, i64)> = None;
    for (number, row) in rows.iter().take(LOOKED_AT).enumerate() {
        let score = score(number, row);
        let better = |(earlier, other): (usize, i64)| {
            (score > other && !has_begun(rows, earlier, number))
                || (score == other && begins_values(rows, earlier, number))
        };
        if row.len() >= 2 && score >= 2 && best.is_none_or(better) {
            best = Some((number, score));
        }
    }
    best.map(|(number, _)| number)
}

/// Whether of two rows of words the later one names the columns: right under it the first column begins with a number or a date, which neither of them has.
fn begins_values(rows: &[&[Cell]], earlier: usize, later: usize) -> bool {
    let first = rows[later][0].column;
    let at = |row: &[Cell]| {
        row.binary_search_by_key(&first, |cell| cell.column)
            .ok()
            .map(|at| typed(&row[at]))
    };
    rows.get(later + 1)
        .is_some_and(|next| at(next) == Some(true))
        && rows[earlier..=later]
            .iter()
            .all(|row| at(row) != Some(true))
}

/// A sign in front of an item of a list, which names nothing.
fn is_bullet(text: &str) -> bool {
    matches!(
        text.trim(),
        "•" | "●"
            | "○"
            | "◦"
            | "▪"
            | "▫"
            | "■"
            | "□"
            | "‣"
            | "·"
            | "-"
            | "–"
            | "—"
            | "*"
    )
}

/// Names of a row under which a line that names a section may stand before the values, at least.
const NAMES: usize = 3;

/// Whether a row is all names, with values in the row directly under it, or under a line that names a section.
fn heads(rows: &[&[Cell]], at: usize) -> bool {
    let row = rows[at];
    let years = years(row);
    let named = row.len() >= 2 && (years || !row.iter().any(typed)) && !super::is_total(row);
    let directly = |below: usize| {
        rows.get(at + below).filter(|next| {
            u32::try_from(below).is_ok_and(|below| next[0].row == row[0].row + below)
        })
    };
    let valued = |next: &&&[Cell]| next.len() >= 2 && next.iter().any(typed);
    let under_a_line = || {
        (years || row.len() >= NAMES)
            && directly(1).is_some_and(|next| next.len() == 1)
            && directly(2).as_ref().is_some_and(valued)
    };
    named && (directly(1).as_ref().is_some_and(valued) || under_a_line())
}

/// How many of the first rows belong together: another table begins behind a gap, with names of its own, where names stood before.
pub(super) fn region(rows: &[&[Cell]]) -> usize {
    let Some(first) = (0..rows.len()).find(|at| heads(rows, *at)) else {
        return rows.len();
    };
    // Two years are names of columns only where the table began so.
    let alike = |at: usize| !years(rows[at]) || years(rows[first]);
    let mut before = rows[first][0].row;
    for (at, row) in rows.iter().enumerate().skip(first + 1) {
        let gap = row[0].row > before + 1;
        if gap && heads(rows, at) && alike(at) {
            return at;
        }
        // What comes down from a merged cell fills no gap.
        if row.iter().any(|cell| cell.copied == Copied::No) {
            before = row[0].row;
        }
    }
    rows.len()
}
