//! The whole record of one question or one verification.

mod asked;
mod opinion;

pub use asked::{AskedPart, AskedReading};
pub use opinion::{OpinionState, SecondOpinion};

use crate::governance::Governance;
use crate::verdict::VerdictCounts;
use crate::{
    Certainty, Claim, CollectionId, ConversationId, DocumentId, Evidence, Finding, ModelIdentity,
    NliScores, PackIdentity, Passage, Policy, Reason, ReportId, RuleAnswer, Scope, Severity,
    TableAnswer, Verdict,
};
use serde::{Deserialize, Serialize};

/// The state that a reader sees first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = State))]
#[serde(rename_all = "snake_case")]
pub enum ReportState {
    /// Every checkable claim of the delivered text is supported, as drafted, and the text answers the question.
    Verified,
    /// Repaired, delivered with notes, or an answer to some parts of the question, or nobody judged whether it answers.
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
    /// The claim as the models read it, where that is otherwise: without a hedge ("probably"), and with values and dates as the evidence writes them where a check found them equal or within a band ("0.05 g" as "50 mg").
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub read_as: Option<String>,
    /// What the reader says of several sentences of a document read together, best document first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub joined: Vec<JoinedReading>,
    /// What the tables say, where the claim was recomputed from cells; this decides before any window.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub computed: Option<Box<TableAnswer>>,
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
    /// Content words of the claim that the evidence does not have, as written.
    pub only_claim: Vec<String>,
    /// Content words of the sentence that the claim does not have, as written.
    pub only_sentence: Vec<String>,
    /// What would have to be in the documents.
    pub needed: String,
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

/// A part of the delivered text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Segment {
    pub text: String,
    /// Claims that the part states; empty for connecting text.
    pub claims: Vec<u32>,
    /// Numbers of the citations printed behind it.
    pub citations: Vec<u32>,
    /// A note printed behind a failed claim (policy `notes`).
    #[cfg_attr(feature = "openapi", schema(required))]
    pub note: Option<String>,
}

/// A citation issued by the verifier.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Citation {
    /// From 1.
    pub number: u32,
    /// Document and place, as `harbour.txt, line 1`.
    pub place: String,
    pub quote: String,
    pub document: crate::DocumentId,
    /// First and last sentence of the quote in the document; none where it was computed from cells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sentences: Option<(u32, u32)>,
}

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
    pub findings_by_severity: std::collections::BTreeMap<Severity, u32>,
    pub findings_by_type: std::collections::BTreeMap<crate::FindingKind, u32>,
    pub findings_by_certainty: std::collections::BTreeMap<Certainty, u32>,
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

/// What judged: enough to judge again.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Provenance {
    pub groundwall: String,
    #[cfg_attr(feature = "openapi", schema(required))]
    pub embedder: Option<ModelIdentity>,
    #[cfg_attr(feature = "openapi", schema(required))]
    pub verifier: Option<ModelIdentity>,
    /// Reads closely what the verifier picked; none where there is none or the policy is `fast`.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub reader: Option<ModelIdentity>,
    /// What weighs the verifier's scores; none where the model's own thresholds decide.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub judge: Option<ModelIdentity>,
    pub calibrated: bool,
    #[cfg_attr(feature = "openapi", schema(required))]
    pub generator: Option<String>,
    /// Who or what wrote a submitted text, as its sender named it.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub origin: Option<String>,
    pub policy: Policy,
    /// The rule packs that were on.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub packs: Vec<PackIdentity>,
    /// Version of the collection when it was read.
    pub collection_version: u64,
}

/// The whole record of one question or one verification.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Report {
    pub id: ReportId,
    pub collection: CollectionId,
    /// Which documents could speak, where not all of the collection.
    #[serde(default, skip_serializing_if = "Scope::is_whole")]
    pub scope: Scope,
    /// RFC 3339 in UTC.
    pub created_at: String,
    /// The conversation that the question belongs to; none for a verification, and for what was asked alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conversation: Option<ConversationId>,
    /// None for a verification.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub question: Option<String>,
    /// The question as it was read, where it did not stand alone ("and in 2023?").
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked_as: Option<String>,
    /// What was asked, part by part; empty for a verification, a remark and an answer that was computed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub asked: Vec<AskedPart>,
    pub state: ReportState,
    /// The banner: one or two sentences that say what happened.
    pub banner: String,
    /// The answer that was computed from a table; none for one that was drafted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<Box<TableAnswer>>,
    /// The released text; none when it was withheld or there was none.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub delivered: Option<String>,
    /// The released text in parts, with claims, citations and notes.
    pub segments: Vec<Segment>,
    pub citations: Vec<Citation>,
    /// Claims of the released text (of the submitted text for a verification); empty when withheld.
    pub claims: Vec<JudgedClaim>,
    /// Claims taken out of the released text, with their reasons; empty when withheld.
    pub removed: Vec<JudgedClaim>,
    pub attempts: Vec<Attempt>,
    pub candidates: Vec<Candidate>,
    pub stages: Vec<Stage>,
    pub summary: Summary,
    /// What rules of packs found in the text, besides the findings of its claims.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<Finding>,
    /// What each rule of the packs answered.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<RuleAnswer>,
    /// The guard's reading of the question, what it is after, and how uncertain the answer is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub governance: Option<Box<Governance>>,
    /// What did not run and therefore counts as not passed; empty when all ran.
    pub degraded: Vec<String>,
    pub provenance: Provenance,
    pub elapsed_seconds: f64,
}

impl Report {
    /// How often the draft was asked for again.
    pub fn regenerations(&self) -> u32 {
        u32::try_from(self.attempts.len().saturating_sub(1)).unwrap_or(u32::MAX)
    }

    /// Whether every checkable claim of the released text is supported, there is at least one, and the text answers every part of the question.
    pub fn is_verified(&self) -> bool {
        let counts = VerdictCounts::of(self.claims.iter().map(|claim| claim.verdict));
        let answered = self.asked.iter().all(|part| part.found == Some(true));
        self.delivered.is_some()
            && counts.checkable() > 0
            && counts.supported == counts.checkable()
            && answered
    }
}
