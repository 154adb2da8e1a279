//! Bounds on what one document may be.

use groundwall_core::{Problem, ProblemCode};
use serde::{Deserialize, Serialize};

/// Bounds on one document, and what of it counts. Everything over them ends in a clear error, nothing is cut off silently.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Limits {
    /// Size of the file in bytes.
    pub file_bytes: u64,
    /// Size of all parts of an archive (DOCX, XLSX, ODS) after decompression, in bytes.
    pub expanded_bytes: u64,
    /// Pages of a PDF.
    pub pages: u32,
    /// Cells of a workbook that hold a value.
    pub cells: u64,
    /// Characters of extracted text, hidden or not.
    pub characters: u64,
    /// Paragraphs, headings and list items of a text, empty ones too; an HTML file may have ten times as many elements.
    pub paragraphs: u64,
    /// Whether text that a reader of the file does not see is read like the rest. It is kept apart otherwise: shown, not searched, no evidence.
    pub hidden_text_counts: bool,
    /// Memory of the extraction process in bytes.
    pub memory_bytes: u64,
    /// CPU time of the extraction process in seconds.
    pub cpu_seconds: u64,
    /// Wall time of the extraction process in seconds.
    pub wall_seconds: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            file_bytes: 50 * 1024 * 1024,
            expanded_bytes: 200 * 1024 * 1024,
            pages: 5_000,
            cells: 2_000_000,
            characters: 20_000_000,
            paragraphs: 300_000,
            hidden_text_counts: false,
            memory_bytes: 1024 * 1024 * 1024,
            cpu_seconds: 60,
            wall_seconds: 120,
        }
    }
}

impl Limits {
    pub(crate) fn over(what: &str, limit: impl std::fmt::Display) -> Problem {
        Problem::new(
            ProblemCode::Unprocessable,
            format!(
                "This file has more {what} than the limit of {limit}. Split it and upload the parts."
            ),
        )
    }
}
