//! `groundwall packs`: which rule packs there are, what they do, and whether one is right.

use super::{Done, Format};
use crate::compose;
use crate::config::Config;
use crate::structured;
use anyhow::Context as _;
use clap::{Args, Subcommand};
use groundwall_governance::pack::{Pack, Packs, RuleLine, SCHEMA, bundled, examples};
use serde_json::json;
use std::path::{Path, PathBuf};
use std::sync::Arc;

#[derive(Args)]
pub(super) struct PacksArgs {
    #[command(subcommand)]
    command: PacksCommand,
}

#[derive(Subcommand)]
enum PacksCommand {
    /// Show the packs, which are on, and their hashes.
    List,
    /// Say what is wrong with pack files, with file, line and column; 1 where something is, 2 where a file cannot be read.
    Check {
        #[arg(required = true, value_name = "FILE")]
        files: Vec<PathBuf>,
    },
    /// Run the examples that packs carry; 1 where one comes out otherwise.
    Test {
        /// A pack's name or file; without it all packs.
        #[arg(value_name = "NAME|FILE")]
        pack: Option<String>,
    },
    /// Say what each rule of a pack does, or one of them.
    Explain {
        /// A pack's name or file; `NAME/RULE` for one of its rules.
        #[arg(value_name = "NAME|FILE|NAME/RULE")]
        pack: String,
    },
    /// Print the JSON Schema of a pack file.
    Schema,
}

pub(super) fn run(config: &Config, args: PacksArgs, format: Format) -> anyhow::Result<Done> {
    match args.command {
        PacksCommand::List => list(config, format),
        PacksCommand::Check { files } => check(&files),
        PacksCommand::Test { pack } => {
            let file = pack.as_deref().map(Path::new).filter(|path| path.is_file());
            let beside = file.map_or(config.packs.dir.as_deref(), Path::parent);
            test(&chosen(config, pack.as_deref())?, beside, format)
        }
        PacksCommand::Explain { pack } => {
            let file = Path::new(&pack).is_file().then(|| Path::new(&pack));
            let beside = file.map_or(config.packs.dir.as_deref(), Path::parent);
            let (pack, rule) = match pack.split_once('/') {
                Some((pack, rule)) if file.is_none() => (pack, Some(rule)),
                _ => (pack.as_str(), None),
            };
            explain(&chosen(config, Some(pack))?, rule, beside, format)
        }
        PacksCommand::Schema => {
            print!("{SCHEMA}");
            Ok(Done::Passed)
        }
    }
}

/// The rules of a pack, over texts and over answers in JSON.
fn rules(pack: &Pack, beside: Option<&Path>) -> anyhow::Result<Vec<RuleLine>> {
    let mut rules = pack.rules();
    if let Some(section) = structured::packs::section(pack, beside)? {
        rules.extend(section.pack.rules());
    }
    Ok(rules)
}

/// How many examples a pack carries, over texts and over answers in JSON.
fn example_count(pack: &Pack, beside: Option<&Path>) -> anyhow::Result<usize> {
    let section = structured::packs::section(pack, beside)?;
    let over_json = section.map_or(0, |section| section.pack.example_count());
    Ok(pack.examples.len().saturating_add(over_json))
}

/// The packs that are meant: all, one file, or one by its name.
fn chosen(config: &Config, pack: Option<&str>) -> anyhow::Result<Vec<Arc<Pack>>> {
    let Some(pack) = pack else {
        return Ok(compose::packs(config)?.all());
    };
    let path = Path::new(pack);
    if path.is_file() {
        return Ok(vec![Arc::new(compose::pack(path)?)]);
    }
    let packs = compose::packs(config)?;
    Ok(vec![packs.find(pack)?])
}

fn list(config: &Config, format: Format) -> anyhow::Result<Done> {
    let packs: Packs = compose::packs(config)?;
    let on = packs
        .active(&config.policy.packs)
        .context("policy.packs")?
        .identities();
    let all = packs.all();
    let rows: Vec<(&Arc<Pack>, bool)> = all
        .iter()
        .map(|pack| (pack, on.contains(&pack.identity)))
        .collect();
    let beside = config.packs.dir.as_deref();
    match format {
        Format::Json => {
            let row = |(pack, on): &(&Arc<Pack>, bool)| -> anyhow::Result<serde_json::Value> {
                Ok(json!({
                    "name": pack.identity.name, "version": pack.identity.version, "sha256": pack.identity.sha256,
                    "description": pack.description, "on": on, "rules": rules(pack, beside)?.len(), "examples": example_count(pack, beside)?,
                }))
            };
            let rows = rows.iter().map(row).collect::<anyhow::Result<Vec<_>>>()?;
            println!("{}", serde_json::to_string_pretty(&rows)?);
        }
        Format::Text => {
            for (pack, on) in rows {
                println!(
                    "{:<3} {:<18} {:<4} {:>3} rules  {}  {}",
                    if on { "on" } else { "off" },
                    pack.identity.name,
                    pack.identity.version,
                    rules(pack, beside)?.len(),
                    pack.identity.sha256.get(..12).unwrap_or_default(),
                    pack.description
                );
            }
        }
    }
    Ok(Done::Passed)
}

