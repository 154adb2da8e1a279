//! Cases with an expected outcome, each through the whole product: its documents are stored, its question is asked, and its answer stands where a language model's draft would.

mod layers;

pub use layers::Layers;

use async_trait::async_trait;
use groundwall_core::governance::{ConsensusOutcome, GuardState, UncertaintyBand};
use groundwall_core::{Draft, Prompt, Question, Report, ReportState, RuleState};
use groundwall_governance::consensus;
use groundwall_governance::personal;
use groundwall_governance::review::ReviewRules;
use groundwall_governance::uncertainty::{self, Signals, Value};
use groundwall_ports::{ChatModel, FirewallService, Generator, PortError, Upload};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A case of data/benchmark.
#[derive(Debug, Clone, Deserialize)]
pub struct Case {
    pub id: String,
    pub category: String,
    pub language: String,
    pub question: String,
    pub documents: Vec<CaseDocument>,
    /// The draft; without one the sentence that answers best is drafted.
    #[serde(default)]
    pub answer: Option<String>,
    /// Instead of a draft: what an endpoint tells of its certainty.
    #[serde(default)]
    pub signals: Option<CaseSignals>,
    /// Instead of a draft: what several endpoints answered.
    #[serde(default)]
    pub answers: Vec<CaseAnswer>,
    pub expect: Expected,
}

/// A document of a case.
#[derive(Debug, Clone, Deserialize)]
pub struct CaseDocument {
    pub name: String,
    pub text: String,
}

/// What one endpoint answered.
#[derive(Debug, Clone, Deserialize)]
pub struct CaseAnswer {
    pub text: String,
}

/// What is known of an answer's uncertainty, as [`groundwall_governance::uncertainty::Signals`] has it; none where the endpoint gives it not.
#[derive(Debug, Clone, Copy, Deserialize)]
pub struct CaseSignals {
    pub token_entropy: Option<f64>,
    pub self_consistency: Option<f64>,
    pub claim_verification: Option<f64>,
    pub calibration_error: Option<f64>,
}

/// What is scored of a case's expectations.
#[derive(Debug, Clone, Copy, Deserialize)]
pub struct Expected {
    /// Whether the draft is served, or the question taken, as it is.
    pub pass: bool,
}

/// A line that is no case.
#[derive(Debug, thiserror::Error)]
#[error("line {line}: no case: {source}")]
pub struct CaseError {
    /// From 1.
    pub line: usize,
    pub source: serde_json::Error,
}

impl Case {
    /// Reads cases, one a line.
    ///
    /// # Errors
    /// The first line that is no case, with its number.
    pub fn parse(text: &str) -> Result<Vec<Self>, CaseError> {
        text.lines()
            .enumerate()
            .filter(|(_, line)| !line.trim().is_empty())
            .map(|(number, line)| {
                serde_json::from_str(line).map_err(|source| CaseError {
                    line: number + 1,
                    source,
                })
            })
            .collect()
    }
}

/// What became of a case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// As it was drafted or asked, with nothing said against it.
    Served,
    /// The guard refused the question, or kept a document from the generator.
    Guarded,
    /// A rule pack declined the question.
    Declined,
    /// Personal data was masked in the question.
    Masked,
    /// A rule pack found something in the answer, or changed it.
    Marked,
    /// The answer did not leave as it was drafted, or its state says that it does not hold.
    NotVerified,
    /// It waits for a person.
    Escalated,
    /// Nothing of the product reads such a case, or it failed.
    NotRun,
}

/// Compares answers as the product does.
#[async_trait]
pub trait Compares: Send + Sync {
    /// Share of the answers that say what most of them say, in [0, 1].
    async fn score(&self, question: &str, answers: &[&str]) -> Result<Option<f64>, PortError>;
}

/// A generator that drafts what the case says.
#[derive(Debug, Default)]
pub struct Drafts(Mutex<Option<String>>);

impl Drafts {
    fn set(&self, draft: Option<String>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = draft;
    }
}

