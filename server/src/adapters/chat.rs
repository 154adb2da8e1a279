//! `POST /v1/chat/completions`: an application changes its base URL and has a firewall.
//!
//! The request goes on to the configured chat endpoint. What comes back is verified against sources of the request, texts of its tools, or the stored documents, and
//! leaves as the policy says. Text that nobody verifies (reasoning, probabilities of tokens) does not leave at all.

use super::collection;
use super::masked::{masked, unmask};
use super::openai::OpenAiError;
use super::orders;
use super::streamed;
use super::verdicts::Verdicts;
use super::writer::Completion;
use crate::access;
use crate::admission::Kind;
use crate::api::{Shared, json_body};
use crate::context::{Context, in_time};
use actix_web::{HttpRequest, HttpResponse, web};
use groundwall_core::policy::{Policy, PolicyOverride};
use groundwall_core::request::{InlineSource, MAX_ORIGIN, Subject};
use groundwall_core::{
    CollectionId, DocumentName, Problem, ProblemCode, Purpose, Report, Scope, Verification,
};
use groundwall_generator::Relay;
use groundwall_governance::personal::Masker;
use groundwall_ports::PortError;
use serde::Deserialize;
use serde_json::{Map, Value, json};

/// The extension field of a request.
#[derive(Debug, Clone, Default, Deserialize, utoipa::ToSchema)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Extension {
    pub(super) sources: Vec<InlineSource>,
    pub(super) policy: PolicyOverride,
    /// Given together with sources: both are searched.
    pub(super) collection: Option<String>,
    /// Only stored documents of these names; they are searched beside the sources.
    pub(super) documents: Vec<DocumentName>,
}

/// What a text is verified against, and how.
#[derive(Clone)]
pub(super) struct Against {
    pub(super) sources: Vec<InlineSource>,
    pub(super) beside: bool,
    pub(super) change: PolicyOverride,
    pub(super) policy: Policy,
    pub(super) collection: CollectionId,
    pub(super) documents: Vec<DocumentName>,
    pub(super) origin: Option<String>,
    /// What the text answers; none where nobody said.
    pub(super) question: Option<String>,
}

impl Against {
    /// From an extension and further sources, after a look at everything that can be wrong before anybody is asked.
    pub(super) async fn of(
        ours: Extension,
        more: Vec<InlineSource>,
        origin: Option<&str>,
        context: &Context,
    ) -> Result<Self, Problem> {
        let Extension {
            mut sources,
            policy: change,
            collection,
            documents,
        } = ours;
        let meant = match &collection {
            Some(given) => context.service.collection(given).await?,
            None => {
                let home = access::current().home();
                context.service.collection(&home.0).await?
            }
        };
        let policy = context.settings.policy().overridden(&meant.policy)?;
        sources.extend(more);
        let against = Self {
            beside: sources.is_empty() || collection.is_some() || !documents.is_empty(),
            policy: policy.overridden(&change)?,
            collection: meant.id,
            sources,
            change,
            documents,
            origin: origin
                .map(|name| name.chars().take(MAX_ORIGIN).collect::<String>())
                .filter(|name| !name.trim().is_empty()),
            question: None,
        };
        if !against.documents.is_empty() {
            let status = context.service.status_of(&against.collection).await?;
            against.scope().held_by(&status.documents)?;
        }
        // A text in the place of the answer: what else is wrong is said now.
        against
            .verification("Nothing yet.", Purpose::Deliver)
            .validate()?;
        Ok(against)
    }

    pub(super) fn scope(&self) -> Scope {
        Scope {
            documents: self.documents.clone(),
            ..Scope::default()
        }
    }

    pub(super) fn verification(&self, text: &str, purpose: Purpose) -> Verification {
        Verification {
            sources: self.sources.clone(),
            beside_collection: self.beside,
            collection: self.collection.clone(),
            policy: self.change.clone(),
            scope: self.scope(),
            origin: self.origin.clone(),
            question: self.question.clone(),
            purpose,
            ..Verification::of(Subject::Answer(text.to_owned()))
        }
    }
}

/// A request on its way to the endpoint.
pub(super) struct Asked {
    pub(super) body: Value,
    pub(super) against: Against,
    /// What was masked in the prompt; none where nothing was.
    pub(super) masker: Option<Masker>,
    /// Texts that the endpoint is not given, since they give orders.
    pub(super) kept_back: usize,
    /// The report of a question that goes to no endpoint.
    pub(super) turned_away: Option<Box<Report>>,
}

/// Texts of a message: its content, or the text parts of it.
pub(super) fn text_of(content: &Value) -> String {
    match content {
        Value::String(text) => text.clone(),
        Value::Array(parts) => {
            let texts = parts
                .iter()
                .filter_map(|part| part.get("text").and_then(Value::as_str));
            texts.collect::<Vec<_>>().join("\n")
        }
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::Object(_) => String::new(),
    }
}

