//! Findings: typed problems found by a check.

use crate::Span;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The type of a problem. On the wire its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum FindingKind {
    NumericMismatch,
    DateMismatch,
    IdentifierMismatch,
    Contradiction,
    Conflict,
    NoEvidence,
    FabricatedCitation,
    FalseQuote,
    InventedStatistic,
    NonexistentEntity,
    LogicalImpossibility,
    TemporalError,
    SelfContradiction,
    SuspiciousPrecision,
    SuspiciousRounding,
    VagueAttribution,
    GenericQuote,
    WithinTolerance,
    NotRun,
    /// A type that a rule pack adds.
    Pack(PackType),
}

impl FindingKind {
    /// The types that checks find; packs may find these and add their own.
    pub const ALL: [Self; 19] = [
        Self::NumericMismatch,
        Self::DateMismatch,
        Self::IdentifierMismatch,
        Self::Contradiction,
        Self::Conflict,
        Self::NoEvidence,
        Self::FabricatedCitation,
        Self::FalseQuote,
        Self::InventedStatistic,
        Self::NonexistentEntity,
        Self::LogicalImpossibility,
        Self::TemporalError,
        Self::SelfContradiction,
        Self::SuspiciousPrecision,
        Self::SuspiciousRounding,
        Self::VagueAttribution,
        Self::GenericQuote,
        Self::WithinTolerance,
        Self::NotRun,
    ];

    /// The type of a name: one of [`Self::ALL`], else a pack's own; none where it can be no name.
    pub fn parse(name: &str) -> Option<Self> {
        let known = Self::ALL.into_iter().find(|kind| kind.name() == name);
        known.or_else(|| PackType::parse(name).map(Self::Pack))
    }

    /// The name on the wire.
    pub fn name(&self) -> &str {
        match self {
            Self::NumericMismatch => "numeric_mismatch",
            Self::DateMismatch => "date_mismatch",
            Self::IdentifierMismatch => "identifier_mismatch",
            Self::Contradiction => "contradiction",
            Self::Conflict => "conflict",
            Self::NoEvidence => "no_evidence",
            Self::FabricatedCitation => "fabricated_citation",
            Self::FalseQuote => "false_quote",
            Self::InventedStatistic => "invented_statistic",
            Self::NonexistentEntity => "nonexistent_entity",
            Self::LogicalImpossibility => "logical_impossibility",
            Self::TemporalError => "temporal_error",
            Self::SelfContradiction => "self_contradiction",
            Self::SuspiciousPrecision => "suspicious_precision",
            Self::SuspiciousRounding => "suspicious_rounding",
            Self::GenericQuote => "generic_quote",
            Self::VagueAttribution => "vague_attribution",
            Self::WithinTolerance => "within_tolerance",
            Self::NotRun => "not_run",
            Self::Pack(own) => own.name(),
        }
    }
}

impl From<FindingKind> for String {
    fn from(kind: FindingKind) -> Self {
        kind.name().to_owned()
    }
}

impl TryFrom<String> for FindingKind {
    type Error = NoTypeName;

    fn try_from(name: String) -> Result<Self, NoTypeName> {
        Self::parse(&name).ok_or(NoTypeName)
    }
}

#[cfg(feature = "openapi")]
impl utoipa::PartialSchema for FindingKind {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        utoipa::openapi::ObjectBuilder::new()
            .schema_type(utoipa::openapi::Type::String)
            .pattern(Some("^[a-z][a-z0-9_]*$"))
            .max_length(Some(LONGEST_TYPE))
            .description(Some("The type of a problem. Rule packs add their own."))
            .examples(Self::ALL.map(|kind| kind.name().to_owned()))
            .into()
    }
}

#[cfg(feature = "openapi")]
impl utoipa::ToSchema for FindingKind {}

/// What was to name a type of finding does not.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoTypeName;

impl fmt::Display for NoTypeName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "a type of finding is a letter and then letters, digits and _, all lower case, at most {LONGEST_TYPE}"
        )
    }
}

impl std::error::Error for NoTypeName {}

/// Characters of a type's name, at most.
pub const LONGEST_TYPE: usize = 40;

/// The name of a type of finding that a pack adds, as `return_guarantee`. It lies in its place, so that a type stays as small to hand about as the others.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PackType {
    name: [u8; LONGEST_TYPE],
    length: u8,
}

impl PackType {
    /// None where the text is no name: a letter, then letters, digits and `_`, all lower case, at most [`LONGEST_TYPE`].
    pub fn parse(text: &str) -> Option<Self> {
        let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_';
        let letter = text.starts_with(|c: char| c.is_ascii_lowercase());
        if !letter || !text.chars().all(fits) {
            return None;
        }
        let mut name = [0; LONGEST_TYPE];
        name.get_mut(..text.len())?.copy_from_slice(text.as_bytes());
        Some(Self {
            name,
            length: u8::try_from(text.len()).ok()?,
        })
    }

    /// The name.
    pub fn name(&self) -> &str {
        let bytes = self.name.get(..usize::from(self.length));
        bytes
            .and_then(|bytes| std::str::from_utf8(bytes).ok())
            .unwrap_or_default()
    }
}

impl fmt::Debug for PackType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// How much harm the problem does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    Low,
    Medium,
    High,
    Critical,
}

/// How sure the finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Certainty {
    Warning,
    Likely,
    Confirmed,
}

impl Certainty {
    /// Confidence that goes with the class: 0.5, 0.8, 0.95.
    pub fn confidence(self) -> f32 {
        match self {
            Self::Warning => 0.5,
            Self::Likely => 0.8,
            Self::Confirmed => 0.95,
        }
    }
}

/// A typed problem found by a check.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Finding {
    /// Unique within the report, as `c3-numeric_mismatch-1`.
    pub id: String,
    #[serde(rename = "type")]
    pub kind: FindingKind,
    pub description: String,
    pub severity: Severity,
    pub certainty: Certainty,
    /// In [0, 1].
    pub confidence: f32,
    /// 0 where a pack's rule found it in a text outside every claim.
    pub claim: u32,
    /// Characters of the draft, for a pack's rule of the text that it read; none when the value cannot be located.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub location: Option<Span>,
    /// The value that the claim states.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub detected: Option<String>,
    /// The value that the documents state, where known.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub expected: Option<String>,
    /// Place in the claim's list of evidence.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub evidence: Option<usize>,
    /// Check and version that made the finding, as `number/1`, or pack, version and rule, as `finance-kr/1 CG-001`.
    pub source: String,
    pub recommendation: String,
}

#[cfg(test)]
mod tests {
    use super::{FindingKind, LONGEST_TYPE, PackType};

    #[test]
    fn every_type_has_a_name_that_leads_back_to_it() {
        for kind in FindingKind::ALL {
            assert_eq!(FindingKind::parse(kind.name()), Some(kind));
        }
        let own = FindingKind::parse("return_guarantee").unwrap();
        assert!(matches!(own, FindingKind::Pack(_)), "{own:?}");
        let written = serde_json::to_string(&own).unwrap();
        assert_eq!(written, "\"return_guarantee\"");
        assert_eq!(serde_json::from_str::<FindingKind>(&written).unwrap(), own);
    }

    #[test]
    fn what_is_no_name_is_refused() {
        let long = "a".repeat(LONGEST_TYPE + 1);
        for text in ["", "Return", "1st", "two words", "é", "_a", &long] {
            assert_eq!(PackType::parse(text), None, "{text}");
            let written = serde_json::to_string(text).unwrap();
            assert!(serde_json::from_str::<FindingKind>(&written).is_err());
        }
    }
}
