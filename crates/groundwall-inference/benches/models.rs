//! Passages embedded and pairs judged per second with the bundled models, on all cores.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use groundwall_eval::workload;
use groundwall_inference::{CandleEmbedder, CandleNli, Manifest, Precision, Role};
use groundwall_ports::{Embedder as _, NliModel as _};
use std::hint::black_box;
use std::path::Path;

fn models(c: &mut Criterion) {
    let manifest =
        Manifest::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models")).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    let mut group = c.benchmark_group("models");
    group.sample_size(10);
    for precision in [Precision::Auto, Precision::F32] {
        let embedder =
            CandleEmbedder::start(&manifest.load(Role::Embedder).unwrap(), precision).unwrap();
        let nli = CandleNli::start(&manifest.load(Role::Verifier).unwrap(), precision).unwrap();
        let kernel = embedder.identity().kernel.clone();

        let passages = workload::passages(16);
        let tokens = passages
            .iter()
            .map(|text| embedder.count_tokens(text))
            .sum::<usize>()
            / passages.len();
        group.throughput(Throughput::Elements(passages.len() as u64));
        group.bench_function(
            format!("embed passages of {tokens} tokens, {kernel}"),
            |bench| {
                bench.iter(|| black_box(runtime.block_on(embedder.embed(&passages)).unwrap()));
            },
        );

        let pairs = workload::pairs(32);
        group.throughput(Throughput::Elements(pairs.len() as u64));
        group.bench_function(
            format!("judge pairs of about 65 tokens, {kernel}"),
            |bench| {
                bench.iter(|| black_box(runtime.block_on(nli.judge(&pairs)).unwrap()));
            },
        );
    }
    group.finish();
}

criterion_group!(benches, models);
criterion_main!(benches);
