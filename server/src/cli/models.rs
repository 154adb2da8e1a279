//! `groundwall models`.

use super::{Done, Format};
use crate::config::Config;
use anyhow::Context as _;
use groundwall_inference::{Manifest, Role};
use serde_json::json;

pub(super) fn run(config: &Config, format: Format) -> anyhow::Result<Done> {
    let dir = config.models_dir();
    let manifest = Manifest::read(&dir)?;
    let mut all = Vec::new();
    for model in &manifest.model {
        // Reading compares every file with its hash.
        manifest.files(model.role).with_context(|| format!("{} is damaged", model.name))?;
        let role = match model.role {
            Role::Embedder => "embedder",
            Role::Verifier => "verifier",
            Role::Judge => "judge",
        };
        let replaced = match model.role {
            Role::Embedder => config.models.embedder.as_deref(),
            Role::Verifier => config.models.verifier.as_deref(),
            Role::Judge => None,
        };
        let path = dir.join(&model.dir);
        let bytes: u64 = model.files.keys().filter_map(|name| std::fs::metadata(path.join(name)).ok()).map(|file| file.len()).sum();
        let calibrated = model.role == Role::Judge || model.thresholds.is_some_and(|thresholds| thresholds.calibrated);
        all.push(json!({
            "role": role, "name": model.name, "revision": model.revision, "license": model.license, "directory": path, "bytes": bytes,
            "calibrated": calibrated, "files": model.files, "replaced_by": replaced,
        }));
        if format == Format::Text {
            println!("{role}: {} ({}), {:.1} MB in {}", model.name, model.license, bytes as f64 / 1e6, path.display());
            println!("  revision {}, hashes match{}", model.revision, if calibrated { ", calibrated" } else { "" });
            for (name, hash) in &model.files {
                println!("  {hash}  {name}");
            }
            if let Some(other) = replaced {
                println!("  the configuration uses {other} instead");
            }
        }
    }
    if format == Format::Json {
        println!("{}", serde_json::to_string_pretty(&all)?);
    }
    Ok(Done::Passed)
}
