//! What the audit log hears of documents. What it hears of reports is written with them.

use crate::Firewall;
use groundwall_core::{AuditKind, Document, DocumentName, Happening, Problem};
use groundwall_ports::PortError;

/// What the log says of an upload.
fn upload(name: &str, result: &Result<Document, Problem>) -> Happening {
    let happening = match result {
        Ok(document) => Happening::of(AuditKind::Upload, "taken_in")
            .fact("document", document.id.0.clone())
            .fact("sha256", document.sha256.clone())
            .fact("collection", document.collection.0.clone())
            .fact("passages", document.passages.to_string()),
        Err(problem) => Happening::of(AuditKind::Upload, "refused")
            .fact("status", problem.code.status().to_string()),
    };
    happening.personal("name", name)
}

impl Firewall {
    /// Writes an upload into the log. What was refused stays refused for its own reason, whatever becomes of the log.
    pub(crate) async fn noted(
        &self,
        name: &str,
        result: Result<Document, Problem>,
    ) -> Result<Document, Problem> {
        let noted = self.parts.ledger.note(&upload(name, &result)).await;
        match (result, noted) {
            (Ok(_), Err(error)) => Err(error.problem),
            (Err(problem), Err(error)) => {
                tracing::warn!(%error, "a refused upload is not in the audit log");
                Err(problem)
            }
            (result, Ok(())) => result,
        }
    }

    /// Writes into the log that a document's name is gone.
    pub(crate) async fn note_deleted(&self, name: &DocumentName) -> Result<(), PortError> {
        let happening =
            Happening::of(AuditKind::DocumentDeleted, "deleted").personal("name", name.as_str());
        self.parts.ledger.note(&happening).await
    }

    /// Writes into the log that all documents are gone.
    pub(crate) async fn note_cleared(&self) -> Result<(), PortError> {
        let happening = Happening::of(AuditKind::DocumentsCleared, "deleted");
        self.parts.ledger.note(&happening).await
    }
}
