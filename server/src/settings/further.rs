//! Further chat endpoints, which answer questions of high risk beside the generator: those of the configuration, and those that somebody added in the app.

use super::model::{self, StoredModel};
use super::{Settings, chat, endpoint};
use crate::config::Config;
use crate::whole::to_its_end;
use anyhow::Context as _;
use app::FurtherModel;
use groundwall_core::{AuditKind, Happening, Problem, ProblemCode};
use groundwall_engine::Panel;
use groundwall_generator::{ChatConfig, Secret};
use groundwall_ports::{ChatModel, Ledger as _, PortError};
use serde::{Deserialize, Serialize};
use std::num::NonZeroU16;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// Its name in the data directory. It is in no backup.
pub(crate) const FURTHER_FILE: &str = "further-models.json";

/// Endpoints of configuration and app together: each draft is compared with each.
const MOST: usize = 8;

/// Further chat endpoints, which answer questions of high risk beside the generator; the answers are compared.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct ConsensusConfig {
    /// Seconds that such a question waits for them.
    pub(crate) seconds: NonZeroU16,
    /// At most eight.
    pub(crate) endpoints: Vec<EndpointConfig>,
}

impl Default for ConsensusConfig {
    fn default() -> Self {
        Self {
            seconds: NonZeroU16::new(20).unwrap_or(NonZeroU16::MIN),
            endpoints: Vec::new(),
        }
    }
}

/// Address, model and key of a chat endpoint; how it is asked stands under `generator`.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct EndpointConfig {
    pub(crate) base_url: String,
    pub(crate) model: String,
    #[serde(default)]
    pub(crate) api_key: Option<Secret>,
}

impl ConsensusConfig {
    /// Says what does not fit.
    pub(crate) fn validate(&self) -> anyhow::Result<()> {
        let wrong = "the configuration is wrong: consensus.endpoints";
        anyhow::ensure!(
            self.endpoints.len() <= MOST,
            "{wrong} has more than {MOST}; take some out"
        );
        for endpoint in &self.endpoints {
            let key = endpoint.api_key.as_ref().map_or("", Secret::expose);
            StoredModel::checked(&endpoint.base_url, &endpoint.model, key)
                .map_err(|problem| anyhow::anyhow!("{wrong}: {}", problem.message))?;
        }
        Ok(())
    }
}

/// The endpoints that somebody added.
fn read(dir: &Path) -> anyhow::Result<Vec<StoredModel>> {
    let path = dir.join(FURTHER_FILE);
    let bytes = match std::fs::read(&path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => {
            return Err(error).with_context(|| format!("cannot read {}", path.display()));
        }
    };
    // What the file holds stays out of the message.
    serde_json::from_slice(&bytes).map_err(|_| {
        anyhow::anyhow!(
            "{} is damaged; delete it and add the language models again",
            path.display()
        )
    })
}

/// Those of the configuration and of a data directory, ready to be asked.
pub(crate) fn panel(config: &Config, dir: Option<&Path>) -> anyhow::Result<Panel> {
    let added = dir.map_or(Ok(Vec::new()), read)?;
    composed(config, &added).map_err(|error| anyhow::anyhow!("{error}"))
}

fn composed(config: &Config, added: &[StoredModel]) -> Result<Panel, PortError> {
    let configured = config.consensus.endpoints.iter().map(|one| ChatConfig {
        base_url: Some(one.base_url.clone()),
        model: one.model.clone(),
        api_key: one.api_key.clone(),
        local: None,
        ..config.generator.clone()
    });
    let added = added.iter().map(|one| ChatConfig {
        local: None,
        ..endpoint(config, one)
    });
    let endpoints: Result<Vec<Arc<dyn ChatModel>>, PortError> = configured
        .chain(added)
        .map(|one| chat(config, one))
        .collect();
    Ok(Panel {
        endpoints: endpoints?,
        within: Duration::from_secs(u64::from(config.consensus.seconds.get())),
    })
}

impl Settings {
    fn added(&self) -> Result<Vec<StoredModel>, PortError> {
        read(&self.dir).map_err(|error| PortError::internal(format!("{error:#}")))
    }

    /// All of them, without their keys.
    pub(crate) fn further(&self) -> Result<Vec<FurtherModel>, PortError> {
        let shown = self.config.clone().shown().consensus.endpoints;
        let configured = shown.into_iter().map(|one| FurtherModel {
            base_url: one.base_url,
            model: one.model,
            fixed: true,
        });
        let added = self.added()?.into_iter().map(|one| FurtherModel {
            base_url: one.base_url,
            model: one.model,
            fixed: false,
        });
        Ok(configured.chain(added).collect())
    }

    /// Adds what was typed; it is asked from the next question of high risk on. The same address and model again has its key changed.
    pub(crate) async fn add_further(
        &self,
        base_url: &str,
        model: &str,
        key: &str,
    ) -> Result<(), PortError> {
        let typed = StoredModel::checked(base_url, model, key)?;
        let mut added = self.added()?;
        added.retain(|one| !one.is(&typed.base_url, &typed.model));
        if added
            .len()
            .saturating_add(self.config.consensus.endpoints.len())
            >= MOST
        {
            return Err(Problem::new(
                ProblemCode::Unprocessable,
                format!("There are {MOST} further language models already. Remove one first."),
            )
            .into());
        }
        let name = typed.model.clone();
        added.push(typed);
        self.keep_further(added, "further_added", name).await
    }

    /// Takes one out, with its key.
    pub(crate) async fn forget_further(
        &self,
        base_url: &str,
        model: &str,
    ) -> Result<(), PortError> {
        let mut added = self.added()?;
        added.retain(|one| !one.is(base_url, model));
        self.keep_further(added, "further_removed", model.to_owned())
            .await
    }

    async fn keep_further(
        &self,
        added: Vec<StoredModel>,
        outcome: &'static str,
        model: String,
    ) -> Result<(), PortError> {
        let turn = Arc::clone(&self.turn).lock_owned().await;
        let panel = composed(&self.config, &added)?;
        let text = serde_json::to_vec(&added)
            .map_err(|_| PortError::internal("the language models cannot be written"))?;
        let happening = Happening::of(AuditKind::ModelChanged, outcome).fact("model", model);
        let (ledger, firewall) = (Arc::clone(&self.ledger), Arc::clone(&self.firewall));
        let dir = self.dir.clone();
        to_its_end(async move {
            let _turn = turn;
            let kept = tokio::task::spawn_blocking(move || model::put(&dir, FURTHER_FILE, &text));
            kept.await
                .map_err(|error| PortError::internal(format!("language models: {error}")))
                .flatten()?;
            firewall.set_panel(panel);
            ledger.note_done(&happening).await;
            Ok(())
        })
        .await
    }
}
