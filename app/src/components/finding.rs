//! What a type of finding is called in words.

use groundwall_core::FindingKind;

/// "another number", "not found".
pub(crate) fn words(kind: &FindingKind) -> String {
    let said = match kind {
        FindingKind::NumericMismatch => "another number",
        FindingKind::DateMismatch => "another date",
        FindingKind::IdentifierMismatch => "another number or code",
        FindingKind::Contradiction => "contradicted",
        FindingKind::Conflict => "the documents disagree",
        FindingKind::NoEvidence => "not found",
        FindingKind::FabricatedCitation => "a source that is not there",
        FindingKind::FalseQuote => "quoted wrongly",
        FindingKind::InventedStatistic => "a figure that was not found",
        FindingKind::NonexistentEntity => "a name that was not found",
        FindingKind::LogicalImpossibility => "impossible",
        FindingKind::TemporalError => "the wrong order in time",
        FindingKind::SelfContradiction => "the text contradicts itself",
        FindingKind::SuspiciousPrecision => "too exact",
        FindingKind::SuspiciousRounding => "too round",
        FindingKind::VagueAttribution => "said by nobody in particular",
        FindingKind::GenericQuote => "a quotation of nobody",
        FindingKind::WithinTolerance => "off, but within the tolerance",
        FindingKind::NotRun => "not checked",
        FindingKind::Pack(_) => return kind.name().replace('_', " "),
    };
    said.to_owned()
}
