//! What the forms do: work, then 303 to the page that shows it.

use super::collections::choice;
use super::{html, problem_page, shelf, status_of};
use crate::admission::Kind;
use crate::api::collections::named;
use crate::api::{Shared, read_body, receive};
use crate::batches::subject;
use crate::context::Context;
use crate::http_error::{HttpError, shown};
use crate::multipart::Form;
use crate::samples;
use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, web};
use app::{Notice, Page};
use groundwall_core::{CollectionId, DocumentName, Problem, ProblemCode, ReadAs, Verification};
use groundwall_ports::{PortError, Upload, UploadOutcome, unwatched};
use serde::Deserialize;
use serde::de::DeserializeOwned;

pub(super) fn to(address: &str) -> HttpResponse {
    HttpResponse::SeeOther()
        .insert_header((header::LOCATION, address))
        .finish()
}

pub(super) async fn form<T: DeserializeOwned>(
    payload: web::Payload,
    context: &Context,
) -> Result<T, Problem> {
    let body = read_body(payload, context)
        .await
        .map_err(|HttpError(problem)| problem)?;
    let text = String::from_utf8(body.bytes)
        .map_err(|_| Problem::new(ProblemCode::Malformed, "The form is not UTF-8."))?;
    Ok(web::Query::<T>::from_query(&text)
        .map_err(|error| {
            Problem::new(
                ProblemCode::Unprocessable,
                format!("The form does not fit: {error}."),
            )
        })?
        .into_inner())
}

#[derive(Deserialize)]
struct VerifyForm {
    text: String,
    #[serde(default)]
    mode: String,
    #[serde(default)]
    collection: Option<String>,
}

pub(super) async fn verify(payload: web::Payload, context: Shared) -> HttpResponse {
    let VerifyForm {
        text,
        mode,
        collection,
    } = match form(payload, &context).await {
        Ok(form) => form,
        Err(problem) => return problem_page(problem),
    };
    let whole_answer = mode != "claims";
    let text = text.replace("\r\n", "\n");
    let read_as = if whole_answer {
        ReadAs::Answer
    } else {
        ReadAs::Claims
    };
    let subject = subject(&text, read_as);
    let verified = async {
        let verification = Verification {
            collection: named(&context, collection.as_deref()).await?,
            ..Verification::of(subject)
        };
        context.verify(verification, &unwatched).await
    };
    match verified.await {
        Ok(report) => to(&format!("/reports/{}", report.id)),
        Err(problem) => {
            let problem = shown(problem);
            let page = async {
                let choice = choice(&context, collection.as_deref(), Vec::new()).await?;
                Ok::<_, PortError>(Page::Verify {
                    status: context.service.status_of(&choice.chosen).await?,
                    text,
                    whole_answer,
                    problem: Some(problem.clone()),
                    choice,
                    batches: context.batches.list(),
                    notice: None,
                })
            };
            match page.await {
                Ok(page) => html(status_of(&problem), page),
                Err(_) => problem_page(problem),
            }
        }
    }
}

/// After an upload: to Ask when something was taken in, else the upload page again.
async fn uploaded(
    context: &Shared,
    outcomes: Result<(CollectionId, Vec<UploadOutcome>), HttpError>,
) -> HttpResponse {
    let into = outcomes.as_ref().ok().map(|(into, _)| into.clone());
    let problem = match outcomes {
        Ok((into, outcomes)) => {
            let refused: Vec<(String, String)> = outcomes
                .iter()
                .filter_map(|outcome| {
                    outcome
                        .result
                        .as_ref()
                        .err()
                        .map(|problem| (outcome.name.clone(), problem.message.clone()))
                })
                .collect();
            let taken: Vec<_> = outcomes
                .iter()
                .filter_map(|outcome| {
                    outcome
                        .result
                        .as_ref()
                        .ok()
                        .map(|document| (&outcome.name, document.passages))
                })
                .collect();
            if !taken.is_empty() {
                let passages: u32 = taken.iter().map(|(_, passages)| passages).sum();
                let plural = if passages == 1 { "passage" } else { "passages" };
                let what = if let [(name, _)] = taken.as_slice() {
                    (*name).clone()
                } else {
                    format!("{} documents", taken.len())
                };
                let verb = if taken.len() == 1 { "is" } else { "are" };
                let id = context.leave_notice(Notice {
                    text: format!("{what} {verb} ready, in {passages} {plural}."),
                    refused,
                    undo: None,
                });
                return to(&about("/ask", &into, &id));
            }
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
            Problem::new(
                code,
                if refused.len() == 1 {
                    "The file was not taken in."
                } else {
                    "None of the files was taken in."
                },
            )
            .with_details(
                refused
                    .into_iter()
                    .map(|(name, why)| format!("{name}: {why}"))
                    .collect(),
            )
        }
        Err(HttpError(problem)) => problem,
    };
    let into = into.as_ref().map(|into| into.0.as_str());
    match shelf(context, into, None, Some(problem.clone())).await {
        Ok(page) => html(status_of(&problem), page),
        Err(_) => problem_page(problem),
    }
}

pub(super) async fn upload(
    request: HttpRequest,
    payload: web::Payload,
    context: Shared,
) -> HttpResponse {
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

pub(super) async fn load_samples(payload: web::Payload, context: Shared) -> HttpResponse {
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
async fn kept(context: &Shared, of: &CollectionId, name: &DocumentName) -> Option<Upload> {
    let documents = context.service.status_of(of).await.ok()?.documents;
    let document = documents.iter().find(|one| one.names.contains(name))?;
    let (_, bytes) = context.service.original(&document.id).await.ok()?;
    Some(Upload {
        name: name.to_string(),
        bytes,
    })
}

pub(super) async fn delete(payload: web::Payload, context: Shared) -> HttpResponse {
    let deleted = async {
        let DeleteForm { name, collection } = form(payload, &context).await?;
        let name = DocumentName::parse(&name)?;
        let of = named(&context, collection.as_deref()).await?;
        let kept = kept(&context, &of, &name).await;
        context.service.delete_from(&of, &name).await?;
        Ok::<_, Problem>((of, name, kept))
    };
    match deleted.await {
        Ok((of, name, kept)) => {
            let undo = kept.map(|upload| context.keep_deleted(of.clone(), upload));
            to_shelf(&context, &of, format!("{name} was deleted."), undo)
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
pub(super) async fn restore(payload: web::Payload, context: Shared) -> HttpResponse {
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

pub(super) async fn clear(payload: web::Payload, context: Shared) -> HttpResponse {
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
