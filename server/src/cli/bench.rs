//! `groundwall bench`: what the models do on this machine, in the precision of the configuration and in f32.

use super::{Done, Format, say};
use crate::compose;
use crate::config::Config;
use clap::Args;
use groundwall_eval::workload;
use groundwall_inference::Precision;
use groundwall_ports::{Embedder as _, NliModel as _};
use serde_json::json;
use std::time::Instant;

#[derive(Args)]
pub(super) struct BenchArgs {
    /// Passages to embed; four times as many pairs are judged.
    #[arg(long, default_value_t = 512)]
    passages: usize,
    /// Leave the comparison with f32 out.
    #[arg(long)]
    no_f32: bool,
    /// Run every kernel that this CPU has.
    #[arg(long)]
    kernels: bool,
}

pub(super) async fn run(config: &Config, args: BenchArgs, format: Format) -> anyhow::Result<Done> {
    anyhow::ensure!(args.passages > 0, "--passages must be at least 1");
    let mut kinds = if args.kernels { Precision::available() } else { vec![config.models.precision] };
    if args.no_f32 {
        kinds.retain(|kind| *kind != Precision::F32);
    } else if !args.kernels && config.models.precision != Precision::F32 {
        kinds.push(Precision::F32);
    }
    let (passages, pairs) = (workload::passages(args.passages), workload::pairs(4 * args.passages));
    let mut rows = Vec::new();
    for precision in kinds {
        let mut config = config.clone();
        config.models.precision = precision;
        let models = compose::models(&config, &say).await?;
        // The first run touches every weight and buffer once.
        models.embedder.embed(&passages[..passages.len().min(8)]).await?;
        models.nli.judge(&pairs[..pairs.len().min(8)]).await?;
        let started = Instant::now();
        models.embedder.embed(&passages).await?;
        let embedding = passages.len() as f64 / started.elapsed().as_secs_f64();
        let started = Instant::now();
        models.nli.judge(&pairs).await?;
        let judging = pairs.len() as f64 / started.elapsed().as_secs_f64();
        if format == Format::Text {
            println!("{}: {embedding:.1} passages embedded a second", models.embedder.identity().kernel);
            println!("{}: {judging:.1} pairs judged a second", models.nli.identity().kernel);
        }
        rows.push(json!({
            "embedder_kernel": models.embedder.identity().kernel, "verifier_kernel": models.nli.identity().kernel,
            "passages_per_second": embedding, "pairs_per_second": judging,
        }));
    }
    match format {
        Format::Json => println!("{}", serde_json::to_string_pretty(&rows)?),
        Format::Text => {
            if let [chosen, exact] = rows.as_slice() {
                let ratio = |name: &str| chosen[name].as_f64().zip(exact[name].as_f64()).map_or(f64::NAN, |(a, b)| a / b);
                println!(
                    "against f32: {:.1} times the passages, {:.1} times the pairs",
                    ratio("passages_per_second"),
                    ratio("pairs_per_second")
                );
            }
        }
    }
    Ok(Done::Passed)
}
