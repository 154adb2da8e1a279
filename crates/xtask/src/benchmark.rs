//! `cargo xtask benchmark [--binary PATH] [--ablation]`: the cases of data/benchmark through the release binary or another, by category; with `--ablation` again with
//! each layer switched off by itself.

use anyhow::{Context as _, bail, ensure};
use std::path::{Path, PathBuf};
use std::process::Command;

pub(crate) fn run(root: &Path, mut words: impl Iterator<Item = String>) -> anyhow::Result<()> {
    let mut binary = root.join("target/release/groundwall");
    let mut ablation = false;
    while let Some(word) = words.next() {
        match word.as_str() {
            "--binary" => binary = PathBuf::from(words.next().context("--binary needs a path")?),
            "--ablation" => ablation = true,
            other => bail!("benchmark knows no {other}; it knows --binary PATH and --ablation"),
        }
    }
    ensure!(
        binary.is_file(),
        "{} is not there; build it with cargo build --release, or name another with --binary",
        binary.display()
    );
    let mut command = Command::new(binary.canonicalize()?);
    command
        .current_dir(root)
        .args(["eval", "--cases", "data/benchmark/cases.jsonl"]);
    if ablation {
        command.arg("--ablation");
    }
    let status = command.status()?;
    ensure!(status.success(), "the benchmark did not run: {status}");
    Ok(())
}
