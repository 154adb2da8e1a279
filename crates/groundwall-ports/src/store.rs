//! Where passages live and are searched.

use crate::PortError;
use async_trait::async_trait;
use groundwall_core::report::Candidate;
use groundwall_core::{
    CollectionId, Document, DocumentId, DocumentName, HiddenText, Passage, StoredTable, Table,
};

/// A document that is ready to be stored. `passages` and `vectors` have the same length.
#[derive(Debug, Clone)]
pub struct NewDocument {
    pub document: Document,
    pub passages: Vec<Passage>,
    /// A unit vector for each passage, in their order.
    pub vectors: Vec<Vec<f32>>,
    /// Tables of the document, in reading order.
    pub tables: Vec<Table>,
    /// What a reader of the file does not see: kept to be shown, never found.
    pub hidden: Vec<HiddenText>,
    /// The original bytes, kept with the document.
    pub original: Vec<u8>,
}

/// A hybrid search.
#[derive(Debug, Clone)]
pub struct SearchQuery {
    pub collection: CollectionId,
    pub text: String,
    /// Unit vector of the text.
    pub vector: Vec<f32>,
    /// Number of fused hits.
    pub top_k: usize,
    /// Codes, names and numbers of the text; passages that hold one verbatim are always among the hits.
    pub identifiers: Vec<String>,
    /// Only documents of these names; empty means all.
    pub documents: Vec<DocumentName>,
}

/// What a search found.
#[derive(Debug, Clone, Default)]
pub struct SearchResult {
    /// Best first: `top_k` fused hits, then passages added for an identifier.
    pub candidates: Vec<Candidate>,
    /// Best cosine of any passage in scope; 0 when there is none.
    pub best_similarity: f32,
    /// Content words of the query that occur, and in at most 2 % of the passages (at least 3 passages are always few).
    pub rare_terms: Vec<String>,
}

/// What was taken out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Removed {
    /// Whether the name existed.
    pub existed: bool,
    /// Passages that are gone; 0 when the content stays under another name.
    pub passages: u32,
}

/// Size of a collection.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct StoreSize {
    pub documents: u32,
    pub passages: u32,
}

/// Size and version of a collection.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct StoreStats {
    pub documents: u32,
    pub passages: u32,
    /// Another one after every change.
    pub version: u64,
}

