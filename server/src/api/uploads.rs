//! Files that are taken for later: what comes in, how far each is, and what a person does with the queue.

use super::compat::multipart_only;
use super::{Shared, body, collections};
use crate::http_error::{HttpError, shown};
use crate::multipart::{self, Form, Received};
use actix_web::{HttpRequest, HttpResponse, web};
use groundwall_core::QueuedUpload;
use groundwall_ports::{PortError, UploadOutcome};
use serde::Deserialize;
use serde_json::json;

/// Work on the disk, not on a thread that serves others.
pub(crate) async fn on_disk<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, PortError> + Send + 'static,
) -> Result<T, PortError> {
    let done = web::block(work).await;
    done.map_err(|error| PortError::internal(format!("queue of uploads: {error}")))?
}

/// Keeps what a form brought for later; with it come the files that were too large.
pub(crate) async fn keep(
    context: &Shared,
    form: Form,
    collection: Option<String>,
) -> Result<(Vec<QueuedUpload>, Vec<UploadOutcome>), HttpError> {
    let Received {
        files,
        refused,
        held,
        collection: named,
        ..
    } = multipart::read(form, context.config.limits.file_bytes).await?;
    let given = collection.or(named);
    let into = collections::named(context, given.as_deref()).await?;
    let now = jiff::Timestamp::now()
        .strftime("%Y-%m-%dT%H:%M:%SZ")
        .to_string();
    let shared = context.clone();
    let taken = on_disk(move || shared.uploads.add(&into, files, &now)).await?;
    drop(held);
    Ok((taken, refused))
}

pub(crate) async fn add(
    request: HttpRequest,
    payload: web::Payload,
    context: Shared,
) -> Result<HttpResponse, HttpError> {
    let collections::Of { collection } = super::reports::query(&request, "collection")?;
    multipart_only(&request)?;
    let form = Form::new(request.headers(), context.arriving(payload));
    let (taken, refused) = keep(&context, form, collection).await?;
    let problem = refused
        .iter()
        .find_map(|outcome| outcome.result.as_ref().err());
    if let (true, Some(problem)) = (taken.is_empty(), problem) {
        return Err(problem.clone().into());
    }
    let refused: Vec<_> = refused
        .into_iter()
        .filter_map(|outcome| {
            let problem = shown(outcome.result.err()?);
            Some(json!({"filename": outcome.name, "error": problem.message}))
        })
        .collect();
    Ok(HttpResponse::Accepted().json(json!({"uploads": taken, "refused": refused})))
}

pub(crate) async fn list(context: Shared) -> HttpResponse {
    HttpResponse::Ok().json(context.uploads.queue())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Pause {
    paused: bool,
}

pub(crate) async fn pause(
    request: HttpRequest,
    payload: web::Payload,
    context: Shared,
) -> Result<HttpResponse, HttpError> {
    let Pause { paused } = body::json(&request, payload, &context).await?;
    let shared = context.clone();
    on_disk(move || shared.uploads.pause(paused)).await?;
    Ok(HttpResponse::Ok().json(context.uploads.queue()))
}

pub(crate) async fn retry(
    id: web::Path<String>,
    context: Shared,
) -> Result<HttpResponse, HttpError> {
    let file = on_disk(move || context.uploads.retry(&id)).await?;
    Ok(HttpResponse::Accepted().json(file))
}

pub(crate) async fn remove(
    id: web::Path<String>,
    context: Shared,
) -> Result<HttpResponse, HttpError> {
    on_disk(move || context.uploads.remove(&id)).await?;
    Ok(HttpResponse::NoContent().finish())
}
