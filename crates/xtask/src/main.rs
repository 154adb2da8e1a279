//! Work on the repository. `cargo xtask sbom` prints what the binary is made of, `cargo xtask attack [--binary PATH] [--quick] [ROUND]` attacks a server that it starts.
//! `cargo xtask load [--binary PATH] [--streams] [--clients] [--seconds N] [--quick]` measures a server that it starts, under load.
//! `cargo xtask house [--list]` counts long files, long functions and word lists in code.
//! `cargo xtask train-guard` fits the guard's classifier, `cargo xtask eval-guard --rows FOLDER [--misses]` measures the guard.
//! `cargo xtask benchmark [--binary PATH] [--ablation]` runs the cases of data/benchmark through the whole product.
//! `cargo xtask fuzz [--seconds N] [--address] [TARGET..]` replays what was found before and fuzzes the readers of untrusted files and texts; where they are named, `kernels` those of inference and `multipart` forms.

mod attack;
mod benchmark;
mod fuzz;
mod guard;
mod house;
mod load;
mod running;
mod sbom;

use anyhow::{Context as _, bail};
use std::path::Path;
use std::process::Command;

const USAGE: &str = "usage: cargo xtask fuzz [--seconds N] [--address] [TARGET..] | attack [--binary PATH] [--quick] [ROUND] | load [--binary PATH] [--streams] [--clients] [--seconds N] [--quick] | sbom | house [--list] | train-guard [--worst N] | eval-guard --rows FOLDER [--misses] | benchmark [--binary PATH] [--ablation]";

fn main() -> anyhow::Result<()> {
    if let Ok(added) = std::env::var(fuzz::ADDED) {
        return fuzz::compile(&added);
    }
    let mut words = std::env::args().skip(1);
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .canonicalize()?;
    match (words.next().as_deref(), words.len()) {
        (Some("fuzz"), _) => fuzz::run(&root, words),
        (Some("attack"), _) => attack::run(&root, words),
        (Some("load"), _) => load::run(&root, words),
        (Some("train-guard"), 0) => guard::train(&root, 0),
        (Some("train-guard"), 2) if words.next().as_deref() == Some("--worst") => {
            let count = words.next().and_then(|count| count.parse().ok());
            guard::train(&root, count.context(USAGE)?)
        }
        (Some("eval-guard"), _) => guard::eval(words),
        (Some("benchmark"), _) => benchmark::run(&root, words),
        (Some("sbom"), 0) => sbom::run(&root, &host()?),
        (Some("house"), _) => house::run(&root, words),
        _ => bail!("{USAGE}"),
    }
}

fn host() -> anyhow::Result<String> {
    let told = Command::new("rustc")
        .arg("-vV")
        .output()
        .context("rustc does not run")?;
    let told = String::from_utf8(told.stdout)?;
    Ok(told
        .lines()
        .find_map(|line| line.strip_prefix("host: "))
        .context("rustc does not say its host")?
        .to_owned())
}
