//! Claims: checkable statements of a draft.

use crate::Span;
use serde::{Deserialize, Serialize};

/// What a claim is mainly about; decides which checks have something to say first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum ClaimKind {
    Currency,
    Percentage,
    Ratio,
    Count,
    Date,
    Entity,
    Quote,
    Citation,
    Comparison,
    Definition,
    Event,
    Other,
}

/// How much a claim commits itself: high with two or more numbers, dates, names or quotes, medium with one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Specificity {
    Low,
    Medium,
    High,
}

/// Whether a statement can be true or false of the documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Checkability {
    Checkable,
    Opinion,
    Greeting,
    Question,
    /// Speaks of the answer or the documents as such ("I hope this helps").
    Meta,
    /// No words to check, such as bare punctuation.
    Empty,
}

/// One checkable statement. `text` stands on its own; `span` says which part of the draft it came from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Claim {
    /// From 1, in the order of the draft.
    pub id: u32,
    pub kind: ClaimKind,
    pub text: String,
    /// The sentence of the draft that holds the claim.
    pub sentence: String,
    /// Characters of the draft that the sentence covers; several claims may share it.
    pub span: Span,
    pub specificity: Specificity,
    pub checkability: Checkability,
    /// Hedging words ("probably"); the fact behind them is checked all the same.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub hedge: Option<String>,
    /// A vague generalisation ("most experts agree").
    pub vague: bool,
}