#[async_trait]
impl Generator for Drafts {
    async fn draft(&self, prompt: &Prompt) -> Result<Draft, PortError> {
        let given = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let best = || prompt.sentences.first().map(|best| best.text.clone());
        Ok(Draft {
            text: given.clone().or_else(best).unwrap_or_default(),
            model: self.name(),
            token_entropy: None,
        })
    }

    fn name(&self) -> String {
        "answers of cases".to_owned()
    }

    /// As a language model: it would follow orders in passages.
    fn chat(&self) -> Option<&dyn ChatModel> {
        Some(self)
    }
}

impl ChatModel for Drafts {}

/// Outcomes of some cases.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    pub to_serve: u32,
    pub served: u32,
    pub to_stop: u32,
    pub stopped: u32,
    /// Of all: neither served nor stopped, and never right.
    pub not_run: u32,
}

impl Counts {
    fn add(&mut self, pass: bool, outcome: Outcome) {
        let right = outcome != Outcome::NotRun && (outcome == Outcome::Served) == pass;
        let (all, hit) = if pass {
            (&mut self.to_serve, &mut self.served)
        } else {
            (&mut self.to_stop, &mut self.stopped)
        };
        *all += 1;
        *hit += u32::from(right);
        self.not_run += u32::from(outcome == Outcome::NotRun);
    }

    /// Cases that came out as they should.
    pub fn right(&self) -> u32 {
        self.served + self.stopped
    }

    /// Cases, those that were not run too.
    pub fn all(&self) -> u32 {
        self.to_serve + self.to_stop
    }
}

/// Figures of a run.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Figures {
    pub by_category: BTreeMap<String, Counts>,
    pub by_language: BTreeMap<String, Counts>,
    pub all: Counts,
    /// From the question to the report, of the cases that were asked, without storing the documents; milliseconds at p50, p95 and p99.
    pub times: Option<[f64; 3]>,
}

/// Runs cases one after the other over a collection that holds nothing else; `drafts` is the service's generator.
///
/// # Errors
/// Where the rules of review cannot be read.
pub async fn run(
    service: &dyn FirewallService,
    drafts: &Drafts,
    comparing: &dyn Compares,
    cases: &[Case],
    layers: &Layers,
    mut observe: impl FnMut(&Case, Outcome),
) -> Result<Figures, PortError> {
    let rules =
        ReviewRules::bundled().map_err(|error| PortError::internal(format!("review: {error}")))?;
    let mut figures = Figures::default();
    let mut times = Vec::new();
    for case in cases {
        let outcome = match &case.signals {
            Some(signals) => uncertain(signals, layers),
            None if !case.answers.is_empty() => compared(comparing, case, layers).await,
            None => match asked(service, drafts, case, layers).await {
                Ok((report, took)) => {
                    times.push(took);
                    decided(case, &report, &rules, layers)
                }
                Err(_) => Outcome::NotRun,
            },
        };
        observe(case, outcome);
        let groups = [
            (&mut figures.by_category, &case.category),
            (&mut figures.by_language, &case.language),
        ];
        for (counts, group) in groups {
            let counts = counts.entry(group.clone()).or_default();
            counts.add(case.expect.pass, outcome);
        }
        figures.all.add(case.expect.pass, outcome);
    }
    times.sort();
    let at = |percent: usize| {
        let found = times.get(times.len() * percent / 100);
        found.map_or(0.0, |took| took.as_secs_f64() * 1_000.0)
    };
    figures.times = (!times.is_empty()).then(|| [at(50), at(95), at(99)]);
    Ok(figures)
}

async fn asked(
    service: &dyn FirewallService,
    drafts: &Drafts,
    case: &Case,
    layers: &Layers,
) -> Result<(Report, Duration), PortError> {
    service.clear().await?;
    let files = case.documents.iter().map(|document| Upload {
        name: document.name.clone(),
        bytes: document.text.clone().into_bytes(),
    });
    for outcome in service.upload(files.collect()).await? {
        outcome.result?;
    }
    drafts.set(case.answer.clone());
    let question = Question::parse(&case.question, layers.policy.clone())?;
    let start = Instant::now();
    let report = service.ask(question).await?;
    Ok((report, start.elapsed()))
}

