//! `groundwall verify`: a gate. 0 passed, 1 below the bar, 2 wrong use, unreadable document or missing model.

use super::{Done, Format, ingest, say, structured, tell, text, told};
use crate::compose;
use crate::config::Config;
use crate::lock::DataDirLock;
use anyhow::Context as _;
use clap::Args;
use groundwall_core::request::Subject;
use groundwall_core::{Report, Verification};
use groundwall_engine::Firewall;
use groundwall_ports::FirewallService as _;
use std::path::{Path, PathBuf};

#[derive(Args)]
pub(super) struct VerifyArgs {
    /// Verify against this folder or file alone, in a throwaway store; without it against the data directory.
    #[arg(long, value_name = "DIR")]
    docs: Option<PathBuf>,
    /// A file with one claim per line; `-` reads standard input.
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["answer", "json"],
        required_unless_present_any = ["answer", "json"]
    )]
    claims: Option<PathBuf>,
    /// A file with a whole answer; `-` reads standard input.
    #[arg(long, value_name = "FILE", conflicts_with = "json")]
    answer: Option<PathBuf>,
    /// A file with a model's list of items, as JSON; `-` reads standard input. It is held against a pack and the one document of --docs.
    #[arg(long, value_name = "FILE", requires = "pack")]
    json: Option<PathBuf>,
    /// The rule pack that says what the items of --json are: the name of one that the program carries, or a file that ends in .toml.
    #[arg(long, value_name = "NAME", requires = "json")]
    pack: Option<String>,
    /// Least support ratio that passes, in (0, 1].
    #[arg(long, value_name = "R", default_value_t = 1.0, conflicts_with = "json")]
    fail_under: f64,
}

fn read(path: &Path) -> anyhow::Result<String> {
    if path == Path::new("-") {
        return std::io::read_to_string(std::io::stdin()).context("cannot read standard input");
    }
    std::fs::read_to_string(path)
        .with_context(|| format!("cannot read {} as UTF-8 text", path.display()))
}

fn subject(args: &VerifyArgs) -> anyhow::Result<Subject> {
    if let Some(path) = &args.answer {
        return Ok(Subject::Answer(read(path)?));
    }
    let path = args
        .claims
        .as_deref()
        .context("give --claims or --answer")?;
    Ok(Subject::Claims(
        read(path)?
            .lines()
            .map(str::trim)
            .filter(|line| !line.is_empty())
            .map(str::to_owned)
            .collect(),
    ))
}

/// Whether a report reaches the bar; nothing to check, or a part that did not run, never does.
fn passes(report: &Report, bar: f64) -> bool {
    report.degraded.is_empty()
        && report
            .summary
            .support_ratio
            .is_some_and(|ratio| ratio >= bar)
}

pub(super) async fn run(config: &Config, args: VerifyArgs, format: Format) -> anyhow::Result<Done> {
    anyhow::ensure!(
        args.fail_under > 0.0 && args.fail_under <= 1.0,
        "--fail-under must lie above 0 and at most at 1"
    );
    if let (Some(json), Some(pack)) = (&args.json, &args.pack) {
        return structured::run(config, read(json)?, args.docs.as_deref(), pack, format).await;
    }
    let verification = Verification::of(subject(&args)?);
    verification.validate()?;
    let report = match &args.docs {
        Some(docs) => {
            anyhow::ensure!(docs.exists(), "{} does not exist", docs.display());
            let dir = tempfile::tempdir().context("cannot create a temporary directory")?;
            let models = compose::models(config, &say).await?;
            let firewall = compose::throwaway(config, models, dir.path()).await?;
            against(&firewall, docs, config.limits.file_bytes).await?;
            told(firewall.verify_watched(verification, &tell)).await?
        }
        None => {
            let _lock = DataDirLock::take(&config.data_dir)?;
            let models = compose::models(config, &say).await?;
            let firewall = compose::firewall(config, models, &config.data_dir).await?;
            let report = told(firewall.verify_watched(verification, &tell)).await?;
            firewall.close().await;
            report
        }
    };
    match format {
        Format::Json => println!("{}", serde_json::to_string_pretty(&report)?),
        Format::Text => print!("{}", text::verification(&report)),
    }
    Ok(if passes(&report, args.fail_under) {
        Done::Passed
    } else {
        Done::Below
    })
}

async fn against(firewall: &Firewall, docs: &Path, file_bytes: u64) -> anyhow::Result<()> {
    let outcomes = ingest::take(firewall, &[docs.to_owned()], file_bytes).await?;
    let unread: Vec<&str> = outcomes
        .iter()
        .filter(|(_, result)| result.is_err())
        .map(|(name, _)| name.as_str())
        .collect();
    anyhow::ensure!(
        unread.is_empty(),
        "cannot verify: unreadable documents: {}",
        unread.join(", ")
    );
    anyhow::ensure!(
        !outcomes.is_empty(),
        "there is no document in {}",
        docs.display()
    );
    Ok(())
}
