//! Health, readiness and figures.

use super::{Shared, on};
use crate::http_error::HttpError;
use actix_web::{HttpResponse, web};
use groundwall_core::{Problem, ProblemCode};
use serde_json::json;

/// The process runs.
async fn health() -> HttpResponse {
    HttpResponse::Ok().json(json!({"status": "ok"}))
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
    Ok(HttpResponse::Ok()
        .json(json!({"status": "ready", "documents": ready.documents, "passages": ready.passages, "degraded": ready.degraded})))
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
