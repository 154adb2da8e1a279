//! Configuration: defaults < file < environment (`GROUNDWALL__SECTION__KEY`) < flags. Unknown keys are refused.

#[cfg(test)]
mod tests;

use crate::masking::MaskPrompts;
use crate::settings::ConsensusConfig;
use crate::traces::{TelemetryConfig, from_environment};
use anyhow::Context as _;
use figment::Figment;
use figment::providers::{Env, Format as _, Toml};
use figment::value::Value;
use groundwall_core::Policy;
use groundwall_generator::{ChatConfig, Secret};
use groundwall_inference::Precision;
use groundwall_ingest::{Limits, PassageSize};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use url::Url;

/// Everything that can be set.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Config {
    pub(crate) data_dir: PathBuf,
    pub(crate) server: ServerConfig,
    pub(crate) models: ModelsConfig,
    pub(crate) store: StoreConfig,
    pub(crate) reports: ReportsConfig,
    pub(crate) review: ReviewConfig,
    pub(crate) generator: ChatConfig,
    pub(crate) consensus: ConsensusConfig,
    pub(crate) proxy: ProxyConfig,
    pub(crate) privacy: PrivacyConfig,
    pub(crate) policy: Policy,
    pub(crate) packs: PacksConfig,
    pub(crate) limits: Limits,
    pub(crate) passages: PassageSize,
    pub(crate) telemetry: TelemetryConfig,
    /// Values of the policy that file or environment name, as `checks.numbers`. The settings page does not change them.
    #[serde(skip)]
    pub(crate) fixed: Vec<String>,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            data_dir: PathBuf::from("groundwall-data"),
            server: ServerConfig::default(),
            models: ModelsConfig::default(),
            store: StoreConfig::default(),
            reports: ReportsConfig::default(),
            review: ReviewConfig::default(),
            generator: ChatConfig::default(),
            consensus: ConsensusConfig::default(),
            proxy: ProxyConfig::default(),
            privacy: PrivacyConfig::default(),
            policy: Policy::default(),
            packs: PacksConfig::default(),
            limits: Limits::default(),
            passages: PassageSize::default(),
            telemetry: TelemetryConfig::default(),
            fixed: Vec::new(),
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
    /// Whether a proxy in front sets `X-Forwarded-Proto` and `X-Forwarded-For`; otherwise they are not believed.
    pub(crate) behind_proxy: bool,
    /// Questions and verifications that run at the same time.
    pub(crate) max_concurrent: usize,
    /// Questions and verifications that wait for a while, in the order they came; one more is answered 429.
    pub(crate) max_waiting: usize,
    /// Uploads that are taken in at the same time; another one waits for a while and is then answered 429.
    pub(crate) max_uploads: usize,
    /// Pushes of records that are taken in at the same time; as for uploads.
    pub(crate) max_pushes: usize,
    /// Originals, and pages or pictures of them, that are made ready at the same time; as for uploads.
    pub(crate) max_views: usize,
    /// Originals that are on their way to their readers; one more is answered 429.
    pub(crate) max_downloads: usize,
    /// Seconds for a question, a verification and everything else that is small, from its turn on.
    pub(crate) deadline_seconds: u64,
    /// Seconds for what an upload brought to be taken in, from its turn on.
    pub(crate) upload_seconds: u64,
    /// Bytes that all bodies hold together while they are received and worked on. No request may be larger.
    pub(crate) body_bytes: usize,
    /// Whether every request needs a key, also where `api_key` is not set.
    pub(crate) require_key: bool,
    /// Seconds for a body to arrive.
    pub(crate) body_seconds: u64,
    /// In every stretch of so many seconds that somebody waits for a body ..
    pub(crate) body_window_seconds: u64,
    /// .. so many bytes a second have to come.
    pub(crate) body_rate: u64,
}

