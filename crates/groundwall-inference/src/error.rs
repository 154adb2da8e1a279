//! Why a model did not load.

use std::path::PathBuf;

/// Why a model did not load. Each message says which file and what to do.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    #[error(
        "cannot read {path}: {source}. Check models.dir, or restore the file from the repository"
    )]
    Read {
        path: PathBuf,
        source: std::io::Error,
    },
    #[error(
        "{path} is not what the manifest says (SHA-256 {actual}, expected {expected}); restore the file from the repository"
    )]
    Hash {
        path: PathBuf,
        expected: String,
        actual: String,
    },
    #[error(
        "{path} is not what was pulled (SHA-256 {actual}, then {expected}); delete it and pull the model again"
    )]
    Changed {
        path: PathBuf,
        expected: String,
        actual: String,
    },
    #[error("{path} cannot be understood: {why}")]
    Format { path: PathBuf, why: String },
    #[error("the manifest {path} has no model with role {role}")]
    Missing { path: PathBuf, role: &'static str },
    #[error("{what} is not supported: {why}")]
    Unsupported { what: String, why: String },
    #[error(
        "the hub did not deliver {file} of {repo}: {why}. Check the id, the network and HF_TOKEN"
    )]
    Hub {
        repo: String,
        file: String,
        why: String,
    },
    #[error("the model does not fit its configuration: {0}")]
    Candle(#[from] candle_core::Error),
}
