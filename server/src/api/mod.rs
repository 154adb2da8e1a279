//! The HTTP API: the six compatibility endpoints, `/api/v1`, health and figures, and their description.

mod audit;
pub(crate) mod batches;
mod body;
mod calibration;
pub(crate) mod collections;
mod compat;
mod documents;
mod events;
pub(crate) mod keys;
mod openapi;
mod operation;
mod push;
mod reports;
mod reviews;
mod structured;
pub(crate) mod uploads;
mod v1;

pub(crate) use body::{LIMIT, json as json_body, json_bytes, read as read_body};
pub(crate) use compat::receive;
pub(crate) use documents::{listed, with_headers};
pub(crate) use openapi::{operations, schema};
pub(crate) use reports::counted;
use reports::query;
pub(crate) use reviews::{all_decided, assigned, decided, disputed, undone};
pub(crate) use v1::{QuestionRequest, VerificationRequest};

use crate::context::Context;
use crate::http_error::HttpError;
use actix_web::{HttpResponse, web};
use groundwall_core::{Problem, ProblemCode};

async fn missing() -> Result<HttpResponse, HttpError> {
    Err(Problem::new(
        ProblemCode::NotFound,
        "There is no such endpoint. GET /api/openapi.json lists all of them.",
    )
    .into())
}

async fn wrong_method() -> Result<HttpResponse, HttpError> {
    Err(Problem::new(
        ProblemCode::MethodNotAllowed,
        "This endpoint does not take that method. GET /api/openapi.json lists what it takes.",
    )
    .into())
}

fn on(path: &str, route: actix_web::Route) -> actix_web::Resource {
    web::resource(path)
        .route(route)
        .default_service(web::to(wrong_method))
}

/// Every endpoint.
pub(crate) fn routes(config: &mut web::ServiceConfig) {
    config
        .service(on("/api/status", web::get().to(compat::status)))
        .service(on("/api/query", web::post().to(compat::query)))
        .service(on("/api/verify", web::post().to(compat::verify)))
        .service(on("/api/upload", web::post().to(compat::upload)))
        .service(on("/api/clear-uploads", web::post().to(compat::clear)))
        .service(on("/api/delete-file", web::post().to(compat::delete)))
        .service(
            on("/api/v1/documents", web::get().to(documents::list))
                .route(web::post().to(documents::upload)),
        )
        .service(
            on("/api/v1/uploads", web::get().to(uploads::list))
                .route(web::post().to(uploads::add))
                .route(web::patch().to(uploads::pause)),
        )
        .service(on(
            "/api/v1/uploads/{id}",
            web::delete().to(uploads::remove),
        ))
        .service(on(
            "/api/v1/uploads/{id}/retry",
            web::post().to(uploads::retry),
        ))
        .service(
            on("/api/v1/collections", web::get().to(collections::list))
                .route(web::post().to(collections::create)),
        )
        .service(
            on("/api/v1/collections/{id}", web::get().to(collections::show))
                .route(web::patch().to(collections::change))
                .route(web::delete().to(collections::delete)),
        )
        .service(on("/api/v1/documents/{id}", web::get().to(v1::document)))
        .service(on(
            "/api/v1/documents/{id}/headers",
            web::put().to(documents::headers),
        ))
        .service(on("/api/v1/tables", web::get().to(v1::tables)))
        .service(on("/api/v1/tables/{name}", web::put().to(push::records)))
        .service(on("/api/v1/tables/{id}/{index}", web::get().to(v1::table)))
        .service(on("/api/v1/questions", web::post().to(v1::question)))
        .service(on(
            "/api/v1/verifications",
            web::post().to(v1::verification),
        ))
        .service(
            on("/api/v1/batches", web::get().to(batches::list)).route(web::post().to(batches::add)),
        )
        .service(
            on("/api/v1/batches/{id}", web::get().to(batches::one))
                .route(web::patch().to(batches::pause))
                .route(web::delete().to(batches::remove)),
        )
        .service(on(
            "/api/v1/batches/{id}/retry",
            web::post().to(batches::retry),
        ))
        .service(on(
            "/api/v1/batches/{id}/export",
            web::get().to(batches::export),
        ))
        .service(on(
            "/api/v1/structured-answers",
            web::post().to(structured::check),
        ))
        .service(on(
            "/api/v1/conversations",
            web::get().to(v1::conversations),
        ))
        .service(on(
            "/api/v1/conversations/{id}",
            web::get().to(v1::conversation),
        ))
        .service(on(
            "/api/v1/conversations/{id}/export",
            web::get().to(reports::export_conversation),
        ))
        .service(on("/api/v1/reports", web::get().to(reports::list)))
        .service(
            on("/api/v1/reports/{id}", web::get().to(reports::report))
                .route(web::patch().to(reports::label))
                .route(web::delete().to(reports::delete)),
        )
        .service(on(
            "/api/v1/reports/{id}/export",
            web::get().to(reports::export),
        ))
        .service(on(
            "/api/v1/reports/{id}/disputes",
            web::post().to(reviews::dispute),
        ))
        .service(
            on("/api/v1/calibration", web::get().to(calibration::read))
                .route(web::post().to(calibration::run)),
        )
        .service(on(
            "/api/v1/calibration/{id}/decision",
            web::post().to(calibration::decide),
        ))
        .service(on("/api/v1/reviews", web::get().to(reviews::list)))
        .service(on(
            "/api/v1/reviews/decisions",
            web::post().to(reviews::decide_many),
        ))
        .service(on("/api/v1/reviews/{id}", web::get().to(reviews::one)))
        .service(
            on(
                "/api/v1/reviews/{id}/decision",
                web::post().to(reviews::decide),
            )
            .route(web::delete().to(reviews::undo)),
        )
        .service(on(
            "/api/v1/reviews/{id}/assignee",
            web::put().to(reviews::assign),
        ))
        .service(on("/api/v1/keys", web::get().to(keys::list)).route(web::post().to(keys::create)))
        .service(on("/api/v1/keys/{id}", web::delete().to(keys::revoke)))
        .service(on("/api/v1/audit", web::get().to(audit::page)))
        .service(on("/api/v1/insights", web::get().to(reports::insights)))
        .service(on("/api/openapi.json", web::get().to(openapi::document)))
        .service(on("/healthz", web::get().to(operation::health)))
        .service(on("/readyz", web::get().to(operation::ready)))
        .service(on("/metrics", web::get().to(operation::metrics)))
        .service(on("/api/docs", web::get().to(crate::pages::api_docs)))
        .service(web::scope("/api").default_service(web::to(missing)));
}

/// What every handler is given.
pub(crate) type Shared = web::Data<Context>;
