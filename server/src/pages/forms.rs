//! What the forms do: work, then 303 to the page that shows it.

use super::{html, problem_page, status_of};
use crate::admission::Kind;
use crate::api::{Shared, read_body, receive};
use crate::context::Context;
use crate::http_error::{HttpError, shown};
use crate::multipart::Form;
use crate::sessions::same;
use crate::{guard, proxy, samples};
use actix_web::cookie::{Cookie, SameSite};
use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, web};
use app::{Notice, Page};
use groundwall_core::policy::PolicyOverride;
use groundwall_core::request::Subject;
use groundwall_core::{DocumentName, Problem, ProblemCode, Question, Verification};
use groundwall_ports::{UploadOutcome, unwatched};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::time::Instant;

fn to(address: &str) -> HttpResponse {
    HttpResponse::SeeOther()
        .insert_header((header::LOCATION, address))
        .finish()
}

async fn form<T: DeserializeOwned>(payload: web::Payload, context: &Context) -> Result<T, Problem> {
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
}

pub(super) async fn ask(payload: web::Payload, context: Shared) -> HttpResponse {
    let AskForm { question: typed } = match form(payload, &context).await {
        Ok(form) => form,
        Err(problem) => return problem_page(problem),
    };
    let answered = async {
        let question = Question::parse(&typed, PolicyOverride::default())?;
        context.ask(question, &unwatched).await
    };
    match answered.await {
        Ok(report) => to(&format!("/reports/{}", report.id)),
        Err(problem) => {
            let problem = shown(problem);
            let Ok(status) = context.service.status().await else {
                return problem_page(problem);
            };
            html(
                status_of(&problem),
                Page::Ask {
                    status,
                    question: typed,
                    notice: None,
                    problem: Some(problem),
                },
            )
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
    let Ok(status) = context.service.status().await else {
        return problem_page(problem);
    };
    html(
        status_of(&problem),
        Page::Upload {
            status,
            notice: None,
            problem: Some(problem),
            samples: samples::count(),
        },
    )
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

pub(super) async fn delete(payload: web::Payload, context: Shared) -> HttpResponse {
    let deleted = async {
        let DeleteForm { name } = form(payload, &context).await?;
        let name = DocumentName::parse(&name)?;
        context.service.delete(&name).await?;
        Ok::<_, Problem>(name)
    };
    match deleted.await {
        Ok(name) => {
            let id = context.leave_notice(Notice {
                text: format!("{name} was deleted."),
                refused: Vec::new(),
            });
            to(&format!("/upload?notice={id}"))
        }
        Err(problem) => problem_page(problem),
    }
}

pub(super) async fn clear(context: Shared) -> HttpResponse {
    match context.service.clear().await {
        Ok(()) => {
            let id = context.leave_notice(Notice {
                text: "All documents were deleted.".to_owned(),
                refused: Vec::new(),
            });
            to(&format!("/upload?notice={id}"))
        }
        Err(error) => problem_page(error.problem),
    }
}

#[derive(Deserialize)]
struct LoginForm {
    key: String,
}

/// The cookie of a session; an empty token is that of none.
fn cookie(token: String, secure: bool) -> Cookie<'static> {
    Cookie::build(guard::COOKIE, token)
        .path("/")
        .http_only(true)
        .same_site(SameSite::Strict)
        .secure(secure)
        .finish()
}

fn login_problem(code: ProblemCode, message: impl Into<String>) -> HttpResponse {
    let problem = Problem::new(code, message);
    html(
        status_of(&problem),
        Page::Login {
            problem: Some(problem),
        },
    )
}

pub(super) async fn login(
    request: HttpRequest,
    payload: web::Payload,
    context: Shared,
) -> HttpResponse {
    let sent = match form::<LoginForm>(payload, &context).await {
        Ok(form) => form.key,
        Err(problem) => return problem_page(problem),
    };
    let server = &context.config.server;
    let peer = proxy::address(request.headers(), request.peer_addr(), server.behind_proxy);
    let now = Instant::now();
    if let Err(wait) = context.throttle.attempt(peer, now) {
        let wait = guard::seconds(wait);
        let mut response = login_problem(
            ProblemCode::Overloaded,
            format!("Too many wrong keys were tried. Try again in {wait} s."),
        );
        response
            .headers_mut()
            .insert(header::RETRY_AFTER, header::HeaderValue::from(wait));
        return response;
    }
    let key = server.api_key.as_ref();
    if !key.is_some_and(|key| same(&sent, key.expose())) {
        tracing::warn!(%peer, "a wrong API key at /login");
        return login_problem(
            ProblemCode::Unauthorized,
            "This is not the key of this server.",
        );
    }
    context.throttle.right(peer);
    if let Some(before) = request.cookie(guard::COOKIE) {
        context.sessions.end(before.value());
    }
    let secure = proxy::is_secure(request.headers(), server.behind_proxy);
    with_cookie("/", &cookie(context.sessions.begin(now), secure))
}

pub(super) async fn logout(request: HttpRequest, context: Shared) -> HttpResponse {
    if let Some(open) = request.cookie(guard::COOKIE) {
        context.sessions.end(open.value());
    }
    let server = &context.config.server;
    let secure = proxy::is_secure(request.headers(), server.behind_proxy);
    let mut gone = cookie(String::new(), secure);
    gone.make_removal();
    with_cookie("/login", &gone)
}

fn with_cookie(address: &str, cookie: &Cookie<'_>) -> HttpResponse {
    let mut response = to(address);
    if response.add_cookie(cookie).is_err() {
        return problem_page(Problem::new(
            ProblemCode::Internal,
            "The session cookie cannot be set.",
        ));
    }
    response
}
