//! How far a value lies from that of the documents.

use groundwall_core::calibration::Toleranced;
use groundwall_core::{Finding, FindingKind};
use groundwall_values::number::{Number, Unit, extract};

fn kind(unit: &Unit) -> Option<Toleranced> {
    match unit {
        Unit::Currency(_) => Some(Toleranced::Currency),
        Unit::Percent | Unit::Points => Some(Toleranced::Percentage),
        Unit::Ratio => Some(Toleranced::Ratio),
        Unit::Measure(_) | Unit::Count(_) => None,
    }
}

/// What kind of value a finding is about and its distance, as a share of the documents' value. None where it is about something else, or the two cannot be held
/// against each other.
pub(super) fn of(finding: &Finding) -> Option<(Toleranced, f64)> {
    if !matches!(
        finding.kind,
        FindingKind::NumericMismatch | FindingKind::WithinTolerance
    ) {
        return None;
    }
    let only = |text: &Option<String>| -> Option<Number> {
        let mut all = extract(text.as_deref()?).into_iter();
        let first = all.next()?;
        all.next().is_none().then_some(first)
    };
    let (detected, expected) = (only(&finding.detected)?, only(&finding.expected)?);
    if detected.unit != expected.unit || expected.value == 0.0 {
        return None;
    }
    let distance = (detected.value - expected.value).abs() / expected.value.abs();
    Some((kind(&detected.unit)?, distance))
}
