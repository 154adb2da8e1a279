//! Files of many answers: what comes in, how far each batch is, and what a person does with it.

use super::compat::multipart_only;
use super::reports::{Export, query};
use super::uploads::{Pause, on_disk};
use super::{Shared, body, collections, on};
use crate::actor;
use crate::admission::Kind;
use crate::batches::NewBatch;
use crate::http_error::HttpError;
use crate::multipart::{self, Form, Received};
use crate::sending;
use crate::time::rfc3339;
use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, web};
use groundwall_core::{BatchLine, Problem, ProblemCode, ReadAs};
use groundwall_export::Table;
use groundwall_ports::{PortError, Upload};
use serde::Serialize;

/// Rows of a batch in one answer, at most.
const ROWS: usize = 1_000;

fn read_as(mode: Option<&str>) -> Result<ReadAs, Problem> {
    match mode.unwrap_or("answer") {
        "answer" => Ok(ReadAs::Answer),
        "claims" => Ok(ReadAs::Claims),
        _ => Err(Problem::new(
            ProblemCode::Unprocessable,
            "mode must be answer or claims.",
        )),
    }
}

/// The one file of a form.
fn only(files: Vec<Upload>) -> Result<Upload, Problem> {
    let mut files = files.into_iter();
    match (files.next(), files.next()) {
        (Some(file), None) => Ok(file),
        (Some(_) | None, _) => Err(Problem::new(
            ProblemCode::Unprocessable,
            "Send one file at a time; it may hold many answers.",
        )),
    }
}

/// Reads the answers of a form's file and keeps them to be verified.
pub(crate) async fn keep(context: &Shared, form: Form) -> Result<BatchLine, HttpError> {
    let Received {
        files,
        refused,
        held,
        collection,
        mode,
        column,
    } = multipart::read(form, context.config.limits.file_bytes).await?;
    if let Some(problem) = refused.into_iter().find_map(|one| one.result.err()) {
        return Err(problem.into());
    }
    let file = only(files)?;
    let read_as = read_as(mode.as_deref())?;
    let collection = collections::named(context, collection.as_deref()).await?;
    let turn = context.admission.turn(Kind::View).await?;
    let answers = context
        .reader
        .answers(file.name.clone(), file.bytes, column)
        .await?;
    drop((held, turn));
    let new = NewBatch {
        name: file.name,
        collection,
        read_as,
        added_at: rfc3339(jiff::Timestamp::now()),
        by: actor::current(),
        answers,
    };
    let shared = context.clone();
    Ok(on_disk(move || shared.batches.add(new)).await?)
}

async fn add(
    request: HttpRequest,
    payload: web::Payload,
    context: Shared,
) -> Result<HttpResponse, HttpError> {
    multipart_only(&request)?;
    let form = Form::new(request.headers(), context.arriving(payload));
    Ok(HttpResponse::Accepted().json(keep(&context, form).await?))
}

/// The newest first.
#[derive(Serialize, utoipa::ToSchema)]
pub(super) struct Batches {
    batches: Vec<BatchLine>,
}

async fn list(context: Shared) -> HttpResponse {
    let batches = context.batches.list();
    HttpResponse::Ok().json(Batches { batches })
}

async fn one(id: web::Path<String>, context: Shared) -> Result<HttpResponse, HttpError> {
    Ok(HttpResponse::Ok().json(context.batches.batch(&id, 0, ROWS)?))
}

async fn pause(
    request: HttpRequest,
    id: web::Path<String>,
    payload: web::Payload,
    context: Shared,
) -> Result<HttpResponse, HttpError> {
    let Pause { paused } = body::json(&request, payload, &context).await?;
    let line = on_disk(move || context.batches.pause(&id, paused)).await?;
    Ok(HttpResponse::Ok().json(line))
}

async fn retry(id: web::Path<String>, context: Shared) -> Result<HttpResponse, HttpError> {
    let line = on_disk(move || context.batches.retry(&id)).await?;
    Ok(HttpResponse::Accepted().json(line))
}

async fn remove(id: web::Path<String>, context: Shared) -> Result<HttpResponse, HttpError> {
    on_disk(move || context.batches.remove(&id)).await?;
    Ok(HttpResponse::NoContent().finish())
}

/// The table of results as a file.
async fn export(
    request: HttpRequest,
    id: web::Path<String>,
    context: Shared,
) -> Result<HttpResponse, HttpError> {
    let Export { format } = query(&request, "format, which is csv or json")?;
    let format = Table::parse(&format)?;
    let shared = context.clone();
    let (name, bytes) = on_disk(move || {
        let batch = shared.batches.batch(&id, 0, ROWS)?;
        let texts = shared.batches.texts(&id)?;
        let bytes = groundwall_export::table(&batch, &texts, format)?;
        Ok::<_, PortError>((groundwall_export::table_name(&batch.line, format), bytes))
    })
    .await?;
    let mut response = HttpResponse::Ok();
    response
        .content_type(format.media_type())
        .insert_header(header::ContentDisposition::attachment(name));
    Ok(sending::answer(&context, response, bytes).await?)
}

pub(super) fn routes(config: &mut web::ServiceConfig) {
    config
        .service(on("/api/v1/batches", web::get().to(list)).route(web::post().to(add)))
        .service(
            on("/api/v1/batches/{id}", web::get().to(one))
                .route(web::patch().to(pause))
                .route(web::delete().to(remove)),
        )
        .service(on("/api/v1/batches/{id}/retry", web::post().to(retry)))
        .service(on("/api/v1/batches/{id}/export", web::get().to(export)));
}
