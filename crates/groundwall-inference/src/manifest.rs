//! `models/manifest.toml`: which weights are bundled, what they hash to, and how their scores are read.

use crate::{LoadError, Weights};
use groundwall_core::model::hex;
use groundwall_core::{ModelIdentity, Thresholds};
use serde::Deserialize;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// What a model is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    Embedder,
    /// Reads every window of a claim.
    Verifier,
    /// Reads closely what the verifier picked.
    Reader,
    /// Trees over the verifier's scores, and their lexicon.
    Judge,
}

impl Role {
    fn name(self) -> &'static str {
        match self {
            Self::Embedder => "embedder",
            Self::Verifier => "verifier",
            Self::Reader => "reader",
            Self::Judge => "judge",
        }
    }
}

/// One bundled model.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ManifestModel {
    pub role: Role,
    pub name: String,
    pub revision: String,
    pub license: String,
    /// Directory, relative to the manifest.
    pub dir: PathBuf,
    /// Longest input in tokens; nothing for a judge.
    #[serde(default)]
    pub max_tokens: usize,
    /// File name to SHA-256, lower-case hexadecimal.
    pub files: BTreeMap<String, String>,
    #[serde(default)]
    pub thresholds: Option<Thresholds>,
}

/// The bundled models.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    #[serde(skip)]
    root: PathBuf,
    pub model: Vec<ManifestModel>,
}

/// Contents of a model's files, with what is known of the model.
pub struct LoadedFiles {
    pub identity: ModelIdentity,
    pub thresholds: Thresholds,
    /// Longest input in tokens.
    pub max_tokens: usize,
    pub config: serde_json::Value,
    pub tokenizer: Vec<u8>,
    pub weights: Weights,
}

impl Manifest {
    /// Reads `manifest.toml` of a models directory.
    ///
    /// # Errors
    /// Fails when the file cannot be read, or is no manifest.
    pub fn read(dir: &Path) -> Result<Self, LoadError> {
        let path = dir.join("manifest.toml");
        let text = String::from_utf8(read(&path)?).map_err(|error| LoadError::Format {
            path: path.clone(),
            why: error.to_string(),
        })?;
        let mut manifest: Self = toml::from_str(&text).map_err(|error| LoadError::Format {
            path,
            why: error.to_string(),
        })?;
        dir.clone_into(&mut manifest.root);
        Ok(manifest)
    }

    /// The entry for a role.
    ///
    /// # Errors
    /// Fails when the manifest has no model with this role.
    pub fn find(&self, role: Role) -> Result<&ManifestModel, LoadError> {
        let missing = || LoadError::Missing {
            path: self.root.join("manifest.toml"),
            role: role.name(),
        };
        self.model
            .iter()
            .find(|model| model.role == role)
            .ok_or_else(missing)
    }

    /// Contents of the files of a role, each compared with its hash.
    ///
    /// # Errors
    /// Fails when the manifest has no model with this role, or when a file cannot be read or has another hash.
    pub fn files(&self, role: Role) -> Result<BTreeMap<String, Vec<u8>>, LoadError> {
        let model = self.find(role)?;
        let checked = |(name, expected): (&String, &String)| {
            let path = self.root.join(&model.dir).join(name);
            let bytes = read(&path)?;
            let actual = sha256(&bytes);
            if actual == *expected {
                Ok((name.clone(), bytes))
            } else {
                Err(LoadError::Hash {
                    path,
                    expected: expected.clone(),
                    actual,
                })
            }
        };
        model.files.iter().map(checked).collect()
    }

    /// Who the model of a role is, before anything is read: by the hashes of those of its files whose names end with `suffix` (several: the hash of their
    /// hashes). `kernel` is what will run it.
    ///
    /// # Errors
    /// Fails when the manifest has no model with this role, or when none of its files ends with `suffix`.
    pub fn identity(
        &self,
        role: Role,
        suffix: &str,
        kernel: &str,
    ) -> Result<ModelIdentity, LoadError> {
        let model = self.find(role)?;
        let hashes: Vec<String> = model
            .files
            .iter()
            .filter(|(name, _)| name.ends_with(suffix))
            .map(|(_, hash)| hash.clone())
            .collect();
        if hashes.is_empty() {
            return Err(LoadError::Missing {
                path: self.root.join(&model.dir).join(format!("*{suffix}")),
                role: role.name(),
            });
        }
        Ok(ModelIdentity {
            name: model.name.clone(),
            revision: model.revision.clone(),
            license: model.license.clone(),
            sha256: together(&hashes),
            kernel: kernel.to_owned(),
        })
    }

