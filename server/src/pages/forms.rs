//! What the forms do: work, then 303 to the page that shows it.

use super::talk::{desk, talk};
use super::{html, problem_page, shelf, status_of};
use crate::admission::Kind;
use crate::api::{Shared, read_body, receive};
use crate::context::Context;
use crate::http_error::{HttpError, shown};
use crate::multipart::Form;
use crate::samples;
use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, web};
use app::{Notice, Page};
use groundwall_core::policy::PolicyOverride;
use groundwall_core::request::Subject;
use groundwall_core::{ConversationId, DocumentName, Problem, ProblemCode, Question, Verification};
use groundwall_ports::{Upload, UploadOutcome, unwatched};
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
struct AskForm {
    question: String,
    /// The conversation that the question goes on with; without it a new one begins.
    #[serde(default)]
    conversation: Option<String>,
}

pub(super) async fn ask(payload: web::Payload, context: Shared) -> HttpResponse {
    let AskForm {
        question: typed,
        conversation,
    } = match form(payload, &context).await {
        Ok(form) => form,
        Err(problem) => return problem_page(problem),
    };
    let given = conversation.map(ConversationId);
    let answered = async {
        let question = Question::parse(&typed, PolicyOverride::default())?;
        let conversation = context.conversation(given.clone()).await?;
        let question = Question {
            conversation: Some(conversation.clone()),
            ..question
        };
        let report = context.ask(question, &unwatched).await?;
        Ok::<_, Problem>((conversation, report))
    };
    match answered.await {
        Ok((id, report)) => to(&format!("/conversations/{id}#r-{}", report.id)),
        Err(problem) => {
            let problem = shown(problem);
            let status = status_of(&problem);
            let page = match &given {
                Some(id) => talk(&context, id, typed.clone(), Some(problem.clone()))
                    .await
                    .ok(),
                None => None,
            };
            let page = match page {
                Some(page) => page,
                // Also where the conversation is gone: what was typed stays.
                None => match desk(&context, typed, None, Some(problem.clone())).await {
                    Ok(page) => page,
                    Err(_) => return problem_page(problem),
                },
            };
            html(status, page)
        }
    }
}

#[derive(Deserialize)]
struct VerifyForm {
    text: String,
    #[serde(default)]
    mode: String,
}

pub(super) async fn verify(payload: web::Payload, context: Shared) -> HttpResponse {
    let VerifyForm { text, mode } = match form(payload, &context).await {
        Ok(form) => form,
        Err(problem) => return problem_page(problem),
    };
    let whole_answer = mode != "claims";
    let text = text.replace("\r\n", "\n");
    let subject = if whole_answer {
        Subject::Answer(text.clone())
    } else {
        Subject::Claims(
            text.lines()
                .map(str::trim)
                .filter(|line| !line.is_empty())
                .map(str::to_owned)
                .collect(),
        )
    };
    let verification = Verification::of(subject);
    match context.verify(verification, &unwatched).await {
        Ok(report) => to(&format!("/reports/{}", report.id)),
        Err(problem) => {
            let problem = shown(problem);
            let Ok(status) = context.service.status().await else {
                return problem_page(problem);
            };
            html(
                status_of(&problem),
                Page::Verify {
                    status,
                    text,
                    whole_answer,
                    problem: Some(problem),
                },
            )
        }
    }
}

/// After an upload: to Ask when something was taken in, else the upload page again.
async fn uploaded(
    context: &Shared,
    outcomes: Result<Vec<UploadOutcome>, HttpError>,
) -> HttpResponse {
    let problem = match outcomes {
        Ok(outcomes) => {
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
                return to(&format!("/ask?notice={id}"));
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
    match shelf(context, None, Some(problem.clone())).await {
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
    let outcomes = receive(&context, form, &unwatched).await;
    uploaded(&context, outcomes).await
}

pub(super) async fn load_samples(context: Shared) -> HttpResponse {
    let outcomes = context
        .upload(Kind::Upload, samples::all(), &unwatched)
        .await
        .map_err(HttpError::from);
    uploaded(&context, outcomes).await
}

#[derive(Deserialize)]
struct DeleteForm {
    name: String,
}

/// The bytes under a name, for who takes the deletion back; none where the store keeps none.
async fn kept(context: &Shared, name: &DocumentName) -> Option<Upload> {
    let documents = context.service.status().await.ok()?.documents;
    let document = documents.iter().find(|one| one.names.contains(name))?;
    let (_, bytes) = context.service.original(&document.id).await.ok()?;
    Some(Upload {
        name: name.to_string(),
        bytes,
    })
}

pub(super) async fn delete(payload: web::Payload, context: Shared) -> HttpResponse {
    let deleted = async {
        let DeleteForm { name } = form(payload, &context).await?;
        let name = DocumentName::parse(&name)?;
        let kept = kept(&context, &name).await;
        context.service.delete(&name).await?;
        Ok::<_, Problem>((name, kept))
    };
    match deleted.await {
        Ok((name, kept)) => {
            let undo = kept.map(|upload| context.keep_deleted(upload));
            to_shelf(&context, format!("{name} was deleted."), undo)
        }
        Err(problem) => problem_page(problem),
    }
}

/// To the documents, with a notice.
fn to_shelf(context: &Shared, text: String, undo: Option<String>) -> HttpResponse {
    let id = context.leave_notice(Notice {
        text,
        refused: Vec::new(),
        undo,
    });
    to(&format!("/upload?notice={id}"))
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
        let upload = context.deleted(&id).ok_or_else(gone)?;
        let name = upload.name.clone();
        let outcomes = context
            .upload(Kind::Upload, vec![upload], &unwatched)
            .await?;
        for outcome in outcomes {
            outcome.result?;
        }
        Ok::<_, Problem>(name)
    };
    match restored.await {
        Ok(name) => to_shelf(&context, format!("{name} is back."), None),
        Err(problem) => problem_page(problem),
    }
}

pub(super) async fn clear(context: Shared) -> HttpResponse {
    match context.service.clear().await {
        Ok(()) => {
            context.forget_deleted();
            to_shelf(&context, "All documents were deleted.".to_owned(), None)
        }
        Err(error) => problem_page(error.problem),
    }
}
