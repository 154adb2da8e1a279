//! The state of a report that a reader sees first.

use serde::{Deserialize, Serialize};

/// The state that a reader sees first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = State))]
#[serde(rename_all = "snake_case")]
pub enum ReportState {
    /// Every checkable claim of the delivered text is supported, as drafted, and the text answers the question.
    Verified,
    /// Repaired, delivered with notes, or an answer to some parts of the question, or it is not sure or nobody judged that it answers.
    PartlyVerified,
    /// Withheld, or notes below τ.
    NotVerified,
    NothingToCheck,
    /// Nothing in the documents, or nothing in the delivered text, answers the question.
    NotCovered,
}

impl ReportState {
    /// Every state, from the best to the one that says least.
    pub const ALL: [Self; 5] = [
        Self::Verified,
        Self::PartlyVerified,
        Self::NotVerified,
        Self::NothingToCheck,
        Self::NotCovered,
    ];

    /// The name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::Verified => "verified",
            Self::PartlyVerified => "partly_verified",
            Self::NotVerified => "not_verified",
            Self::NothingToCheck => "nothing_to_check",
            Self::NotCovered => "not_covered",
        }
    }

    /// The state of a name on the wire.
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.name() == name)
    }

    /// The words a reader sees.
    pub fn words(self) -> &'static str {
        match self {
            Self::Verified => "Verified",
            Self::PartlyVerified => "Partly verified",
            Self::NotVerified => "Not verified",
            Self::NothingToCheck => "Nothing to check",
            Self::NotCovered => "Not covered",
        }
    }
}
