//! The composition root: configuration to a firewall.

use crate::child::ChildExtractor;
use crate::config::Config;
use crate::settings::{self, Settings, Switching};
use crate::whole::Whole;
use crate::{actor, calibration};
use anyhow::Context as _;
use async_trait::async_trait;
use groundwall_core::{
    Collection, CollectionId, ConversationId, ConversationLine, Happening, Insights, ModelIdentity,
    Policy, Report, ReportFilter, ReportId, ReportLabel, ReportLine, ReportPage, Stretch,
};
use groundwall_engine::{Firewall, FirewallParts, Moment};
use groundwall_governance::pack::{Pack, Packs, bundled};
use groundwall_governance::review::ReviewRules;
use groundwall_inference::{
    BackgroundNli, CandleEmbedder, CandleNli, GeneratorFiles, GeneratorLimits, LoadError,
    LoadedFiles, LocalGenerator, Manifest, Role,
};
use groundwall_judge::Judge;
use groundwall_ledger::SqliteLedger;
use groundwall_ports::{Embedder, Generator, Ledger, NliModel, PassageStore, PortError};
use groundwall_retrieval::{QdrantStore, SqliteStore};
use groundwall_tables::TablePack;
use std::path::Path;
use std::sync::{Arc, Weak};
use std::time::Duration;

/// The models.
#[derive(Clone)]
pub(crate) struct Models {
    pub(crate) embedder: Arc<CandleEmbedder>,
    pub(crate) nli: Arc<CandleNli>,
    /// Loaded in the background; none beside a verifier of the user's own.
    pub(crate) reader: Option<Arc<BackgroundNli>>,
    pub(crate) judge: Option<Arc<Judge>>,
}

/// Files of a role: a directory, a hub id, or the bundled model.
async fn files(config: &Config, role: Role, choice: Option<&str>) -> anyhow::Result<LoadedFiles> {
    let Some(choice) = choice else {
        return Ok(Manifest::read(&config.models_dir())?.load(role)?);
    };
    if Path::new(choice).is_dir() {
        return Ok(LoadedFiles::from_dir(Path::new(choice), choice)?);
    }
    let revision = config.models.revision.as_deref().unwrap_or("main");
    let cache = config.hub_dir();
    let dir = groundwall_inference::fetch(
        choice,
        revision,
        config.models.hub_endpoint.as_deref(),
        &cache,
    )
    .await?;
    let mut files = LoadedFiles::from_dir(&dir, choice)?;
    revision.clone_into(&mut files.identity.revision);
    Ok(files)
}

/// The bundled judge; none when the models directory has none.
fn judge(config: &Config) -> anyhow::Result<Option<Arc<Judge>>> {
    let manifest = Manifest::read(&config.models_dir())?;
    if manifest.find(Role::Judge).is_err() {
        return Ok(None);
    }
    let files = manifest.files(Role::Judge)?;
    let file = |name: &str| {
        files
            .get(name)
            .with_context(|| format!("the manifest names no {name} of the judge"))
    };
    let lexicon = std::str::from_utf8(file("lexicon.txt")?).context("lexicon.txt is not UTF-8")?;
    let precise = files.get("precise.json").map(Vec::as_slice);
    Ok(Some(Arc::new(Judge::parse(
        file("judge.json")?,
        precise,
        lexicon,
        manifest.identity(Role::Judge, ".json", "f32/trees")?,
    )?)))
}

/// Starts loading the bundled reader; none where the models directory has none or another verifier is chosen.
fn reader(config: &Config) -> anyhow::Result<Option<Arc<BackgroundNli>>> {
    let manifest = Manifest::read(&config.models_dir())?;
    if config.models.verifier.is_some() || manifest.find(Role::Reader).is_err() {
        return Ok(None);
    }
    let precision = config.models.precision;
    let (identity, thresholds) = (
        manifest.identity(Role::Reader, ".safetensors", precision.kernel()?)?,
        manifest.thresholds(Role::Reader)?,
    );
    let load = move || CandleNli::start(&manifest.load(Role::Reader)?, precision);
    let told = |result: Result<&ModelIdentity, &LoadError>| match result {
        Ok(identity) => tracing::debug!(
            name = identity.name,
            kernel = identity.kernel,
            "the reader is loaded"
        ),
        Err(error) => tracing::error!(%error, "the reader cannot be loaded"),
    };
    Ok(Some(Arc::new(BackgroundNli::start(
        identity, thresholds, load, told,
    )?)))
}

