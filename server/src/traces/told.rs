//! What a question, a verification or an upload tells: a span for the whole, one for each stage of a report, and its verdicts as evaluations.

use super::parent::Parent;
use super::wire::{Attribute, Event, INTERNAL, Span, Status, given, nanos};
use groundwall_core::report::{JudgedClaim, Stage};
use groundwall_core::{Problem, Report};
use groundwall_governance::personal::redact;
use groundwall_ports::UploadOutcome;
use std::time::{Duration, SystemTime};
use uuid::Uuid;

/// The event's name in the semantic conventions for generative AI; it is in the state "development" there.
const EVALUATION: &str = "gen_ai.evaluation.result";
/// How well the evidence supports a whole text: its support ratio, and the report's state.
const GROUNDEDNESS: &str = "groundedness";
/// How well it supports one claim: the probability, and the verdict.
const CLAIM_SUPPORT: &str = "claim_support";
/// INFO.
const SEVERITY: u8 = 9;

/// What was done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Work {
    Ask,
    Verify,
}

impl Work {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Ask => "ask",
            Self::Verify => "verify",
        }
    }
}

/// Spans and events of one piece of work.
#[derive(Debug, Default)]
pub(super) struct Told {
    pub(super) spans: Vec<Span>,
    pub(super) events: Vec<Event>,
}

impl Told {
    pub(super) fn records(&self) -> usize {
        self.spans.len().saturating_add(self.events.len())
    }
}

/// A piece of work, from its begin to its end.
pub(super) struct Done {
    pub(super) name: &'static str,
    /// Of the span: a server's or a command's.
    pub(super) kind: u8,
    pub(super) began: SystemTime,
    pub(super) ended: SystemTime,
    pub(super) parent: Option<Parent>,
    /// Whether questions, answers, claims and reasons may be told.
    pub(super) texts: bool,
}

impl Done {
    /// The span of the whole.
    fn span(&self, attributes: Vec<Attribute>, status: Option<Status>) -> Span {
        let (trace, parent) = match &self.parent {
            Some(Parent { trace, span, .. }) => (trace.clone(), Some(span.clone())),
            None => (id(32), None),
        };
        Span {
            trace_id: trace,
            span_id: id(16),
            parent_span_id: parent,
            name: self.name.to_owned(),
            kind: self.kind,
            start_time_unix_nano: nanos(self.began),
            end_time_unix_nano: nanos(self.ended),
            attributes,
            status,
        }
    }

    /// What work tells that came to nothing.
    pub(super) fn failed(&self, problem: &Problem) -> Told {
        let code = given("error.type", problem.code.name());
        Told {
            spans: vec![self.span(vec![code], Some(Status::ERROR))],
            events: Vec::new(),
        }
    }
}

/// An id of so many hex digits, which is not zero.
fn id(digits: usize) -> String {
    let mut id = Uuid::new_v4().simple().to_string();
    id.truncate(digits);
    id
}

/// What a question or a verification tells.
pub(super) fn judged(done: &Done, report: &Report) -> Told {
    let root = done.span(whole(report, done.texts), None);
    let began = done
        .ended
        .checked_sub(Duration::from_secs_f64(report.elapsed_seconds.max(0.0)))
        .map_or(done.began, |began| began.max(done.began));
    let stages = stages(report, began, &root);
    let events = evaluations(report, done, &root);
    Told {
        spans: [root].into_iter().chain(stages).collect(),
        events,
    }
}

/// What an upload tells: how many files were taken in and refused, and why the first of these was. It failed where none was taken in.
pub(super) fn taken_in(done: &Done, outcomes: &[UploadOutcome]) -> Told {
    let count = |count: usize| u32::try_from(count).unwrap_or(u32::MAX);
    let taken = || outcomes.iter().filter_map(|one| one.result.as_ref().ok());
    let passages = taken().fold(0_u32, |sum, document| sum.saturating_add(document.passages));
    let refused = outcomes.iter().find_map(|one| one.result.as_ref().err());
    let taken = taken().count();
    let mut attributes = vec![
        given("groundwall.documents.taken_in", count(taken)),
        given(
            "groundwall.documents.refused",
            count(outcomes.len().saturating_sub(taken)),
        ),
        given("groundwall.passages", passages),
    ];
    attributes.extend(refused.map(|problem| given("error.type", problem.code.name())));
    let failed = taken == 0 && refused.is_some();
    Told {
        spans: vec![done.span(attributes, failed.then_some(Status::ERROR))],
        events: Vec::new(),
    }
}

