//! What a run of words may mean in one table.

use crate::query::{Function, Op, Quantity};
use crate::value::Value;
use crate::view::View;
use crate::words::Written;
use jiff::civil::Date;

/// What a run of words means.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Meaning {
    /// Columns that it may name, more than one where it is not clear.
    Column(Vec<usize>),
    /// Rows of the record that it names, and the key column that holds the name.
    Record {
        rows: Vec<usize>,
        key: usize,
    },
    /// A value of a column of text that is no key.
    Category {
        column: usize,
        value: String,
    },
    /// A name that is a part of values of a column.
    Part {
        column: usize,
        values: Vec<String>,
    },
    Number(Written),
    /// First and last day.
    Date(Date, Date),
    Op(Op),
    /// Behind a number: `or more`.
    Behind(Op),
    Between,
    /// A superlative; the columns that it speaks of by itself.
    Most {
        most: bool,
        columns: Vec<usize>,
        word: String,
    },
    /// A comparative with a column of its own: `older`.
    Than {
        more: bool,
        columns: Vec<usize>,
    },
    Apply(Function),
    /// `how many`, `number of`.
    Count,
    /// `percentage of`, before what a row is called.
    Share,
    Each,
    Compare,
    Rank,
    Distinct,
    Not,
    And,
    Or,
    About,
    /// `no`, `most`, `all`, in front of what a row is called, at the beginning.
    Quantity(Quantity),
    /// Behind a number: a unit that a column of the table has, as its stem.
    Unit(String),
    /// In front of a superlative: `second`.
    Nth(usize),
    /// `no` in front of a column of numbers.
    Zero,
    /// `any` in front of a column of numbers.
    Any,
    /// `negative` in front of a column of numbers.
    Negative,
    /// Beside a column: `missing`.
    Absent,
    /// `most common`, `least often`.
    Frequent {
        most: bool,
    },
    /// What a row is called.
    Noun,
    /// A word of the table's title: it neither helps nor hurts.
    Title,
    Function,
    Unknown,
}

/// A run of tokens with its meaning.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Piece {
    pub(crate) meaning: Meaning,
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) taken: bool,
}

impl Piece {
    /// The column of the record or value that it names.
    pub(crate) fn column_of_value(&self) -> Option<usize> {
        if let Meaning::Record { key: column, .. }
        | Meaning::Category { column, .. }
        | Meaning::Part { column, .. } = &self.meaning
        {
            Some(*column)
        } else {
            None
        }
    }

    /// The value that it names, where that is one.
    pub(crate) fn value(&self, view: &View) -> Option<Value> {
        if let Meaning::Category { value, .. } = &self.meaning {
            return Some(Value::Text(value.clone()));
        }
        let Meaning::Record { rows, key } = &self.meaning else {
            return None;
        };
        let name = view.rows[*rows.first()?][*key].as_ref()?;
        let same = |row: &usize| view.rows[*row][*key].as_ref() == Some(name);
        rows.iter().all(same).then(|| name.clone())
    }
}
