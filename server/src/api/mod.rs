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

/// Every endpoint. What no other has taken under `/api` is refused at the end.
pub(crate) fn routes(config: &mut web::ServiceConfig) {
    config
        .configure(compat::routes)
        .configure(documents::routes)
        .configure(uploads::routes)
        .configure(collections::routes)
        .configure(v1::routes)
        .configure(push::routes)
        .configure(batches::routes)
        .configure(structured::routes)
        .configure(reports::routes)
        .configure(calibration::routes)
        .configure(reviews::routes)
        .configure(keys::routes)
        .configure(audit::routes)
        .configure(operation::routes)
        .service(on("/api/openapi.json", web::get().to(openapi::document)))
        .service(on("/api/docs", web::get().to(crate::pages::api_docs)))
        .service(web::scope("/api").default_service(web::to(missing)));
}

/// What every handler is given.
pub(crate) type Shared = web::Data<Context>;
