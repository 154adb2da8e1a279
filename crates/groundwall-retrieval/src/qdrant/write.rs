//! What is written: points of passages, tables and hidden text, and the names of documents.

use super::points::point;
use super::{QdrantStore, failed};
use groundwall_core::{Document, DocumentId, DocumentName, HiddenText, Passage, Table};
use groundwall_ports::{PortError, Removed};
use qdrant_client::Payload;
use qdrant_client::qdrant::{
    Condition, DeletePointsBuilder, Filter, NamedVectors, PointStruct, SetPayloadPointsBuilder,
    UpsertPointsBuilder,
};

/// Rows of a table that one point holds.
const ROWS: usize = 500;

impl QdrantStore {
    pub(super) async fn upsert(
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

    pub(super) async fn delete_document(&self, table: &str, id: &str) -> Result<(), PortError> {
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
    pub(super) async fn put_tables(
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
    pub(super) async fn put_hidden(
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

    /// Writes what is said of a document anew on all of its points.
    pub(super) async fn describe(&self, table: &str, document: &Document) -> Result<(), PortError> {
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
    pub(super) async fn give_name(
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
            self.describe(table, &document).await?;
            self.take_name(table, heads, name).await?;
        }
        Ok(Some(document))
    }

    /// Takes a name from every document that has it among these (a crash may have left it to two); a document without a name goes.
    pub(super) async fn take_name(
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
                self.describe(table, &document).await?;
            }
        }
        Ok(removed)
    }
}
