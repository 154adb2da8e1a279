//! Findings: typed problems found by a check.

use crate::Span;
use serde::{Deserialize, Serialize};

/// The type of a problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FindingKind {
    NumericMismatch,
    DateMismatch,
    IdentifierMismatch,
    Contradiction,
    Conflict,
    NoEvidence,
    FabricatedCitation,
    FalseQuote,
    InventedStatistic,
    NonexistentEntity,
    LogicalImpossibility,
    TemporalError,
    SelfContradiction,
    SuspiciousPrecision,
    SuspiciousRounding,
    VagueAttribution,
    GenericQuote,
    WithinTolerance,
    NotRun,
}

impl FindingKind {
    /// The name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::NumericMismatch => "numeric_mismatch",
            Self::DateMismatch => "date_mismatch",
            Self::IdentifierMismatch => "identifier_mismatch",
            Self::Contradiction => "contradiction",
            Self::Conflict => "conflict",
            Self::NoEvidence => "no_evidence",
            Self::FabricatedCitation => "fabricated_citation",
            Self::FalseQuote => "false_quote",
            Self::InventedStatistic => "invented_statistic",
            Self::NonexistentEntity => "nonexistent_entity",
            Self::LogicalImpossibility => "logical_impossibility",
            Self::TemporalError => "temporal_error",
            Self::SelfContradiction => "self_contradiction",
            Self::SuspiciousPrecision => "suspicious_precision",
            Self::SuspiciousRounding => "suspicious_rounding",
            Self::GenericQuote => "generic_quote",
            Self::VagueAttribution => "vague_attribution",
            Self::WithinTolerance => "within_tolerance",
            Self::NotRun => "not_run",
        }
    }
}

/// How much harm the problem does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    Low,
    Medium,
    High,
    Critical,
}

/// How sure the finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Certainty {
    Warning,
    Likely,
    Confirmed,
}

impl Certainty {
    /// Confidence that goes with the class: 0.5, 0.8, 0.95.
    pub fn confidence(self) -> f32 {
        match self {
            Self::Warning => 0.5,
            Self::Likely => 0.8,
            Self::Confirmed => 0.95,
        }
    }
}

/// A typed problem found by a check.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// Unique within the report, as `c3-numeric_mismatch-1`.
    pub id: String,
    #[serde(rename = "type")]
    pub kind: FindingKind,
    pub description: String,
    pub severity: Severity,
    pub certainty: Certainty,
    /// In [0, 1].
    pub confidence: f32,
    pub claim: u32,
    /// Characters of the draft; none when the value cannot be located.
    pub location: Option<Span>,
    /// The value that the claim states.
    pub detected: Option<String>,
    /// The value that the documents state, where known.
    pub expected: Option<String>,
    /// Place in the claim's list of evidence.
    pub evidence: Option<usize>,
    /// Check and version that made the finding, as `number/1`.
    pub source: String,
    pub recommendation: String,
}
