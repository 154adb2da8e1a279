//! One file: extract, cut, embed, store.

use crate::Firewall;
use crate::stages::Stages;
use groundwall_core::model::hex;
use groundwall_core::{
    CollectionId, Document, DocumentId, DocumentName, ExtractedDocument, HeaderRow, Passage,
};
use groundwall_ingest::{Chunker, PassageSize};
use groundwall_ports::{NewDocument, PortError, ProgressSink};
use sha2::{Digest, Sha256};
use std::collections::HashMap;

/// Passages embedded per request, so that questions get their turn while a long document is read.
const BATCH: usize = 32;

/// Identity of a content within a collection.
pub(crate) fn document_id(collection: &CollectionId, sha256: &str) -> DocumentId {
    DocumentId(
        uuid::Uuid::new_v5(
            &uuid::Uuid::NAMESPACE_OID,
            format!("{collection}/{sha256}").as_bytes(),
        )
        .to_string(),
    )
}

impl Firewall {
    pub(crate) fn chunker<'a>(&self, count_tokens: &'a dyn Fn(&str) -> usize) -> Chunker<'a> {
        let PassageSize { size, overlap } = self.parts.passages;
        Chunker {
            size,
            overlap,
            max_tokens: self.parts.embedder.max_tokens(),
            count_tokens,
        }
    }

    pub(crate) fn passages(
        &self,
        extracted: &ExtractedDocument,
        id: &DocumentId,
        name: &DocumentName,
    ) -> (Vec<Passage>, u64) {
        let embedder = &self.parts.embedder;
        let count = |text: &str| embedder.count_tokens(text);
        let cut = self.chunker(&count).cut(extracted, id, name);
        (cut.passages, cut.characters)
    }

    pub(crate) async fn ingest(
        &self,
        collection: &CollectionId,
        name: &str,
        bytes: Vec<u8>,
        watch: ProgressSink<'_>,
    ) -> Result<Document, PortError> {
        let name = DocumentName::parse(name)?;
        let sha256 = hex(&Sha256::digest(&bytes));
        let id = document_id(collection, &sha256);
        // A folder that is sent again after a break costs only what is not in yet.
        if let Some(known) = self.parts.store.link(collection, &id, &name).await? {
            return Ok(known);
        }
        let headers = self.headers_of(collection, &id).await?;
        self.read_in(
            collection,
            (id, sha256, name),
            bytes,
            &headers,
            false,
            watch,
        )
        .await
    }

    /// The rows of a document that a person said name the columns; none where it is not stored.
    async fn headers_of(
        &self,
        collection: &CollectionId,
        id: &DocumentId,
    ) -> Result<Vec<HeaderRow>, PortError> {
        if self.parts.store.document(collection, id).await?.is_none() {
            return Ok(Vec::new());
        }
        let tables = self.parts.store.tables(collection).await?;
        Ok(tables
            .iter()
            .filter(|stored| stored.document == *id && stored.table.by_hand)
            .filter_map(|stored| HeaderRow::of(&stored.table))
            .collect())
    }

    /// Reads a stored document again with these rows as those that name the columns, and no others.
    pub(crate) async fn with_headers(
        &self,
        document: Document,
        headers: &[HeaderRow],
    ) -> Result<Document, PortError> {
        let (id, collection) = (document.id.clone(), document.collection.clone());
        let name = document.name().clone();
        let original = self.parts.store.original(&collection, &id).await?;
        let bytes = original.ok_or_else(|| {
            PortError::rejected(
                "The bytes of this document are not kept, so it cannot be read again. Put the names of the columns into the first row and upload it anew.",
            )
        })?;
        self.read_in(
            &collection,
            (id, document.sha256, name),
            bytes,
            headers,
            true,
            &|_| {},
        )
        .await
    }

    /// Extracts, cuts, embeds and stores; `again` replaces what was read of the document before.
    async fn read_in(
        &self,
        collection: &CollectionId,
        (id, sha256, name): (DocumentId, String, DocumentName),
        bytes: Vec<u8>,
        headers: &[HeaderRow],
        again: bool,
        watch: ProgressSink<'_>,
    ) -> Result<Document, PortError> {
        let mut stages = Stages::start(watch);
        stages.begin("Read");
        let extracted = self
            .parts
            .extractor
            .extract_with(name.as_str(), bytes.clone(), headers)
            .await?;
        let (passages, characters) = self.passages(&extracted, &id, &name);
        if passages.is_empty() {
            return Err(PortError::rejected(
                "No passage could be cut from this file: it holds no sentences. Check that it holds text.",
            ));
        }
        stages.end("Read", passages.len(), "passages");
        stages.begin("Embed");
        let vectors = self.vectors(collection, &id, &passages, &stages).await?;
        stages.end("Embed", passages.len(), "passages");
        stages.begin("Store");
        let document = Document {
            id,
            collection: collection.clone(),
            names: vec![name],
            format: extracted.format,
            sha256,
            bytes: bytes.len() as u64,
            characters,
            passages: u32::try_from(passages.len()).unwrap_or(u32::MAX),
            pages: extracted.pages,
            added_at: (self.parts.clock)().rfc3339,
            reviewed_at: None,
            notes: extracted.notes.clone(),
        };
        let ExtractedDocument { tables, hidden, .. } = extracted;
        // Reading takes a while, and whoever deletes a collection meanwhile wants nothing left of it.
        let _member = self.members.read().await;
        self.known(collection).await?;
        if again {
            self.parts.store.outdate(collection, &document.id).await?;
        }
        let stored = self
            .parts
            .store
            .put(NewDocument {
                document,
                passages,
                vectors,
                tables,
                hidden,
                original: bytes,
            })
            .await?;
        stages.end("Store", stored.passages as usize, "passages");
        Ok(stored)
    }

    /// A vector a passage, in order. A passage of the document as it was read before keeps its own: another row of names in one sheet changes nothing in the others.
    async fn vectors(
        &self,
        collection: &CollectionId,
        id: &DocumentId,
        passages: &[Passage],
        stages: &Stages<'_>,
    ) -> Result<Vec<Vec<f32>>, PortError> {
        let known = self.parts.store.vectors(collection, id).await?;
        let mut known: HashMap<String, Vec<f32>> = known.into_iter().collect();
        let new: Vec<&Passage> = passages
            .iter()
            .filter(|passage| !known.contains_key(&passage.text))
            .collect();
        let kept = passages.len() - new.len();
        for (place, batch) in new.chunks(BATCH).enumerate() {
            let texts: Vec<String> = batch.iter().map(|passage| passage.text.clone()).collect();
            let vectors = self.parts.embedder.embed(&texts).await?;
            known.extend(texts.into_iter().zip(vectors));
            let done = kept + place * BATCH + batch.len();
            stages.reached("Embed", done, passages.len(), "passages");
        }
        passages
            .iter()
            .map(|passage| known.get(&passage.text).cloned())
            .collect::<Option<_>>()
            .ok_or_else(|| PortError::internal("the embedder gave fewer vectors than texts"))
    }

    /// Reads documents again that an earlier version read, one after the other, from their originals. One that cannot be read stays as it was.
    pub async fn reread(&self) {
        let collections = match self.all_collections().await {
            Ok(collections) => collections,
            Err(error) => {
                tracing::warn!(%error, "it cannot be told which collections there are");
                return;
            }
        };
        for collection in collections {
            self.reread_of(&collection.id).await;
        }
    }

    async fn reread_of(&self, collection: &CollectionId) {
        let outdated = match self.parts.store.outdated(collection).await {
            Ok(outdated) => outdated,
            Err(error) => {
                tracing::warn!(%error, "it cannot be told which documents an earlier version read");
                return;
            }
        };
        let (all, mut read) = (outdated.len(), 0usize);
        for id in outdated {
            match self.read_again(collection, &id).await {
                Ok(()) => read += 1,
                Err(error) => {
                    tracing::warn!(document = %id, %error, "a document stays as an earlier version read it");
                }
            }
        }
        if all > 0 {
            tracing::info!(all, read, "documents of an earlier version were read again");
        }
    }

    async fn read_again(
        &self,
        collection: &CollectionId,
        id: &DocumentId,
    ) -> Result<(), PortError> {
        let store = &self.parts.store;
        // Somebody may have deleted it meanwhile.
        let (Some(document), Some(original)) = (
            store.document(collection, id).await?,
            store.original(collection, id).await?,
        ) else {
            return Ok(());
        };
        self.ingest(collection, document.name().as_str(), original, &|_| {})
            .await?;
        Ok(())
    }
}
