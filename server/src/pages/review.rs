//! The page of what a person has to look at, and its forms.

use super::forms::{form, to};
use super::{html, page, problem_page, query};
use crate::api::{Shared, all_decided, assigned, decided, disputed, read_body, undone};
use crate::http_error::{HttpError, shown, status_of};
use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use app::{Notice, Page, ReportView, ReviewView};
use groundwall_core::review::{Decided, Dispute};
use groundwall_core::{Decision, Problem, ProblemCode, ReportId, ReviewFilter, ReviewState};
use groundwall_ports::{PortError, Records as _};
use serde::Deserialize;

/// What the address of the queue may carry. Unlike the API it takes what is empty for absent and what is unknown for nothing.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Query {
    state: String,
    priority: String,
    assignee: String,
    after: String,
    notice: Option<String>,
    /// A report that was just decided.
    decided: Option<String>,
}

async fn list(request: HttpRequest, context: Shared) -> HttpResponse {
    let Query {
        state,
        priority,
        assignee,
        after,
        notice,
        decided,
    } = query(&request);
    let filter = ReviewFilter {
        state,
        priority,
        assignee: assignee.trim().to_owned(),
        after: after.parse().unwrap_or_default(),
        ..ReviewFilter::default()
    };
    let (status, filter, problem) = match filter.checked() {
        Ok(filter) => (StatusCode::OK, filter, None),
        Err(problem) => (status_of(&problem), ReviewFilter::default(), Some(problem)),
    };
    let records = context.settings.records();
    let shown = async {
        let undo = match decided.map(ReportId) {
            Some(id) => records.review(&id).await?,
            None => None,
        };
        let page = Page::Review(ReviewView {
            found: records.reviews(&filter).await?,
            filter,
            notice: context.notice(notice.as_deref()),
            undo: undo
                .filter(|review| !review.state.is_open())
                .map(|review| review.report),
            problem,
            on: context.config.review.queue,
        });
        Ok::<_, PortError>(html(status, page))
    };
    shown
        .await
        .unwrap_or_else(|error| problem_page(error.problem))
}

/// To the queue, with a sentence about what happened.
fn to_queue(context: &Shared, text: String, more: &str) -> HttpResponse {
    let notice = context.leave_notice(Notice {
        text,
        refused: Vec::new(),
        undo: None,
    });
    to(&format!("/review?notice={notice}{more}"))
}

/// "was a false alarm"
fn words(state: ReviewState) -> &'static str {
    match state {
        ReviewState::Approved => "is decided: a false alarm",
        ReviewState::Rejected => "is decided: a real problem",
        ReviewState::Pending => "waits for somebody",
        ReviewState::InReview => "is in review",
    }
}

#[derive(Deserialize)]
struct DecisionForm {
    decision: Decision,
    #[serde(default)]
    note: String,
}

async fn decide(id: web::Path<String>, payload: web::Payload, context: Shared) -> HttpResponse {
    let id = ReportId(id.into_inner());
    let done = async {
        let DecisionForm { decision, note } = form(payload, &context).await?;
        let by = String::new();
        decided(&context, &id, Decided { decision, note, by }).await
    };
    match done.await {
        Ok(review) => to_queue(
            &context,
            format!("“{}” {}.", review.title, words(review.state)),
            &format!("&decided={id}"),
        ),
        Err(problem) => problem_page(problem),
    }
}

#[derive(Deserialize)]
struct AssigneeForm {
    assignee: String,
}

async fn assign(id: web::Path<String>, payload: web::Payload, context: Shared) -> HttpResponse {
    let id = ReportId(id.into_inner());
    let done = async {
        let AssigneeForm { assignee } = form(payload, &context).await?;
        assigned(&context, &id, &assignee).await
    };
    match done.await {
        Ok(review) => {
            let text = match &review.assignee {
                Some(who) => format!("{who} has “{}”.", review.title),
                None => format!("Nobody has “{}”.", review.title),
            };
            to_queue(&context, text, &format!("#r-{id}"))
        }
        Err(problem) => problem_page(problem),
    }
}

