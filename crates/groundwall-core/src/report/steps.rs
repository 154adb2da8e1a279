//! What was done on the way to a report: passages found, texts drafted, stages timed.

use super::JudgedClaim;
use crate::Passage;
use crate::verdict::VerdictCounts;
use serde::{Deserialize, Serialize};

/// A retrieved passage with its scores.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Candidate {
    pub passage: Passage,
    /// From 1.
    pub rank: u32,
    /// Reciprocal rank fusion, k = 60.
    pub score: f32,
    /// Cosine of question and passage.
    pub similarity: f32,
}

/// A draft with its claims and verdicts.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Attempt {
    /// From 1.
    pub number: u32,
    pub generator: String,
    /// None when the text was withheld.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub draft: Option<String>,
    /// Empty when the text was withheld.
    pub claims: Vec<JudgedClaim>,
    pub counts: VerdictCounts,
    #[cfg_attr(feature = "openapi", schema(required))]
    pub support_ratio: Option<f64>,
    /// Why the draft was not released as it stood; empty when it was.
    pub faults: Vec<String>,
    /// The prompt that asked for it, for the record of a regeneration; none for the first and for withheld text.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub refined_prompt: Option<String>,
}

/// One step of the pipeline with what it handled and how long it took.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Stage {
    pub name: String,
    pub count: u32,
    pub unit: String,
    pub milliseconds: u64,
}