/// Only where all say the same is nothing said against the answer.
async fn compared(comparing: &dyn Compares, case: &Case, layers: &Layers) -> Outcome {
    if layers.policy.consensus == Some(false) {
        return Outcome::Served;
    }
    if case.answers.len() < 2 {
        return Outcome::NotRun;
    }
    let texts: Vec<&str> = case
        .answers
        .iter()
        .map(|answer| answer.text.as_str())
        .collect();
    match comparing.score(&case.question, &texts).await {
        Ok(Some(score)) => match consensus::outcome(score) {
            ConsensusOutcome::Approved => Outcome::Served,
            ConsensusOutcome::Majority
            | ConsensusOutcome::Partial
            | ConsensusOutcome::Escalated
            | ConsensusOutcome::NotCompared => Outcome::Escalated,
        },
        Ok(None) | Err(_) => Outcome::NotRun,
    }
}

fn uncertain(signals: &CaseSignals, layers: &Layers) -> Outcome {
    if layers.uncertainty_off {
        return Outcome::Served;
    }
    let value = |signal: Option<f64>| -> Value { signal.ok_or("the endpoint gives none") };
    let found = uncertainty::of(&Signals {
        token_entropy: value(signals.token_entropy),
        self_consistency: value(signals.self_consistency),
        claim_verification: value(signals.claim_verification),
        calibration_error: value(signals.calibration_error),
    });
    match found.map(|found| found.band) {
        Some(UncertaintyBand::Serve) => Outcome::Served,
        Some(UncertaintyBand::Advise | UncertaintyBand::Escalate) => Outcome::Escalated,
        None => Outcome::NotRun,
    }
}

fn decided(case: &Case, report: &Report, rules: &ReviewRules, layers: &Layers) -> Outcome {
    let governance = report.governance.as_deref();
    let guard = governance.and_then(|governance| governance.guard.as_ref());
    if guard.is_some_and(|guard| guard.state == GuardState::Refused)
        || report
            .candidates
            .iter()
            .any(|candidate| candidate.kept_back.is_some())
    {
        return Outcome::Guarded;
    }
    let mut intents = governance.iter().flat_map(|known| &known.intents);
    if intents.any(|intent| intent.risk == "reject") {
        return Outcome::Declined;
    }
    if !layers.masking_off && personal::redact(&case.question) != case.question {
        return Outcome::Masked;
    }
    let Some(draft) = &case.answer else {
        // The case asks whether the question is taken, whatever is answered.
        return Outcome::Served;
    };
    let broken = |state: RuleState| state == RuleState::Broken;
    if !report.findings.is_empty() || report.rules.iter().any(|rule| broken(rule.state)) {
        return Outcome::Marked;
    }
    let delivered = report.delivered.as_deref().map(bare);
    let holds = match report.state {
        ReportState::Verified | ReportState::NothingToCheck => true,
        // It says that the documents have no answer.
        ReportState::NotCovered => report.summary.counts.checkable() == 0,
        ReportState::PartlyVerified | ReportState::NotVerified => false,
    };
    if !holds || delivered != Some(bare(draft)) {
        return Outcome::NotVerified;
    }
    if !layers.review_off && rules.triage(report).is_some() {
        return Outcome::Escalated;
    }
    Outcome::Served
}

/// A text without the marks of citations, which the verifier issues anew, and without differences of white space.
fn bare(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('[') {
        out.push_str(before);
        rest = match after.split_once(']') {
            Some((inside, behind)) if inside.bytes().all(|byte| byte.is_ascii_digit()) => behind,
            Some(_) | None => {
                out.push('[');
                after
            }
        };
    }
    out.push_str(rest);
    out.split_whitespace().collect()
}

#[cfg(test)]
mod tests;
