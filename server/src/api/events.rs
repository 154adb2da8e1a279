//! Work that can be followed: one response at its end, or a stream of server-sent events where the request accepts that.
//!
//! The stream has an event `begun`, `reached` or `ended` for each step and then the result under its own name, or `problem`. What is refused before the first
//! step has its status as any response. While a step says nothing a comment is sent every second: that is how a reader who is gone is noticed, and that ends the work.

use crate::http_error::HttpError;
use crate::working::Working;
use actix_web::http::header;
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse};
use futures::{Stream, StreamExt as _, stream};
use groundwall_core::{Problem, ProblemCode, Progress};
use groundwall_ports::{ProgressSink, unwatched};
use serde::Serialize;
use std::convert::Infallible;
use std::time::Duration;
use tokio::sync::mpsc::{UnboundedReceiver, unbounded_channel};

const KIND: &str = "text/event-stream";
/// Time between comments while nothing is told.
const BEAT: Duration = Duration::from_secs(1);

fn wanted(request: &HttpRequest) -> bool {
    let accept = request
        .headers()
        .get(header::ACCEPT)
        .and_then(|accept| accept.to_str().ok())
        .unwrap_or_default();
    accept.split(',').any(|kind| {
        kind.split(';')
            .next()
            .unwrap_or_default()
            .trim()
            .eq_ignore_ascii_case(KIND)
    })
}

/// One event; JSON has no line breaks of its own.
fn event(name: &str, data: &impl Serialize) -> Result<String, HttpError> {
    let data = serde_json::to_string(data).map_err(|error| {
        Problem::new(
            ProblemCode::Internal,
            format!("an event cannot be written: {error}"),
        )
    })?;
    Ok(format!("event: {name}\ndata: {data}\n\n"))
}

/// Work under way and what it tells.
struct Run<T> {
    heard: UnboundedReceiver<Progress>,
    work: Working<Result<T, HttpError>>,
    last: &'static str,
}

impl<T: Serialize + 'static> Run<T> {
    /// The next events, or the problem that ends the work; true when they are the last. Nothing is lost when it is dropped half-way.
    async fn next(&mut self) -> (Result<String, HttpError>, bool) {
        tokio::select! {
            biased;
            Some(progress) = self.heard.recv() => (event(progress.event(), &progress), false),
            done = &mut self.work => {
                let mut said = String::new();
                while let Ok(progress) = self.heard.try_recv() {
                    said += &event(progress.event(), &progress).unwrap_or_default();
                }
                let done = done.map_err(HttpError::from).flatten();
                (done.and_then(|done| Ok(said + &event(self.last, &done)?)), true)
            }
        }
    }
}

/// What is left of the events; a problem is one of them.
fn rest<T: Serialize + 'static>(run: Run<T>) -> impl Stream<Item = Result<Bytes, Infallible>> {
    stream::unfold(Some(run), async |run| {
        let mut run = run?;
        let Ok((said, end)) = tokio::time::timeout(BEAT, run.next()).await else {
            return Some((Ok(Bytes::from_static(b": under way\n\n")), Some(run)));
        };
        let said = said
            .or_else(|HttpError(problem)| event("problem", &problem))
            .unwrap_or_default();
        Some((Ok(Bytes::from(said)), (!end).then_some(run)))
    })
}

/// Does `work` and answers with `respond`, or with a stream that ends in the event `last`.
pub(crate) async fn answered<T: Serialize + 'static>(
    request: &HttpRequest,
    last: &'static str,
    work: impl AsyncFnOnce(ProgressSink<'_>) -> Result<T, HttpError> + 'static,
    respond: impl FnOnce(T) -> HttpResponse,
) -> Result<HttpResponse, HttpError> {
    if !wanted(request) {
        return Ok(respond(work(&unwatched).await?));
    }
    let (told, heard) = unbounded_channel();
    let work = Working::start(async move {
        // A reader that is gone hears nothing.
        let watch = move |progress| drop(told.send(progress));
        work(&watch).await
    });
    let mut run = Run { heard, work, last };
    let (said, end) = run.next().await;
    let first = stream::iter([Ok::<_, Infallible>(Bytes::from(said?))]);
    let rest = stream::iter((!end).then_some(run)).map(rest).flatten();
    // "identity" keeps the events from waiting in a compressor.
    Ok(HttpResponse::Ok()
        .content_type(KIND)
        .insert_header((header::CONTENT_ENCODING, "identity"))
        .streaming(first.chain(rest)))
}