/// What a report says of itself, in figures.
fn whole(report: &Report, texts: bool) -> Vec<Attribute> {
    let counts = report.summary.counts;
    let attempts = u32::try_from(report.attempts.len()).unwrap_or(u32::MAX);
    let degraded = u32::try_from(report.degraded.len()).unwrap_or(u32::MAX);
    let mut all = vec![
        given("groundwall.report.id", report.id.0.as_str()),
        given("groundwall.report.state", report.state.name()),
        given("groundwall.claims.supported", counts.supported),
        given("groundwall.claims.refuted", counts.refuted),
        given("groundwall.claims.unsupported", counts.unsupported),
        given("groundwall.claims.unverifiable", counts.unverifiable),
        given("groundwall.drafts", attempts),
        given("groundwall.not_run", degraded),
    ];
    let conversation = report.conversation.as_ref();
    all.extend(conversation.map(|id| given("gen_ai.conversation.id", id.0.as_str())));
    let model = report.provenance.generator.as_deref();
    all.extend(model.map(|model| given("gen_ai.response.model", model)));
    if texts {
        let (question, answer) = (report.question.as_deref(), report.delivered.as_deref());
        all.extend(question.map(|text| given("groundwall.question", redact(text).as_str())));
        all.extend(answer.map(|text| given("groundwall.answer", redact(text).as_str())));
    }
    all
}

/// A span for each stage, one behind the other, as the report times them.
fn stages(report: &Report, began: SystemTime, root: &Span) -> Vec<Span> {
    let mut at = began;
    let span = |stage: &Stage| {
        let start = at;
        let end = start.checked_add(Duration::from_millis(stage.milliseconds));
        at = end.unwrap_or(start);
        Span {
            trace_id: root.trace_id.clone(),
            span_id: id(16),
            parent_span_id: Some(root.span_id.clone()),
            name: stage.name.to_lowercase(),
            kind: INTERNAL,
            start_time_unix_nano: nanos(start),
            end_time_unix_nano: nanos(at),
            attributes: vec![
                given("groundwall.stage.count", stage.count),
                given("groundwall.stage.unit", stage.unit.as_str()),
            ],
            status: None,
        }
    };
    report.stages.iter().map(span).collect()
}

/// The verdict on the whole and on each claim. What was taken out of the text was judged, too.
fn evaluations(report: &Report, done: &Done, root: &Span) -> Vec<Event> {
    let event = |attributes| Event {
        time_unix_nano: nanos(done.ended),
        observed_time_unix_nano: nanos(done.ended),
        severity_number: SEVERITY,
        event_name: EVALUATION,
        trace_id: root.trace_id.clone(),
        span_id: root.span_id.clone(),
        attributes,
    };
    let mut whole = named(GROUNDEDNESS, report.state.name(), report);
    let ratio = report.summary.support_ratio;
    whole.extend(ratio.map(|ratio| given("gen_ai.evaluation.score.value", ratio)));
    if done.texts {
        whole.push(given(
            "gen_ai.evaluation.explanation",
            redact(&report.banner).as_str(),
        ));
    }
    let claim = |judged: &JudgedClaim| {
        let mut said = named(CLAIM_SUPPORT, judged.verdict.word(), report);
        if judged.verdict.is_checkable() {
            let probability = f64::from(judged.probability);
            said.push(given("gen_ai.evaluation.score.value", probability));
        }
        said.push(given("groundwall.claim.id", judged.claim.id));
        if done.texts {
            said.push(given(
                "groundwall.claim.text",
                redact(&judged.claim.text).as_str(),
            ));
            said.push(given(
                "gen_ai.evaluation.explanation",
                redact(&judged.why).as_str(),
            ));
        } else if let Some(reason) = &judged.reason {
            said.push(given("gen_ai.evaluation.explanation", reason.code()));
        }
        said
    };
    let claims = report.claims.iter().chain(&report.removed).map(claim);
    [whole].into_iter().chain(claims).map(event).collect()
}

fn named(name: &str, label: &str, report: &Report) -> Vec<Attribute> {
    vec![
        given("gen_ai.evaluation.name", name),
        given("gen_ai.evaluation.score.label", label),
        given("gen_ai.response.id", report.id.0.as_str()),
    ]
}
