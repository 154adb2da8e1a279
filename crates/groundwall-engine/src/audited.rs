//! What the audit log hears of documents. What it hears of reports is written with them.

use crate::Firewall;
use groundwall_core::{AuditKind, Document, DocumentName, Happening, Problem};

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
    /// Writes into the log what became of an upload.
    pub(crate) async fn note_upload(&self, name: &str, result: &Result<Document, Problem>) {
        self.parts.ledger.note_done(&upload(name, result)).await;
    }

    /// Writes into the log that a document's name is gone.
    pub(crate) async fn note_deleted(&self, name: &DocumentName) {
        let happening =
            Happening::of(AuditKind::DocumentDeleted, "deleted").personal("name", name.as_str());
        self.parts.ledger.note_done(&happening).await;
    }

    /// Writes into the log that all documents are gone.
    pub(crate) async fn note_cleared(&self) {
        let happening = Happening::of(AuditKind::DocumentsCleared, "deleted");
        self.parts.ledger.note_done(&happening).await;
    }
}
