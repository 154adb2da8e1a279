//! What was computed from a table: text for a reader, a typed result, and where it came from.

use crate::{DocumentId, DocumentName};
use serde::{Deserialize, Serialize};

/// A field of a record with its cell.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TableField {
    pub name: String,
    pub value: String,
    /// As `D17`.
    pub cell: String,
}

/// Which side of a comparison is greater.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Side {
    Left,
    Right,
}

/// One column of two records.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ComparedField {
    pub name: String,
    pub left: String,
    pub right: String,
    /// None where they are equal or cannot be ordered.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub greater: Option<Side>,
}

/// One group with its figure.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GroupFigure {
    pub name: String,
    pub shown: String,
    /// For a chart; the exact figure is `shown`.
    pub value: f64,
}

/// The result in a form that can be rendered.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum TableResult {
    Figure {
        label: String,
        value: String,
    },
    Record {
        title: String,
        fields: Vec<TableField>,
    },
    Comparison {
        left: String,
        right: String,
        fields: Vec<ComparedField>,
    },
    /// `all` rows were found, of which `rows` are listed.
    List {
        columns: Vec<String>,
        rows: Vec<Vec<String>>,
        all: u32,
    },
    Groups {
        by: String,
        what: String,
        groups: Vec<GroupFigure>,
    },
    /// No such record.
    Missing {
        mention: String,
        closest: Vec<String>,
    },
}

impl TableResult {
    /// Whether it says no more than that nothing is there: no such record, or none of its rows is meant.
    pub fn is_missing(&self) -> bool {
        match self {
            Self::Missing { .. } => true,
            Self::List { columns, all, .. } => columns.is_empty() && *all == 0,
            Self::Figure { .. }
            | Self::Record { .. }
            | Self::Comparison { .. }
            | Self::Groups { .. } => false,
        }
    }
}

/// An answer that was computed from one table.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TableAnswer {
    pub document: DocumentId,
    pub document_name: DocumentName,
    /// Place among the document's tables, from 0.
    pub index: u32,
    /// Document and sheet, as a reader knows the table.
    pub table: String,
    /// The typed query in a form close to SQL.
    pub query: String,
    /// How the figure came from the cells, such as `AVERAGE(F5:F79) = 81.23`.
    pub formula: String,
    /// Cells that went into it, as ranges.
    pub cells: Vec<String>,
    /// The answer in one or a few sentences.
    pub text: String,
    /// Whether a stated value is what the table says; none where nothing was stated.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub holds: Option<bool>,
    pub result: TableResult,
    /// A record that was asked for and does not exist, as the question writes it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub missing: Option<String>,
    /// The model that proposed the query; none where the built-in parser read it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub compiled_by: Option<String>,
}
