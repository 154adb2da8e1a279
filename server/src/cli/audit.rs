//! `groundwall audit`: whether the log of decisions is whole, its head, its files, and what may go.

use super::{Done, Format, Printed};
use crate::config::Config;
use crate::lock::DataDirLock;
use anyhow::Context as _;
use clap::{Args, Subcommand};
use groundwall_audit::{Chain, Fault, file};
use groundwall_ledger::SqliteLedger;
use groundwall_ports::{PortError, Records as _};
use serde_json::json;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

#[derive(Args)]
pub(super) struct AuditArgs {
    #[command(subcommand)]
    command: AuditCommand,
}

#[derive(Subcommand)]
enum AuditCommand {
    /// Say whether the log is whole, or which entry was changed, taken out or moved; 1 where something is wrong.
    Verify {
        /// A file of `groundwall audit export --format json`; without it the log of the data directory, with its reports.
        #[arg(value_name = "FILE")]
        file: Option<PathBuf>,
        /// The head that you kept: finds an end that was cut off.
        #[arg(long, value_name = "HASH")]
        head: Option<String>,
    },
    /// Print the hash of the newest entry, to be kept where nobody who writes to the log can change it.
    Head,
    /// Write the log as one file: JSON for `groundwall audit verify FILE`, or with --format html a page that opens offline and verifies itself.
    Export {
        /// Where to; without it to standard output.
        #[arg(long, short, value_name = "FILE")]
        out: Option<PathBuf>,
    },
    /// Sign off all entries of before a day and take them out; what follows stays verifiable.
    Prune {
        /// As 2026-01-01, in UTC.
        #[arg(long, value_name = "DAY")]
        before: String,
    },
}

/// The ledger of the data directory, which must be there. A server may run on it.
async fn ledger(config: &Config) -> anyhow::Result<SqliteLedger> {
    let path = config.data_dir.join("ledger.sqlite");
    anyhow::ensure!(
        path.is_file(),
        "there is no ledger in {}; name the data directory with --data-dir",
        config.data_dir.display()
    );
    let ledger = SqliteLedger::open(&path).await.map_err(plain)?;
    let disputed = groundwall_governance::review::ReviewRules::bundled()?.disputed();
    Ok(ledger.told(crate::actor::current, |_| None, disputed))
}

fn plain(error: PortError) -> anyhow::Error {
    anyhow::anyhow!("{error}")
}

pub(super) async fn run(
    config: &Config,
    args: AuditArgs,
    printed: Printed,
) -> anyhow::Result<Done> {
    let AuditCommand::Export { out } = args.command else {
        return other(config, args.command, printed.plain()?).await;
    };
    let ledger = ledger(config).await?;
    match printed {
        Printed::Html => export(&ledger, true, out).await,
        Printed::Text | Printed::Json => export(&ledger, false, out).await,
        Printed::Junit | Printed::Sarif => Err(anyhow::anyhow!(
            "--format junit and sarif are for groundwall verify; use json or html"
        )),
    }
}

async fn other(config: &Config, command: AuditCommand, format: Format) -> anyhow::Result<Done> {
    match command {
        AuditCommand::Verify { file, head } => {
            let head = head.as_deref().map(str::trim);
            let result = match file {
                Some(path) => of_file(&path, head)?,
                None => ledger(config)
                    .await?
                    .verify_audit(head)
                    .await
                    .map_err(plain)?,
            };
            told(result, format)
        }
        AuditCommand::Head => {
            let page = ledger(config).await?.audit(None, None, 1).await;
            let page = page.map_err(plain)?;
            match format {
                Format::Json => println!("{}", json!({"head": page.head, "entries": page.total})),
                Format::Text => println!("{}", page.head.context("the log has no entry yet")?),
            }
            Ok(Done::Passed)
        }
        AuditCommand::Export { out } => export(&ledger(config).await?, false, out).await,
        AuditCommand::Prune { before } => prune(config, &before, format).await,
    }
}

fn of_file(path: &Path, head: Option<&str>) -> anyhow::Result<Result<Chain, Vec<Fault>>> {
    let bytes =
        std::fs::read(path).with_context(|| format!("{} cannot be read", path.display()))?;
    file::verify(&bytes, head).map_err(|why| anyhow::anyhow!("{}: {why}", path.display()))
}

/// Says what was found.
fn told(result: Result<Chain, Vec<Fault>>, format: Format) -> anyhow::Result<Done> {
    match (&result, format) {
        (Ok(chain), Format::Json) => println!(
            "{}",
            json!({"whole": true, "entries": chain.entries, "first": chain.first, "head": chain.head})
        ),
        (Ok(chain), Format::Text) => {
            let from = if chain.first > 1 {
                format!(
                    ", from number {} on; what was before was signed off",
                    chain.first
                )
            } else {
                String::new()
            };
            println!(
                "The log is whole: {} {}{from}.",
                chain.entries,
                if chain.entries == 1 {
                    "entry"
                } else {
                    "entries"
                }
            );
            if let Some(head) = &chain.head {
                println!("Head {head}");
            }
        }
        (Err(faults), Format::Json) => {
            let faults: Vec<_> = faults
                .iter()
                .map(|fault| json!({"entry": fault.number(), "what": fault.name(), "message": fault.to_string()}))
                .collect();
            println!("{}", json!({"whole": false, "faults": faults}));
        }
        (Err(faults), Format::Text) => {
            for fault in faults {
                println!("{fault}");
            }
        }
    }
    Ok(if result.is_ok() {
        Done::Passed
    } else {
        Done::Below
    })
}

async fn export(ledger: &SqliteLedger, html: bool, out: Option<PathBuf>) -> anyhow::Result<Done> {
    let mut target: Box<dyn Write + Send> = match &out {
        Some(path) => {
            let made = File::create(path);
            let made = made.with_context(|| format!("{} cannot be written", path.display()))?;
            Box::new(BufWriter::new(made))
        }
        None => Box::new(BufWriter::new(std::io::stdout())),
    };
    let (before, behind) = if html { file::html_around() } else { ("", "") };
    target.write_all(before.as_bytes())?;
    let write = |line: &str| {
        if html {
            target.write_all(file::in_html(line).as_bytes())
        } else {
            target.write_all(line.as_bytes())
        }
    };
    let entries = ledger.export_audit(write).await.map_err(plain)?;
    target.write_all(behind.as_bytes())?;
    target.flush()?;
    if let Some(path) = out {
        super::say(&format!("{entries} entries in {}", path.display()));
    }
    Ok(Done::Passed)
}

async fn prune(config: &Config, before: &str, format: Format) -> anyhow::Result<Done> {
    let day: jiff::civil::Date = before
        .parse()
        .with_context(|| format!("{before} is no day; write it as 2026-01-01"))?;
    let _lock = DataDirLock::take(&config.data_dir)?;
    let ledger = ledger(config).await?;
    let time = format!("{day}T00:00:00Z");
    let last = ledger.prune_audit(&time).await.map_err(plain)?;
    match (last, format) {
        (last, Format::Json) => println!("{}", json!({"through": last})),
        (Some(last), Format::Text) => {
            println!("Entries up to {last} were signed off and taken out.");
        }
        (None, Format::Text) => println!("There are no entries of before {day}."),
    }
    Ok(Done::Passed)
}
