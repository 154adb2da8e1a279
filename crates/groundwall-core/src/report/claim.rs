//! A claim with its verdict and everything that led to it.

use crate::{
    Claim, DocumentId, Evidence, Finding, NliScores, Reason, Stance, TableAnswer, Verdict,
};
use serde::{Deserialize, Serialize};

/// What a check said of a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// It had something to check and found it in the evidence.
    Passed,
    /// It had nothing to say.
    Silent,
    /// Same role, other value.
    Clash,
    /// The claim's value occurs in no evidence.
    Absent,
    /// Noted without changing the verdict.
    Warning,
    NotRun,
}

/// One line of a claim's list of checks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CheckOutcome {
    pub check: String,
    pub outcome: Outcome,
    pub note: String,
}

/// A claim with its verdict and everything that led to it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct JudgedClaim {
    pub claim: Claim,
    pub verdict: Verdict,
    /// Why, as a code with what it was decided by; none in reports that were written before there were codes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
    /// The reason in one sentence for a reader.
    pub why: String,
    /// Probability that the claim is supported, in [0, 1]; calibrated when the model's thresholds are.
    pub probability: f32,
    /// Best first; the first decided the verdict where evidence decided it.
    pub evidence: Vec<Evidence>,
    pub checks: Vec<CheckOutcome>,
    pub findings: Vec<Finding>,
    /// For claims that are not supported; none where the claim is impossible in itself.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub why_not: Option<WhyNot>,
    /// What the chat endpoint said of a claim that the local stages left undecided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub second_opinion: Option<SecondOpinion>,
    /// The claim as the models read it, where that is otherwise: without a hedge ("probably"), without the words that name the document where no document says the claim with them, and with values and dates as the evidence writes them where a check found them equal or within a band ("0.05 g" as "50 mg"); of one that a table holds, the question that was put.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub read_as: Option<String>,
    /// What the reader says of several sentences of a document read together, best document first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub joined: Vec<JoinedReading>,
    /// The rule of a pack that took the claim's sentence out of an answer, with its reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub removed_by: Option<String>,
    /// What the tables say, where the claim was recomputed from cells; this decides before any window.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub computed: Option<Box<TableAnswer>>,
}

impl JudgedClaim {
    /// Whether the claim is checkable and not supported.
    pub fn failed(&self) -> bool {
        self.verdict.is_checkable() && self.verdict != Verdict::Supported
    }

    /// Whether a check decided the verdict, or could not run: what the judge makes of the windows did not count.
    pub fn decided_by_check(&self) -> bool {
        self.checks.iter().any(|check| {
            matches!(
                check.outcome,
                Outcome::Clash | Outcome::Absent | Outcome::NotRun
            )
        })
    }
}

/// The sentences of a document that come nearest to a claim, with their neighbours in the document's order, and what the reader says of them together.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct JoinedReading {
    pub document: DocumentId,
    pub text: String,
    pub nli: NliScores,
}

/// Why a claim is not supported, for a reader.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct WhyNot {
    /// The sentence that comes nearest; none where nothing speaks of the claim.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub sentence: Option<String>,
    /// Document and place of that sentence.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub place: Option<String>,
    /// Content words of the claim that the window of that sentence does not have, as written; another place may have them.
    pub only_claim: Vec<String>,
    /// Content words of the sentence that the claim does not have, as written.
    pub only_sentence: Vec<String>,
    /// What would have to be in the documents.
    pub needed: String,
}

/// What became of asking for a second opinion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum OpinionState {
    /// The endpoint was asked.
    Asked,
    /// The endpoint said it before, of the same words.
    Remembered,
    /// Its words do not stand in the window, or it gave none: the local verdict stands.
    Void,
    /// It did not answer: the local verdict stands.
    Failed,
    /// The budget of this verification was spent: the local verdict stands.
    OverBudget,
}

/// The opinion of a chat endpoint on one claim and one window. It decides only where no check did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SecondOpinion {
    pub state: OpinionState,
    /// As the endpoint names it.
    pub model: String,
    /// None where the opinion does not count.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub stance: Option<Stance>,
    /// The words of the window that it decided by.
    pub words: String,
}
