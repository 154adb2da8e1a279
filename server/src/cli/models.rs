//! `groundwall models`: what is in use, and other models by hub id.

use super::{Done, Format, generator, say};
use crate::config::Config;
use anyhow::Context as _;
use clap::{Args, Subcommand};
use groundwall_inference::{CandleNli, LoadedFiles, Manifest, ManifestModel, Role};
use groundwall_ports::NliModel as _;
use serde_json::{Value, json};
use std::io::{BufRead as _, IsTerminal as _, Write as _};
use std::path::{Path, PathBuf};

/// Files over this are no weights that this product can hold.
pub(super) const LARGEST: u64 = 8 << 30;

#[derive(Args)]
pub(super) struct ModelsArgs {
    #[command(subcommand)]
    command: Option<ModelsCommand>,
}

#[derive(Subcommand)]
enum ModelsCommand {
    /// Download an NLI model by its hub id, as `cross-encoder/nli-deberta-v3-base`, or a language model that drafts: `pull generator`. Licence and size are shown
    /// first.
    Pull {
        /// The id of an NLI model, or the word `generator`.
        id: String,
        /// Behind `generator`: the id of a language model with GGUF files.
        generator: Option<String>,
        /// Behind `generator`: which of its GGUF files; without it the one in q4_k_m.
        #[arg(long)]
        file: Option<String>,
        /// Branch, tag or commit.
        #[arg(long, default_value = "main")]
        revision: String,
        /// Download without asking.
        #[arg(long)]
        yes: bool,
    },
}

pub(super) async fn run(config: &Config, args: ModelsArgs, format: Format) -> anyhow::Result<Done> {
    match args.command {
        None => {
            list(config, format)?;
            generator::list(config, format).await
        }
        Some(ModelsCommand::Pull {
            id,
            generator,
            file,
            revision,
            yes,
        }) => {
            if id == "generator" {
                let id = generator.as_deref().unwrap_or(generator::USUAL);
                let wanted = generator::Wanted {
                    id,
                    file: file.as_deref(),
                    revision: &revision,
                };
                return generator::pull(config, &wanted, yes, format).await;
            }
            anyhow::ensure!(
                generator.is_none() && file.is_none(),
                "a second name and --file belong to: groundwall models pull generator"
            );
            pull(config, &id, &revision, yes, format).await
        }
    }
}

/// Whether the person at the terminal says yes; without one only `--yes` does.
pub(super) fn agreed() -> anyhow::Result<bool> {
    anyhow::ensure!(
        std::io::stdin().is_terminal(),
        "nothing was downloaded: there is no terminal to ask at; say --yes"
    );
    eprint!("Download it? [y/N] ");
    std::io::stderr().flush()?;
    let mut answer = String::new();
    std::io::stdin().lock().read_line(&mut answer)?;
    Ok(matches!(answer.trim().to_lowercase().as_str(), "y" | "yes"))
}

