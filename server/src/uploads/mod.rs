//! Files that were taken for later. They lie in the data directory until they are read, one after the other, whoever sent them has left; a restart goes on with them.

mod files;
mod room;
mod work;

pub(crate) use files::DIR;
pub(crate) use work::work;

use files::{Folder, Record};
use groundwall_core::{
    CollectionId, DocumentName, Problem, ProblemCode, Progress, QueuedUpload, UploadQueue,
    UploadRead, UploadState,
};
use groundwall_ports::{PortError, Upload};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;
use tokio::sync::Notify;

/// Bytes of them, as a multiple of the limit of one file.
const BYTES: u64 = 20;
/// Files that are done and still listed, at most.
const DONE: usize = 200;
/// Starts of the server in which a file may be begun without coming to its end.
const ATTEMPTS: u32 = 3;

/// The file that is being read.
struct Begun {
    number: u64,
    at: Instant,
}

/// What is known of the files, in the order in which they came.
#[derive(Default)]
struct State {
    paused: bool,
    /// The number of the file that comes next.
    next: u64,
    files: BTreeMap<u64, Record>,
    /// How many files are being written, and their bytes.
    coming: (usize, u64),
    begun: Option<Begun>,
    /// Bytes and seconds of what was read since the start.
    pace: (f64, f64),
}

/// The files that were taken for later.
pub(crate) struct Uploads {
    folder: Folder,
    state: Mutex<State>,
    /// Something may be begun.
    wake: Notify,
    most: u64,
}

pub(crate) fn gone() -> Problem {
    Problem::new(
        ProblemCode::NotFound,
        "There is no file with this id in the queue, or not any more. GET /api/v1/uploads lists those that there are.",
    )
}

impl State {
    /// The number of a file that is not being read.
    fn at_rest(&self, id: &str) -> Result<u64, Problem> {
        let found = self.files.iter().find(|(_, record)| record.file.id == id);
        let number = found.map(|(number, _)| *number).ok_or_else(gone)?;
        if self
            .begun
            .as_ref()
            .is_some_and(|begun| begun.number == number)
        {
            let message = "This file is being read. Wait for its end; then it can be taken out.";
            return Err(Problem::new(ProblemCode::Conflict, message));
        }
        Ok(number)
    }

    /// Seconds that what is left takes at the pace so far.
    fn seconds_left(&self) -> Option<u64> {
        let (bytes, seconds) = self.pace;
        let left: u64 = self
            .files
            .values()
            .filter(|record| !record.file.state.is_over())
            .map(|record| record.file.bytes)
            .sum();
        let spent = self
            .begun
            .as_ref()
            .map_or(0.0, |begun| begun.at.elapsed().as_secs_f64());
        (bytes > 0.0 && left > 0)
            .then(|| (left as f64 / bytes * seconds - spent).max(1.0).round() as u64)
    }
}

