//! Who reads the files, one after the other, as long as the server runs.

use crate::actor;
use crate::admission::Kind;
use crate::context::Context;
use crate::http_error::shown;
use actix_web::web;
use groundwall_core::{
    CollectionId, DocumentId, Problem, ProblemCode, QueuedUpload, TableRead, UploadRead,
};
use groundwall_ports::{PortError, Upload};
use std::time::Duration;
use tokio::sync::watch;

/// Time before another look where other uploads have all the turns, or the disk fails.
const AGAIN: Duration = Duration::from_secs(2);

/// Work on the disk, not on a thread that serves others.
async fn on_disk<T: Send + 'static>(
    context: &web::Data<Context>,
    work: impl FnOnce(&Context) -> Result<T, PortError> + Send + 'static,
) -> Result<T, PortError> {
    let context = context.clone();
    let done = tokio::task::spawn_blocking(move || work(&context)).await;
    done.map_err(|error| PortError::internal(format!("queue of uploads: {error}")))?
}

/// Reads what is there and what comes, until the server stops.
pub(crate) async fn work(context: web::Data<Context>, mut stop: watch::Receiver<bool>) {
    let mut read_into = Vec::new();
    loop {
        let next = on_disk(&context, |context| context.uploads.begin()).await;
        let pause = match next {
            Ok(Some((number, who, file))) => {
                // A file of an earlier version has no name.
                let who = Some(who).filter(|who| !who.is_empty());
                let who = who.unwrap_or_else(actor::current);
                if !read_into.contains(&file.collection) {
                    read_into.push(file.collection.clone());
                }
                actor::acts(who, one(&context, number, file, &stop)).await
            }
            Ok(None) => {
                for collection in read_into.drain(..) {
                    look_for_questions(&context, collection);
                }
                tokio::select! {
                    () = context.uploads.wake.notified() => {}
                    _ = stop.wait_for(|stop| *stop) => {}
                }
                false
            }
            Err(error) => {
                tracing::error!(%error, "the next file of the queue cannot be begun");
                true
            }
        };
        if *stop.borrow() {
            return;
        }
        if pause {
            tokio::time::sleep(AGAIN).await;
        }
    }
}

/// Looks for questions that new documents suggest, so that the first page that shows some need not wait for them.
fn look_for_questions(context: &web::Data<Context>, collection: CollectionId) {
    let context = context.clone();
    tokio::spawn(async move {
        if let Err(error) = context.service.suggestions_of(&collection).await {
            tracing::warn!(%error, "no questions were found that new documents suggest");
        }
    });
}

/// One file, to its end; true where it has to be tried again later.
async fn one(
    context: &web::Data<Context>,
    number: u64,
    file: QueuedUpload,
    stop: &watch::Receiver<bool>,
) -> bool {
    let read = read(context, number, &file).await;
    let (result, again) = match read {
        Ok(read) => (Ok(Ok(read)), false),
        Err(_) if *stop.borrow() => (Err(None), false),
        Err(problem) if problem.code == ProblemCode::Overloaded => (Err(None), true),
        // A disk that is full has room again some day, and no other file fits better.
        Err(problem) if problem.code == ProblemCode::InsufficientStorage => {
            (Err(Some(shown(problem).message)), true)
        }
        Err(problem) => (Ok(Err(shown(problem))), false),
    };
    loop {
        let result = result.clone();
        let noted = on_disk(context, move |context| match result {
            Ok(result) => context.uploads.end(number, result),
            Err(why) => context.uploads.put_back(number, why),
        });
        let Err(error) = noted.await else {
            break;
        };
        tracing::error!(%error, "what became of a file of the queue cannot be noted");
        if *stop.borrow() {
            break;
        }
        tokio::time::sleep(AGAIN).await;
    }
    again
}

async fn read(
    context: &web::Data<Context>,
    number: u64,
    file: &QueuedUpload,
) -> Result<UploadRead, Problem> {
    let bytes = on_disk(context, move |context| context.uploads.folder.load(number)).await?;
    let upload = Upload {
        name: file.name.clone(),
        bytes,
    };
    let heard = |progress| context.uploads.hear(number, &progress);
    let outcomes = context
        .upload_into(Kind::Upload, &file.collection, vec![upload], &heard)
        .await?;
    let outcome = outcomes.into_iter().next();
    let nothing = || Problem::new(ProblemCode::Internal, "the file was not taken in");
    let document = outcome.ok_or_else(nothing)?.result?;
    let tables = tables(context, file, &document.id).await?;
    Ok(UploadRead::of(&document, &file.name, tables))
}

/// The tables of a document that was just stored.
async fn tables(
    context: &web::Data<Context>,
    file: &QueuedUpload,
    document: &DocumentId,
) -> Result<Vec<TableRead>, Problem> {
    let all = context.service.tables_of(&file.collection).await?;
    Ok(all
        .iter()
        .filter(|line| line.document == *document)
        .map(TableRead::of)
        .collect())
}