impl Default for ServerConfig {
    fn default() -> Self {
        Self {
            addr: "127.0.0.1:3000".to_owned(),
            hosts: Vec::new(),
            api_key: None,
            require_key: false,
            behind_proxy: false,
            max_concurrent: 16,
            max_waiting: 16,
            max_uploads: 2,
            max_pushes: 2,
            max_views: 2,
            max_downloads: 64,
            deadline_seconds: 120,
            upload_seconds: 900,
            body_bytes: 96 * 1024 * 1024,
            body_seconds: 300,
            body_window_seconds: 10,
            body_rate: 1_000,
        }
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

/// How requests to `/v1/chat/completions` are passed on. Without more every one asks for `generator.model`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct ProxyConfig {
    /// Whether the endpoint is asked for the model that the request names.
    pub(crate) pass_model: bool,
    /// Names that requests use, and what the endpoint calls them.
    pub(crate) models: BTreeMap<String, String>,
}

/// What leaves this machine.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct PrivacyConfig {
    /// Whether personal data is masked in prompts to a chat endpoint: `outside` this machine, `always` or `never`.
    pub(crate) mask_prompts: MaskPrompts,
}

/// How long reports are kept.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct ReportsConfig {
    /// Reports that are older are deleted at the start and once a day. Without it they are kept.
    pub(crate) keep_days: Option<std::num::NonZeroU16>,
}

/// What people look at.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct ReviewConfig {
    /// Whether reports go into the queue by themselves, as the rules say.
    pub(crate) auto_flag: bool,
    /// Whether there is a queue at all.
    pub(crate) queue: bool,
    /// A file of rules in the place of those that the program carries.
    pub(crate) rules: Option<PathBuf>,
    /// Where overdue reviews are told; nobody is told without it.
    pub(crate) webhook: WebhookConfig,
}

/// Where overdue reviews are told.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct WebhookConfig {
    pub(crate) url: Option<String>,
    /// Signs what is sent.
    pub(crate) secret: Option<Secret>,
    /// Whether the address may be one of this machine or of a private network.
    pub(crate) private: bool,
}

impl Default for ReviewConfig {
    fn default() -> Self {
        Self {
            auto_flag: true,
            queue: true,
            rules: None,
            webhook: WebhookConfig::default(),
        }
    }
}

/// Where rule packs of your own come from; `policy.packs` names those that are on.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct PacksConfig {
    /// A directory with `*.toml` files, one a pack, read at the start and again when they change.
    pub(crate) dir: Option<PathBuf>,
}

/// Settings that are text whatever they look like. The environment's values are otherwise read as numbers, lists and the like where they can be.
const TEXTS: [&str; 12] = [
    "telemetry.headers",
    "telemetry.service_name",
    "review.webhook.secret",
    "data_dir",
    "server.api_key",
    "models.embedder",
    "models.verifier",
    "models.revision",
    "store.qdrant_api_key",
    "generator.model",
    "generator.api_key",
    "generator.local",
];

/// A text of the environment; only the quotes around one are taken off.
fn text(value: String) -> String {
    match value.parse::<Value>() {
        Ok(Value::String(_, text)) => text,
        Ok(_) | Err(_) => value,
    }
}

/// Names of the values in a section, those of inner sections behind a dot.
fn leaves(value: &Value, name: &str, into: &mut Vec<String>) {
    let Value::Dict(_, section) = value else {
        into.push(name.to_owned());
        return;
    };
    for (key, value) in section {
        let name = if name.is_empty() {
            key.clone()
        } else {
            format!("{name}.{key}")
        };
        leaves(value, &name, into);
    }
}

