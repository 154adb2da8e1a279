//! Large responses. They lie in a file without a name while they are sent, so that a reader who takes his time holds a place on the disk and no memory.

use crate::context::Context;
use actix_web::body::{BodySize, BoxBody, MessageBody as _, SizedStream};
use actix_web::http::header;
use actix_web::web::{self, Bytes};
use actix_web::{HttpResponse, HttpResponseBuilder};
use futures::{Stream, stream};
use groundwall_core::Problem;
use groundwall_ports::PortError;
use serde::Serialize;
use std::fs::File;
use std::io::{self, Read as _, Seek as _, Write as _};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::OwnedSemaphorePermit;
use tokio::task::spawn_blocking;

/// What is smaller is sent as it is.
const SMALL: usize = 256 * 1024;
/// Bytes that are read in one go.
const PART: usize = 64 * 1024;
/// A reader who has not taken everything by then gets no more.
const LONGEST: Duration = Duration::from_mins(10);

/// What is being sent, and the turn for it.
struct Open {
    file: File,
    _turn: OwnedSemaphorePermit,
}

/// Emptied when the time is over; everything goes with the last one who knows it.
type Slot = Arc<Mutex<Option<Open>>>;

fn failed(error: impl std::fmt::Display) -> PortError {
    PortError::internal(format!("a file to be sent: {error}"))
}

fn no_room(error: &io::Error) -> PortError {
    PortError::no_room(format!(
        "What was asked for cannot be made ready: {error}. Look at the room and the rights of the data directory, then ask again."
    ))
}

fn written(dir: PathBuf, bytes: &[u8]) -> io::Result<File> {
    let mut file = tempfile::tempfile_in(dir)?;
    file.write_all(bytes)?;
    file.rewind()?;
    Ok(file)
}

/// The next bytes; empty at the end.
fn part(slot: &Slot) -> io::Result<Bytes> {
    let mut slot = slot.lock().unwrap_or_else(PoisonError::into_inner);
    let Some(open) = slot.as_mut() else {
        return Err(io::Error::other("this took too long to be taken"));
    };
    let mut part = vec![0; PART];
    let count = open.file.read(&mut part)?;
    part.truncate(count);
    Ok(part.into())
}

fn parts(slot: Slot) -> impl Stream<Item = io::Result<Bytes>> {
    stream::unfold(Some(slot), async |slot| {
        let slot = slot?;
        let known = Arc::clone(&slot);
        let read = spawn_blocking(move || part(&known)).await;
        match read.map_err(io::Error::other).flatten() {
            Ok(part) if part.is_empty() => None,
            Ok(part) => Some((Ok(part), Some(slot))),
            Err(error) => Some((Err(error), None)),
        }
    })
}

/// Bytes as a body that is read from a file.
async fn from_file(
    context: &Context,
    bytes: impl AsRef<[u8]> + Send + 'static,
    turn: OwnedSemaphorePermit,
) -> Result<BoxBody, PortError> {
    let (dir, length) = (context.dir.clone(), bytes.as_ref().len() as u64);
    let file = spawn_blocking(move || written(dir, bytes.as_ref())).await;
    let file = file.map_err(failed)?.map_err(|error| no_room(&error))?;
    let slot = Arc::new(Mutex::new(Some(Open { file, _turn: turn })));
    let late = Arc::downgrade(&slot);
    actix_web::rt::spawn(async move {
        tokio::time::sleep(LONGEST).await;
        if let Some(slot) = late.upgrade() {
            slot.lock().unwrap_or_else(PoisonError::into_inner).take();
        }
    });
    Ok(BoxBody::new(SizedStream::new(length, parts(slot))))
}

/// Answers with bytes.
pub(crate) async fn answer(
    context: &Context,
    mut response: HttpResponseBuilder,
    bytes: Vec<u8>,
) -> Result<HttpResponse, PortError> {
    if bytes.len() <= SMALL {
        return Ok(response.body(bytes));
    }
    let turn = context.admission.download()?;
    let body = from_file(context, bytes, turn).await?;
    // "identity" keeps a compressor from working on megabytes.
    response.insert_header((header::CONTENT_ENCODING, "identity"));
    Ok(response.body(body))
}

/// Answers with JSON of any length, which is written on another thread than those that serve others.
pub(crate) async fn json(
    value: impl Serialize + Send + 'static,
) -> Result<HttpResponse, PortError> {
    let text = web::block(move || serde_json::to_vec(&value)).await;
    let text = text.map_err(failed)?.map_err(failed)?;
    Ok(HttpResponse::Ok()
        .content_type("application/json")
        .body(text))
}

/// A body that is no longer than a reader may hold in memory: a long one is put into a file, and stays in memory only where the disk has no room for it.
pub(crate) async fn spooled(context: &Context, body: BoxBody) -> Result<BoxBody, Problem> {
    if !matches!(body.size(), BodySize::Sized(length) if length > SMALL as u64) {
        return Ok(body);
    }
    let bytes = match body.try_into_bytes() {
        Ok(bytes) => bytes,
        // It comes from a file already.
        Err(body) => return Ok(body),
    };
    let turn = context.admission.download()?;
    match from_file(context, bytes.clone(), turn).await {
        Ok(body) => Ok(body),
        Err(error) => {
            tracing::warn!(%error, "a long response is sent from memory");
            Ok(BoxBody::new(bytes))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use futures::StreamExt as _;
    use std::os::unix::fs::MetadataExt as _;
    use tokio::sync::Semaphore;

    #[tokio::test]
    async fn a_file_is_sent_in_parts_from_a_file_without_a_name() {
        let dir = tempfile::tempdir().unwrap();
        let bytes: Vec<u8> = (0..200_000u32).map(|n| n as u8).collect();
        let file = written(dir.path().to_owned(), &bytes).unwrap();
        assert_eq!(file.metadata().unwrap().nlink(), 0);
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0);
        let turns = Arc::new(Semaphore::new(1));
        let turn = Arc::clone(&turns).try_acquire_owned().unwrap();
        let slot = Arc::new(Mutex::new(Some(Open { file, _turn: turn })));
        let mut sent = Vec::new();
        let mut stream = Box::pin(parts(Arc::clone(&slot)));
        while let Some(part) = stream.next().await {
            let part = part.unwrap();
            assert!(part.len() <= PART);
            sent.extend_from_slice(&part);
        }
        assert_eq!(sent, bytes);
        slot.lock().unwrap().take();
        assert_eq!(turns.available_permits(), 1, "the turn goes with the file");
        let mut late = Box::pin(parts(slot));
        assert!(late.next().await.unwrap().is_err());
        assert!(late.next().await.is_none());
    }
}
