//! What int8 changes: labels of pairs, AUC of "supported", and cosines of embeddings, against f32 on labelled sets.
//!
//! `cargo run --release -p groundwall-inference --example precision -- [--rows N] SET.jsonl..`

use groundwall_core::{NliLabel, Verdict};
use groundwall_eval::{Row, Tally};
use groundwall_inference::{CandleEmbedder, CandleNli, Manifest, Precision, Role};
use groundwall_ports::{Embedder as _, NliModel as _, Pair};
use std::io::BufRead as _;
use std::path::Path;
use std::time::Duration;

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let mut sets: Vec<String> = std::env::args().skip(1).collect();
    let mut limit = usize::MAX;
    if sets.first().is_some_and(|first| first == "--rows") && sets.len() > 1 {
        limit = sets[1].parse()?;
        sets.drain(..2);
    }
    if sets.is_empty() {
        return Err("give at least one SET.jsonl".into());
    }
    tokio::runtime::Builder::new_current_thread()
        .build()?
        .block_on(compare(&sets, limit))
}

async fn compare(sets: &[String], limit: usize) -> Result<(), Failure> {
    let manifest = Manifest::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models"))?;
    let (embedder, verifier) = (
        manifest.load(Role::Embedder)?,
        manifest.load(Role::Verifier)?,
    );
    let nli =
        [Precision::Auto, Precision::F32].map(|precision| CandleNli::start(&verifier, precision));
    let [fast, exact] = nli;
    let (fast, exact) = (fast?, exact?);
    let embedders = (
        CandleEmbedder::start(&embedder, Precision::Auto)?,
        CandleEmbedder::start(&embedder, Precision::F32)?,
    );
    let (mut rows, mut changed, mut cosines) = (0usize, 0usize, Vec::new());
    for set in sets {
        let mut tallies = [Tally::default(), Tally::default()];
        let mut batch = Vec::new();
        let mut of_set = 0;
        for (number, line) in std::io::BufReader::new(std::fs::File::open(set)?)
            .lines()
            .enumerate()
            .take(limit)
        {
            let Row::Pair(row) = Row::parse(number as u64 + 1, &line?)? else {
                return Err(format!("{set} holds answers, not pairs").into());
            };
            batch.push(row);
            if batch.len() < 64 {
                continue;
            }
            changed += judge(&mut batch, &fast, &exact, &mut tallies, &mut of_set).await?;
        }
        let last: Vec<String> = batch
            .iter()
            .take(32)
            .map(|row| row.evidence.clone())
            .collect();
        changed += judge(&mut batch, &fast, &exact, &mut tallies, &mut of_set).await?;
        let (a, b) = (
            embedders.0.embed(&last).await?,
            embedders.1.embed(&last).await?,
        );
        cosines.extend(
            a.iter()
                .zip(&b)
                .map(|(a, b)| a.iter().zip(b).map(|(a, b)| a * b).sum::<f32>()),
        );
        let [a, b] = tallies.map(|tally| {
            tally
                .figures(set, Duration::from_secs(1))
                .auc
                .unwrap_or(f64::NAN)
        });
        println!(
            "{set}: {of_set} rows, AUC {a:.4} ({}) against {b:.4} ({}), difference {:+.4}",
            fast.identity().kernel,
            exact.identity().kernel,
            a - b
        );
        rows += of_set;
    }
    println!(
        "{changed} of {rows} labels changed: {:.2} %",
        100.0 * changed as f64 / rows.max(1) as f64
    );
    let least = cosines.iter().copied().fold(f32::INFINITY, f32::min);
    println!(
        "{} embeddings: cosine {:.5} on average, {least:.5} at least",
        cosines.len(),
        cosines.iter().sum::<f32>() / cosines.len().max(1) as f32
    );
    Ok(())
}

async fn judge(
    batch: &mut Vec<groundwall_eval::PairRow>,
    fast: &CandleNli,
    exact: &CandleNli,
    tallies: &mut [Tally; 2],
    rows: &mut usize,
) -> Result<usize, Failure> {
    let pairs: Vec<Pair> = batch
        .iter()
        .map(|row| Pair {
            window: row.evidence.clone(),
            claim: row.claim.clone(),
        })
        .collect();
    let (a, b) = (fast.judge(&pairs).await?, exact.judge(&pairs).await?);
    let mut changed = 0;
    for ((row, a), b) in batch.drain(..).zip(a).zip(b) {
        *rows += 1;
        changed += usize::from(a.label() != b.label());
        for (tally, scores) in tallies.iter_mut().zip([a, b]) {
            let verdict = match scores.label() {
                NliLabel::Entailment => Verdict::Supported,
                NliLabel::Contradiction => Verdict::Refuted,
                NliLabel::Neutral => Verdict::Unsupported,
            };
            tally.add(
                row.label,
                verdict,
                scores.entailment,
                Duration::from_millis(1),
            );
        }
    }
    Ok(changed)
}
