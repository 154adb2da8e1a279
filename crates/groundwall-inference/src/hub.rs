//! Weights by hub id, through hf-hub.

use crate::LoadError;
use hf_hub::api::tokio::{ApiBuilder, ApiRepo};
use serde::Deserialize;
use std::path::{Path, PathBuf};

const FILES: [&str; 3] = ["config.json", "tokenizer.json", "model.safetensors"];
const TOKENIZER: &str = "tokenizer.json";

/// A model as the hub describes it, before anything of it is downloaded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HubModel {
    /// The commit that the revision stands at.
    pub commit: String,
    /// As its card states it; `not stated` where it does not.
    pub license: String,
    /// The files that `fetch` downloads and that the hub has, with their sizes in bytes where it tells them.
    pub files: Vec<(String, Option<u64>)>,
}

fn failed(repo: &str, file: &str, why: impl std::fmt::Display) -> LoadError {
    LoadError::Hub {
        repo: repo.to_owned(),
        file: file.to_owned(),
        why: why.to_string(),
    }
}

/// A repository at a revision. `endpoint` replaces the public hub, for a mirror or a test; the token is read from `HF_TOKEN` when set.
fn repository(
    repo: &str,
    revision: &str,
    endpoint: Option<&str>,
    cache: &Path,
) -> Result<ApiRepo, LoadError> {
    let mut builder = ApiBuilder::new()
        .with_cache_dir(cache.to_owned())
        .with_progress(false)
        .with_token(std::env::var("HF_TOKEN").ok());
    if let Some(endpoint) = endpoint {
        builder = builder.with_endpoint(endpoint.trim_end_matches('/').to_owned());
    }
    let api = builder
        .build()
        .map_err(|error| failed(repo, "(client)", error))?;
    Ok(api.repo(hf_hub::Repo::with_revision(
        repo.to_owned(),
        hf_hub::RepoType::Model,
        revision.to_owned(),
    )))
}

/// Asks the hub for commit, licence and file sizes of `repo`, a model of another role than a generator's; downloads nothing.
///
/// # Errors
/// Fails when the hub cannot be reached or refuses, or when its answer is no listing.
pub async fn describe(
    repo: &str,
    revision: &str,
    endpoint: Option<&str>,
    cache: &Path,
) -> Result<HubModel, LoadError> {
    listing(repo, revision, endpoint, cache, |name| {
        FILES.contains(&name)
    })
    .await
}

/// [`describe`] for a language model: its GGUF files, of which one is to be chosen, and `tokenizer.json` where it has one.
///
/// # Errors
/// Fails when the hub cannot be reached or refuses, or when its answer is no listing.
pub async fn describe_generator(
    repo: &str,
    revision: &str,
    endpoint: Option<&str>,
    cache: &Path,
) -> Result<HubModel, LoadError> {
    let wanted = |name: &str| {
        name == TOKENIZER || (name.to_lowercase().ends_with(".gguf") && !name.contains(['/', '\\']))
    };
    listing(repo, revision, endpoint, cache, wanted).await
}

async fn listing(
    repo: &str,
    revision: &str,
    endpoint: Option<&str>,
    cache: &Path,
    wanted: impl Fn(&str) -> bool,
) -> Result<HubModel, LoadError> {
    #[derive(Deserialize)]
    struct Listing {
        sha: String,
        #[serde(default, rename = "cardData")]
        card: Card,
        siblings: Vec<Sibling>,
    }
    #[derive(Default, Deserialize)]
    struct Card {
        #[serde(default)]
        license: Option<serde_json::Value>,
    }
    #[derive(Deserialize)]
    struct Sibling {
        rfilename: String,
        #[serde(default)]
        size: Option<u64>,
    }
    const WHAT: &str = "(listing)";
    let request = repository(repo, revision, endpoint, cache)?
        .info_request()
        .query(&[("blobs", "true")]);
    let asked = async { request.send().await?.error_for_status()?.text().await };
    let text = asked
        .await
        .map_err(|error| failed(repo, WHAT, error.without_url()))?;
    let listing: Listing =
        serde_json::from_str(&text).map_err(|error| failed(repo, WHAT, error))?;
    let license = match listing.card.license {
        Some(serde_json::Value::String(license)) => license,
        Some(serde_json::Value::Array(all)) => all
            .iter()
            .filter_map(serde_json::Value::as_str)
            .collect::<Vec<_>>()
            .join(", "),
        _ => "not stated".to_owned(),
    };
    let files = listing
        .siblings
        .into_iter()
        .filter(|file| wanted(&file.rfilename))
        .map(|file| (file.rfilename, file.size));
    Ok(HubModel {
        commit: listing.sha,
        license,
        files: files.collect(),
    })
}

/// Downloads (or finds in `cache`) the files of `repo` and returns the directory that holds them.
///
/// # Errors
/// Fails when the hub does not deliver a file, or when it cannot be written into `cache`.
pub async fn fetch(
    repo: &str,
    revision: &str,
    endpoint: Option<&str>,
    cache: &Path,
) -> Result<PathBuf, LoadError> {
    download(repo, revision, endpoint, cache, &FILES).await
}

/// Downloads (or finds in `cache`) one GGUF file of `repo`, with `tokenizer.json` where `tokenizer` says that it has one, and returns their directory.
///
/// # Errors
/// Fails when the hub does not deliver a file, or when it cannot be written into `cache`.
pub async fn fetch_generator(
    repo: &str,
    revision: &str,
    endpoint: Option<&str>,
    cache: &Path,
    (file, tokenizer): (&str, bool),
) -> Result<PathBuf, LoadError> {
    let files = [TOKENIZER, file];
    let files = if tokenizer { &files[..] } else { &files[1..] };
    download(repo, revision, endpoint, cache, files).await
}

async fn download(
    repo: &str,
    revision: &str,
    endpoint: Option<&str>,
    cache: &Path,
    files: &[&str],
) -> Result<PathBuf, LoadError> {
    let model = repository(repo, revision, endpoint, cache)?;
    let mut dir = None;
    for file in files {
        let path = model
            .get(file)
            .await
            .map_err(|error| failed(repo, file, error))?;
        dir = path.parent().map(Path::to_owned);
    }
    dir.ok_or_else(|| failed(repo, "(files)", "no directory"))
}
