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
pub(crate) async fn bytes(payload: web::Payload) -> Result<Vec<u8>, HttpError> {
    up_to(LIMIT as u64, payload).await
}

async fn up_to(limit: u64, mut payload: web::Payload) -> Result<Vec<u8>, HttpError> {
    let mut body = Vec::new();
    while let Some(chunk) = payload.next().await {
        let chunk = chunk.map_err(|error| Problem::new(ProblemCode::Malformed, format!("The body cannot be read: {error}.")))?;
        if (body.len() + chunk.len()) as u64 > limit {
            return Err(
                Problem::new(ProblemCode::TooLarge, format!("The body is over {} MiB. Send it in parts.", limit / (1024 * 1024))).into()
            );
        }
        body.extend_from_slice(&chunk);
    }
    Ok(body)
}

/// Reads a JSON body: 415 for another type, 400 for what is no JSON, 422 for an unknown field or a wrong value.
pub(crate) async fn json<T: DeserializeOwned>(request: &HttpRequest, payload: web::Payload) -> Result<T, HttpError> {
    parse(&json_bytes(request, payload, LIMIT as u64).await?)
}

/// The bytes of a JSON body of at most `limit` bytes, unread.
pub(crate) async fn json_bytes(request: &HttpRequest, payload: web::Payload, limit: u64) -> Result<Vec<u8>, HttpError> {
    let kind = request.headers().get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    if !kind.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case("application/json") {
        return Err(Problem::new(ProblemCode::UnsupportedMedia, "Send JSON, with the header Content-Type: application/json.").into());
    }
    up_to(limit, payload).await
}

/// Reads the bytes of a JSON body, with the errors of [`json`].
pub(crate) fn parse<T: DeserializeOwned>(body: &[u8]) -> Result<T, HttpError> {
    serde_json::from_slice(body).map_err(|error| {
        let problem = match error.classify() {
            Category::Data => Problem::new(ProblemCode::Unprocessable, format!("The request does not fit: {error}.")),
            Category::Io | Category::Syntax | Category::Eof => {
                Problem::new(ProblemCode::Malformed, format!("The body is no JSON: {error}."))
            }
        };
        problem.into()
    })
}
