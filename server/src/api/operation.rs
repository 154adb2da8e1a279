//! Health, readiness and figures.

use super::{Shared, on};
use crate::http_error::HttpError;
use actix_web::{HttpResponse, web};
use groundwall_core::{Problem, ProblemCode};
use serde::Serialize;

/// The process runs.
#[derive(Serialize, utoipa::ToSchema)]
pub(super) struct Health {
    status: &'static str,
}

/// Models are loaded and the store answers.
#[derive(Serialize, utoipa::ToSchema)]
pub(super) struct Readiness {
    status: &'static str,
    documents: u32,
    passages: u32,
    /// What is missing; empty when everything is ready.
    degraded: Vec<String>,
}

/// The process runs.
async fn health() -> HttpResponse {
    HttpResponse::Ok().json(Health { status: "ok" })
}

/// Models are loaded and the store answers.
async fn ready(context: Shared) -> Result<HttpResponse, HttpError> {
    let ready = context.service.ready().await.map_err(|error| {
        tracing::error!(%error, "not ready");
        Problem::new(
            ProblemCode::Unavailable,
            "The passage store does not answer.",
        )
    })?;
    Ok(HttpResponse::Ok().json(Readiness {
        status: "ready",
        documents: ready.documents,
        passages: ready.passages,
        degraded: ready.degraded,
    }))
}

/// Prometheus text.
async fn metrics(context: Shared) -> HttpResponse {
    HttpResponse::Ok()
        .content_type("application/openmetrics-text; version=1.0.0; charset=utf-8")
        .body(context.metrics.text())
}

pub(super) fn routes(config: &mut web::ServiceConfig) {
    config
        .service(on("/healthz", web::get().to(health)))
        .service(on("/readyz", web::get().to(ready)))
        .service(on("/metrics", web::get().to(metrics)));
}
