//! A table while it is read.

use super::SPAN;
use crate::extract::grid::{self, Cell, Grid, Read};
use groundwall_core::{Block, BlockKind, Locator};
use std::collections::HashSet;

/// Places that cells of one table reach into from above, at most.
const TAKEN: usize = 100_000;

#[derive(Default)]
pub(super) struct OpenTable {
    cells: Vec<Cell>,
    merged: Vec<[u32; 4]>,
    /// Places that a cell from a row above reaches into.
    taken: HashSet<(u32, u32)>,
    row: u32,
    column: u32,
    /// Rows and columns that the open cell takes.
    pub(super) spans: (u32, u32),
    caption: String,
    pairs: Pairs,
}

/// Whether each row is a name and its value, the first of them with the name marked as one.
#[derive(Default)]
struct Pairs {
    /// Of each cell of the open row whether it is marked as a name.
    open: Vec<bool>,
    count: u32,
    /// Whether some row is something else.
    others: bool,
}

impl Pairs {
    fn end_row(&mut self) {
        match std::mem::take(&mut self.open).as_slice() {
            [true, false] => self.count += 1,
            [false, false] if self.count > 0 => self.count += 1,
            // A line between pairs, or a name without a value.
            [] | [_] => {}
            _ => self.others = true,
        }
    }
}

impl OpenTable {
    /// `names`: whether the cell is marked as the name of others.
    pub(super) fn end_cell(&mut self, text: String, names: bool) {
        while self.taken.contains(&(self.row, self.column)) {
            self.column += 1;
        }
        let (rows, columns) = (self.spans.0.max(1), self.spans.1.max(1));
        let (bottom, right) = (self.row + rows - 1, self.column + columns - 1);
        if rows > 1 || columns > 1 {
            self.merged.push([self.row, self.column, bottom, right]);
            if (rows - 1) * columns <= SPAN && self.taken.len() < TAKEN {
                self.taken.extend(
                    (self.row + 1..=bottom)
                        .flat_map(|row| (self.column..=right).map(move |column| (row, column))),
                );
            }
        }
        if !text.is_empty() {
            self.pairs.open.push(names);
            self.cells.push(Cell::text(self.row, self.column, text));
        }
        (self.column, self.spans) = (right + 1, (1, 1));
    }

    pub(super) fn end_row(&mut self) {
        (self.row, self.column) = (self.row + 1, 0);
        self.pairs.end_row();
    }

    /// What stands above it as its name.
    pub(super) fn caption(&mut self, text: String) {
        self.caption = text;
    }

    /// What it says, with its caption before it.
    pub(super) fn read(self, place: &Locator) -> Read {
        let mut read = if self.pairs.count > 0 && !self.pairs.others {
            grid::pairs(&self.cells, place)
        } else {
            let grid = Grid {
                cells: self.cells,
                merged: self.merged,
                ..Grid::default()
            };
            grid::read(grid, place)
        };
        if !self.caption.is_empty() {
            for table in &mut read.tables {
                table.title.insert(0, self.caption.clone());
            }
            let caption = Block {
                kind: BlockKind::Paragraph,
                text: self.caption,
                locator: place.clone(),
            };
            read.blocks.insert(0, caption);
        }
        read
    }
}
