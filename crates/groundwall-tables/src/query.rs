//! A typed query, and how it is printed.

mod print;

use crate::value::Value;
use rust_decimal::Decimal;

/// What is done to a column's values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Function {
    Sum,
    Average,
    Median,
    Max,
    Min,
}

impl Function {
    pub(crate) fn sql(self) -> &'static str {
        match self {
            Self::Sum => "SUM",
            Self::Average => "AVERAGE",
            Self::Median => "MEDIAN",
            Self::Max => "MAX",
            Self::Min => "MIN",
        }
    }

    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Sum => "total",
            Self::Average => "average",
            Self::Median => "median",
            Self::Max => "highest",
            Self::Min => "lowest",
        }
    }
}

/// How a value is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Op {
    Equal,
    NotEqual,
    More,
    AtLeast,
    Less,
    AtMost,
    Contains,
    StartsWith,
    /// The cell holds nothing.
    Empty,
}

impl Op {
    fn sql(self) -> &'static str {
        match self {
            Self::Equal => "=",
            Self::NotEqual => "<>",
            Self::More => ">",
            Self::AtLeast => ">=",
            Self::Less => "<",
            Self::AtMost => "<=",
            Self::Contains => "CONTAINS",
            Self::StartsWith => "STARTS WITH",
            Self::Empty => "IS NULL",
        }
    }

    /// The comparison that holds where this one does not.
    pub(crate) fn negated(self) -> Option<Self> {
        match self {
            Self::Equal => Some(Self::NotEqual),
            Self::NotEqual => Some(Self::Equal),
            Self::More => Some(Self::AtMost),
            Self::AtLeast => Some(Self::Less),
            Self::Less => Some(Self::AtLeast),
            Self::AtMost => Some(Self::More),
            Self::Contains | Self::StartsWith | Self::Empty => None,
        }
    }
}

/// A row passes where one of the comparisons holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Condition {
    /// Place among the table's columns, from 0.
    pub column: usize,
    pub any_of: Vec<(Op, Value)>,
}

/// What is asked of the rows that pass.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Select {
    /// Some or all columns of one record, which may match several rows.
    Record {
        rows: Vec<usize>,
        columns: Vec<usize>,
    },
    /// Two records side by side.
    Compare {
        left: Vec<usize>,
        right: Vec<usize>,
        columns: Vec<usize>,
    },
    /// Records with some of their columns.
    List {
        columns: Vec<usize>,
    },
    Count,
    /// How many distinct values a column has, or which.
    Distinct {
        column: usize,
        list: bool,
    },
    /// Share of the rows that pass among those that pass `of`, in per cent; among all, where that is empty.
    Share {
        of: Vec<Condition>,
    },
    Aggregate {
        function: Function,
        column: usize,
    },
    /// The records with the most or least of a column, with other columns that were asked for.
    Top {
        column: usize,
        most: bool,
        count: usize,
        also: Vec<usize>,
    },
    /// The records that come at one place when all are ordered by a column.
    Nth {
        column: usize,
        most: bool,
        nth: usize,
        also: Vec<usize>,
    },
    /// Two figures against each other, of a column or of the number of rows.
    Contrast {
        left: Box<Term>,
        right: Box<Term>,
        column: Option<usize>,
        /// None where each side has one value.
        function: Option<Function>,
        by: By,
    },
    /// In how many rows one column has more, or less, than another.
    Pairs {
        left: usize,
        right: usize,
        more: bool,
    },
    /// Place of a record when all are ordered by a column, the most first.
    Rank {
        row: usize,
        column: usize,
    },
}

/// One of two things that are held against each other.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Term {
    /// What a reader calls it.
    pub name: String,
    /// Rows of a record; none: all.
    pub rows: Option<Vec<usize>>,
    pub filter: Vec<Condition>,
    /// Where two columns are held against each other, the one of this side; none: that of both.
    pub column: Option<usize>,
}

/// In what two figures differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum By {
    /// The left less the right.
    Difference,
    /// The same in per cent of the right.
    Percent,
    /// How many times the right the left is.
    Times,
    /// The left in per cent of the right, of which it is a part.
    Share,
}

/// How many of all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quantity {
    None,
    /// More than half.
    Most,
    All,
}

/// What a claim or a yes-or-no question says of a result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Asserted {
    /// The figure, with what one of its last written digit is and whether it is said to be approximate.
    Number {
        value: Decimal,
        unit: Decimal,
        approximate: bool,
    },
    /// A bound on the figure.
    Bound(Op, Decimal),
    /// The text in the cell.
    Text(String),
    /// The record that is on top, or the greater of two.
    Record(Vec<usize>),
    /// The group that is on top.
    Group(String),
    /// What stands first, or in the cell, or among the rows, is called so in a column.
    Named { column: usize, values: Vec<String> },
    /// Of two groups, the one with the greater figure; a group without rows has none.
    Greater { greater: String, less: String },
    /// How many of all rows are counted.
    Quantity(Quantity),
    /// The cell holds nothing.
    Absent,
}

/// A question to one table, in terms of its columns and rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Query {
    pub select: Select,
    pub filter: Vec<Condition>,
    /// Column whose values make the groups.
    pub group: Option<usize>,
    /// Of groups or rows: only the most or least, and how many.
    pub limit: Option<(bool, usize)>,
    /// What is stated of the result; empty for a question. All of it must hold.
    pub asserted: Vec<Asserted>,
    /// Whether it is stated that this does not hold.
    pub negated: bool,
}
