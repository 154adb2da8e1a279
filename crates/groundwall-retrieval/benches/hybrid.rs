//! A hybrid query over 20,000 passages in the embedded store: BM25 and exact dense search, fused, with the passages fetched.

use criterion::{Criterion, criterion_group, criterion_main};
use groundwall_core::{CollectionId, Document, DocumentId, DocumentName, Format, Locator, Passage, PassageId, Span};
use groundwall_ports::{NewDocument, PassageStore as _, SearchQuery};
use groundwall_retrieval::SqliteStore;
use std::hint::black_box;

const DIMENSIONS: usize = 384;
const DOCUMENTS: usize = 200;
const PER_DOCUMENT: usize = 100;

/// A small generator of the same numbers on every machine (xorshift).
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn vector(&mut self) -> Vec<f32> {
        let raw: Vec<f32> = (0..DIMENSIONS).map(|_| (self.roll() % 2_001) as f32 / 1_000.0 - 1.0).collect();
        let norm = raw.iter().map(|value| value * value).sum::<f32>().sqrt();
        raw.into_iter().map(|value| value / norm).collect()
    }

    /// Words as unequally common as in a language: the rank of a word is the product of two rolls.
    fn text(&mut self) -> String {
        (0..120).map(|_| format!("word{}", (self.roll() % 150) * (self.roll() % 150))).collect::<Vec<_>>().join(" ")
    }
}

fn document(number: usize, dice: &mut Dice) -> NewDocument {
    let id = DocumentId(uuid::Uuid::from_u128(number as u128 + 1).to_string());
    let name = DocumentName::parse(&format!("document-{number}.txt")).unwrap();
    let passages: Vec<Passage> = (0..PER_DOCUMENT)
        .map(|index| Passage {
            id: PassageId(uuid::Uuid::from_u128(((number as u128 + 1) << 32) + index as u128).to_string()),
            document: id.clone(),
            document_name: name.clone(),
            index: index as u32,
            span: Span { start: 0, end: 1 },
            locator: Locator::default(),
            text: dice.text(),
            sentences: Vec::new(),
        })
        .collect();
    NewDocument {
        document: Document {
            id,
            collection: CollectionId::default(),
            names: vec![name],
            format: Format::Text,
            sha256: "00".to_owned(),
            bytes: 0,
            characters: 0,
            passages: PER_DOCUMENT as u32,
            pages: None,
            added_at: "2026-01-01T00:00:00Z".to_owned(),
            notes: Vec::new(),
        },
        vectors: passages.iter().map(|_| dice.vector()).collect(),
        passages,
        original: Vec::new(),
    }
}

fn hybrid(c: &mut Criterion) {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let dir = tempfile::tempdir().unwrap();
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    let store = runtime.block_on(async {
        let store = SqliteStore::open(&dir.path().join("p.sqlite"), "bench", DIMENSIONS).await.unwrap();
        for number in 0..DOCUMENTS {
            store.put(document(number, &mut dice)).await.unwrap();
        }
        store
    });
    let query = SearchQuery {
        collection: CollectionId::default(),
        text: "word12 word840 word7 word9999 word150".to_owned(),
        vector: dice.vector(),
        top_k: 7,
        identifiers: Vec::new(),
        documents: Vec::new(),
    };
    let name = format!("hybrid query, {} passages", DOCUMENTS * PER_DOCUMENT);
    c.bench_function(&name, |bench| {
        bench.iter(|| black_box(runtime.block_on(store.search(&query)).unwrap()));
    });
}

criterion_group!(benches, hybrid);
criterion_main!(benches);