/// Loads embedder and screen at the same time, then the reader in the background, and compares every file with its hash. `say` hears what is done.
pub(crate) async fn models(config: &Config, say: &(dyn Fn(&str) + Sync)) -> anyhow::Result<Models> {
    let embedder_files = files(config, Role::Embedder, config.models.embedder.as_deref())
        .await
        .context("the embedder cannot be loaded")?;
    let nli_files = files(config, Role::Verifier, config.models.verifier.as_deref())
        .await
        .context("the verifier cannot be loaded")?;
    let precision = config.models.precision;
    let embedder =
        tokio::task::spawn_blocking(move || CandleEmbedder::start(&embedder_files, precision));
    let nli = tokio::task::spawn_blocking(move || CandleNli::start(&nli_files, precision));
    let embedder = embedder.await?.context("the embedder cannot be loaded")?;
    say(&format!(
        "Embedder  {} ({})",
        embedder.identity().name,
        embedder.identity().kernel
    ));
    let nli = nli.await?.context("the verifier cannot be loaded")?;
    say(&format!(
        "Verifier  {} ({}{})",
        nli.identity().name,
        nli.identity().kernel,
        if nli.thresholds().calibrated {
            ""
        } else {
            ", uncalibrated"
        }
    ));
    let judge = judge(config)
        .context("the judge cannot be loaded")?
        .filter(|judge| judge.verifier() == nli.identity().sha256);
    if judge.is_none() {
        say("Judge     none for this verifier; its own thresholds decide");
    }
    let reader = reader(config).context("the reader cannot be loaded")?;
    if let Some(reader) = &reader {
        say(&format!(
            "Reader    {} ({}, in the background)",
            reader.identity().name,
            reader.identity().kernel
        ));
    }
    Ok(Models {
        embedder: Arc::new(embedder),
        nli: Arc::new(nli),
        reader,
        judge,
    })
}

/// What a draft of the local model may cost.
pub(crate) fn local_limits(config: &Config) -> GeneratorLimits {
    let size = |tokens: u32| usize::try_from(tokens).unwrap_or(usize::MAX);
    GeneratorLimits {
        context: size(config.generator.local_context.get()),
        max_tokens: size(config.generator.max_tokens),
        threads: config.generator.local_threads,
    }
}

/// Starts loading a language model of this machine.
fn local(config: &Config, choice: &str) -> anyhow::Result<LocalGenerator> {
    let files = GeneratorFiles::find(choice, &config.hub_dir())?;
    let told = |result: Result<(), &LoadError>| match result {
        Ok(()) => tracing::debug!("the local model is loaded"),
        Err(error) => tracing::error!(%error, "the local model cannot be loaded"),
    };
    Ok(LocalGenerator::start(files, local_limits(config), told)?)
}

/// What drafts: the configured model or endpoint, else that of the settings page, which lies in the data directory.
fn generator(config: &Config, dir: Option<&Path>) -> anyhow::Result<Arc<dyn Generator>> {
    if let Some(choice) = &config.generator.local {
        let local = local(config, choice).context("the local model cannot be used")?;
        return Ok(Arc::new(local));
    }
    settings::generator(config, dir)
}

async fn whole(
    store: impl PassageStore + 'static,
    ledger: Arc<SqliteLedger>,
) -> anyhow::Result<Arc<dyn PassageStore>> {
    let whole = Whole::new(store, ledger);
    whole.settle().await?;
    Ok(Arc::new(whole))
}

async fn store(
    config: &Config,
    dir: &Path,
    embedder: &CandleEmbedder,
    ledger: Arc<SqliteLedger>,
) -> anyhow::Result<Arc<dyn PassageStore>> {
    let (sha256, dimensions) = (embedder.identity().sha256.as_str(), embedder.dimensions());
    if let Some(url) = &config.store.qdrant_url {
        let key = config
            .store
            .qdrant_api_key
            .as_ref()
            .map(|key| key.expose().to_owned());
        let qdrant = QdrantStore::connect(url, key, sha256, dimensions).await?;
        return whole(qdrant, ledger).await;
    }
    let path = dir.join("passages.sqlite");
    let embedded = SqliteStore::open(&path, sha256, dimensions).await?;
    whole(embedded, ledger).await
}

/// A firewall over the data directory.
pub(crate) async fn firewall(
    config: &Config,
    models: Models,
    dir: &Path,
) -> anyhow::Result<Firewall> {
    Ok(open(config, models, dir).await?.0)
}

/// A firewall over the data directory, and what can be set while it runs.
pub(crate) async fn with_settings(
    config: &Config,
    models: Models,
    dir: &Path,
) -> anyhow::Result<(Arc<Firewall>, Settings)> {
    let (firewall, ledger, generator) = open(config, models, dir).await?;
    let firewall = Arc::new(firewall);
    let settings = Settings::new(
        Arc::clone(&firewall),
        ledger,
        generator,
        config.clone(),
        dir.to_owned(),
    );
    Ok((firewall, settings))
}

