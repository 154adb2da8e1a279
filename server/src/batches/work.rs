//! Who verifies the answers, one after the other, as long as the server runs.

use super::files::Became;
use super::{Next, gone};
use crate::actor;
use crate::context::Context;
use crate::http_error::shown;
use actix_web::web;
use groundwall_core::request::Subject;
use groundwall_core::{NoText, Problem, ProblemCode, ReadAs, Report, Verification};
use groundwall_ports::{PortError, unwatched};
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// Time before another look where others have all the turns, or the disk fails.
const AGAIN: Duration = Duration::from_secs(1);

/// A text as what is verified.
pub(crate) fn subject(text: &str, read_as: ReadAs) -> Subject {
    let text = text.replace("\r\n", "\n");
    match read_as {
        ReadAs::Answer => Subject::Answer(text),
        ReadAs::Claims => Subject::Claims(
            text.lines()
                .map(str::trim)
                .filter(|line| !line.is_empty())
                .map(str::to_owned)
                .collect(),
        ),
    }
}

/// Verifies what is there and what comes, until the server stops.
pub(crate) async fn work(context: web::Data<Context>, mut stop: watch::Receiver<bool>) {
    while !*stop.borrow() {
        let Some(next) = context.batches.next() else {
            tokio::select! {
                () = context.batches.wake.notified() => {}
                _ = stop.wait_for(|stop| *stop) => {}
            }
            continue;
        };
        let begun = Instant::now();
        let became = match verified(&context, &next).await {
            Ok(report) => Became::Verified {
                report: report.id,
                outcome: report.state,
                counts: report.summary.counts,
            },
            Err(_) if *stop.borrow() => return,
            Err(problem) if problem.code == ProblemCode::Overloaded => {
                tokio::time::sleep(AGAIN).await;
                continue;
            }
            Err(problem) => Became::Refused(shown(problem).message),
        };
        let shared = context.clone();
        let noted =
            tokio::task::spawn_blocking(move || shared.batches.note(&next, begun, became)).await;
        if let Ok(Err(error)) = noted {
            tracing::error!(%error, "what became of an answer of a batch cannot be noted");
            tokio::time::sleep(AGAIN).await;
        }
    }
}

async fn verified(context: &web::Data<Context>, next: &Next) -> Result<Report, Problem> {
    let (shared, id, at) = (context.clone(), next.id.clone(), next.at);
    let answer = tokio::task::spawn_blocking(move || shared.batches.folder.answer(&id, at))
        .await
        .map_err(|error| PortError::internal(format!("batches: {error}")))??;
    let text = answer
        .text
        .map_err(|NoText(why)| Problem::new(ProblemCode::Unprocessable, why))?;
    let known = context.service.collection(&next.collection.0).await;
    let collection = known.map_err(|_| gone())?.id;
    let verification = Verification {
        collection,
        origin: Some(origin(&next.name, next.number)),
        ..Verification::of(subject(&text, next.read_as))
    };
    let work = context.verify(verification, &unwatched);
    actor::acts(next.by.clone(), work).await
}

/// What the report says of where the text came from.
fn origin(name: &str, number: u32) -> String {
    const NAME: usize = 150;
    let name: String = name.chars().take(NAME).collect();
    format!("{name}, answer {number}")
}