async fn pull(
    config: &Config,
    id: &str,
    revision: &str,
    yes: bool,
    format: Format,
) -> anyhow::Result<Done> {
    let (endpoint, cache) = (config.models.hub_endpoint.as_deref(), config.hub_dir());
    let model = groundwall_inference::describe(id, revision, endpoint, &cache).await?;
    let weights = model
        .files
        .iter()
        .find(|(name, _)| name == "model.safetensors");
    anyhow::ensure!(
        weights.is_some(),
        "{id} has no model.safetensors; choose a model with safetensors weights"
    );
    let bytes: u64 = model.files.iter().filter_map(|(_, bytes)| *bytes).sum();
    say(&format!("{id}, commit {}", model.commit));
    say(&format!(
        "  licence {}, {:.1} MB",
        model.license,
        bytes as f64 / 1e6
    ));
    anyhow::ensure!(
        bytes <= LARGEST,
        "{id} has {:.1} GB of weights; at most {} GB are taken",
        bytes as f64 / 1e9,
        LARGEST >> 30
    );
    if !yes && !agreed()? {
        say("Nothing was downloaded.");
        return Ok(Done::Below);
    }
    // The commit, not the branch: the weights under a name never change behind a report.
    let dir = groundwall_inference::fetch(id, &model.commit, endpoint, &cache).await?;
    let files = LoadedFiles::from_dir(&dir, id)?;
    let precision = config.models.precision;
    let nli = tokio::task::spawn_blocking(move || CandleNli::start(&files, precision))
        .await?
        .with_context(|| format!("{id} was downloaded but is no NLI model that can be used"))?;
    let (sha256, kernel) = (nli.identity().sha256.clone(), nli.identity().kernel.clone());
    if format == Format::Json {
        let shown = json!({"id": id, "commit": model.commit, "license": model.license, "bytes": bytes, "directory": dir, "sha256": sha256, "kernel": kernel});
        println!("{}", serde_json::to_string_pretty(&shown)?);
    } else {
        println!(
            "{id} is in {}\n  weights {sha256}, runs as {kernel}",
            dir.display()
        );
        println!(
            "To use it:\n[models]\nverifier = \"{id}\"\nrevision = \"{}\"",
            model.commit
        );
        println!(
            "It is not calibrated for your documents: groundwall calibrate --docs DIR prints the probability to ask for."
        );
    }
    Ok(Done::Passed)
}

fn list(config: &Config, format: Format) -> anyhow::Result<()> {
    let dir = config.models_dir();
    let manifest = Manifest::read(&dir)?;
    let mut all = Vec::new();
    for model in &manifest.model {
        // Reading compares every file with its hash.
        manifest
            .files(model.role)
            .with_context(|| format!("{} is damaged", model.name))?;
        let listed = Listed::of(model, &dir, config);
        if format == Format::Text {
            listed.print();
        }
        all.push(listed.json());
    }
    if format == Format::Json {
        println!("{}", serde_json::to_string_pretty(&all)?);
    }
    Ok(())
}

/// A bundled model as it is listed.
struct Listed<'a> {
    model: &'a ManifestModel,
    role: &'static str,
    directory: PathBuf,
    bytes: u64,
    calibrated: bool,
    /// What the configuration uses instead.
    replaced: Option<&'a str>,
}

impl<'a> Listed<'a> {
    fn of(model: &'a ManifestModel, dir: &Path, config: &'a Config) -> Self {
        let role = match model.role {
            Role::Embedder => "embedder",
            Role::Verifier => "verifier",
            Role::Reader => "reader",
            Role::Judge => "judge",
        };
        let replaced = match model.role {
            Role::Embedder => config.models.embedder.as_deref(),
            Role::Verifier => config.models.verifier.as_deref(),
            // Beside another verifier the reader does not run.
            Role::Reader | Role::Judge => None,
        };
        let directory = dir.join(&model.dir);
        let bytes = model
            .files
            .keys()
            .filter_map(|name| std::fs::metadata(directory.join(name)).ok())
            .map(|file| file.len())
            .sum();
        let calibrated = model.role == Role::Judge
            || model
                .thresholds
                .is_some_and(|thresholds| thresholds.calibrated);
        Self {
            model,
            role,
            directory,
            bytes,
            calibrated,
            replaced,
        }
    }

    fn json(&self) -> Value {
        let Self {
            model,
            role,
            directory,
            bytes,
            calibrated,
            replaced,
        } = self;
        json!({
            "role": role, "name": model.name, "revision": model.revision, "license": model.license, "directory": directory, "bytes": bytes,
            "calibrated": calibrated, "files": model.files, "replaced_by": replaced,
        })
    }

    fn print(&self) {
        let model = self.model;
        println!(
            "{}: {} ({}), {:.1} MB in {}",
            self.role,
            model.name,
            model.license,
            self.bytes as f64 / 1e6,
            self.directory.display()
        );
        println!(
            "  revision {}, hashes match{}",
            model.revision,
            if self.calibrated { ", calibrated" } else { "" }
        );
        for (name, hash) in &model.files {
            println!("  {hash}  {name}");
        }
        if let Some(other) = self.replaced {
            println!("  the configuration uses {other} instead");
        }
    }
}
