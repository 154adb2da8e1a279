//! Sentences and the passages that are retrieved.

use crate::{DocumentId, DocumentName, Locator, PassageId, Span};
use serde::{Deserialize, Serialize};

/// What a sentence is: prose joins with its neighbours to windows, a row or heading stands alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum SentenceKind {
    Prose,
    ListItem,
    Row,
    Heading,
}

/// One sentence of a document's own sequence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Sentence {
    /// Place in the document's sequence, from 0.
    pub index: u32,
    /// Sentences of one section share heading and page.
    pub section: u32,
    pub kind: SentenceKind,
    pub text: String,
    /// Characters of the document's text.
    pub span: Span,
    pub locator: Locator,
}

/// The retrievable unit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Passage {
    pub id: PassageId,
    pub document: DocumentId,
    pub document_name: DocumentName,
    /// Place among the document's passages, from 0.
    pub index: u32,
    /// Characters of the document's text.
    pub span: Span,
    pub locator: Locator,
    pub text: String,
    /// The passage's sentences and up to two neighbours of the same section on each side, so that any window of
    /// three sentences around a sentence of the passage can be cut without asking the store again.
    pub sentences: Vec<Sentence>,
}
