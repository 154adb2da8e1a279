//! Problems at the HTTP edge: one shape, the right status, no internal message.

use actix_web::http::{StatusCode, header};
use actix_web::{HttpResponse, HttpResponseBuilder, ResponseError};
use groundwall_core::{Problem, ProblemCode};
use groundwall_ports::PortError;
use std::fmt;

/// Whether the same request may be answered another time.
pub(crate) fn is_passing(status: StatusCode) -> bool {
    matches!(
        status,
        StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE
    )
}

/// When to come again to a server that cannot answer now, in seconds.
pub(crate) const RETRY_AFTER: (header::HeaderName, &str) = (header::RETRY_AFTER, "2");

/// A problem as an HTTP response.
#[derive(Debug)]
pub(crate) struct HttpError(pub(crate) Problem);

impl fmt::Display for HttpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl From<Problem> for HttpError {
    fn from(problem: Problem) -> Self {
        Self(shown(problem))
    }
}

impl From<PortError> for HttpError {
    fn from(error: PortError) -> Self {
        Self(shown(error.problem))
    }
}

/// What a client may see: an internal message goes to the log and not to the client.
pub(crate) fn shown(problem: Problem) -> Problem {
    if problem.code != ProblemCode::Internal {
        return problem;
    }
    tracing::error!(message = %problem.message, "internal error");
    Problem::new(
        ProblemCode::Internal,
        "Something failed on the server. Its log says what; try again or tell whoever runs it.",
    )
}

/// The status of a problem.
pub(crate) fn status_of(problem: &Problem) -> StatusCode {
    StatusCode::from_u16(problem.code.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
}

/// A response to a problem, whatever the shape of its body: with its status, and with when to come again where that may help.
pub(crate) fn response_of(problem: &Problem) -> HttpResponseBuilder {
    let status = status_of(problem);
    let mut response = HttpResponse::build(status);
    if is_passing(status) {
        response.insert_header(RETRY_AFTER);
    }
    response
}

impl ResponseError for HttpError {
    fn status_code(&self) -> StatusCode {
        status_of(&self.0)
    }

    fn error_response(&self) -> HttpResponse {
        response_of(&self.0).json(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_its_status_and_internal_messages_stay_inside() {
        for code in ProblemCode::ALL {
            assert_eq!(
                HttpError(Problem::new(code, "x")).status_code().as_u16(),
                code.status()
            );
        }
        assert!(
            !shown(Problem::new(
                ProblemCode::Internal,
                "table passages is gone"
            ))
            .message
            .contains("passages")
        );
        assert_eq!(shown(Problem::new(ProblemCode::NotFound, "x")).message, "x");
    }
}
