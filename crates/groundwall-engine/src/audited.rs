//! What the audit log hears of documents that were refused. What changes in the store is written down by who changes it, and what becomes of reports with them.

use crate::Firewall;
use groundwall_core::{AuditKind, Happening, Problem};

/// Characters of a name: whoever sends a file may call it anything.
const NAME: usize = 500;

impl Firewall {
    /// Writes into the log that a file was not taken in.
    pub(crate) async fn note_refused(&self, name: &str, problem: &Problem) {
        let name: String = name.chars().take(NAME).collect();
        let happening = Happening::of(AuditKind::Upload, "refused")
            .fact("code", problem.code.name())
            .personal("name", name);
        self.parts.ledger.note_done(&happening).await;
    }
}
