//! Files that wait to be read, and what became of them.

use crate::{CollectionId, Document, DocumentId, DocumentName, TableLine};
use serde::{Deserialize, Serialize};

/// How far a file is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum UploadState {
    Waiting,
    Reading,
    Indexing,
    Done,
    Failed,
}

impl UploadState {
    /// Whether nothing more happens to it by itself.
    pub fn is_over(self) -> bool {
        match self {
            Self::Done | Self::Failed => true,
            Self::Waiting | Self::Reading | Self::Indexing => false,
        }
    }

    /// Its name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Reading => "reading",
            Self::Indexing => "indexing",
            Self::Done => "done",
            Self::Failed => "failed",
        }
    }
}

/// A table as it was read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TableRead {
    /// Its place among the document's.
    pub index: u32,
    /// Document and sheet.
    pub place: String,
    pub rows: u32,
    pub columns: Vec<String>,
}

impl TableRead {
    /// Of a table in a list.
    pub fn of(line: &TableLine) -> Self {
        Self {
            index: line.index,
            place: line.place.clone(),
            rows: line.rows,
            columns: line
                .columns
                .iter()
                .map(|column| column.name.clone())
                .collect(),
        }
    }
}

/// What was read of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct UploadRead {
    pub document: DocumentId,
    pub passages: u32,
    #[cfg_attr(feature = "openapi", schema(required))]
    pub pages: Option<u32>,
    pub tables: Vec<TableRead>,
    /// What the reader of the format says, such as pages without text.
    pub notes: Vec<String>,
    /// Another name that the same content is there under; it is kept once.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub same_as: Option<DocumentName>,
}

impl UploadRead {
    /// Of a stored document, the name that it was uploaded under, and its tables.
    pub fn of(document: &Document, name: &str, tables: Vec<TableRead>) -> Self {
        Self {
            document: document.id.clone(),
            passages: document.passages,
            pages: document.pages,
            tables,
            notes: document.notes.clone(),
            same_as: document.twin_of(name).cloned(),
        }
    }
}

/// A file that was taken for later.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct QueuedUpload {
    pub id: String,
    pub name: String,
    pub collection: CollectionId,
    /// Size of the file.
    pub bytes: u64,
    /// RFC 3339 in UTC.
    pub added_at: String,
    pub state: UploadState,
    /// Passages that are indexed, and of how many.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub reached: Option<(u32, u32)>,
    /// Why it failed or waits, and what to do.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub reason: Option<String>,
    /// What was read, once it is done.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub read: Option<UploadRead>,
}

/// The files that were taken for later, in the order in which they came.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct UploadQueue {
    /// Whether no other file is begun.
    pub paused: bool,
    /// Files that are not over.
    pub left: u32,
    /// Seconds that they take at the pace so far; none where there was none yet.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub seconds_left: Option<u64>,
    pub files: Vec<QueuedUpload>,
}
