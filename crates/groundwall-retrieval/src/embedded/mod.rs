//! The embedded backend: SQLite for what must last, memory for what must be fast.

mod rows;
mod schema;

use crate::bm25;
use crate::memory::{Entry, Found, Memory};
use async_trait::async_trait;
use groundwall_core::report::Candidate;
use groundwall_core::{
    CollectionId, Document, DocumentId, DocumentName, HiddenText, Passage, StoredTable,
};
use groundwall_ports::{
    NewDocument, PassageStore, PortError, Removed, SearchQuery, SearchResult, StoreStats,
};
use groundwall_sqlite::{Database, Write};
use rows::{db, floats_to_bytes, weights_to_bytes};
use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::{Arc, PoisonError, RwLock};
use tokio::sync::OwnedMutexGuard;

/// Passages looked at for one identifier.
const PER_IDENTIFIER: usize = 8;

/// Documents, originals, passages and vectors in one SQLite file, searched in memory.
pub struct SqliteStore {
    database: Database,
    dimensions: usize,
    memory: Arc<RwLock<HashMap<String, Memory>>>,
    /// One writer at a time, from the first look at a name to the change in memory.
    writer: Arc<tokio::sync::Mutex<()>>,
}

impl SqliteStore {
    /// Opens or creates the store. A store that was made with another embedder is refused: vectors of two models do not compare.
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

    /// Takes a name away inside a transaction. Returns the document whose content went with it, and its passages.
    async fn drop_name(
        tx: &mut Write,
        collection: &CollectionId,
        name: &DocumentName,
    ) -> Result<Option<(String, u32)>, PortError> {
        let Some(id) = rows::document_of(tx, collection, name).await? else {
            return Ok(None);
        };
        sqlx::query("DELETE FROM names WHERE collection = ? AND name = ?")
            .bind(&collection.0)
            .bind(name.as_str())
            .execute(&mut **tx)
            .await
            .map_err(db)?;
        let left: i64 = sqlx::query_scalar("SELECT count(*) FROM names WHERE document = ?")
            .bind(&id)
            .fetch_one(&mut **tx)
            .await
            .map_err(db)?;
        if left > 0 {
            return Ok(Some((String::new(), 0)));
        }
        let passages = Self::empty(tx, &id).await?;
        sqlx::query("DELETE FROM documents WHERE id = ?")
            .bind(&id)
            .execute(&mut **tx)
            .await
            .map_err(db)?;
        Ok(Some((id, u32::try_from(passages).unwrap_or(u32::MAX))))
    }

    /// Removes what was read of a document; how many passages there were.
    async fn empty(tx: &mut Write, id: &str) -> Result<u64, PortError> {
        let mut passages = 0;
        for statement in [
            "DELETE FROM tables WHERE document = ?",
            "DELETE FROM hidden WHERE document = ?",
            "DELETE FROM originals WHERE document = ?",
            "DELETE FROM outdated WHERE document = ?",
            "DELETE FROM passages WHERE document = ?",
        ] {
            let done = sqlx::query(statement).bind(id).execute(&mut **tx).await;
            passages = done.map_err(db)?.rows_affected();
        }
        Ok(passages)
    }

    /// Gives a stored document a name; another one that had it loses it, and its identity comes back where that was its last.
    async fn give_name(
        tx: &mut Write,
        collection: &CollectionId,
        name: &DocumentName,
        document: &DocumentId,
    ) -> Result<Option<String>, PortError> {
        if rows::document_of(tx, collection, name).await?.as_deref() == Some(document.0.as_str()) {
            return Ok(None);
        }
        let gone = Self::drop_name(tx, collection, name).await?;
        sqlx::query("INSERT INTO names (collection, name, document) VALUES (?, ?, ?)")
            .bind(&collection.0)
            .bind(name.as_str())
            .bind(&document.0)
            .execute(&mut **tx)
            .await
            .map_err(db)?;
        rows::bump(tx, collection).await?;
        Ok(gone.map(|(id, _)| id).filter(|id| !id.is_empty()))
    }

