//! Which row names the columns, and where one table of a sheet ends and the next begins.

use super::Cell;
use super::values::looks_typed;
use crate::language::ENGLISH;

/// Rows that are looked at for a header (SPEC 3).
const LOOKED_AT: usize = 20;
/// Characters from which a cell is more likely a note than a name. Published tables have names of a hundred.
const NOTE: usize = 160;

fn typed(cell: &Cell) -> bool {
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

fn is_year(text: &str) -> bool {
    text.trim()
        .parse::<u32>()
        .is_ok_and(|year| (1900..2100).contains(&year))
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
    best.map(|(number, _)| {
        if splits(rows, number) {
            number + 1
        } else {
            number
        }
    })
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

/// Characters of a unit, at most.
const UNIT: usize = 16;

/// Whether the row under the names gives their units: `£`, `%`, `($/bbl)`.
pub(super) fn units_row(rows: &[&[Cell]], header: usize) -> bool {
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

/// Whether the row below a row of names parts its names further: it names columns that have none or share one, and values follow.
fn splits(rows: &[&[Cell]], header: usize) -> bool {
    let values = if units_row(rows, header + 1) {
        header + 3
    } else {
        header + 2
    };
    let (Some(below), Some(next)) = (rows.get(header + 1), rows.get(values)) else {
        return false;
    };
    if units_row(rows, header) {
        return false;
    }
    let above = rows[header];
    let shares = |column: u32| {
        let at = above.binary_search_by_key(&column, |cell| cell.column);
        at.map_or(true, |at| {
            above[at].repeats || above.get(at + 1).is_some_and(|next| next.repeats)
        })
    };
    let typed_below = |column: u32| {
        next.binary_search_by_key(&column, |cell| cell.column)
            .is_ok_and(|at| typed(&next[at]))
    };
    below[0].row == above[0].row + 1
        && below.len() >= 2
        && !below.iter().any(typed)
        && below.iter().any(|cell| shares(cell.column))
        && below.iter().any(|cell| typed_below(cell.column))
}

/// The names of the columns: the header row, below what a row of wider names directly above says of each.
pub(super) fn names(rows: &[&[Cell]], header: usize) -> Vec<(u32, String)> {
    let mut names = names_alone(rows, header);
    if units_row(rows, header) {
        for cell in rows[header + 1] {
            let unit = tidy(&cell.text);
            if let Ok(at) = names.binary_search_by_key(&cell.column, |(column, _)| *column) {
                let bare = unit.trim_matches(['(', ')', '[', ']']);
                names[at].1 = format!("{} ({bare})", names[at].1);
            }
        }
    }
    names
}

fn names_alone(rows: &[&[Cell]], header: usize) -> Vec<(u32, String)> {
    let own: Vec<(u32, String)> = rows[header]
        .iter()
        .map(|cell| (cell.column, tidy(&cell.text)))
        .collect();
    let Some(above) = header
        .checked_sub(1)
        .map(|above| rows[above])
        .filter(|above| above[0].row + 1 == rows[header][0].row)
    else {
        return own;
    };
    let mut groups: Vec<&str> = above.iter().map(|cell| cell.text.trim()).collect();
    groups.dedup();
    let names_columns =
        groups.len() >= 2 && above.iter().all(|cell| cell.text.chars().count() <= 60);
    let numbers_are_years = above
        .iter()
        .filter(|cell| typed(cell))
        .all(|cell| is_year(&cell.text));
    if !names_columns || !numbers_are_years {
        return own;
    }
    // Without merged cells a wider name stands over its first column and reaches to the next name.
    let group_of = |column: u32| {
        above[..above.partition_point(|cell| cell.column <= column)]
            .last()
            .map(|cell| tidy(&cell.text))
    };
    let mut named: Vec<(u32, String)> = own
        .into_iter()
        .map(|(column, name)| match group_of(column) {
            Some(group) if group.to_lowercase() != name.to_lowercase() => {
                (column, format!("{group} {name}"))
            }
            _ => (column, name),
        })
        .collect();
    for cell in above.iter().filter(|cell| {
        rows[header]
            .binary_search_by_key(&cell.column, |own| own.column)
            .is_err()
    }) {
        named.push((cell.column, tidy(&cell.text)));
    }
    named.sort();
    named
}

fn tidy(text: &str) -> String {
    super::squeeze(text).trim_end_matches(':').to_owned()
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
