//! The server backend: Qdrant over gRPC. One point a passage, with the named dense vector `dense` and the sparse BM25 vector `bm25`.
//!
//! Both lists are asked for in one batch and fused here with k = 60 by the code that the embedded backend uses: Qdrant counts ranks from 0,
//! the paper from 1, and the relevance gate needs the cosine that a fused score hides. Originals are not kept in Qdrant.
//!
//! Qdrant has no transaction over several requests: the points of a new document are written with `live` false and set live together by one
//! request, and whatever is not live is never listed, counted or found. An upload that was cut off is therefore absent as a whole.

mod find;
mod points;
mod schema;
mod write;

use async_trait::async_trait;
use groundwall_core::{
    CollectionId, Document, DocumentId, DocumentName, HiddenText, Passage, StoredTable, Table,
};
use groundwall_ports::{
    NewDocument, PassageStore, PortError, Removed, SearchQuery, SearchResult, StoreSize, StoreStats,
};
use points::{Stored, stored, table_part};
use qdrant_client::Qdrant;
use qdrant_client::qdrant::{Condition, CountPointsBuilder, Filter, ScrollPointsBuilder};
use std::collections::HashMap;

const PAGE: u32 = 256;

/// Passages in a Qdrant server or cluster.
pub struct QdrantStore {
    client: Qdrant,
    dimensions: usize,
    embedder_sha256: String,
    url: String,
    writer: tokio::sync::Mutex<()>,
}

fn failed(error: impl std::fmt::Display) -> PortError {
    PortError::unavailable(format!("Qdrant does not answer as it should: {error}"))
}

/// What is found: live points under further conditions.
fn live(conditions: impl IntoIterator<Item = Condition>) -> Filter {
    Filter::must(std::iter::once(Condition::matches("live", true)).chain(conditions))
}

/// An address for people: without user, password and query, which may hold a key.
fn shown(url: &str) -> String {
    let (scheme, rest) = url
        .split_once("://")
        .map_or(("", url), |(scheme, rest)| (scheme, rest));
    let place = rest.split(['?', '#']).next().unwrap_or_default();
    let place = place.rsplit('@').next().unwrap_or_default();
    if scheme.is_empty() {
        place.to_owned()
    } else {
        format!("{scheme}://{place}")
    }
}

impl QdrantStore {
    /// Connects. The key is sent with every request and never printed.
    ///
    /// # Errors
    /// Fails when the address cannot be used, or when Qdrant does not answer or cannot make the collection.
    pub async fn connect(
        url: &str,
        api_key: Option<String>,
        embedder_sha256: &str,
        dimensions: usize,
    ) -> Result<Self, PortError> {
        let client = Qdrant::from_url(url)
            .api_key(api_key)
            .skip_compatibility_check()
            .build()
            .map_err(failed)?;
        let store = Self {
            client,
            dimensions,
            embedder_sha256: embedder_sha256.to_owned(),
            url: shown(url),
            writer: tokio::sync::Mutex::new(()),
        };
        store.ensure(&CollectionId::default()).await?;
        Ok(store)
    }

    async fn scroll(&self, table: &str, filter: Filter) -> Result<Vec<Stored>, PortError> {
        self.payloads(table, filter)
            .await?
            .iter()
            .map(stored)
            .collect()
    }

    async fn payloads(
        &self,
        table: &str,
        filter: Filter,
    ) -> Result<Vec<HashMap<String, qdrant_client::qdrant::Value>>, PortError> {
        let mut all = Vec::new();
        let mut offset = None;
        loop {
            let mut request = ScrollPointsBuilder::new(table)
                .filter(filter.clone())
                .limit(PAGE)
                .with_payload(true);
            if let Some(offset) = offset {
                request = request.offset::<qdrant_client::qdrant::PointId>(offset);
            }
            let page = self.client.scroll(request).await.map_err(failed)?;
            all.extend(page.result.into_iter().map(|point| point.payload));
            match page.next_page_offset {
                Some(next) => offset = Some(next),
                None => return Ok(all),
            }
        }
    }

