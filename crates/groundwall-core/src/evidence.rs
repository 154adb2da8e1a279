//! Windows, and windows scored against a claim.

use crate::{DocumentId, DocumentName, Locator};
use serde::{Deserialize, Serialize};

/// One to three sentences, cut from the document's own sentence sequence within a heading and page.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Window {
    pub document: DocumentId,
    pub document_name: DocumentName,
    /// Index of the first sentence in the document.
    pub first_sentence: u32,
    /// Index of the last sentence in the document.
    pub last_sentence: u32,
    pub text: String,
    pub locator: Locator,
}

impl Window {
    /// `harbour.txt, line 1`: document and place in one phrase.
    pub fn place(&self) -> String {
        let place = self.locator.to_string();
        if place.is_empty() {
            self.document_name.to_string()
        } else {
            format!("{}, {place}", self.document_name)
        }
    }
}

/// What the NLI model says of one (window, claim) pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NliLabel {
    Entailment,
    Neutral,
    Contradiction,
}

/// Probabilities of the three labels; they sum to 1.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NliScores {
    pub entailment: f32,
    pub neutral: f32,
    pub contradiction: f32,
}

impl NliScores {
    /// Softmax of logits in the order entailment, neutral, contradiction, divided by `temperature`.
    pub fn from_logits(logits: [f32; 3], temperature: f32) -> Self {
        let scaled = logits.map(|logit| f64::from(logit) / f64::from(temperature));
        let top = scaled.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let weights = scaled.map(|logit| (logit - top).exp());
        let sum: f64 = weights.iter().sum();
        let [entailment, neutral, contradiction] = weights.map(|weight| (weight / sum) as f32);
        Self {
            entailment,
            neutral,
            contradiction,
        }
    }

    /// The most probable label; entailment only when it is strictly the largest.
    pub fn label(self) -> NliLabel {
        if self.entailment > self.neutral && self.entailment > self.contradiction {
            NliLabel::Entailment
        } else if self.contradiction > self.neutral {
            NliLabel::Contradiction
        } else {
            NliLabel::Neutral
        }
    }
}

/// What a piece of evidence does to its claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Stance {
    Supports,
    Refutes,
    /// Close by, but decides nothing.
    Silent,
}

/// A window scored against one claim.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Evidence {
    pub window: Window,
    /// Cosine of claim and window, in [-1, 1]; none when the embedder did not run.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub similarity: Option<f32>,
    /// Share of the claim's weighted content words that occur in the window, in [0, 1].
    pub coverage: f32,
    /// What the screen says of it; none when it did not run on this window.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub nli: Option<NliScores>,
    /// What the reader says of it; none where it did not read this window.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub read: Option<NliScores>,
    pub stance: Stance,
}

#[cfg(test)]
mod tests {
    use super::{NliLabel, NliScores};

    #[test]
    fn softmax_sums_to_one_and_a_tie_never_entails() {
        let scores = NliScores::from_logits([2.0, 2.0, -1.0], 1.0);
        assert!((scores.entailment + scores.neutral + scores.contradiction - 1.0).abs() < 1e-6);
        assert_eq!(scores.label(), NliLabel::Neutral);
        assert_eq!(
            NliScores::from_logits([80.0, 2.0, -1.0], 1.0).label(),
            NliLabel::Entailment
        );
    }
}
