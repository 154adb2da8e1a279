//! The queue of uploads as a page, and what its forms do.

use super::forms::to;
use super::{page, problem_page};
use crate::api::Shared;
use crate::api::uploads::{in_reach, keep, on_disk, queue};
use crate::http_error::HttpError;
use crate::multipart::Form;
use crate::uploads::Uploads;
use actix_web::{HttpRequest, HttpResponse, web};
use app::{Notice, Page, UploadsView};
use groundwall_ports::PortError;

async fn show(request: HttpRequest, context: Shared) -> HttpResponse {
    page(async {
        let query: super::Query = super::query(&request);
        Ok(Page::Uploads(UploadsView {
            queue: queue(&context).await?,
            notice: context.notice(query.notice.as_deref()),
        }))
    })
    .await
}

/// Does something with the queue and shows it.
async fn then_show(
    context: Shared,
    work: impl FnOnce(&Uploads) -> Result<(), PortError> + Send + 'static,
) -> HttpResponse {
    match on_disk(move || work(&context.uploads)).await {
        Ok(()) => to("/uploads"),
        Err(error) => problem_page(error.problem),
    }
}

async fn add(request: HttpRequest, payload: web::Payload, context: Shared) -> HttpResponse {
    let form = Form::new(request.headers(), context.arriving(payload));
    match keep(&context, form, None).await {
        Ok((_, refused)) if refused.is_empty() => to("/uploads"),
        Ok((taken, refused)) => {
            let why = |outcome: groundwall_ports::UploadOutcome| {
                Some((outcome.name, outcome.result.err()?.message))
            };
            let id = context.leave_notice(Notice {
                text: format!("{} of the files were taken.", taken.len()),
                refused: refused.into_iter().filter_map(why).collect(),
                undo: None,
            });
            to(&format!("/uploads?notice={id}"))
        }
        Err(HttpError(problem)) => problem_page(problem),
    }
}

async fn pause(context: Shared) -> HttpResponse {
    then_show(context, |uploads| uploads.pause(true)).await
}

async fn resume(context: Shared) -> HttpResponse {
    then_show(context, |uploads| uploads.pause(false)).await
}

async fn forget(context: Shared) -> HttpResponse {
    then_show(context, Uploads::forget_done).await
}

async fn retry(id: web::Path<String>, context: Shared) -> HttpResponse {
    if let Err(problem) = in_reach(&context, &id).await {
        return problem_page(problem);
    }
    then_show(context, move |uploads| uploads.retry(&id).map(drop)).await
}

async fn remove(id: web::Path<String>, context: Shared) -> HttpResponse {
    if let Err(problem) = in_reach(&context, &id).await {
        return problem_page(problem);
    }
    then_show(context, move |uploads| uploads.remove(&id).map(drop)).await
}

pub(super) fn routes(config: &mut web::ServiceConfig) {
    config
        .route("/uploads", web::get().to(show))
        .route("/uploads", web::post().to(add))
        .route("/uploads/pause", web::post().to(pause))
        .route("/uploads/resume", web::post().to(resume))
        .route("/uploads/forget", web::post().to(forget))
        .route("/uploads/{id}/retry", web::post().to(retry))
        .route("/uploads/{id}/remove", web::post().to(remove));
}
