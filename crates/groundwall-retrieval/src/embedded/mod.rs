//! The embedded backend: SQLite for what must last, memory for what must be fast.

mod rows;
mod schema;
mod search;
mod write;

use crate::bm25;
use crate::memory::Memory;
use async_trait::async_trait;
use groundwall_core::{
    CollectionId, Document, DocumentId, DocumentName, HiddenText, Passage, StoredTable,
};
use groundwall_ports::{
    NewDocument, PassageStore, PortError, Removed, SearchQuery, SearchResult, StoreSize, StoreStats,
};
use groundwall_sqlite::{Database, Write};
use rows::db;
use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, PoisonError, RwLock};
use tokio::sync::OwnedMutexGuard;

/// Passages looked at for one identifier.
const PER_IDENTIFIER: usize = 8;

/// Documents, originals, passages and vectors in one SQLite file, searched in memory.
///
/// ```
/// use groundwall_core::CollectionId;
/// use groundwall_ports::PassageStore as _;
/// use groundwall_retrieval::SqliteStore;
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let dir = tempfile::tempdir()?;
/// // The hash of the embedder whose vectors it holds, and their length.
/// let store = SqliteStore::open(&dir.path().join("passages.sqlite"), "6fd5d7", 384).await?;
/// let stats = store.stats(&CollectionId::default()).await?;
/// assert_eq!((stats.documents, stats.passages), (0, 0));
/// store.close().await;
/// # Ok(())
/// # }
/// ```
pub struct SqliteStore {
    database: Database,
    dimensions: usize,
    memory: Arc<RwLock<HashMap<String, Memory>>>,
    /// One writer at a time, from the first look at a name to the change in memory.
    writer: Arc<tokio::sync::Mutex<()>>,
}

impl SqliteStore {
    /// Opens or creates the store. A store that was made with another embedder is refused: vectors of two models do not compare.
    ///
    /// # Errors
    /// Fails when the file is damaged, cannot be read or written, was written by a later version, or holds vectors of another embedder or another length.
    pub async fn open(
        path: &Path,
        embedder_sha256: &str,
        dimensions: usize,
    ) -> Result<Self, PortError> {
        let database = schema::open(path, embedder_sha256).await?;
        let memory = rows::load(database.pool(), dimensions).await?;
        Ok(Self {
            database,
            dimensions,
            memory: Arc::new(RwLock::new(memory)),
            writer: Arc::default(),
        })
    }

    /// Commits and then changes memory; the next writer begins after both. A caller that goes away in between stops neither: memory would no longer
    /// be what the file is.
    async fn finish(
        &self,
        tx: Write,
        writer: OwnedMutexGuard<()>,
        collection: &CollectionId,
        change: impl FnOnce(&mut Memory) + Send + 'static,
    ) -> Result<(), PortError> {
        let (memory, dimensions) = (Arc::clone(&self.memory), self.dimensions);
        let collection = collection.0.clone();
        let done = tokio::spawn(async move {
            tx.commit().await?;
            let mut all = memory.write().unwrap_or_else(PoisonError::into_inner);
            change(
                all.entry(collection)
                    .or_insert_with(|| Memory::new(dimensions)),
            );
            drop(all);
            drop(writer);
            Ok(())
        });
        done.await
            .map_err(|error| PortError::internal(format!("database: {error}")))?
    }
}

#[async_trait]
impl PassageStore for SqliteStore {
    async fn put(&self, mut new: NewDocument) -> Result<Document, PortError> {
        let writer = Arc::clone(&self.writer).lock_owned().await;
        let (collection, name) = (new.document.collection.clone(), new.document.name().clone());
        let mut tx = self.database.write().await?;
        let id = new.document.id.clone();
        // What an earlier version read is read again in its place, under its names.
        let again = rows::is_outdated(&mut *tx, &id).await?;
        if again {
            if let Some(before) = rows::document(&mut *tx, &id).await? {
                new.document.added_at = before.added_at;
                new.document.reviewed_at = before.reviewed_at;
            }
            Self::empty(&mut tx, &id.0).await?;
            rows::bump(&mut tx, &collection).await?;
        }
        let entries = if !again && rows::exists(&mut *tx, &id).await? {
            Vec::new()
        } else {
            Self::insert(&mut tx, &new).await?
        };
        let gone = Self::give_name(&mut tx, &collection, &name, &id).await?;
        let stored = Self::stored(&mut tx, &id).await?;
        let replaced = again || gone.is_some();
        let NewDocument {
            passages, vectors, ..
        } = new;
        self.finish(tx, writer, &collection, move |memory| {
            for id in gone.into_iter().chain(again.then_some(id.0)) {
                memory.remove(&id);
            }
            for (entry, (passage, vector)) in entries.into_iter().zip(passages.iter().zip(&vectors))
            {
                memory.push(entry, vector, bm25::weights(&passage.text));
            }
        })
        .await?;
        if replaced {
            self.database.empty_log().await;
        }
        Ok(stored)
    }

