//! JSON bodies, read with clear errors.

use crate::arriving::Held;
use crate::context::Context;
use crate::http_error::HttpError;
use actix_web::http::header;
use actix_web::{HttpRequest, web};
use groundwall_core::{Problem, ProblemCode};
use serde::de::DeserializeOwned;
use serde_json::error::Category;

/// Largest JSON or form body, in bytes.
pub(crate) const LIMIT: usize = 2 * 1024 * 1024;

/// A body that has arrived, and what it holds of the budget as long as this lives.
pub(crate) struct Body {
    pub(crate) bytes: Vec<u8>,
    pub(crate) held: Held,
}

/// Reads a body up to the limit.
pub(crate) async fn read(payload: web::Payload, context: &Context) -> Result<Body, HttpError> {
    up_to(LIMIT as u64, payload, context).await
}

async fn up_to(limit: u64, payload: web::Payload, context: &Context) -> Result<Body, HttpError> {
    let mut arriving = context.arriving(payload);
    let mut bytes = Vec::new();
    while let Some(chunk) = arriving.next().await {
        let chunk = chunk?;
        if bytes.len().saturating_add(chunk.len()) as u64 > limit {
            return Err(Problem::new(
                ProblemCode::TooLarge,
                format!(
                    "The body is over {} MiB. Send it in parts.",
                    limit / (1024 * 1024)
                ),
            )
            .into());
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(Body {
        bytes,
        held: arriving.held(),
    })
}

/// Reads a JSON body: 415 for another type, 400 for what is no JSON, 422 for an unknown field or a wrong value.
pub(crate) async fn json<T: DeserializeOwned>(
    request: &HttpRequest,
    payload: web::Payload,
    context: &Context,
) -> Result<T, HttpError> {
    parse(
        &json_bytes(request, payload, LIMIT as u64, context)
            .await?
            .bytes,
    )
}

/// The bytes of a JSON body of at most `limit` bytes, unread.
pub(crate) async fn json_bytes(
    request: &HttpRequest,
    payload: web::Payload,
    limit: u64,
    context: &Context,
) -> Result<Body, HttpError> {
    let kind = request
        .headers()
        .get(header::CONTENT_TYPE)
        .and_then(|kind| kind.to_str().ok())
        .unwrap_or_default();
    if !kind
        .split(';')
        .next()
        .unwrap_or_default()
        .trim()
        .eq_ignore_ascii_case("application/json")
    {
        return Err(Problem::new(
            ProblemCode::UnsupportedMedia,
            "Send JSON, with the header Content-Type: application/json.",
        )
        .into());
    }
    up_to(limit, payload, context).await
}

/// Reads the bytes of a JSON body, with the errors of [`json`].
pub(crate) fn parse<T: DeserializeOwned>(body: &[u8]) -> Result<T, HttpError> {
    serde_json::from_slice(body).map_err(|error| {
        let problem = match error.classify() {
            Category::Data => Problem::new(
                ProblemCode::Unprocessable,
                format!("The request does not fit: {error}."),
            ),
            Category::Io | Category::Syntax | Category::Eof => Problem::new(
                ProblemCode::Malformed,
                format!("The body is no JSON: {error}."),
            ),
        };
        problem.into()
    })
}
