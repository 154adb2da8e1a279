//! Cells before their rows are read: what merged cells cover, and names without the dots behind them.

use super::{Cell, Copied, Grid};
use std::collections::HashMap;

/// Cells that merged regions of one sheet may fill, at most.
const FILLED: u64 = 100_000;
/// The same for each cell of it that holds something, so that a small file does not become a large table.
const FILLED_BY_EACH: u64 = 10;
/// Takes the dots off that lead the eye from a name to its row: `Texas……….`
pub(super) fn without_leader(text: &mut String) {
    let bare = text.trim_end_matches(['.', '…', '_', ' ']);
    let dots: usize = text[bare.len()..]
        .chars()
        .map(|c| if c == '…' { 3 } else { usize::from(c != ' ') })
        .sum();
    if !bare.is_empty() && dots > 3 {
        text.truncate(bare.len());
    }
}

/// Repeats the value of each merged cell in the cells that it covers. Below the names of the columns only what goes down counts: a value that is merged over
/// several columns is that of the first.
pub(super) fn fill_merged(grid: &mut Grid) {
    let mut budget = FILLED.min(FILLED_BY_EACH * (grid.cells.len() as u64 + 10));
    let by_place: HashMap<(u32, u32), usize> = grid
        .cells
        .iter()
        .enumerate()
        .map(|(place, cell)| ((cell.row, cell.column), place))
        .collect();
    let mut more = Vec::new();
    for [top, left, bottom, right] in &grid.merged {
        let size = (u64::from(bottom.saturating_sub(*top)) + 1)
            * (u64::from(right.saturating_sub(*left)) + 1);
        let Some(origin) = by_place
            .get(&(*top, *left))
            .map(|place| &grid.cells[*place])
        else {
            continue;
        };
        if size > budget {
            continue;
        }
        budget -= size;
        for row in *top..=*bottom {
            for column in *left..=*right {
                if !by_place.contains_key(&(row, column)) {
                    more.push(Cell {
                        row,
                        column,
                        copied: if column == *left {
                            Copied::Down
                        } else {
                            Copied::Across
                        },
                        ..origin.clone()
                    });
                }
            }
        }
    }
    if !more.is_empty() {
        grid.cells.extend(more);
        grid.cells.sort_by_key(|cell| (cell.row, cell.column));
        grid.cells.dedup_by_key(|cell| (cell.row, cell.column));
    }
}