    async fn link(
        &self,
        collection: &CollectionId,
        document: &DocumentId,
        name: &DocumentName,
    ) -> Result<Option<Document>, PortError> {
        let writer = Arc::clone(&self.writer).lock_owned().await;
        // Most uploads are of a new content: they need no transaction to be told.
        let pool = self.database.pool();
        if !rows::exists(pool, document).await? || rows::is_outdated(pool, document).await? {
            return Ok(None);
        }
        let mut tx = self.database.write().await?;
        let gone = Self::give_name(&mut tx, collection, name, document).await?;
        let stored = Self::stored(&mut tx, document).await?;
        let replaced = gone.is_some();
        self.finish(tx, writer, collection, move |memory| {
            if let Some(id) = gone {
                memory.remove(&id);
            }
        })
        .await?;
        if replaced {
            self.database.empty_log().await;
        }
        Ok(Some(stored))
    }

    async fn review(
        &self,
        collection: &CollectionId,
        document: &DocumentId,
        at: &str,
    ) -> Result<Option<Document>, PortError> {
        let _writer = Arc::clone(&self.writer).lock_owned().await;
        let found = rows::documents(self.database.pool(), collection, Some(document)).await?;
        let Some(mut reviewed) = found.into_iter().next() else {
            return Ok(None);
        };
        reviewed.reviewed_at = Some(at.to_owned());
        let mut tx = self.database.write().await?;
        sqlx::query("UPDATE documents SET body = ? WHERE id = ?")
            .bind(serde_json::to_string(&reviewed).map_err(rows::json)?)
            .bind(&document.0)
            .execute(&mut *tx)
            .await
            .map_err(db)?;
        rows::bump(&mut tx, collection).await?;
        tx.commit().await?;
        Ok(Some(reviewed))
    }

    async fn remove(
        &self,
        collection: &CollectionId,
        name: &DocumentName,
    ) -> Result<Removed, PortError> {
        let writer = Arc::clone(&self.writer).lock_owned().await;
        let mut tx = self.database.write().await?;
        let Some((id, passages)) = Self::drop_name(&mut tx, collection, name).await? else {
            return Ok(Removed {
                existed: false,
                passages: 0,
            });
        };
        rows::bump(&mut tx, collection).await?;
        let last = !id.is_empty();
        self.finish(tx, writer, collection, move |memory| {
            if last {
                memory.remove(&id);
            }
        })
        .await?;
        if last {
            self.database.empty_log().await;
        }
        Ok(Removed {
            existed: true,
            passages,
        })
    }

    async fn clear(&self, collection: &CollectionId) -> Result<(), PortError> {
        let writer = Arc::clone(&self.writer).lock_owned().await;
        let mut tx = self.database.write().await?;
        for statement in [
            "DELETE FROM names WHERE collection = ?1",
            "DELETE FROM passages WHERE document IN (SELECT id FROM documents WHERE collection = ?1)",
            "DELETE FROM tables WHERE document IN (SELECT id FROM documents WHERE collection = ?1)",
            "DELETE FROM hidden WHERE document IN (SELECT id FROM documents WHERE collection = ?1)",
            "DELETE FROM outdated WHERE document IN (SELECT id FROM documents WHERE collection = ?1)",
            "DELETE FROM originals WHERE document IN (SELECT id FROM documents WHERE collection = ?1)",
            "DELETE FROM documents WHERE collection = ?1",
        ] {
            sqlx::query(statement)
                .bind(&collection.0)
                .execute(&mut *tx)
                .await
                .map_err(db)?;
        }
        rows::bump(&mut tx, collection).await?;
        let dimensions = self.dimensions;
        self.finish(tx, writer, collection, move |memory| {
            *memory = Memory::new(dimensions);
        })
        .await?;
        self.database.empty_log().await;
        Ok(())
    }

