//! What decisions of reviewers say about the policy.

use super::{Shared, body, on};
use crate::calibration;
use crate::http_error::HttpError;
use actix_web::{HttpRequest, HttpResponse, web};
use groundwall_core::calibration::Verdict;
use serde::Deserialize;

async fn read(context: Shared) -> Result<HttpResponse, HttpError> {
    Ok(HttpResponse::Ok().json(calibration::read(&context.settings).await?))
}

async fn run(context: Shared) -> Result<HttpResponse, HttpError> {
    Ok(HttpResponse::Ok().json(calibration::run(&context.settings).await?))
}

#[derive(Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ProposalDecided)]
pub(super) struct Decided {
    decision: Verdict,
}

async fn decide(
    request: HttpRequest,
    id: web::Path<String>,
    payload: web::Payload,
    context: Shared,
) -> Result<HttpResponse, HttpError> {
    let Decided { decision } = body::json(&request, payload, &context).await?;
    let done = calibration::decide(&context.settings, &id.into_inner(), decision).await?;
    Ok(HttpResponse::Ok().json(done))
}

pub(super) fn routes(config: &mut web::ServiceConfig) {
    config
        .service(on("/api/v1/calibration", web::get().to(read)).route(web::post().to(run)))
        .service(on(
            "/api/v1/calibration/{id}/decision",
            web::post().to(decide),
        ));
}
