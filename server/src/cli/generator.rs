//! Language models that draft in process: pulled, listed, and endpoints on this machine that could do it instead.

use super::models::{LARGEST, agreed};
use super::{Done, Format, say};
use crate::compose;
use crate::config::Config;
use anyhow::Context as _;
use groundwall_generator::nearby;
use groundwall_inference::{
    GeneratorFiles, HubModel, LocalGenerator, describe_generator, fetch_generator, pin_generator,
    pulled_generators,
};
use serde_json::json;

/// What `pull generator` brings without an id: small enough for two cores, and free to use (Apache-2.0).
pub(super) const USUAL: &str = "Qwen/Qwen2.5-0.5B-Instruct-GGUF";

/// How candle is told its threads. It reads this once, at its first product.
const THREADS: &str = "CANDLE_NUM_THREADS";

/// Which language model is to be pulled.
pub(super) struct Wanted<'a> {
    pub(super) id: &'a str,
    pub(super) file: Option<&'a str>,
    pub(super) revision: &'a str,
}

/// Starts this program again in its own place with the threads that the local model may have, unless it has been told before. Nothing runs yet.
pub(super) fn bind_threads(config: &Config) -> anyhow::Result<()> {
    let (Some(_), Some(threads)) = (&config.generator.local, config.generator.local_threads) else {
        return Ok(());
    };
    if std::env::var_os(THREADS).is_some() {
        return Ok(());
    }
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt as _;
        let program = std::env::current_exe().context("generator.local_threads")?;
        let error = std::process::Command::new(program)
            .args(std::env::args_os().skip(1))
            .env(THREADS, threads.to_string())
            .exec();
        Err(error).context("generator.local_threads: the program cannot be started again")
    }
    #[cfg(not(unix))]
    anyhow::bail!("generator.local_threads: set {THREADS}={threads} instead")
}

/// The GGUF file to download, with its size where the hub tells it.
fn chosen(model: &HubModel, wanted: &Wanted<'_>) -> anyhow::Result<(String, Option<u64>)> {
    let all: Vec<&(String, Option<u64>)> = model
        .files
        .iter()
        .filter(|(name, _)| name.to_lowercase().ends_with(".gguf"))
        .collect();
    let names: Vec<&str> = all.iter().map(|(name, _)| name.as_str()).collect();
    let usual = |name: &str| {
        let name = name.to_lowercase();
        name.contains("q4_k_m") && !name.contains("-of-")
    };
    let fits = |name: &str| match wanted.file {
        Some(file) => name == file,
        None => usual(name) || all.len() == 1,
    };
    let found = all.iter().find(|(name, _)| fits(name));
    let found = found.with_context(|| {
        let has = if names.is_empty() {
            "no GGUF file at its top".to_owned()
        } else {
            format!("{}; choose one with --file", names.join(", "))
        };
        format!("{} has {has}", wanted.id)
    })?;
    Ok((*found).clone())
}

pub(super) async fn pull(
    config: &Config,
    wanted: &Wanted<'_>,
    yes: bool,
    format: Format,
) -> anyhow::Result<Done> {
    let (id, endpoint, cache) = (
        wanted.id,
        config.models.hub_endpoint.as_deref(),
        config.hub_dir(),
    );
    let model = describe_generator(id, wanted.revision, endpoint, &cache).await?;
    let (file, size) = chosen(&model, wanted)?;
    let tokenizer = model
        .files
        .iter()
        .find(|(name, _)| name == "tokenizer.json");
    let more = tokenizer.and_then(|(_, bytes)| *bytes).unwrap_or(0);
    let bytes = size.map(|size| size.saturating_add(more));
    say(&format!("{id}, commit {}", model.commit));
    let said = bytes.map_or("size not stated".to_owned(), |bytes| {
        format!("{:.1} MB", bytes as f64 / 1e6)
    });
    say(&format!("  {file}, licence {}, {said}", model.license));
    anyhow::ensure!(
        bytes.is_none_or(|bytes| bytes <= LARGEST),
        "{file} is larger than the {} GB that are taken",
        LARGEST >> 30
    );
    if !yes && !agreed()? {
        say("Nothing was downloaded.");
        return Ok(Done::Below);
    }
    // The commit, not the branch: what is pinned stays what it is.
    let from = (file.as_str(), tokenizer.is_some());
    let dir = fetch_generator(id, &model.commit, endpoint, &cache, from).await?;
    let pulled = pin_generator(&cache, &dir, [id, &model.commit, &model.license, &file])?;
    try_out(config, GeneratorFiles::of(&cache, &pulled))
        .await
        .with_context(|| format!("{id} was downloaded but cannot draft here"))?;
    if format == Format::Json {
        let shown = json!({
            "id": id, "commit": pulled.commit, "license": pulled.license, "bytes": bytes, "directory": dir, "file": file,
            "sha256": pulled.sha256, "tokenizer_sha256": pulled.tokenizer_sha256,
        });
        println!("{}", serde_json::to_string_pretty(&shown)?);
    } else {
        println!("{id} is in {}\n  {file} {}", dir.display(), pulled.sha256);
        println!("To use it:\n[generator]\nlocal = \"{id}\"");
    }
    Ok(Done::Passed)
}

/// Loads a model once, hashes and all.
async fn try_out(config: &Config, files: GeneratorFiles) -> anyhow::Result<()> {
    let (tell, told) = tokio::sync::oneshot::channel();
    let heard = move |result: Result<(), &groundwall_inference::LoadError>| {
        let _ = tell.send(result.map_err(ToString::to_string));
    };
    let _model = LocalGenerator::start(files, compose::local_limits(config), heard)?;
    told.await?.map_err(anyhow::Error::msg)
}

/// The language models that were pulled, and the endpoints on this machine that answer.
pub(super) async fn list(config: &Config, format: Format) -> anyhow::Result<Done> {
    if format == Format::Json {
        return Ok(Done::Passed);
    }
    let cache = config.hub_dir();
    for pulled in pulled_generators(&cache)? {
        let files = GeneratorFiles::of(&cache, &pulled);
        files
            .check()
            .with_context(|| format!("{} is damaged", pulled.id))?;
        let bytes = std::fs::metadata(&files.gguf).map_or(0, |file| file.len());
        println!(
            "generator: {} ({}), {:.1} MB in {}",
            pulled.id,
            pulled.license,
            bytes as f64 / 1e6,
            cache.join(&pulled.dir).display()
        );
        println!("  revision {}, hashes match", pulled.commit);
        println!("  {}  {}", pulled.sha256, pulled.file);
        let used = config.generator.local.as_deref() == Some(pulled.id.as_str());
        println!(
            "  {}",
            if used {
                "drafts answers".to_owned()
            } else {
                format!("to use it set generator.local = \"{}\"", pulled.id)
            }
        );
    }
    if config.generator.base_url.is_none() && config.generator.local.is_none() {
        for line in offers(config).await {
            println!("{line}");
        }
    }
    Ok(Done::Passed)
}

/// A line for each endpoint that could be used. None is used unless somebody sets it.
async fn offers(config: &Config) -> Vec<String> {
    let found = nearby(&config.generator.look_at).await;
    let line = |endpoint: groundwall_generator::Nearby| {
        let groundwall_generator::Nearby {
            base_url,
            kind,
            model,
        } = endpoint;
        let model = model.map_or(String::new(), |model| {
            format!(" and generator.model = \"{model}\"")
        });
        format!(
            "An endpoint answers at {base_url} ({kind}); to use it set generator.base_url = \"{base_url}\"{model}"
        )
    };
    found.into_iter().map(line).collect()
}
