//! A table while it is read.

use super::look::Tone;
use crate::extract::grid::Cell;
use std::collections::HashMap;

#[derive(Default)]
pub(super) struct OpenTable {
    pub(super) cells: Vec<Cell>,
    pub(super) row: u32,
    pub(super) column: u32,
    pub(super) text: String,
    /// Columns that the open cell spans.
    pub(super) span: u32,
    /// Whether the open cell begins (true) or goes on with (false) a cell that is merged downwards.
    pub(super) vertical: Option<bool>,
    /// By column: where a cell that is merged downwards began.
    begun: HashMap<u32, u32>,
    pub(super) merged: Vec<[u32; 4]>,
    /// The ground of the whole table and of the open cell.
    pub(super) ground: Option<Tone>,
    pub(super) cell_ground: Option<Tone>,
    /// Whether its style shades something.
    pub(super) styled: bool,
    /// Whether the open row is hidden.
    pub(super) hidden_row: bool,
}

/// Columns that one cell may span.
pub(super) const SPAN: u32 = 1_000;

impl OpenTable {
    pub(super) fn end_cell(&mut self) {
        let (row, column, last) = (self.row, self.column, self.column + self.span.max(1) - 1);
        match self.vertical {
            Some(false) => {
                if let Some(first) = self.begun.get(&column) {
                    self.merged.push([*first, column, row, last]);
                }
            }
            begins => {
                if begins.is_some() {
                    self.begun.insert(column, row);
                } else {
                    self.begun.remove(&column);
                }
                if last > column {
                    self.merged.push([row, column, row, last]);
                }
            }
        }
        self.column = last + 1;
    }
}

impl OpenTable {
    /// What lies under the text of the open cell, where this table says something of it.
    pub(super) fn ground_of_cell(&self) -> Option<Tone> {
        self.cell_ground
            .or(self.ground)
            .or(self.styled.then_some(Tone::Unknown))
    }
}
