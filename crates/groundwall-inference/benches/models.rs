//! Passages embedded and pairs judged per second with the bundled models, on all cores.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use groundwall_inference::{CandleEmbedder, CandleNli, Manifest, Role};
use groundwall_ports::{Embedder as _, NliModel as _, Pair};
use std::hint::black_box;
use std::path::Path;

const SENTENCES: [&str; 4] = [
    "The fairway north of the island was dredged to a depth of eight and a half metres before the winter storms came.",
    "Ships longer than ninety metres must take a pilot on board unless the harbour master has exempted them in writing.",
    "The board discussed the offers of three suppliers and chose the one with the earlier delivery and the longer warranty.",
    "In the years after the war most of the catch was salted on the quay and sent south by rail the same evening.",
];

fn passage(number: usize) -> String {
    format!("Report {number}. ") + &(0..8).map(|place| SENTENCES[(number + place) % SENTENCES.len()]).collect::<Vec<_>>().join(" ")
}

fn models(c: &mut Criterion) {
    let manifest = Manifest::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models")).unwrap();
    let embedder = CandleEmbedder::start(&manifest.load(Role::Embedder).unwrap()).unwrap();
    let nli = CandleNli::start(&manifest.load(Role::Verifier).unwrap()).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();

    let passages: Vec<String> = (0..16).map(passage).collect();
    let tokens = passages.iter().map(|text| embedder.count_tokens(text)).sum::<usize>() / passages.len();
    let mut group = c.benchmark_group("models");
    group.sample_size(10);
    group.throughput(Throughput::Elements(passages.len() as u64));
    group.bench_function(format!("embed passages of {tokens} tokens"), |bench| {
        bench.iter(|| black_box(runtime.block_on(embedder.embed(&passages)).unwrap()));
    });

    let pairs: Vec<Pair> = (0..32)
        .map(|n| Pair {
            window: format!("In year {n} {} {}", SENTENCES[n % 4], SENTENCES[(n + 1) % 4]),
            claim: format!("In year {n} the fairway was dredged by {n} ships."),
        })
        .collect();
    group.throughput(Throughput::Elements(pairs.len() as u64));
    group.bench_function("judge pairs of about 65 tokens", |bench| {
        bench.iter(|| black_box(runtime.block_on(nli.judge(&pairs)).unwrap()));
    });
    group.finish();
}

criterion_group!(benches, models);
criterion_main!(benches);
