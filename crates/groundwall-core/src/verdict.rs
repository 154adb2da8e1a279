//! What is decided of a claim.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The decision on one claim. Not the same as the label an NLI model gives to one pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    Supported,
    Refuted,
    Unsupported,
    /// Opinion, greeting, question or meta sentence: shown, never counted.
    Unverifiable,
}

impl Verdict {
    /// Whether the claim counts in the support ratio.
    pub fn is_checkable(self) -> bool {
        match self {
            Self::Supported | Self::Refuted | Self::Unsupported => true,
            Self::Unverifiable => false,
        }
    }

    /// The word a reader sees.
    pub fn word(self) -> &'static str {
        match self {
            Self::Supported => "supported",
            Self::Refuted => "refuted",
            Self::Unsupported => "unsupported",
            Self::Unverifiable => "unverifiable",
        }
    }

    /// The entailment label of the compatibility API (docs/contract.md, Verdicts). `has_evidence` is whether any window was judged.
    pub fn api_label(self, has_evidence: bool) -> &'static str {
        match self {
            Self::Supported => "ENTAILED",
            Self::Refuted => "CONTRADICTED",
            Self::Unsupported if has_evidence => "NEUTRAL",
            Self::Unsupported => "NO_RELEVANT_DATA",
            Self::Unverifiable => "NEUTRAL",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

/// How many claims got which verdict.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct VerdictCounts {
    pub supported: u32,
    pub refuted: u32,
    pub unsupported: u32,
    pub unverifiable: u32,
}

impl VerdictCounts {
    /// Counts the verdicts.
    pub fn of(verdicts: impl IntoIterator<Item = Verdict>) -> Self {
        let mut counts = Self::default();
        for verdict in verdicts {
            match verdict {
                Verdict::Supported => counts.supported += 1,
                Verdict::Refuted => counts.refuted += 1,
                Verdict::Unsupported => counts.unsupported += 1,
                Verdict::Unverifiable => counts.unverifiable += 1,
            }
        }
        counts
    }

    /// Claims that count in the ratio.
    pub fn checkable(self) -> u32 {
        self.supported
            .saturating_add(self.refuted)
            .saturating_add(self.unsupported)
    }

    /// supported / (supported + refuted + unsupported); none when there is nothing to check, which is not a pass.
    pub fn support_ratio(self) -> Option<f64> {
        (self.checkable() > 0).then(|| f64::from(self.supported) / f64::from(self.checkable()))
    }
}

#[cfg(test)]
mod tests {
    use super::{Verdict, VerdictCounts};

    #[test]
    fn unverifiable_claims_are_outside_the_ratio() {
        let counts =
            VerdictCounts::of([Verdict::Supported, Verdict::Refuted, Verdict::Unverifiable]);
        assert_eq!(counts.support_ratio(), Some(0.5));
        assert_eq!(
            VerdictCounts::of([Verdict::Unverifiable]).support_ratio(),
            None
        );
    }

    #[test]
    fn labels_of_the_compatibility_api() {
        assert_eq!(Verdict::Supported.api_label(true), "ENTAILED");
        assert_eq!(Verdict::Refuted.api_label(true), "CONTRADICTED");
        assert_eq!(Verdict::Unsupported.api_label(true), "NEUTRAL");
        assert_eq!(Verdict::Unsupported.api_label(false), "NO_RELEVANT_DATA");
        assert_eq!(Verdict::Unverifiable.api_label(true), "NEUTRAL");
    }
}