/// What tools said in a conversation, as sources.
pub(super) fn tool_texts(messages: &[Value]) -> Vec<InlineSource> {
    let said = messages.iter().filter(|message| {
        let role = message.get("role").and_then(Value::as_str);
        matches!(role, Some("tool" | "function"))
    });
    let texts = said.map(|message| text_of(message.get("content").unwrap_or(&Value::Null)));
    (1u64..)
        .zip(texts)
        .filter(|(_, text)| !text.trim().is_empty())
        .map(|(number, text)| InlineSource {
            id: format!("tool-{number}"),
            text,
            title: None,
        })
        .collect()
}

/// The name that the endpoint is asked for.
fn model(asked: Option<&str>, context: &Context) -> String {
    let proxy = &context.config.proxy;
    let own = context.config.generator.model.clone();
    let Some(asked) = asked else {
        return own;
    };
    match proxy.models.get(asked) {
        Some(known) => known.clone(),
        None if proxy.pass_model => asked.to_owned(),
        None => own,
    }
}

pub(super) async fn asked(
    mut fields: Map<String, Value>,
    named: Option<String>,
    context: &Shared,
) -> Result<Asked, Problem> {
    let wrong = |message: String| Problem::new(ProblemCode::Unprocessable, message);
    let ours: Extension = match fields.remove("groundwall") {
        Some(value) if !value.is_null() => serde_json::from_value(value)
            .map_err(|error| wrong(format!("The field groundwall does not fit: {error}.")))?,
        Some(_) | None => Extension::default(),
    };
    let Some(Value::Array(mut messages)) = fields.remove("messages") else {
        return Err(wrong("The request needs messages, a list.".to_owned()));
    };
    if messages.is_empty() {
        return Err(wrong(
            "There are no messages. Send at least one.".to_owned(),
        ));
    }
    let asked_for = fields.remove("model").unwrap_or_default();
    let model = model(asked_for.as_str(), context);
    let ours = ours.or_of(named);
    let mut against = Against::of(ours, tool_texts(&messages), Some(&model), context).await?;
    let questions = orders::asked_now(&messages);
    let turned_away = orders::turned_away(&questions, &against, context).await?;
    against.question = questions.into_iter().next_back();
    // Looking through megabytes takes a while: not on a thread that serves others.
    let (shared, policy) = (context.clone(), against.policy.clone());
    // What tokens might have been is text that nobody verifies.
    for name in ["logprobs", "top_logprobs"] {
        fields.remove(name);
    }
    let (mut fields, messages, masker, kept_back) = aside(move || {
        let kept_back = orders::keep_back(&mut messages, &policy);
        let masker = masked(&mut fields, &mut messages, &shared);
        (fields, messages, masker, kept_back)
    })
    .await?;
    fields.insert("model".to_owned(), Value::String(model));
    fields.insert("messages".to_owned(), Value::Array(messages));
    Ok(Asked {
        body: Value::Object(fields),
        against,
        masker,
        kept_back,
        turned_away: turned_away.map(Box::new),
    })
}

pub(super) fn endpoint(context: &Context) -> Result<&Relay, Problem> {
    context.relay.as_ref().ok_or_else(|| {
        Problem::new(
            ProblemCode::Unavailable,
            "No chat endpoint is configured, so there is nobody to pass this on to. Set generator.base_url (GROUNDWALL__GENERATOR__BASE_URL) and start the server again.",
        )
    })
}

pub(super) async fn completions(
    request: HttpRequest,
    payload: web::Payload,
    context: Shared,
) -> Result<HttpResponse, OpenAiError> {
    let fields: Map<String, Value> = json_body(&request, payload, &context).await?;
    let turn = context.admission.turn(Kind::Judge).await?;
    let streams = fields.get("stream") == Some(&Value::Bool(true));
    let named = collection::named(request.headers())?;
    let asked = asked(fields, named, &context).await?;
    endpoint(&context)?;
    if streams {
        let writer = Box::new(Completion::default());
        return streamed::respond(asked, context, turn, writer).await;
    }
    let _turn = turn;
    let seconds = context.config.server.deadline_seconds;
    let work = async { Ok(whole(asked, &context).await) };
    Ok(HttpResponse::Ok().json(in_time(seconds, work).await??))
}

/// Work on a processor, not on a thread that serves others.
pub(super) async fn aside<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, PortError> {
    let done = web::block(work).await;
    done.map_err(|error| PortError::internal(format!("reading a request: {error}")))
}

/// What stands around the choices of a response. Anything else may be text, and text leaves verified or not at all.
const AROUND: [&str; 7] = [
    "id",
    "object",
    "created",
    "model",
    "system_fingerprint",
    "service_tier",
    "usage",
];
/// What stands in a choice beside its message.
const IN_CHOICE: [&str; 3] = ["index", "finish_reason", "stop_reason"];

