//! What the rule packs say of a text, and what they do to an answer before it leaves.

mod act;
mod cover;
mod drafted;
mod found;
mod remarks;

pub(super) use drafted::Drafted;

use super::conclude::Outcome;
use super::governance;
use super::guarded;
use super::record::Asking;
use super::summary;
use crate::Firewall;
use crate::stages::Stages;
use act::act;
use cover::cover;
use found::findings;
use groundwall_core::report::JudgedClaim;
use groundwall_core::{
    Action, Policy, Preset, Problem, ProblemCode, Purpose, Question, Report, RuleAnswer, RuleState,
    Verdict,
};
use groundwall_governance::pack::{Active, IntentRisk, Packs, Part, Subject, language_of};
use groundwall_ports::{PortError, ProgressSink, unwatched};
use std::collections::HashSet;
use std::sync::Arc;

/// The packs that a policy switches on.
pub(crate) fn packs_on(packs: &Packs, policy: &Policy) -> Result<Arc<Active>, Problem> {
    packs.active(&policy.packs).map_err(|error| {
        Problem::new(
            ProblemCode::Unprocessable,
            format!("policy.packs: {error}."),
        )
    })
}

impl Firewall {
    /// The report of a message of another program that gives an order; none where it gives none.
    pub(crate) async fn refused(&self, question: &Question) -> Result<Option<Report>, PortError> {
        let policy = self
            .policy_of(&question.collection, &question.policy)
            .await?;
        let Some(order) = guarded::order_of_message(&question.text, &policy) else {
            return Ok(None);
        };
        let moment = (self.parts.clock)();
        let asking = Asking::of(question, policy, moment, Stages::start(&unwatched));
        let outcome = Outcome::refused(&order);
        Ok(Some(self.report(asking, Vec::new(), outcome).await?))
    }

    /// The report of a question that a pack declines; none where none does.
    pub(crate) async fn declined(
        &self,
        question: &Question,
        watch: ProgressSink<'_>,
    ) -> Result<Option<Report>, PortError> {
        let policy = self
            .policy_of(&question.collection, &question.policy)
            .await?;
        let active = packs_on(&self.parts.packs, &policy)?;
        let checked = active.check(&Subject {
            parts: &[],
            question: Some(&question.text),
            evidence: None,
        });
        let rejected = checked
            .intents
            .iter()
            .find(|intent| intent.risk == IntentRisk::Reject);
        let Some((intent, reason)) =
            rejected.and_then(|intent| Some((intent, intent.reason.as_ref()?)))
        else {
            return Ok(None);
        };
        let outcome = Outcome::declined(
            &intent.source,
            &intent.code,
            reason.in_language(language_of(&question.text)),
        );
        let moment = (self.parts.clock)();
        let asking = Asking::of(question, policy, moment, Stages::start(watch));
        Ok(Some(self.report(asking, Vec::new(), outcome).await?))
    }

    /// A report with what the packs found in its text. What is delivered has been through their actions; a text that is shown stays as it was submitted.
    pub(crate) async fn governed(
        &self,
        report: Report,
        question: Option<&str>,
        purpose: &Purpose,
    ) -> Result<Report, PortError> {
        let policy = &report.provenance.policy;
        if policy.preset != Preset::Firewall {
            return Ok(report);
        }
        let active = packs_on(&self.parts.packs, policy)?;
        let documents = if active.has_tiers() {
            self.parts.store.documents(&report.collection).await?
        } else {
            Vec::new()
        };
        let mut report = govern(&active, report, (question, purpose), self.calibration());
        // Files of packs may have been read again since the text was begun: its findings are those of these.
        report.provenance.packs = active.identities();
        let stale = governance::stale(&report, &active, &documents);
        if !stale.is_empty() {
            report.governance.get_or_insert_default().stale = stale;
        }
        Ok(report)
    }
}

fn govern(
    active: &Active,
    mut report: Report,
    (question, purpose): (Option<&str>, &Purpose),
    calibration: Option<f64>,
) -> Report {
    let drafted = Drafted::taken_from(&mut report);
    let evidence: Vec<String> = evidence(&report);
    let texts: Vec<&str> = evidence.iter().map(String::as_str).collect();
    let segments = std::mem::take(&mut report.segments);
    let supported = supported(&report.claims);
    let parts: Vec<Part<'_>> = segments
        .iter()
        .map(|segment| Part {
            text: &segment.text,
            cited: (!segment.text.trim().is_empty()).then_some(!segment.citations.is_empty()),
            supported: !segment.claims.is_empty()
                && segment.claims.iter().all(|id| supported.contains(id)),
        })
        .collect();
    let subject = Subject {
        parts: &parts,
        question,
        evidence: Some(&texts),
    };
    let checked = active.check(&subject);
    let mut governed = checked.apply(&subject);
    let governance = governance::of(&report, question, &checked, calibration);
    report.governance = (!governance.is_empty()).then(|| Box::new(governance));
    let delivered = report.delivered.as_deref().unwrap_or_default();
    report.findings = findings(&checked, &mut report.claims, delivered, &segments);
    report.rules = checked.rules;
    let withheld = report.delivered.is_none() || matches!(purpose, Purpose::Cut { left: _ });
    drafted.add_to(&mut report, withheld);
    for alert in &governed.alerts {
        tracing::warn!(report = %report.id.0, rule = alert, "a rule pack raises an alert");
    }
    let acts = match purpose {
        Purpose::Show => false,
        Purpose::Deliver => true,
        Purpose::Piece { before: _ } | Purpose::Cut { left: _ } => {
            // What goes to the end is no part of a piece, nor of a text without its end.
            governed.appended.clear();
            true
        }
    };
    if acts && report.rules.iter().any(masks) {
        cover(&mut report);
    }
    if acts && report.delivered.is_some() && !segments.is_empty() {
        act(&mut report, segments, governed);
    } else {
        report.segments = segments;
    }
    if acts {
        remarks::say(&mut report);
    }
    summary::add(&mut report.summary, &report.findings);
    report
}

/// Whether a rule covers what broke it: in the text that leaves, or in a draft, whose sentence may have been taken out before.
fn masks(rule: &RuleAnswer) -> bool {
    rule.state == RuleState::Broken && rule.actions.contains(&Action::Mask)
}

/// What the claims and the question fetched.
fn evidence(report: &Report) -> Vec<String> {
    let claims = report.claims.iter().chain(&report.removed);
    let windows = claims
        .flat_map(|claim| &claim.evidence)
        .map(|evidence| &evidence.window.text);
    let passages = report
        .candidates
        .iter()
        .map(|candidate| &candidate.passage.text);
    let mut seen = HashSet::new();
    windows
        .chain(passages)
        .filter(|text| seen.insert(text.as_str()))
        .cloned()
        .collect()
}

fn supported(claims: &[JudgedClaim]) -> HashSet<u32> {
    claims
        .iter()
        .filter(|claim| claim.verdict == Verdict::Supported)
        .map(|claim| claim.claim.id)
        .collect()
}
