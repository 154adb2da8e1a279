//! `groundwall eval`: figures of labelled sets.

mod answers;
mod cases;
mod rows;
mod suite;
mod tables;

use self::rows::{Misses, Rows};
use super::{Done, Format, say};
use crate::compose;
use crate::config::Config;
use anyhow::Context as _;
use clap::{Args, ValueEnum};
use groundwall_core::policy::{Closeness, PolicyOverride, Preset};
use groundwall_eval::twins::{Fault, corrupt};
use groundwall_eval::{
    Detection, Figures, Half, Label, PairRow, Route, Row, Seen, evaluate, sample,
};
use std::fs::File;
use std::io::{BufRead, BufReader, Cursor};
use std::path::PathBuf;
use std::sync::Arc;

#[derive(Args)]
pub(super) struct EvalArgs {
    /// Sets of rows {"evidence","claim","label"} or {"answer","sources","hallucinated"}, one a line.
    #[arg(required_unless_present_any = ["suite", "tables", "answers", "cases"], value_name = "SET.jsonl")]
    sets: Vec<PathBuf>,
    /// Prints every figure of docs/accuracy.md beside its bar: the hand-written suite of this directory, mixed answers, corrupted twins, labelled sets, baselines.
    #[arg(long, value_name = "DIR", num_args = 0..=1, default_missing_value = "data/suite", conflicts_with_all = ["sets", "pairs", "preset", "half", "features", "misses", "twins"])]
    suite: Option<PathBuf>,
    /// Prints the figures of docs/tables.md: questions and claims about the tables of this directory, through the whole product.
    #[arg(long, value_name = "DIR", num_args = 0..=1, default_missing_value = "data/tables", conflicts_with_all = ["sets", "suite", "pairs", "preset", "half", "features", "misses", "twins"])]
    tables: Option<PathBuf>,
    /// Asks and verifies what `questions.jsonl` of this folder holds about the folder's documents, or the rows of the files that are named instead: `{"question","answers"}` (answers empty where it is not covered) or `{"claim","label"}`.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["suite", "tables", "pairs", "preset", "half", "features", "twins", "rows", "verifier"])]
    answers: Option<PathBuf>,
    /// Runs cases with an expected outcome (data/benchmark) through the whole product, each answer in the place of a language model's draft, and prints how many come out as expected, by category.
    #[arg(long, value_name = "CASES.jsonl", conflicts_with_all = ["sets", "suite", "tables", "answers", "pairs", "preset", "half", "features", "misses", "twins", "rows", "verifier"])]
    cases: Option<PathBuf>,
    /// With `--cases`: again with each layer switched off by itself.
    #[arg(long, requires = "cases")]
    ablation: bool,
    /// Where the labelled sets of `--suite` lie; a set that is not there is not run, and the suite fails.
    #[arg(
        long,
        value_name = "DIR",
        requires = "suite",
        default_value = "data/sets"
    )]
    sets_dir: PathBuf,
    /// One raw forward of the verifier a pair, instead of the product's path.
    #[arg(long, conflicts_with = "preset")]
    pairs: bool,
    /// With `--pairs`, for rows with a question in the claim's place: the reader, and what other thresholds than its own would let through.
    #[arg(long, requires = "pairs")]
    reader: bool,
    /// The rule that turns scores into verdicts.
    #[arg(long, value_enum, default_value = "firewall")]
    preset: PresetArg,
    /// Only one half of each set, parted by a hash of the evidence.
    #[arg(long, value_enum, default_value = "both")]
    half: HalfArg,
    /// Only so many rows of each set, chosen by a hash of the row: the same ones every time.
    #[arg(long, value_name = "N")]
    rows: Option<usize>,
    /// How closely claims are read.
    #[arg(long, value_enum, conflicts_with = "pairs")]
    verifier: Option<VerifierArg>,
    /// Writes what the learned judge reads of each row to this file, one row a line (models/judge/training).
    #[arg(long, value_name = "FILE", conflicts_with_all = ["pairs", "preset"])]
    features: Option<PathBuf>,
    /// Instead of each set: its supported rows and, beside each, its twins with one thing changed (number, date, name, negation, roles).
    #[arg(long, conflicts_with = "pairs")]
    twins: bool,
    /// Writes the rows that were judged wrongly to this file, with the reasons; with `--answers` every row.
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
enum VerifierArg {
    /// The screen picks sentences and the reader decides.
    Precise,
    /// The screen alone.
    Fast,
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
    println!(
        "{}: {} rows, majority {}",
        figures.set,
        figures.rows,
        share(figures.majority_share)
    );
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
    println!(
        "  labels: {supported} SUPPORTED, {contradicted} CONTRADICTED, {neutral} NEUTRAL, {unsupported} UNSUPPORTED"
    );
    println!(
        "  {:.1} rows/s, p50 {} ms, p95 {} ms",
        figures.pairs_per_second,
        share(figures.p50_ms),
        share(figures.p95_ms)
    );
    if let (Some(verified), Some(unverified)) = (figures.claims_verified, figures.claims_unverified)
    {
        let met = figures
            .meets_target
            .map_or("no claim to judge it by", |met| {
                if met { "met" } else { "not met" }
            });
        println!(
            "  claims: {verified} verified, {unverified} unverified; hallucination rate {} (target 5 %: {met})",
            share(figures.hallucination_rate)
        );
    }
    if let (Some(found), Some(all)) = (figures.hallucinated, figures.flag_every_answer) {
        let Detection {
            precision,
            recall,
            f1,
        } = found;
        println!(
            "  hallucinated answers: precision {}  recall {}  F1 {} (flagging every answer: F1 {})",
            share(precision),
            share(recall),
            share(f1),
            share(all.f1)
        );
    }
}

