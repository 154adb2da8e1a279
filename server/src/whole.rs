//! Changes of the store that are begun are ended, whoever stops waiting for them. A change lies in the database and in memory; dropped in between, it would be in one of them.

use async_trait::async_trait;
use groundwall_core::{
    CollectionId, Document, DocumentId, DocumentName, HiddenText, Passage, StoredTable,
};
use groundwall_ports::{
    NewDocument, PassageStore, PortError, Removed, SearchQuery, SearchResult, StoreStats,
};
use std::future::Future;
use std::sync::Arc;

/// A store whose changes are whole.
pub(crate) struct Whole<S>(Arc<S>);

impl<S: PassageStore + 'static> Whole<S> {
    pub(crate) fn new(store: S) -> Self {
        Self(Arc::new(store))
    }

    /// A task goes on when nobody waits for it any more.
    async fn change<T, F>(&self, change: impl FnOnce(Arc<S>) -> F + Send) -> Result<T, PortError>
    where
        T: Send + 'static,
        F: Future<Output = Result<T, PortError>> + Send + 'static,
    {
        let task = tokio::spawn(change(Arc::clone(&self.0)));
        task.await
            .map_err(|error| PortError::internal(format!("the change ended early: {error}")))?
    }
}

#[async_trait]
impl<S: PassageStore + 'static> PassageStore for Whole<S> {
    async fn put(&self, new: NewDocument) -> Result<Document, PortError> {
        self.change(move |store| async move { store.put(new).await })
            .await
    }

    async fn link(
        &self,
        collection: &CollectionId,
        document: &DocumentId,
        name: &DocumentName,
    ) -> Result<Option<Document>, PortError> {
        let (collection, document, name) = (collection.clone(), document.clone(), name.clone());
        self.change(move |store| async move { store.link(&collection, &document, &name).await })
            .await
    }

    async fn remove(
        &self,
        collection: &CollectionId,
        name: &DocumentName,
    ) -> Result<Removed, PortError> {
        let (collection, name) = (collection.clone(), name.clone());
        self.change(move |store| async move { store.remove(&collection, &name).await })
            .await
    }

    async fn clear(&self, collection: &CollectionId) -> Result<(), PortError> {
        let collection = collection.clone();
        self.change(move |store| async move { store.clear(&collection).await })
            .await
    }

    async fn documents(&self, collection: &CollectionId) -> Result<Vec<Document>, PortError> {
        self.0.documents(collection).await
    }

    async fn document(
        &self,
        collection: &CollectionId,
        document: &DocumentId,
    ) -> Result<Option<Document>, PortError> {
        self.0.document(collection, document).await
    }

    async fn outdated(&self, collection: &CollectionId) -> Result<Vec<DocumentId>, PortError> {
        self.0.outdated(collection).await
    }

    async fn tables(&self, collection: &CollectionId) -> Result<Vec<StoredTable>, PortError> {
        self.0.tables(collection).await
    }

    async fn passages(
        &self,
        collection: &CollectionId,
        document: &DocumentId,
    ) -> Result<Vec<Passage>, PortError> {
        self.0.passages(collection, document).await
    }

    async fn hidden(
        &self,
        collection: &CollectionId,
        document: &DocumentId,
    ) -> Result<Vec<HiddenText>, PortError> {
        self.0.hidden(collection, document).await
    }

    async fn original(
        &self,
        collection: &CollectionId,
        document: &DocumentId,
    ) -> Result<Option<Vec<u8>>, PortError> {
        self.0.original(collection, document).await
    }

    async fn search(&self, query: &SearchQuery) -> Result<SearchResult, PortError> {
        self.0.search(query).await
    }

    async fn stats(&self, collection: &CollectionId) -> Result<StoreStats, PortError> {
        self.0.stats(collection).await
    }

    async fn close(&self) {
        self.0.close().await;
    }

    fn name(&self) -> String {
        self.0.name()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use groundwall_core::Format;
    use groundwall_retrieval::SqliteStore;

    fn document(name: &str) -> NewDocument {
        let text = format!("The text of {name}.");
        let document = Document {
            id: DocumentId(uuid::Uuid::new_v4().to_string()),
            collection: CollectionId::default(),
            names: vec![DocumentName::parse(name).unwrap()],
            format: Format::Text,
            sha256: String::new(),
            bytes: text.len() as u64,
            characters: 0,
            passages: 0,
            pages: None,
            added_at: String::new(),
            notes: Vec::new(),
        };
        NewDocument {
            document,
            passages: Vec::new(),
            vectors: Vec::new(),
            tables: Vec::new(),
            hidden: Vec::new(),
            original: text.into_bytes(),
        }
    }

    #[tokio::test]
    async fn a_change_that_nobody_waits_for_is_ended() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("passages.sqlite");
        let store = Whole::new(SqliteStore::open(&path, "abc", 3).await.unwrap());
        for n in 0..20u64 {
            let put = store.put(document(&format!("{n}.txt")));
            // Given up at one moment or another.
            let _ = tokio::time::timeout(std::time::Duration::from_micros(n * 50), put).await;
        }
        let all = async {
            loop {
                let stored = store.documents(&CollectionId::default()).await.unwrap();
                if stored.len() == 20 {
                    break;
                }
                tokio::time::sleep(std::time::Duration::from_millis(10)).await;
            }
        };
        tokio::time::timeout(std::time::Duration::from_secs(20), all)
            .await
            .expect("what was begun is stored");
    }
}