impl Uploads {
    /// Opens the queue of a data directory; what a server left that ended is waiting again.
    pub(crate) fn open(dir: &Path, file_bytes: u64) -> Result<Self, PortError> {
        let folder = Folder::open(dir)?;
        let mut files = folder.read()?;
        for (number, record) in &mut files {
            if record.file.state.is_over() {
                continue;
            }
            record.file.state = UploadState::Waiting;
            record.file.reached = None;
            if record.attempts >= ATTEMPTS {
                record.file.state = UploadState::Failed;
                record.file.reason = Some(format!(
                    "The server ended {ATTEMPTS} times while it read this file. Try again, or take it out."
                ));
                folder.keep(*number, record)?;
            }
        }
        let last = files.last_key_value().map_or(0, |(number, _)| *number);
        let state = State {
            next: last.saturating_add(1),
            paused: folder.is_paused(),
            files,
            ..State::default()
        };
        Ok(Self {
            folder,
            state: Mutex::new(state),
            wake: Notify::new(),
            most: file_bytes.saturating_mul(BYTES),
        })
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps files for later, durably, all of them or none; `who` sends them. What cannot be a document's name is an error of its own.
    pub(crate) fn add(
        &self,
        collection: &CollectionId,
        files: Vec<Upload>,
        (who, now): (&str, &str),
    ) -> Result<Vec<QueuedUpload>, PortError> {
        for file in &files {
            DocumentName::parse(&file.name)?;
        }
        let coming = self.reserve(&files)?;
        let mut kept: Vec<(u64, Record)> = Vec::with_capacity(files.len());
        for (number, file) in (coming.first..).zip(files) {
            let record = Record {
                attempts: 0,
                by: who.to_owned(),
                file: QueuedUpload {
                    id: uuid::Uuid::new_v4().to_string(),
                    name: file.name,
                    collection: collection.clone(),
                    bytes: file.bytes.len() as u64,
                    added_at: now.to_owned(),
                    state: UploadState::Waiting,
                    reached: None,
                    reason: None,
                    read: None,
                },
            };
            // A large file takes a while to be written: nobody who looks at the queue waits for that.
            if let Err(error) = self.folder.put(number, &record, &file.bytes) {
                for (number, _) in kept {
                    // What cannot be removed is at the next start.
                    let _ = self.folder.remove(number);
                }
                return Err(error);
            }
            kept.push((number, record));
        }
        let taken = kept.iter().map(|(_, record)| record.file.clone()).collect();
        self.state().files.extend(kept);
        drop(coming);
        self.wake.notify_one();
        Ok(taken)
    }

    /// All of them.
    pub(crate) fn queue(&self) -> UploadQueue {
        let state = self.state();
        let files: Vec<QueuedUpload> = state
            .files
            .values()
            .map(|record| record.file.clone())
            .collect();
        let left = files.iter().filter(|file| !file.state.is_over()).count();
        UploadQueue {
            paused: state.paused,
            left: u32::try_from(left).unwrap_or(u32::MAX),
            seconds_left: state.seconds_left(),
            files,
        }
    }

    /// Stops before the next file, or goes on; that outlives a restart.
    pub(crate) fn pause(&self, paused: bool) -> Result<(), PortError> {
        let mut state = self.state();
        self.folder.set_paused(paused)?;
        state.paused = paused;
        drop(state);
        self.wake.notify_one();
        Ok(())
    }

    /// Has a file that failed read again.
    pub(crate) fn retry(&self, id: &str) -> Result<QueuedUpload, PortError> {
        let mut state = self.state();
        let number = state.at_rest(id)?;
        let record = state.files.get_mut(&number).ok_or_else(gone)?;
        if record.file.state != UploadState::Failed {
            let message = "Only a file that failed can be tried again.";
            return Err(Problem::new(ProblemCode::Conflict, message).into());
        }
        record.attempts = 0;
        record.file.state = UploadState::Waiting;
        record.file.reason = None;
        self.folder.keep(number, record)?;
        let file = record.file.clone();
        drop(state);
        self.wake.notify_one();
        Ok(file)
    }

    /// Takes a file out. A document that was made of it stays.
    pub(crate) fn remove(&self, id: &str) -> Result<QueuedUpload, PortError> {
        let mut state = self.state();
        let number = state.at_rest(id)?;
        self.folder.remove(number)?;
        let record = state.files.remove(&number).ok_or_else(gone)?;
        Ok(record.file)
    }

    /// Takes out of the list what some condition holds for; never the file that is being read.
    fn drop_where(&self, holds: impl Fn(&QueuedUpload) -> bool) -> Result<(), PortError> {
        let mut state = self.state();
        let begun = state.begun.as_ref().map(|begun| begun.number);
        let numbers: Vec<u64> = state
            .files
            .iter()
            .filter(|(number, record)| Some(**number) != begun && holds(&record.file))
            .map(|(number, _)| *number)
            .collect();
        for number in numbers {
            self.folder.remove(number)?;
            state.files.remove(&number);
        }
        Ok(())
    }

    /// Takes out of the list what is done.
    pub(crate) fn forget_done(&self) -> Result<(), PortError> {
        self.drop_where(|file| file.state == UploadState::Done)
    }

    /// Takes out everything of a collection that was deleted. A file that is being read finds none at its end.
    pub(crate) fn forget_of(&self, collection: &CollectionId) -> Result<(), PortError> {
        self.drop_where(|file| file.collection == *collection)
    }

    /// The next file and who sent it, if there is one and nothing else is being read.
    fn begin(&self) -> Result<Option<(u64, String, QueuedUpload)>, PortError> {
        let mut state = self.state();
        if state.paused || state.begun.is_some() {
            return Ok(None);
        }
        let next = state
            .files
            .iter_mut()
            .find(|(_, record)| record.file.state == UploadState::Waiting);
        let Some((number, record)) = next else {
            return Ok(None);
        };
        let number = *number;
        record.attempts = record.attempts.saturating_add(1);
        if let Err(error) = self.folder.keep(number, record) {
            // Not begun, however often the disk is tried.
            record.attempts = record.attempts.saturating_sub(1);
            return Err(error);
        }
        record.file.state = UploadState::Reading;
        record.file.reason = None;
        let (file, by) = (record.file.clone(), record.by.clone());
        state.begun = Some(Begun {
            number,
            at: Instant::now(),
        });
        Ok(Some((number, by, file)))
    }

    /// Hears how far a file is.
    fn hear(&self, number: u64, progress: &Progress) {
        let mut state = self.state();
        let Some(record) = state.files.get_mut(&number) else {
            return;
        };
        match progress {
            Progress::Begun { name } if name == "Embed" => {
                record.file.state = UploadState::Indexing;
            }
            Progress::Reached { count, of, .. } => record.file.reached = Some((*count, *of)),
            Progress::Begun { .. } | Progress::Ended(_) => {}
        }
    }

    /// Puts the file back that is being read, if any: the server stops.
    pub(crate) fn put_back_begun(&self) -> Result<(), PortError> {
        let begun = self.state().begun.as_ref().map(|begun| begun.number);
        begun.map_or(Ok(()), |number| self.put_back(number, None))
    }

    /// Puts the file back that is being read: it was not its fault. `why` is told until it is begun again.
    fn put_back(&self, number: u64, why: Option<String>) -> Result<(), PortError> {
        let mut state = self.state();
        if let Some(mut record) = state.files.get(&number).cloned() {
            record.attempts = record.attempts.saturating_sub(1);
            record.file.state = UploadState::Waiting;
            record.file.reached = None;
            record.file.reason = why;
            self.folder.keep(number, &record)?;
            state.files.insert(number, record);
        }
        state.begun = None;
        Ok(())
    }

    /// Notes what became of the file that was being read. Where that cannot be written it counts as being read still.
    fn end(&self, number: u64, result: Result<UploadRead, Problem>) -> Result<(), PortError> {
        let mut state = self.state();
        let Some(mut record) = state.files.get(&number).cloned() else {
            state.begun = None;
            return self.folder.remove(number);
        };
        let took = state
            .begun
            .as_ref()
            .map_or(0.0, |begun| begun.at.elapsed().as_secs_f64());
        record.file.reached = None;
        let done = result.is_ok();
        match result {
            Ok(read) => {
                record.file.state = UploadState::Done;
                record.file.read = Some(read);
            }
            Err(problem) => {
                record.file.state = UploadState::Failed;
                record.file.reason = Some(problem.message);
            }
        }
        self.folder.keep(number, &record)?;
        if done {
            self.folder.remove_bytes(number)?;
            let bytes = record.file.bytes as f64;
            state.pace = (state.pace.0 + bytes, state.pace.1 + took);
        }
        state.files.insert(number, record);
        state.begun = None;
        let done: Vec<u64> = state
            .files
            .iter()
            .filter(|(_, record)| record.file.state == UploadState::Done)
            .map(|(number, _)| *number)
            .collect();
        for number in done.iter().rev().skip(DONE) {
            self.folder.remove(*number)?;
            state.files.remove(number);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
