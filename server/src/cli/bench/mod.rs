//! `groundwall bench`: what this program does on this machine, in the figures of docs/performance.md.

mod ingest;
mod material;
mod models;
mod query;
mod start;
mod verification;

use super::{Done, Format};
use crate::config::Config;
use clap::{Args, ValueEnum};
use groundwall_inference::{Precision, Roofline};
use serde_json::json;

#[derive(Args)]
pub(super) struct BenchArgs {
    /// What is measured; everything when nothing is named.
    #[arg(value_enum)]
    what: Vec<What>,
    /// models: passages to embed; four times as many pairs are judged.
    #[arg(long, default_value_t = 512)]
    passages: usize,
    /// models: leave the comparison with f32 out.
    #[arg(long)]
    no_f32: bool,
    /// models: run every kernel that this CPU has.
    #[arg(long)]
    kernels: bool,
    /// verification, query: passages of the collection. A million take about 5 GB of disk for a query.
    #[arg(long, value_delimiter = ',', default_values_t = [10_000, 100_000])]
    sizes: Vec<usize>,
    /// ingest: pages of the PDF.
    #[arg(long, default_value_t = 500)]
    pages: usize,
    /// verification: write what every claim was judged against, a line of JSON for each answer, for other programs to do the same work.
    #[arg(long, value_name = "FILE")]
    write_windows: Option<std::path::PathBuf>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum What {
    /// The int8 products of each kernel beside the peak of one core.
    Roofline,
    /// Passages embedded and pairs judged a second.
    Models,
    /// An answer of 8 claims against collections of several sizes.
    Verification,
    /// A hybrid query, and the recall of its dense part.
    Query,
    /// A long PDF from bytes to searchable.
    Ingest,
    /// A cold start, and memory with 20,000 passages.
    Start,
}

/// One part's figures, for people and for programs.
struct Part {
    name: &'static str,
    lines: Vec<String>,
    figures: serde_json::Value,
}

pub(super) async fn run(config: &Config, args: BenchArgs, format: Format) -> anyhow::Result<Done> {
    anyhow::ensure!(
        args.passages > 0 && args.pages > 0,
        "--passages and --pages must be at least 1"
    );
    anyhow::ensure!(
        args.sizes.iter().all(|size| *size >= 1_000),
        "--sizes must be at least 1000"
    );
    let all = [
        What::Roofline,
        What::Models,
        What::Verification,
        What::Query,
        What::Ingest,
        What::Start,
    ];
    let wanted = if args.what.is_empty() {
        all.to_vec()
    } else {
        args.what.clone()
    };
    let mut figures = serde_json::Map::new();
    for what in wanted {
        let part = match what {
            What::Roofline => roofline(),
            What::Models => models::run(config, args.passages, &kernels(config, &args)).await?,
            What::Verification => {
                verification::run(config, &args.sizes, args.write_windows.as_deref()).await?
            }
            What::Query => query::run(config, &args.sizes).await?,
            What::Ingest => ingest::run(config, args.pages).await?,
            What::Start => start::run(config).await?,
        };
        if format == Format::Text {
            part.lines.iter().for_each(|line| println!("{line}"));
        }
        figures.insert(part.name.to_owned(), part.figures);
    }
    if format == Format::Json {
        println!("{}", serde_json::to_string_pretty(&figures)?);
    }
    Ok(Done::Passed)
}

fn roofline() -> Part {
    let (mut lines, mut figures) = (Vec::new(), Vec::new());
    for Roofline {
        kernel,
        peak,
        product,
    } in groundwall_inference::roofline()
    {
        lines.push(format!(
            "{kernel}, one core: {product:.0} · 10⁹ multiply-adds a second in a layer of 192 × 384 × 1536, {:.0} % of the peak of {peak:.0}",
            100.0 * product / peak
        ));
        figures.push(json!({"kernel": kernel, "peak_gmacs": peak, "product_gmacs": product}));
    }
    Part {
        name: "roofline",
        lines,
        figures: json!(figures),
    }
}

fn kernels(config: &Config, args: &BenchArgs) -> Vec<Precision> {
    let mut kinds = if args.kernels {
        Precision::available()
    } else {
        vec![config.models.precision, Precision::F32]
    };
    kinds.dedup();
    if args.no_f32 {
        kinds.retain(|kind| *kind != Precision::F32);
    }
    kinds
}

/// A value of /proc/…/status in MiB; none where the system has no such file.
fn mebibytes(process: &str, name: &str) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with(name))?;
    let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes / 1_024)
}

/// The value below which a share of the sorted values lies.
fn quantile(sorted: &[f64], share: f64) -> f64 {
    sorted
        .get(((sorted.len() as f64 * share) as usize).min(sorted.len().saturating_sub(1)))
        .copied()
        .unwrap_or(f64::NAN)
}
