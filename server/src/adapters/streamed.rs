//! A streamed chat completion behind a gate: a sentence leaves when its claims are verified.
//!
//! Verdicts ride in the extension field of the chunks. A client that goes away drops the stream, and with it the request to the endpoint. Whatever fails in between ends
//! the stream with an error chunk; what waited for its verdict then never leaves.

mod leaving;

use super::chat::{Asked, PASSING, around, changed, known_alone, no_completion, refusal};
use super::gate::{Gate, Whole};
use super::masked::unmask;
use super::openai::OpenAiError;
use super::verdicts::{Piece, Verdicts};
use super::writer::{Chunk, Writer};
use crate::api::Shared;
use crate::context::in_time;
use crate::working::Working;
use actix_web::HttpResponse;
use actix_web::http::header;
use actix_web::web::Bytes;
use groundwall_core::report::Segment;
use groundwall_core::{
    Action, FinalAction, Problem, ProblemCode, Purpose, Report, RuleAnswer, RuleState,
};
use groundwall_generator::{Relayed, RelayedStream};
use leaving::body;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use tokio::sync::OwnedSemaphorePermit;
use tokio::sync::mpsc::{Sender, channel};

/// Choices of one response.
const CHOICES: usize = 128;
/// Chunks that wait for a client that reads slowly; more is written when it has taken some.
const WAITING: usize = 64;
/// Longest mark that stands for a masked value, in bytes.
const MARK: usize = 64;

/// One choice of the response.
#[derive(Default)]
struct Choice {
    gate: Gate,
    /// Text that may end within a mark of something masked.
    held: String,
    /// The text as it was drafted.
    drafted: String,
    /// Bytes and sentences of it that went through the gate.
    passed: usize,
    sentences: usize,
    /// What of it was sent, as it left.
    sent: String,
    /// The last sentence was left out: what speaks on of its subject would point elsewhere.
    dropped: bool,
    /// Nothing of this choice leaves any more.
    stopped: bool,
    ended: bool,
    not_verified: Vec<&'static str>,
    /// Calls of tools whose arguments may hold marks, by their place.
    calls: BTreeMap<u64, Value>,
}

/// A response on its way.
struct Run {
    asked: Asked,
    context: Shared,
    events: RelayedStream,
    choices: BTreeMap<u64, Choice>,
    writer: Box<dyn Writer>,
    out: Sender<Bytes>,
}

/// Asks the endpoint and answers with its stream, for somebody who has a turn.
pub(super) async fn respond(
    asked: Asked,
    context: Shared,
    turn: OwnedSemaphorePermit,
    writer: Box<dyn Writer>,
) -> Result<HttpResponse, OpenAiError> {
    if let Some(report) = &asked.turned_away {
        return Ok(turned_away(report, &asked, writer));
    }
    let Some(relay) = &context.relay else {
        return Err(Problem::new(ProblemCode::Internal, "there is no endpoint").into());
    };
    let seconds = context.config.server.deadline_seconds;
    let events = in_time(seconds, async { Ok(relay.streamed(&asked.body).await) }).await??;
    let (out, said) = channel(WAITING);
    let mut run = Run {
        asked,
        context: context.clone(),
        events,
        choices: BTreeMap::new(),
        writer,
        out,
    };
    let work = Working::start(async move {
        let all = async {
            let first = run.writer.begin();
            run.send(first).await;
            run.all().await?;
            let last = run.writer.done();
            run.send(last).await;
            Ok(())
        };
        let done = in_time(seconds, all).await;
        drop(turn);
        if let Err(problem) = done {
            let last = run.writer.failed(crate::http_error::shown(problem));
            // Who has not read for so long misses this too, and sees a stream without its end.
            drop(run.out.try_send(Bytes::from(last)));
        }
    });
    Ok(HttpResponse::Ok()
        .content_type("text/event-stream")
        .insert_header((header::CONTENT_ENCODING, "identity"))
        .streaming(body(said, work)))
}

