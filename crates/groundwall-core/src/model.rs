//! Who a model is and how its scores are read.

use serde::{Deserialize, Serialize};

/// Identity of a loaded model, as it stands in every report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ModelIdentity {
    pub name: String,
    pub revision: String,
    pub license: String,
    /// SHA-256 of the weight file.
    pub sha256: String,
    /// Numeric precision and kernel, as `f32/candle`.
    pub kernel: String,
}

/// A hash as it is written: two lower-case hexadecimal digits a byte.
pub fn hex(hash: &[u8]) -> String {
    let digit = |half: u8| char::from_digit(u32::from(half), 16).unwrap_or_default();
    hash.iter()
        .flat_map(|byte| [digit(byte >> 4), digit(byte & 15)])
        .collect()
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

#[cfg(test)]
mod tests {
    #[test]
    fn a_hash_has_two_digits_a_byte() {
        assert_eq!(super::hex(&[0, 9, 0xab, 0xff]), "0009abff");
        assert_eq!(super::hex(&[]), "");
    }
}
