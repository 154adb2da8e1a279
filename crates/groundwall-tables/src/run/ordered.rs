//! Rows in the order of a column: the first of them, those at a place, the place of one.

use super::figure::numbers;
use super::outcome::{Line, Nothing, Outcome};
use crate::value::Value;
use crate::view::View;

/// The first `count` rows by a column, and those that tie with the last of them.
pub(super) fn lines(
    view: &View,
    rows: &[usize],
    column: usize,
    most: bool,
    count: usize,
) -> Result<Vec<Line>, Nothing> {
    // What sums up the others is not the first of them; which year is the first is asked of the whole.
    let single = |row: &&usize| view.places.is_some() || !view.is_whole(**row);
    let any_single = rows.iter().any(|row| single(&row));
    let mut lines: Vec<Line> = rows
        .iter()
        .filter(|row| !any_single || single(row))
        .filter_map(|row| {
            let value = view.rows[*row][column]
                .clone()
                .filter(|value| !matches!(value, Value::Text(_)))?;
            Some(Line { row: *row, value })
        })
        .collect();
    lines.sort_by(|a, b| {
        if most {
            b.value.cmp(&a.value)
        } else {
            a.value.cmp(&b.value)
        }
        .then(a.row.cmp(&b.row))
    });
    if let Some(last) = lines
        .get(count.saturating_sub(1))
        .map(|line| line.value.clone())
    {
        let ties = lines
            .iter()
            .skip(count)
            .take_while(|line| line.value == last)
            .count();
        lines.truncate(count + ties);
    }
    if lines.is_empty() {
        return Err(Nothing::NoValue(view.column(column).name.clone()));
    }
    Ok(lines)
}

/// Those at one place when all are ordered by a column.
pub(super) fn placed(
    view: &View,
    rows: &[usize],
    column: usize,
    most: bool,
    nth: usize,
) -> Result<Vec<Line>, Nothing> {
    let all = lines(view, rows, column, most, rows.len())?;
    let at = nth
        .checked_sub(1)
        .and_then(|place| all.get(place))
        .map(|line| line.value.clone())
        .ok_or(Nothing::NotSoMany)?;
    Ok(all.into_iter().filter(|line| line.value == at).collect())
}

/// The rank of a row by a column.
pub(super) fn ranked(
    view: &View,
    rows: &[usize],
    row: usize,
    column: usize,
) -> Result<Outcome, Nothing> {
    let all = numbers(view, rows, column);
    let Some((_, own)) = all.iter().find(|(other, _)| *other == row) else {
        return Err(Nothing::NoNumberOf {
            record: view.name_of(row),
            column: view.column(column).name.clone(),
        });
    };
    let rank = 1 + all.iter().filter(|(_, number)| number > own).count();
    let tied = all.iter().filter(|(_, number)| number == own).count() - 1;
    Ok(Outcome::Rank {
        row,
        column,
        rank,
        of: all.len(),
        tied,
    })
}
