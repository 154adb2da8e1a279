//! `groundwall eval`: figures of labelled sets.

mod rows;
mod suite;
mod tables;

use self::rows::{Misses, Rows};
use super::{Done, Format, say};
use crate::compose;
use crate::config::Config;
use anyhow::Context as _;
use clap::{Args, ValueEnum};
use groundwall_core::policy::{PolicyOverride, Preset};
use groundwall_eval::twins::{Fault, corrupt};
use groundwall_eval::{Figures, Half, Label, PairRow, Route, Row, Seen, evaluate};
use std::fs::File;
use std::io::{BufRead, BufReader, Cursor};
use std::path::PathBuf;
use std::sync::Arc;

#[derive(Args)]
pub(super) struct EvalArgs {
    /// Sets of rows {"evidence","claim","label"} or {"answer","sources","hallucinated"}, one a line.
    #[arg(required_unless_present_any = ["suite", "tables"], value_name = "SET.jsonl")]
    sets: Vec<PathBuf>,
    /// Prints every figure of docs/accuracy.md beside its bar: the hand-written suite of this directory, mixed answers, corrupted twins, labelled sets, baselines.
    #[arg(long, value_name = "DIR", num_args = 0..=1, default_missing_value = "data/suite", conflicts_with_all = ["sets", "pairs", "preset", "half", "features", "misses", "twins"])]
    suite: Option<PathBuf>,
    /// Prints the figures of docs/tables.md: questions and claims about the tables of this directory, through the whole product.
    #[arg(long, value_name = "DIR", num_args = 0..=1, default_missing_value = "data/tables", conflicts_with_all = ["sets", "suite", "pairs", "preset", "half", "features", "misses", "twins"])]
    tables: Option<PathBuf>,
    /// Where the labelled sets of `--suite` lie; a set that is not there is not run, and the suite fails.
    #[arg(long, value_name = "DIR", requires = "suite", default_value = "data/sets")]
    sets_dir: PathBuf,
    /// One raw forward of the verifier a pair, instead of the product's path.
    #[arg(long, conflicts_with = "preset")]
    pairs: bool,
    /// The rule that turns scores into verdicts.
    #[arg(long, value_enum, default_value = "firewall")]
    preset: PresetArg,
    /// Only one half of each set, parted by a hash of the evidence.
    #[arg(long, value_enum, default_value = "both")]
    half: HalfArg,
    /// Writes what the learned judge reads of each row to this file, one row a line (models/judge/training).
    #[arg(long, value_name = "FILE", conflicts_with_all = ["pairs", "preset"])]
    features: Option<PathBuf>,
    /// Instead of each set: its supported rows and, beside each, its twins with one thing changed (number, date, name, negation, roles).
    #[arg(long, conflicts_with = "pairs")]
    twins: bool,
    /// Writes the rows that were judged wrongly to this file, with the reasons.
    #[arg(long, value_name = "FILE", conflicts_with = "pairs")]
    misses: Option<PathBuf>,
}

#[derive(Clone, Copy, ValueEnum)]
enum HalfArg {
    Both,
    Tuning,
    Reported,
}

#[derive(Clone, Copy, ValueEnum)]
enum PresetArg {
    Firewall,
    SimilarityNli,
    Cosine,
    Nli,
}

fn share(value: Option<f64>) -> String {
    value.map_or("–".to_owned(), |value| format!("{value:.3}"))
}

fn print(figures: &Figures) {
    println!("{}: {} rows, majority {}", figures.set, figures.rows, share(figures.majority_share));
    println!(
        "  balanced accuracy {}  AUC {}  false-accept rate {}",
        share(figures.balanced_accuracy),
        share(figures.auc),
        share(figures.false_accept_rate)
    );
    println!(
        "  precision {}  recall {}  F1 {}  three-way accuracy {}",
        share(figures.precision),
        share(figures.recall),
        share(figures.f1),
        share(figures.accuracy_three_way)
    );
    println!(
        "  accepted: {} true, {} false; rejected: {} true, {} false",
        figures.true_accepts, figures.false_accepts, figures.true_rejects, figures.false_rejects
    );
    let [supported, contradicted, neutral, unsupported] = figures.labels;
    println!("  labels: {supported} SUPPORTED, {contradicted} CONTRADICTED, {neutral} NEUTRAL, {unsupported} UNSUPPORTED");
    println!("  {:.1} rows/s, p50 {} ms, p95 {} ms", figures.pairs_per_second, share(figures.p50_ms), share(figures.p95_ms));
    if let (Some(verified), Some(unverified)) = (figures.claims_verified, figures.claims_unverified) {
        let met = figures.meets_target.map_or("no claim to judge it by", |met| if met { "met" } else { "not met" });
        println!(
            "  claims: {verified} verified, {unverified} unverified; hallucination rate {} (target 5 %: {met})",
            share(figures.hallucination_rate)
        );
    }
}

