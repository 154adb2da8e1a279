//! The decision on a draft (docs/contract.md, The decision on a draft).

use groundwall_core::report::JudgedClaim;
use groundwall_core::verdict::VerdictCounts;
use groundwall_core::{Policy, Severity, Verdict};

/// What to do with a draft.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Decision {
    Release,
    Repair,
    Regenerate,
    NothingToCheck,
}

/// Decides on a draft's claims.
pub(super) fn decide(claims: &[JudgedClaim], policy: &Policy) -> Decision {
    let counts = VerdictCounts::of(claims.iter().map(|claim| claim.verdict));
    let Some(ratio) = counts.support_ratio() else {
        return Decision::NothingToCheck;
    };
    if counts.supported == counts.checkable() {
        Decision::Release
    } else if ratio >= policy.support_threshold && !veto(claims) {
        Decision::Repair
    } else {
        Decision::Regenerate
    }
}

/// Any refuted claim, any critical finding, or three or more high findings.
pub(super) fn veto(claims: &[JudgedClaim]) -> bool {
    let findings = |severity: Severity| {
        claims
            .iter()
            .flat_map(|claim| &claim.findings)
            .filter(|finding| finding.severity == severity)
            .count()
    };
    claims.iter().any(|claim| claim.verdict == Verdict::Refuted)
        || findings(Severity::Critical) > 0
        || findings(Severity::High) >= 3
}

/// Why a draft was not released as it stood, one line a failed claim.
pub(super) fn faults(claims: &[JudgedClaim]) -> Vec<String> {
    claims
        .iter()
        .filter(|claim| claim.failed())
        .map(|claim| format!("“{}” {}", claim.claim.text, claim.why))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claims::given;

    fn claims(verdicts: &[Verdict]) -> Vec<JudgedClaim> {
        verdicts
            .iter()
            .map(|verdict| JudgedClaim {
                claim: given(1, "It is."),
                verdict: *verdict,
                reason: None,
                why: String::new(),
                probability: 0.5,
                evidence: vec![],
                checks: vec![],
                findings: vec![],
                why_not: None,
                second_opinion: None,
                read_as: None,
                removed_by: None,
                joined: Vec::new(),
                computed: None,
            })
            .collect()
    }

    #[test]
    fn the_table_of_the_policy() {
        use Verdict::{Refuted, Supported, Unsupported, Unverifiable};
        let policy = Policy::default();
        let table: &[(&[Verdict], Decision)] = &[
            (&[Supported, Supported, Unverifiable], Decision::Release),
            (&[Supported, Supported, Unsupported], Decision::Repair),
            (
                &[Supported, Supported, Supported, Refuted],
                Decision::Regenerate,
            ),
            (&[Supported, Unsupported], Decision::Regenerate),
            (&[Refuted, Refuted, Refuted], Decision::Regenerate),
            (&[Unverifiable], Decision::NothingToCheck),
            (&[], Decision::NothingToCheck),
        ];
        for (verdicts, decision) in table {
            assert_eq!(
                decide(&claims(verdicts), &policy),
                *decision,
                "{verdicts:?}"
            );
        }
    }
}