async fn open(
    config: &Config,
    models: Models,
    dir: &Path,
) -> anyhow::Result<(Firewall, Arc<SqliteLedger>, Arc<Switching>)> {
    let ledger = Arc::new(ledger(config, dir).await?);
    let store = store(config, dir, &models.embedder, Arc::clone(&ledger)).await?;
    if let Some(days) = config.reports.keep_days {
        forget(&ledger, i64::from(days.get())).await?;
        tokio::spawn(forget_daily(Arc::downgrade(&ledger), i64::from(days.get())));
    }
    let mut policy = settings::kept_policy(ledger.as_ref(), config).await?;
    if let Err(error) = packs(config)?.active(&policy.packs)
        && policy.packs != config.policy.packs
    {
        tracing::warn!(%error, "the packs that were switched on in the app cannot be used any more; the configured ones are on");
        policy.packs.clone_from(&config.policy.packs);
    }
    let generator = Arc::new(Switching::new(generator(config, Some(dir))?));
    settings::settle(&ledger, &generator.name()).await?;
    let firewall = assemble(
        config,
        models,
        store,
        Arc::<SqliteLedger>::clone(&ledger),
        Arc::<Switching>::clone(&generator),
        policy,
    )?;
    firewall.set_panel(settings::panel(config, Some(dir))?);
    match calibration::error(&ledger).await {
        Ok(error) => firewall.set_calibration(error),
        Err(error) => tracing::error!(%error, "reports do not say how far probabilities are off"),
    }
    Ok((firewall, ledger, generator))
}

/// The rules that put reports into the queue: those of the configured file, else those of the program.
pub(crate) fn review_rules(config: &Config) -> anyhow::Result<ReviewRules> {
    let Some(path) = &config.review.rules else {
        return Ok(ReviewRules::bundled()?);
    };
    let shown = path.display();
    let text = std::fs::read_to_string(path)
        .with_context(|| format!("review.rules: {shown} cannot be read"))?;
    ReviewRules::parse(&text).with_context(|| format!("review.rules: {shown}"))
}

/// The ledger, which knows who acts and what a person has to look at.
async fn ledger(config: &Config, dir: &Path) -> anyhow::Result<SqliteLedger> {
    let rules = review_rules(config)?;
    let disputed = rules.disputed();
    let flags = config.review.queue && config.review.auto_flag;
    let triage = move |report: &Report| rules.triage(report).filter(|_| flags);
    let ledger = SqliteLedger::open(&dir.join("ledger.sqlite")).await?;
    Ok(ledger.told(actor::current, triage, disputed))
}

/// Deletes the reports that are older than some days.
async fn forget(ledger: &SqliteLedger, days: i64) -> Result<(), PortError> {
    let time = jiff::Timestamp::now()
        .checked_sub(jiff::SignedDuration::from_hours(days.saturating_mul(24)))
        .map_err(|error| PortError::internal(format!("reports.keep_days: {error}")))?;
    let deleted = ledger.delete_before(&rfc3339(time)).await?;
    if deleted > 0 {
        tracing::info!(deleted, days, "reports that were older were deleted");
    }
    Ok(())
}

/// [`forget`] once a day for as long as the ledger is in use.
async fn forget_daily(ledger: Weak<SqliteLedger>, days: i64) {
    loop {
        tokio::time::sleep(Duration::from_hours(24)).await;
        let Some(ledger) = ledger.upgrade() else {
            return;
        };
        if let Err(error) = forget(&ledger, days).await {
            tracing::error!(%error, "old reports are not deleted; tried again in a day");
        }
    }
}

/// A firewall over a throwaway store, whose reports are not kept.
pub(crate) async fn throwaway(
    config: &Config,
    models: Models,
    dir: &Path,
) -> anyhow::Result<Firewall> {
    let firewall = drafted_by(config, models, dir, generator(config, None)?).await?;
    firewall.set_panel(settings::panel(config, None)?);
    Ok(firewall)
}

/// [`throwaway`], with another generator than the configured one.
pub(crate) async fn drafted_by(
    config: &Config,
    models: Models,
    dir: &Path,
    generator: Arc<dyn Generator>,
) -> anyhow::Result<Firewall> {
    let path = dir.join("passages.sqlite");
    let store = Arc::new(
        SqliteStore::open(
            &path,
            &models.embedder.identity().sha256,
            models.embedder.dimensions(),
        )
        .await?,
    );
    let policy = config.policy.clone();
    assemble(config, models, store, Arc::new(NoLedger), generator, policy)
}

