//! `POST /api/v1/structured-answers`: a model's list of items, held against a pack and a document.

use super::{Shared, body, on};
use crate::admission::Kind;
use crate::http_error::HttpError;
use crate::structured::{self, Asked, Checked, Loaded, asked_again, named, record};
use actix_web::{HttpRequest, HttpResponse, web};
use groundwall_core::{AuditKind, DocumentId, Happening, Problem, ProblemCode};
use groundwall_governance::structured::{Outcome, Source, Status, page_range};
use groundwall_ports::PortError;
use serde::Deserialize;
use serde_json::Value;
use std::sync::Arc;

/// Times that a rejected answer is asked for again, at most.
const RETRIES: u32 = 2;

/// First and last page: `[2, 5]` or `"2-5"`.
#[derive(Deserialize, utoipa::ToSchema)]
#[serde(untagged)]
enum PageRange {
    Pair([u32; 2]),
    Text(String),
}

#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = StructuredRequest)]
pub(super) struct Request {
    /// JSON, or a text that holds some.
    answer: Value,
    /// Such as `bank-statements`.
    pack: String,
    document_id: Option<String>,
    document_text: Option<String>,
    total_pages: Option<u32>,
    page_range: Option<PageRange>,
    fallback: Option<Value>,
    /// Ask the configured language model again, at most twice, where the answer is rejected.
    #[serde(default)]
    retry: bool,
}

fn wrong(message: impl Into<String>) -> Problem {
    Problem::new(ProblemCode::Unprocessable, message)
}

impl PageRange {
    fn ends(&self) -> Result<(u32, u32), Problem> {
        let text = match self {
            Self::Pair([first, last]) => return Ok((*first, *last)),
            Self::Text(text) => text,
        };
        page_range(text)
            .ok_or_else(|| wrong("page_range is first and last page, as [2, 5] or \"2-5\"."))
    }
}

/// The document that a request names or holds.
async fn source(request: &Request, context: &Shared) -> Result<Source, HttpError> {
    let source = match (&request.document_id, &request.document_text) {
        (Some(id), None) => {
            let document = context.service.document(&DocumentId(id.clone())).await?;
            structured::stored(&document)
        }
        (None, Some(text)) => Source::of_text(text, request.total_pages),
        (Some(_), Some(_)) | (None, None) => {
            return Err(wrong("Give either document_id or document_text.").into());
        }
    };
    let source = source
        .of_pages(request.total_pages)
        .map_err(|error| wrong(format!("total_pages: {error}.")))?;
    let Some(range) = &request.page_range else {
        return Ok(source);
    };
    let (first, last) = range.ends()?;
    let within = source.within(first, last);
    Ok(within.map_err(|error| wrong(format!("page_range: {error}.")))?)
}

/// Checks, asks again where that is wanted, and puts something in the place of what stays rejected.
async fn run(
    pack: Arc<Loaded>,
    source: Source,
    request: Request,
    context: &Shared,
) -> Result<Checked, HttpError> {
    let source = Arc::new(source);
    let (known, by, answer) = (Arc::clone(&source), Arc::clone(&pack), request.answer);
    let first = elsewhere(move || structured::checked(&by, answer, &known)).await?;
    let times = if request.retry {
        RETRIES.min(context.settings.policy().max_regenerations)
    } else {
        0
    };
    let draft = |prompt| context.draft(prompt);
    let Asked {
        outcome,
        attempts,
        problem,
    } = asked_again(&pack, &source, first, times, draft).await;
    let mut checked =
        elsewhere(move || record(&pack, &source, outcome, attempts, request.fallback)).await?;
    checked.retry_problem = problem.filter(|_| request.retry);
    Ok(checked)
}

/// Work on a processor, not on a thread that serves others.
async fn elsewhere<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, PortError> {
    let done = web::block(work).await;
    done.map_err(|error| PortError::internal(format!("checking a structured answer: {error}")))
}

/// What the audit log says of an answer; `given`: the hash of what was sent.
fn happening(outcome: &Outcome, pack: &Loaded, given: String) -> Happening {
    let counts = outcome.severity_counts;
    Happening::of(AuditKind::StructuredAnswer, outcome.status.name())
        .fact(&format!("pack.{}", outcome.pack), pack.sha256.clone())
        .fact("items", outcome.items.to_string())
        .fact("findings.critical", counts.critical.to_string())
        .fact("findings.high", counts.high.to_string())
        .personal("answer", given)
}

async fn check(
    request: HttpRequest,
    payload: web::Payload,
    context: Shared,
) -> Result<HttpResponse, HttpError> {
    let request: Request = body::json(&request, payload, &context).await?;
    let (packs, dir) = (context.settings.packs(), &context.config.packs.dir);
    let pack = named(&request.pack, packs, dir.as_deref())?;
    let source = source(&request, &context).await?;
    let _turn = context.admission.turn(Kind::Judge).await?;
    let given = groundwall_audit::sha256(request.answer.to_string().as_bytes());
    let checked = run(Arc::clone(&pack), source, request, &context).await?;
    let outcome = &checked.outcome;
    context
        .settings
        .note(&happening(outcome, &pack, given))
        .await?;
    context.metrics.structured(outcome);
    if outcome.status == Status::Rejected {
        let counts = outcome.severity_counts;
        tracing::warn!(
            pack = outcome.pack,
            critical = counts.critical,
            high = counts.high,
            items = outcome.items,
            "a structured answer was rejected"
        );
    }
    Ok(HttpResponse::Ok().json(checked))
}

pub(super) fn routes(config: &mut web::ServiceConfig) {
    config.service(on("/api/v1/structured-answers", web::post().to(check)));
}
