//! What broken rules do to an answer before it leaves.

use crate::answer::record::{redact, silence};
use groundwall_core::governance::Consensus;
use groundwall_core::report::Segment;
use groundwall_core::verdict::VerdictCounts;
use groundwall_core::{Finding, Report, ReportState};
use groundwall_governance::pack::{Governed, Left};
use std::collections::HashMap;

/// Does what broken rules ask for to an answer.
pub(super) fn act(report: &mut Report, segments: Vec<Segment>, governed: Governed) {
    if let Some(why) = governed.blocked {
        withhold(
            report,
            &format!("The answer was withheld by a rule pack ({why})"),
        );
        return;
    }
    let changed = governed
        .parts
        .iter()
        .any(|part| !matches!(part, Left::Stays(_)));
    leave(report, segments, governed.parts);
    let is_blank = |segment: &Segment| segment.text.trim().is_empty();
    if report.segments.iter().all(is_blank) {
        let why = governed.warnings.join(" ");
        withhold(
            report,
            &format!("The answer was withheld: rule packs left nothing of it. {why}"),
        );
        return;
    }
    let lengthened = !governed.appended.is_empty();
    if changed || lengthened {
        for words in governed.appended {
            report.segments.push(own("\n\n".to_owned()));
            report.segments.push(own(words));
        }
        report.delivered = Some(text(&report.segments));
    }
    if changed {
        tell_changed(report);
    } else if lengthened {
        report.remark("Rule packs added a note to it.".to_owned());
    }
    for warning in governed.warnings {
        report.remark(warning);
    }
}

/// Leaves of an answer what its rules leave of each part; the claims of what goes are removed with it.
fn leave(report: &mut Report, segments: Vec<Segment>, parts: Vec<Left>) {
    let mut gone: HashMap<u32, Option<String>> = HashMap::new();
    for (segment, left) in segments.into_iter().zip(parts) {
        match left {
            Left::Stays(_) => report.segments.push(segment),
            Left::Edited(text) => report.segments.push(Segment { text, ..segment }),
            Left::Replaced { words, by } => {
                gone.extend(segment.claims.iter().map(|id| (*id, Some(by.clone()))));
                report.segments.push(own(words));
            }
            Left::Gone { by } => gone.extend(segment.claims.iter().map(|id| (*id, by.clone()))),
        }
    }
    for mut claim in std::mem::take(&mut report.claims) {
        match gone.remove(&claim.claim.id) {
            Some(by) => {
                claim.removed_by = by;
                report.removed.push(claim);
            }
            None => report.claims.push(claim),
        }
    }
}

/// Says that the text is another than was verified.
fn tell_changed(report: &mut Report) {
    for finding in &mut report.findings {
        // The text that it stood in is another now.
        finding.location = None;
    }
    report.remark("Rule packs changed the text.".to_owned());
    let counts = VerdictCounts::of(report.claims.iter().map(|claim| claim.verdict));
    report.state = match report.state {
        ReportState::Verified | ReportState::PartlyVerified if counts.checkable() == 0 => {
            ReportState::NothingToCheck
        }
        ReportState::Verified => ReportState::PartlyVerified,
        state @ (ReportState::PartlyVerified
        | ReportState::NotVerified
        | ReportState::NothingToCheck
        | ReportState::NotCovered) => state,
    };
}

/// Words of a pack's own, which state nothing.
fn own(text: String) -> Segment {
    Segment {
        text,
        claims: Vec::new(),
        citations: Vec::new(),
        note: None,
    }
}

/// The text as it is delivered, with each note behind its sentence.
fn text(segments: &[Segment]) -> String {
    let mut text = String::new();
    for segment in segments {
        text.push_str(&segment.text);
        if let Some(note) = &segment.note {
            text.push_str(&format!(" [{note}]"));
        }
    }
    text.trim().to_owned()
}

/// Nothing of the text leaves, and nothing of it stays in the report.
fn withhold(report: &mut Report, why: &str) {
    report.state = ReportState::NotVerified;
    why.clone_into(&mut report.banner);
    report.remarks = vec![why.to_owned()];
    report.delivered = None;
    report.table = None;
    report.segments.clear();
    report.citations.clear();
    report.claims.clear();
    report.removed.clear();
    report.attempts.iter_mut().for_each(redact);
    panel(report).for_each(silence);
    report.findings.iter_mut().for_each(silence_finding);
}

/// Of a finding in a text that does not leave its type alone stays: the rest may name what the text said.
pub(super) fn silence_finding(finding: &mut Finding) {
    finding.location = None;
    finding.detected = None;
    finding.expected = None;
    finding.description = finding.kind.name().replace('_', " ");
}

/// What several endpoints said.
pub(super) fn panel(report: &mut Report) -> impl Iterator<Item = &mut Consensus> {
    let governance = report.governance.as_deref_mut();
    governance
        .and_then(|known| known.consensus.as_mut())
        .into_iter()
}