    async fn documents(&self, collection: &CollectionId) -> Result<Vec<Document>, PortError> {
        let mut documents = rows::documents(self.database.pool(), collection, None).await?;
        documents.sort_by(|a, b| a.names.cmp(&b.names));
        Ok(documents)
    }

    async fn document(
        &self,
        collection: &CollectionId,
        document: &DocumentId,
    ) -> Result<Option<Document>, PortError> {
        let found = rows::documents(self.database.pool(), collection, Some(document)).await?;
        Ok(found.into_iter().next())
    }

    async fn outdated(&self, collection: &CollectionId) -> Result<Vec<DocumentId>, PortError> {
        rows::outdated(self.database.pool(), collection).await
    }

    async fn outdate(
        &self,
        collection: &CollectionId,
        document: &DocumentId,
    ) -> Result<(), PortError> {
        let _writer = Arc::clone(&self.writer).lock_owned().await;
        let mut tx = self.database.write().await?;
        sqlx::query("INSERT OR IGNORE INTO outdated SELECT id FROM documents WHERE id = ? AND collection = ?")
            .bind(&document.0)
            .bind(&collection.0)
            .execute(&mut *tx)
            .await
            .map_err(db)?;
        tx.commit().await
    }

    async fn tables(&self, collection: &CollectionId) -> Result<Vec<StoredTable>, PortError> {
        rows::tables(self.database.pool(), collection).await
    }

    async fn passages(
        &self,
        collection: &CollectionId,
        document: &DocumentId,
    ) -> Result<Vec<Passage>, PortError> {
        rows::passages_of(self.database.pool(), collection, document, u32::MAX).await
    }

    async fn beginning(
        &self,
        collection: &CollectionId,
        document: &DocumentId,
        count: u32,
    ) -> Result<Vec<Passage>, PortError> {
        rows::passages_of(self.database.pool(), collection, document, count).await
    }

    async fn vectors(
        &self,
        collection: &CollectionId,
        document: &DocumentId,
    ) -> Result<Vec<(String, Vec<f32>)>, PortError> {
        rows::vectors_of(self.database.pool(), collection, document).await
    }

    async fn hidden(
        &self,
        collection: &CollectionId,
        document: &DocumentId,
    ) -> Result<Vec<HiddenText>, PortError> {
        rows::hidden(self.database.pool(), collection, document).await
    }

    async fn original(
        &self,
        collection: &CollectionId,
        document: &DocumentId,
    ) -> Result<Option<Vec<u8>>, PortError> {
        sqlx::query_scalar("SELECT o.bytes FROM originals o JOIN documents d ON d.id = o.document WHERE d.collection = ? AND d.id = ?")
            .bind(&collection.0)
            .bind(&document.0)
            .fetch_optional(self.database.pool())
            .await
            .map_err(db)
    }

    async fn search_all(&self, queries: &[SearchQuery]) -> Result<Vec<SearchResult>, PortError> {
        futures::future::try_join_all(queries.iter().map(|query| self.find(query))).await
    }

    async fn size(&self, collection: &CollectionId) -> Result<StoreSize, PortError> {
        let documents: i64 =
            sqlx::query_scalar("SELECT count(*) FROM documents WHERE collection = ?")
                .bind(&collection.0)
                .fetch_one(self.database.pool())
                .await
                .map_err(db)?;
        let passages = self
            .memory
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .get(&collection.0)
            .map_or(0, Memory::len);
        Ok(StoreSize {
            documents: u32::try_from(documents).unwrap_or(u32::MAX),
            passages: u32::try_from(passages).unwrap_or(u32::MAX),
        })
    }

    async fn stats(&self, collection: &CollectionId) -> Result<StoreStats, PortError> {
        let version = rows::version(self.database.pool(), collection).await?;
        let StoreSize {
            documents,
            passages,
        } = self.size(collection).await?;
        Ok(StoreStats {
            documents,
            passages,
            version,
        })
    }

    async fn close(&self) {
        let _writer = self.writer.lock().await;
        self.database.close().await;
    }

    fn name(&self) -> String {
        "SQLite (embedded)".to_owned()
    }
}
