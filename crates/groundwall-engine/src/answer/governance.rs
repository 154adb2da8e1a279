//! What a report says of the question besides its answer: the guard's reading, the intents, the uncertainty.

use super::guarded;
use groundwall_core::governance::{Governance, StaleDocument, Uncertainty};
use groundwall_core::report::JudgedClaim;
use groundwall_core::{Document, DocumentId, Report};
use groundwall_governance::pack::{Active, Checked, language_of};
use groundwall_governance::uncertainty::{self, Signals, Value};
use std::collections::HashSet;

/// All of it for a report whose text the packs have read, with the question that it answers; `calibration` is the error of the judge's probability on reviewed statements.
pub(super) fn of(
    report: &Report,
    question: Option<&str>,
    checked: &Checked,
    calibration: Option<f64>,
) -> Governance {
    let language = language_of(question.unwrap_or_default());
    Governance {
        guard: report
            .question
            .as_deref()
            .map(|question| guarded::reading(question, &report.provenance.policy)),
        intents: checked
            .intents
            .iter()
            .map(|intent| intent.answer(language))
            .collect(),
        uncertainty: uncertain(report, calibration),
        consensus: report
            .governance
            .as_deref()
            .and_then(|known| known.consensus.clone()),
        stale: Vec::new(),
    }
}

/// Documents of the evidence that went without a review for longer than their tier allows.
pub(super) fn stale(
    report: &Report,
    active: &Active,
    documents: &[Document],
) -> Vec<StaleDocument> {
    let used: HashSet<&DocumentId> = report
        .claims
        .iter()
        .flat_map(|claim| &claim.evidence)
        .map(|evidence| &evidence.window.document)
        .chain(report.citations.iter().map(|citation| &citation.document))
        .collect();
    documents
        .iter()
        .filter(|document| used.contains(&document.id))
        .filter_map(|document| active.past_review(document, &report.created_at))
        .collect()
}

/// From what the last draft's tokens, its samples and its verdicts say.
fn uncertain(report: &Report, calibration: Option<f64>) -> Option<Uncertainty> {
    let checkable = |claim: &&JudgedClaim| claim.verdict.is_checkable();
    let claims: Vec<f64> = report
        .claims
        .iter()
        .filter(checkable)
        .map(|claim| 1.0 - f64::from(claim.probability))
        .collect();
    let claim_verification: Value = if claims.is_empty() {
        let drafted = report.summary.confidence.map(|confidence| 1.0 - confidence);
        drafted.ok_or("there is no claim to verify")
    } else {
        Ok(claims.iter().sum::<f64>() / claims.len() as f64)
    };
    let judge = report.provenance.judge.as_ref();
    let last = report.attempts.last();
    let samples = last.and_then(|attempt| attempt.samples);
    uncertainty::of(&Signals {
        token_entropy: last
            .and_then(|attempt| attempt.token_entropy)
            .ok_or("the generator gives no probabilities of its tokens"),
        self_consistency: samples
            .map(|samples| 1.0 - f64::from(samples.agree) / f64::from(samples.drafts.max(1)))
            .ok_or("the answer was not sampled several times"),
        claim_verification,
        calibration_error: judge
            .ok_or("no calibrated judge took part")
            .and_then(|_| calibration.ok_or("too few statements were reviewed")),
    })
}
