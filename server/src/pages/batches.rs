//! Files of many answers as pages, and what their forms do.

use super::forms::to;
use super::{page, problem_page, query, verifying};
use crate::api::Shared;
use crate::api::batches::keep;
use crate::api::uploads::on_disk;
use crate::batches::Batches;
use crate::http_error::{HttpError, shown};
use crate::multipart::Form;
use actix_web::{HttpRequest, HttpResponse, web};
use app::{BatchView, Notice, Page};
use groundwall_core::batch::MAX_ANSWERS;
use groundwall_ports::PortError;
use serde::Deserialize;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Query {
    from: usize,
    /// Whether only what does not hold is listed.
    look: Option<String>,
}

async fn show(request: HttpRequest, id: web::Path<String>, context: Shared) -> HttpResponse {
    page(async {
        let Query { from, look } = query(&request);
        Ok(Page::Batch(Box::new(BatchView {
            batch: context.batches.batch(&id, 0, MAX_ANSWERS)?,
            from,
            look: look.is_some(),
        })))
    })
    .await
}

/// Takes a file; what is wrong with it is said on the page that it came from.
async fn add(request: HttpRequest, payload: web::Payload, context: Shared) -> HttpResponse {
    let form = Form::new(request.headers(), context.arriving(payload));
    match keep(&context, form).await {
        Ok(line) => to(&format!("/batches/{}", line.id)),
        Err(HttpError(problem)) => verifying::with_problem(&context, shown(problem)).await,
    }
}

/// Does something with a batch and shows it.
async fn then_show(
    id: web::Path<String>,
    context: Shared,
    work: impl FnOnce(&Batches, &str) -> Result<(), PortError> + Send + 'static,
) -> HttpResponse {
    let id = id.into_inner();
    let address = format!("/batches/{id}");
    match on_disk(move || work(&context.batches, &id)).await {
        Ok(()) => to(&address),
        Err(error) => problem_page(error.problem),
    }
}

async fn pause(id: web::Path<String>, context: Shared) -> HttpResponse {
    then_show(id, context, |all, id| all.pause(id, true).map(drop)).await
}

async fn resume(id: web::Path<String>, context: Shared) -> HttpResponse {
    then_show(id, context, |all, id| all.pause(id, false).map(drop)).await
}

async fn retry(id: web::Path<String>, context: Shared) -> HttpResponse {
    then_show(id, context, |all, id| all.retry(id).map(drop)).await
}

async fn delete(id: web::Path<String>, context: Shared) -> HttpResponse {
    let shared = context.clone();
    match on_disk(move || shared.batches.remove(&id)).await {
        Ok(line) => {
            let notice = context.leave_notice(Notice {
                text: format!("The table of {} was deleted.", line.name),
                refused: Vec::new(),
                undo: None,
            });
            to(&format!("/verify?notice={notice}"))
        }
        Err(error) => problem_page(error.problem),
    }
}

pub(super) fn routes(config: &mut web::ServiceConfig) {
    config
        .route("/batches", web::post().to(add))
        .route("/batches/{id}", web::get().to(show))
        .route("/batches/{id}/pause", web::post().to(pause))
        .route("/batches/{id}/resume", web::post().to(resume))
        .route("/batches/{id}/retry", web::post().to(retry))
        .route("/batches/{id}/delete", web::post().to(delete));
}