async fn undo(id: web::Path<String>, context: Shared) -> HttpResponse {
    let id = ReportId(id.into_inner());
    match undone(&context, &id).await {
        Ok(review) => to_queue(
            &context,
            format!("“{}” {} again.", review.title, words(review.state)),
            &format!("#r-{id}"),
        ),
        Err(problem) => problem_page(problem),
    }
}

/// The fields of a form that names several reports.
async fn many(
    payload: web::Payload,
    context: &Shared,
) -> Result<(Vec<ReportId>, Decided), Problem> {
    let body = read_body(payload, context)
        .await
        .map_err(|HttpError(problem)| problem)?;
    let wrong = || {
        Problem::new(
            ProblemCode::Unprocessable,
            "The form does not say what is decided. Load the page again.",
        )
    };
    let (mut ids, mut note, mut decision) = (Vec::new(), String::new(), None);
    for (name, value) in url::form_urlencoded::parse(&body.bytes) {
        match name.as_ref() {
            "id" => ids.push(ReportId(value.into_owned())),
            "note" => note = value.into_owned(),
            "decision" => {
                let named = serde_json::Value::String(value.into_owned());
                decision = serde_json::from_value(named).ok();
            }
            _ => {}
        }
    }
    let common = Decided {
        decision: decision.ok_or_else(wrong)?,
        note,
        by: String::new(),
    };
    Ok((ids, common))
}

async fn decide_many(payload: web::Payload, context: Shared) -> HttpResponse {
    let done = async {
        let (ids, common) = many(payload, &context).await?;
        if ids.is_empty() {
            return Err(Problem::new(
                ProblemCode::Unprocessable,
                "No report was chosen. Tick the boxes beside their titles.",
            ));
        }
        all_decided(&context, ids, &common).await
    };
    match done.await {
        Ok(outcomes) => {
            let decided = outcomes.iter().filter(|one| one.review.is_some()).count();
            let text = match decided {
                1 => "1 report is decided.".to_owned(),
                many => format!("{many} reports are decided."),
            };
            let refused = outcomes
                .into_iter()
                .filter_map(|one| Some((one.report.0, one.error?)))
                .collect();
            let undo = None;
            let notice = context.leave_notice(Notice {
                text,
                refused,
                undo,
            });
            to(&format!("/review?notice={notice}"))
        }
        Err(problem) => problem_page(problem),
    }
}

#[derive(Deserialize)]
struct DisputeForm {
    claim: u32,
    #[serde(default)]
    note: String,
}

async fn dispute(id: web::Path<String>, payload: web::Payload, context: Shared) -> HttpResponse {
    let id = ReportId(id.into_inner());
    let done = async {
        let DisputeForm { claim, note } = form(payload, &context).await?;
        // Whoever reviews it has to know what to look at.
        if note.trim().is_empty() {
            return Err(Problem::new(
                ProblemCode::Unprocessable,
                "Say what is wrong with the verdict, such as what your document says. Go back and write it into the field.",
            ));
        }
        disputed(&context, &id, Dispute { claim, note }).await
    };
    match done.await {
        Ok(_) => to(&format!("/reports/{id}#review")),
        Err(problem) => problem_page(shown(problem)),
    }
}

/// What the address of a report may carry.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Opened {
    /// The claim that is opened and marked.
    open: String,
}

/// A report, with its review where it has one.
async fn report(request: HttpRequest, id: web::Path<String>, context: Shared) -> HttpResponse {
    page(async {
        let Opened { open } = super::query(&request);
        let id = ReportId(id.into_inner());
        Ok(Page::Report(Box::new(ReportView {
            report: context.service.report(&id).await?,
            review: context.settings.records().review(&id).await?,
            open: open.parse().ok(),
        })))
    })
    .await
}

pub(super) fn routes(config: &mut web::ServiceConfig) {
    config
        .route("/reports/{id}", web::get().to(report))
        .route("/reports/{id}/disputes", web::post().to(dispute))
        .route("/review", web::get().to(list))
        .route("/review/decisions", web::post().to(decide_many))
        .route("/review/{id}/decision", web::post().to(decide))
        .route("/review/{id}/assignee", web::post().to(assign))
        .route("/review/{id}/undo", web::post().to(undo));
}
