//! `groundwall ingest`: files and folders into the data directory, and for the gate into a throwaway store.

use super::{Done, Format, say, tell, told};
use crate::compose;
use crate::config::Config;
use crate::lock::DataDirLock;
use crate::traces::Traces;
use anyhow::Context as _;
use groundwall_core::{Collection, CollectionId, Document, NewCollection, Problem};
use groundwall_ports::{FirewallService, Upload};
use serde_json::json;
use std::path::{Path, PathBuf};

/// Every file under `path`, hidden ones left out, with its path relative to the folder as its name.
pub(super) fn files(path: &Path) -> anyhow::Result<Vec<(PathBuf, String)>> {
    let shown = path.display();
    let kind = std::fs::metadata(path).with_context(|| format!("cannot read {shown}"))?;
    if kind.is_file() {
        let name = path
            .file_name()
            .map(|name| name.to_string_lossy().into_owned())
            .unwrap_or_default();
        return Ok(vec![(path.to_owned(), name)]);
    }
    let mut found = Vec::new();
    let mut folders = vec![path.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder)
            .with_context(|| format!("cannot read {}", folder.display()))?
        {
            let entry = entry?;
            if entry.file_name().to_string_lossy().starts_with('.') {
                continue;
            }
            // Links are not followed: a folder may not lead out of itself or in circles.
            let kind = entry.file_type()?;
            if kind.is_dir() {
                folders.push(entry.path());
            } else if kind.is_file() {
                let name = entry
                    .path()
                    .strip_prefix(path)
                    .unwrap_or(&entry.path())
                    .to_string_lossy()
                    .into_owned();
                found.push((entry.path(), name));
            }
        }
    }
    found.sort();
    Ok(found)
}

/// The collection that somebody means by its name or id; the error names those that there are.
pub(super) async fn named(
    service: &dyn FirewallService,
    given: &str,
) -> anyhow::Result<CollectionId> {
    let all = service.collections().await?;
    let names: Vec<&str> = all.iter().map(|one| one.name.as_str()).collect();
    let found = Collection::find(&all, given);
    Ok(found
        .with_context(|| {
            format!(
                "there is no collection “{given}”; there are {}",
                names.join(", ")
            )
        })?
        .id
        .clone())
}

/// The collection that documents go into: `default`, or the given one, which is made where there is none.
async fn destination(
    service: &dyn FirewallService,
    given: Option<&str>,
) -> anyhow::Result<CollectionId> {
    let Some(given) = given else {
        return Ok(CollectionId::default());
    };
    if let Some(known) = Collection::find(&service.collections().await?, given) {
        return Ok(known.id.clone());
    }
    let new = NewCollection {
        name: given.to_owned(),
        ..NewCollection::default()
    };
    let made = service.create_collection(new).await?;
    say(&format!("The collection “{}” is new.", made.name));
    Ok(made.id)
}

/// Takes in every file one after another; what became of each is told at once.
pub(super) async fn take(
    service: &dyn FirewallService,
    collection: &CollectionId,
    paths: &[PathBuf],
    file_bytes: u64,
    traces: &Traces,
) -> anyhow::Result<Vec<(String, Result<Document, Problem>)>> {
    let mut all = Vec::new();
    for path in paths {
        all.extend(files(path)?);
    }
    let mut outcomes = Vec::new();
    for (place, (path, name)) in all.iter().enumerate() {
        let size = std::fs::metadata(path)
            .with_context(|| format!("cannot read {}", path.display()))?
            .len();
        // One byte over the limit is enough for the service to refuse the file without holding all of it.
        let bytes = if size > file_bytes {
            vec![0; usize::try_from(file_bytes.saturating_add(1))?]
        } else {
            std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?
        };
        let upload = Upload {
            name: name.clone(),
            bytes,
        };
        let taking = service.upload_into(collection, vec![upload], &tell);
        for outcome in told(traces.of_upload(taking)).await? {
            let said = match &outcome.result {
                Ok(document) if document.passages == 1 => "1 passage".to_owned(),
                Ok(document) => format!("{} passages", document.passages),
                Err(problem) => format!("refused: {problem}"),
            };
            say(&format!(
                "[{}/{}] {}: {said}",
                place.saturating_add(1),
                all.len(),
                outcome.name
            ));
            outcomes.push((outcome.name, outcome.result));
        }
    }
    Ok(outcomes)
}

pub(super) async fn run(
    config: &Config,
    paths: &[PathBuf],
    collection: Option<&str>,
    format: Format,
) -> anyhow::Result<Done> {
    let _lock = DataDirLock::take(&config.data_dir)?;
    let models = compose::models(config, &say).await?;
    let firewall = compose::firewall(config, models, &config.data_dir).await?;
    let into = destination(&firewall, collection).await?;
    let traces = Traces::of_command(&config.telemetry);
    let outcomes = take(&firewall, &into, paths, config.limits.file_bytes, &traces).await;
    firewall.close().await;
    traces.close().await;
    let outcomes = outcomes?;
    let taken: Vec<_> = outcomes
        .iter()
        .filter_map(|(name, result)| result.as_ref().ok().map(|document| (name, document)))
        .collect();
    let refused: Vec<_> = outcomes
        .iter()
        .filter_map(|(name, result)| result.as_ref().err().map(|problem| (name, problem)))
        .collect();
    let passages: u32 = taken.iter().map(|(_, document)| document.passages).sum();
    match format {
        Format::Text => println!(
            "{} taken in ({passages} passages), {} refused",
            taken.len(),
            refused.len()
        ),
        Format::Json => {
            let taken: Vec<_> = taken
                .iter()
                .map(|(name, document)| json!({"filename": name, "file_type": document.format, "chunks_added": document.passages}))
                .collect();
            let refused: Vec<_> = refused
                .iter()
                .map(|(name, problem)| json!({"filename": name, "error": problem.message}))
                .collect();
            println!(
                "{}",
                serde_json::to_string_pretty(&json!({"taken": taken, "refused": refused}))?
            );
        }
    }
    anyhow::ensure!(
        refused.is_empty(),
        "{} of {} files were refused; the others are in",
        refused.len(),
        outcomes.len()
    );
    Ok(Done::Passed)
}
