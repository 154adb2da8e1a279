//! The whole record of one question or one verification.

mod asked;
mod claim;
mod correction;
mod delivered;
mod state;
mod steps;
mod summary;

pub use asked::{AskedPart, AskedReading};
pub use claim::{
    CheckOutcome, JoinedReading, JudgedClaim, OpinionState, Outcome, SecondOpinion, WhyNot,
};
pub use correction::Correction;
pub use delivered::{Citation, Segment};
pub use state::ReportState;
pub use steps::{Attempt, Candidate, Samples, Stage};
pub use summary::{Risk, Summary};

use crate::governance::Governance;
use crate::{
    CollectionId, ConversationId, Finding, ModelIdentity, PackIdentity, Policy, ReportId,
    RuleAnswer, Scope, TableAnswer,
};
use serde::{Deserialize, Serialize};

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
    /// SHA-256 of the word lists that texts are read with; none in reports from before they were hashed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
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
    /// What a reader is told beside the state, a sentence each; the banner has them too: what rule packs did, how far language models agree, how uncertain the answer is.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub remarks: Vec<String>,
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
    /// Who wrote the text, as far as anybody knows: what its sender named, without the number that a file of many answers gives each, else the model of several whose
    /// draft was taken, else the generator.
    pub fn source(&self) -> Option<&str> {
        let named = self.provenance.origin.as_deref().map(|origin| {
            let numbered = origin.rsplit_once(", answer ");
            let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
            numbered
                .filter(|(_, number)| digits(number))
                .map_or(origin, |(name, _)| name)
        });
        let governance = self.governance.as_deref();
        let several = governance.is_some_and(|known| known.consensus.is_some());
        let taken = self.attempts.last().filter(|_| several);
        let taken = taken.map(|attempt| attempt.generator.as_str());
        named.or(taken).or(self.provenance.generator.as_deref())
    }

    /// How often the draft was asked for again.
    pub fn regenerations(&self) -> u32 {
        u32::try_from(self.attempts.len().saturating_sub(1)).unwrap_or(u32::MAX)
    }

    /// The statements of a part of the text that are not supported; where the part has a note behind it, that names them.
    pub fn unmarked<'a>(&'a self, part: &'a Segment) -> impl Iterator<Item = &'a JudgedClaim> {
        let of_part =
            |claim: &&JudgedClaim| claim.failed() && part.claims.contains(&claim.claim.id);
        let unmarked = part.note.is_none();
        self.claims
            .iter()
            .filter(move |claim| unmarked && of_part(claim))
    }

    /// Says something to the reader beside the state.
    pub fn remark(&mut self, sentence: String) {
        self.banner.push_str(&format!(" {sentence}"));
        self.remarks.push(sentence);
    }

    /// Whether a text was released of which all is verified.
    pub fn is_verified(&self) -> bool {
        self.delivered.is_some() && self.state == ReportState::Verified
    }
}
