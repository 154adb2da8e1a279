//! What is done and not yet in the audit log, because the disk failed when it was to be written.

use crate::begun;
use groundwall_core::Happening;
use groundwall_ports::PortError;
use groundwall_sqlite::Database;
use std::sync::{Mutex, PoisonError};

/// Entries that wait, at most: what a full disk lets happen in hours.
const MOST: usize = 10_000;

/// An entry, who acted, and the number under which it was begun, where it was.
type Waiting = (Option<Happening>, String, Option<i64>);

/// Entries that wait for a disk that works; the oldest first. What was begun survives the program; what was not, such as an upload that was refused, does not.
#[derive(Default)]
pub(crate) struct Late(Mutex<Vec<Waiting>>);

impl Late {
    /// One more, behind the others.
    pub(crate) fn add(&self, became: Option<Happening>, actor: String, begun: Option<i64>) {
        let mut waiting = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if waiting.len() < MOST {
            waiting.push((became, actor, begun));
        } else {
            tracing::error!("an entry of the audit log is lost: {MOST} wait for a disk that works");
        }
    }

    fn take(&self) -> Vec<Waiting> {
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
                    .map(|(became, actor, begun)| {
                        let became = became.map(|happening| happening.fact("written", "late"));
                        (became, actor, begun)
                    })
                    .collect(),
            );
            later.extend(newer);
        }
    }
}

async fn append(database: &Database, waiting: &[Waiting]) -> Result<(), PortError> {
    let mut tx = database.write().await?;
    for (became, actor, begun) in waiting {
        begun::append(&mut tx, became.as_ref(), actor, *begun).await?;
    }
    tx.commit().await
}
