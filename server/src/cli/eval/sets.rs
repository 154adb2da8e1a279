//! `groundwall eval SET.jsonl..`: labelled sets, one after the other.

use super::EvalArgs;
use super::figures::{print, print_thresholds};
use super::rows::{Misses, Rows};
use super::{Done, Format, say};
use crate::compose::{self, Models};
use crate::config::Config;
use anyhow::Context as _;
use groundwall_core::policy::PolicyOverride;
use groundwall_eval::twins::{Fault, corrupt};
use groundwall_eval::{Half, Label, PairRow, Route, Row, Seen, evaluate, sample};
use std::fs::File;
use std::io::{BufRead, BufReader, Cursor};
use std::path::{Path, PathBuf};
use std::sync::Arc;

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

/// A set as it is judged.
struct Set {
    name: String,
    lines: Box<dyn BufRead>,
    half: Half,
}

impl Set {
    /// The set of a file, with twins and as a sample where the arguments say so.
    fn of(path: &Path, file: File, args: &EvalArgs) -> anyhow::Result<Self> {
        let name = path
            .file_stem()
            .map(|stem| stem.to_string_lossy().into_owned())
            .unwrap_or_default();
        let mut set = Self {
            name,
            lines: Box::new(BufReader::new(file)),
            half: args.half.into(),
        };
        if args.twins {
            set.name.push_str("+twins");
            set.lines = Box::new(Cursor::new(
                with_twins(set.lines, set.half).with_context(|| format!("{}", path.display()))?,
            ));
            set.half = Half::Both;
        }
        if let Some(most) = args.rows {
            set.lines = Box::new(Cursor::new(
                sample(set.lines, set.half, most).with_context(|| format!("{}", path.display()))?,
            ));
        }
        Ok(set)
    }
}

/// What is written of each row beside the figures.
struct Written {
    rows: Option<Rows>,
    misses: Option<Misses>,
}

impl Written {
    fn create(config: &Config, args: &EvalArgs) -> anyhow::Result<Self> {
        let rows = args.features.as_deref();
        Ok(Self {
            rows: rows.map(|path| Rows::create(config, path)).transpose()?,
            misses: args.misses.as_deref().map(Misses::create).transpose()?,
        })
    }

    fn write(&mut self, set: &str, seen: &Seen) -> std::io::Result<()> {
        if let (Some(rows), Some(report)) = (&mut self.rows, &seen.report) {
            rows.write(set, &seen.text, seen.label, report)?;
        }
        if let Some(misses) = &mut self.misses {
            misses.write(set, seen)?;
        }
        Ok(())
    }
}

/// What judges the rows; `dir` is for the store of the product's path.
async fn route(
    config: &Config,
    models: Models,
    args: &EvalArgs,
    dir: &Path,
) -> anyhow::Result<Route> {
    if args.reader {
        let reader = models
            .reader
            .context("there is no reader: another verifier is set")?;
        return Ok(Route::Questions(reader, groundwall_engine::ANSWERS));
    }
    if args.pairs {
        return Ok(Route::Pairs(models.nli));
    }
    let firewall = compose::throwaway(config, models, dir).await?;
    Ok(Route::Product(
        Arc::new(firewall),
        PolicyOverride {
            preset: Some(args.preset.into()),
            verifier: args.verifier.map(Into::into),
            ..PolicyOverride::default()
        },
    ))
}

pub(super) async fn run(config: &Config, args: &EvalArgs, format: Format) -> anyhow::Result<Done> {
    let files: Vec<(&PathBuf, File)> = args
        .sets
        .iter()
        .map(|path| {
            let file = File::open(path);
            Ok((
                path,
                file.with_context(|| format!("cannot read {}", path.display()))?,
            ))
        })
        .collect::<anyhow::Result<_>>()?;
    let models = compose::models(config, &say).await?;
    let dir = tempfile::tempdir().context("cannot create a temporary directory")?;
    let route = route(config, models, args, dir.path()).await?;
    let mut written = Written::create(config, args)?;
    let mut all = Vec::new();
    for (path, file) in files {
        let Set { name, lines, half } = Set::of(path, file, args)?;
        let mut scores: Vec<(f32, bool)> = Vec::new();
        let observe = |seen: &Seen| {
            if args.reader {
                scores.push((seen.score, seen.label == Label::Supported));
            }
            if seen.number.is_multiple_of(500) {
                say(&format!("{name}: {} rows", seen.number));
            }
            written.write(&name, seen)
        };
        let figures = evaluate(&name, lines, half, &route, observe)
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
