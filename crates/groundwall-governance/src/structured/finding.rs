//! What a check of a structured answer comes to.

use super::json::Repair;
use super::pack::StructuredPack;
use super::rule::Rule;
use groundwall_core::Severity;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;

/// Findings that are listed; the counts are of all of them.
pub const LISTED: usize = 500;
/// Characters of a value that a finding repeats.
const SHOWN: usize = 120;

/// One thing that is wrong with the answer.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = StructuredFinding))]
pub struct Finding {
    /// The class, by the name that the pack gives it.
    #[serde(rename = "type")]
    pub kind: String,
    pub rule: Rule,
    pub severity: Severity,
    /// JSON pointer into the answer; empty for the whole of it.
    pub path: String,
    pub description: String,
    /// The value that the answer states.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub detected: Option<String>,
    /// The value, or the bound, that the document or the pack states.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub expected: Option<String>,
    pub recommendation: String,
    /// In [0, 1].
    pub confidence: f32,
    /// Pack, its version and the rule.
    pub source: String,
}

/// What becomes of the answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = StructuredStatus))]
#[serde(rename_all = "snake_case")]
pub enum Status {
    Accepted,
    AcceptedWithWarnings,
    Rejected,
}

impl Status {
    /// The name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::Accepted => "accepted",
            Self::AcceptedWithWarnings => "accepted_with_warnings",
            Self::Rejected => "rejected",
        }
    }
}

/// How many findings there are of each severity.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SeverityCounts {
    pub critical: usize,
    pub high: usize,
    pub medium: usize,
    pub low: usize,
}

impl SeverityCounts {
    fn count(&mut self, severity: Severity) {
        let place = match severity {
            Severity::Critical => &mut self.critical,
            Severity::High => &mut self.high,
            Severity::Medium => &mut self.medium,
            Severity::Low => &mut self.low,
        };
        *place += 1;
    }
}

/// The record of one check.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = StructuredOutcome))]
pub struct Outcome {
    pub status: Status,
    pub rejection_recommended: bool,
    pub pack: String,
    pub pack_version: String,
    pub severity_counts: SeverityCounts,
    pub type_counts: BTreeMap<String, usize>,
    /// Items of the answer.
    pub items: usize,
    /// Pages of the document, where they are known.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub total_pages: Option<u32>,
    /// The gravest first.
    pub findings: Vec<Finding>,
    /// Findings that are counted and not listed.
    pub findings_left_out: usize,
    /// What was put right before the answer could be read.
    pub repairs: Vec<Repair>,
    /// What could not be checked, and why.
    pub not_run: Vec<String>,
    /// The answer as it was read; none where it could not be.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub answer: Option<Value>,
}

/// The beginning of a value, for a reader.
pub(super) fn shown(value: &str) -> String {
    match value.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", value.get(..end).unwrap_or_default()),
        None => value.to_owned(),
    }
}

/// A finding before the pack has given it a name and a severity.
pub(super) struct Found {
    pub(super) rule: Rule,
    pub(super) path: String,
    pub(super) description: String,
    pub(super) detected: Option<String>,
    pub(super) expected: Option<String>,
}

/// Collects findings.
pub(super) struct Findings<'a> {
    pack: &'a StructuredPack,
    /// With the place of their item.
    list: Vec<(usize, Finding)>,
    pub(super) not_run: Vec<String>,
}

impl<'a> Findings<'a> {
    pub(super) fn new(pack: &'a StructuredPack) -> Self {
        Self {
            pack,
            list: Vec::new(),
            not_run: Vec::new(),
        }
    }

    /// Adds a finding with the severity that the pack gives its rule; none where the pack has switched the rule off.
    pub(super) fn add(&mut self, place: usize, found: Found) {
        if let Some(severity) = self.pack.severity(found.rule) {
            self.add_as(place, severity, found);
        }
    }

    pub(super) fn add_as(&mut self, place: usize, severity: Severity, found: Found) {
        let Found {
            rule,
            path,
            description,
            detected,
            expected,
        } = found;
        let pack = self.pack;
        let finding = Finding {
            kind: pack.type_name(rule.kind()),
            rule,
            severity,
            path,
            description,
            detected: detected.as_deref().map(shown),
            expected: expected.as_deref().map(shown),
            recommendation: rule.recommendation().to_owned(),
            confidence: 1.0,
            source: format!("{}/{}: {}", pack.name, pack.version, rule.name()),
        };
        self.list.push((place, finding));
    }

    /// How many there are so far.
    pub(super) fn count(&self) -> usize {
        self.list.len()
    }

    /// Whether the pack has a rule switched on.
    pub(super) fn runs(&self, rule: Rule) -> bool {
        self.pack.severity(rule).is_some()
    }

    /// Counts, sorts and decides.
    pub(super) fn conclude(
        self,
        answer: Option<Value>,
        repairs: Vec<Repair>,
        items: usize,
        total_pages: Option<u32>,
    ) -> Outcome {
        let Self {
            pack,
            mut list,
            not_run,
        } = self;
        let mut severity_counts = SeverityCounts::default();
        let mut type_counts: BTreeMap<String, usize> = BTreeMap::new();
        for (_, finding) in &list {
            severity_counts.count(finding.severity);
            *type_counts.entry(finding.kind.clone()).or_default() += 1;
        }
        list.sort_by(|(place, finding), (other_place, other)| {
            let by_place = || (place, &finding.path).cmp(&(other_place, &other.path));
            let by_severity = other.severity.cmp(&finding.severity);
            by_severity
                .then_with(by_place)
                .then_with(|| finding.rule.cmp(&other.rule))
        });
        let findings_left_out = list.len().saturating_sub(LISTED);
        list.truncate(LISTED);
        let rejected = pack.rejects(severity_counts);
        let status = if rejected {
            Status::Rejected
        } else if list.is_empty() {
            Status::Accepted
        } else {
            Status::AcceptedWithWarnings
        };
        Outcome {
            status,
            rejection_recommended: rejected,
            pack: pack.name.clone(),
            pack_version: pack.version.clone(),
            severity_counts,
            type_counts,
            items,
            total_pages,
            findings: list.into_iter().map(|(_, finding)| finding).collect(),
            findings_left_out,
            repairs,
            not_run,
            answer,
        }
    }
}
