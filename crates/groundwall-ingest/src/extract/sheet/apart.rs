//! What a workbook hides: cells of hidden rows, columns and sheets as texts.

use super::beside::Doubt;
use crate::extract::grid::{Cell, Grid, Spans};
use crate::extract::hidden::Collected;
use groundwall_core::cells::{CellRange, RangeColumns};
use groundwall_core::{HiddenBy, Locator};
use std::collections::{BTreeMap, HashSet};

/// Characters of hidden cells that are one text, at most.
const LONGEST: usize = 1_000;

/// Hidden rows and columns of one sheet, from 0, and where styles do not tell how cells look.
#[derive(Debug, Clone, Default)]
pub(super) struct Hidden {
    pub(super) rows: Spans,
    pub(super) columns: Spans,
    pub(super) doubt: Doubt,
}

/// A run of cells of one row or column.
struct Run {
    text: String,
    first: (u32, u32),
    last: (u32, u32),
}

impl Run {
    fn of(cell: &Cell) -> Self {
        let at = (cell.row, cell.column);
        Self {
            text: cell.text.clone(),
            first: at,
            last: at,
        }
    }

    /// Takes one more cell, or gives back what there is where that would be too long.
    fn take(&mut self, cell: &Cell) -> Option<Self> {
        if self.text.len() + cell.text.len() > LONGEST {
            return Some(std::mem::replace(self, Self::of(cell)));
        }
        self.text.push_str("; ");
        self.text.push_str(&cell.text);
        self.last = (cell.row, cell.column);
        None
    }

    fn give(self, by: HiddenBy, place: &Locator, into: &mut Collected) {
        let columns = RangeColumns::Between(self.first.1, self.last.1);
        let range = CellRange {
            first_row: self.first.0,
            last_row: self.last.0,
            columns,
        };
        into.add(
            by,
            &self.text,
            Locator {
                cells: Some(range.to_string()),
                ..place.clone()
            },
        );
    }
}

/// Lists what a sheet hides; `whole` where the sheet itself is hidden. Rows are listed row by row, columns column by column.
pub(super) fn list(grid: &Grid, whole: bool, place: &Locator, into: &mut Collected) {
    // A merged cell that reaches out of what is hidden is seen there.
    let reaches_out = |[top, left, bottom, right]: &[u32; 4]| {
        !whole
            && !grid.hidden_rows.covers(*top, *bottom)
            && !grid.hidden_columns.covers(*left, *right)
    };
    let seen: HashSet<(u32, u32)> = grid
        .merged
        .iter()
        .filter(|area| reaches_out(area))
        .map(|area| (area[0], area[1]))
        .collect();
    let mut columns: BTreeMap<u32, Run> = BTreeMap::new();
    for row in grid.cells.chunk_by(|a, b| a.row == b.row) {
        let in_row = if whole {
            Some(HiddenBy::Sheet)
        } else {
            grid.hidden_rows
                .contains(row[0].row)
                .then_some(HiddenBy::Row)
        };
        let own = row
            .iter()
            .filter(|cell| !seen.contains(&(cell.row, cell.column)));
        if let Some(by) = in_row {
            let mut run: Option<Run> = None;
            for cell in own {
                match &mut run {
                    Some(run) => {
                        if let Some(full) = run.take(cell) {
                            full.give(by, place, into);
                        }
                    }
                    None => run = Some(Run::of(cell)),
                }
            }
            if let Some(run) = run {
                run.give(by, place, into);
            }
            continue;
        }
        for cell in own.filter(|cell| grid.hidden_columns.contains(cell.column)) {
            match columns.get_mut(&cell.column) {
                Some(run) => {
                    if let Some(full) = run.take(cell) {
                        full.give(HiddenBy::Column, place, into);
                    }
                }
                None => {
                    columns.insert(cell.column, Run::of(cell));
                }
            }
        }
    }
    for run in columns.into_values() {
        run.give(HiddenBy::Column, place, into);
    }
}

/// Lists cells that nobody sees for how they look; those that follow each other in a row are one text.
pub(super) fn list_cells(cells: &[(HiddenBy, Cell)], place: &Locator, into: &mut Collected) {
    for run in cells.chunk_by(|(by, a), (other, b)| by == other && a.row == b.row) {
        let mut cells = run.iter().map(|(_, cell)| cell);
        let (Some((by, _)), Some(first)) = (run.first(), cells.next()) else {
            continue;
        };
        let mut text = Run::of(first);
        for cell in cells {
            if let Some(full) = text.take(cell) {
                full.give(*by, place, into);
            }
        }
        text.give(*by, place, into);
    }
}
