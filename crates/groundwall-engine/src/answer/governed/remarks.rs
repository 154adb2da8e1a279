//! What a reader is told beside the state of an answer: how far language models agree, how uncertain it is, what packs put right.

use crate::answer::panel;
use groundwall_core::governance::{ConsensusOutcome, UncertaintyBand};
use groundwall_core::{Action, Report, ReportState};

/// Says it; what a person has to look at is not verified to the end.
pub(super) fn say(report: &mut Report) {
    if report.question.is_none() || report.delivered.is_none() {
        return;
    }
    let put_right = |action: &Action| *action == Action::Correct;
    let mut rules = report.rules.iter();
    if rules.any(|rule| rule.actions.iter().any(put_right)) {
        report.remark("Rule packs put the documents' value in.".to_owned());
    }
    let Some(governance) = report.governance.clone() else {
        return;
    };
    let mut doubtful = false;
    if let Some(consensus) = &governance.consensus {
        doubtful |= matches!(
            consensus.outcome,
            ConsensusOutcome::Partial | ConsensusOutcome::Escalated
        );
        if let Some(remark) = panel::remark(consensus) {
            report.remark(remark);
        }
    }
    if let Some(uncertainty) = &governance.uncertainty {
        let advice = match uncertainty.band {
            UncertaintyBand::Serve => None,
            UncertaintyBand::Advise => Some("read the sources before you rely on it"),
            UncertaintyBand::Escalate => Some("have a person look at it"),
        };
        doubtful |= uncertainty.band == UncertaintyBand::Escalate;
        if let Some(advice) = advice {
            report.remark(format!(
                "Its uncertainty is {:.2} of 1: {advice}.",
                uncertainty.value
            ));
        }
    }
    if doubtful && report.state == ReportState::Verified {
        report.state = ReportState::PartlyVerified;
    }
}