/// Shares of the supported rows and of the others that each threshold would let through.
fn print_thresholds(scores: &[(f32, bool)]) {
    for least in (1..20)
        .filter(|_| !scores.is_empty())
        .map(|step| step as f32 / 20.0)
    {
        let passed = |wanted: bool| {
            let rows: Vec<f32> = scores
                .iter()
                .filter(|(_, supported)| *supported == wanted)
                .map(|(score, _)| *score)
                .collect();
            rows.iter().filter(|score| **score >= least).count() as f64 / rows.len().max(1) as f64
        };
        println!(
            "  from {least:.2}: {:.3} of the supported, {:.3} of the others",
            passed(true),
            passed(false)
        );
    }
}

/// The supported pairs of a half, each followed by its twins.
fn with_twins(lines: impl BufRead, half: Half) -> anyhow::Result<String> {
    let mut out = String::new();
    for (number, line) in lines.lines().enumerate() {
        let Some(pair) = Row::parse(number as u64 + 1, &line?)?.supported(half) else {
            continue;
        };
        let twins = Fault::ALL
            .into_iter()
            .filter_map(|fault| corrupt(&pair.claim, &pair.evidence, fault, number as u64 + 1));
        let twins = twins.map(|claim| PairRow {
            claim,
            label: Label::Unsupported,
            ..pair.clone()
        });
        for row in std::iter::once(pair.clone()).chain(twins) {
            out.push_str(&serde_json::to_string(&row)?);
            out.push('\n');
        }
    }
    Ok(out)
}

pub(super) async fn run(config: &Config, args: EvalArgs, format: Format) -> anyhow::Result<Done> {
    if let Some(dir) = &args.answers {
        return answers::run(config, dir, &args.sets, args.misses.as_deref(), format).await;
    }
    if let Some(path) = &args.cases {
        return cases::run(config, path, args.ablation, format).await;
    }
    let files: Vec<(PathBuf, File)> = args
        .sets
        .iter()
        .map(|path| {
            Ok((
                path.clone(),
                File::open(path).with_context(|| format!("cannot read {}", path.display()))?,
            ))
        })
        .collect::<anyhow::Result<_>>()?;
    if let Some(dir) = &args.suite {
        return suite::run(config, dir, &args.sets_dir, args.rows, format).await;
    }
    if let Some(dir) = &args.tables {
        return tables::run(config, dir, format).await;
    }
    let models = compose::models(config, &say).await?;
    let dir = tempfile::tempdir().context("cannot create a temporary directory")?;
    let route = if args.reader {
        let reader = models
            .reader
            .context("there is no reader: another verifier is set")?;
        Route::Questions(reader, groundwall_engine::ANSWERS)
    } else if args.pairs {
        Route::Pairs(models.nli)
    } else {
        let preset = match args.preset {
            PresetArg::Firewall => Preset::Firewall,
            PresetArg::SimilarityNli => Preset::SimilarityNli,
            PresetArg::Cosine => Preset::Cosine,
            PresetArg::Nli => Preset::Nli,
        };
        let firewall = compose::throwaway(config, models, dir.path()).await?;
        let verifier = args.verifier.map(|verifier| match verifier {
            VerifierArg::Precise => Closeness::Precise,
            VerifierArg::Fast => Closeness::Fast,
        });
        Route::Product(
            Arc::new(firewall),
            PolicyOverride {
                preset: Some(preset),
                verifier,
                ..PolicyOverride::default()
            },
        )
    };
    let half = match args.half {
        HalfArg::Both => Half::Both,
        HalfArg::Tuning => Half::Tuning,
        HalfArg::Reported => Half::Reported,
    };
    let mut rows = args
        .features
        .as_deref()
        .map(|path| Rows::create(config, path))
        .transpose()?;
    let mut misses = args.misses.as_deref().map(Misses::create).transpose()?;
    let mut all = Vec::new();
    for (path, file) in files {
        let mut set = path
            .file_stem()
            .map(|stem| stem.to_string_lossy().into_owned())
            .unwrap_or_default();
        let mut lines: Box<dyn BufRead> = Box::new(BufReader::new(file));
        if args.twins {
            set.push_str("+twins");
            lines = Box::new(Cursor::new(
                with_twins(lines, half).with_context(|| format!("{}", path.display()))?,
            ));
        }
        let half = if args.twins { Half::Both } else { half };
        if let Some(most) = args.rows {
            lines = Box::new(Cursor::new(
                sample(lines, half, most).with_context(|| format!("{}", path.display()))?,
            ));
        }
        let mut scores: Vec<(f32, bool)> = Vec::new();
        let observe = |seen: &Seen| {
            if args.reader {
                scores.push((seen.score, seen.label == Label::Supported));
            }
            if seen.number.is_multiple_of(500) {
                say(&format!("{set}: {} rows", seen.number));
            }
            rows.as_mut()
                .map_or(Ok(()), |rows| rows.write(&set, seen))?;
            misses
                .as_mut()
                .map_or(Ok(()), |misses| misses.write(&set, seen))
        };
        let figures = evaluate(&set, lines, half, &route, observe)
            .await
            .with_context(|| format!("{}", path.display()))?;
        if format == Format::Text {
            print(&figures);
            print_thresholds(&scores);
        }
        all.push(figures);
    }
    if format == Format::Json {
        println!("{}", serde_json::to_string_pretty(&all)?);
    }
    Ok(Done::Passed)
}