    /// What hangs on a document under a key, in its order: table, part and body.
    async fn parts(
        &self,
        table: &str,
        key: &str,
        document: &DocumentId,
    ) -> Result<Vec<(i64, i64, String)>, PortError> {
        let filter = Filter::must([Condition::matches(key, document.0.clone())]);
        let found = self.payloads(table, filter).await?;
        let mut parts = found
            .iter()
            .map(table_part)
            .collect::<Result<Vec<_>, _>>()?;
        parts.sort_unstable();
        Ok(parts)
    }

    /// One entry a document: its first passage.
    async fn heads(&self, table: &str) -> Result<Vec<Document>, PortError> {
        let mut documents: Vec<Document> = self
            .scroll(table, live([Condition::matches("head", true)]))
            .await?
            .into_iter()
            .map(|stored| stored.document)
            .collect();
        documents.sort_by(|a, b| a.names.cmp(&b.names));
        Ok(documents)
    }

    async fn count(&self, table: &str, filter: Filter) -> Result<usize, PortError> {
        let answer = self
            .client
            .count(CountPointsBuilder::new(table).filter(filter).exact(true))
            .await
            .map_err(failed)?;
        Ok(answer.result.map_or(0, |result| result.count as usize))
    }
}

#[async_trait]
impl PassageStore for QdrantStore {
    async fn put(&self, new: NewDocument) -> Result<Document, PortError> {
        let _writer = self.writer.lock().await;
        let table = self.ensure(&new.document.collection).await?;
        let name = new.document.name().clone();
        let heads = self.heads(&table).await?;
        if let Some(document) = self
            .give_name(&table, &heads, &new.document.id, &name)
            .await?
        {
            return Ok(document);
        }
        // The new content is searchable before the old one goes: a crash in between leaves both, never neither.
        self.put_tables(&table, &new.document, &new.tables).await?;
        self.put_hidden(&table, &new.document, &new.hidden).await?;
        self.upsert(&table, &new.document, &new.passages, &new.vectors)
            .await?;
        self.take_name(&table, &heads, &name).await?;
        Ok(new.document)
    }

    async fn link(
        &self,
        collection: &CollectionId,
        document: &DocumentId,
        name: &DocumentName,
    ) -> Result<Option<Document>, PortError> {
        let _writer = self.writer.lock().await;
        let table = self.ensure(collection).await?;
        self.give_name(&table, &self.heads(&table).await?, document, name)
            .await
    }

    async fn review(
        &self,
        collection: &CollectionId,
        document: &DocumentId,
        at: &str,
    ) -> Result<Option<Document>, PortError> {
        let _writer = self.writer.lock().await;
        let Some(mut reviewed) = self.document(collection, document).await? else {
            return Ok(None);
        };
        reviewed.reviewed_at = Some(at.to_owned());
        let table = self.ensure(collection).await?;
        self.describe(&table, &reviewed).await?;
        Ok(Some(reviewed))
    }

    async fn remove(
        &self,
        collection: &CollectionId,
        name: &DocumentName,
    ) -> Result<Removed, PortError> {
        let _writer = self.writer.lock().await;
        let table = self.ensure(collection).await?;
        self.take_name(&table, &self.heads(&table).await?, name)
            .await
    }

    async fn clear(&self, collection: &CollectionId) -> Result<(), PortError> {
        let _writer = self.writer.lock().await;
        let table = self.ensure(collection).await?;
        self.client.delete_collection(table).await.map_err(failed)?;
        self.ensure(collection).await?;
        Ok(())
    }

    async fn documents(&self, collection: &CollectionId) -> Result<Vec<Document>, PortError> {
        let table = self.ensure(collection).await?;
        self.heads(&table).await
    }

    async fn document(
        &self,
        collection: &CollectionId,
        document: &DocumentId,
    ) -> Result<Option<Document>, PortError> {
        let table = self.ensure(collection).await?;
        let conditions = [
            Condition::matches("head", true),
            Condition::matches("document", document.0.clone()),
        ];
        let found = self.scroll(&table, live(conditions)).await?;
        Ok(found.into_iter().next().map(|stored| stored.document))
    }

