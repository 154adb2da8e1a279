//! The page of the documents, and its forms: files that come in, one that goes and comes back, and the end of all.

use super::choice::choice;
use super::forms::{form, to};
use super::{Query, html, page, problem_page, query};
use crate::admission::Kind;
use crate::api::collections::named;
use crate::api::{Shared, receive};
use crate::http_error::{HttpError, status_of};
use crate::multipart::Form;
use crate::samples;
use crate::time;
use actix_web::{HttpRequest, HttpResponse, web};
use app::{Notice, Page, UploadView};
use groundwall_core::governance::StaleDocument;
use groundwall_core::{
    CollectionId, Document, DocumentId, DocumentName, Problem, ProblemCode, Status,
};
use groundwall_ports::{PortError, Upload, UploadOutcome, unwatched};
use serde::Deserialize;

/// The page of the documents.
async fn shelf(
    context: &Shared,
    collection: Option<&str>,
    notice: Option<Notice>,
    problem: Option<Problem>,
) -> Result<Page, PortError> {
    let choice = choice(context, collection, Vec::new()).await?;
    let tables = context.service.tables_of(&choice.chosen).await?;
    let status = context.service.status_of(&choice.chosen).await?;
    Ok(Page::Upload(UploadView {
        stale: past_review(context, &status)?,
        status,
        tables,
        notice,
        problem,
        samples: samples::count(),
        choice,
        queue: crate::api::uploads::queue(context).await?,
    }))
}

/// Documents that went without a review for longer than the packs of their collection allow.
fn past_review(context: &Shared, status: &Status) -> Result<Vec<StaleDocument>, PortError> {
    let packs = context.settings.packs();
    let active = packs
        .active(&status.provenance.policy.packs)
        .map_err(|error| PortError::internal(format!("rule packs: {error}")))?;
    let now = time::rfc3339(jiff::Timestamp::now());
    let documents = status.documents.iter();
    Ok(documents
        .filter_map(|document| active.past_review(document, &now))
        .collect())
}

async fn show(request: HttpRequest, context: Shared) -> HttpResponse {
    page(async {
        let query: Query = query(&request);
        let notice = context.notice(query.notice.as_deref());
        shelf(&context, query.collection.as_deref(), notice, None).await
    })
    .await
}

/// Which files were refused, and why.
fn refused(outcomes: &[UploadOutcome]) -> Vec<(String, String)> {
    outcomes
        .iter()
        .filter_map(|outcome| {
            let problem = outcome.result.as_ref().err()?;
            Some((outcome.name.clone(), problem.message.clone()))
        })
        .collect()
}

/// What was taken in, in words; none where nothing was.
fn ready(outcomes: &[UploadOutcome]) -> Option<String> {
    let taken: Vec<_> = outcomes
        .iter()
        .filter_map(|outcome| {
            let document = outcome.result.as_ref().ok()?;
            Some((&outcome.name, document.passages))
        })
        .collect();
    let passages: u32 = taken.iter().map(|(_, passages)| passages).sum();
    let plural = if passages == 1 { "passage" } else { "passages" };
    let (what, verb) = match taken.as_slice() {
        [] => return None,
        [(name, _)] => ((*name).clone(), "is"),
        several => (format!("{} documents", several.len()), "are"),
    };
    let twins: String = outcomes
        .iter()
        .filter_map(|outcome| {
            let twin = outcome.result.as_ref().ok()?.twin_of(&outcome.name)?;
            Some(format!(" {}", app::same_file(&outcome.name, twin)))
        })
        .collect();
    Some(format!(
        "{what} {verb} ready, in {passages} {plural}.{twins}"
    ))
}

/// The problem of an upload of which nothing was taken in.
fn nothing_taken(outcomes: &[UploadOutcome]) -> Problem {
    let mut codes = outcomes
        .iter()
        .filter_map(|outcome| outcome.result.as_ref().err())
        .map(|problem| problem.code);
    let code = match outcomes.len() {
        1 => codes.next().unwrap_or(ProblemCode::Unprocessable),
        // A full disk is no fault of the files.
        _ => codes
            .find(|code| *code == ProblemCode::InsufficientStorage)
            .unwrap_or(ProblemCode::Unprocessable),
    };
    let refused = refused(outcomes);
    let message = if refused.len() == 1 {
        "The file was not taken in."
    } else {
        "None of the files was taken in."
    };
    let lines = refused
        .into_iter()
        .map(|(name, why)| format!("{name}: {why}"));
    Problem::new(code, message).with_details(lines.collect())
}

/// After an upload: to Ask when something was taken in, else the upload page again.
async fn uploaded(
    context: &Shared,
    outcomes: Result<(CollectionId, Vec<UploadOutcome>), HttpError>,
) -> HttpResponse {
    let (into, problem) = match outcomes {
        Ok((into, outcomes)) => {
            if let Some(text) = ready(&outcomes) {
                let id = context.leave_notice(Notice {
                    text,
                    refused: refused(&outcomes),
                    undo: None,
                });
                return to(&about("/ask", &into, &id));
            }
            (Some(into), nothing_taken(&outcomes))
        }
        Err(HttpError(problem)) => (None, problem),
    };
    let into = into.as_ref().map(|into| into.0.as_str());
    match shelf(context, into, None, Some(problem.clone())).await {
        Ok(page) => html(status_of(&problem), page),
        Err(_) => problem_page(problem),
    }
}

