//! What governs a question and its answer besides the claims: the guard's reading, what the question is after, how uncertain the answer is, and evidence that is past its review.

use crate::{DocumentId, Severity};
use serde::{Deserialize, Serialize};

/// What governed a question or a text.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default)]
pub struct Governance {
    /// None for a text that somebody submitted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub guard: Option<GuardReading>,
    /// What the question is after, by each pack that has intents.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub intents: Vec<IntentAnswer>,
    /// None where no signal says anything.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub uncertainty: Option<Uncertainty>,
    /// How far several endpoints agree; none where the question asks for no such comparison, or none can be made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub consensus: Option<Consensus>,
    /// Documents of the evidence whose tier asks for a review that is overdue.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stale: Vec<StaleDocument>,
}

impl Governance {
    /// Whether it says nothing.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// What the guard made of a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum GuardState {
    /// Switched off: nobody looked.
    Off,
    /// Nothing was found that keeps the question out.
    Passed,
    /// It gives an order to the app and was not answered.
    Refused,
}

/// The guard's decision on a question.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GuardReading {
    pub state: GuardState,
    /// The layers that read it.
    pub layers: Vec<String>,
    /// The classifier's probability that it is an order, in [0, 1]; none where that layer is off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub probability: Option<f32>,
    /// The gravest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<GuardFinding>,
}

/// One thing that the guard found in a question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GuardFinding {
    /// As `instruction_override`.
    pub kind: String,
    /// As `patterns`.
    pub layer: String,
    pub severity: Severity,
    /// The words, decoded and in lower case, or the name of the shape.
    pub words: String,
    /// The outermost disguise that was taken off, such as `Base64`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decoded: Option<String>,
}

/// What a question is after, by one pack.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct IntentAnswer {
    /// As `finance-kr/1`.
    pub source: String,
    pub code: String,
    pub name: String,
    /// `low`, `medium`, `high` or `reject`.
    pub risk: String,
    /// What an answer to such a question has to say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub disclaimer: Option<String>,
    /// Whether no word of the question named it: it is the one of a question that no other fits.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub assumed: bool,
}

/// How sure an answer may be taken to be, from the signals that there are.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Uncertainty {
    /// In [0, 1]; 0 is certain.
    pub value: f64,
    pub band: UncertaintyBand,
    /// How soon a person has to look, where the band asks for one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub priority: Option<Severity>,
    /// All four, present or not.
    pub signals: Vec<Signal>,
}

/// What an uncertainty asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum UncertaintyBand {
    Serve,
    /// Serve, with a word of advice.
    Advise,
    /// A person has to look.
    Escalate,
}

/// One signal of uncertainty.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Signal {
    /// As `claim_verification`.
    pub name: String,
    /// Its share when all four are there.
    pub weight: f64,
    /// In [0, 1]; none where it is absent.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub value: Option<f64>,
    /// Why it is absent, or what it was read from.
    pub note: String,
}

/// What the agreement of several endpoints asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum ConsensusOutcome {
    /// All say the same.
    Approved,
    /// Most say the same; who does not is told.
    Majority,
    /// A part says the same: served with a caveat.
    Partial,
    /// A person has to look.
    Escalated,
    /// Fewer than two endpoints answered: nothing was compared.
    NotCompared,
}

/// How far several endpoints agree on the answer to a question of high risk.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Consensus {
    pub outcome: ConsensusOutcome,
    /// Share of the answers that are in the largest group, in [0, 1]; none where nothing was compared.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<f64>,
    /// What the comparison added to the time of the question.
    pub added_milliseconds: u64,
    /// One an endpoint, the one that drafts first.
    pub answers: Vec<PanelAnswer>,
    /// What the comparison could not do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// What one endpoint said.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PanelAnswer {
    /// The model, as the endpoint names it.
    pub model: String,
    pub stand: PanelStand,
    /// As it was written, unverified; none where the endpoint failed, and where nothing of the answer may leave.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

/// Where an endpoint stands among the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum PanelStand {
    /// It says what the answer says that was taken on.
    Agrees,
    Dissents,
    /// It did not answer.
    Failed,
    /// It did not answer in time.
    Late,
}

/// A document past its review.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct StaleDocument {
    pub document: DocumentId,
    pub name: String,
    /// Name of the tier.
    pub tier: String,
    /// Days since it was stored, or reviewed.
    pub days: u32,
    /// Whether the days are those since a review.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub reviewed: bool,
    /// Days after which the tier asks for a review.
    pub review_days: u32,
}
