//! Passages embedded and pairs judged a second, by kernel.

use super::Part;
use crate::cli::say;
use crate::compose::{self, Models};
use crate::config::Config;
use groundwall_eval::workload;
use groundwall_inference::{BackgroundNli, Precision};
use groundwall_ports::{Embedder as _, NliModel as _, Pair};
use serde_json::{Value, json};
use std::time::Instant;

/// Measures each kernel of `kinds` on `count` passages and four times as many pairs.
pub(super) async fn run(
    config: &Config,
    count: usize,
    kinds: &[Precision],
) -> anyhow::Result<Part> {
    let (passages, pairs) = (workload::passages(count), workload::pairs(4 * count));
    let (mut rows, mut lines) = (Vec::new(), Vec::new());
    for precision in kinds {
        let mut config = config.clone();
        config.models.precision = *precision;
        let models = compose::models(&config, &say).await?;
        rows.push(measure(&models, &passages, &pairs, &mut lines).await?);
    }
    if let ([first, .., last], [.., Precision::F32]) = (rows.as_slice(), kinds) {
        let ratio = |name: &str| {
            first[name]
                .as_f64()
                .zip(last[name].as_f64())
                .map_or(f64::NAN, |(a, b)| a / b)
        };
        lines.push(format!(
            "against f32: {:.1} times the passages, {:.1} times the pairs",
            ratio("passages_per_second"),
            ratio("pairs_per_second")
        ));
    }
    Ok(Part {
        name: "models",
        lines,
        figures: json!(rows),
    })
}

/// How many of so many were done a second since a moment.
fn rate(many: usize, started: Instant) -> f64 {
    many as f64 / started.elapsed().as_secs_f64()
}

/// The figures of one kernel; its lines are added to those before.
async fn measure(
    models: &Models,
    passages: &[String],
    pairs: &[Pair],
    lines: &mut Vec<String>,
) -> anyhow::Result<Value> {
    // The first run touches every weight and buffer once.
    models
        .embedder
        .embed(&passages[..passages.len().min(8)])
        .await?;
    models.nli.judge(&pairs[..pairs.len().min(8)]).await?;
    let started = Instant::now();
    models.embedder.embed(passages).await?;
    let embedding = rate(passages.len(), started);
    let started = Instant::now();
    models.nli.judge(pairs).await?;
    let judging = rate(pairs.len(), started);
    lines.push(format!(
        "{}: {embedding:.1} passages embedded a second",
        models.embedder.identity().kernel
    ));
    let started = Instant::now();
    let tokens: usize = passages
        .iter()
        .map(|passage| models.embedder.count_tokens(passage))
        .sum();
    let tokenising = started.elapsed().as_secs_f64() * 1e6 / passages.len() as f64;
    lines.push(format!(
        "tokenising takes {tokenising:.0} µs a passage of {} tokens on one core",
        tokens / passages.len()
    ));
    lines.push(format!(
        "{}: {judging:.1} pairs judged a second",
        models.nli.identity().kernel
    ));
    let reading = match &models.reader {
        None => None,
        Some(reader) => {
            // A quarter of the pairs: each costs eight times the screen's arithmetic.
            let reading = read(reader, &pairs[..passages.len()]).await?;
            lines.push(format!(
                "{}: {reading:.1} pairs read a second",
                reader.identity().kernel
            ));
            Some(reading)
        }
    };
    Ok(json!({
        "embedder_kernel": models.embedder.identity().kernel, "verifier_kernel": models.nli.identity().kernel,
        "passages_per_second": embedding, "tokenising_us": tokenising, "pairs_per_second": judging, "pairs_read_per_second": reading,
    }))
}

/// Pairs that the reader reads a second, once it is loaded and warm.
async fn read(reader: &BackgroundNli, pairs: &[Pair]) -> anyhow::Result<f64> {
    reader.ready().await?;
    reader.judge(&pairs[..pairs.len().min(8)]).await?;
    let started = Instant::now();
    reader.judge(pairs).await?;
    Ok(rate(pairs.len(), started))
}
