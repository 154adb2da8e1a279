//! What every form does: it is read, and after its work 303 leads to the page that shows it.

use crate::api::read_body;
use crate::context::Context;
use crate::http_error::HttpError;
use actix_web::http::header;
use actix_web::{HttpResponse, web};
use groundwall_core::{Problem, ProblemCode};
use serde::de::DeserializeOwned;

pub(super) fn to(address: &str) -> HttpResponse {
    HttpResponse::SeeOther()
        .insert_header((header::LOCATION, address))
        .finish()
}

pub(super) async fn form<T: DeserializeOwned>(
    payload: web::Payload,
    context: &Context,
) -> Result<T, Problem> {
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
