//! `cargo xtask train-guard` fits the weights of the question guard's classifier to the rows of data/guard and writes models/guard/weights.bin.
//! `cargo xtask eval-guard --rows FOLDER` measures the guard on the rows of a folder, by type and language, whole and with layers switched off.

mod eval;
mod fit;
mod grammar;
mod left_out;
mod rows;
mod train;

pub(crate) use eval::run as eval;
pub(crate) use train::run as train;

use anyhow::Context as _;
use groundwall_governance::guard::Guard;
use serde::de::DeserializeOwned;
use std::path::Path;

fn guard() -> anyhow::Result<&'static Guard> {
    Guard::bundled().map_err(|error| anyhow::anyhow!("{error}"))
}

fn read(path: &Path) -> anyhow::Result<String> {
    std::fs::read_to_string(path).with_context(|| format!("{} cannot be read", path.display()))
}

fn parsed<T: DeserializeOwned>(path: &Path) -> anyhow::Result<Vec<T>> {
    read(path)?
        .lines()
        .map(|line| {
            serde_json::from_str(line).with_context(|| format!("{}: {line}", path.display()))
        })
        .collect()
}
