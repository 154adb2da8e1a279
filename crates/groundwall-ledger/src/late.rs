//! What is done and not yet in the audit log, because the disk failed when it was to be written.

use crate::audit;
use groundwall_core::Happening;
use groundwall_ports::PortError;
use groundwall_sqlite::Database;
use std::sync::{Mutex, PoisonError};

/// Entries that wait, at most: what a full disk lets happen in hours.
const MOST: usize = 10_000;

/// Entries that wait for a disk that works, with who acted; the oldest first. They do not survive the program.
#[derive(Default)]
pub(crate) struct Late(Mutex<Vec<(Happening, String)>>);

impl Late {
    /// One more, behind the others.
    pub(crate) fn add(&self, happening: Happening, actor: String) {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if waiting.len() < MOST {
            waiting.push((happening, actor));
        } else {
            tracing::error!("an entry of the audit log is lost: {MOST} wait for a disk that works");
        }
    }

    fn take(&self) -> Vec<(Happening, String)> {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Writes what waits, all or nothing; what cannot be written waits on.
    pub(crate) async fn write(&self, database: &Database) {
        let waiting = self.take();
        if waiting.is_empty() {
            return;
        }
        if let Err(error) = append(database, &waiting).await {
            tracing::error!(%error, entries = waiting.len(), "the audit log cannot be written; the next entry brings these along");
            let mut later = self.0.lock().unwrap_or_else(PoisonError::into_inner);
            let newer = std::mem::replace(
                &mut *later,
                waiting
                    .into_iter()
                    .map(|(happening, actor)| (happening.fact("written", "late"), actor))
                    .collect(),
            );
            later.extend(newer);
        }
    }
}

async fn append(database: &Database, waiting: &[(Happening, String)]) -> Result<(), PortError> {
    let mut tx = database.write().await?;
    for (happening, actor) in waiting {
        audit::append(&mut tx, happening, actor).await?;
    }
    tx.commit().await
}
