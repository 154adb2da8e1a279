//! Which row names the columns, and where one table of a sheet ends and the next begins.

use super::Cell;
use super::values::looks_typed;

/// Rows that are looked at for a header (docs/contract.md, Documents).
const LOOKED_AT: usize = 20;
/// Characters from which a cell is more likely a note than a name. Published tables have names of a hundred.
const NOTE: usize = 160;

pub(super) fn typed(cell: &Cell) -> bool {
    cell.typed.is_some() || looks_typed(&cell.text)
}

/// Whether all numbers of a row are years, each another: `Region, 2022, 2023, 2024` names columns.
fn years(row: &[Cell]) -> bool {
    let mut years: Vec<&str> = row
        .iter()
        .filter(|cell| typed(cell) && !cell.repeats)
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
    let score = |row: &[Cell]| {
        let years = years(row);
        let mut texts: Vec<String> = row
            .iter()
            .filter(|cell| years || !typed(cell))
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
        let score = score(row);
        let better = |(earlier, other): (usize, i64)| {
            score > other || (score == other && begins_values(rows, earlier, number))
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

/// Whether a row is all names, with values in the row directly under it.
fn heads(rows: &[&[Cell]], at: usize) -> bool {
    let row = rows[at];
    let named = row.len() >= 2 && !row.iter().any(typed) && !super::is_total(row);
    named
        && rows.get(at + 1).is_some_and(|next| {
            next.len() >= 2 && next[0].row == row[0].row + 1 && next.iter().any(typed)
        })
}

/// How many of the first rows belong together: another table begins behind a gap, with names of its own, where names stood before.
pub(super) fn region(rows: &[&[Cell]]) -> usize {
    let gap = |at: usize| rows[at][0].row > rows[at - 1][0].row + 1;
    let Some(first) = (0..rows.len()).find(|at| heads(rows, *at)) else {
        return rows.len();
    };
    (first + 1..rows.len())
        .find(|at| gap(*at) && heads(rows, *at))
        .unwrap_or(rows.len())
}
