//! Room of the queue.

use super::Uploads;
use groundwall_core::{Problem, ProblemCode, UploadState};
use groundwall_ports::Upload;

/// Files that are not done, at most.
const FILES: usize = 1_000;

/// Room that is kept for files while they are written.
pub(super) struct Coming<'a> {
    uploads: &'a Uploads,
    files: usize,
    bytes: u64,
    /// The number of the first one.
    pub(super) first: u64,
}

impl Drop for Coming<'_> {
    fn drop(&mut self) {
        let mut state = self.uploads.state();
        let (files, bytes) = state.coming;
        state.coming = (
            files.saturating_sub(self.files),
            bytes.saturating_sub(self.bytes),
        );
    }
}

impl Uploads {
    /// Keeps room for so much more, where there is some.
    pub(super) fn reserve(&self, files: &[Upload]) -> Result<Coming<'_>, Problem> {
        let mut state = self.state();
        let waiting: Vec<u64> = state
            .files
            .values()
            .filter(|record| record.file.state != UploadState::Done)
            .map(|record| record.file.bytes)
            .collect();
        let more: u64 = files.iter().map(|file| file.bytes.len() as u64).sum();
        let (coming, coming_bytes) = state.coming;
        let count = coming.saturating_add(files.len());
        let bytes = coming_bytes.saturating_add(more);
        if waiting.len().saturating_add(count) > FILES
            || waiting.iter().sum::<u64>().saturating_add(bytes) > self.most
        {
            return Err(Problem::new(
                ProblemCode::Overloaded,
                format!(
                    "The queue is full: {FILES} files of {} MiB together may wait. Send the rest when some are read, or take out what failed.",
                    self.most / (1024 * 1024)
                ),
            ));
        }
        state.coming = (count, bytes);
        let first = state.next;
        state.next = first.saturating_add(files.len() as u64);
        Ok(Coming {
            uploads: self,
            files: files.len(),
            bytes: more,
            first,
        })
    }
}