fn assemble(
    config: &Config,
    models: Models,
    store: Arc<dyn PassageStore>,
    ledger: Arc<dyn Ledger>,
    generator: Arc<dyn Generator>,
    policy: Policy,
) -> anyhow::Result<Firewall> {
    let packs = packs(config)?;
    let parts = FirewallParts {
        extractor: Arc::new(ChildExtractor::new(config.limits)),
        embedder: models.embedder,
        nli: Some(models.nli),
        reader: models.reader.map(|reader| reader as Arc<dyn NliModel>),
        judge: models.judge,
        store,
        table_packs: table_packs(config, &packs)?,
        packs: Arc::new(packs),
        generator,
        ledger,
        passages: config.passages,
        policy,
        clock: Arc::new(now),
    };
    Firewall::new(parts).map_err(|problem| anyhow::anyhow!("{problem}"))
}

/// A pack's file, read and checked, the section of the tables too.
pub(crate) fn pack(path: &Path) -> anyhow::Result<Pack> {
    let file = path.display().to_string();
    let text = std::fs::read_to_string(path).with_context(|| format!("{file} cannot be read"))?;
    let pack = Pack::parse(&file, &text)?;
    table_pack(&pack)?;
    Ok(pack)
}

/// All rule packs: those of the program, and those of `packs.dir`.
pub(crate) fn packs(config: &Config) -> anyhow::Result<Packs> {
    let mut all = bundled()?;
    if let Some(dir) = &config.packs.dir {
        let unread = || format!("packs.dir: {} cannot be read", dir.display());
        let entries = std::fs::read_dir(dir).with_context(unread)?;
        let mut files = Vec::new();
        for entry in entries {
            let path = entry.with_context(unread)?.path();
            if path
                .extension()
                .is_some_and(|extension| extension == "toml")
            {
                files.push(path);
            }
        }
        files.sort();
        for file in files {
            all.push(pack(&file).context("packs.dir: a rule pack is wrong")?);
        }
    }
    Ok(Packs::of(all)?)
}

fn table_pack(pack: &Pack) -> anyhow::Result<TablePack> {
    TablePack::parse(&pack.text)
        .map_err(|why| anyhow::anyhow!("the rule pack {}: [tables]: {why}", pack.identity.name))
}

/// Of the packs that are on those that speak of tables.
fn table_packs(config: &Config, packs: &Packs) -> anyhow::Result<Vec<TablePack>> {
    let on = packs.active(&config.policy.packs).context("policy.packs")?;
    on.packs()
        .iter()
        .filter(|pack| pack.speaks_of_tables())
        .map(|pack| table_pack(pack))
        .collect()
}

/// A time as reports and records have it: in UTC, whole seconds.
pub(crate) fn rfc3339(time: jiff::Timestamp) -> String {
    time.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()
}

fn now() -> Moment {
    let now = jiff::Timestamp::now();
    Moment {
        rfc3339: rfc3339(now),
        year: i32::from(now.to_zoned(jiff::tz::TimeZone::UTC).year()),
    }
}

/// Keeps nothing: for runs over a throwaway store.
struct NoLedger;

#[async_trait]
impl Ledger for NoLedger {
    async fn record(&self, _: &Report) -> Result<(), PortError> {
        Ok(())
    }

    async fn report(&self, _: &ReportId) -> Result<Option<Report>, PortError> {
        Ok(None)
    }

    async fn reports(&self, _: &ReportFilter) -> Result<ReportPage, PortError> {
        Ok(ReportPage::default())
    }

    async fn line(&self, _: &ReportId) -> Result<Option<ReportLine>, PortError> {
        Ok(None)
    }

    async fn label(&self, _: &ReportId, _: &ReportLabel) -> Result<Option<ReportLine>, PortError> {
        Ok(None)
    }

    async fn delete(&self, _: &ReportId) -> Result<bool, PortError> {
        Ok(false)
    }

    async fn insights(&self, _: &str, stretch: Stretch) -> Result<Insights, PortError> {
        Ok(Insights::none(stretch))
    }

    async fn conversation(&self, _: &ConversationId) -> Result<Vec<ReportLine>, PortError> {
        Ok(Vec::new())
    }

    async fn conversations(&self, _: u32) -> Result<Vec<ConversationLine>, PortError> {
        Ok(Vec::new())
    }

    async fn collections(&self) -> Result<Vec<Collection>, PortError> {
        Ok(Vec::new())
    }

    async fn keep_collection(&self, _: &Collection) -> Result<(), PortError> {
        Err(PortError::internal("a throwaway store has one collection"))
    }

    async fn forget_collection(&self, _: &CollectionId) -> Result<u64, PortError> {
        Ok(0)
    }

    async fn reports_of(&self, _: &CollectionId) -> Result<u64, PortError> {
        Ok(0)
    }

    async fn setting(&self, _: &str) -> Result<Option<String>, PortError> {
        Ok(None)
    }

    async fn set_setting(&self, _: &str, _: &str) -> Result<(), PortError> {
        Ok(())
    }

    async fn note(&self, _: &Happening) -> Result<(), PortError> {
        Ok(())
    }

    async fn note_done(&self, _: &Happening) {}
}
