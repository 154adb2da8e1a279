//! The models: the bundled ones, or those that the configuration names.

use crate::config::Config;
use crate::settings;
use anyhow::Context as _;
use groundwall_core::ModelIdentity;
use groundwall_inference::{
    BackgroundNli, CandleEmbedder, CandleNli, GeneratorFiles, GeneratorLimits, LoadError,
    LoadedFiles, LocalGenerator, Manifest, Role,
};
use groundwall_judge::Judge;
use groundwall_ports::{Embedder as _, Generator, NliModel as _};
use std::path::Path;
use std::sync::Arc;

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
    let optional = |name: &str| files.get(name).map(Vec::as_slice);
    Ok(Some(Arc::new(Judge::parse(
        file("judge.json")?,
        optional("precise.json"),
        optional("answering.json"),
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
pub(super) fn generator(config: &Config, dir: Option<&Path>) -> anyhow::Result<Arc<dyn Generator>> {
    if let Some(choice) = &config.generator.local {
        let local = local(config, choice).context("the local model cannot be used")?;
        return Ok(Arc::new(local));
    }
    settings::generator(config, dir)
}