async fn upload(request: HttpRequest, payload: web::Payload, context: Shared) -> HttpResponse {
    let form = Form::new(request.headers(), context.arriving(payload));
    let outcomes = receive(&context, form, None, &unwatched).await;
    uploaded(&context, outcomes).await
}

/// An address with a notice, about a collection.
fn about(path: &str, collection: &CollectionId, notice: &str) -> String {
    if *collection == CollectionId::default() {
        format!("{path}?notice={notice}")
    } else {
        format!("{path}?collection={collection}&notice={notice}")
    }
}

#[derive(Deserialize)]
struct OfForm {
    #[serde(default)]
    collection: Option<String>,
}

async fn load_samples(payload: web::Payload, context: Shared) -> HttpResponse {
    let loaded = async {
        let OfForm { collection } = form(payload, &context).await?;
        let into = named(&context, collection.as_deref()).await?;
        let outcomes = context
            .upload_into(Kind::Upload, &into, samples::all(), &unwatched)
            .await?;
        Ok::<_, Problem>((into, outcomes))
    };
    uploaded(&context, loaded.await.map_err(HttpError::from)).await
}

#[derive(Deserialize)]
struct DeleteForm {
    name: String,
    #[serde(default)]
    collection: Option<String>,
}

/// The bytes under a name, for who takes the deletion back; none where the store keeps none.
async fn kept(context: &Shared, document: &Document, name: &DocumentName) -> Option<Upload> {
    let (_, bytes) = context.service.original(&document.id).await.ok()?;
    Some(Upload {
        name: name.to_string(),
        bytes,
    })
}

async fn delete(payload: web::Payload, context: Shared) -> HttpResponse {
    let deleted = async {
        let DeleteForm { name, collection } = form(payload, &context).await?;
        let name = DocumentName::parse(&name)?;
        let of = named(&context, collection.as_deref()).await?;
        let documents = context.service.status_of(&of).await?.documents;
        let document = documents.iter().find(|one| one.names.contains(&name));
        let twin = document.and_then(|one| one.twin_of(name.as_str()).cloned());
        let kept = match document {
            Some(document) => kept(&context, document, &name).await,
            None => None,
        };
        context.service.delete_from(&of, &name).await?;
        let said = match twin {
            Some(twin) => format!("{name} was deleted. The same file is still there as {twin}."),
            None => format!("{name} was deleted."),
        };
        Ok::<_, Problem>((of, said, kept))
    };
    match deleted.await {
        Ok((of, said, kept)) => {
            let undo = kept.map(|upload| context.keep_deleted(of.clone(), upload));
            to_shelf(&context, &of, said, undo)
        }
        Err(problem) => problem_page(problem),
    }
}

/// To the documents, with a notice.
fn to_shelf(
    context: &Shared,
    of: &CollectionId,
    text: String,
    undo: Option<String>,
) -> HttpResponse {
    let id = context.leave_notice(Notice {
        text,
        refused: Vec::new(),
        undo,
    });
    to(&about("/upload", of, &id))
}

#[derive(Deserialize)]
struct RestoreForm {
    id: String,
}

/// Puts the document back that was deleted last.
async fn restore(payload: web::Payload, context: Shared) -> HttpResponse {
    let restored = async {
        let RestoreForm { id } = form(payload, &context).await?;
        let gone = || {
            Problem::new(
                ProblemCode::NotFound,
                "The deleted document is not kept any more: only the last one is, until the server stops. Upload it again.",
            )
        };
        let (of, upload) = context.deleted(&id).ok_or_else(gone)?;
        let name = upload.name.clone();
        let outcomes = context
            .upload_into(Kind::Upload, &of, vec![upload], &unwatched)
            .await?;
        for outcome in outcomes {
            outcome.result?;
        }
        Ok::<_, Problem>((of, name))
    };
    match restored.await {
        Ok((of, name)) => to_shelf(&context, &of, format!("{name} is back."), None),
        Err(problem) => problem_page(problem),
    }
}

/// Notes that a person went through a document now and that it holds as it is.
async fn reviewed(id: web::Path<String>, context: Shared) -> HttpResponse {
    let id = DocumentId(id.into_inner());
    match context.service.review_document(&id).await {
        Ok(document) => {
            let text = format!("{} still holds: reviewed now.", document.name());
            to_shelf(&context, &document.collection, text, None)
        }
        Err(error) => problem_page(error.into()),
    }
}

async fn clear(payload: web::Payload, context: Shared) -> HttpResponse {
    let cleared = async {
        let OfForm { collection } = form(payload, &context).await?;
        let of = named(&context, collection.as_deref()).await?;
        context.service.clear_of(&of).await?;
        context.forget_deleted_of(&of);
        Ok::<_, Problem>(of)
    };
    match cleared.await {
        Ok(of) => to_shelf(
            &context,
            &of,
            "All documents were deleted.".to_owned(),
            None,
        ),
        Err(problem) => problem_page(problem),
    }
}

pub(super) fn routes(config: &mut web::ServiceConfig) {
    config
        .route("/upload", web::get().to(show))
        .route("/upload", web::post().to(upload))
        .route("/samples", web::post().to(load_samples))
        .route("/documents/delete", web::post().to(delete))
        .route("/documents/{id}/review", web::post().to(reviewed))
        .route("/documents/restore", web::post().to(restore))
        .route("/documents/clear", web::post().to(clear));
}
