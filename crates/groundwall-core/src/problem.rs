//! One error shape for every edge: API, forms, command line.

use serde::{Deserialize, Serialize};
use std::fmt;

/// The class of a problem. Each edge has its own answer to it: the API a status, the command line an exit code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum ProblemCode {
    /// The request cannot be read at all.
    Malformed,
    Unauthorized,
    /// Refused by the Host or Origin check.
    Forbidden,
    NotFound,
    MethodNotAllowed,
    /// The request did not arrive in its time.
    TooSlow,
    Conflict,
    TooLarge,
    UnsupportedMedia,
    /// Readable, but a field or file is wrong.
    Unprocessable,
    Overloaded,
    Internal,
    Unavailable,
    /// The disk is full or cannot be written; nothing of the request was stored.
    InsufficientStorage,
}

impl ProblemCode {
    /// Every code, for table tests.
    pub const ALL: [Self; 14] = [
        Self::Malformed,
        Self::Unauthorized,
        Self::Forbidden,
        Self::NotFound,
        Self::MethodNotAllowed,
        Self::TooSlow,
        Self::Conflict,
        Self::TooLarge,
        Self::UnsupportedMedia,
        Self::Unprocessable,
        Self::Overloaded,
        Self::Internal,
        Self::Unavailable,
        Self::InsufficientStorage,
    ];

    /// The name on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Self::Malformed => "malformed",
            Self::Unauthorized => "unauthorized",
            Self::Forbidden => "forbidden",
            Self::NotFound => "not_found",
            Self::MethodNotAllowed => "method_not_allowed",
            Self::TooSlow => "too_slow",
            Self::Conflict => "conflict",
            Self::TooLarge => "too_large",
            Self::UnsupportedMedia => "unsupported_media",
            Self::Unprocessable => "unprocessable",
            Self::Overloaded => "overloaded",
            Self::Internal => "internal",
            Self::Unavailable => "unavailable",
            Self::InsufficientStorage => "insufficient_storage",
        }
    }
}

/// A problem that a person can act on: what happened and what to do next.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Wire", into = "Wire")]
pub struct Problem {
    pub code: ProblemCode,
    pub message: String,
    /// One line per part that failed, such as a file of several.
    pub details: Vec<String>,
}

impl Problem {
    /// A problem without details.
    pub fn new(code: ProblemCode, message: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            details: Vec::new(),
        }
    }

    /// The same problem with one line per part that failed.
    #[must_use]
    pub fn with_details(mut self, details: Vec<String>) -> Self {
        self.details = details;
        self
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Problem {}

#[cfg(feature = "openapi")]
impl utoipa::PartialSchema for Problem {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        Wire::schema()
    }
}

#[cfg(feature = "openapi")]
impl utoipa::ToSchema for Problem {
    fn schemas(schemas: &mut Vec<(String, utoipa::openapi::RefOr<utoipa::openapi::Schema>)>) {
        Wire::schemas(schemas);
    }
}

/// What is said when something is refused or fails; `detail` is the message once more, for clients that read only that.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
struct Wire {
    error: WireError,
    detail: String,
}

#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ProblemError))]
struct WireError {
    code: ProblemCode,
    message: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    details: Vec<String>,
}

impl From<Problem> for Wire {
    fn from(problem: Problem) -> Self {
        let Problem {
            code,
            message,
            details,
        } = problem;
        Self {
            detail: message.clone(),
            error: WireError {
                code,
                message,
                details,
            },
        }
    }
}

impl From<Wire> for Problem {
    fn from(wire: Wire) -> Self {
        let WireError {
            code,
            message,
            details,
        } = wire.error;
        Self {
            code,
            message,
            details,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Problem, ProblemCode};

    #[test]
    fn has_the_one_shape_and_round_trips() {
        let problem =
            Problem::new(ProblemCode::TooLarge, "Too big.").with_details(vec!["a.pdf".into()]);
        let json = serde_json::to_value(&problem).unwrap();
        assert_eq!(
            json,
            serde_json::json!({"error": {"code": "too_large", "message": "Too big.", "details": ["a.pdf"]}, "detail": "Too big."})
        );
        assert_eq!(serde_json::from_value::<Problem>(json).unwrap(), problem);
    }

    #[test]
    fn every_code_has_the_name_that_it_has_on_the_wire() {
        for code in ProblemCode::ALL {
            assert_eq!(serde_json::to_value(code).unwrap(), code.name());
        }
    }
}
