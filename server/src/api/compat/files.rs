//! Upload, clear and delete.

use super::super::{Shared, body, collections, events};
use crate::admission::Kind;
use crate::http_error::{HttpError, shown};
use crate::multipart::{self, Form, Received};
use actix_web::{HttpRequest, HttpResponse, web};
use groundwall_core::{CollectionId, DocumentName, Problem, ProblemCode};
use groundwall_ports::{ProgressSink, UploadOutcome};
use serde::{Deserialize, Serialize};

#[derive(Serialize, utoipa::ToSchema)]
struct UploadedFile {
    filename: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    file_type: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    chunks_added: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct UploadBody {
    filename: String,
    file_type: &'static str,
    chunks_added: u32,
    total_chunks: u32,
    files: Vec<UploadedFile>,
}

/// What a multipart form brought, and the given collection or the one that the form names.
pub(in super::super) async fn received(
    context: &Shared,
    form: Form,
    collection: Option<String>,
) -> Result<(CollectionId, Received), HttpError> {
    let received = multipart::read(form, context.config.limits.file_bytes).await?;
    let given = collection.as_ref().or(received.collection.as_ref());
    let into = collections::named(context, given.map(String::as_str)).await?;
    Ok((into, received))
}

/// Ingests what a multipart form brought, into the given collection or the one that the form names; shared with the upload page.
pub(crate) async fn receive(
    context: &Shared,
    form: Form,
    collection: Option<String>,
    watch: ProgressSink<'_>,
) -> Result<(CollectionId, Vec<UploadOutcome>), HttpError> {
    let (
        into,
        Received {
            files,
            refused,
            held,
            ..
        },
    ) = received(context, form, collection).await?;
    let mut outcomes = context
        .upload_into(Kind::Upload, &into, files, watch)
        .await?;
    drop(held);
    outcomes.extend(refused);
    for outcome in &mut outcomes {
        if let Err(problem) = &mut outcome.result {
            *problem = shown(problem.clone());
        }
    }
    Ok((into, outcomes))
}

/// Refuses what is no form with files.
pub(in super::super) fn multipart_only(request: &HttpRequest) -> Result<(), Problem> {
    let kind = request
        .headers()
        .get("content-type")
        .and_then(|kind| kind.to_str().ok())
        .unwrap_or_default();
    if !kind.to_lowercase().starts_with("multipart/form-data") {
        return Err(Problem::new(
            ProblemCode::UnsupportedMedia,
            "Send multipart/form-data with the files in the field \"file\".",
        ));
    }
    Ok(())
}

pub(crate) async fn upload(
    request: HttpRequest,
    payload: web::Payload,
    context: Shared,
) -> Result<HttpResponse, HttpError> {
    multipart_only(&request)?;
    let form = Form::new(request.headers(), context.arriving(payload));
    let work = async move |watch: ProgressSink<'_>| taken_in(&context, form, watch).await;
    events::answered(&request, "uploaded", work, |body| {
        HttpResponse::Ok().json(body)
    })
    .await
}

/// What is said when none of the files was taken in, with a line for each of several. A full disk is no fault of the files.
pub(in super::super) fn none_taken(problems: &[(&str, &Problem)]) -> Problem {
    if let [(_, problem)] = problems {
        return (*problem).clone();
    }
    let full = problems
        .iter()
        .find(|(_, problem)| problem.code == ProblemCode::InsufficientStorage);
    let problem = match full {
        Some((_, problem)) => Problem::new(problem.code, problem.message.clone()),
        None => Problem::new(
            ProblemCode::Unprocessable,
            "None of the files could be read.",
        ),
    };
    let line = |(name, problem): &(&str, &Problem)| format!("{name}: {problem}");
    problem.with_details(problems.iter().map(line).collect())
}

async fn taken_in(
    context: &Shared,
    form: Form,
    watch: ProgressSink<'_>,
) -> Result<UploadBody, HttpError> {
    let default = Some(crate::access::current().home().0);
    let (_, outcomes) = receive(context, form, default, watch).await?;
    let Some((name, first)) = outcomes.iter().find_map(|outcome| {
        outcome
            .result
            .as_ref()
            .ok()
            .map(|document| (outcome.name.clone(), document))
    }) else {
        let problems: Vec<(&str, &Problem)> = outcomes
            .iter()
            .filter_map(|outcome| {
                outcome
                    .result
                    .as_ref()
                    .err()
                    .map(|problem| (outcome.name.as_str(), problem))
            })
            .collect();
        return Err(none_taken(&problems).into());
    };
    let total = context.service.ready().await?.passages;
    Ok(UploadBody {
        filename: name,
        file_type: first.format.extension(),
        chunks_added: first.passages,
        total_chunks: total,
        files: outcomes
            .iter()
            .map(|outcome| UploadedFile {
                filename: outcome.name.clone(),
                file_type: outcome
                    .result
                    .as_ref()
                    .ok()
                    .map(|document| document.format.extension()),
                chunks_added: outcome
                    .result
                    .as_ref()
                    .ok()
                    .map(|document| document.passages),
                error: outcome
                    .result
                    .as_ref()
                    .err()
                    .map(|problem| problem.message.clone()),
            })
            .collect(),
    })
}

#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct ClearBody {
    status: &'static str,
    total_chunks: u32,
}

pub(crate) async fn clear(context: Shared) -> Result<HttpResponse, HttpError> {
    context.service.clear().await?;
    Ok(HttpResponse::Ok().json(ClearBody {
        status: "cleared",
        total_chunks: context.service.ready().await?.passages,
    }))
}

#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct DeleteRequest {
    filename: String,
}

#[derive(Serialize, utoipa::ToSchema)]
pub(crate) struct DeleteBody {
    deleted: String,
    remaining_files: Vec<String>,
    total_chunks: u32,
}

pub(crate) async fn delete(
    request: HttpRequest,
    payload: web::Payload,
    context: Shared,
) -> Result<HttpResponse, HttpError> {
    let DeleteRequest { filename } = body::json(&request, payload, &context).await?;
    let name = DocumentName::parse(&filename)?;
    context.service.delete(&name).await?;
    let status = context.service.status().await?;
    Ok(HttpResponse::Ok().json(DeleteBody {
        deleted: name.to_string(),
        remaining_files: status
            .documents
            .iter()
            .flat_map(|document| document.names.iter().map(DocumentName::to_string))
            .collect(),
        total_chunks: status.passages,
    }))
}
