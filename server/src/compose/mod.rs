//! The composition root: configuration to a firewall.

mod forget;
mod models;
mod no_ledger;
mod packs;

pub(crate) use models::{Models, local_limits, models};
pub(crate) use packs::{pack, packs};

use crate::child::ChildExtractor;
use crate::config::Config;
use crate::outward::WebLookUp;
use crate::settings::{self, Settings, Switching};
use crate::time::rfc3339;
use crate::whole::Whole;
use crate::{actor, calibration};
use anyhow::Context as _;
use forget::{forget, forget_daily};
use groundwall_core::{Policy, Report};
use groundwall_engine::{Firewall, FirewallParts, Moment};
use groundwall_governance::review::ReviewRules;
use groundwall_inference::CandleEmbedder;
use groundwall_ledger::SqliteLedger;
use groundwall_ports::{Embedder as _, Generator, Ledger, NliModel, PassageStore};
use groundwall_retrieval::{QdrantStore, SqliteStore};
use models::generator;
use no_ledger::NoLedger;
use packs::table_packs;
use std::path::Path;
use std::sync::Arc;

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
        web: Some(Arc::new(WebLookUp::of_the_public_web())),
        ledger,
        passages: config.passages,
        policy,
        clock: Arc::new(now),
    };
    Firewall::new(parts).map_err(|problem| anyhow::anyhow!("{problem}"))
}

fn now() -> Moment {
    let now = jiff::Timestamp::now();
    Moment {
        rfc3339: rfc3339(now),
        year: i32::from(now.to_zoned(jiff::tz::TimeZone::UTC).year()),
    }
}
