//! What rules of packs find in a draft before anything of it is verified: values that they put right, and signals that a person has to know of although the verifier may take
//! their sentence out.

use super::act::silence_finding;
use super::packs_on;
use crate::Firewall;
use groundwall_core::report::{Candidate, JudgedClaim};
use groundwall_core::request::Subject as Submitted;
use groundwall_core::{
    Action, Draft, Finding, Policy, Preset, Problem, Purpose, Report, RuleAnswer, RuleState,
    Verification,
};
use groundwall_governance::pack::{Part, Subject};

/// Where a rule found something that the released text may not have.
const IN_A_DRAFT: &str = "This was in a draft.";
/// The same where what was found is withheld.
const WITHHELD: &str =
    "A draft broke this rule. What broke it is withheld, so its words are not kept.";
/// What the released text does not have any more.
const TAKEN_OUT: &str = "Nothing of it is in what was released; a draft had it.";

/// What was found in the drafts of an answer.
#[derive(Debug, Default)]
pub(in crate::answer) struct Drafted {
    pub(in crate::answer) findings: Vec<Finding>,
    /// All rules that a draft broke; those of which nobody has to know have no actions.
    pub(in crate::answer) rules: Vec<RuleAnswer>,
}

impl Drafted {
    /// What a report has of it until its released text is read.
    pub(super) fn taken_from(report: &mut Report) -> Self {
        Self {
            findings: std::mem::take(&mut report.findings),
            rules: std::mem::take(&mut report.rules),
        }
    }

    /// Adds to a report what its released text does not show any more; where something was withheld, without what the drafts said.
    pub(super) fn add_to(mut self, report: &mut Report, withheld: bool) {
        if withheld {
            self.findings.iter_mut().for_each(silence_finding);
            for rule in &mut self.rules {
                WITHHELD.clone_into(&mut rule.note);
            }
        }
        for drafted in self.rules {
            let same =
                |known: &&mut RuleAnswer| known.pack == drafted.pack && known.rule == drafted.rule;
            let known = report.rules.iter_mut().find(same);
            let Some(known) = known.filter(|known| known.state != RuleState::Broken) else {
                continue;
            };
            if drafted.actions.is_empty() {
                TAKEN_OUT.clone_into(&mut known.note);
            } else {
                *known = drafted;
            }
        }
        for finding in self.findings {
            let told = report
                .findings
                .iter()
                .any(|known| known.source == finding.source);
            if !told {
                report.findings.push(finding);
            }
        }
    }

    /// Takes the answer of a broken rule, with the actions by which somebody is to know of it, and which reach beyond the text that leaves: what is masked stays in drafts and claims. `right`: a value was put right.
    fn take(&mut self, rule: &RuleAnswer, right: bool) {
        let kept = |action: &Action| match action {
            Action::Correct => right,
            Action::Alert | Action::Escalate | Action::Mask => true,
            Action::Flag
            | Action::Replace
            | Action::Append
            | Action::Remove
            | Action::Warn
            | Action::Block => false,
        };
        let actions: Vec<Action> = rule.actions.iter().copied().filter(kept).collect();
        let known = |other: &RuleAnswer| other.pack == rule.pack && other.rule == rule.rule;
        if rule.state != RuleState::Broken || self.rules.iter().any(known) {
            return;
        }
        self.rules.push(RuleAnswer {
            note: format!("{} {IN_A_DRAFT}", rule.note),
            escalation: rule
                .escalation
                .filter(|_| actions.contains(&Action::Escalate)),
            actions,
            ..rule.clone()
        });
    }
}

impl Firewall {
    /// Has the packs read a draft: what they can put right by the passages is put right before it is verified.
    pub(in crate::answer) fn read_by_packs(
        &self,
        draft: &mut Draft,
        (question, policy): (&str, &Policy),
        passages: &[Candidate],
        drafted: &mut Drafted,
    ) -> Result<(), Problem> {
        let evidence: Vec<&str> = passages
            .iter()
            .map(|candidate| candidate.passage.text.as_str())
            .collect();
        let right = self.put_right(&draft.text, (Some(question), policy), &evidence, drafted)?;
        if let Some(text) = right {
            draft.text = text;
        }
        Ok(())
    }

    /// A submitted text that leaves with the values in it that packs put right by what its claims fetched; none where they leave it as it is.
    pub(in crate::answer) fn with_values_put_right(
        &self,
        verification: &Verification,
        policy: &Policy,
        judged: &[JudgedClaim],
        drafted: &mut Drafted,
    ) -> Result<Option<String>, Problem> {
        let Submitted::Answer(text) = &verification.subject else {
            return Ok(None);
        };
        if verification.purpose == Purpose::Show {
            return Ok(None);
        }
        let windows = judged.iter().flat_map(|claim| &claim.evidence);
        let evidence: Vec<&str> = windows
            .map(|evidence| evidence.window.text.as_str())
            .collect();
        let asked = (verification.question.as_deref(), policy);
        self.put_right(text, asked, &evidence, drafted)
    }

    /// A text with the values of the evidence in it where packs put them right; none where they leave it as it is.
    fn put_right(
        &self,
        text: &str,
        (question, policy): (Option<&str>, &Policy),
        evidence: &[&str],
        drafted: &mut Drafted,
    ) -> Result<Option<String>, Problem> {
        if policy.preset != Preset::Firewall {
            return Ok(None);
        }
        let active = packs_on(&self.parts.packs, policy)?;
        let checked = active.check(&Subject {
            parts: &[Part::of(text)],
            question,
            evidence: Some(evidence),
        });
        let right = checked.put_right(text);
        let of_note = |rules: &[RuleAnswer]| {
            let of_note = rules.iter();
            of_note.filter(|rule| !rule.actions.is_empty()).count()
        };
        let before = of_note(&drafted.rules);
        for rule in &checked.rules {
            drafted.take(rule, right.is_some());
        }
        if of_note(&drafted.rules) > before {
            let findings = checked.findings.into_iter();
            drafted.findings.extend(findings.map(|finding| Finding {
                location: None,
                detected: None,
                description: format!("{} {IN_A_DRAFT}", finding.description),
                ..finding
            }));
        }
        Ok(right)
    }
}
