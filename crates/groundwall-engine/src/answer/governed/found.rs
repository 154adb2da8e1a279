//! The findings of packs, by the characters of the delivered text and with their claims.

use groundwall_core::report::{JudgedClaim, Segment};
use groundwall_core::{Finding, Span};
use groundwall_governance::pack::Checked;

/// The findings. What a check found in the same words is not found again: it is as grave and as sure as the rule says, where that is more.
pub(super) fn findings(
    checked: &Checked,
    claims: &mut [JudgedClaim],
    delivered: &str,
    segments: &[Segment],
) -> Vec<Finding> {
    let read: String = segments
        .iter()
        .map(|segment| segment.text.as_str())
        .collect();
    let offset = delivered
        .find(read.trim())
        .map(|at| delivered.get(..at).unwrap_or_default().chars().count());
    let lead = read.chars().count() - read.trim_start().chars().count();
    let mut ends: Vec<(usize, &Segment)> = Vec::new();
    for segment in segments {
        let before = ends.last().map_or(0, |(end, _)| *end);
        ends.push((before + segment.text.chars().count(), segment));
    }
    let own = checked.findings.iter().filter_map(|finding| {
        let mut finding = finding.clone();
        let Some(span) = finding.location else {
            return Some(finding);
        };
        let place = ends.partition_point(|(end, _)| *end <= span.start);
        let ids = ends
            .get(place)
            .map_or(&[][..], |(_, segment)| &segment.claims);
        if told_by_a_check(claims, ids, &finding) {
            return None;
        }
        finding.claim = ids.first().copied().unwrap_or_default();
        finding.location = offset.and_then(|offset| {
            let start = (span.start + offset).checked_sub(lead)?;
            let end = (span.end + offset).checked_sub(lead)?;
            Some(Span { start, end })
        });
        Some(finding)
    });
    own.collect()
}

/// Whether a check found the same in one of these claims; of how grave and how sure check and rule say that is, the more counts.
fn told_by_a_check(claims: &mut [JudgedClaim], ids: &[u32], finding: &Finding) -> bool {
    let mut told = false;
    let of_part = claims
        .iter_mut()
        .filter(|claim| ids.contains(&claim.claim.id));
    for known in of_part.flat_map(|claim| &mut claim.findings) {
        if known.kind != finding.kind || !same_words(known, finding) {
            continue;
        }
        told = true;
        known.severity = known.severity.max(finding.severity);
        known.certainty = known.certainty.max(finding.certainty);
        known.confidence = known.confidence.max(finding.confidence);
    }
    told
}

/// Whether two findings are about the same words, as far as they say which.
fn same_words(one: &Finding, other: &Finding) -> bool {
    match (&one.detected, &other.detected) {
        (Some(one), Some(other)) => one.contains(other.as_str()) || other.contains(one.as_str()),
        (None, _) | (_, None) => true,
    }
}
