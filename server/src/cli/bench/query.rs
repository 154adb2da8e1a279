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
        let queries: Vec<(String, Vec<f32>)> = (0..QUERIES)
            .map(|_| (other.phrase(12), other.vector()))
            .collect();
        // Dot products of the exact nearest of each query, the largest first.
        let mut nearest: Vec<Vec<f32>> = vec![Vec::new(); COMPARED];
        let dir = tempfile::tempdir()?;
        let store = material::fill(
            dir.path(),
            &identity,
            dimensions,
            &mut material.corpus(1),
            *size,
            |vector| {
                for (nearest, (_, query)) in nearest.iter_mut().zip(&queries) {
                    let product: f32 = vector.iter().zip(query).map(|(a, b)| a * b).sum();
                    let place = nearest.partition_point(|other| *other >= product);
                    if place < NEAREST {
                        nearest.insert(place, product);
                        nearest.truncate(NEAREST);
                    }
                }
            },
        )
        .await?;
        drop(store);
        let store = SqliteStore::open(
            &dir.path().join("passages.sqlite"),
            &identity.sha256,
            dimensions,
        )
        .await?;
        let query = |text: &str, vector: &[f32], top_k: usize| SearchQuery {
            collection: CollectionId::default(),
            text: text.to_owned(),
            vector: vector.to_vec(),
            top_k,
            identifiers: Vec::new(),
            documents: Vec::new(),
        };
        let mut times = Vec::new();
        for (text, vector) in &queries {
            let query = query(text, vector, 7);
            let started = Instant::now();
            store.search(&query).await?;
            times.push(started.elapsed().as_secs_f64());
        }
        let mut found = 0;
        for ((_, vector), nearest) in queries.iter().zip(&nearest) {
            // Without words the fused order is that of the dense part.
            let hits = store.search(&query("", vector, NEAREST)).await?.candidates;
            let least = nearest.last().copied().unwrap_or(f32::INFINITY) - 1e-6;
            found += hits
                .iter()
                .filter(|hit| hit.similarity >= least)
                .count()
                .min(nearest.len());
        }
        times.sort_by(f64::total_cmp);
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
