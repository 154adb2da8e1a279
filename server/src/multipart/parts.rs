//! The parts of a form, bounded in number and size. Nothing of the server is known here, so that a fuzzer can read forms without it.

use actix_multipart::{Multipart, MultipartError};
use futures::StreamExt as _;
use groundwall_core::{Problem, ProblemCode};
use groundwall_ports::{Upload, UploadOutcome};

/// Files in one request, at most.
const FILES: usize = 1_000;
/// Fields of one request, files or not, at most.
const FIELDS: usize = 2 * FILES;
/// Bytes of one request, as a multiple of the limit of one file.
const REQUEST: u64 = 10;
/// Bytes of a field that is no file, at most.
const FIELD: usize = 1_000;

/// Files that were read, and files that are over the limit.
pub(crate) struct Parts {
    pub(crate) files: Vec<Upload>,
    pub(crate) refused: Vec<UploadOutcome>,
    /// The field `collection`.
    pub(crate) collection: Option<String>,
    /// The field `mode`: how a text is read.
    pub(crate) mode: Option<String>,
    /// The field `column`: where a table has what is meant.
    pub(crate) column: Option<String>,
}

/// The name of a file as it was before a browser wrote it into a form: the HTML standard has it write these three signs so, and no other.
fn as_named(name: &str) -> String {
    name.replace("%22", "\"")
        .replace("%0D", "\r")
        .replace("%0A", "\n")
}

/// Reads the field `file`, once or more. A file over the limit is refused alone; what follows it is still read. `malformed` says what ended a form that is none.
pub(crate) async fn read(
    mut parts: Multipart,
    file_bytes: u64,
    malformed: impl Fn(&MultipartError) -> Problem,
) -> Result<Parts, Problem> {
    let mut received = Parts {
        files: Vec::new(),
        refused: Vec::new(),
        collection: None,
        mode: None,
        column: None,
    };
    let (mut total, mut fields) = (0u64, 0usize);
    while let Some(field) = parts.next().await {
        let mut field = field.map_err(|error| malformed(&error))?;
        fields = fields.saturating_add(1);
        if fields > FIELDS {
            return Err(Problem::new(
                ProblemCode::TooLarge,
                format!(
                    "More than {FIELDS} fields in one form. Send the files in several requests."
                ),
            ));
        }
        let is_file = field.name() == Some("file");
        let said = match field.name() {
            Some("collection") => Some(&mut received.collection),
            Some("mode") => Some(&mut received.mode),
            Some("column") => Some(&mut received.column),
            Some(_) | None => None,
        };
        let name = field
            .content_disposition()
            .and_then(|disposition| disposition.get_filename())
            .map(as_named)
            .unwrap_or_default();
        let mut bytes = Vec::new();
        let mut over = false;
        while let Some(chunk) = field.next().await {
            let chunk = chunk.map_err(|error| malformed(&error))?;
            total = total.saturating_add(chunk.len() as u64);
            if total > file_bytes.saturating_mul(REQUEST) {
                return Err(Problem::new(
                    ProblemCode::TooLarge,
                    "The upload is too large in all. Send the files in several requests.",
                ));
            }
            over |= bytes.len().saturating_add(chunk.len()) as u64 > file_bytes;
            if over {
                bytes = Vec::new();
            } else if is_file || (said.is_some() && bytes.len() < FIELD) {
                bytes.extend_from_slice(&chunk);
            }
        }
        if let Some(said) = said {
            *said = Some(String::from_utf8_lossy(&bytes).into_owned());
            continue;
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
        if received.files.len().saturating_add(received.refused.len()) > FILES {
            return Err(Problem::new(
                ProblemCode::TooLarge,
                format!("More than {FILES} files in one upload. Send them in several requests."),
            ));
        }
    }
    if received.files.is_empty() && received.refused.is_empty() {
        return Err(Problem::new(
            ProblemCode::Unprocessable,
            "No file was sent. Choose at least one; the field is named \"file\".",
        ));
    }
    Ok(received)
}
