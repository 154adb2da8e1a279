//! A cold start of this program as a server, and its memory with 20,000 passages.

use super::{Part, material, mebibytes};
use crate::cli::say;
use crate::compose;
use crate::config::Config;
use anyhow::Context as _;
use groundwall_ports::Embedder as _;
use serde_json::json;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

const PASSAGES: usize = 20_000;

pub(super) async fn run(config: &Config) -> anyhow::Result<Part> {
    let models = compose::models(config, &say).await?;
    let material = material::Material::load(&models.embedder).await?;
    let (empty, full) = (tempfile::tempdir()?, tempfile::tempdir()?);
    drop(
        material::fill(
            full.path(),
            models.embedder.identity(),
            models.embedder.dimensions(),
            &mut material.corpus(1),
            PASSAGES,
            |_| {},
        )
        .await?,
    );
    let (mut lines, mut figures) = (Vec::new(), Vec::new());
    for (passages, dir) in [(0, &empty), (PASSAGES, &full)] {
        let (seconds, memory) = start(config, dir.path())?;
        let shown = memory.map_or("?".to_owned(), |memory| memory.to_string());
        lines.push(format!(
            "start with {passages} passages: ready after {seconds:.2} s, resident {shown} MiB"
        ));
        figures.push(json!({"passages": passages, "seconds": seconds, "resident_mib": memory}));
    }
    Ok(Part {
        name: "start",
        lines,
        figures: json!(figures),
    })
}

/// Seconds until a server over `dir` says that it is ready, and its memory then.
fn start(config: &Config, dir: &Path) -> anyhow::Result<(f64, Option<u64>)> {
    let started = Instant::now();
    let mut child = Command::new(std::env::current_exe()?)
        .args(["serve", "--addr", "127.0.0.1:0", "--data-dir"])
        .arg(dir)
        .env(
            "GROUNDWALL__MODELS__DIR",
            std::path::absolute(config.models_dir())?,
        )
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .context("the server cannot be started")?;
    let lines = BufReader::new(child.stdout.take().context("the server has no output")?).lines();
    let ready = lines
        .map_while(Result::ok)
        .any(|line| line.starts_with("Ready"));
    let seconds = started.elapsed().as_secs_f64();
    let memory = mebibytes(&child.id().to_string(), "VmRSS:");
    child.kill()?;
    child.wait()?;
    anyhow::ensure!(ready, "the server ended before it was ready");
    Ok((seconds, memory))
}
