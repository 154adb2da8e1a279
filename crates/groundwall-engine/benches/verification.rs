//! The verification of an 8-claim answer against the samples, models and index warm, claims that were never seen.

use async_trait::async_trait;
use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use groundwall_core::request::Subject;
use groundwall_core::{ExtractedDocument, Policy, Verification};
use groundwall_engine::{Firewall, FirewallParts, Moment};
use groundwall_generator::ExtractiveGenerator;
use groundwall_inference::{CandleEmbedder, CandleNli, Manifest, Precision, Role};
use groundwall_ingest::{Limits, extract};
use groundwall_ledger::SqliteLedger;
use groundwall_ports::{Embedder as _, Extractor, FirewallService as _, PortError, Upload};
use groundwall_retrieval::SqliteStore;
use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;

struct InProcess;

#[async_trait]
impl Extractor for InProcess {
    async fn extract(&self, name: &str, bytes: Vec<u8>) -> Result<ExtractedDocument, PortError> {
        Ok(extract(name, &bytes, &Limits::default())?)
    }
}

async fn firewall(root: &Path, data: &Path) -> Firewall {
    let manifest = Manifest::read(&root.join("models")).unwrap();
    let embedder =
        CandleEmbedder::start(&manifest.load(Role::Embedder).unwrap(), Precision::Auto).unwrap();
    let store = SqliteStore::open(
        &data.join("p.sqlite"),
        &embedder.identity().sha256,
        embedder.dimensions(),
    )
    .await
    .unwrap();
    let firewall = Firewall::new(FirewallParts {
        extractor: Arc::new(InProcess),
        reader: Some(Arc::new(
            CandleNli::start(&manifest.load(Role::Reader).unwrap(), Precision::Auto).unwrap(),
        )),
        nli: Some(Arc::new(
            CandleNli::start(&manifest.load(Role::Verifier).unwrap(), Precision::Auto).unwrap(),
        )),
        judge: None,
        embedder: Arc::new(embedder),
        store: Arc::new(store),
        table_packs: Vec::new(),
        packs: Arc::new(
            groundwall_governance::pack::Packs::bundled()
                .expect("the packs of the program are read"),
        ),
        generator: Arc::new(ExtractiveGenerator),
        web: None,
        ledger: Arc::new(SqliteLedger::open(&data.join("l.sqlite")).await.unwrap()),
        passages: groundwall_ingest::PassageSize::default(),
        policy: Policy::default(),
        clock: Arc::new(|| Moment {
            rfc3339: "2026-01-01T00:00:00Z".to_owned(),
            year: 2026,
        }),
    })
    .unwrap();
    for entry in std::fs::read_dir(root.join("data/samples")).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        firewall
            .upload(vec![Upload {
                name,
                bytes: std::fs::read(path).unwrap(),
            }])
            .await
            .unwrap();
    }
    firewall
}

/// Eight claims whose words change with `round`, so that nothing of them was judged before.
fn answer(round: usize) -> Verification {
    let text = format!(
        "The lighthouse was painted {round} times. Henrik Lund built the tower within {round} weeks. The ferry carried {round} bicycles. The pier was repaired by {round} divers. \
         The harbour master keeps {round} keys. Pilots climbed {round} ships. The crane was greased {round} times. The board drank {round} cups of coffee."
    );
    Verification::of(Subject::Answer(text))
}

fn verification(c: &mut Criterion) {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let data = tempfile::tempdir().unwrap();
    let firewall = runtime.block_on(firewall(&root, data.path()));
    let mut round = 1_000;
    let mut group = c.benchmark_group("verification");
    group.sample_size(10);
    group.bench_function("8-claim answer over the samples", |bench| {
        bench.iter_batched(
            || {
                round += 1;
                answer(round)
            },
            |request| black_box(runtime.block_on(firewall.verify(request)).unwrap()),
            BatchSize::PerIteration,
        );
    });
    group.finish();
}

criterion_group!(benches, verification);
criterion_main!(benches);
