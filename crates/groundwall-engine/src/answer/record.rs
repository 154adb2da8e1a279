//! The report of a question.

use super::conclude::Outcome;
use super::governed::Drafted;
use super::guarded;
use super::judged::Judged;
use super::summary::summarise;
use crate::Firewall;
use crate::Moment;
use crate::stages::Stages;
use groundwall_core::governance::{Consensus, Governance};
use groundwall_core::report::{AskedPart, Attempt, Candidate, JudgedClaim};
use groundwall_core::{Policy, Question, Report, ReportId};
use groundwall_ports::PortError;

/// A question on its way, with what is known of it so far.
pub(super) struct Asking<'a> {
    pub(super) question: &'a Question,
    pub(super) policy: Policy,
    pub(super) moment: Moment,
    pub(super) stages: Stages<'a>,
    pub(super) candidates: Vec<Candidate>,
    pub(super) asked: Vec<AskedPart>,
    /// What rules of packs found in drafts, before the verifier took anything out.
    pub(super) drafted: Drafted,
    /// How far several endpoints agree.
    pub(super) consensus: Option<Consensus>,
}

impl<'a> Asking<'a> {
    /// A question of which nothing is known yet.
    pub(super) fn of(
        question: &'a Question,
        policy: Policy,
        moment: Moment,
        stages: Stages<'a>,
    ) -> Self {
        Self {
            question,
            policy,
            moment,
            stages,
            candidates: Vec::new(),
            asked: Vec::new(),
            drafted: Drafted::default(),
            consensus: None,
        }
    }
}

impl Firewall {
    /// The record of a question that was not computed from a table.
    pub(super) async fn report(
        &self,
        asking: Asking<'_>,
        attempts: Vec<Judged>,
        outcome: Outcome,
    ) -> Result<Report, PortError> {
        let Asking {
            question,
            policy,
            moment,
            stages,
            candidates,
            asked,
            drafted,
            mut consensus,
        } = asking;
        let Outcome {
            state,
            banner,
            composed,
            withheld,
        } = outcome;
        let last: Vec<JudgedClaim> = attempts
            .last()
            .map(|judged| judged.claims.clone())
            .unwrap_or_default();
        let summary = summarise(&last, &policy);
        let mut attempts: Vec<Attempt> =
            attempts.into_iter().map(|judged| judged.attempt).collect();
        if withheld {
            attempts.iter_mut().for_each(redact);
            consensus.iter_mut().for_each(silence);
        }
        let (delivered, segments, citations, claims, removed) = match composed {
            Some(composed) => (
                Some(composed.text()),
                composed.segments,
                composed.citations,
                composed.kept,
                composed.removed,
            ),
            None => (None, Vec::new(), Vec::new(), Vec::new(), Vec::new()),
        };
        let mut degraded = self.degraded(&policy);
        if asked.iter().any(|part| part.found.is_none()) {
            degraded.push(self.unread());
        }
        let remarks = guarded::note(&candidates).into_iter().collect();
        let mut provenance = self
            .provenance(
                &policy,
                &question.collection,
                Some(self.parts.generator.name()),
            )
            .await?;
        if asked.iter().any(|part| part.found.is_some()) {
            provenance.reader = self
                .questions
                .as_ref()
                .map(|reader| reader.identity().clone());
        }
        let (stages, elapsed_seconds) = stages.finish();
        Ok(Report {
            id: ReportId(uuid::Uuid::new_v4().to_string()),
            collection: question.collection.clone(),
            scope: question.scope.clone(),
            created_at: moment.rfc3339,
            conversation: None,
            question: Some(question.text.clone()),
            asked_as: None,
            asked,
            state,
            banner,
            table: None,
            delivered,
            segments,
            citations,
            claims,
            removed,
            attempts,
            candidates,
            stages,
            summary,
            remarks,
            findings: drafted.findings,
            rules: drafted.rules,
            governance: consensus.map(|consensus| {
                Box::new(Governance {
                    consensus: Some(consensus),
                    ..Governance::default()
                })
            }),
            degraded,
            provenance,
            elapsed_seconds,
        })
    }

    /// Why nobody judges whether a text answers a question.
    pub(crate) fn unread(&self) -> String {
        let why = match self.questions {
            Some(_) => "The reader is not loaded, or not yet, or the question is too long for it",
            None => "There is no reader",
        };
        format!(
            "{why}; whether a text answers the question is not judged, so no answer is verified."
        )
    }
}

/// Withheld text does not leave the server: only figures and the kinds of fault stay.
pub(super) fn redact(attempt: &mut Attempt) {
    let mut kinds: Vec<String> = attempt
        .claims
        .iter()
        .flat_map(|claim| &claim.findings)
        .map(|finding| finding.kind.name().replace('_', " "))
        .collect();
    kinds.sort();
    kinds.dedup();
    attempt.faults = kinds;
    attempt.draft = None;
    attempt.refined_prompt = None;
    attempt.claims = Vec::new();
}

/// Nor does what other endpoints wrote.
pub(super) fn silence(consensus: &mut Consensus) {
    for answer in &mut consensus.answers {
        answer.text = None;
    }
}
