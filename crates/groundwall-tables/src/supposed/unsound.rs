//! Readings that cannot be what a question asks, whatever it supposes.

use super::{Unsure, is_known_by};
use crate::link::{Meaning, Piece};
use crate::query::{By, Query, Select};
use crate::run::Outcome;
use crate::words::{ENGLISH, Token};

impl Unsure<'_> {
    /// Whether the most, or a function, of numbers is asked for by which records are known: `the biggest contract_id`.
    pub(super) fn is_over_numbers_of_records(&self, query: &Query) -> bool {
        let (Select::Top { column, .. } | Select::Aggregate { column, .. }) = query.select else {
            return false;
        };
        is_known_by(self.view, column)
    }

    /// Whether the most of a column is told that nobody names, where the table has others that the word speaks of: `longest` of lengths and times.
    pub(super) fn is_another_most(&self, query: &Query) -> bool {
        let Select::Top { column, .. } = &query.select else {
            return false;
        };
        let names = |piece: &Piece| matches!(&piece.meaning, Meaning::Column(columns) | Meaning::Most { columns, .. } if columns.contains(column));
        let hints = |piece: &Piece| matches!(&piece.meaning, Meaning::Most { columns, .. } if !columns.is_empty());
        self.pieces.iter().any(hints) && !self.pieces.iter().any(names)
    }

    /// Whether a share is asked for and a difference of two figures given.
    pub(super) fn is_no_share(&self, query: &Query) -> bool {
        let asks = |token: &Token| ENGLISH.proportions.has(&token.stem);
        is_difference(query) && self.asking.tokens.iter().any(asks)
    }

    /// Whether it is asked how many, and the cell of a column of shares is given.
    pub(super) fn counts_a_share(&self, query: &Query) -> bool {
        let tokens = &self.asking.tokens;
        let how_many = |pair: &[Token]| pair[0].folded == "how" && pair[1].folded == "many";
        let asks_share = tokens.iter().any(|token| ENGLISH.rates.has(&token.stem));
        let columns = match &query.select {
            Select::Record { columns, .. } | Select::List { columns } => columns.as_slice(),
            Select::Aggregate { column, .. } => std::slice::from_ref(column),
            Select::Compare { .. }
            | Select::Count
            | Select::Distinct { .. }
            | Select::Share { .. }
            | Select::Top { .. }
            | Select::Nth { .. }
            | Select::Contrast { .. }
            | Select::Pairs { .. }
            | Select::Rank { .. } => &[],
        };
        let is_share = |column: &usize| self.view.is_percent(*column);
        tokens.windows(2).any(how_many) && !asks_share && columns.iter().any(is_share)
    }

    /// Whether it is asked how many times as much one is as the other, and a difference is given.
    pub(super) fn is_no_multiple(&self, query: &Query) -> bool {
        let many_times = |pair: &[Token]| pair[0].folded == "many" && pair[1].folded == "times";
        is_difference(query) && self.asking.tokens.windows(2).any(many_times)
    }
}

fn is_difference(query: &Query) -> bool {
    matches!(
        query.select,
        Select::Contrast {
            by: By::Difference,
            ..
        }
    )
}

/// Whether a query asks for no more than a record or the table whole: words were left out that said what is asked.
pub(super) fn says_all(query: &Query) -> bool {
    match &query.select {
        Select::Record { columns, .. } | Select::Compare { columns, .. } => columns.is_empty(),
        Select::Count => query.filter.is_empty() && query.group.is_none(),
        Select::List { .. } => query.filter.is_empty() && query.limit.is_none(),
        Select::Distinct { .. }
        | Select::Share { .. }
        | Select::Aggregate { .. }
        | Select::Top { .. }
        | Select::Nth { .. }
        | Select::Contrast { .. }
        | Select::Pairs { .. }
        | Select::Rank { .. } => false,
    }
}

/// Whether cells of records are asked for: each word says which, and none may be passed over. `In what year was it completed?` asks for no other year.
pub(super) fn is_of_records(query: &Query) -> bool {
    matches!(
        query.select,
        Select::Record { .. } | Select::Compare { .. } | Select::Rank { .. }
    )
}

/// Whether no row passes, or more than `tied` come first: then the reading is more likely wrong than the table empty of it, or its rows all alike.
pub(super) fn tells_nothing(query: &Query, outcome: &Outcome, tied: usize) -> bool {
    match (outcome, &query.select) {
        (
            Outcome::Count { rows, .. } | Outcome::Share { rows, .. } | Outcome::Rows { rows, .. },
            _,
        ) => rows.is_empty(),
        (Outcome::Top { lines, .. }, Select::Top { count, .. }) => lines.len() > tied.max(*count),
        (Outcome::Top { lines, .. }, _) => lines.len() > 1,
        (Outcome::Groups { groups, .. }, _) => {
            query.limit.is_some_and(|(_, count)| groups.len() > count)
        }
        _ => false,
    }
}
