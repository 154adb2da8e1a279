//! What a query gives: a typed result with the cells that it came from.

use crate::query::{By, Function};
use crate::value::Value;
use crate::view::View;
use rust_decimal::Decimal;

/// A row of a result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// Place among the table's rows, from 0.
    pub row: usize,
    /// Value of the column that the rows are ordered by.
    pub value: Value,
}

/// A figure over some rows of one column.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Figure {
    pub value: Decimal,
    /// Rows whose cells went into it.
    pub rows: Vec<usize>,
    /// Rows that passed but whose cell is empty or holds no number.
    pub without: usize,
}

/// What a query gave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    Record {
        rows: Vec<usize>,
        columns: Vec<usize>,
    },
    Compared {
        left: usize,
        right: usize,
        columns: Vec<usize>,
    },
    Rows {
        rows: Vec<usize>,
        columns: Vec<usize>,
    },
    Count {
        rows: Vec<usize>,
        of: usize,
    },
    Share {
        rows: Vec<usize>,
        of: usize,
        value: Decimal,
    },
    Distinct {
        column: usize,
        values: Vec<(String, usize)>,
        list: bool,
    },
    Figure {
        function: Function,
        column: usize,
        figure: Figure,
    },
    /// The best first, ties with the last one included.
    Top {
        column: usize,
        most: bool,
        lines: Vec<Line>,
        also: Vec<usize>,
    },
    Rank {
        row: usize,
        column: usize,
        rank: usize,
        of: usize,
        tied: usize,
    },
    Contrast(Sides),
    Groups {
        by: usize,
        what: Grouped,
        groups: Vec<(String, Figure)>,
    },
}

/// Two figures that were held against each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sides {
    /// What a reader calls it, and its figure.
    pub left: (String, Figure),
    pub right: (String, Figure),
    /// None where rows are counted.
    pub column: Option<usize>,
    /// Where two columns are held against each other, that of each side.
    pub columns: Option<(usize, usize)>,
    pub function: Option<Function>,
    pub by: By,
    pub value: Decimal,
}

/// What was computed for each group.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Grouped {
    Count,
    Function(Function, usize),
}

/// Why a query gave nothing: a sentence for a reader.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Nothing {
    #[error("The table has no rows.")]
    NoRows,
    #[error("There are not so many rows.")]
    NotSoMany,
    #[error("No row that it speaks of has a value in {0}.")]
    NoValue(String),
    #[error("No row that it speaks of has a number in {0}.")]
    NoNumber(String),
    #[error("{record} has no number in {column}.")]
    NoNumberOf { record: String, column: String },
    #[error("There is no one value of {column} for {side}.")]
    NotOne { column: String, side: String },
    #[error("One of the two has no row that meets the condition.")]
    OneIsMissing,
    #[error("One of the two has several rows, so they cannot be compared cell by cell.")]
    OneIsSeveral,
    #[error("The two figures lie too far apart.")]
    TooFar,
    #[error("The figure of {0} is zero.")]
    Zero(String),
    #[error("Groups can be counted or computed over, nothing else.")]
    NotOfGroups,
    #[error("There is nothing to group.")]
    NoGroups,
}

/// The column that the one number of an outcome is of; none where it is a count or a share.
pub(crate) fn figure_column(outcome: &Outcome) -> Option<usize> {
    match outcome {
        Outcome::Record { columns, .. } => match columns[..] {
            [column] => Some(column),
            _ => None,
        },
        Outcome::Figure { column, .. } | Outcome::Top { column, .. } => Some(*column),
        Outcome::Contrast(sides) => sides.column.filter(|_| sides.by == By::Difference),
        Outcome::Groups { what, .. } => match what {
            Grouped::Count => None,
            Grouped::Function(_, column) => Some(*column),
        },
        Outcome::Compared { .. }
        | Outcome::Rows { .. }
        | Outcome::Count { .. }
        | Outcome::Share { .. }
        | Outcome::Distinct { .. }
        | Outcome::Rank { .. } => None,
    }
}

/// The one number of an outcome, as it is meant: a table that gives its numbers in thousands means them a thousand times.
pub(crate) fn meant(view: &View, outcome: &Outcome) -> Option<Decimal> {
    let factor = figure_column(outcome).map_or(Decimal::ONE, |column| view.factor(column));
    single(view, outcome)?.checked_mul(factor)
}

/// The one number of an outcome.
pub(crate) fn single(view: &View, outcome: &Outcome) -> Option<Decimal> {
    match outcome {
        Outcome::Record { rows, columns } => {
            let ([row], [column]) = (&rows[..], &columns[..]) else {
                return None;
            };
            view.rows[*row][*column].as_ref()?.number()
        }
        Outcome::Count { rows, .. } => Some(Decimal::from(rows.len())),
        Outcome::Share { value, .. } => Some(*value),
        Outcome::Distinct { values, .. } => Some(Decimal::from(values.len())),
        Outcome::Figure { figure, .. } => Some(figure.value),
        Outcome::Top { lines, .. } => lines.first()?.value.number(),
        Outcome::Rank { rank, .. } => Some(Decimal::from(*rank)),
        Outcome::Contrast(sides) => Some(sides.value),
        Outcome::Groups { groups, .. } => match &groups[..] {
            [(_, figure)] => Some(figure.value),
            _ => None,
        },
        Outcome::Compared { .. } | Outcome::Rows { .. } => None,
    }
}