    async fn tables(&self, collection: &CollectionId) -> Result<Vec<StoredTable>, PortError> {
        let table = self.ensure(collection).await?;
        let mut all = Vec::new();
        for document in self.heads(&table).await? {
            let parts = self.parts(&table, "tables_of", &document.id).await?;
            for parts in parts.chunk_by(|a, b| a.0 == b.0) {
                let mut whole: Table = serde_json::from_str(&parts[0].2).map_err(failed)?;
                for (_, _, rows) in &parts[1..] {
                    whole.rows.extend(
                        serde_json::from_str::<Vec<groundwall_core::TableRow>>(rows)
                            .map_err(failed)?,
                    );
                }
                let index = u32::try_from(parts[0].0).unwrap_or(u32::MAX);
                all.push(StoredTable {
                    document: document.id.clone(),
                    document_name: document.name().clone(),
                    index,
                    table: whole,
                });
            }
        }
        Ok(all)
    }

    async fn passages(
        &self,
        collection: &CollectionId,
        document: &DocumentId,
    ) -> Result<Vec<Passage>, PortError> {
        let table = self.ensure(collection).await?;
        let found = self
            .scroll(
                &table,
                live([Condition::matches("document", document.0.clone())]),
            )
            .await?;
        let mut passages: Vec<Passage> = found.into_iter().map(|stored| stored.passage).collect();
        passages.sort_by_key(|passage| passage.index);
        Ok(passages)
    }

    async fn hidden(
        &self,
        collection: &CollectionId,
        document: &DocumentId,
    ) -> Result<Vec<HiddenText>, PortError> {
        let table = self.ensure(collection).await?;
        let parts = self.parts(&table, "hidden_of", document).await?;
        let texts: Vec<Vec<HiddenText>> = parts
            .iter()
            .map(|(_, _, texts)| serde_json::from_str(texts))
            .collect::<Result<_, _>>()
            .map_err(failed)?;
        Ok(texts.concat())
    }

    async fn original(
        &self,
        _: &CollectionId,
        _: &DocumentId,
    ) -> Result<Option<Vec<u8>>, PortError> {
        Ok(None)
    }

    async fn search_all(&self, queries: &[SearchQuery]) -> Result<Vec<SearchResult>, PortError> {
        self.find(queries).await
    }

    async fn size(&self, collection: &CollectionId) -> Result<StoreSize, PortError> {
        let table = self.ensure(collection).await?;
        let head = Condition::matches("head", true);
        let documents = self.count(&table, live([head])).await?;
        let passages = self.count(&table, live([])).await?;
        Ok(StoreSize {
            documents: u32::try_from(documents).unwrap_or(u32::MAX),
            passages: u32::try_from(passages).unwrap_or(u32::MAX),
        })
    }

    async fn stats(&self, collection: &CollectionId) -> Result<StoreStats, PortError> {
        let documents = self.documents(collection).await?;
        let passages = documents.iter().map(|document| document.passages).sum();
        // Any change of a document, a name or a review changes the version; equal contents have equal versions on every replica.
        let version = documents
            .iter()
            .fold(0xcbf2_9ce4_8422_2325_u64, |hash, document| {
                let text = format!(
                    "{}{:?}{:?}",
                    document.id, document.names, document.reviewed_at
                );
                text.bytes().fold(hash, |hash, byte| {
                    (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
                })
            });
        Ok(StoreStats {
            documents: u32::try_from(documents.len()).unwrap_or(u32::MAX),
            passages,
            version: version >> 12,
        })
    }

    fn name(&self) -> String {
        format!("Qdrant at {}", self.url)
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn an_address_is_shown_without_its_keys() {
        for (url, shown) in [
            ("http://127.0.0.1:6334", "http://127.0.0.1:6334"),
            (
                "https://me:s3cret@host:6334/a?key=s3cret",
                "https://host:6334/a",
            ),
            ("s3cret@host:6334", "host:6334"),
        ] {
            assert_eq!(super::shown(url), shown);
        }
    }
}
