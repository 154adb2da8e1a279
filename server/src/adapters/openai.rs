//! Errors in the shape that clients of `OpenAI` read.

use crate::http_error::{HttpError, response_of, status_of};
use actix_web::http::StatusCode;
use actix_web::{HttpResponse, ResponseError};
use groundwall_core::{Problem, ProblemCode};
use serde_json::{Value, json};
use std::fmt;

/// A problem as a client of `OpenAI` reads it.
#[derive(Debug)]
pub(super) struct OpenAiError(Problem);

impl fmt::Display for OpenAiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Whatever becomes an error of this server becomes one of this shape, by the same conversion.
impl<E: Into<HttpError>> From<E> for OpenAiError {
    fn from(error: E) -> Self {
        Self(error.into().0)
    }
}

impl ResponseError for OpenAiError {
    fn status_code(&self) -> StatusCode {
        status_of(&self.0)
    }

    fn error_response(&self) -> HttpResponse {
        response_of(&self.0).json(body(&self.0))
    }
}

impl OpenAiError {
    pub(super) fn body(&self) -> Value {
        body(&self.0)
    }
}

/// The kind of a problem, in the words of that API.
fn kind(code: ProblemCode) -> &'static str {
    match code {
        ProblemCode::Unauthorized => "authentication_error",
        ProblemCode::Forbidden => "permission_error",
        ProblemCode::Overloaded => "rate_limit_error",
        ProblemCode::Malformed
        | ProblemCode::NotFound
        | ProblemCode::MethodNotAllowed
        | ProblemCode::TooSlow
        | ProblemCode::Conflict
        | ProblemCode::TooLarge
        | ProblemCode::UnsupportedMedia
        | ProblemCode::Unprocessable => "invalid_request_error",
        ProblemCode::Unavailable | ProblemCode::InsufficientStorage | ProblemCode::Internal => {
            "server_error"
        }
    }
}

fn body(problem: &Problem) -> Value {
    json!({"error": {"message": problem.message, "type": kind(problem.code), "param": null, "code": problem.code}})
}

/// Whether whoever asks for a path reads errors in this shape.
pub(crate) fn speaks_openai(path: &str) -> bool {
    path.starts_with("/v1/") || path.starts_with("/halugate/v1/")
}

/// A request that goes no further, in the shape that its path speaks.
pub(crate) fn refused(path: &str, problem: Problem) -> HttpResponse {
    if speaks_openai(path) {
        OpenAiError(problem).error_response()
    } else {
        HttpError(problem).error_response()
    }
}

pub(super) async fn missing() -> Result<HttpResponse, OpenAiError> {
    Err(Problem::new(
        ProblemCode::NotFound,
        "There is no such endpoint. This server has POST /v1/chat/completions and POST /v1/responses.",
    )
    .into())
}

pub(super) async fn wrong_method() -> Result<HttpResponse, OpenAiError> {
    Err(Problem::new(ProblemCode::MethodNotAllowed, "This endpoint takes POST.").into())
}
