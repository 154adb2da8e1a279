//! What would have become of a report under another policy, as far as its record tells (docs/contract.md, The decision on a draft).

use super::decide::{Decision, decide};
use groundwall_core::report::{Attempt, JudgedClaim};
use groundwall_core::{FinalAction, Policy, Report, ReportState};

/// What becomes of a draft.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    Released,
    /// The failed sentences are taken out or put right.
    Repaired,
    /// Delivered with a note behind each failed claim.
    Noted,
    Withheld,
    /// Another draft is asked for; what it says is not known.
    DraftedAgain,
    /// Only verified: the text stays as it was submitted.
    Shown,
}

/// What would have become of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Outlook {
    pub fate: Fate,
    /// None where another draft would decide.
    pub state: Option<ReportState>,
    /// The attempt that the fate is of, from 1.
    pub attempt: u32,
}

/// What would have become of a report under a policy, given the verdicts that it has. None where the record does not tell: nothing was drafted, or the
/// text was withheld and is not kept. `more` is whether another draft can be asked for.
pub fn outlook(report: &Report, policy: &Policy, more: bool) -> Option<Outlook> {
    if report.table.is_some() {
        return None;
    }
    if report.question.is_none() {
        return Some(Outlook {
            fate: Fate::Shown,
            state: Some(submitted(&report.claims, policy)),
            attempt: 1,
        });
    }
    let mut asked = None;
    for (place, attempt) in (0u32..).zip(&report.attempts) {
        attempt.draft.as_ref()?;
        let decision = decide(&attempt.claims, policy);
        let again = decision == Decision::Regenerate && place < policy.max_regenerations && more;
        if !again {
            return Some(concluded(attempt, decision, policy));
        }
        asked = Some(attempt.number.saturating_add(1));
    }
    asked.map(|attempt| Outlook {
        fate: Fate::DraftedAgain,
        state: None,
        attempt,
    })
}

/// The state of a text that was submitted.
fn submitted(claims: &[JudgedClaim], policy: &Policy) -> ReportState {
    match decide(claims, policy) {
        Decision::NothingToCheck => ReportState::NothingToCheck,
        Decision::Release => ReportState::Verified,
        Decision::Repair => ReportState::PartlyVerified,
        Decision::Regenerate => ReportState::NotVerified,
    }
}

/// Whether a repair leaves a claim.
fn repairable(attempt: &Attempt) -> bool {
    attempt
        .claims
        .iter()
        .any(|claim| claim.verdict.is_checkable() && !claim.failed())
}

fn concluded(attempt: &Attempt, decision: Decision, policy: &Policy) -> Outlook {
    let below = attempt
        .support_ratio
        .is_none_or(|ratio| ratio < policy.support_threshold);
    let repaired = if repairable(attempt) {
        (Fate::Repaired, ReportState::PartlyVerified)
    } else {
        (Fate::Withheld, ReportState::NotVerified)
    };
    let (fate, state) = match (decision, policy.final_action) {
        (Decision::NothingToCheck, _) => (Fate::Released, ReportState::NothingToCheck),
        (Decision::Release, _) => (Fate::Released, ReportState::Verified),
        (Decision::Repair, _) | (Decision::Regenerate, FinalAction::Repair) => repaired,
        (Decision::Regenerate, FinalAction::Withhold) => (Fate::Withheld, ReportState::NotVerified),
        (Decision::Regenerate, FinalAction::Notes) if below => {
            (Fate::Noted, ReportState::NotVerified)
        }
        (Decision::Regenerate, FinalAction::Notes) => (Fate::Noted, ReportState::PartlyVerified),
    };
    Outlook {
        fate,
        state: Some(state),
        attempt: attempt.number,
    }
}

#[cfg(test)]
mod tests {
    use super::{Fate, Outlook, outlook};
    use groundwall_core::{FinalAction, Policy, Report, ReportState};
    use serde_json::{Value, json};

    fn claim(id: u32, verdict: &str) -> Value {
        json!({
            "claim": {
                "id": id, "kind": "date", "text": "It is.", "sentence": "It is.", "span": {"start": 0, "end": 5}, "specificity": "low",
                "checkability": "checkable", "hedge": null, "vague": false,
            },
            "verdict": verdict, "why": "", "probability": 0.5, "evidence": [], "checks": [], "findings": [],
        })
    }