    async fn insert(tx: &mut Write, new: &NewDocument) -> Result<Vec<Entry>, PortError> {
        let document = &new.document;
        let body = serde_json::to_string(document).map_err(rows::json)?;
        sqlx::query("INSERT INTO documents (id, collection, body) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET body = excluded.body")
            .bind(&document.id.0)
            .bind(&document.collection.0)
            .bind(body)
            .execute(&mut **tx)
            .await
            .map_err(db)?;
        sqlx::query("INSERT INTO originals (document, bytes) VALUES (?, ?)")
            .bind(&document.id.0)
            .bind(&new.original)
            .execute(&mut **tx)
            .await
            .map_err(db)?;
        for (place, table) in new.tables.iter().enumerate() {
            sqlx::query("INSERT INTO tables (document, place, body) VALUES (?, ?, ?)")
                .bind(&document.id.0)
                .bind(i64::try_from(place).unwrap_or(i64::MAX))
                .bind(serde_json::to_string(table).map_err(rows::json)?)
                .execute(&mut **tx)
                .await
                .map_err(db)?;
        }
        if !new.hidden.is_empty() {
            sqlx::query("INSERT INTO hidden (document, body) VALUES (?, ?)")
                .bind(&document.id.0)
                .bind(serde_json::to_string(&new.hidden).map_err(rows::json)?)
                .execute(&mut **tx)
                .await
                .map_err(db)?;
        }
        let mut entries = Vec::with_capacity(new.passages.len());
        for (passage, vector) in new.passages.iter().zip(&new.vectors) {
            let body = serde_json::to_string(passage).map_err(rows::json)?;
            let done = sqlx::query(
                "INSERT INTO passages (id, document, body, vector, weights) VALUES (?, ?, ?, ?, ?)",
            )
            .bind(&passage.id.0)
            .bind(&document.id.0)
            .bind(body)
            .bind(floats_to_bytes(vector))
            .bind(weights_to_bytes(&bm25::weights(&passage.text)))
            .execute(&mut **tx)
            .await
            .map_err(db)?;
            entries.push(Entry {
                key: rows::key(&passage.id.0)?,
                row: done.last_insert_rowid(),
                document: document.id.0.clone(),
            });
        }
        Ok(entries)
    }

