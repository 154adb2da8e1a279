//! What a person sets in the app: the policy, kept in the ledger, and the language model, kept in a file of its own. Both take effect at once.
//!
//! The configuration (file and environment) wins: what it names is fixed, and the page says so.

mod form;
mod further;
mod kept;
mod model;
mod preview;
mod proposing;
mod switching;

pub(crate) use form::{Form, of as form_of};
pub(crate) use further::{ConsensusConfig, FURTHER_FILE, panel};
pub(crate) use kept::{kept_policy, settle};
pub(crate) use model::{MODEL_FILE, StoredModel};
pub(crate) use switching::Switching;

use crate::access::KeptRecords;
use crate::config::Config;
use crate::masking::Masking;
use crate::whole::to_its_end;
use app::{ModelFrom, ModelView, Preview};
use groundwall_core::{AuditKind, Happening, Policy, Problem, ProblemCode};
use groundwall_engine::Firewall;
use groundwall_generator::{
    ChatConfig, ChatGenerator, ExtractiveGenerator, Secret, Trial, try_out,
};
use groundwall_governance::pack::Packs;
use groundwall_ledger::SqliteLedger;
use groundwall_ports::{ChatModel, Generator, Ledger as _, PortError, Records};
use kept::kept;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio::sync::{Mutex, Notify};

/// Where the ledger keeps the policy.
const POLICY: &str = "policy";

/// The name of the packs that are on, in a policy.
const PACKS: &str = "packs";

/// Values of a policy by their names, such as `checks.numbers`.
pub(crate) type Values = BTreeMap<String, Value>;

/// A chat endpoint; personal data is masked before it as the configuration asks.
fn chat(config: &Config, endpoint: ChatConfig) -> Result<Arc<dyn ChatModel>, PortError> {
    let address = endpoint.base_url.clone().unwrap_or_default();
    let chat = ChatGenerator::new(endpoint)?;
    Ok(Masking::before(
        Arc::new(chat),
        config.privacy.mask_prompts,
        &address,
    ))
}

/// The configured way of asking, with a stored endpoint. A configured key is not sent to an address that somebody typed.
fn endpoint(config: &Config, stored: &StoredModel) -> ChatConfig {
    ChatConfig {
        base_url: Some(stored.base_url.clone()),
        model: stored.model.clone(),
        api_key: stored.api_key.clone().map(Secret::new),
        ..config.generator.clone()
    }
}

/// The configured endpoint, else that of the settings page in a data directory, else the generator that is built in.
pub(crate) fn generator(config: &Config, dir: Option<&Path>) -> anyhow::Result<Arc<dyn Generator>> {
    let plain = |error: PortError| anyhow::anyhow!("{error}");
    if config.generator.base_url.is_some() {
        let chat = chat(config, config.generator.clone()).map_err(plain)?;
        return Ok(chat);
    }
    let stored = dir.map_or(Ok(None), model::read)?;
    match stored {
        Some(stored) => Ok(chat(config, endpoint(config, &stored)).map_err(plain)?),
        None => Ok(Arc::new(ExtractiveGenerator)),
    }
}

/// The settings of a running server.
pub(crate) struct Settings {
    firewall: Arc<Firewall>,
    ledger: Arc<SqliteLedger>,
    generator: Arc<Switching>,
    config: Config,
    dir: PathBuf,
    /// One change or trial at a time.
    turn: Arc<Mutex<()>>,
    /// One change of the proposals at a time.
    proposing: Mutex<()>,
    /// Told when somebody decided about a report.
    decisions: Notify,
}

impl Settings {
    pub(crate) fn new(
        firewall: Arc<Firewall>,
        ledger: Arc<SqliteLedger>,
        generator: Arc<Switching>,
        config: Config,
        dir: PathBuf,
    ) -> Self {
        Self {
            firewall,
            ledger,
            generator,
            config,
            dir,
            turn: Arc::default(),
            proposing: Mutex::default(),
            decisions: Notify::new(),
        }
    }

