//! The same top 7 from both backends, on the samples, with the bundled embedder.

use super::loopback::Loopback;
use groundwall_core::{CollectionId, Document, DocumentId, DocumentName};
use groundwall_inference::{CandleEmbedder, Manifest, Precision, Role};
use groundwall_ingest::{Chunker, Limits, extract};
use groundwall_ports::{Embedder as _, NewDocument, PassageStore, SearchQuery};
use groundwall_retrieval::{QdrantStore, SqliteStore};
use std::path::Path;

const QUESTIONS: [&str; 24] = [
    "Who is the harbour master?",
    "When was the port founded?",
    "How deep is the fairway?",
    "Who built the lighthouse?",
    "When did the last keeper leave?",
    "What is the range of the light?",
    "How long does the ferry crossing take?",
    "What does a car pay on the ferry?",
    "When is the ferry cancelled?",
    "What caused the contact of MV Havørn with the pier?",
    "How much did the repair of the pier cost?",
    "Which berth has no shore power?",
    "How many tonnes of herring were landed in 2023?",
    "What was the operating profit in 2024?",
    "Who audited the accounts?",
    "What will be dredged in 2025?",
    "At which wind is the outer pier closed to pedestrians?",
    "Where does the rescue boat Elias Berg lie?",
    "What is the fine for a missing arrival report?",
    "For which ships is pilotage compulsory?",
    "Who voted against the lower wind limit?",
    "Which crane supplier was chosen and why?",
    "Who owns the vessel Karianne?",
    "Who is the environmental officer?",
];

async fn prepared(embedder: &CandleEmbedder) -> Vec<NewDocument> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/samples");
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    paths.sort();
    let mut documents = Vec::new();
    for path in paths {
        let name = DocumentName::parse(&path.file_name().unwrap().to_string_lossy()).unwrap();
        let bytes = std::fs::read(&path).unwrap();
        let extracted = extract(name.as_str(), &bytes, &Limits::default()).unwrap();
        let id = DocumentId(
            uuid::Uuid::new_v5(&uuid::Uuid::NAMESPACE_OID, name.as_str().as_bytes()).to_string(),
        );
        // Small passages, so that 50 are not all of them and the order matters.
        let chunker = Chunker {
            size: 200,
            overlap: 0,
            max_tokens: embedder.max_tokens(),
            count_tokens: &|text| embedder.count_tokens(text),
        };
        let passages = chunker.cut(&extracted, &id, &name).passages;
        let texts: Vec<String> = passages
            .iter()
            .map(|passage| passage.text.clone())
            .collect();
        let vectors = embedder.embed(&texts).await.unwrap();
        documents.push(NewDocument {
            document: Document {
                id,
                collection: CollectionId::default(),
                names: vec![name],
                format: extracted.format,
                sha256: "00".to_owned(),
                bytes: bytes.len() as u64,
                characters: 0,
                passages: passages.len() as u32,
                pages: None,
                added_at: "2026-01-01T00:00:00Z".to_owned(),
                reviewed_at: None,
                notes: Vec::new(),
            },
            passages,
            vectors,
            tables: Vec::new(),
            hidden: Vec::new(),
            original: bytes,
        });
    }
    documents
}

#[tokio::test]
async fn both_backends_find_the_same_seven_passages() {
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models");
    let embedder = CandleEmbedder::start(
        &Manifest::read(&models)
            .unwrap()
            .load(Role::Embedder)
            .unwrap(),
        Precision::Auto,
    )
    .unwrap();
    let dir = tempfile::tempdir().unwrap();
    let sha256 = embedder.identity().sha256.clone();
    let sqlite = SqliteStore::open(&dir.path().join("p.sqlite"), &sha256, embedder.dimensions())
        .await
        .unwrap();
    let qdrant = QdrantStore::connect(
        &Loopback::default().start().await,
        None,
        &sha256,
        embedder.dimensions(),
    )
    .await
    .unwrap();
    for document in prepared(&embedder).await {
        sqlite.put(document.clone()).await.unwrap();
        qdrant.put(document).await.unwrap();
    }
    assert!(
        sqlite
            .stats(&CollectionId::default())
            .await
            .unwrap()
            .passages
            > 60
    );
    for question in QUESTIONS {
        let vector = embedder
            .embed(&[question.to_owned()])
            .await
            .unwrap()
            .remove(0);
        let query = SearchQuery {
            collection: CollectionId::default(),
            text: question.to_owned(),
            vector,
            top_k: 7,
            identifiers: Vec::new(),
            documents: Vec::new(),
        };
        let (a, b) = (
            sqlite.search(&query).await.unwrap(),
            qdrant.search(&query).await.unwrap(),
        );
        let ids = |result: &groundwall_ports::SearchResult| {
            result
                .candidates
                .iter()
                .map(|candidate| candidate.passage.id.clone())
                .collect::<Vec<_>>()
        };
        assert_eq!(ids(&a).len(), 7, "{question}");
        assert_eq!(ids(&a), ids(&b), "{question}");
        assert!(
            (a.best_similarity - b.best_similarity).abs() < 1e-5,
            "{question}"
        );
        assert_eq!(a.rare_terms, b.rare_terms, "{question}");
    }
}
