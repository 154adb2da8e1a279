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
pub(crate) const RETRY_SECONDS: u64 = 2;
pub(crate) const RETRY_AFTER: (header::HeaderName, u64) = (header::RETRY_AFTER, RETRY_SECONDS);

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

/// What a client is told in the place of an internal message.
const FAILED: &str =
    "Something failed on the server. Its log says what; try again or tell whoever runs it.";

/// What a client may see: an internal message goes to the log and not to the client. What was shown once already is passed on as it is: the log has its cause.
pub(crate) fn shown(problem: Problem) -> Problem {
    if problem.code != ProblemCode::Internal || problem.message == FAILED {
        return problem;
    }
    tracing::error!(message = %problem.message, "internal error");
    Problem::new(ProblemCode::Internal, FAILED)
}

/// The status of a problem.
pub(crate) fn status_of(problem: &Problem) -> StatusCode {
    match problem.code {
        ProblemCode::Malformed => StatusCode::BAD_REQUEST,
        ProblemCode::Unauthorized => StatusCode::UNAUTHORIZED,
        ProblemCode::Forbidden => StatusCode::FORBIDDEN,
        ProblemCode::NotFound => StatusCode::NOT_FOUND,
        ProblemCode::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
        ProblemCode::TooSlow => StatusCode::REQUEST_TIMEOUT,
        ProblemCode::Conflict => StatusCode::CONFLICT,
        ProblemCode::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        ProblemCode::UnsupportedMedia => StatusCode::UNSUPPORTED_MEDIA_TYPE,
        ProblemCode::Unprocessable => StatusCode::UNPROCESSABLE_ENTITY,
        ProblemCode::Overloaded => StatusCode::TOO_MANY_REQUESTS,
        ProblemCode::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        ProblemCode::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        ProblemCode::InsufficientStorage => StatusCode::INSUFFICIENT_STORAGE,
    }
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
    fn every_code_has_its_status() {
        let table = [
            (ProblemCode::Malformed, 400),
            (ProblemCode::Unauthorized, 401),
            (ProblemCode::Forbidden, 403),
            (ProblemCode::NotFound, 404),
            (ProblemCode::MethodNotAllowed, 405),
            (ProblemCode::TooSlow, 408),
            (ProblemCode::Conflict, 409),
            (ProblemCode::TooLarge, 413),
            (ProblemCode::UnsupportedMedia, 415),
            (ProblemCode::Unprocessable, 422),
            (ProblemCode::Overloaded, 429),
            (ProblemCode::Internal, 500),
            (ProblemCode::Unavailable, 503),
            (ProblemCode::InsufficientStorage, 507),
        ];
        assert_eq!(table.map(|(code, _)| code), ProblemCode::ALL);
        for (code, status) in table {
            let error = HttpError(Problem::new(code, "x"));
            assert_eq!(error.status_code().as_u16(), status, "{code:?}");
            assert_eq!(error.error_response().status().as_u16(), status);
        }
    }

    #[test]
    fn internal_messages_stay_inside() {
        assert!(
            !shown(Problem::new(
                ProblemCode::Internal,
                "table passages is gone"
            ))
            .message
            .contains("passages")
        );
        assert_eq!(shown(Problem::new(ProblemCode::NotFound, "x")).message, "x");
        let once = shown(Problem::new(
            ProblemCode::Internal,
            "table passages is gone",
        ));
        assert_eq!(shown(once.clone()), once);
    }
}
