//! Files that are taken for later: what comes in, how far each is, and what a person does with the queue.

use super::compat::{multipart_only, received};
use super::documents::Refused;
use super::{Shared, body, collections, on};
use crate::access;
use crate::actor;
use crate::http_error::{HttpError, shown};
use crate::multipart::{Form, Received};
use crate::time::rfc3339;
use crate::uploads;
use actix_web::{HttpRequest, HttpResponse, web};
use groundwall_core::{Problem, QueuedUpload, UploadQueue};
use groundwall_ports::{PortError, UploadOutcome};
use serde::{Deserialize, Serialize};

/// Work on the disk, not on a thread that serves others.
pub(crate) async fn on_disk<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, PortError> + Send + 'static,
) -> Result<T, PortError> {
    let access = access::current();
    let done = web::block(move || access.holds_now(work)).await;
    done.map_err(|error| PortError::internal(format!("queue of uploads: {error}")))?
}

/// Keeps what a form brought for later; with it come the files that were too large.
pub(crate) async fn keep(
    context: &Shared,
    form: Form,
    collection: Option<String>,
) -> Result<(Vec<QueuedUpload>, Vec<UploadOutcome>), HttpError> {
    let (
        into,
        Received {
            files,
            refused,
            held,
            ..
        },
    ) = received(context, form, collection).await?;
    let now = rfc3339(jiff::Timestamp::now());
    let (shared, who) = (context.clone(), actor::current());
    let taken = on_disk(move || shared.uploads.add(&into, files, (&who, &now))).await?;
    drop(held);
    Ok((taken, refused))
}

/// What was taken for later, and what was not.
#[derive(Serialize, utoipa::ToSchema)]
pub(super) struct Queued {
    uploads: Vec<QueuedUpload>,
    refused: Vec<Refused>,
}

async fn add(
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
    let refused = refused
        .into_iter()
        .filter_map(|outcome| {
            let problem = shown(outcome.result.err()?);
            Some(Refused {
                filename: outcome.name,
                error: problem.message,
            })
        })
        .collect();
    Ok(HttpResponse::Accepted().json(Queued {
        uploads: taken,
        refused,
    }))
}

/// The queue, as far as whoever asks reaches its collections. Whoever changes the queue may be waiting for the disk meanwhile.
pub(crate) async fn queue(context: &Shared) -> Result<UploadQueue, PortError> {
    let shared = context.clone();
    let mut queue = on_disk(move || Ok(shared.uploads.queue())).await?;
    let access = access::current();
    if access.only().is_some() {
        queue.files.retain(|file| access.reaches(&file.collection));
        let left = queue.files.iter().filter(|file| !file.state.is_over());
        queue.left = left.count() as u32;
        queue.seconds_left = None;
    }
    Ok(queue)
}

/// A file of the queue that is out of reach is as unknown as one that is not there.
pub(crate) async fn in_reach(context: &Shared, id: &str) -> Result<(), Problem> {
    let shared = context.clone();
    let queue = on_disk(move || Ok(shared.uploads.queue()))
        .await
        .map_err(|error| shown(error.into()))?;
    let access = access::current();
    let foreign = queue
        .files
        .iter()
        .any(|file| file.id == id && !access.reaches(&file.collection));
    if foreign {
        return Err(uploads::gone());
    }
    Ok(())
}

async fn list(context: Shared) -> Result<HttpResponse, HttpError> {
    Ok(HttpResponse::Ok().json(queue(&context).await?))
}

#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Pause {
    pub(super) paused: bool,
}

async fn pause(
    request: HttpRequest,
    payload: web::Payload,
    context: Shared,
) -> Result<HttpResponse, HttpError> {
    let Pause { paused } = body::json(&request, payload, &context).await?;
    let shared = context.clone();
    on_disk(move || shared.uploads.pause(paused)).await?;
    Ok(HttpResponse::Ok().json(queue(&context).await?))
}

async fn retry(id: web::Path<String>, context: Shared) -> Result<HttpResponse, HttpError> {
    in_reach(&context, &id).await?;
    let file = on_disk(move || context.uploads.retry(&id)).await?;
    Ok(HttpResponse::Accepted().json(file))
}

async fn remove(id: web::Path<String>, context: Shared) -> Result<HttpResponse, HttpError> {
    in_reach(&context, &id).await?;
    on_disk(move || context.uploads.remove(&id)).await?;
    Ok(HttpResponse::NoContent().finish())
}

pub(super) fn routes(config: &mut web::ServiceConfig) {
    config
        .service(
            on("/api/v1/uploads", web::get().to(list))
                .route(web::post().to(add))
                .route(web::patch().to(pause)),
        )
        .service(on("/api/v1/uploads/{id}", web::delete().to(remove)))
        .service(on("/api/v1/uploads/{id}/retry", web::post().to(retry)));
}
