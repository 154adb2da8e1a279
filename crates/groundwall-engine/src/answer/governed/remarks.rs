//! What a reader is told beside the state of an answer: how far language models agree, how uncertain it is, what packs put right.

use crate::answer::panel;
use groundwall_core::governance::{ConsensusOutcome, UncertaintyBand};
use groundwall_core::{Action, Report, ReportState};

/// Says it; what a person has to look at is not verified to the end.
pub(super) fn say(report: &mut Report) {
    if report.delivered.is_none() {
        return;
    }
    let put_right = |action: &Action| *action == Action::Correct;
    let mut rules = report.rules.iter();
    let mut remarks: Vec<String> = Vec::new();
    if rules.any(|rule| rule.actions.iter().any(put_right)) {
        remarks.push("Rule packs put the documents' value in.".to_owned());
    }
    let governance = report.governance.as_deref();
    let mut doubtful = false;
    if let Some(consensus) = governance.and_then(|known| known.consensus.as_ref()) {
        let later =
            report.regenerations() > 0 && consensus.outcome != ConsensusOutcome::NotCompared;
        doubtful |= later
            || matches!(
                consensus.outcome,
                ConsensusOutcome::Partial | ConsensusOutcome::Escalated
            );
        remarks.extend(panel::remark(consensus, later));
    }
    if let Some(uncertainty) = governance.and_then(|known| known.uncertainty.as_ref()) {
        let advice = match uncertainty.band {
            UncertaintyBand::Serve => None,
            UncertaintyBand::Advise => Some("read the sources before you rely on it"),
            UncertaintyBand::Escalate => Some("have a person look at it"),
        };
        doubtful |= uncertainty.band == UncertaintyBand::Escalate;
        let value = uncertainty.value;
        remarks
            .extend(advice.map(|advice| format!("Its uncertainty is {value:.2} of 1: {advice}.")));
    }
    for remark in remarks {
        report.remark(remark);
    }
    if doubtful && report.state == ReportState::Verified {
        report.state = ReportState::PartlyVerified;
    }
}