    /// The audit log and the reviews.
    pub(crate) fn records(&self) -> impl Records + '_ {
        KeptRecords(&self.ledger)
    }

    /// Where keys are kept.
    pub(crate) fn ledger(&self) -> Arc<SqliteLedger> {
        Arc::clone(&self.ledger)
    }

    /// Writes into the audit log what no report tells.
    pub(crate) async fn note(&self, happening: &Happening) -> Result<(), PortError> {
        self.ledger.note(happening).await
    }

    /// The policy in force.
    pub(crate) fn policy(&self) -> Arc<Policy> {
        self.firewall.policy()
    }

    /// Names that the configuration fixes.
    pub(crate) fn fixed(&self) -> &[String] {
        &self.config.fixed
    }

    /// How many values differ from the configuration by what was saved here.
    pub(crate) async fn saved(&self) -> Result<usize, PortError> {
        let kept = kept(self.ledger.as_ref()).await?;
        let counts = |name: &&String| !form::is_fixed(&self.config.fixed, name);
        Ok(kept.keys().filter(counts).count())
    }

    /// The policy that a form asks for, validated.
    pub(crate) fn asked_for(&self, form: &Form) -> Result<Policy, Problem> {
        let applied = form::applied(form, &self.config.policy, &self.config.fixed)?;
        // The page of rule packs sets those.
        Ok(Policy {
            packs: self.policy().packs.clone(),
            ..applied
        })
    }

    /// The rule packs that there are.
    pub(crate) fn packs(&self) -> &Arc<Packs> {
        self.firewall.packs()
    }

    /// Whether the configuration says which packs are on.
    pub(crate) fn packs_are_fixed(&self) -> bool {
        form::is_fixed(&self.config.fixed, PACKS)
    }

    /// Whether a choice of packs was saved.
    pub(crate) async fn packs_are_saved(&self) -> Result<bool, PortError> {
        Ok(kept(self.ledger.as_ref()).await?.contains_key(PACKS))
    }

    /// Switches these packs on from the next request on, and no others but the one that always is.
    pub(crate) async fn keep_packs(&self, packs: Vec<String>) -> Result<(), PortError> {
        if self.packs_are_fixed() {
            return Err(Problem::new(
                ProblemCode::Conflict,
                "The configuration (policy.packs) says which packs are on, and wins. Take it out there to choose here.",
            )
            .into());
        }
        self.packs()
            .active(&packs)
            .map_err(|error| Problem::new(ProblemCode::Unprocessable, format!("{error}.")))?;
        let policy = (*self.policy()).clone();
        self.keep_policy(Policy { packs, ..policy }).await
    }

    /// Keeps a policy as the default and decides by it from the next request on. Once begun it is done to its end, whoever waits for it.
    pub(crate) async fn keep_policy(&self, policy: Policy) -> Result<(), PortError> {
        self.keep(policy, None).await
    }

    async fn keep(&self, policy: Policy, proposal: Option<&str>) -> Result<(), PortError> {
        let turn = Arc::clone(&self.turn).lock_owned().await;
        policy.validate()?;
        let values = form::differing(&policy, &self.config.policy)
            .map_err(|error| PortError::internal(format!("policy: {error}")))?;
        let text = serde_json::to_string(&values)
            .map_err(|error| PortError::internal(format!("policy: {error}")))?;
        let whole = serde_json::to_vec(&policy)
            .map_err(|error| PortError::internal(format!("policy: {error}")))?;
        let saved = Happening::of(AuditKind::PolicyChanged, "saved")
            .fact("policy", groundwall_audit::sha256(&whole))
            .fact("differs_from_configuration", text.clone());
        let happening = match proposal {
            Some(id) => saved.fact("proposal", id),
            None => saved,
        };
        let (ledger, firewall) = (Arc::clone(&self.ledger), Arc::clone(&self.firewall));
        to_its_end(async move {
            let _turn = turn;
            ledger.set_setting_noted(POLICY, &text, &happening).await?;
            Ok(firewall.set_policy(policy)?)
        })
        .await
    }

    /// Goes back to the configured policy.
    pub(crate) async fn reset_policy(&self) -> Result<(), PortError> {
        self.keep_policy(self.config.policy.clone()).await
    }

    /// What would become of the last report.
    pub(crate) async fn preview(&self, policy: &Policy) -> Result<Option<Preview>, PortError> {
        let last = self.ledger.last().await?;
        Ok(last.map(|report| preview::preview(&report, policy, self.generator.chat().is_some())))
    }

    fn is_configured(&self) -> bool {
        self.config.generator.base_url.is_some() || self.config.generator.local.is_some()
    }

    /// What drafts, without its key.
    pub(crate) fn model(&self) -> Result<ModelView, PortError> {
        let in_use = self.generator.name();
        if self.is_configured() {
            return Ok(ModelView {
                from: ModelFrom::Configuration,
                base_url: self
                    .config
                    .clone()
                    .shown()
                    .generator
                    .base_url
                    .unwrap_or_default(),
                model: in_use.clone(),
                has_key: self.config.generator.api_key.is_some(),
                in_use,
            });
        }
        let stored =
            model::read(&self.dir).map_err(|error| PortError::internal(format!("{error:#}")))?;
        Ok(stored.map_or_else(
            || ModelView {
                from: ModelFrom::Nobody,
                base_url: String::new(),
                model: String::new(),
                has_key: false,
                in_use: in_use.clone(),
            },
            |stored| ModelView {
                from: ModelFrom::Page,
                base_url: stored.base_url,
                model: stored.model,
                has_key: stored.api_key.is_some(),
                in_use: in_use.clone(),
            },
        ))
    }

    /// What was typed, checked. An empty key keeps the stored one where the address is at the same place; a key is never sent anywhere else.
    fn typed(&self, base_url: &str, model: &str, key: &str) -> Result<StoredModel, PortError> {
        if self.is_configured() {
            return Err(Problem::new(
                ProblemCode::Conflict,
                "The language model is set in the configuration (generator.base_url or generator.local), which wins. Take it out there to set it here.",
            )
            .into());
        }
        let typed = StoredModel::checked(base_url, model, key)?;
        if typed.api_key.is_some() {
            return Ok(typed);
        }
        let stored =
            model::read(&self.dir).map_err(|error| PortError::internal(format!("{error:#}")))?;
        let api_key = stored
            .filter(|stored| stored.same_place(&typed))
            .and_then(|stored| stored.api_key);
        Ok(StoredModel { api_key, ..typed })
    }

    /// Sends one small prompt to what was typed. Nothing is kept.
    pub(crate) async fn try_model(
        &self,
        base_url: &str,
        model: &str,
        key: &str,
    ) -> Result<Trial, PortError> {
        let typed = self.typed(base_url, model, key)?;
        let Ok(_turn) = self.turn.try_lock() else {
            return Err(Problem::new(
                ProblemCode::Overloaded,
                "Another trial is under way. Wait for its end and try again.",
            )
            .into());
        };
        Ok(try_out(&endpoint(&self.config, &typed)).await?)
    }

    /// Keeps what was typed and drafts with it from the next question on.
    pub(crate) async fn keep_model(
        &self,
        base_url: &str,
        model: &str,
        key: &str,
    ) -> Result<(), PortError> {
        let typed = self.typed(base_url, model, key)?;
        let chat = chat(&self.config, endpoint(&self.config, &typed))?;
        self.change_model("saved", chat, move |dir| model::write(dir, &typed))
            .await
    }

    /// Deletes address and key; the built-in generator answers from then on.
    pub(crate) async fn forget_model(&self) -> Result<(), PortError> {
        let next: Arc<dyn Generator> = if self.is_configured() {
            self.generator.now()
        } else {
            Arc::new(ExtractiveGenerator)
        };
        self.change_model("forgotten", next, model::forget).await
    }

    /// Writes down that another model is to draft, does it, and puts it on record, whoever waits for it.
    async fn change_model(
        &self,
        outcome: &str,
        next: Arc<dyn Generator>,
        change: impl FnOnce(&Path) -> Result<(), PortError> + Send + 'static,
    ) -> Result<(), PortError> {
        let turn = Arc::clone(&self.turn).lock_owned().await;
        let happening = Happening::of(AuditKind::ModelChanged, outcome).fact("model", next.name());
        let (ledger, generator) = (Arc::clone(&self.ledger), Arc::clone(&self.generator));
        let dir = self.dir.clone();
        to_its_end(async move {
            let _turn = turn;
            let begun = ledger.begin(&happening).await?;
            let changed = tokio::task::spawn_blocking(move || change(&dir)).await;
            let changed = changed
                .map_err(|error| PortError::internal(format!("language model: {error}")))
                .flatten();
            if changed.is_ok() {
                generator.switch(next);
            }
            ledger
                .end(begun, changed.is_ok().then_some(happening))
                .await;
            changed
        })
        .await
    }
}
