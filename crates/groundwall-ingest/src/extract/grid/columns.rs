//! Columns under one name: a cell that is merged over several columns names them all, and often one of them alone has values.

use super::{Cell, Copied};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

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

/// Keeps of columns under one name those that have values. `moves`: where no row has values in two of them they become one column.
pub(super) fn narrow(
    names: &mut Vec<(u32, String)>,
    heading: &[&[Cell]],
    rows: &mut [Cow<[Cell]>],
    moves: bool,
) {
    for group in groups(heading) {
        let within = |column: u32| group.contains(&column);
        let mut filled: BTreeMap<u32, usize> = BTreeMap::new();
        let mut two = false;
        for row in rows.iter() {
            let here = row.iter().filter(|cell| within(cell.column));
            two |= here.clone().count() > 1;
            for cell in here {
                *filled.entry(cell.column).or_default() += 1;
            }
        }
        let most = filled.iter().rev().max_by_key(|(_, count)| **count);
        let Some(most) = most.map(|(column, _)| *column) else {
            names.retain(|(column, _)| !within(*column) || *column == group[0]);
            continue;
        };
        if moves && !two && filled.len() > 1 {
            for row in rows.iter_mut() {
                if let Some(at) = row.iter().position(|cell| within(cell.column)) {
                    row.to_mut()[at].column = most;
                }
            }
            filled.retain(|column, _| *column == most);
        }
        names.retain(|(column, _)| !within(*column) || filled.contains_key(column));
    }
}
