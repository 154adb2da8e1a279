//! Questions and claims about tables, with answers that another program computed.

use groundwall_core::TableAnswer;
use serde::Deserialize;

/// A question or claim and what a right answer holds. Fields that are not told are not asked for.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct TableQuestion {
    /// File that holds the table.
    #[serde(default)]
    pub table: String,
    /// `claim`, else a question.
    #[serde(default)]
    pub mood: String,
    /// Name of the set that it belongs to.
    #[serde(default)]
    pub set: String,
    pub text: String,
    /// Parts of the answer, word for word.
    #[serde(default)]
    pub says: Vec<String>,
    /// Numbers anywhere in the answer, up to two decimals.
    #[serde(default)]
    pub numbers: Vec<f64>,
    /// Names anywhere in the answer.
    #[serde(default)]
    pub names: Vec<String>,
    /// The cells that it comes from, exactly.
    #[serde(default)]
    pub cells: Option<Vec<String>>,
    /// Whether a claim is true.
    #[serde(default)]
    pub holds: Option<bool>,
}

/// Half of the last printed decimal.
const ROUNDING: f64 = 0.0051;

/// A line that is no question or claim.
#[derive(Debug, thiserror::Error)]
#[error("line {line}: {source}")]
pub struct TableQuestionError {
    /// From 1.
    pub line: usize,
    pub source: serde_json::Error,
}

impl TableQuestion {
    /// Reads one a line. The error names the line.
    ///
    /// # Errors
    /// Fails when a line is no JSON of this shape.
    pub fn parse(lines: &str) -> Result<Vec<Self>, TableQuestionError> {
        let read = |(number, line)| {
            serde_json::from_str(line).map_err(|source| TableQuestionError {
                line: number + 1,
                source,
            })
        };
        lines.lines().enumerate().map(read).collect()
    }

    /// Whether it is a claim that holds or does not, instead of a question.
    pub fn is_claim(&self) -> bool {
        self.mood == "claim"
    }

    /// Whether an answer holds everything that a right one does.
    pub fn is_right(&self, answer: &TableAnswer) -> bool {
        let found = numbers(&answer.text);
        self.says
            .iter()
            .chain(&self.names)
            .all(|part| answer.text.contains(part))
            && self
                .numbers
                .iter()
                .all(|wanted| found.iter().any(|found| (found - wanted).abs() < ROUNDING))
            && self
                .cells
                .as_ref()
                .is_none_or(|cells| *cells == answer.cells)
            && self.holds.is_none_or(|holds| answer.holds == Some(holds))
    }
}

/// Numbers of a text, thousands joined.
fn numbers(text: &str) -> Vec<f64> {
    let text = text.replace(',', "");
    let parts = text.split(|c: char| !(c.is_ascii_digit() || c == '.' || c == '-'));
    parts
        .filter_map(|part| part.trim_matches('.').parse().ok())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::numbers;

    #[test]
    fn numbers_of_a_sentence() {
        assert_eq!(
            numbers("The total is 1,234.50 over 8 rows, -3.2 in D5:D9."),
            [1234.5, 8.0, -3.2, 5.0, 9.0]
        );
    }
}
