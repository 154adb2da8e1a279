//! Rows of a labelled set.

use crate::Half;
use serde::{Deserialize, Serialize};

/// The label of a row; `Unsupported` is neutral or contradicted, not told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum Label {
    Supported,
    Contradicted,
    Neutral,
    Unsupported,
}

/// `{"evidence","claim","label"}`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, Serialize)]
pub struct PairRow {
    pub evidence: String,
    pub claim: String,
    pub label: Label,
}

/// `{"answer","sources","hallucinated"}`.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct AnswerRow {
    pub answer: String,
    pub sources: Vec<String>,
    pub hallucinated: bool,
}

/// A row of either shape.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Row {
    Pair(PairRow),
    Answer(AnswerRow),
}

/// A line that is no row.
#[derive(Debug, thiserror::Error)]
#[error(
    "line {line} is no row ({why}); a row is {{\"evidence\",\"claim\",\"label\"}} or {{\"answer\",\"sources\",\"hallucinated\"}}"
)]
pub struct RowError {
    pub line: u64,
    pub why: String,
}

impl Row {
    /// Reads one line.
    ///
    /// # Errors
    /// Fails when the line is no JSON, or is a row of neither shape.
    pub fn parse(line: u64, text: &str) -> Result<Self, RowError> {
        let wrong = |error: serde_json::Error| RowError {
            line,
            why: error.to_string(),
        };
        let value: serde_json::Value = serde_json::from_str(text).map_err(wrong)?;
        if value.get("answer").is_some() {
            return serde_json::from_value(value)
                .map(Self::Answer)
                .map_err(wrong);
        }
        serde_json::from_value(value).map(Self::Pair).map_err(wrong)
    }

    /// The pair, where it is a supported one of this half.
    pub fn supported(self, half: Half) -> Option<PairRow> {
        let held = half.holds(&self);
        match self {
            Self::Pair(pair) if held && pair.label == Label::Supported => Some(pair),
            Self::Pair(_) | Self::Answer(_) => None,
        }
    }
}
