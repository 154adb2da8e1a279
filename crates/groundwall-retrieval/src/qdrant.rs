//! The server backend: Qdrant over gRPC. One point a passage, with the named dense vector `dense` and the sparse BM25 vector `bm25`.
//!
//! Both lists are asked for in one batch and fused here with k = 60 by the code that the embedded backend uses: Qdrant counts ranks from 0,
//! the paper from 1, and the relevance gate needs the cosine that a fused score hides. Originals are not kept in Qdrant.
//!
//! Qdrant has no transaction over several requests: the points of a new document are written with `live` false and set live together by one
//! request, and whatever is not live is never listed, counted or found. An upload that was cut off is therefore absent as a whole.

use crate::bm25::{rare_limit, weights};
use crate::fusion::{DEPTH, fuse};
use crate::terms::{index, terms};
use async_trait::async_trait;
use groundwall_core::report::Candidate;
use groundwall_core::{
    CollectionId, Document, DocumentId, DocumentName, HiddenText, Passage, StoredTable, Table,
};
use groundwall_ports::{
    NewDocument, PassageStore, PortError, Removed, SearchQuery, SearchResult, StoreStats,
};
use qdrant_client::qdrant::{
    BatchResult, Condition, CountPointsBuilder, CreateCollectionBuilder,
    CreateFieldIndexCollectionBuilder, DeletePointsBuilder, Distance, FieldType, Filter, Modifier,
    NamedVectors, PointStruct, Query, QueryBatchPointsBuilder, QueryPoints, QueryPointsBuilder,
    ScoredPoint, ScrollPointsBuilder, SetPayloadPointsBuilder, SparseVectorParamsBuilder,
    SparseVectorsConfigBuilder, UpsertPointsBuilder, Vector, VectorInput, VectorParamsBuilder,
    VectorsConfigBuilder, VectorsSelector, point_id::PointIdOptions, value::Kind,
};
use qdrant_client::{Payload, Qdrant};
use std::collections::{BTreeSet, HashMap};

const PAGE: u32 = 256;
/// Rows of a table that one point holds.
const ROWS: usize = 500;

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

/// What a stored point says of its document; private to this file.
struct Stored {
    document: Document,
    passage: Passage,
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

    /// The Qdrant collection: the embedder's hash is part of the name, so vectors of two models never mix.
    fn table(&self, collection: &CollectionId) -> String {
        format!(
            "groundwall_{}_{}",
            collection.0,
            &self.embedder_sha256[..self.embedder_sha256.len().min(12)]
        )
    }

