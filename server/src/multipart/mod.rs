//! Files of a multipart form, bounded.

mod parts;

use crate::arriving::{Arriving, Held, problem_in};
use crate::http_error::HttpError;
use actix_multipart::{Multipart, MultipartError};
use actix_web::http::header::HeaderMap;
use actix_web::web;
use groundwall_core::{Problem, ProblemCode};
use groundwall_ports::{Upload, UploadOutcome};
use parts::Parts;

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
    /// The field `collection`.
    pub(crate) collection: Option<String>,
    /// The field `mode`: how a text is read.
    pub(crate) mode: Option<String>,
    /// The field `column`: where a table has what is meant.
    pub(crate) column: Option<String>,
}

/// What ended the form: the way in which it came, or what it says.
fn malformed(error: &MultipartError) -> Problem {
    if let MultipartError::Payload(error) = error
        && let Some(problem) = problem_in(error)
    {
        return problem;
    }
    Problem::new(
        ProblemCode::Malformed,
        format!(
            "The upload cannot be read: {error}. Send multipart/form-data with the files in the field \"file\"."
        ),
    )
}

/// Reads the field `file`, once or more. A file over the limit is refused alone; what follows it is still read.
pub(crate) async fn read(form: Form, file_bytes: u64) -> Result<Received, HttpError> {
    let Form { parts, held } = form;
    let Parts {
        files,
        refused,
        collection,
        mode,
        column,
    } = parts::read(parts, file_bytes, malformed).await?;
    Ok(Received {
        files,
        refused,
        held,
        collection,
        mode,
        column,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::admission::Admission;
    use crate::config::ServerConfig;
    use actix_web::FromRequest as _;
    use actix_web::test::TestRequest;
    use groundwall_testing::scaling::{UNOPTIMISED, spent};
    use std::time::Duration;

    async fn received(body: Vec<u8>) -> Result<Received, HttpError> {
        let config = ServerConfig::default();
        let (request, mut payload) = TestRequest::post()
            .insert_header(("content-type", "multipart/form-data; boundary=b"))
            .set_payload(body)
            .to_http_parts();
        let payload = web::Payload::from_request(&request, &mut payload)
            .await
            .unwrap();
        let arriving = Arriving::new(payload, &Admission::new(&config), &config);
        read(Form::new(request.headers(), arriving), 1_000_000).await
    }

    fn file(name: &str, content: &str) -> String {
        format!(
            "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\r\n{content}\r\n"
        )
    }

    #[test]
    fn a_file_is_called_what_it_was_before_a_browser_wrote_its_name_into_a_form() {
        let system = actix_web::rt::System::new();
        let form = file("a<b>&%22q%22 50%25.md", "x") + "--b--";
        let form = system.block_on(received(form.into_bytes())).ok().unwrap();
        assert_eq!(form.files[0].name, "a<b>&\"q\" 50%25.md");
    }

    /// Processor time that a form takes.
    fn time(body: &str) -> Duration {
        let system = actix_web::rt::System::new();
        spent(&mut || {
            let _ = system.block_on(received(body.as_bytes().to_vec()));
        })
    }

    /// A form by its length.
    type Case = (&'static str, fn(usize) -> String);

    #[test]
    fn forms_are_read_in_linear_time() {
        let forms: [Case; 8] = [
            ("files", |times| {
                file("a.txt", "x").repeat(times / 60) + "--b--"
            }),
            ("one file", |times| {
                file("a.txt", &"x".repeat(times)) + "--b--"
            }),
            ("ends of lines", |times| {
                file("a.txt", &"\r\n".repeat(times / 2))
            }),
            ("nearly boundaries", |times| {
                file("a.txt", &"\r\n--a".repeat(times / 5))
            }),
            ("boundaries", |times| "--b\r\n".repeat(times / 5)),
            ("a long header", |times| file(&"a".repeat(times), "x")),
            ("headers", |times| {
                format!("--b\r\n{}", "a: b\r\n".repeat(times / 6))
            }),
            ("no boundary", |times| "x".repeat(times)),
        ];
        for (case, form) in forms {
            let (short, long) = (form(20_000), form(200_000));
            let _ = time(&short);
            let linear = || {
                let (one, ten) = (time(&short), time(&long));
                ten <= Duration::from_millis(40) * UNOPTIMISED || ten <= one * 15
            };
            assert!((0..3).any(|_| linear()), "{case}");
        }
    }

    #[test]
    fn fields_are_counted_whatever_they_are() {
        let field = "--b\r\nContent-Disposition: form-data; name=\"x\"\r\n\r\n\r\n";
        let many = field.repeat(5_000) + &file("a.txt", "x") + "--b--\r\n";
        let refused = actix_web::rt::System::new().block_on(received(many.into_bytes()));
        let HttpError(problem) = refused.err().unwrap();
        assert_eq!(problem.code, ProblemCode::TooLarge);
    }

    #[test]
    fn whatever_is_sent_is_read_or_refused() {
        let whole = file("a.txt", "The quay is long.") + &file("b.txt", "\r\n--c") + "--b--\r\n";
        let good = actix_web::rt::System::new().block_on(received(whole.clone().into_bytes()));
        assert_eq!(good.unwrap().files.len(), 2);
        let system = actix_web::rt::System::new();
        let mut state = 0x9E37_79B9_7F4A_7C15_u64;
        let mut dice = |many: usize| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            usize::try_from(state % many as u64).unwrap()
        };
        for _ in 0..2_000 {
            let mut bytes = whole.clone().into_bytes();
            for _ in 0..=dice(4) {
                let (from, to) = (dice(bytes.len()), dice(bytes.len()));
                match dice(4) {
                    0 => bytes[from] = u8::try_from(dice(256)).unwrap(),
                    1 => bytes.truncate(from.max(1)),
                    2 => drop(bytes.drain(from.min(to)..from.max(to).min(bytes.len() - 1))),
                    _ => bytes.extend_from_within(from.min(to)..from.max(to)),
                }
            }
            let _ = system.block_on(received(bytes));
        }
    }
}
