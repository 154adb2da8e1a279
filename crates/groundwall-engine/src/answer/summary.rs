//! The figures of a report and its banner.

use super::decide::veto;
use groundwall_core::report::{JudgedClaim, Risk, Summary};
use groundwall_core::verdict::VerdictCounts;
use groundwall_core::{Certainty, Finding, Policy, Severity};
use std::collections::BTreeMap;

fn mean(values: impl Iterator<Item = f32>) -> Option<f32> {
    let (sum, count) = values.fold((0.0, 0u32), |(sum, count), value| (sum + value, count + 1));
    (count > 0).then(|| sum / count as f32)
}

fn tally<K: Ord>(keys: impl Iterator<Item = K>) -> BTreeMap<K, u32> {
    keys.fold(BTreeMap::new(), |mut counts, key| {
        *counts.entry(key).or_default() += 1;
        counts
    })
}

/// Figures over the claims of the text that was judged last.
pub(super) fn summarise(claims: &[JudgedClaim], policy: &Policy) -> Summary {
    let counts = VerdictCounts::of(claims.iter().map(|claim| claim.verdict));
    let findings = || claims.iter().flat_map(|claim| &claim.findings);
    let best = |pick: fn(&groundwall_core::Evidence) -> Option<f32>| {
        mean(
            claims
                .iter()
                .filter_map(|claim| claim.evidence.first())
                .filter_map(pick),
        )
    };
    let confidence = mean(
        claims
            .iter()
            .filter(|claim| claim.verdict.is_checkable())
            .map(|claim| claim.probability),
    )
    .map(f64::from);
    let flagged = claims.iter().any(JudgedClaim::failed);
    Summary {
        counts,
        support_ratio: counts.support_ratio(),
        findings_by_severity: tally(findings().map(|finding| finding.severity)),
        findings_by_type: tally(findings().map(|finding| finding.kind)),
        findings_by_certainty: tally(findings().map(|finding| finding.certainty)),
        rejection_recommended: veto(claims)
            || counts
                .support_ratio()
                .is_some_and(|ratio| ratio < policy.support_threshold),
        overall_risk: risk(findings()),
        mean_similarity: best(|evidence| evidence.similarity),
        mean_entailment: best(|evidence| evidence.nli.map(|nli| nli.entailment)),
        confidence,
        adjusted_confidence: confidence.map(|value| {
            if flagged {
                (value - policy.confidence_penalty).max(0.0)
            } else {
                value
            }
        }),
    }
}

/// How much is at risk by findings.
fn risk<'f>(findings: impl Iterator<Item = &'f Finding> + Clone) -> Risk {
    let highs = findings
        .clone()
        .filter(|finding| finding.severity == Severity::High)
        .count();
    if findings
        .clone()
        .any(|finding| finding.severity == Severity::Critical)
    {
        Risk::Critical
    } else if highs >= 3
        || findings.clone().any(|finding| {
            finding.severity == Severity::High && finding.certainty == Certainty::Confirmed
        })
    {
        Risk::High
    } else if highs > 0
        || findings
            .clone()
            .any(|finding| finding.certainty == Certainty::Likely)
    {
        Risk::Medium
    } else {
        Risk::Low
    }
}

/// Adds what rule packs found to the figures. A critical finding or three high ones recommend rejection, as they do of claims.
pub(super) fn add(summary: &mut Summary, findings: &[Finding]) {
    for finding in findings {
        *summary
            .findings_by_severity
            .entry(finding.severity)
            .or_default() += 1;
        *summary.findings_by_type.entry(finding.kind).or_default() += 1;
        *summary
            .findings_by_certainty
            .entry(finding.certainty)
            .or_default() += 1;
    }
    let highs = summary.findings_by_severity.get(&Severity::High);
    let grave = summary
        .findings_by_severity
        .contains_key(&Severity::Critical);
    let many = highs.is_some_and(|highs| *highs >= 3);
    if !findings.is_empty() {
        summary.rejection_recommended |= grave || many;
        let own = if many {
            Risk::High
        } else {
            risk(findings.iter())
        };
        if grade(own) > grade(summary.overall_risk) {
            summary.overall_risk = own;
        }
    }
}

fn grade(risk: Risk) -> u8 {
    match risk {
        Risk::Low => 0,
        Risk::Medium => 1,
        Risk::High => 2,
        Risk::Critical => 3,
    }
}

/// Windows that the NLI model judged; a claim has more evidence than that where its verdict did not need it.
pub(super) fn windows_judged(claims: &[JudgedClaim]) -> usize {
    claims
        .iter()
        .flat_map(|claim| &claim.evidence)
        .filter(|evidence| evidence.nli.is_some())
        .count()
}

/// `1 claim`, `2 claims`.
pub(super) fn count(number: u32, noun: &str) -> String {
    if number == 1 {
        format!("1 {noun}")
    } else {
        format!("{number} {noun}s")
    }
}

/// "5 of 6 claims are supported."
pub(super) fn tally_sentence(counts: VerdictCounts) -> String {
    let all = counts.checkable();
    match (counts.supported, all) {
        (1, 1) => "The claim is supported.".to_owned(),
        (0, 1) => "The claim is not supported.".to_owned(),
        (some, all) if some == all => format!("All {all} claims are supported."),
        (0, all) => format!("None of {all} claims is supported."),
        (some, all) => format!(
            "{some} of {all} claims {} supported.",
            if some == 1 { "is" } else { "are" }
        ),
    }
}
