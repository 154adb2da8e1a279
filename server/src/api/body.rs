//! JSON bodies, read with clear errors.

use crate::http_error::HttpError;
use actix_web::http::header;
use actix_web::{HttpRequest, web};
use futures::StreamExt as _;
use groundwall_core::{Problem, ProblemCode};
use serde::de::DeserializeOwned;
use serde_json::error::Category;

/// Largest JSON or form body, in bytes.
pub(crate) const LIMIT: usize = 2 * 1024 * 1024;

/// Reads a body up to the limit.
pub(crate) async fn bytes(mut payload: web::Payload) -> Result<Vec<u8>, HttpError> {
    let mut body = Vec::new();
    while let Some(chunk) = payload.next().await {
        let chunk = chunk.map_err(|error| Problem::new(ProblemCode::Malformed, format!("The body cannot be read: {error}.")))?;
        if body.len() + chunk.len() > LIMIT {
            return Err(
                Problem::new(ProblemCode::TooLarge, format!("The body is over {} MiB. Send it in parts.", LIMIT / (1024 * 1024))).into()
            );
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}

/// Reads a JSON body: 415 for another type, 400 for what is no JSON, 422 for an unknown field or a wrong value.
pub(crate) async fn json<T: DeserializeOwned>(request: &HttpRequest, payload: web::Payload) -> Result<T, HttpError> {
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    if !kind.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case("application/json") {
        return Err(Problem::new(ProblemCode::UnsupportedMedia, "Send JSON, with the header Content-Type: application/json.").into());
    }
    let body = bytes(payload).await?;
    serde_json::from_slice(&body).map_err(|error| {
        let problem = match error.classify() {
            Category::Data => Problem::new(ProblemCode::Unprocessable, format!("The request does not fit: {error}.")),
            Category::Io | Category::Syntax | Category::Eof => {
                Problem::new(ProblemCode::Malformed, format!("The body is no JSON: {error}."))
            }
        };
        problem.into()
    })
}
