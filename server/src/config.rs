//! Configuration: defaults < file < environment (`GROUNDWALL__SECTION__KEY`) < flags. Unknown keys are refused.

use anyhow::Context as _;
use figment::Figment;
use figment::providers::{Env, Format as _, Toml};
use groundwall_core::Policy;
use groundwall_generator::{ChatConfig, Secret};
use groundwall_inference::Precision;
use groundwall_ingest::Limits;
use serde::{Deserialize, Serialize};
use std::path::{Path, PathBuf};

/// Everything that can be set.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Config {
    pub(crate) data_dir: PathBuf,
    pub(crate) server: ServerConfig,
    pub(crate) models: ModelsConfig,
    pub(crate) store: StoreConfig,
    pub(crate) generator: ChatConfig,
    pub(crate) policy: Policy,
    pub(crate) limits: Limits,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            data_dir: PathBuf::from("groundwall-data"),
            server: ServerConfig::default(),
            models: ModelsConfig::default(),
            store: StoreConfig::default(),
            generator: ChatConfig::default(),
            policy: Policy::default(),
            limits: Limits::default(),
        }
    }
}

/// Where and for whom the server listens.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct ServerConfig {
    /// Address and port. Anything but loopback needs `api_key`.
    pub(crate) addr: String,
    /// Host names besides the bound address under which the server may be asked, as `groundwall.example.org`.
    pub(crate) hosts: Vec<String>,
    pub(crate) api_key: Option<Secret>,
    /// Questions, verifications and uploads that run at the same time; one more is answered 429.
    pub(crate) max_concurrent: usize,
}

impl Default for ServerConfig {
    fn default() -> Self {
        Self { addr: "127.0.0.1:3000".to_owned(), hosts: Vec::new(), api_key: None, max_concurrent: 16 }
    }
}

/// Where models come from. `embedder` and `verifier` replace the bundled ones by a directory or a hub id.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct ModelsConfig {
    pub(crate) dir: Option<PathBuf>,
    pub(crate) embedder: Option<String>,
    pub(crate) verifier: Option<String>,
    pub(crate) revision: Option<String>,
    /// `auto` is int8 by the fastest instructions of the CPU, `f32` is candle everywhere.
    pub(crate) precision: Precision,
    /// Another address that speaks the hub's protocol.
    pub(crate) hub_endpoint: Option<String>,
}

/// Where passages live. Without `qdrant_url` in the data directory.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct StoreConfig {
    pub(crate) qdrant_url: Option<String>,
    pub(crate) qdrant_api_key: Option<Secret>,
}

impl Config {
    /// Reads file and environment; `file` must exist when it is named, `groundwall.toml` need not.
    pub(crate) fn load(file: Option<&Path>) -> anyhow::Result<Self> {
        let mut figment = Figment::new();
        let usual = Path::new("groundwall.toml");
        match file {
            Some(path) => {
                anyhow::ensure!(path.is_file(), "the configuration file {} does not exist", path.display());
                figment = figment.merge(Toml::file_exact(path));
            }
            None if usual.is_file() => figment = figment.merge(Toml::file_exact(usual)),
            None => {}
        }
        let config: Self = figment.merge(Env::prefixed("GROUNDWALL__").split("__")).extract().context("the configuration is wrong")?;
        config.policy.validate().map_err(|problem| anyhow::anyhow!("the configuration is wrong: policy: {problem}"))?;
        Ok(config)
    }

    /// The models directory: `models.dir`, else beside the executable, else `./models`.
    pub(crate) fn models_dir(&self) -> PathBuf {
        if let Some(dir) = &self.models.dir {
            return dir.clone();
        }
        let beside = std::env::current_exe().ok().and_then(|exe| exe.parent().map(|dir| dir.join("models")));
        beside.filter(|dir| dir.join("manifest.toml").is_file()).unwrap_or_else(|| PathBuf::from("models"))
    }
}

#[cfg(test)]
mod tests {
    use super::Config;

    #[test]
    fn unknown_keys_and_bad_values_are_refused_by_name() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("c.toml");
        std::fs::write(&path, "[policy]\ntopk = 3\n").unwrap();
        assert!(format!("{:#}", Config::load(Some(&path)).unwrap_err()).contains("topk"));
        std::fs::write(&path, "[policy]\ntop_k = 300\n").unwrap();
        assert!(format!("{:#}", Config::load(Some(&path)).unwrap_err()).contains("top_k"));
        std::fs::write(&path, "[policy]\ntop_k = 3\n[server]\napi_key = \"s3cret\"\n").unwrap();
        let config = Config::load(Some(&path)).unwrap();
        assert_eq!(config.policy.top_k, 3);
        assert!(!serde_json::to_string(&config).unwrap().contains("s3cret"));
        assert!(Config::load(Some(&dir.path().join("absent.toml"))).is_err());
    }
}
