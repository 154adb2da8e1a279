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
}

impl FindingReview {
    /// The share of true finds.
    pub fn precision(&self) -> Option<f64> {
        let decided = self.true_finds.saturating_add(self.false_alarms);
        (decided > 0).then(|| (self.true_finds as f64) / (decided as f64))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn precision_is_the_share_of_true_finds() {
        let of = |true_finds, false_alarms| {
            FindingReview {
                kind: FindingKind::DateMismatch,
                true_finds,
                false_alarms,
            }
            .precision()
        };
        assert_eq!((of(3, 1), of(0, 0)), (Some(0.75), None));
    }
}
