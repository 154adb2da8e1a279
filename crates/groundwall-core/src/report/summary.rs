//! The figures of a report.

use crate::verdict::VerdictCounts;
use crate::{Certainty, FindingKind, Severity};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How much is at risk when the text is used as it was drafted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Risk {
    Low,
    Medium,
    High,
    Critical,
}

/// The figures of a report.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Summary {
    pub counts: VerdictCounts,
    #[cfg_attr(feature = "openapi", schema(required))]
    pub support_ratio: Option<f64>,
    pub findings_by_severity: BTreeMap<Severity, u32>,
    pub findings_by_type: BTreeMap<FindingKind, u32>,
    pub findings_by_certainty: BTreeMap<Certainty, u32>,
    pub rejection_recommended: bool,
    pub overall_risk: Risk,
    #[cfg_attr(feature = "openapi", schema(required))]
    pub mean_similarity: Option<f32>,
    #[cfg_attr(feature = "openapi", schema(required))]
    pub mean_entailment: Option<f32>,
    /// Mean probability of the checkable claims; none when there are none.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub confidence: Option<f64>,
    /// max(0, confidence − penalty) when any claim failed.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub adjusted_confidence: Option<f64>,
}
