//! Who a model is and how its scores are read.

use serde::{Deserialize, Serialize};

/// Identity of a loaded model, as it stands in every report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelIdentity {
    pub name: String,
    pub revision: String,
    pub license: String,
    /// SHA-256 of the weight file.
    pub sha256: String,
    /// Numeric precision and kernel, as `f32/candle`.
    pub kernel: String,
}

/// How NLI scores are read. They lie with the model, because they were chosen for it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Thresholds {
    /// Logits are divided by this before the softmax.
    pub temperature: f32,
    /// Entailment must reach this and be the largest of the three.
    pub entailment: f32,
    /// Contradiction must exceed this.
    pub contradiction: f32,
    /// Whether the figures come from a calibration run.
    pub calibrated: bool,
}

impl Default for Thresholds {
    /// The card's reading: temperature 1, the largest label wins, contradiction over one half.
    fn default() -> Self {
        Self {
            temperature: 1.0,
            entailment: 0.0,
            contradiction: 0.5,
            calibrated: false,
        }
    }
}
