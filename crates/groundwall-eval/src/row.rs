//! Rows of a labelled set.

use crate::Half;
use serde::{Deserialize, Serialize};

/// The label of a row; `Unsupported` is neutral or contradicted, not told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, Serialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE", try_from = "String")]
pub enum Label {
    Supported,
    Contradicted,
    Neutral,
    Unsupported,
}

impl TryFrom<String> for Label {
    type Error = String;

    /// In any case: sets write them in either.
    fn try_from(text: String) -> Result<Self, String> {
        match text.to_ascii_uppercase().as_str() {
            "SUPPORTED" => Ok(Self::Supported),
            "CONTRADICTED" => Ok(Self::Contradicted),
            "NEUTRAL" => Ok(Self::Neutral),
            "UNSUPPORTED" => Ok(Self::Unsupported),
            _ => Err(format!(
                "the label {text:?} is none of SUPPORTED, CONTRADICTED, NEUTRAL, UNSUPPORTED"
            )),
        }
    }
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

#[cfg(test)]
mod tests {
    use super::{Label, Row};

    fn labelled(label: &str) -> Result<Label, String> {
        let line = format!(r#"{{"evidence":"It is.","claim":"It is.","label":"{label}"}}"#);
        match Row::parse(1, &line) {
            Ok(Row::Pair(pair)) => Ok(pair.label),
            Ok(Row::Answer(_)) => panic!("a pair"),
            Err(error) => Err(error.to_string()),
        }
    }

    #[test]
    fn a_label_is_read_in_any_case_and_another_is_told_which_there_are() {
        assert_eq!(labelled("SUPPORTED"), Ok(Label::Supported));
        assert_eq!(labelled("supported"), Ok(Label::Supported));
        assert_eq!(labelled("Contradicted"), Ok(Label::Contradicted));
        assert_eq!(serde_json::to_value(Label::Neutral).unwrap(), "NEUTRAL");
        let said = labelled("refuted").unwrap_err();
        assert!(
            said.contains("line 1") && said.contains("NEUTRAL"),
            "{said}"
        );
    }
}
