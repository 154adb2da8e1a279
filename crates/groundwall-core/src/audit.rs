//! The audit log: what the firewall decided, entry by entry, each bound to the one before.

use crate::ReportId;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// What an entry is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum AuditKind {
    /// A question was answered, or an answer withheld.
    Question,
    /// Claims or a text were verified.
    Verification,
    /// A model's list of items was held against a pack and a document.
    StructuredAnswer,
    /// A document was taken in or refused.
    Upload,
    DocumentDeleted,
    DocumentsCleared,
    /// A person said that a document holds as it is.
    DocumentReviewed,
    /// A report was deleted; the texts of its entries are erased with it.
    ReportDeleted,
    PolicyChanged,
    /// Changes of the policy were proposed from decisions, or a person accepted or rejected one.
    Calibration,
    /// Another language model, or none.
    ModelChanged,
    /// An API key was made or revoked.
    ApiKey,
    /// A person took, decided, or gave back a flagged report.
    Review,
    /// A person disputes a verdict.
    Dispute,
    /// The entries up to here were signed off and may be gone.
    Checkpoint,
}

impl AuditKind {
    /// The name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::Question => "question",
            Self::Verification => "verification",
            Self::StructuredAnswer => "structured_answer",
            Self::Upload => "upload",
            Self::DocumentDeleted => "document_deleted",
            Self::DocumentsCleared => "documents_cleared",
            Self::DocumentReviewed => "document_reviewed",
            Self::ReportDeleted => "report_deleted",
            Self::PolicyChanged => "policy_changed",
            Self::Calibration => "calibration",
            Self::ModelChanged => "model_changed",
            Self::ApiKey => "api_key",
            Self::Review => "review",
            Self::Dispute => "dispute",
            Self::Checkpoint => "checkpoint",
        }
    }
}

impl fmt::Display for AuditKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Something that is to be written into the log. Time, actor and hashes come with the writing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Happening {
    pub kind: AuditKind,
    pub report: Option<ReportId>,
    /// In a word or two, as `delivered`.
    pub outcome: String,
    /// What is nobody's secret: counts, states, hashes of models, packs and policy.
    pub facts: BTreeMap<String, String>,
    /// What may have to be erased one day. The log is bound to a salted hash of each.
    pub personal: BTreeMap<String, String>,
}

impl Happening {
    /// Without facts and texts.
    pub fn of(kind: AuditKind, outcome: impl Into<String>) -> Self {
        Self {
            kind,
            report: None,
            outcome: outcome.into(),
            facts: BTreeMap::new(),
            personal: BTreeMap::new(),
        }
    }

    /// About a report.
    #[must_use]
    pub fn about(mut self, report: &ReportId) -> Self {
        self.report = Some(report.clone());
        self
    }

    /// With a fact.
    #[must_use]
    pub fn fact(mut self, name: &str, value: impl Into<String>) -> Self {
        self.facts.insert(name.to_owned(), value.into());
        self
    }

    /// With a text that can be erased.
    #[must_use]
    pub fn personal(mut self, name: &str, text: impl Into<String>) -> Self {
        self.personal.insert(name.to_owned(), text.into());
        self
    }
}

/// An entry as it stands for ever.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct AuditEntry {
    /// From 1, without gaps.
    pub number: u64,
    /// RFC 3339 in UTC.
    pub at: String,
    pub kind: AuditKind,
    #[cfg_attr(feature = "openapi", schema(required))]
    pub report: Option<ReportId>,
    pub outcome: String,
    pub facts: BTreeMap<String, String>,
    /// The salted hash of each text.
    pub leaves: BTreeMap<String, String>,
    /// The hash of the entry before; of the first one 64 zeros.
    pub previous: String,
    /// Of everything above.
    pub hash: String,
}

/// A text of an entry with its salt. It can be erased; its hash in the entry stays.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct AuditText {
    pub salt: String,
    pub text: String,
}

/// An entry with the texts that are left of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Recorded {
    pub entry: AuditEntry,
    pub texts: BTreeMap<String, AuditText>,
}

/// A page of the log, newest first.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AuditPage {
    pub entries: Vec<Recorded>,
    /// How many there are in the log.
    pub total: u64,
    /// The hash of the newest entry; none where there is no entry.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub head: Option<String>,
    /// `before` of the next page; none on the last.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub next: Option<u64>,
}
