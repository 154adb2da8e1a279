//! What an extractor hands on: a document as a sequence of blocks with places.

use crate::{Format, HiddenText, Locator, Table};
use serde::{Deserialize, Serialize};

/// What a block is in its document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum BlockKind {
    Heading,
    Paragraph,
    ListItem,
    /// One row of a sheet or table, as `Header: value. Header: value.`
    Row,
}

/// A paragraph, heading, list item or row, in reading order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Block {
    pub kind: BlockKind,
    pub text: String,
    pub locator: Locator,
}

/// A document after extraction and before it is cut into passages.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExtractedDocument {
    pub format: Format,
    pub blocks: Vec<Block>,
    /// Tables with a header, in reading order; their rows are blocks too.
    #[serde(default)]
    pub tables: Vec<Table>,
    /// What a reader of the file does not see, in the order of the file. It is in no block and no table.
    #[serde(default)]
    pub hidden: Vec<HiddenText>,
    /// Number of pages, for formats that have them.
    pub pages: Option<u32>,
    /// What a reader should know, such as pages without text.
    pub notes: Vec<String>,
}