    async fn ensure(&self, collection: &CollectionId) -> Result<String, PortError> {
        let table = self.table(collection);
        if self
            .client
            .collection_exists(&table)
            .await
            .map_err(failed)?
        {
            return Ok(table);
        }
        let mut dense = VectorsConfigBuilder::default();
        dense.add_named_vector_params(
            "dense",
            VectorParamsBuilder::new(self.dimensions as u64, Distance::Cosine),
        );
        let mut sparse = SparseVectorsConfigBuilder::default();
        sparse.add_named_vector_params(
            "bm25",
            SparseVectorParamsBuilder::default().modifier(Modifier::Idf),
        );
        self.client
            .create_collection(
                CreateCollectionBuilder::new(&table)
                    .vectors_config(dense)
                    .sparse_vectors_config(sparse),
            )
            .await
            .map_err(failed)?;
        let keyword = |field| (field, FieldType::Keyword);
        let keywords = ["document", "tables_of", "hidden_of", "names", "terms"].map(keyword);
        for (field, kind) in keywords.into_iter().chain([("live", FieldType::Bool)]) {
            let request = CreateFieldIndexCollectionBuilder::new(&table, field, kind).wait(true);
            self.client
                .create_field_index(request)
                .await
                .map_err(failed)?;
        }
        Ok(table)
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

    async fn upsert(
        &self,
        table: &str,
        document: &Document,
        passages: &[Passage],
        vectors: &[Vec<f32>],
    ) -> Result<(), PortError> {
        let body = serde_json::to_string(document).map_err(failed)?;
        for (passages, vectors) in passages.chunks(64).zip(vectors.chunks(64)) {
            let points = passages
                .iter()
                .zip(vectors)
                .map(|(passage, vector)| point(document, &body, passage, vector))
                .collect::<Result<Vec<_>, _>>()?;
            self.client
                .upsert_points(UpsertPointsBuilder::new(table, points).wait(true))
                .await
                .map_err(failed)?;
        }
        self.set(table, document, serde_json::json!({"live": true}))
            .await
    }

    /// Sets parts of the payload on all points of a document.
    async fn set(
        &self,
        table: &str,
        document: &Document,
        payload: serde_json::Value,
    ) -> Result<(), PortError> {
        let payload: Payload = payload.try_into().map_err(failed)?;
        let filter = Filter::must([Condition::matches("document", document.id.0.clone())]);
        let request = SetPayloadPointsBuilder::new(table, payload)
            .points_selector(filter)
            .wait(true);
        self.client.set_payload(request).await.map_err(failed)?;
        Ok(())
    }

    async fn delete_document(&self, table: &str, id: &str) -> Result<(), PortError> {
        for key in ["document", "tables_of", "hidden_of"] {
            let filter = Filter::must([Condition::matches(key, id.to_owned())]);
            self.client
                .delete_points(DeletePointsBuilder::new(table).points(filter).wait(true))
                .await
                .map_err(failed)?;
        }
        Ok(())
    }

    /// Writes the tables of a document, some rows a point. They hang on the document's id and have no vectors, so no search finds them.
    async fn put_tables(
        &self,
        table: &str,
        document: &Document,
        tables: &[Table],
    ) -> Result<(), PortError> {
        for (index, whole) in tables.iter().enumerate() {
            let head = Table {
                rows: Vec::new(),
                ..whole.clone()
            };
            let parts = std::iter::once(serde_json::to_string(&head))
                .chain(whole.rows.chunks(ROWS).map(serde_json::to_string));
            for (part, body) in parts.enumerate() {
                let id = uuid::Uuid::new_v5(
                    &uuid::Uuid::NAMESPACE_OID,
                    format!("{}/table/{index}/{part}", document.id).as_bytes(),
                );
                let payload: Payload =
                    serde_json::json!({"tables_of": document.id.0, "table": index, "part": part, "rows": body.map_err(failed)?})
                        .try_into()
                        .map_err(failed)?;
                let point = PointStruct::new(id.to_string(), NamedVectors::default(), payload);
                self.client
                    .upsert_points(UpsertPointsBuilder::new(table, vec![point]).wait(true))
                    .await
                    .map_err(failed)?;
            }
        }
        Ok(())
    }

    /// Writes what is hidden in a document, some texts a point, without vectors like tables.
    async fn put_hidden(
        &self,
        table: &str,
        document: &Document,
        hidden: &[HiddenText],
    ) -> Result<(), PortError> {
        for (part, texts) in hidden.chunks(ROWS).enumerate() {
            let id = uuid::Uuid::new_v5(
                &uuid::Uuid::NAMESPACE_OID,
                format!("{}/hidden/{part}", document.id).as_bytes(),
            );
            let rows = serde_json::to_string(texts).map_err(failed)?;
            let payload: Payload =
                serde_json::json!({"hidden_of": document.id.0, "table": 0, "part": part, "rows": rows}).try_into().map_err(failed)?;
            let point = PointStruct::new(id.to_string(), NamedVectors::default(), payload);
            self.client
                .upsert_points(UpsertPointsBuilder::new(table, vec![point]).wait(true))
                .await
                .map_err(failed)?;
        }
        Ok(())
    }

    /// Writes a document's names anew on all of its points.
    async fn rename(&self, table: &str, document: &Document) -> Result<(), PortError> {
        let body = serde_json::to_string(document).map_err(failed)?;
        let names: Vec<String> = document
            .names
            .iter()
            .map(|name| name.as_str().to_owned())
            .collect();
        self.set(
            table,
            document,
            serde_json::json!({"names": names, "body": body}),
        )
        .await
    }

    /// Gives one of the stored documents a name, and takes it from another one; none where it is not among them.
    async fn give_name(
        &self,
        table: &str,
        heads: &[Document],
        id: &DocumentId,
        name: &DocumentName,
    ) -> Result<Option<Document>, PortError> {
        let Some(mut document) = heads.iter().find(|document| document.id == *id).cloned() else {
            return Ok(None);
        };
        if !document.names.contains(name) {
            document.names.push(name.clone());
            self.rename(table, &document).await?;
            self.take_name(table, heads, name).await?;
        }
        Ok(Some(document))
    }

    /// Takes a name from every document that has it among these (a crash may have left it to two); a document without a name goes.
    async fn take_name(
        &self,
        table: &str,
        heads: &[Document],
        name: &DocumentName,
    ) -> Result<Removed, PortError> {
        let mut removed = Removed {
            existed: false,
            passages: 0,
        };
        for mut document in heads
            .iter()
            .filter(|document| document.names.contains(name))
            .cloned()
        {
            removed.existed = true;
            document.names.retain(|other| other != name);
            if document.names.is_empty() {
                self.delete_document(table, &document.id.0).await?;
                removed.passages += document.passages;
            } else {
                self.rename(table, &document).await?;
            }
        }
        Ok(removed)
    }

    async fn count(&self, table: &str, filter: Filter) -> Result<usize, PortError> {
        let answer = self
            .client
            .count(CountPointsBuilder::new(table).filter(filter).exact(true))
            .await
            .map_err(failed)?;
        Ok(answer.result.map_or(0, |result| result.count as usize))
    }

    async fn rare_terms(
        &self,
        table: &str,
        text: &str,
        scope: &[Condition],
    ) -> Result<Vec<String>, PortError> {
        let limit = rare_limit(self.count(table, live([])).await?);
        let mut rare = Vec::new();
        let wanted: std::collections::BTreeSet<String> = terms(text).into_iter().collect();
        for term in wanted {
            let condition = Condition::matches("terms", term.clone());
            let everywhere = self.count(table, live([condition.clone()])).await?;
            let in_scope = everywhere > 0
                && self
                    .count(table, live([vec![condition], scope.to_vec()].concat()))
                    .await?
                    > 0;
            if in_scope && everywhere <= limit {
                rare.push(term);
            }
        }
        Ok(rare)
    }
}

fn point(
    document: &Document,
    body: &str,
    passage: &Passage,
    vector: &[f32],
) -> Result<PointStruct, PortError> {
    let (indices, values): (Vec<u32>, Vec<f32>) = weights(&passage.text).into_iter().unzip();
    let vectors = NamedVectors::default()
        .add_vector("dense", Vector::new_dense(vector.to_vec()))
        .add_vector("bm25", Vector::new_sparse(indices, values));
    let mut unique = terms(&passage.text);
    unique.sort_unstable();
    unique.dedup();
    let names: Vec<&str> = document.names.iter().map(DocumentName::as_str).collect();
    let payload: Payload = serde_json::json!({
        "document": document.id.0, "names": names, "body": body, "head": passage.index == 0, "live": false, "terms": unique,
        "passage": serde_json::to_string(passage).map_err(failed)?,
    })
    .try_into()
    .map_err(failed)?;
    Ok(PointStruct::new(passage.id.0.clone(), vectors, payload))
}

fn stored(payload: &HashMap<String, qdrant_client::qdrant::Value>) -> Result<Stored, PortError> {
    let text = |key: &str| match payload.get(key).and_then(|value| value.kind.as_ref()) {
        Some(Kind::StringValue(text)) => Ok(text.as_str()),
        _ => Err(failed(format!("a point has no {key}"))),
    };
    let document: Document = serde_json::from_str(text("body")?).map_err(failed)?;
    let mut passage: Passage = serde_json::from_str(text("passage")?).map_err(failed)?;
    passage.document_name = document.name().clone();
    Ok(Stored { document, passage })
}

/// Table, part and body of a point that holds rows or hidden texts.
fn table_part(
    payload: &HashMap<String, qdrant_client::qdrant::Value>,
) -> Result<(i64, i64, String), PortError> {
    let value = |key: &str| payload.get(key).and_then(|value| value.kind.clone());
    match (value("table"), value("part"), value("rows")) {
        (
            Some(Kind::IntegerValue(table)),
            Some(Kind::IntegerValue(part)),
            Some(Kind::StringValue(rows)),
        ) => Ok((table, part, rows)),
        _ => Err(failed("a point of a table lacks a part")),
    }
}

fn dense_of(point: &ScoredPoint) -> Option<Vec<f32>> {
    use qdrant_client::qdrant::{vector_output, vectors_output};
    match point.vectors.as_ref()?.vectors_options.as_ref()? {
        vectors_output::VectorsOptions::Vectors(named) => {
            match named.vectors.get("dense")?.vector.as_ref()? {
                vector_output::Vector::Dense(dense) => Some(dense.data.clone()),
                _ => None,
            }
        }
        vectors_output::VectorsOptions::Vector(_) => None,
    }
}

fn uuid(point: &ScoredPoint) -> Option<&str> {
    match point.id.as_ref()?.point_id_options.as_ref()? {
        PointIdOptions::Uuid(uuid) => Some(uuid),
        PointIdOptions::Num(_) => None,
    }
}

/// What is asked for: the passages whose vector is near, and those that share a term.
fn lists(table: &str, query: &SearchQuery, scope: &[Condition]) -> Vec<QueryPoints> {
    let wanted: BTreeSet<u32> = terms(&query.text).iter().map(|term| index(term)).collect();
    let ask = |vector: VectorInput, using: &str| {
        QueryPointsBuilder::new(table)
            .query(Query::new_nearest(vector))
            .using(using)
            .filter(live(scope.to_vec()))
            .limit(DEPTH as u64)
            .with_payload(true)
            .with_vectors(VectorsSelector {
                names: vec!["dense".to_owned()],
            })
            .build()
    };
    let mut asked = vec![ask(VectorInput::new_dense(query.vector.clone()), "dense")];
    if !wanted.is_empty() {
        let ones = vec![1.0; wanted.len()];
        asked.push(ask(
            VectorInput::new_sparse(wanted.into_iter().collect::<Vec<u32>>(), ones),
            "bm25",
        ));
    }
    asked
}

/// The best passages of both lists, fused.
fn candidates(lists: &[BatchResult], query: &SearchQuery) -> Result<Vec<Candidate>, PortError> {
    let mut known: HashMap<&str, &ScoredPoint> = HashMap::new();
    let mut ranks: Vec<Vec<&str>> = Vec::new();
    for list in lists {
        let mut ranked: Vec<(&str, f32)> = list
            .result
            .iter()
            .filter_map(|point| Some((uuid(point)?, point.score)))
            .collect();
        ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(b.0)));
        known.extend(
            list.result
                .iter()
                .filter_map(|point| Some((uuid(point)?, point))),
        );
        ranks.push(ranked.into_iter().map(|(key, _)| key).collect());
    }
    let cosine = |point: &ScoredPoint| {
        dense_of(point).map_or(0.0, |dense| {
            dense.iter().zip(&query.vector).map(|(a, b)| a * b).sum()
        })
    };
    let mut candidates: Vec<Candidate> = Vec::new();
    for (key, score) in fuse(&ranks).into_iter().take(query.top_k) {
        let point = known[key];
        let rank = u32::try_from(candidates.len() + 1).unwrap_or(u32::MAX);
        candidates.push(Candidate {
            passage: stored(&point.payload)?.passage,
            rank,
            score,
            similarity: cosine(point),
        });
    }
    Ok(candidates)
}

