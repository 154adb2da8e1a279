//! Reports that a person has to look at: the queue, who has what, decisions, and verdicts that somebody disputes.

use super::{Shared, body, on};
use crate::access;
use crate::context::Context;
use crate::http_error::HttpError;
use actix_web::{HttpRequest, HttpResponse, web};
use groundwall_core::review::{Decided, Dispute, checked_name, checked_note};
use groundwall_core::{Decision, Problem, ProblemCode, ReportId, Review, ReviewFilter};
use groundwall_ports::Records as _;
use serde::{Deserialize, Serialize};

/// Reviews that are decided in one go, at most.
const MOST: usize = 200;

fn none() -> Problem {
    Problem::new(
        ProblemCode::NotFound,
        "There is no review of a report with this id.",
    )
}

/// The queue has to be there for what goes into it.
fn queue(context: &Context) -> Result<(), Problem> {
    if context.config.review.queue {
        return Ok(());
    }
    Err(Problem::new(
        ProblemCode::Conflict,
        "There is no queue: review.queue is switched off in the configuration.",
    ))
}

/// Decides; note and name are checked.
pub(crate) async fn decided(
    context: &Context,
    id: &ReportId,
    decided: Decided,
) -> Result<Review, Problem> {
    let mut by = checked_name(&decided.by)?;
    if by.is_empty() {
        // Who gives no name is known by that of the key.
        by.extend(access::current().name());
    }
    let decided = Decided {
        note: checked_note(&decided.note)?,
        by,
        ..decided
    };
    let review = context.settings.records().decide(id, &decided).await?;
    context.settings.decision_changed();
    review.ok_or_else(none)
}

/// Gives a review to somebody, or to nobody.
pub(crate) async fn assigned(
    context: &Context,
    id: &ReportId,
    to: &str,
) -> Result<Review, Problem> {
    let to = checked_name(to)?;
    let review = context.settings.records().assign(id, &to).await?;
    review.ok_or_else(none)
}

/// Takes a decision back.
pub(crate) async fn undone(context: &Context, id: &ReportId) -> Result<Review, Problem> {
    let review = context.settings.records().undo(id).await?;
    context.settings.decision_changed();
    review.ok_or_else(none)
}

/// Puts a report into the queue whose verdict somebody disputes.
pub(crate) async fn disputed(
    context: &Context,
    id: &ReportId,
    dispute: Dispute,
) -> Result<Review, Problem> {
    queue(context)?;
    let dispute = Dispute {
        note: checked_note(&dispute.note)?,
        ..dispute
    };
    let review = context.settings.records().dispute(id, &dispute).await?;
    context.settings.decision_changed();
    review.ok_or_else(|| Problem::new(ProblemCode::NotFound, "There is no report with this id."))
}

/// What became of one of many.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = DecisionOutcome)]
pub(crate) struct Outcome {
    pub(crate) report: ReportId,
    /// The review as it is then; none where it could not be decided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) review: Option<Review>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) error: Option<String>,
}

/// Decides many alike, one after another; one that cannot be decided stops no other.
pub(crate) async fn all_decided(
    context: &Context,
    ids: Vec<ReportId>,
    common: &Decided,
) -> Result<Vec<Outcome>, Problem> {
    if ids.is_empty() || ids.len() > MOST {
        return Err(Problem::new(
            ProblemCode::Unprocessable,
            format!("Name 1 to {MOST} reviews."),
        ));
    }
    let mut outcomes = Vec::with_capacity(ids.len());
    for report in ids {
        let (review, error) = match decided(context, &report, common.clone()).await {
            Ok(review) => (Some(review), None),
            Err(problem) => (None, Some(crate::http_error::shown(problem).message)),
        };
        outcomes.push(Outcome {
            report,
            review,
            error,
        });
    }
    Ok(outcomes)
}

async fn list(request: HttpRequest, context: Shared) -> Result<HttpResponse, HttpError> {
    let filter: ReviewFilter = super::query(
        &request,
        "state, priority, assignee, overdue, limit and after",
    )?;
    let filter = filter.checked()?;
    Ok(HttpResponse::Ok().json(context.settings.records().reviews(&filter).await?))
}

async fn one(id: web::Path<String>, context: Shared) -> Result<HttpResponse, HttpError> {
    let id = ReportId(id.into_inner());
    let review = context.settings.records().review(&id).await?;
    Ok(HttpResponse::Ok().json(review.ok_or_else(none)?))
}

async fn decide(
    request: HttpRequest,
    id: web::Path<String>,
    payload: web::Payload,
    context: Shared,
) -> Result<HttpResponse, HttpError> {
    let given: Decided = body::json(&request, payload, &context).await?;
    let id = ReportId(id.into_inner());
    Ok(HttpResponse::Ok().json(decided(&context, &id, given).await?))
}

async fn undo(id: web::Path<String>, context: Shared) -> Result<HttpResponse, HttpError> {
    let id = ReportId(id.into_inner());
    Ok(HttpResponse::Ok().json(undone(&context, &id).await?))
}

#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Assignment {
    /// Empty: nobody.
    assignee: String,
}

async fn assign(
    request: HttpRequest,
    id: web::Path<String>,
    payload: web::Payload,
    context: Shared,
) -> Result<HttpResponse, HttpError> {
    let Assignment { assignee } = body::json(&request, payload, &context).await?;
    let id = ReportId(id.into_inner());
    Ok(HttpResponse::Ok().json(assigned(&context, &id, &assignee).await?))
}

#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ManyDecided)]
pub(super) struct Many {
    #[schema(min_items = 1, max_items = 200)]
    reports: Vec<ReportId>,
    decision: Decision,
    #[serde(default)]
    note: String,
    #[serde(default)]
    by: String,
}

/// What became of each.
#[derive(Serialize, utoipa::ToSchema)]
#[schema(as = DecisionOutcomes)]
pub(super) struct Outcomes {
    outcomes: Vec<Outcome>,
}

async fn decide_many(
    request: HttpRequest,
    payload: web::Payload,
    context: Shared,
) -> Result<HttpResponse, HttpError> {
    let Many {
        reports,
        decision,
        note,
        by,
    } = body::json(&request, payload, &context).await?;
    let common = Decided { decision, note, by };
    let outcomes = all_decided(&context, reports, &common).await?;
    Ok(HttpResponse::Ok().json(Outcomes { outcomes }))
}

async fn dispute(
    request: HttpRequest,
    id: web::Path<String>,
    payload: web::Payload,
    context: Shared,
) -> Result<HttpResponse, HttpError> {
    let given: Dispute = body::json(&request, payload, &context).await?;
    let id = ReportId(id.into_inner());
    Ok(HttpResponse::Ok().json(disputed(&context, &id, given).await?))
}

pub(super) fn routes(config: &mut web::ServiceConfig) {
    config
        .service(on("/api/v1/reports/{id}/disputes", web::post().to(dispute)))
        .service(on("/api/v1/reviews", web::get().to(list)))
        .service(on("/api/v1/reviews/decisions", web::post().to(decide_many)))
        .service(on("/api/v1/reviews/{id}", web::get().to(one)))
        .service(
            on("/api/v1/reviews/{id}/decision", web::post().to(decide))
                .route(web::delete().to(undo)),
        )
        .service(on("/api/v1/reviews/{id}/assignee", web::put().to(assign)));
}
