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
    /// The order in the passage for which it was kept from a language model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kept_back: Option<String>,
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
    /// How unsure the generator was of the draft's tokens, in [0, 1]; none where it gives no probabilities.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token_entropy: Option<f64>,
    /// How many further drafts of the same prompt say the same; none where none were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub samples: Option<Samples>,
}

/// Further drafts of a prompt, held against the one that is delivered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Samples {
    /// Drafts that came.
    pub drafts: u32,
    /// Those that say the same.
    pub agree: u32,
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
