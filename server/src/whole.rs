//! Changes of the store that are begun are ended, whoever stops waiting for them. A change lies in the database and in memory; dropped in between, it would be in one of them.
//! Each is an entry of the audit log, which is begun before it and written with its end, so that neither a kill nor a client that hangs up leaves a change without one.

use crate::actor;
use async_trait::async_trait;
use groundwall_core::{
    AuditKind, CollectionId, Document, DocumentId, DocumentName, Happening, HiddenText, Passage,
    StoredTable,
};
use groundwall_ledger::SqliteLedger;
use groundwall_ports::{
    NewDocument, PassageStore, PortError, Removed, SearchQuery, SearchResult, StoreSize, StoreStats,
};
use std::future::Future;
use std::sync::Arc;

/// A store whose changes are whole, and on record.
pub(crate) struct Whole<S> {
    store: Arc<S>,
    ledger: Arc<SqliteLedger>,
}

impl<S> Clone for Whole<S> {
    fn clone(&self) -> Self {
        Self {
            store: Arc::clone(&self.store),
            ledger: Arc::clone(&self.ledger),
        }
    }
}

/// Does something for who acts here, to its end: a task goes on when nobody waits for it any more.
pub(crate) async fn to_its_end<T: Send + 'static>(
    work: impl Future<Output = Result<T, PortError>> + Send + 'static,
) -> Result<T, PortError> {
    let done = tokio::spawn(actor::carried(work)).await;
    done.map_err(|error| PortError::internal(format!("the change ended early: {error}")))?
}

/// What the log says of a document that is taken in under a name.
fn taken_in(collection: &CollectionId, id: &DocumentId, name: &DocumentName) -> Happening {
    Happening::of(AuditKind::Upload, "taken_in")
        .fact("document", id.0.clone())
        .fact("collection", collection.0.clone())
        .personal("name", name.as_str())
}

fn in_full(happening: Happening, document: &Document) -> Happening {
    happening
        .fact("sha256", document.sha256.clone())
        .fact("passages", document.passages.to_string())
}

impl<S: PassageStore + 'static> Whole<S> {
    pub(crate) fn new(store: S, ledger: Arc<SqliteLedger>) -> Self {
        Self {
            store: Arc::new(store),
            ledger,
        }
    }

    /// Changes something that is written down first. `became` is the entry of what was changed; none where nothing was.
    async fn change<T>(
        &self,
        happening: Happening,
        change: impl Future<Output = Result<T, PortError>> + Send,
        became: impl FnOnce(Happening, &T) -> Option<Happening> + Send,
    ) -> Result<T, PortError> {
        let begun = self.ledger.begin(&happening).await?;
        let changed = change.await;
        let entry = match &changed {
            Ok(changed) => became(happening, changed),
            Err(_) => None,
        };
        self.ledger.end(begun, entry).await;
        changed
    }

    async fn put_now(&self, new: NewDocument) -> Result<Document, PortError> {
        let Document {
            id,
            collection,
            names,
            ..
        } = &new.document;
        let Some(name) = names.first() else {
            return Err(PortError::internal("a document without a name"));
        };
        let mut happening = taken_in(collection, id, name);
        if self.store.document(collection, id).await?.is_some() {
            // As an earlier version of the program read it, until now.
            "read_again".clone_into(&mut happening.outcome);
        }
        self.change(happening, self.store.put(new), |happening, document| {
            Some(in_full(happening, document))
        })
        .await
    }

    async fn link_now(
        &self,
        collection: &CollectionId,
        document: &DocumentId,
        name: &DocumentName,
    ) -> Result<Option<Document>, PortError> {
        if self.store.document(collection, document).await?.is_none() {
            return Ok(None);
        }
        let happening = taken_in(collection, document, name);
        let link = self.store.link(collection, document, name);
        self.change(happening, link, |happening, known| {
            Some(in_full(happening, known.as_ref()?))
        })
        .await
    }

    /// Writes what became of changes that the end of the program cut off.
    pub(crate) async fn settle(&self) -> Result<(), PortError> {
        for (begun, happening) in self.ledger.unended().await? {
            let Some(done) = self.is_done(&happening).await? else {
                continue;
            };
            let outcome = if done { &happening.outcome } else { "cut_off" };
            let entry = Happening {
                outcome: outcome.to_owned(),
                ..happening.clone()
            };
            tracing::info!(kind = %entry.kind, outcome, "a change that the end of the program cut off is on record now");
            let entry = entry.fact("written", "after_restart");
            self.ledger.end(begun, Some(entry)).await;
        }
        Ok(())
    }

    /// Whether a change is in the store; none where it is of something else.
    async fn is_done(&self, happening: &Happening) -> Result<Option<bool>, PortError> {
        let fact = |name: &str| happening.facts.get(name).cloned().unwrap_or_default();
        let collection = CollectionId(fact("collection"));
        let name = happening.personal.get("name");
        let is_named = |document: &Document| {
            let mut names = document.names.iter();
            names.any(|one| Some(one.as_str()) == name.map(String::as_str))
        };
        Ok(match happening.kind {
            AuditKind::Upload => {
                let id = DocumentId(fact("document"));
                let stored = self.store.document(&collection, &id).await?;
                Some(stored.is_some_and(|document| is_named(&document)))
            }
            AuditKind::DocumentDeleted => {
                let documents = self.store.documents(&collection).await?;
                Some(!documents.iter().any(is_named))
            }
            AuditKind::DocumentsCleared => {
                Some(self.store.documents(&collection).await?.is_empty())
            }
            AuditKind::DocumentReviewed => {
                let id = DocumentId(fact("document"));
                let stored = self.store.document(&collection, &id).await?;
                let at = stored.and_then(|document| document.reviewed_at);
                Some(at.is_some_and(|at| at == fact("at")))
            }
            AuditKind::Question
            | AuditKind::Verification
            | AuditKind::StructuredAnswer
            | AuditKind::ReportDeleted
            | AuditKind::PolicyChanged
            | AuditKind::Calibration
            | AuditKind::ModelChanged
            | AuditKind::Review
            | AuditKind::Dispute
            | AuditKind::ApiKey
            | AuditKind::Checkpoint => None,
        })
    }
}