/// The stream for a question that goes to no endpoint.
fn turned_away(report: &Report, asked: &Asked, mut writer: Box<dyn Writer>) -> HttpResponse {
    let told = Verdicts::of(report, &[], 0).told();
    let mut said = writer.begin();
    writer.around(around(asked, "chat.completion.chunk"));
    said += &writer.chunk(Chunk {
        index: 0,
        delta: json!({"role": "assistant", "refusal": refusal(report)}),
        finish: Value::Null,
        told: None,
    });
    said += &writer.chunk(Chunk {
        index: 0,
        delta: json!({}),
        finish: json!("content_filter"),
        told: Some(told),
    });
    said += &writer.done();
    HttpResponse::Ok()
        .content_type("text/event-stream")
        .insert_header((header::CONTENT_ENCODING, "identity"))
        .body(said)
}

/// Words that rule packs add to the end of a text and that were not sent yet.
fn added(report: &Report, drafted: &str, sent: &str) -> String {
    let is_added = |segment: &&Segment| {
        let text = segment.text.trim();
        segment.claims.is_empty() && !drafted.contains(text) && !sent.contains(text)
    };
    let blank = |segment: &&Segment| segment.text.trim().is_empty();
    let mut last: Vec<&str> = report
        .segments
        .iter()
        .rev()
        .take_while(|segment| is_added(segment) || blank(segment))
        .map(|segment| segment.text.as_str())
        .collect();
    last.reverse();
    last.concat()
}

impl Run {
    async fn all(&mut self) -> Result<(), Problem> {
        loop {
            match self.events.next().await? {
                Relayed::Event(event) => self.event(event).await?,
                Relayed::Done => break,
                Relayed::Cut if self.all_ended() => break,
                Relayed::Cut => {
                    return Err(Problem::new(
                        ProblemCode::Unavailable,
                        "The chat endpoint broke off in the middle of its answer. Ask again.",
                    ));
                }
            }
            if !self.choices.is_empty() && self.choices.values().all(|choice| choice.stopped) {
                // Nothing more may leave, so nothing more is asked for.
                return Ok(());
            }
        }
        if self.choices.is_empty() {
            return Err(no_completion());
        }
        let open: Vec<u64> = self
            .choices
            .iter()
            .filter(|(_, choice)| !choice.ended)
            .map(|(index, _)| *index)
            .collect();
        for index in open {
            self.end(index, json!("stop")).await?;
        }
        Ok(())
    }

    fn all_ended(&self) -> bool {
        !self.choices.is_empty() && self.choices.values().all(|choice| choice.ended)
    }

    async fn event(&mut self, event: Value) -> Result<(), Problem> {
        let Value::Object(mut fields) = event else {
            return Ok(());
        };
        let Some(Value::Array(choices)) = fields.remove("choices") else {
            return Ok(());
        };
        known_alone(&mut fields);
        if choices.is_empty() {
            // The count of tokens comes alone, behind the last chunk.
            let said = self.writer.usage(fields);
            self.send(said).await;
            return Ok(());
        }
        fields.remove("usage");
        self.writer.around(fields);
        for choice in choices {
            self.choice(choice).await?;
        }
        Ok(())
    }

