//! What a report says of a claim: evidence in its order, what each check found, findings, and the verdict in words.

mod findings;
mod reason;
mod why_not;

use super::rule::Ruling;
use super::{Case, Place};
use groundwall_checks::assertion::Standing;
use groundwall_checks::{CheckKind, Observation, Signal, words::capitalised};
use groundwall_core::report::{CheckOutcome, JoinedReading, JudgedClaim, Outcome};
use groundwall_core::{Claim, Evidence, Finding, FindingKind, Reason, Stance, Verdict};
use why_not::why_not;

/// The highest probability of a claim that a check or another document speaks against, whatever the models say.
const DOUBTFUL: f32 = 0.3;

/// A claim that is shown and not judged.
pub(crate) fn unverifiable(claim: &Claim) -> JudgedClaim {
    let reason = Reason::unverifiable(claim.checkability);
    JudgedClaim {
        why: reason.to_string(),
        reason: Some(reason),
        claim: claim.clone(),
        verdict: Verdict::Unverifiable,
        probability: 0.0,
        evidence: Vec::new(),
        checks: Vec::new(),
        findings: Vec::new(),
        why_not: None,
        second_opinion: None,
        read_as: None,
        joined: Vec::new(),
        removed_by: None,
        computed: None,
    }
}

impl Case<'_> {
    /// The claim with its verdict and everything that led to it. `probability` is what the models make of its support.
    pub(super) fn report(&self, ruling: &Ruling, probability: f32) -> JudgedClaim {
        let verdict = ruling.verdict();
        let reason = self.reason(ruling);
        let why = reason.to_string();
        let deciding = ruling.deciding();
        let order = self.order(deciding.map(|(place, _)| place));
        let findings = self.findings(ruling, &why, &order);
        let failed = verdict.is_checkable() && verdict != Verdict::Supported;
        let why_not = failed
            .then(|| {
                let nearest = order.first().copied();
                why_not(&self.claim.text, &self.said, &self.windows, nearest)
            })
            .flatten();
        JudgedClaim {
            claim: self.claim.clone(),
            verdict,
            reason: Some(reason),
            why,
            probability: self.probability(ruling, probability),
            evidence: self.evidence(&order, deciding),
            checks: self.outcomes(&findings),
            findings,
            why_not,
            second_opinion: self.opinion.as_ref().map(|(_, opinion)| opinion.clone()),
            read_as: self.read_in(deciding.map(|(place, _)| place)),
            joined: self.readings(),
            removed_by: None,
            computed: None,
        }
    }

    /// What the models read in the claim's place beside the window that decides, where that is otherwise.
    fn read_in(&self, deciding: Option<usize>) -> Option<String> {
        let Some(place) = deciding else {
            return self.read_as.clone();
        };
        Some(self.read_at(Place::Window(place))).filter(|read| *read != self.claim.text)
    }

    /// The places of the windows, the one that decides first.
    fn order(&self, first: Option<usize>) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.windows.len()).collect();
        order.sort_by_key(|place| (Some(*place) != first, *place));
        order
    }

    fn evidence(&self, order: &[usize], deciding: Option<(usize, Stance)>) -> Vec<Evidence> {
        order
            .iter()
            .map(|place| {
                let stance = deciding
                    .filter(|(deciding, _)| deciding == place)
                    .map_or(Stance::Silent, |(_, stance)| stance);
                Evidence {
                    stance,
                    ..self.windows[*place].evidence.clone()
                }
            })
            .collect()
    }

    /// The probability of support that is shown: no check and no document that speaks against the claim leaves it high.
    fn probability(&self, ruling: &Ruling, probability: f32) -> f32 {
        let refuted_by_check = self
            .said
            .iter()
            .any(|said| matches!(said.signal, Signal::Clash | Signal::Impossible));
        let doubtful = || {
            self.settled() || matches!(ruling, Ruling::Conflict { .. }) || self.denied().is_some()
        };
        match ruling.verdict() {
            Verdict::Supported if self.verbatim.is_some() => 1.0,
            Verdict::Refuted if refuted_by_check => probability.min(0.05),
            Verdict::Refuted | Verdict::Unsupported if doubtful() => probability.min(DOUBTFUL),
            Verdict::Supported | Verdict::Refuted | Verdict::Unsupported => probability,
            Verdict::Unverifiable => 0.0,
        }
    }

    /// What the reader said of joined text.
    fn readings(&self) -> Vec<JoinedReading> {
        self.joined
            .iter()
            .filter_map(|joined| {
                Some(JoinedReading {
                    document: joined.document.clone(),
                    text: joined.text.clone(),
                    nli: joined.read?,
                })
            })
            .collect()
    }

    /// What each check said, or that it did not run.
    fn outcomes(&self, findings: &[Finding]) -> Vec<CheckOutcome> {
        let mut outcomes: Vec<CheckOutcome> = self.said.iter().map(outcome).collect();
        outcomes.extend(self.assertion_outcome(findings));
        outcomes.extend(self.off.iter().map(|check| CheckOutcome {
            check: (*check).to_owned(),
            outcome: Outcome::NotRun,
            note: "Switched off".to_owned(),
        }));
        let nli_ran = !self.not_read
            && self
                .windows
                .iter()
                .any(|scored| scored.evidence.nli.is_some());
        if !nli_ran && !self.windows.is_empty() {
            outcomes.push(CheckOutcome {
                check: CheckKind::Nli.name().to_owned(),
                outcome: Outcome::NotRun,
                note: "The model did not run".to_owned(),
            });
        }
        outcomes
    }

    /// What the check of assertions says: the claim is denied, asserted by no window, or only named by one.
    fn assertion_outcome(&self, findings: &[Finding]) -> Option<CheckOutcome> {
        let mut embedded = self
            .windows
            .iter()
            .enumerate()
            .filter_map(|(place, scored)| match &scored.standing {
                Standing::Asserted => None,
                Standing::Withheld(embedding) | Standing::Denied(embedding) => {
                    Some((place, embedding))
                }
            });
        let refuted = findings
            .iter()
            .any(|finding| finding.kind == FindingKind::Contradiction);
        let denied = self.denied().filter(|_| refuted);
        let outcome = if denied.is_some() {
            Outcome::Clash
        } else if !self
            .windows
            .iter()
            .any(|scored| scored.standing.is_asserted())
        {
            Outcome::Absent
        } else {
            Outcome::Warning
        };
        let (place, embedding) = denied.or_else(|| embedded.next())?;
        Some(CheckOutcome {
            check: CheckKind::Assertion.name().to_owned(),
            outcome,
            note: self.told(place, embedding),
        })
    }
}

fn outcome(said: &Observation) -> CheckOutcome {
    let outcome = match said.signal {
        Signal::Passed => Outcome::Passed,
        Signal::Clash | Signal::Impossible => Outcome::Clash,
        Signal::Absent | Signal::Suspect | Signal::Gone => Outcome::Absent,
        Signal::Warning => Outcome::Warning,
    };
    CheckOutcome {
        check: said.check.name().to_owned(),
        outcome,
        note: capitalised(&said.note),
    }
}
