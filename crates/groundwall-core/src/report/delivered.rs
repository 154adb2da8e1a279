//! The delivered text in parts, and its citations.

use crate::DocumentId;
use serde::{Deserialize, Serialize};

/// A part of the delivered text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Segment {
    pub text: String,
    /// Claims that the part states; empty for connecting text.
    pub claims: Vec<u32>,
    /// Numbers of the citations printed behind it.
    pub citations: Vec<u32>,
    /// A note printed behind a failed claim (policy `notes`).
    #[cfg_attr(feature = "openapi", schema(required))]
    pub note: Option<String>,
}

/// A citation issued by the verifier.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Citation {
    /// From 1.
    pub number: u32,
    /// Document and place, as `harbour.txt, line 1`.
    pub place: String,
    pub quote: String,
    pub document: DocumentId,
    /// First and last sentence of the quote in the document; none where it was computed from cells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sentences: Option<(u32, u32)>,
}