    async fn choice(&mut self, choice: Value) -> Result<(), Problem> {
        let index = choice.get("index").and_then(Value::as_u64).unwrap_or(0);
        let finish = choice
            .get("finish_reason")
            .filter(|why| !why.is_null())
            .cloned();
        let delta = choice
            .get("delta")
            .and_then(Value::as_object)
            .cloned()
            .unwrap_or_default();
        if self.choices.len() >= CHOICES && !self.choices.contains_key(&index) {
            return Err(Problem::new(
                ProblemCode::Unavailable,
                format!(
                    "The chat endpoint answered with more than {CHOICES} choices. Ask for fewer."
                ),
            ));
        }
        let state = self.choices.entry(index).or_default();
        if state.stopped || state.ended {
            return Ok(());
        }
        let more = super::chat::text_of(delta.get("content").unwrap_or(&Value::Null));
        let mut passing: Map<String, Value> = delta
            .into_iter()
            .filter(|(name, part)| PASSING.contains(&name.as_str()) && !part.is_null())
            .collect();
        for name in super::chat::not_verified(&passing) {
            if !state.not_verified.contains(&name) {
                state.not_verified.push(name);
            }
        }
        if self.asked.masker.is_some()
            && let Some(Value::Array(calls)) = passing.remove("tool_calls")
        {
            for call in calls {
                collect(&mut state.calls, call);
            }
        }
        if !passing.is_empty() {
            self.chunk(index, Value::Object(passing), Value::Null, None)
                .await;
        }
        if !more.is_empty() {
            self.text(index, &more)?;
            self.let_through(index).await?;
        }
        match finish {
            Some(why) => self.end(index, why).await,
            None => Ok(()),
        }
    }

    /// Takes text, with the values in place of their marks.
    fn text(&mut self, index: u64, more: &str) -> Result<(), Problem> {
        let choice = self.choices.entry(index).or_default();
        let Some(masker) = &self.asked.masker else {
            choice.drafted.push_str(more);
            return choice.gate.push(more);
        };
        choice.held.push_str(more);
        let open = choice.held.rfind('[').filter(|at| {
            let rest = choice.held.get(*at..).unwrap_or_default();
            !rest.contains(']') && rest.len() < MARK
        });
        let rest = open.map(|at| choice.held.split_off(at)).unwrap_or_default();
        let text = masker.unmask(&std::mem::replace(&mut choice.held, rest));
        choice.drafted.push_str(&text);
        choice.gate.push(&text)
    }

    /// Verifies and lets go the sentences that are whole.
    async fn let_through(&mut self, index: u64) -> Result<(), Problem> {
        loop {
            let choice = self.choices.entry(index).or_default();
            if choice.stopped {
                return Ok(());
            }
            let Some(whole) = choice.gate.next()? else {
                return Ok(());
            };
            let Whole { before, gap, text } = whole;
            let length = gap.len().saturating_add(text.len());
            choice.passed = choice.passed.saturating_add(length);
            choice.sentences = choice.sentences.saturating_add(1);
            let purpose = Purpose::Piece { before };
            let report = self
                .context
                .judge(self.asked.against.verification(&text, purpose))
                .await?;
            self.released(index, &gap, &text, &report).await?;
        }
    }

    /// Sends what the policy leaves of a sentence, and its verdicts.
    async fn released(
        &mut self,
        index: u64,
        gap: &str,
        text: &str,
        report: &Report,
    ) -> Result<(), Problem> {
        let blocked = |rule: &RuleAnswer| {
            rule.state == RuleState::Broken && rule.actions.contains(&Action::Block)
        };
        let choice = self.choices.entry(index).or_default();
        let told = serde_json::to_value(Piece::of(report, choice.sentences)).unwrap_or_default();
        let Some(delivered) = &report.delivered else {
            if report.rules.iter().any(blocked) {
                // Which rule it was is told by what it makes of the whole.
                return self.stop(index, Purpose::Deliver).await;
            }
            if self.asked.against.policy.final_action == FinalAction::Withhold {
                let left = choice.sent.clone();
                return self.stop(index, Purpose::Cut { left }).await;
            }
            choice.dropped = true;
            self.chunk(index, json!({}), Value::Null, Some(told)).await;
            return Ok(());
        };
        let listed = text.trim_start().starts_with(|c: char| {
            matches!(c, '-' | '*' | '+' | '•' | '|' | '#') || c.is_ascii_digit()
        });
        let sentence = match report.claims.as_slice() {
            [only] if choice.dropped && !listed && !changed(report, text) => {
                only.claim.text.clone()
            }
            _ => delivered.clone(),
        };
        let gap = if choice.sent.is_empty() {
            gap.trim_start()
        } else {
            gap
        };
        let content = format!("{gap}{sentence}");
        choice.sent.push_str(&content);
        choice.dropped = !report.removed.is_empty();
        self.chunk(index, json!({"content": content}), Value::Null, Some(told))
            .await;
        Ok(())
    }

