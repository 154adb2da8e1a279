//! Tables as they stand in a document: named columns, typed cells with their places, totals apart.

use crate::cells::{CellRange, RangeColumns, address};
use crate::{DocumentId, DocumentName, Locator};
use serde::{Deserialize, Serialize};
use std::fmt;

/// What a value is. The canonical form of each is given beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum CellKind {
    /// As written, white space folded.
    Text,
    /// A plain decimal with a dot, such as `-1234.5`, exact.
    Number,
    /// The number before the sign: `81.5` for 81.5 %.
    Percent,
    /// The amount as a plain decimal; its currency is the column's unit.
    Money,
    /// `2024-12-31`.
    Date,
    /// Minutes as a plain decimal.
    Duration,
    /// `true` or `false`.
    Truth,
}

impl CellKind {
    /// Whether values of this kind can be added, ordered as numbers and averaged.
    pub fn is_numeric(self) -> bool {
        match self {
            Self::Number | Self::Percent | Self::Money | Self::Duration => true,
            Self::Text | Self::Date | Self::Truth => false,
        }
    }

    /// The word a reader sees.
    pub fn word(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Number => "number",
            Self::Percent => "percentage",
            Self::Money => "currency",
            Self::Date => "date",
            Self::Duration => "duration",
            Self::Truth => "yes or no",
        }
    }
}

/// One cell that holds something.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TableCell {
    pub kind: CellKind,
    /// As the document shows it.
    pub text: String,
    /// Canonical form, see [`CellKind`]; none where it is the text itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
}

impl TableCell {
    /// The canonical form.
    pub fn value(&self) -> &str {
        self.value.as_deref().unwrap_or(&self.text)
    }
}

/// What a column is for, where whoever sent the records says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum ColumnRole {
    /// What a record is known by.
    Entity,
    /// The time that a record is about.
    Period,
}

/// A column with its name and the kind that its cells have.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TableColumn {
    pub name: String,
    /// Column of the sheet, from 0.
    pub column: u32,
    pub kind: CellKind,
    /// Currency, or the word that stands behind every number of the column.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub role: Option<ColumnRole>,
}

impl TableColumn {
    /// What a column is called that has no name: by its letter.
    pub fn by_letter(column: u32) -> String {
        format!("Column {}", address(0, column).trim_end_matches('1'))
    }

    /// Whether it is called by its letter alone.
    pub fn is_unnamed(&self) -> bool {
        self.name == Self::by_letter(self.column)
    }
}

/// One row; `cells` has one place a column.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TableRow {
    /// Row of the sheet, from 0.
    pub row: u32,
    pub cells: Vec<Option<TableCell>>,
    /// Whether the document hides it from a reader.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hidden: bool,
}

/// A row of a sheet that somebody says names the columns.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct HeaderRow {
    /// None for a file that is one sheet, such as CSV.
    #[serde(default)]
    pub sheet: Option<String>,
    /// From 1, as a program for sheets numbers its rows.
    pub row: u32,
}

impl HeaderRow {
    /// The row of a table that names its columns; none for records, which have no such row.
    pub fn of(table: &Table) -> Option<Self> {
        (!table.records).then(|| Self {
            sheet: table.place.sheet.clone(),
            row: table.header_row.saturating_add(1),
        })
    }
}

/// One table of a document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Table {
    /// What stands above the header row, or the heading above the table.
    pub title: Vec<String>,
    /// Where it stands, without cells.
    pub place: Locator,
    /// Row of the sheet that names the columns, from 0.
    pub header_row: u32,
    /// Whether the rows are records with named fields, such as those of a JSON file; rows count them from 0 then, and no row names the columns.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub records: bool,
    /// Whether a person said that this row names the columns.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_hand: bool,
    pub columns: Vec<TableColumn>,
    pub rows: Vec<TableRow>,
    /// Rows that sum up others, or name the most that can be reached; never part of the data.
    pub totals: Vec<TableRow>,
}

impl Table {
    /// The place of one cell, as `D17` or `record 16 balance`.
    pub fn address(&self, row: &TableRow, column: usize) -> String {
        self.range(row.row, row.row, column).to_string()
    }

    /// The cells of one column from one row of the sheet to another.
    pub fn range(&self, first_row: u32, last_row: u32, column: usize) -> CellRange {
        let column = &self.columns[column];
        let columns = if self.records {
            RangeColumns::Field(column.name.clone())
        } else {
            RangeColumns::Between(column.column, column.column)
        };
        CellRange {
            first_row,
            last_row,
            columns,
        }
    }
}

/// A table with the document that it stands in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct StoredTable {
    pub document: DocumentId,
    pub document_name: DocumentName,
    /// Place among the document's tables, from 0.
    pub index: u32,
    pub table: Table,
}

/// A table as lists show it, without its rows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TableLine {
    pub document: DocumentId,
    pub index: u32,
    /// Document and sheet.
    pub place: String,
    pub title: String,
    pub rows: u32,
    pub columns: Vec<TableColumn>,
    /// The row that names the columns; none for records.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub header: Option<HeaderRow>,
    /// Whether a person said so.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub by_hand: bool,
}

impl From<&StoredTable> for TableLine {
    fn from(stored: &StoredTable) -> Self {
        Self {
            document: stored.document.clone(),
            index: stored.index,
            place: stored.to_string(),
            title: stored.table.title.join(". "),
            rows: u32::try_from(stored.table.rows.len()).unwrap_or(u32::MAX),
            columns: stored.table.columns.clone(),
            header: HeaderRow::of(&stored.table),
            by_hand: stored.table.by_hand,
        }
    }
}

impl fmt::Display for StoredTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = self.table.place.to_string();
        if place.is_empty() {
            self.document_name.fmt(f)
        } else {
            write!(f, "{}, {place}", self.document_name)
        }
    }
}
