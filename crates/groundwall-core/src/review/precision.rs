//! How often findings of a type turned out to be true.

use crate::FindingKind;
use serde::{Deserialize, Serialize};

/// What people made of the reports that findings of a type flagged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FindingReview {
    #[serde(rename = "type")]
    pub kind: FindingKind,
    /// Reports with it that were decided to be true finds.
    pub true_finds: u64,
    pub false_alarms: u64,
    /// True finds without it.
    pub missed: u64,
}

fn share(part: u64, other: u64) -> Option<f64> {
    let of = part.saturating_add(other);
    (of > 0).then(|| (part as f64) / (of as f64))
}

impl FindingReview {
    /// Of the reports with it, the share of true finds.
    pub fn precision(&self) -> Option<f64> {
        share(self.true_finds, self.false_alarms)
    }

    /// Of the true finds, the share that has it.
    pub fn recall(&self) -> Option<f64> {
        share(self.true_finds, self.missed)
    }
}

/// What people made of the reports of one stretch of time.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ReviewedStretch {
    /// The first day of it.
    pub start: String,
    pub findings: Vec<FindingReview>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn precision_is_the_share_of_true_finds_and_recall_their_share_of_all() {
        let of = |true_finds, false_alarms, missed| {
            let one = FindingReview {
                kind: FindingKind::DateMismatch,
                true_finds,
                false_alarms,
                missed,
            };
            (one.precision(), one.recall())
        };
        assert_eq!(of(3, 1, 9), (Some(0.75), Some(0.25)));
        assert_eq!(of(0, 0, 0), (None, None));
    }
}
