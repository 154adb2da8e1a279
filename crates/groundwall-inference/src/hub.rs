//! Weights by hub id, through hf-hub.

use crate::LoadError;
use std::path::{Path, PathBuf};

const FILES: [&str; 3] = ["config.json", "tokenizer.json", "model.safetensors"];

/// Downloads (or finds in `cache`) the files of `repo` and returns the directory that holds them.
/// `endpoint` replaces the public hub, for a mirror or a test; the token is read from `HF_TOKEN` when set.
pub async fn fetch(repo: &str, revision: &str, endpoint: Option<&str>, cache: &Path) -> Result<PathBuf, LoadError> {
    let failed = |file: &str, why: String| LoadError::Hub { repo: repo.to_owned(), file: file.to_owned(), why };
    let mut builder = hf_hub::api::tokio::ApiBuilder::new()
        .with_cache_dir(cache.to_owned())
        .with_progress(false)
        .with_token(std::env::var("HF_TOKEN").ok());
    if let Some(endpoint) = endpoint {
        builder = builder.with_endpoint(endpoint.trim_end_matches('/').to_owned());
    }
    let api = builder.build().map_err(|error| failed("(client)", error.to_string()))?;
    let model = api.repo(hf_hub::Repo::with_revision(repo.to_owned(), hf_hub::RepoType::Model, revision.to_owned()));
    let mut dir = None;
    for file in FILES {
        let path = model.get(file).await.map_err(|error| failed(file, error.to_string()))?;
        dir = path.parent().map(Path::to_owned);
    }
    dir.ok_or_else(|| failed("model.safetensors", "no directory".to_owned()))
}
