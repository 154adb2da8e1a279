//! Many answers of one file, verified one after the other, and what became of each.

use crate::{CollectionId, ReportId, ReportState, verdict::VerdictCounts};
use serde::{Deserialize, Serialize};
use std::fmt;

/// Answers of one file, at most.
pub const MAX_ANSWERS: usize = 1_000;

/// Why there is no text to verify, for whoever sent the file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct NoText(pub String);

impl fmt::Display for NoText {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl std::error::Error for NoText {}

/// One answer as it stands in its file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GivenAnswer {
    /// Its id, question or heading, where the file has one.
    pub name: String,
    /// The text, or why there is none.
    pub text: Result<String, NoText>,
}

/// How a text is read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum ReadAs {
    /// A whole answer, taken apart into claims.
    #[default]
    Answer,
    /// One claim a line.
    Claims,
}

/// How far an answer is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum RowState {
    #[default]
    Waiting,
    Done,
    Failed,
}

/// One answer of a batch and what became of it.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BatchRow {
    /// From 1, in the order of the file.
    pub number: u32,
    /// Its id, question or heading; empty where the file has none.
    pub name: String,
    /// Its first words.
    pub beginning: String,
    pub state: RowState,
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub report: Option<ReportId>,
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub outcome: Option<ReportState>,
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub counts: Option<VerdictCounts>,
    /// Why it could not be verified, and what to do.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub reason: Option<String>,
}

/// A batch in the list of batches.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct BatchLine {
    pub id: String,
    /// Name of the file.
    pub name: String,
    pub collection: CollectionId,
    /// RFC 3339 in UTC.
    pub added_at: String,
    pub read_as: ReadAs,
    /// Whether no other answer of it is begun.
    pub paused: bool,
    /// Answers of the file.
    pub rows: u32,
    pub waiting: u32,
    pub failed: u32,
    /// How many of the answers that are done are verified, partly verified, not verified, have nothing to check, are not covered: five counts, in this order.
    pub outcomes: [u32; 5],
    /// Seconds that the rest takes at the pace so far; none where there was none yet.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub seconds_left: Option<u64>,
}

impl BatchLine {
    /// Answers that have a report.
    pub fn done(&self) -> u32 {
        self.rows
            .saturating_sub(self.waiting)
            .saturating_sub(self.failed)
    }
}

/// A batch with its rows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Batch {
    #[serde(flatten)]
    pub line: BatchLine,
    /// All of them, or those of a page.
    pub answers: Vec<BatchRow>,
}