    fn report(question: Option<&str>, attempts: &[&[&str]]) -> Report {
        let none = json!({"supported": 0, "refuted": 0, "unsupported": 0, "unverifiable": 0});
        let claims = |verdicts: &[&str]| -> Vec<Value> {
            (1..)
                .zip(verdicts)
                .map(|(id, verdict)| claim(id, verdict))
                .collect()
        };
        let drafts: Vec<Value> = (1..)
            .zip(attempts)
            .map(|(number, verdicts)| {
                let supported = verdicts.iter().filter(|verdict| **verdict == "supported").count();
                json!({
                    "number": number, "generator": "m", "draft": "d", "claims": claims(verdicts), "counts": none,
                    "support_ratio": supported as f64 / verdicts.len() as f64, "faults": [], "refined_prompt": null,
                })
            })
            .collect();
        let last = attempts
            .last()
            .map_or_else(Vec::new, |verdicts| claims(verdicts));
        serde_json::from_value(json!({
            "id": "1", "collection": "default", "created_at": "2026-01-01T00:00:00Z", "question": question, "state": "verified", "banner": "", "delivered": "d",
            "segments": [], "citations": [], "claims": last, "removed": [],
            "attempts": if question.is_some() { drafts } else { Vec::new() }, "candidates": [], "stages": [],
            "summary": {
                "counts": none, "support_ratio": null, "findings_by_severity": {}, "findings_by_type": {}, "findings_by_certainty": {},
                "rejection_recommended": false, "overall_risk": "low", "mean_similarity": null, "mean_entailment": null, "confidence": null, "adjusted_confidence": null
            },
            "degraded": [],
            "provenance": {"groundwall": "0", "embedder": null, "verifier": null, "calibrated": false, "generator": null, "policy": {}, "collection_version": 1},
            "elapsed_seconds": 0.1
        }))
        .unwrap()
    }

    const HALF: &[&str] = &["supported", "unsupported"];

    fn of(fate: Fate, state: Option<ReportState>, attempt: u32) -> Option<Outlook> {
        Some(Outlook {
            fate,
            state,
            attempt,
        })
    }

    #[test]
    fn the_threshold_decides_whether_half_is_enough() {
        let asked = report(Some("?"), &[HALF]);
        let policy = Policy::default();
        assert_eq!(
            outlook(&asked, &policy, true),
            of(Fate::DraftedAgain, None, 2)
        );
        let partly = Some(ReportState::PartlyVerified);
        assert_eq!(
            outlook(&asked, &policy, false),
            of(Fate::Repaired, partly, 1)
        );
        let lower = Policy {
            support_threshold: 0.5,
            ..policy
        };
        assert_eq!(outlook(&asked, &lower, true), of(Fate::Repaired, partly, 1));
        let submitted = report(None, &[HALF]);
        assert_eq!(
            outlook(&submitted, &lower, true),
            of(Fate::Shown, partly, 1)
        );
        let failed = Some(ReportState::NotVerified);
        assert_eq!(
            outlook(&submitted, &Policy::default(), true),
            of(Fate::Shown, failed, 1)
        );
    }

    #[test]
    fn what_follows_the_last_attempt_is_told() {
        let asked = report(Some("?"), &[HALF, &["unsupported"]]);
        let with = |final_action, max_regenerations| Policy {
            final_action,
            max_regenerations,
            ..Policy::default()
        };
        let failed = Some(ReportState::NotVerified);
        let told = |action, most| outlook(&asked, &with(action, most), true);
        assert_eq!(
            told(FinalAction::Repair, 0),
            of(Fate::Repaired, Some(ReportState::PartlyVerified), 1)
        );
        assert_eq!(told(FinalAction::Repair, 1), of(Fate::Withheld, failed, 2));
        assert_eq!(told(FinalAction::Notes, 1), of(Fate::Noted, failed, 2));
        assert_eq!(
            told(FinalAction::Withhold, 0),
            of(Fate::Withheld, failed, 1)
        );
        assert_eq!(
            told(FinalAction::Repair, 2),
            of(Fate::DraftedAgain, None, 3)
        );
        let supported = report(Some("?"), &[&["supported"]]);
        let released = outlook(&supported, &Policy::default(), true);
        assert_eq!(released, of(Fate::Released, Some(ReportState::Verified), 1));
    }

    #[test]
    fn what_the_record_does_not_hold_is_not_told() {
        let mut withheld = report(Some("?"), &[HALF]);
        withheld.attempts[0].draft = None;
        assert_eq!(outlook(&withheld, &Policy::default(), true), None);
        let uncovered = report(Some("?"), &[]);
        assert_eq!(outlook(&uncovered, &Policy::default(), true), None);
    }
}