impl QdrantStore {
    /// Adds the passages that hold an identifier of the question as it is written.
    async fn add_holding(
        &self,
        table: &str,
        query: &SearchQuery,
        scope: &[Condition],
        candidates: &mut Vec<Candidate>,
    ) -> Result<(), PortError> {
        for identifier in &query.identifiers {
            let holding: Vec<Condition> = terms(identifier)
                .into_iter()
                .map(|term| Condition::matches("terms", term))
                .collect();
            if holding.is_empty() {
                continue;
            }
            let lower = identifier.to_lowercase();
            for found in self
                .scroll(table, live([holding, scope.to_vec()].concat()))
                .await?
                .into_iter()
                .take(8)
            {
                let new = !candidates
                    .iter()
                    .any(|candidate| candidate.passage.id == found.passage.id);
                if new && found.passage.text.to_lowercase().contains(&lower) {
                    let rank = u32::try_from(candidates.len() + 1).unwrap_or(u32::MAX);
                    candidates.push(Candidate {
                        passage: found.passage,
                        rank,
                        score: 0.0,
                        similarity: 0.0,
                    });
                }
            }
        }
        Ok(())
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

    async fn tables(&self, collection: &CollectionId) -> Result<Vec<StoredTable>, PortError> {
        let table = self.ensure(collection).await?;
        let mut all = Vec::new();
        for document in self.heads(&table).await? {
            let filter = Filter::must([Condition::matches("tables_of", document.id.0.clone())]);
            let mut parts: Vec<(i64, i64, String)> = self
                .payloads(&table, filter)
                .await?
                .iter()
                .map(table_part)
                .collect::<Result<_, _>>()?;
            parts.sort_unstable();
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
        let filter = Filter::must([Condition::matches("hidden_of", document.0.clone())]);
        let mut parts: Vec<(i64, i64, String)> = self
            .payloads(&table, filter)
            .await?
            .iter()
            .map(table_part)
            .collect::<Result<_, _>>()?;
        parts.sort_unstable();
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

    async fn search(&self, query: &SearchQuery) -> Result<SearchResult, PortError> {
        let table = self.ensure(&query.collection).await?;
        let names: Vec<String> = query
            .documents
            .iter()
            .map(|name| name.as_str().to_owned())
            .collect();
        let scope: Vec<Condition> = if names.is_empty() {
            Vec::new()
        } else {
            vec![Condition::matches("names", names)]
        };
        let asked = lists(&table, query, &scope);
        let answer = self
            .client
            .query_batch(QueryBatchPointsBuilder::new(&table, asked))
            .await
            .map_err(failed)?;
        let mut candidates = candidates(&answer.result, query)?;
        self.add_holding(&table, query, &scope, &mut candidates)
            .await?;
        let best_similarity = answer
            .result
            .first()
            .and_then(|list| {
                list.result
                    .iter()
                    .map(|point| point.score)
                    .max_by(f32::total_cmp)
            })
            .unwrap_or(0.0);
        let rare_terms = self.rare_terms(&table, &query.text, &scope).await?;
        Ok(SearchResult {
            candidates,
            best_similarity,
            rare_terms,
        })
    }

    async fn stats(&self, collection: &CollectionId) -> Result<StoreStats, PortError> {
        let documents = self.documents(collection).await?;
        let passages = documents.iter().map(|document| document.passages).sum();
        // Any change of a document or name changes the version; equal contents have equal versions on every replica.
        let version = documents
            .iter()
            .fold(0xcbf2_9ce4_8422_2325_u64, |hash, document| {
                let text = format!("{}{:?}", document.id, document.names);
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
