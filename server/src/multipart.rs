//! Files of a multipart form, bounded.

use crate::arriving::{Arriving, Held, problem_in};
use crate::http_error::HttpError;
use actix_multipart::{Multipart, MultipartError};
use actix_web::http::header::HeaderMap;
use actix_web::web;
use futures::StreamExt as _;
use groundwall_core::{Problem, ProblemCode};
use groundwall_ports::{Upload, UploadOutcome};

/// Files in one request, at most.
const FILES: usize = 1_000;
/// Bytes of one request, as a multiple of the limit of one file.
const REQUEST: u64 = 10;

/// A form that is being received.
pub(crate) struct Form {
    parts: Multipart,
    held: Held,
}

impl Form {
    pub(crate) fn new(headers: &HeaderMap, body: Arriving<web::Payload>) -> Self {
        let held = body.held();
        Self {
            parts: Multipart::new(headers, Box::pin(body.into_payload())),
            held,
        }
    }
}

/// Files that were read, and files that are over the limit.
pub(crate) struct Received {
    pub(crate) files: Vec<Upload>,
    pub(crate) refused: Vec<UploadOutcome>,
    /// What the files hold of the budget for bodies.
    pub(crate) held: Held,
}

/// What ended the form: the way in which it came, or what it says.
fn malformed(error: &MultipartError) -> HttpError {
    if let MultipartError::Payload(error) = error
        && let Some(problem) = problem_in(error)
    {
        return problem.into();
    }
    Problem::new(
        ProblemCode::Malformed,
        format!("The upload cannot be read: {error}. Send multipart/form-data with the files in the field \"file\"."),
    )
    .into()
}

/// Reads the field `file`, once or more. A file over the limit is refused alone; what follows it is still read.
pub(crate) async fn read(form: Form, file_bytes: u64) -> Result<Received, HttpError> {
    let Form { mut parts, held } = form;
    let mut received = Received {
        files: Vec::new(),
        refused: Vec::new(),
        held,
    };
    let mut total = 0u64;
    while let Some(field) = parts.next().await {
        let mut field = field.map_err(|error| malformed(&error))?;
        let is_file = field.name() == Some("file");
        let name = field
            .content_disposition()
            .and_then(|disposition| disposition.get_filename())
            .unwrap_or_default()
            .to_owned();
        let mut bytes = Vec::new();
        let mut over = false;
        while let Some(chunk) = field.next().await {
            let chunk = chunk.map_err(|error| malformed(&error))?;
            total += chunk.len() as u64;
            if total > file_bytes.saturating_mul(REQUEST) {
                return Err(Problem::new(
                    ProblemCode::TooLarge,
                    "The upload is too large in all. Send the files in several requests.",
                )
                .into());
            }
            over |= (bytes.len() + chunk.len()) as u64 > file_bytes;
            if over {
                bytes = Vec::new();
            } else if is_file {
                bytes.extend_from_slice(&chunk);
            }
        }
        if !is_file || (name.is_empty() && bytes.is_empty()) {
            continue;
        }
        if over {
            let problem = Problem::new(
                ProblemCode::TooLarge,
                format!(
                    "The file is over {} MiB. Split it and upload the parts.",
                    file_bytes / (1024 * 1024)
                ),
            );
            received.refused.push(UploadOutcome {
                name,
                result: Err(problem),
            });
        } else {
            received.files.push(Upload { name, bytes });
        }
        if received.files.len() + received.refused.len() > FILES {
            return Err(Problem::new(
                ProblemCode::TooLarge,
                format!("More than {FILES} files in one upload. Send them in several requests."),
            )
            .into());
        }
    }
    if received.files.is_empty() && received.refused.is_empty() {
        return Err(Problem::new(
            ProblemCode::Unprocessable,
            "No file was sent. Choose at least one; the field is named \"file\".",
        )
        .into());
    }
    Ok(received)
}
