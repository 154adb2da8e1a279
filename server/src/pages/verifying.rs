//! The page Verify: a text that somebody wrote, held against the documents.

use super::choice::choice;
use super::forms::{form, to};
use super::{Query, corrections, html, page, problem_page, query};
use crate::api::Shared;
use crate::api::collections::named;
use crate::batches::subject;
use crate::http_error::{shown, status_of};
use actix_web::{HttpRequest, HttpResponse, web};
use app::{Page, VerifyView};
use groundwall_core::{Problem, ReadAs, ReportId, Verification};
use groundwall_ports::{PortError, unwatched};
use serde::Deserialize;

async fn show(request: HttpRequest, context: Shared) -> HttpResponse {
    page(async {
        let Query {
            from,
            mut collection,
            notice,
            ..
        } = query(&request);
        let (text, whole_answer) = match from {
            Some(id) => {
                let report = context.service.report(&ReportId(id)).await?;
                collection = collection.or_else(|| Some(report.collection.0.clone()));
                let read_as = corrections::read_as(&report);
                (
                    report.delivered.unwrap_or_default(),
                    read_as == ReadAs::Answer,
                )
            }
            None => (String::new(), true),
        };
        let choice = choice(&context, collection.as_deref(), Vec::new()).await?;
        Ok(Page::Verify(VerifyView {
            status: context.service.status_of(&choice.chosen).await?,
            text,
            whole_answer,
            problem: None,
            choice,
            batches: context.batches.list(),
            notice: context.notice(notice.as_deref()),
        }))
    })
    .await
}

/// The page with what was typed and what went wrong with it.
async fn shown_again(
    context: &Shared,
    collection: Option<&str>,
    (text, whole_answer): (String, bool),
    problem: Problem,
) -> HttpResponse {
    let page = async {
        let choice = choice(context, collection, Vec::new()).await?;
        Ok::<_, PortError>(Page::Verify(VerifyView {
            status: context.service.status_of(&choice.chosen).await?,
            text,
            whole_answer,
            problem: Some(problem.clone()),
            choice,
            batches: context.batches.list(),
            notice: None,
        }))
    };
    match page.await {
        Ok(page) => html(status_of(&problem), page),
        Err(_) => problem_page(problem),
    }
}

/// The empty page with what went wrong with a file.
pub(super) async fn with_problem(context: &Shared, problem: Problem) -> HttpResponse {
    shown_again(context, None, (String::new(), true), problem).await
}

#[derive(Deserialize)]
struct VerifyForm {
    text: String,
    #[serde(default)]
    mode: String,
    #[serde(default)]
    collection: Option<String>,
}

async fn verify(payload: web::Payload, context: Shared) -> HttpResponse {
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
            let typed = (text, whole_answer);
            shown_again(&context, collection.as_deref(), typed, shown(problem)).await
        }
    }
}

pub(super) fn routes(config: &mut web::ServiceConfig) {
    config
        .route("/verify", web::get().to(show))
        .route("/verify", web::post().to(verify))
        .route("/batches", web::get().to(show));
}
