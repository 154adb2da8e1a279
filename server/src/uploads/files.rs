//! The queue on the disk: for each file its bytes, until they are read, and a record beside them. Names are numbers; what somebody calls a file is never a path.

use crate::keeping::{self, unless_absent};
use groundwall_core::{QueuedUpload, UploadState};
use groundwall_ports::PortError;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

/// Where it lies in a data directory.
pub(crate) const DIR: &str = "uploads";
/// Is there while nothing is begun.
const PAUSED: &str = "paused";

/// A file, who sent it, and how often it was begun.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct Record {
    pub(super) attempts: u32,
    #[serde(default)]
    pub(super) by: String,
    pub(super) file: QueuedUpload,
}

/// The folder of the queue.
pub(super) struct Folder(PathBuf);

fn failed(error: io::Error) -> PortError {
    PortError::no_room(format!(
        "The queue of uploads cannot be written: {error}. Look at the room and the rights of the data directory, then try again."
    ))
}

impl Folder {
    /// The folder of a data directory. It is made with the first file, for its user alone; wider rights that somebody gave it are taken away.
    pub(super) fn open(dir: &Path) -> Result<Self, PortError> {
        let path = dir.join(DIR);
        keeping::restrict(&path).map_err(failed)?;
        Ok(Self(path))
    }

    fn record(&self, number: u64) -> PathBuf {
        self.0.join(format!("{number:012}.json"))
    }

    fn bytes(&self, number: u64) -> PathBuf {
        self.0.join(format!("{number:012}.file"))
    }

    fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        keeping::write(&self.0, path, bytes)
    }

    /// Keeps a new file: its bytes first, so that a record never lacks them.
    pub(super) fn put(&self, number: u64, record: &Record, bytes: &[u8]) -> Result<(), PortError> {
        let written = self.write(&self.bytes(number), bytes).map_err(failed);
        let kept = written.and_then(|()| self.keep(number, record));
        if kept.is_err() {
            // Half a file is of no use; what cannot be removed is at the next start.
            let _ = self.remove(number);
        }
        kept
    }

    /// Writes a record anew.
    pub(super) fn keep(&self, number: u64, record: &Record) -> Result<(), PortError> {
        let text = serde_json::to_vec(record)
            .map_err(|error| PortError::internal(format!("queue of uploads: {error}")))?;
        self.write(&self.record(number), &text).map_err(failed)
    }

    pub(super) fn load(&self, number: u64) -> Result<Vec<u8>, PortError> {
        std::fs::read(self.bytes(number))
            .map_err(|error| PortError::internal(format!("queue of uploads: {error}")))
    }

    pub(super) fn remove_bytes(&self, number: u64) -> Result<(), PortError> {
        unless_absent(std::fs::remove_file(self.bytes(number))).map_err(failed)
    }

    /// Takes record and bytes away.
    pub(super) fn remove(&self, number: u64) -> Result<(), PortError> {
        unless_absent(std::fs::remove_file(self.record(number))).map_err(failed)?;
        self.remove_bytes(number)
    }

    pub(super) fn is_paused(&self) -> bool {
        self.0.join(PAUSED).exists()
    }

    pub(super) fn set_paused(&self, paused: bool) -> Result<(), PortError> {
        let path = self.0.join(PAUSED);
        if paused {
            self.write(&path, b"").map_err(failed)
        } else {
            unless_absent(std::fs::remove_file(path)).map_err(failed)
        }
    }

    /// What is there. Bytes that nobody reads any more, and what was not written to its end, are taken away; a record that cannot be read is named and left.
    pub(super) fn read(&self) -> Result<BTreeMap<u64, Record>, PortError> {
        let mut found = BTreeMap::new();
        let mut others = Vec::new();
        let entries = match std::fs::read_dir(&self.0) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(found),
            Err(error) => return Err(failed(error)),
        };
        for entry in entries {
            let path = entry.map_err(failed)?.path();
            let number = path
                .file_stem()
                .and_then(|stem| stem.to_str())
                .and_then(|stem| stem.parse::<u64>().ok());
            let Some(number) = number else {
                continue;
            };
            if path.extension().is_none_or(|end| end != "json") {
                others.push((number, path));
                continue;
            }
            let text = std::fs::read(&path).map_err(failed)?;
            match serde_json::from_slice(&text) {
                Ok(record) => drop(found.insert(number, record)),
                Err(error) => {
                    tracing::warn!(path = %path.display(), %error, "a file of the queue cannot be read and is left aside");
                }
            }
        }
        for (number, path) in others {
            let whole = path.extension().is_some_and(|end| end == "file");
            let wanted = match found.get(&number) {
                Some(Record { file, .. }) => file.state != UploadState::Done,
                None => self.record(number).exists(),
            };
            if !(whole && wanted) {
                unless_absent(std::fs::remove_file(path)).map_err(failed)?;
            }
        }
        Ok(found)
    }
}