fn check(files: &[PathBuf]) -> anyhow::Result<Done> {
    let (mut wrong, mut unread) = (false, false);
    for file in files {
        match compose::pack(file).and_then(beside_bundled) {
            Ok(pack) => println!(
                "{}: {} with {} rules and {} examples",
                file.display(),
                pack.source(),
                rules(&pack, file.parent())?.len(),
                example_count(&pack, file.parent())?
            ),
            Err(error) => {
                println!("{error:#}");
                let cannot_be_read = error.is::<std::io::Error>();
                unread |= cannot_be_read;
                wrong |= !cannot_be_read;
            }
        }
    }
    Ok(match (unread, wrong) {
        (true, _) => Done::Failed,
        (false, true) => Done::Below,
        (false, false) => Done::Passed,
    })
}

/// A pack, unless it has the name of one that the program carries and is another: the two could not be loaded together.
fn beside_bundled(pack: Pack) -> anyhow::Result<Pack> {
    let own = bundled()?;
    match own
        .iter()
        .find(|own| own.identity.name == pack.identity.name)
    {
        Some(own) if own.identity.sha256 != pack.identity.sha256 => {
            Err(pack.named_as_bundled().into())
        }
        Some(_) | None => Ok(pack),
    }
}

fn test(packs: &[Arc<Pack>], beside: Option<&Path>, format: Format) -> anyhow::Result<Done> {
    let mut all = Vec::new();
    for pack in packs {
        let over_json = structured::packs::examples(pack, beside, structured::this_year())?;
        for outcome in examples::run(pack)?.into_iter().chain(over_json) {
            all.push((pack.as_ref(), outcome));
        }
    }
    let missed = all
        .iter()
        .filter(|(_, outcome)| !outcome.misses.is_empty())
        .count();
    match format {
        Format::Json => {
            let rows: Vec<_> = all
                .iter()
                .map(|(pack, outcome)| {
                    json!({"pack": pack.identity.name, "file": pack.file, "example": outcome.name, "line": outcome.line, "misses": outcome.misses})
                })
                .collect();
            println!("{}", serde_json::to_string_pretty(&rows)?);
        }
        Format::Text => {
            for (pack, outcome) in &all {
                for miss in &outcome.misses {
                    let (file, line) = (&pack.file, outcome.line);
                    println!("{file}:{line}: “{}”: {miss}", outcome.name);
                }
            }
            println!(
                "{} of {} examples hold",
                all.len().saturating_sub(missed),
                all.len()
            );
        }
    }
    anyhow::ensure!(
        !all.is_empty(),
        "there is no example to run; add an [[example]] to the pack"
    );
    Ok(if missed == 0 {
        Done::Passed
    } else {
        Done::Below
    })
}

fn explain(
    packs: &[Arc<Pack>],
    rule: Option<&str>,
    beside: Option<&Path>,
    format: Format,
) -> anyhow::Result<Done> {
    for pack in packs {
        let mut rules = rules(pack, beside)?;
        if let Some(rule) = rule {
            rules.retain(|own| own.id == rule);
            anyhow::ensure!(
                !rules.is_empty(),
                "{} has no rule {rule}; `groundwall packs explain {0}` lists its rules",
                pack.identity.name
            );
        }
        if format == Format::Json {
            println!("{}", serde_json::to_string_pretty(&rules)?);
            continue;
        }
        println!(
            "{}  {}\n{}\n",
            pack.source(),
            pack.identity.sha256,
            pack.description
        );
        for rule in rules {
            let arrow = if rule.actions.is_empty() { "" } else { " → " };
            println!(
                "{:<11} {:<24} {}{arrow}{}",
                rule.sort, rule.id, rule.text, rule.actions
            );
        }
    }
    Ok(Done::Passed)
}
