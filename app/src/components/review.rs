//! A flagged report: why, how soon, and the forms to decide.

use groundwall_core::Severity;

/// The word of a priority.
pub(crate) fn priority(severity: Severity) -> &'static str {
    match severity {
        Severity::Low => "Low",
        Severity::Medium => "Medium",
        Severity::High => "High",
        Severity::Critical => "Critical",
    }
}