    /// Ends a choice before the sentence that went through the gate last, and puts it on record.
    async fn stop(&mut self, index: u64, purpose: Purpose) -> Result<(), Problem> {
        let choice = self.choices.entry(index).or_default();
        choice.stopped = true;
        let drafted = std::mem::take(&mut choice.drafted);
        let (passed, not_verified) = (choice.passed, choice.not_verified.clone());
        let read = drafted.get(..passed).unwrap_or(&drafted);
        let (_, told) = self.told(read, purpose, &not_verified).await?;
        self.chunk(index, json!({}), json!("content_filter"), Some(told))
            .await;
        Ok(())
    }

    /// The report of a whole text, and what the last chunk says of it.
    async fn told(
        &self,
        drafted: &str,
        purpose: Purpose,
        not_verified: &[&'static str],
    ) -> Result<(Report, Value), Problem> {
        let verification = self.asked.against.verification(drafted, purpose);
        let report = self.context.judge(verification).await?;
        let told = Verdicts::of(&report, not_verified, self.asked.kept_back).told();
        Ok((report, told))
    }

    /// The end of a choice: what waits is verified, then the whole of it is put on record.
    async fn end(&mut self, index: u64, why: Value) -> Result<(), Problem> {
        let choice = self.choices.entry(index).or_default();
        let held = std::mem::take(&mut choice.held);
        choice.drafted.push_str(&held);
        choice.gate.push(&held)?;
        choice.gate.end();
        self.let_through(index).await?;
        let choice = self.choices.entry(index).or_default();
        if choice.stopped {
            return Ok(());
        }
        choice.ended = true;
        let mut calls: Vec<Value> = std::mem::take(&mut choice.calls).into_values().collect();
        let (drafted, sent, not_verified) = (
            std::mem::take(&mut choice.drafted),
            std::mem::take(&mut choice.sent),
            choice.not_verified.clone(),
        );
        if let Some(masker) = self.asked.masker.as_ref().filter(|_| !calls.is_empty()) {
            for call in &mut calls {
                unmask(call, masker);
            }
            self.chunk(index, json!({"tool_calls": calls}), Value::Null, None)
                .await;
        }
        let mut told = Verdicts::of_nothing(&not_verified, self.asked.kept_back).told();
        let mut why = why;
        if !drafted.trim().is_empty() {
            let report;
            (report, told) = self.told(&drafted, Purpose::Deliver, &not_verified).await?;
            let added = added(&report, &drafted, &sent);
            if sent.is_empty() {
                why = json!("content_filter");
            } else if !added.is_empty() {
                self.chunk(index, json!({"content": added}), Value::Null, None)
                    .await;
            }
        }
        self.chunk(index, json!({}), why, Some(told)).await;
        Ok(())
    }

    async fn chunk(&mut self, index: u64, delta: Value, finish: Value, told: Option<Value>) {
        let said = self.writer.chunk(Chunk {
            index,
            delta,
            finish,
            told,
        });
        self.send(said).await;
    }

    async fn send(&self, text: String) {
        if !text.is_empty() {
            // A client that is gone hears nothing.
            drop(self.out.send(Bytes::from(text)).await);
        }
    }
}

/// Adds a part of a call of a tool to what came of it before.
fn collect(calls: &mut BTreeMap<u64, Value>, part: Value) {
    let place = part.get("index").and_then(Value::as_u64).unwrap_or(0);
    let more = part
        .pointer("/function/arguments")
        .and_then(Value::as_str)
        .unwrap_or_default()
        .to_owned();
    match calls.get_mut(&place) {
        Some(call) => {
            if let Some(Value::String(arguments)) = call.pointer_mut("/function/arguments") {
                arguments.push_str(&more);
            }
        }
        None => {
            calls.insert(place, part);
        }
    }
}