/// Keeps passages and finds them again. One contract suite runs over every backend.
#[async_trait]
pub trait PassageStore: Send + Sync {
    /// Stores a document under its first name, all or nothing and durable on return. Same name: the new content replaces
    /// the old. Same content under another name: only the name is added.
    ///
    /// # Errors
    /// Fails when the store cannot be written or does not answer.
    async fn put(&self, new: NewDocument) -> Result<Document, PortError>;
    /// Gives a stored content a further name, as [`PassageStore::put`] would, without reading it again; none where it is not stored, or was read by an
    /// earlier version.
    ///
    /// # Errors
    /// Fails when the store cannot be written or does not answer.
    async fn link(
        &self,
        collection: &CollectionId,
        document: &DocumentId,
        name: &DocumentName,
    ) -> Result<Option<Document>, PortError>;
    /// Notes when a person said that a document holds as it is, as RFC 3339 in UTC; none where it is not stored. Read again, it stays reviewed.
    ///
    /// # Errors
    /// Fails when the store cannot be written or does not answer.
    async fn review(
        &self,
        collection: &CollectionId,
        document: &DocumentId,
        at: &str,
    ) -> Result<Option<Document>, PortError>;
    /// Removes one name; the content goes with its last name.
    ///
    /// # Errors
    /// Fails when the store cannot be written or does not answer.
    async fn remove(
        &self,
        collection: &CollectionId,
        name: &DocumentName,
    ) -> Result<Removed, PortError>;
    /// Removes everything of a collection.
    ///
    /// # Errors
    /// Fails when the store cannot be written or does not answer.
    async fn clear(&self, collection: &CollectionId) -> Result<(), PortError>;
    /// Documents by first name.
    ///
    /// # Errors
    /// Fails when the store cannot be read or does not answer.
    async fn documents(&self, collection: &CollectionId) -> Result<Vec<Document>, PortError>;
    /// One document with its names; none where it is not stored.
    ///
    /// # Errors
    /// Fails when the store cannot be read or does not answer.
    async fn document(
        &self,
        collection: &CollectionId,
        document: &DocumentId,
    ) -> Result<Option<Document>, PortError>;
    /// Documents that an earlier version read, and that [`PassageStore::put`] replaces under their names.
    ///
    /// # Errors
    /// Fails when the store cannot be read or does not answer.
    async fn outdated(&self, collection: &CollectionId) -> Result<Vec<DocumentId>, PortError> {
        let _ = collection;
        Ok(Vec::new())
    }
    /// Has the next [`PassageStore::put`] of a document replace what was read of it, under all its names. An error where the backend cannot.
    ///
    /// # Errors
    /// Fails when the backend cannot have a document read again, or when it cannot be written.
    async fn outdate(
        &self,
        collection: &CollectionId,
        document: &DocumentId,
    ) -> Result<(), PortError> {
        let _ = (collection, document);
        Err(PortError::rejected(
            "This store cannot have a document read again. Upload the file anew.",
        ))
    }
    /// All tables of a collection, by the first name of their document and their place in it.
    ///
    /// # Errors
    /// Fails when the store cannot be read or does not answer.
    async fn tables(&self, collection: &CollectionId) -> Result<Vec<StoredTable>, PortError>;
    /// The passages of a document, in order; empty where there is no such document.
    ///
    /// # Errors
    /// Fails when the store cannot be read or does not answer.
    async fn passages(
        &self,
        collection: &CollectionId,
        document: &DocumentId,
    ) -> Result<Vec<Passage>, PortError>;
    /// The first passages of a document, in order, at most `count`; empty where there is no such document.
    ///
    /// # Errors
    /// Fails when the store cannot be read or does not answer.
    async fn beginning(
        &self,
        collection: &CollectionId,
        document: &DocumentId,
        count: u32,
    ) -> Result<Vec<Passage>, PortError> {
        let mut passages = self.passages(collection, document).await?;
        passages.truncate(count as usize);
        Ok(passages)
    }
    /// The texts of a document's passages with their vectors, in no order, so that what is read again and says the same needs no new one; empty where there is no such document, or where the backend does not tell.
    ///
    /// # Errors
    /// Fails when the store cannot be read or does not answer.
    async fn vectors(
        &self,
        collection: &CollectionId,
        document: &DocumentId,
    ) -> Result<Vec<(String, Vec<f32>)>, PortError> {
        let _ = (collection, document);
        Ok(Vec::new())
    }
    /// What a reader of the document does not see, in order; empty where there is no such document.
    ///
    /// # Errors
    /// Fails when the store cannot be read or does not answer.
    async fn hidden(
        &self,
        collection: &CollectionId,
        document: &DocumentId,
    ) -> Result<Vec<HiddenText>, PortError>;
    /// The bytes of a document as they were uploaded; none where the backend keeps none.
    ///
    /// # Errors
    /// Fails when the store cannot be read or does not answer.
    async fn original(
        &self,
        collection: &CollectionId,
        document: &DocumentId,
    ) -> Result<Option<Vec<u8>>, PortError>;
    /// Finds the passages that fit a query best, by words and by vectors.
    ///
    /// # Errors
    /// Fails when the store cannot be read or does not answer.
    async fn search(&self, query: &SearchQuery) -> Result<SearchResult, PortError> {
        let mut found = self.search_all(std::slice::from_ref(query)).await?;
        Ok(found.pop().unwrap_or_default())
    }
    /// The same for several queries over one collection, in their order.
    ///
    /// # Errors
    /// Fails when the store cannot be read or does not answer.
    async fn search_all(&self, queries: &[SearchQuery]) -> Result<Vec<SearchResult>, PortError>;
    /// How much a collection holds, without listing it.
    ///
    /// # Errors
    /// Fails when the store cannot be read or does not answer.
    async fn size(&self, collection: &CollectionId) -> Result<StoreSize, PortError>;
    /// How much a collection holds, and which version of it that is.
    ///
    /// # Errors
    /// Fails when the store cannot be read or does not answer.
    async fn stats(&self, collection: &CollectionId) -> Result<StoreStats, PortError>;
    /// Brings what is kept into the state in which it is best left, at the end. Nothing is read or written afterwards.
    async fn close(&self) {}
    /// Name for status and About, such as `SQLite (embedded)`.
    fn name(&self) -> String;
}