    /// How the scores of a role's model are read.
    ///
    /// # Errors
    /// Fails when the manifest has no model with this role.
    pub fn thresholds(&self, role: Role) -> Result<Thresholds, LoadError> {
        Ok(self.find(role)?.thresholds.unwrap_or_default())
    }

    /// Reads a model and compares each of its files with its hash.
    ///
    /// # Errors
    /// Fails when the manifest has no model with this role, or when a file cannot be read, has another hash or cannot be understood.
    pub fn load(&self, role: Role) -> Result<LoadedFiles, LoadError> {
        let model = self.find(role)?;
        let dir = self.root.join(&model.dir);
        self.files(role)?;
        let mut files = LoadedFiles::from_dir(&dir, &model.name)?;
        files.identity.revision.clone_from(&model.revision);
        files.identity.license.clone_from(&model.license);
        files.max_tokens = model.max_tokens;
        files.thresholds = model.thresholds.unwrap_or_default();
        Ok(files)
    }
}

impl LoadedFiles {
    /// Reads `config.json`, `tokenizer.json` and `model.safetensors`, or its parts `model-1-of-N.safetensors`, of any Hugging Face model directory. The
    /// hash of several parts is that of their hashes in hexadecimal, one after the other.
    ///
    /// # Errors
    /// Fails when a file cannot be read, or when `config.json` is no JSON.
    pub fn from_dir(dir: &Path, name: &str) -> Result<Self, LoadError> {
        let config_path = dir.join("config.json");
        let config: serde_json::Value =
            serde_json::from_slice(&read(&config_path)?).map_err(|error| LoadError::Format {
                path: config_path,
                why: error.to_string(),
            })?;
        let weights = Weights::new(
            weight_files(dir)
                .iter()
                .map(|path| read(path))
                .collect::<Result<_, _>>()?,
        );
        let positions = config
            .get("max_position_embeddings")
            .and_then(serde_json::Value::as_u64)
            .unwrap_or(512);
        Ok(Self {
            identity: ModelIdentity {
                name: name.to_owned(),
                revision: "local".to_owned(),
                license: "not stated".to_owned(),
                sha256: together(&weights.parts().map(sha256).collect::<Vec<_>>()),
                kernel: "f32/candle".to_owned(),
            },
            thresholds: Thresholds::default(),
            max_tokens: usize::try_from(positions).unwrap_or(512),
            tokenizer: read(&dir.join("tokenizer.json"))?,
            config,
            weights,
        })
    }
}

fn read(path: &Path) -> Result<Vec<u8>, LoadError> {
    std::fs::read(path).map_err(|source| LoadError::Read {
        path: path.to_owned(),
        source,
    })
}

/// `model.safetensors`, or the parts that stand in its place, in order.
fn weight_files(dir: &Path) -> Vec<PathBuf> {
    let whole = dir.join("model.safetensors");
    if whole.is_file() {
        return vec![whole];
    }
    let part = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with("model-") && name.ends_with(".safetensors")
    };
    let found = std::fs::read_dir(dir)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path());
    let mut parts: Vec<PathBuf> = found.filter(part).collect();
    parts.sort();
    if parts.is_empty() { vec![whole] } else { parts }
}

/// The hash of weights in one part, or the hash of the hashes of several.
fn together(hashes: &[String]) -> String {
    match hashes {
        [one] => one.clone(),
        several => sha256(several.concat().as_bytes()),
    }
}

fn sha256(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_file_is_refused_by_name() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::create_dir(dir.path().join("m")).unwrap();
        std::fs::write(dir.path().join("m/config.json"), "{}").unwrap();
        std::fs::write(
            dir.path().join("manifest.toml"),
            "[[model]]\nrole='embedder'\nname='x'\nrevision='1'\nlicense='MIT'\ndir='m'\nmax_tokens=256\n[model.files]\n'config.json'='00'\n",
        )
        .unwrap();
        let manifest = Manifest::read(dir.path()).unwrap();
        assert!(matches!(
            manifest.load(Role::Embedder),
            Err(LoadError::Hash { .. })
        ));
        assert!(matches!(
            manifest.load(Role::Verifier),
            Err(LoadError::Missing {
                role: "verifier",
                ..
            })
        ));
    }

    #[test]
    fn an_unknown_key_is_refused() {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("manifest.toml"), "models = 3\n").unwrap();
        assert!(matches!(
            Manifest::read(dir.path()),
            Err(LoadError::Format { .. })
        ));
    }
}
