//! Columns under one name: a cell that is merged over several columns names them all, and often one of them alone has values.

use super::{Cell, Copied};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Columns side by side that no row of the heading tells apart.
fn groups(heading: &[&[Cell]]) -> Vec<Vec<u32>> {
    let (mut across, mut own) = (BTreeSet::new(), BTreeSet::new());
    for cell in heading.iter().flat_map(|row| row.iter()) {
        if cell.copied == Copied::Across {
            across.insert(cell.column);
        } else {
            own.insert(cell.column);
        }
    }
    let mut groups: Vec<Vec<u32>> = Vec::new();
    for column in across.difference(&own).copied() {
        match groups.last_mut() {
            Some(group) if group.last().copied() == column.checked_sub(1) => group.push(column),
            _ => groups.push(column.checked_sub(1).into_iter().chain([column]).collect()),
        }
    }
    groups
}

/// What the columns of a group hold.
#[derive(Default)]
struct Filled {
    /// How many cells, by column.
    cells: BTreeMap<u32, usize>,
    /// Whether a row has values in two of them.
    two: bool,
}

/// Keeps of columns under one name those that have values. `moves`: where no row has values in two of them they become one column.
pub(super) fn narrow(
    names: &mut Vec<(u32, String)>,
    heading: &[&[Cell]],
    rows: &mut [Cow<[Cell]>],
    moves: bool,
) {
    let groups = groups(heading);
    let of: HashMap<u32, usize> = groups
        .iter()
        .enumerate()
        .flat_map(|(place, group)| group.iter().map(move |column| (*column, place)))
        .collect();
    if of.is_empty() {
        return;
    }
    let mut filled: Vec<Filled> = groups.iter().map(|_| Filled::default()).collect();
    for row in rows.iter() {
        let mut before = None;
        for cell in row.iter() {
            let group = of.get(&cell.column).copied();
            if let Some(group) = group {
                *filled[group].cells.entry(cell.column).or_default() += 1;
                filled[group].two |= before == Some(group);
            }
            before = group;
        }
    }
    // Of each group the column that all its values come to.
    let meet = |filled: &Filled| {
        let most = filled.cells.iter().rev().max_by_key(|(_, count)| **count);
        most.filter(|_| moves && !filled.two && filled.cells.len() > 1)
            .map(|(column, _)| *column)
    };
    let to: Vec<Option<u32>> = filled.iter().map(meet).collect();
    for row in rows.iter_mut() {
        for at in 0..row.len() {
            let column = row[at].column;
            let to = of.get(&column).and_then(|group| to[*group]);
            if let Some(to) = to.filter(|to| *to != column) {
                row.to_mut()[at].column = to;
            }
        }
    }
    names.retain(|(column, _)| {
        of.get(column).is_none_or(|group| match to[*group] {
            Some(to) => *column == to,
            None if filled[*group].cells.is_empty() => *column == groups[*group][0],
            None => filled[*group].cells.contains_key(column),
        })
    });
}
