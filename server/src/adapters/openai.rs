//! Errors in the shape that clients of `OpenAI` read.

use crate::http_error::{HttpError, RETRY_SECONDS, is_passing, response_of, status_of};
use actix_web::http::{StatusCode, header};
use actix_web::{HttpResponse, ResponseError};
use groundwall_core::{Problem, ProblemCode};
use groundwall_generator::RelayError;
use serde_json::{Value, json};
use std::fmt;

/// A problem as a client of `OpenAI` reads it.
#[derive(Debug)]
pub(super) struct OpenAiError {
    problem: Problem,
    /// The field of the request that is wrong, where the chat endpoint names one.
    param: Option<String>,
    /// Seconds that the chat endpoint asks to wait.
    wait: Option<u64>,
}

impl fmt::Display for OpenAiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.problem.fmt(f)
    }
}

/// Whatever becomes an error of this server becomes one of this shape, by the same conversion.
impl<E: Into<HttpError>> From<E> for OpenAiError {
    fn from(error: E) -> Self {
        Self {
            problem: error.into().0,
            param: None,
            wait: None,
        }
    }
}

impl From<RelayError> for OpenAiError {
    fn from(RelayError { error, wait, param }: RelayError) -> Self {
        Self {
            param,
            wait,
            ..error.into()
        }
    }
}

impl ResponseError for OpenAiError {
    fn status_code(&self) -> StatusCode {
        status_of(&self.problem)
    }

    fn error_response(&self) -> HttpResponse {
        let mut response = response_of(&self.problem);
        if let Some(wait) = self.wait.filter(|wait| *wait > RETRY_SECONDS)
            && is_passing(self.status_code())
        {
            response.insert_header((header::RETRY_AFTER, wait));
        }
        response.json(self.body())
    }
}

impl OpenAiError {
    pub(super) fn body(&self) -> Value {
        let Self { problem, param, .. } = self;
        json!({"error": {"message": problem.message, "type": kind(problem.code), "param": param, "code": problem.code}})
    }

    /// With the field called as the form of the request calls it.
    pub(super) fn named(mut self, name: impl Fn(String) -> String) -> Self {
        self.param = self.param.map(name);
        self
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

/// Whether whoever asks for a path reads errors in this shape.
pub(crate) fn speaks_openai(path: &str) -> bool {
    path.starts_with("/v1/") || path.starts_with("/halugate/v1/")
}

/// A request that goes no further, in the shape that its path speaks.
pub(crate) fn refused(path: &str, problem: Problem) -> HttpResponse {
    if speaks_openai(path) {
        OpenAiError::from(HttpError(problem)).error_response()
    } else {
        HttpError(problem).error_response()
    }
}

pub(super) async fn missing() -> Result<HttpResponse, OpenAiError> {
    Err(Problem::new(
        ProblemCode::NotFound,
        "There is no such endpoint. This server has POST /v1/chat/completions, POST /v1/responses and GET /v1/models.",
    )
    .into())
}

pub(super) async fn wrong_method() -> Result<HttpResponse, OpenAiError> {
    Err(Problem::new(
        ProblemCode::MethodNotAllowed,
        "This endpoint does not take this method. /api/docs says which one each takes.",
    )
    .into())
}