    async fn scope(&self, query: &SearchQuery) -> Result<Option<HashSet<String>>, PortError> {
        if query.documents.is_empty() {
            return Ok(None);
        }
        let mut ids = HashSet::new();
        for name in &query.documents {
            let id: Option<String> =
                sqlx::query_scalar("SELECT document FROM names WHERE collection = ? AND name = ?")
                    .bind(&query.collection.0)
                    .bind(name.as_str())
                    .fetch_optional(self.database.pool())
                    .await
                    .map_err(db)?;
            ids.extend(id);
        }
        Ok(Some(ids))
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
            let before = rows::document(self.database.pool(), &id).await?;
            new.document.added_at = before.added_at;
            Self::empty(&mut tx, &id.0).await?;
            rows::bump(&mut tx, &collection).await?;
        }
        let entries = if !again && rows::exists(&mut *tx, &id).await? {
            Vec::new()
        } else {
            Self::insert(&mut tx, &new).await?
        };
        let gone = Self::give_name(&mut tx, &collection, &name, &id).await?;
        let replaced = again || gone.is_some();
        let NewDocument {
            document,
            passages,
            vectors,
            ..
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
        rows::document(self.database.pool(), &document.id).await
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
        rows::document(self.database.pool(), document)
            .await
            .map(Some)
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

    async fn tables(&self, collection: &CollectionId) -> Result<Vec<StoredTable>, PortError> {
        rows::tables(self.database.pool(), collection).await
    }

    async fn passages(
        &self,
        collection: &CollectionId,
        document: &DocumentId,
    ) -> Result<Vec<Passage>, PortError> {
        rows::passages_of(self.database.pool(), collection, document).await
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

    async fn search(&self, query: &SearchQuery) -> Result<SearchResult, PortError> {
        let scope = self.scope(query).await?;
        let (memory, asked) = (Arc::clone(&self.memory), query.clone());
        // Comparing with every passage takes a while in a large collection: not on a thread that serves others.
        let found = tokio::task::spawn_blocking(move || {
            let all = memory.read().unwrap_or_else(PoisonError::into_inner);
            let memory = all
                .get(&asked.collection.0)
                .filter(|memory| memory.len() > 0)?;
            let found = memory.search(&asked.text, &asked.vector, scope.as_ref());
            let holding = asked
                .identifiers
                .iter()
                .map(|identifier| memory.holding(identifier, scope.as_ref(), PER_IDENTIFIER))
                .collect();
            Some::<(Found, Vec<Vec<i64>>)>((found, holding))
        })
        .await
        .map_err(|error| PortError::internal(format!("search: {error}")))?;
        let Some((found, holding)) = found else {
            return Ok(SearchResult::default());
        };
        let near: Vec<i64> = found.near.iter().map(|near| near.row).collect();
        let mut similarities =
            rows::similarities(self.database.pool(), &near, &query.vector).await?;
        let best_similarity = similarities
            .values()
            .copied()
            .max_by(f32::total_cmp)
            .unwrap_or(0.0);
        let hits = found.fuse(&similarities, query.top_k);
        let missing: Vec<i64> = hits
            .iter()
            .map(|hit| hit.row)
            .filter(|row| !similarities.contains_key(row))
            .collect();
        if !missing.is_empty() {
            similarities
                .extend(rows::similarities(self.database.pool(), &missing, &query.vector).await?);
        }
        let wanted: Vec<i64> = hits
            .iter()
            .map(|hit| hit.row)
            .chain(holding.iter().flatten().copied())
            .collect();
        let passages = rows::passages(self.database.pool(), &wanted).await?;
        let mut candidates: Vec<Candidate> = Vec::with_capacity(hits.len());
        let mut add = |passage: &Passage, score: f32, similarity: f32| {
            if !candidates
                .iter()
                .any(|candidate| candidate.passage.id == passage.id)
            {
                let rank = u32::try_from(candidates.len() + 1).unwrap_or(u32::MAX);
                candidates.push(Candidate {
                    passage: passage.clone(),
                    rank,
                    score,
                    similarity,
                });
            }
        };
        for hit in hits {
            // A document that was deleted since the search is no hit.
            if let (Some(passage), Some(similarity)) =
                (passages.get(&hit.row), similarities.get(&hit.row))
            {
                add(passage, hit.score, *similarity);
            }
        }
        for (identifier, rows) in query.identifiers.iter().zip(holding) {
            let wanted = identifier.to_lowercase();
            for passage in rows
                .iter()
                .filter_map(|row| passages.get(row))
                .filter(|passage| passage.text.to_lowercase().contains(&wanted))
            {
                add(passage, 0.0, 0.0);
            }
        }
        Ok(SearchResult {
            candidates,
            best_similarity,
            rare_terms: found.rare_terms,
        })
    }

    async fn stats(&self, collection: &CollectionId) -> Result<StoreStats, PortError> {
        let count = |number: i64| u32::try_from(number).unwrap_or(u32::MAX);
        let documents: i64 =
            sqlx::query_scalar("SELECT count(*) FROM documents WHERE collection = ?")
                .bind(&collection.0)
                .fetch_one(self.database.pool())
                .await
                .map_err(db)?;
        let version = rows::version(self.database.pool(), collection).await?;
        let passages = self
            .memory
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .get(&collection.0)
            .map_or(0, Memory::len);
        Ok(StoreStats {
            documents: count(documents),
            passages: u32::try_from(passages).unwrap_or(u32::MAX),
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
