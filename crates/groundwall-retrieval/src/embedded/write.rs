//! What a transaction writes of documents and their names.

use super::SqliteStore;
use super::rows::{self, db, floats_to_bytes, weights_to_bytes};
use crate::bm25;
use crate::memory::Entry;
use groundwall_core::{CollectionId, Document, DocumentId, DocumentName};
use groundwall_ports::{NewDocument, PortError};
use groundwall_sqlite::Write;

impl SqliteStore {
    /// Takes a name away inside a transaction. Returns the document whose content went with it, and its passages.
    pub(super) async fn drop_name(
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
    pub(super) async fn empty(tx: &mut Write, id: &str) -> Result<u64, PortError> {
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
    pub(super) async fn give_name(
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

    /// A document as a transaction that gave it a name leaves it.
    pub(super) async fn stored(tx: &mut Write, id: &DocumentId) -> Result<Document, PortError> {
        let document = rows::document(&mut **tx, id).await?;
        document
            .ok_or_else(|| PortError::internal(format!("database: the document {id} has no name")))
    }

    pub(super) async fn insert(tx: &mut Write, new: &NewDocument) -> Result<Vec<Entry>, PortError> {
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
}
