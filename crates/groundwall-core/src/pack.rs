//! What rule packs say of a text: which packs, what each rule answers, and what is done about it.

use crate::Severity;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A pack that took part, by its file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PackIdentity {
    pub name: String,
    pub version: String,
    /// Of the file's bytes, in hexadecimal.
    pub sha256: String,
}

/// A rule of a pack that a choice of packs switches off, written among them as `-finance-kr/CG-001`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RuleOff {
    pub pack: String,
    pub rule: String,
}

impl RuleOff {
    /// What an entry of a choice switches off; none where it names a pack.
    pub fn of(entry: &str) -> Option<Self> {
        let (pack, rule) = entry.strip_prefix('-')?.split_once('/')?;
        Some(Self {
            pack: pack.to_owned(),
            rule: rule.to_owned(),
        })
    }
}

impl fmt::Display for RuleOff {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "-{}/{}", self.pack, self.rule)
    }
}

/// What a rule does where it is broken. A rule may name several.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// The finding stands in the report.
    Flag,
    /// The sentence gives way to the rule's own words.
    Replace,
    /// The rule's words, or the intent's disclaimer, go to the end.
    Append,
    /// What was found is covered.
    Mask,
    /// The sentence goes.
    Remove,
    /// The value gives way to the evidence's.
    Correct,
    /// The report's banner says it.
    Warn,
    /// The server's log says it, without the text.
    Alert,
    /// Nothing leaves.
    Block,
    /// A person has to look, with a priority and a due time.
    Escalate,
}

impl Action {
    /// The name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::Flag => "flag",
            Self::Replace => "replace",
            Self::Append => "append",
            Self::Mask => "mask",
            Self::Remove => "remove",
            Self::Correct => "correct",
            Self::Warn => "warn",
            Self::Alert => "alert",
            Self::Block => "block",
            Self::Escalate => "escalate",
        }
    }
}

/// What a rule answers. Silence is never taken for a pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum RuleState {
    /// It looked and found nothing wrong.
    Holds,
    Broken,
    /// There was nothing that it could look at.
    NoData,
}

impl RuleState {
    /// The word a reader sees.
    pub fn word(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::Broken => "broken",
            Self::NoData => "no data",
        }
    }
}

/// The answer of one rule to one text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RuleAnswer {
    pub pack: String,
    pub version: String,
    /// As `CG-001`.
    pub rule: String,
    pub state: RuleState,
    /// One sentence for a reader.
    pub note: String,
    /// What the rule asks for; empty where it is not broken.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub actions: Vec<Action>,
    /// For a rule that escalates.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub escalation: Option<Escalation>,
}

/// How soon a person has to look.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Escalation {
    pub priority: Severity,
    /// Minutes until it is due.
    pub within: u32,
}
