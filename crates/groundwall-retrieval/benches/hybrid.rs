//! A hybrid query over 20,000 passages in the embedded store: BM25 and dense search, fused, with the passages fetched.

use criterion::{Criterion, criterion_group, criterion_main};
use groundwall_core::CollectionId;
use groundwall_eval::corpus::Corpus;
use groundwall_ports::{PassageStore as _, SearchQuery};
use groundwall_retrieval::SqliteStore;
use std::hint::black_box;

const DIMENSIONS: usize = 384;
const DOCUMENTS: usize = 40;
const PER_DOCUMENT: usize = 500;

fn hybrid(c: &mut Criterion) {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .unwrap();
    let dir = tempfile::tempdir().unwrap();
    let words: Vec<String> = (0..2_000)
        .map(|n: u32| {
            format!("word{}", char::from_u32(0x61 + n % 26).unwrap_or('x'))
                + &"ab".repeat(n as usize % 9)
        })
        .collect();
    // Eight directions far from each other stand in for real texts.
    let real = (0..8)
        .map(|n| {
            (0..DIMENSIONS)
                .map(|at| {
                    if at % 8 == n {
                        (8.0 / DIMENSIONS as f32).sqrt()
                    } else {
                        0.0
                    }
                })
                .collect()
        })
        .collect();
    let mut corpus = Corpus::new(1, &words, real);
    let store = runtime.block_on(async {
        let store = SqliteStore::open(&dir.path().join("p.sqlite"), "bench", DIMENSIONS)
            .await
            .unwrap();
        for _ in 0..DOCUMENTS {
            store.put(corpus.document(PER_DOCUMENT)).await.unwrap();
        }
        store
    });
    let query = SearchQuery {
        collection: CollectionId::default(),
        text: corpus.phrase(8),
        vector: corpus.vector(),
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
