//! A hybrid query over made collections, and how many of the exact nearest its dense part finds.

use super::{Part, material, mebibytes, quantile};
use crate::cli::say;
use crate::compose;
use crate::config::Config;
use groundwall_core::CollectionId;
use groundwall_ports::{Embedder as _, PassageStore as _, SearchQuery};
use groundwall_retrieval::SqliteStore;
use serde_json::json;
use std::time::Instant;

/// Queries that are timed, and how many of them are compared with an exact search.
const QUERIES: usize = 100;
const COMPARED: usize = 20;
const NEAREST: usize = 10;

/// A text and its vector.
type Asked = (String, Vec<f32>);

pub(super) async fn run(config: &Config, sizes: &[usize]) -> anyhow::Result<Part> {
    let (mut lines, mut figures) = (Vec::new(), Vec::new());
    let models = compose::models(config, &say).await?;
    let material = material::Material::load(&models.embedder).await?;
    let (identity, dimensions) = (
        models.embedder.identity().clone(),
        models.embedder.dimensions(),
    );
    // A store needs no model, and its memory is to be seen without them.
    drop(models);
    for size in sizes {
        let mut other = material.corpus(2);
        let asked: Vec<Asked> = (0..QUERIES)
            .map(|_| (other.phrase(12), other.vector()))
            .collect();
        let mut nearest = Nearest::of(&asked);
        let dir = tempfile::tempdir()?;
        let store = material::fill(
            dir.path(),
            &identity,
            dimensions,
            &mut material.corpus(1),
            *size,
            |vector| nearest.see(vector),
        )
        .await?;
        drop(store);
        let store = SqliteStore::open(
            &dir.path().join("passages.sqlite"),
            &identity.sha256,
            dimensions,
        )
        .await?;
        let times = timed(&store, &asked).await?;
        let found = nearest.found_by(&store).await?;
        let [p50, p95] = [0.5, 0.95].map(|share| 1_000.0 * quantile(&times, share));
        let recall = found as f64 / (COMPARED * NEAREST) as f64;
        let memory = mebibytes("self", "VmRSS:");
        lines.push(format!(
            "hybrid query over {size} passages: p50 {p50:.1} ms, p95 {p95:.1} ms, recall@10 of the dense part {recall:.3}, memory of the process {} MiB",
            memory.map_or("?".to_owned(), |memory| memory.to_string())
        ));
        figures.push(json!({"passages": size, "p50_ms": p50, "p95_ms": p95, "recall_at_10": recall, "resident_mib": memory}));
    }
    Ok(Part {
        name: "query",
        lines,
        figures: json!(figures),
    })
}

fn query(text: &str, vector: &[f32], top_k: usize) -> SearchQuery {
    SearchQuery {
        collection: CollectionId::default(),
        text: text.to_owned(),
        vector: vector.to_vec(),
        top_k,
        identifiers: Vec::new(),
        documents: Vec::new(),
    }
}

/// Seconds of each query, the shortest first.
async fn timed(store: &SqliteStore, asked: &[Asked]) -> anyhow::Result<Vec<f64>> {
    let mut times = Vec::new();
    for (text, vector) in asked {
        let query = query(text, vector, 7);
        let started = Instant::now();
        store.search(&query).await?;
        times.push(started.elapsed().as_secs_f64());
    }
    times.sort_by(f64::total_cmp);
    Ok(times)
}

/// The exact nearest of the queries that are compared.
struct Nearest<'a> {
    /// Each query with the dot products of its nearest, the largest first.
    of: Vec<(&'a [f32], Vec<f32>)>,
}

impl<'a> Nearest<'a> {
    fn of(asked: &'a [Asked]) -> Self {
        let vectors = asked.iter().take(COMPARED);
        Self {
            of: vectors
                .map(|(_, vector)| (vector.as_slice(), Vec::new()))
                .collect(),
        }
    }

    /// Takes note of a vector of the store.
    fn see(&mut self, vector: &[f32]) {
        for (query, nearest) in &mut self.of {
            let product: f32 = vector.iter().zip(*query).map(|(a, b)| a * b).sum();
            let place = nearest.partition_point(|other| *other >= product);
            if place < NEAREST {
                nearest.insert(place, product);
                nearest.truncate(NEAREST);
            }
        }
    }

    /// How many of them the dense part of a search finds.
    async fn found_by(&self, store: &SqliteStore) -> anyhow::Result<usize> {
        let mut found = 0;
        for (vector, nearest) in &self.of {
            // Without words the fused order is that of the dense part.
            let hits = store.search(&query("", vector, NEAREST)).await?.candidates;
            let least = nearest.last().copied().unwrap_or(f32::INFINITY) - 1e-6;
            found += hits
                .iter()
                .filter(|hit| hit.similarity >= least)
                .count()
                .min(nearest.len());
        }
        Ok(found)
    }
}