#[async_trait]
impl<S: PassageStore + 'static> PassageStore for Whole<S> {
    async fn put(&self, new: NewDocument) -> Result<Document, PortError> {
        let whole = self.clone();
        to_its_end(async move { whole.put_now(new).await }).await
    }

    async fn link(
        &self,
        collection: &CollectionId,
        document: &DocumentId,
        name: &DocumentName,
    ) -> Result<Option<Document>, PortError> {
        let whole = self.clone();
        let (collection, document, name) = (collection.clone(), document.clone(), name.clone());
        to_its_end(async move { whole.link_now(&collection, &document, &name).await }).await
    }

    async fn review(
        &self,
        collection: &CollectionId,
        document: &DocumentId,
        at: &str,
    ) -> Result<Option<Document>, PortError> {
        let happening = Happening::of(AuditKind::DocumentReviewed, "reviewed")
            .fact("document", document.0.clone())
            .fact("collection", collection.0.clone())
            .fact("at", at);
        let whole = self.clone();
        let (collection, document, at) = (collection.clone(), document.clone(), at.to_owned());
        to_its_end(async move {
            let review = whole.store.review(&collection, &document, &at);
            whole
                .change(happening, review, |happening, reviewed| {
                    let name = reviewed.as_ref()?.name();
                    Some(happening.personal("name", name.as_str()))
                })
                .await
        })
        .await
    }

    async fn remove(
        &self,
        collection: &CollectionId,
        name: &DocumentName,
    ) -> Result<Removed, PortError> {
        let happening = Happening::of(AuditKind::DocumentDeleted, "deleted")
            .fact("collection", collection.0.clone())
            .personal("name", name.as_str());
        let whole = self.clone();
        let (collection, name) = (collection.clone(), name.clone());
        to_its_end(async move {
            // What a kill cuts off would be on record as deleted, since afterwards it is not there.
            let known = whole.store.documents(&collection).await?;
            if !known.iter().any(|document| document.names.contains(&name)) {
                return Ok(Removed::default());
            }
            let remove = whole.store.remove(&collection, &name);
            whole
                .change(happening, remove, |happening, removed| {
                    removed.existed.then_some(happening)
                })
                .await
        })
        .await
    }

    async fn clear(&self, collection: &CollectionId) -> Result<(), PortError> {
        let happening = Happening::of(AuditKind::DocumentsCleared, "deleted")
            .fact("collection", collection.0.clone());
        let whole = self.clone();
        let collection = collection.clone();
        to_its_end(async move {
            let clear = whole.store.clear(&collection);
            whole
                .change(happening, clear, |happening, ()| Some(happening))
                .await
        })
        .await
    }

    async fn documents(&self, collection: &CollectionId) -> Result<Vec<Document>, PortError> {
        self.store.documents(collection).await
    }

    async fn document(
        &self,
        collection: &CollectionId,
        document: &DocumentId,
    ) -> Result<Option<Document>, PortError> {
        self.store.document(collection, document).await
    }

    async fn outdated(&self, collection: &CollectionId) -> Result<Vec<DocumentId>, PortError> {
        self.store.outdated(collection).await
    }

    async fn outdate(
        &self,
        collection: &CollectionId,
        document: &DocumentId,
    ) -> Result<(), PortError> {
        self.store.outdate(collection, document).await
    }

    async fn tables(&self, collection: &CollectionId) -> Result<Vec<StoredTable>, PortError> {
        self.store.tables(collection).await
    }

    async fn passages(
        &self,
        collection: &CollectionId,
        document: &DocumentId,
    ) -> Result<Vec<Passage>, PortError> {
        self.store.passages(collection, document).await
    }

    async fn beginning(
        &self,
        collection: &CollectionId,
        document: &DocumentId,
        count: u32,
    ) -> Result<Vec<Passage>, PortError> {
        self.store.beginning(collection, document, count).await
    }

    async fn hidden(
        &self,
        collection: &CollectionId,
        document: &DocumentId,
    ) -> Result<Vec<HiddenText>, PortError> {
        self.store.hidden(collection, document).await
    }

    async fn original(
        &self,
        collection: &CollectionId,
        document: &DocumentId,
    ) -> Result<Option<Vec<u8>>, PortError> {
        self.store.original(collection, document).await
    }

    async fn search_all(&self, queries: &[SearchQuery]) -> Result<Vec<SearchResult>, PortError> {
        self.store.search_all(queries).await
    }

    async fn size(&self, collection: &CollectionId) -> Result<StoreSize, PortError> {
        self.store.size(collection).await
    }

    async fn stats(&self, collection: &CollectionId) -> Result<StoreStats, PortError> {
        self.store.stats(collection).await
    }

    async fn close(&self) {
        self.store.close().await;
    }

    fn name(&self) -> String {
        self.store.name()
    }
}

#[cfg(test)]
mod tests;
