//! `groundwall eval`: figures of labelled sets.

mod answers;
mod cases;
mod figures;
mod rows;
mod sets;
mod suite;
mod tables;

use super::{Done, Format, say};
use crate::config::Config;
use clap::{Args, ValueEnum};
use groundwall_core::policy::{Closeness, Preset};
use groundwall_eval::Half;
use std::path::PathBuf;

#[derive(Args)]
pub(super) struct EvalArgs {
    /// Sets of rows {"evidence","claim","label"} or {"answer","sources","hallucinated"}, one a line. A label is SUPPORTED, CONTRADICTED, NEUTRAL, or UNSUPPORTED (either of the two before it), in any case.
    #[arg(required_unless_present_any = ["suite", "tables", "answers", "cases"], value_name = "SET.jsonl")]
    sets: Vec<PathBuf>,
    /// Prints every figure of docs/accuracy.md beside its bar: the hand-written suite of this directory, mixed answers, corrupted twins, labelled sets, baselines.
    #[arg(long, value_name = "DIR", num_args = 0..=1, default_missing_value = "data/suite", conflicts_with_all = ["sets", "pairs", "preset", "half", "features", "misses", "twins"])]
    suite: Option<PathBuf>,
    /// Prints the figures of docs/tables.md: questions and claims about the tables of this directory, through the whole product.
    #[arg(long, value_name = "DIR", num_args = 0..=1, default_missing_value = "data/tables", conflicts_with_all = ["sets", "suite", "pairs", "preset", "half", "features", "misses", "twins"])]
    tables: Option<PathBuf>,
    /// Asks and verifies what `questions.jsonl` of this folder holds about the folder's documents, or the rows of the files that are named instead: `{"question","answers"}` (answers empty where it is not covered) or `{"claim","label"}` (label true or false).
    #[arg(long, value_name = "DIR", conflicts_with_all = ["suite", "tables", "pairs", "preset", "half", "twins", "rows", "verifier"])]
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
    /// Writes what the learned judge reads of each row to this file, one row a line (models/judge/training); with `--answers` of each claim.
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

impl From<HalfArg> for Half {
    fn from(half: HalfArg) -> Self {
        match half {
            HalfArg::Both => Self::Both,
            HalfArg::Tuning => Self::Tuning,
            HalfArg::Reported => Self::Reported,
        }
    }
}

impl From<VerifierArg> for Closeness {
    fn from(verifier: VerifierArg) -> Self {
        match verifier {
            VerifierArg::Precise => Self::Precise,
            VerifierArg::Fast => Self::Fast,
        }
    }
}

impl From<PresetArg> for Preset {
    fn from(preset: PresetArg) -> Self {
        match preset {
            PresetArg::Firewall => Self::Firewall,
            PresetArg::SimilarityNli => Self::SimilarityNli,
            PresetArg::Cosine => Self::Cosine,
            PresetArg::Nli => Self::Nli,
        }
    }
}

pub(super) async fn run(config: &Config, args: EvalArgs, format: Format) -> anyhow::Result<Done> {
    if let Some(dir) = &args.answers {
        return answers::run(config, dir, &args, format).await;
    }
    if let Some(path) = &args.cases {
        return cases::run(config, path, args.ablation, format).await;
    }
    if let Some(dir) = &args.suite {
        return suite::run(config, dir, &args.sets_dir, args.rows, format).await;
    }
    if let Some(dir) = &args.tables {
        return tables::run(config, dir, format).await;
    }
    sets::run(config, &args, format).await
}
