//! The pieces of a question: which come next, which are taken, what they name.

use super::Parser;
use crate::link::Meaning;
use crate::words::written;

impl Parser<'_> {
    /// Place of the next piece from `at` on that is no function word.
    pub(crate) fn next(&self, at: usize) -> Option<usize> {
        (at..self.pieces.len()).find(|place| {
            !matches!(
                self.pieces[*place].meaning,
                Meaning::Function | Meaning::Title | Meaning::About | Meaning::Unit(_)
            )
        })
    }

    /// Place of the last piece before `at` that is no function word.
    pub(crate) fn before(&self, at: usize) -> Option<usize> {
        (0..at).rev().find(|place| {
            !matches!(
                self.pieces[*place].meaning,
                Meaning::Function | Meaning::Title | Meaning::About | Meaning::Unit(_)
            )
        })
    }

    pub(crate) fn take(&mut self, at: usize) {
        self.pieces[at].taken = true;
    }

    /// The column of a piece, where it names one.
    pub(crate) fn column_of(&self, at: usize) -> Option<usize> {
        let Meaning::Column(columns) = &self.pieces[at].meaning else {
            return None;
        };
        (columns.len() == 1).then(|| columns[0])
    }

    /// Places of pieces that are not taken and mean what is asked for.
    pub(crate) fn free(&self, wanted: impl Fn(&Meaning) -> bool) -> Vec<usize> {
        (0..self.pieces.len())
            .filter(|place| !self.pieces[*place].taken && wanted(&self.pieces[*place].meaning))
            .collect()
    }

    pub(crate) fn text(&self, at: usize) -> String {
        let piece = &self.pieces[at];
        written(&self.tokens[piece.from..piece.to])
    }

    pub(super) fn columns(&self) -> Vec<usize> {
        let mut columns: Vec<usize> = Vec::new();
        for place in self.free(|meaning| matches!(meaning, Meaning::Column(_))) {
            if let Some(column) = self
                .column_of(place)
                .filter(|column| !columns.contains(column))
            {
                columns.push(column);
            }
        }
        columns
    }

    pub(super) fn take_columns(&mut self) -> Vec<usize> {
        let columns = self.columns();
        for place in self.free(|meaning| matches!(meaning, Meaning::Column(_))) {
            self.take(place);
        }
        columns
    }

    pub(super) fn has(&self, wanted: impl Fn(&Meaning) -> bool) -> Option<usize> {
        self.free(wanted).first().copied()
    }

    pub(super) fn take_all(&mut self, wanted: impl Fn(&Meaning) -> bool) {
        for place in self.free(wanted) {
            self.take(place);
        }
    }
}