/// An address without what gives access: user, password and the values of its query.
fn without_credentials(address: &str) -> String {
    const SET: &str = "(set)";
    let parsed = Url::parse(address).ok();
    let Some(mut url) = parsed.filter(|url| !url.cannot_be_a_base()) else {
        return if address.contains(['@', '?', '#']) {
            SET.to_owned()
        } else {
            address.to_owned()
        };
    };
    let user = !url.username().is_empty() || url.password().is_some();
    if !user && url.query().is_none() && url.fragment().is_none() {
        return address.to_owned();
    }
    let query = url.query().map(|query| {
        let parts = query.split('&').map(|part| match part.split_once('=') {
            Some((name, _)) => format!("{name}={SET}"),
            None => SET.to_owned(),
        });
        format!("?{}", parts.collect::<Vec<_>>().join("&"))
    });
    url.set_query(None);
    url.set_fragment(None);
    // An address that can have no user has none to hide.
    let _ = (url.set_username(""), url.set_password(None));
    let mut shown = url.to_string();
    if user {
        shown = shown.replacen("://", &format!("://{SET}@"), 1);
    }
    shown + &query.unwrap_or_default()
}

impl Config {
    /// The configuration as it may be shown: secrets hide themselves, and addresses lose what gives access.
    pub(crate) fn shown(mut self) -> Self {
        for address in [
            &mut self.models.hub_endpoint,
            &mut self.store.qdrant_url,
            &mut self.generator.base_url,
            &mut self.review.webhook.url,
            &mut self.telemetry.endpoint,
        ]
        .into_iter()
        .flatten()
        {
            *address = without_credentials(address);
        }
        for endpoint in &mut self.consensus.endpoints {
            endpoint.base_url = without_credentials(&endpoint.base_url);
        }
        self
    }

    /// Reads file and environment; `file` must exist when it is named, `groundwall.toml` need not.
    pub(crate) fn load(file: Option<&Path>) -> anyhow::Result<Self> {
        let mut figment = Figment::new();
        let usual = Path::new("groundwall.toml");
        match file {
            Some(path) => {
                anyhow::ensure!(
                    path.is_file(),
                    "the configuration file {} does not exist",
                    path.display()
                );
                figment = figment.merge(Toml::file_exact(path));
            }
            None if usual.is_file() => figment = figment.merge(Toml::file_exact(usual)),
            None => {}
        }
        let environment = Env::prefixed("GROUNDWALL__").split("__");
        figment = figment.merge(environment.clone().ignore(&TEXTS));
        for (key, value) in environment.only(&TEXTS).iter() {
            figment = figment.merge((key.as_str(), text(value)));
        }
        let mut config: Self = figment.extract().context("the configuration is wrong")?;
        if let Ok(policy) = figment.find_value("policy") {
            leaves(&policy, "", &mut config.fixed);
        }
        config
            .policy
            .validate()
            .map_err(|problem| anyhow::anyhow!("the configuration is wrong: policy: {problem}"))?;
        config
            .passages
            .validate()
            .map_err(|problem| anyhow::anyhow!("the configuration is wrong: passages.{problem}"))?;
        config.generator_is_one()?;
        config.consensus.validate()?;
        from_environment(&mut config.telemetry, |name| std::env::var(name).ok());
        Ok(config)
    }

    /// A draft comes from one place.
    fn generator_is_one(&self) -> anyhow::Result<()> {
        let generator = &self.generator;
        anyhow::ensure!(
            generator.local.is_none() || generator.base_url.is_none(),
            "the configuration is wrong: generator.local and generator.base_url are both set; remove one of them"
        );
        if let Some(far) = generator.look_at.iter().find(|at| !at.ip().is_loopback()) {
            anyhow::bail!(
                "the configuration is wrong: generator.look_at has {far}, which is not on loopback"
            );
        }
        Ok(())
    }

    /// Where models that were pulled are kept.
    pub(crate) fn hub_dir(&self) -> PathBuf {
        self.data_dir.join("hub")
    }

    /// The models directory: `models.dir`, else beside the executable, else `./models`.
    pub(crate) fn models_dir(&self) -> PathBuf {
        if let Some(dir) = &self.models.dir {
            return dir.clone();
        }
        let beside = std::env::current_exe()
            .ok()
            .and_then(|exe| exe.parent().map(|dir| dir.join("models")));
        beside
            .filter(|dir| dir.join("manifest.toml").is_file())
            .unwrap_or_else(|| PathBuf::from("models"))
    }
}