/// The supported pairs of a half, each followed by its twins.
fn with_twins(lines: impl BufRead, half: Half) -> anyhow::Result<String> {
    let mut out = String::new();
    for (number, line) in lines.lines().enumerate() {
        let Some(pair) = Row::parse(number as u64 + 1, &line?)?.supported(half) else { continue };
        let twins = Fault::ALL.into_iter().filter_map(|fault| corrupt(&pair.claim, &pair.evidence, fault, number as u64 + 1));
        let twins = twins.map(|claim| PairRow { claim, label: Label::Unsupported, ..pair.clone() });
        for row in std::iter::once(pair.clone()).chain(twins) {
            out.push_str(&serde_json::to_string(&row)?);
            out.push('\n');
        }
    }
    Ok(out)
}

pub(super) async fn run(config: &Config, args: EvalArgs, format: Format) -> anyhow::Result<Done> {
    let files: Vec<(PathBuf, File)> = args
        .sets
        .iter()
        .map(|path| Ok((path.clone(), File::open(path).with_context(|| format!("cannot read {}", path.display()))?)))
        .collect::<anyhow::Result<_>>()?;
    if let Some(dir) = &args.suite {
        return suite::run(config, dir, &args.sets_dir, format).await;
    }
    if let Some(dir) = &args.tables {
        return tables::run(config, dir, format).await;
    }
    let models = compose::models(config, &say).await?;
    let dir = tempfile::tempdir().context("cannot create a temporary directory")?;
    let route = if args.pairs {
        Route::Pairs(models.nli)
    } else {
        let preset = match args.preset {
            PresetArg::Firewall => Preset::Firewall,
            PresetArg::SimilarityNli => Preset::SimilarityNli,
            PresetArg::Cosine => Preset::Cosine,
            PresetArg::Nli => Preset::Nli,
        };
        let firewall = compose::throwaway(config, models, dir.path()).await?;
        Route::Product(Arc::new(firewall), PolicyOverride { preset: Some(preset), ..PolicyOverride::default() })
    };
    let half = match args.half {
        HalfArg::Both => Half::Both,
        HalfArg::Tuning => Half::Tuning,
        HalfArg::Reported => Half::Reported,
    };
    let mut rows = args.features.as_deref().map(|path| Rows::create(config, path)).transpose()?;
    let mut misses = args.misses.as_deref().map(Misses::create).transpose()?;
    let mut all = Vec::new();
    for (path, file) in files {
        let mut set = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        let mut lines: Box<dyn BufRead> = Box::new(BufReader::new(file));
        if args.twins {
            set.push_str("+twins");
            lines = Box::new(Cursor::new(with_twins(lines, half).with_context(|| format!("{}", path.display()))?));
        }
        let half = if args.twins { Half::Both } else { half };
        let observe = |seen: &Seen| {
            if seen.number.is_multiple_of(500) {
                say(&format!("{set}: {} rows", seen.number));
            }
            rows.as_mut().map_or(Ok(()), |rows| rows.write(&set, seen))?;
            misses.as_mut().map_or(Ok(()), |misses| misses.write(&set, seen))
        };
        let figures = evaluate(&set, lines, half, &route, observe).await.with_context(|| format!("{}", path.display()))?;
        if format == Format::Text {
            print(&figures);
        }
        all.push(figures);
    }
    if format == Format::Json {
        println!("{}", serde_json::to_string_pretty(&all)?);
    }
    Ok(Done::Passed)
}
