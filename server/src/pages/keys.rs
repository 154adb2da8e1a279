//! The page of the API keys and its forms. A new key is shown in the answer to the form that made it, and never again.

use super::forms::{form, to};
use super::{html, problem_page, query};
use crate::api::Shared;
use crate::api::keys::{Made, made};
use crate::http_error::{shown, status_of};
use actix_web::http::{StatusCode, header};
use actix_web::{HttpRequest, HttpResponse, web};
use app::{KeyFields, KeysView, NewlyMade, Notice, Page};
use groundwall_core::{KeyScope, NewKey, Problem, ProblemCode};
use groundwall_ports::PortError;
use serde::Deserialize;

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Query {
    notice: Option<String>,
}

/// The page with what was typed; its status is that of the problem.
async fn answer(
    context: &Shared,
    typed: KeyFields,
    new: Option<NewlyMade>,
    notice: Option<Notice>,
    problem: Option<Problem>,
) -> HttpResponse {
    let status = problem.as_ref().map_or(StatusCode::OK, status_of);
    let server = &context.config.server;
    let view = async {
        Ok::<_, PortError>(KeysView {
            keys: context.keys.all().await?,
            collections: context.service.collections().await?,
            required: server.api_key.is_some() || server.require_key,
            typed,
            new,
            notice,
            problem,
        })
    };
    match view.await {
        Ok(view) => html(status, Page::Keys(Box::new(view))),
        Err(error) => problem_page(error.problem),
    }
}

async fn show(request: HttpRequest, context: Shared) -> HttpResponse {
    let Query { notice } = query(&request);
    let notice = context.notice(notice.as_deref());
    answer(&context, KeyFields::default(), None, notice, None).await
}

/// What the form holds. Scopes and collections stand in it as often as some are ticked.
fn typed(fields: Vec<(String, String)>) -> KeyFields {
    let mut typed = KeyFields {
        scopes: Vec::new(),
        ..KeyFields::default()
    };
    for (name, value) in fields {
        match name.as_str() {
            "name" => typed.name = value,
            "scope" => typed.scopes.extend(KeyScope::parse(&value)),
            "collection" => typed.collections.push(value),
            "per_minute" => typed.per_minute = value,
            _ => {}
        }
    }
    typed
}

fn new_key(typed: &KeyFields) -> Result<NewKey, Problem> {
    let rate = typed.per_minute.trim();
    let per_minute = (!rate.is_empty())
        .then(|| rate.parse::<u32>())
        .transpose()
        .map_err(|_| {
            Problem::new(
                ProblemCode::Unprocessable,
                "Requests in a minute are a whole number, or nothing.",
            )
        })?;
    Ok(NewKey {
        name: typed.name.clone(),
        scopes: typed.scopes.clone(),
        collections: typed.collections.clone(),
        per_minute,
    })
}

/// Where this server is asked, as the browser says it.
fn address(request: &HttpRequest, context: &Shared) -> String {
    let behind = context.config.server.behind_proxy;
    let scheme = if crate::proxy::is_secure(request.headers(), behind) {
        "https"
    } else {
        "http"
    };
    let host = request.headers().get(header::HOST);
    let host = host.and_then(|host| host.to_str().ok());
    format!("{scheme}://{}", host.unwrap_or(&context.config.server.addr))
}

async fn create(request: HttpRequest, payload: web::Payload, context: Shared) -> HttpResponse {
    let typed = match form(payload, &context).await {
        Ok(fields) => typed(fields),
        Err(problem) => return problem_page(problem),
    };
    let done = async { made(&context, new_key(&typed)?).await };
    match done.await {
        Ok(Made { about, key }) => {
            let new = NewlyMade {
                about,
                key,
                address: address(&request, &context),
            };
            answer(&context, KeyFields::default(), Some(new), None, None).await
        }
        Err(error) => {
            let problem = shown(error.problem);
            answer(&context, typed, None, None, Some(problem)).await
        }
    }
}

async fn revoke(id: web::Path<String>, context: Shared) -> HttpResponse {
    match context.keys.revoke(&id).await {
        Ok(key) => {
            let notice = context.leave_notice(Notice {
                text: format!(
                    "The key “{}” was revoked. It opens nothing any more.",
                    key.name
                ),
                refused: Vec::new(),
                undo: None,
            });
            to(&format!("/keys?notice={notice}"))
        }
        Err(error) => problem_page(error.problem),
    }
}

pub(super) fn routes(config: &mut web::ServiceConfig) {
    config
        .route("/keys", web::get().to(show))
        .route("/keys", web::post().to(create))
        .route("/keys/{id}/revoke", web::post().to(revoke));
}
