//! One error for all seams.

use groundwall_core::{Problem, ProblemCode};

/// What a caller can do about an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorClass {
    /// May go through when tried again.
    Transient,
    /// Will fail again: the input or the set-up is wrong.
    Permanent,
    /// The queue is full.
    Overloaded,
    /// A part is missing; the caller may go on and say so.
    Degraded,
}

/// An error of a port: its class and the problem that a person sees.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{problem}")]
pub struct PortError {
    pub class: ErrorClass,
    pub problem: Problem,
}

impl PortError {
    /// The input is wrong; `message` says what to do.
    pub fn rejected(message: impl Into<String>) -> Self {
        Self {
            class: ErrorClass::Permanent,
            problem: Problem::new(ProblemCode::Unprocessable, message),
        }
    }

    /// A fault of the server or its set-up. The message goes to logs; at the HTTP edge it is replaced.
    pub fn internal(message: impl Into<String>) -> Self {
        Self {
            class: ErrorClass::Permanent,
            problem: Problem::new(ProblemCode::Internal, message),
        }
    }

    /// A service that should answer does not.
    pub fn unavailable(message: impl Into<String>) -> Self {
        Self {
            class: ErrorClass::Transient,
            problem: Problem::new(ProblemCode::Unavailable, message),
        }
    }

    /// A service that answers with a refusal which trying again will not change, such as a wrong key.
    pub fn refused(message: impl Into<String>) -> Self {
        Self {
            class: ErrorClass::Permanent,
            problem: Problem::new(ProblemCode::Unavailable, message),
        }
    }

    /// The disk is full or cannot be written; nothing was stored. It goes through when the disk is well again.
    pub fn no_room(message: impl Into<String>) -> Self {
        Self {
            class: ErrorClass::Transient,
            problem: Problem::new(ProblemCode::InsufficientStorage, message),
        }
    }

    /// Something was asked of a language model, and none is configured.
    pub fn no_language_model() -> Self {
        Self::rejected(
            "No language model is configured, so nothing can be asked again. Set generator.base_url or generator.local.",
        )
    }

    /// A queue is full.
    pub fn overloaded(message: impl Into<String>) -> Self {
        Self {
            class: ErrorClass::Overloaded,
            problem: Problem::new(ProblemCode::Overloaded, message),
        }
    }

    /// A part is missing.
    pub fn degraded(message: impl Into<String>) -> Self {
        Self {
            class: ErrorClass::Degraded,
            problem: Problem::new(ProblemCode::Unavailable, message),
        }
    }
}

impl From<Problem> for PortError {
    fn from(problem: Problem) -> Self {
        let class = match problem.code {
            ProblemCode::Overloaded => ErrorClass::Overloaded,
            ProblemCode::TooSlow | ProblemCode::Unavailable | ProblemCode::InsufficientStorage => {
                ErrorClass::Transient
            }
            ProblemCode::Malformed
            | ProblemCode::Unauthorized
            | ProblemCode::Forbidden
            | ProblemCode::NotFound
            | ProblemCode::MethodNotAllowed
            | ProblemCode::Conflict
            | ProblemCode::TooLarge
            | ProblemCode::UnsupportedMedia
            | ProblemCode::Unprocessable
            | ProblemCode::Internal => ErrorClass::Permanent,
        };
        Self { class, problem }
    }
}

impl From<PortError> for Problem {
    fn from(error: PortError) -> Self {
        error.problem
    }
}