/// Takes off what is not known to be no text of the model's.
pub(super) fn known_alone(fields: &mut Map<String, Value>) {
    fields.retain(|name, _| AROUND.contains(&name.as_str()));
}

/// What is said to a question that goes to no endpoint.
pub(super) fn refusal(report: &Report) -> String {
    let said = report.delivered.as_deref().unwrap_or_default();
    format!("{said} {}", report.banner)
}

/// What stands around a completion that no endpoint gave.
pub(super) fn around(asked: &Asked, object: &str) -> Map<String, Value> {
    let id = format!("chatcmpl-{}", uuid::Uuid::new_v4().simple());
    let now = jiff::Timestamp::now().as_second();
    let model = asked.body.get("model").cloned().unwrap_or_default();
    [
        ("id", id.into()),
        ("object", object.into()),
        ("created", now.into()),
        ("model", model),
    ]
    .into_iter()
    .map(|(name, value): (&str, Value)| (name.to_owned(), value))
    .collect()
}

/// The completion for a question that goes to no endpoint.
fn turned_away(report: &Report, asked: &Asked) -> Value {
    let told = Verdicts::of(report, &[], 0).told();
    let mut completion = around(asked, "chat.completion");
    completion.insert(
        "choices".to_owned(),
        json!([{
            "index": 0,
            "message": {"role": "assistant", "content": null, "refusal": refusal(report)},
            "finish_reason": "content_filter",
            "groundwall": told,
        }]),
    );
    completion.insert("groundwall".to_owned(), told);
    Value::Object(completion)
}

/// A response in one piece.
pub(super) async fn whole(asked: Asked, context: &Context) -> Result<Value, OpenAiError> {
    if let Some(report) = &asked.turned_away {
        return Ok(turned_away(report, &asked));
    }
    let completion = endpoint(context)?.whole(&asked.body).await?;
    let Value::Object(mut completion) = completion else {
        return Err(no_completion().into());
    };
    let Some(Value::Array(mut choices)) = completion.remove("choices") else {
        return Err(no_completion().into());
    };
    known_alone(&mut completion);
    let mut first = None;
    for choice in &mut choices {
        let told = verified(choice, &asked, context).await?;
        first.get_or_insert(told);
    }
    let told = first.ok_or_else(no_completion)?;
    completion.insert("choices".to_owned(), Value::Array(choices));
    completion.insert("groundwall".to_owned(), told);
    Ok(Value::Object(completion))
}

pub(super) fn no_completion() -> Problem {
    Problem::new(
        ProblemCode::Unavailable,
        "The chat endpoint answered with something that is no chat completion. Check generator.base_url.",
    )
}

/// What of a message passes as it is: no text, or text that is none of the answer's.
pub(super) const PASSING: [&str; 5] = ["role", "tool_calls", "function_call", "refusal", "audio"];

/// Parts of a message that pass and that nobody verified.
pub(super) fn not_verified(message: &Map<String, Value>) -> Vec<&'static str> {
    let mut names: Vec<&'static str> = PASSING.to_vec();
    names.retain(|name| *name != "role" && message.get(*name).is_some_and(|part| !part.is_null()));
    names
}

/// Verifies the text of a choice and puts in its place what may leave.
async fn verified(choice: &mut Value, asked: &Asked, context: &Context) -> Result<Value, Problem> {
    let fields = choice.as_object_mut().ok_or_else(no_completion)?;
    let Some(Value::Object(mut message)) = fields.remove("message") else {
        return Err(no_completion());
    };
    fields.retain(|name, _| IN_CHOICE.contains(&name.as_str()));
    let mut text = text_of(message.get("content").unwrap_or(&Value::Null));
    message.retain(|name, _| PASSING.contains(&name.as_str()));
    if let Some(masker) = &asked.masker {
        text = masker.unmask(&text);
        message
            .iter_mut()
            .for_each(|(_, part)| unmask(part, masker));
    }
    let passing = not_verified(&message);
    let mut told = Verdicts::of_nothing(&passing, asked.kept_back).told();
    let mut content = Value::Null;
    if !text.trim().is_empty() {
        let report = context
            .judge(asked.against.verification(&text, Purpose::Deliver))
            .await?;
        told = Verdicts::of(&report, &passing, asked.kept_back).told();
        match report.delivered {
            Some(delivered) => content = Value::String(delivered),
            None => {
                message.insert("refusal".to_owned(), json!(report.banner));
                fields.insert("finish_reason".to_owned(), json!("content_filter"));
            }
        }
    }
    message.insert("content".to_owned(), content);
    fields.insert("message".to_owned(), Value::Object(message));
    fields.insert("groundwall".to_owned(), told.clone());
    Ok(told)
}

/// Whether the report is of a text of which something had to go.
pub(super) fn changed(report: &Report, text: &str) -> bool {
    report.delivered.as_deref() != Some(text.trim())
}
