//! Passages embedded and pairs judged a second, by kernel.

use super::Part;
use crate::cli::say;
use crate::compose;
use crate::config::Config;
use groundwall_eval::workload;
use groundwall_inference::Precision;
use groundwall_ports::{Embedder as _, NliModel as _};
use serde_json::json;
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
        // The first run touches every weight and buffer once.
        models
            .embedder
            .embed(&passages[..passages.len().min(8)])
            .await?;
        models.nli.judge(&pairs[..pairs.len().min(8)]).await?;
        let started = Instant::now();
        models.embedder.embed(&passages).await?;
        let embedding = passages.len() as f64 / started.elapsed().as_secs_f64();
        let started = Instant::now();
        models.nli.judge(&pairs).await?;
        let judging = pairs.len() as f64 / started.elapsed().as_secs_f64();
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
                reader.ready().await?;
                reader.judge(&pairs[..pairs.len().min(8)]).await?;
                // A quarter of the pairs: each costs eight times the screen's arithmetic.
                let started = Instant::now();
                reader.judge(&pairs[..count.max(1)]).await?;
                let reading = count.max(1) as f64 / started.elapsed().as_secs_f64();
                lines.push(format!(
                    "{}: {reading:.1} pairs read a second",
                    reader.identity().kernel
                ));
                Some(reading)
            }
        };
        rows.push(json!({
            "embedder_kernel": models.embedder.identity().kernel, "verifier_kernel": models.nli.identity().kernel,
            "passages_per_second": embedding, "tokenising_us": tokenising, "pairs_per_second": judging, "pairs_read_per_second": reading,
        }));
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
