//! Batches on the disk: of each a head, its answers as they stand in the file, and line by line what became of them. Names are ids; what somebody calls a file is never a path.

use crate::keeping;
use groundwall_core::report::ReportState;
use groundwall_core::verdict::VerdictCounts;
use groundwall_core::{CollectionId, GivenAnswer, ReadAs, ReportId};
use groundwall_ports::PortError;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{self, Read as _, Seek as _, SeekFrom};
use std::path::{Path, PathBuf};

/// Where they lie in a data directory.
const DIR: &str = "batches";

/// What is known of a batch as a whole.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct Head {
    pub(super) id: String,
    pub(super) name: String,
    pub(super) collection: CollectionId,
    pub(super) added_at: String,
    pub(super) read_as: ReadAs,
    pub(super) paused: bool,
    /// Who sent it.
    pub(super) by: String,
}

/// What became of one answer.
#[derive(Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Became {
    Verified {
        report: ReportId,
        outcome: ReportState,
        counts: VerdictCounts,
    },
    Refused(String),
    /// It is to be tried again.
    Waiting,
}

#[derive(Clone, Serialize, Deserialize)]
pub(super) struct Line {
    pub(super) number: u32,
    pub(super) became: Became,
}

/// Where an answer's line stands in its file.
#[derive(Debug, Clone, Copy)]
pub(super) struct At {
    from: u64,
    bytes: usize,
}

/// A batch as it was found.
pub(super) struct Found {
    pub(super) head: Head,
    pub(super) answers: Vec<(At, GivenAnswer)>,
    pub(super) lines: Vec<Line>,
}

/// The folder of the batches.
#[derive(Clone)]
pub(super) struct Folder(PathBuf);

fn failed(error: io::Error) -> PortError {
    PortError::no_room(format!(
        "The batch cannot be written: {error}. Look at the room and the rights of the data directory, then try again."
    ))
}

fn unread(error: impl std::fmt::Display) -> PortError {
    PortError::internal(format!("batches: {error}"))
}

/// The values of a file with one on each line. What was cut off while it was written is none.
fn values<T: DeserializeOwned>(bytes: &[u8]) -> Vec<(At, T)> {
    let mut from = 0u64;
    let mut found = Vec::new();
    for line in bytes.split_inclusive(|byte| *byte == b'\n') {
        let at = At {
            from,
            bytes: line.len(),
        };
        from = from.saturating_add(line.len() as u64);
        if let Ok(value) = serde_json::from_slice(line) {
            found.push((at, value));
        }
    }
    found
}

fn line(value: &impl Serialize) -> Result<Vec<u8>, PortError> {
    let mut line = serde_json::to_vec(value).map_err(unread)?;
    line.push(b'\n');
    Ok(line)
}

impl Folder {
    pub(super) fn open(dir: &Path) -> Result<Self, PortError> {
        let path = dir.join(DIR);
        keeping::restrict(&path).map_err(failed)?;
        Ok(Self(path))
    }

    fn file(&self, id: &str, end: &str) -> PathBuf {
        self.0.join(id).with_extension(end)
    }

    /// Keeps a new batch: its answers first, so that a head never lacks them.
    pub(super) fn put(
        &self,
        head: &Head,
        answers: &[GivenAnswer],
    ) -> Result<Vec<(At, GivenAnswer)>, PortError> {
        let mut bytes = Vec::new();
        for answer in answers {
            bytes.extend(line(answer)?);
        }
        let path = self.file(&head.id, "rows");
        let kept = keeping::write(&self.0, &path, &bytes).map_err(failed);
        if let Err(error) = kept.and_then(|()| self.keep(head)) {
            // Half a batch is of no use; what cannot be removed now is at the next start.
            let _ = self.remove(&head.id);
            return Err(error);
        }
        Ok(values(&bytes))
    }

    /// Writes a head anew.
    pub(super) fn keep(&self, head: &Head) -> Result<(), PortError> {
        let bytes = serde_json::to_vec(head).map_err(unread)?;
        keeping::write(&self.0, &self.file(&head.id, "json"), &bytes).map_err(failed)
    }

    /// Notes what became of an answer.
    pub(super) fn note(&self, id: &str, became: &Line) -> Result<(), PortError> {
        keeping::append(&self.file(id, "done"), &line(became)?).map_err(failed)
    }

    /// One answer again.
    pub(super) fn answer(&self, id: &str, at: At) -> Result<GivenAnswer, PortError> {
        let mut file = File::open(self.file(id, "rows")).map_err(unread)?;
        file.seek(SeekFrom::Start(at.from)).map_err(unread)?;
        let mut line = vec![0; at.bytes];
        file.read_exact(&mut line).map_err(unread)?;
        serde_json::from_slice(&line).map_err(unread)
    }

    pub(super) fn remove(&self, id: &str) -> Result<(), PortError> {
        for end in ["json", "done", "rows"] {
            keeping::unless_absent(std::fs::remove_file(self.file(id, end))).map_err(failed)?;
        }
        Ok(())
    }

    /// What is there, the oldest first. What has no head is taken away; what cannot be read is named and left.
    pub(super) fn read(&self) -> Result<Vec<Found>, PortError> {
        let entries = match std::fs::read_dir(&self.0) {
            Ok(entries) => entries,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(error) => return Err(failed(error)),
        };
        let mut found = Vec::new();
        for entry in entries {
            let path = entry.map_err(failed)?.path();
            let end = path.extension().and_then(|end| end.to_str());
            if end != Some("json") {
                if end == Some("new") || !path.with_extension("json").exists() {
                    keeping::unless_absent(std::fs::remove_file(path)).map_err(failed)?;
                }
                continue;
            }
            match self.one(&path) {
                Ok(one) => found.push(one),
                Err(error) => {
                    tracing::warn!(path = %path.display(), %error, "a batch cannot be read and is left aside");
                }
            }
        }
        found.sort_by(|a, b| (&a.head.added_at, &a.head.id).cmp(&(&b.head.added_at, &b.head.id)));
        Ok(found)
    }

    fn one(&self, path: &Path) -> Result<Found, PortError> {
        let head: Head =
            serde_json::from_slice(&std::fs::read(path).map_err(unread)?).map_err(unread)?;
        let answers = std::fs::read(self.file(&head.id, "rows")).map_err(unread)?;
        let lines = match std::fs::read(self.file(&head.id, "done")) {
            Ok(lines) => lines,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(unread(error)),
        };
        let lines = values(&lines).into_iter().map(|(_, line)| line).collect();
        Ok(Found {
            head,
            answers: values(&answers),
            lines,
        })
    }
}
