//! `cargo xtask fuzz [--seconds N] [--address] [TARGET..]`: replays what was found before and fuzzes the readers of untrusted files and texts; where they are named, `kernels` those of inference and `multipart` forms.
//!
//! The targets lie in `fuzz/`. They need a C++ compiler and nothing else: the coverage counters are a code generation option of the stable compiler. A run
//! of under a minute a target puts them into our own crates alone and takes the libraries that the tests were built with; a longer one builds everything
//! with them. `--address` adds the address sanitizer, which stable knows under RUSTC_BOOTSTRAP.

mod one;
mod targets;

use crate::{USAGE, host};
use anyhow::{Context as _, bail, ensure};
use one::one;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use targets::{TARGETS, names};

/// Holds what is added to the compiler's arguments where cargo runs this program in front of the compiler.
pub(crate) const ADDED: &str = "GROUNDWALL_XTASK_ADDED";

/// What the compiler adds so that the fuzzer sees which branches an input takes.
const COVERAGE: &str = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
    -Cllvm-args=-sanitizer-coverage-pc-table -Cllvm-args=-sanitizer-coverage-trace-compares --cfg fuzzing";

struct Plan {
    /// Fuzzing a target, after the replay.
    seconds: u64,
    address: bool,
    targets: Vec<String>,
}

impl Plan {
    /// What the words of the command line ask for: the targets that are named, or all that run without being named.
    fn read(root: &Path, mut words: impl Iterator<Item = String>) -> anyhow::Result<Self> {
        let mut plan = Self {
            seconds: 600,
            address: false,
            targets: Vec::new(),
        };
        while let Some(word) = words.next() {
            match word.as_str() {
                "--seconds" => {
                    plan.seconds = words
                        .next()
                        .and_then(|number| number.parse().ok())
                        .context(USAGE)?;
                }
                "--address" => plan.address = true,
                other if other.starts_with('-') => bail!("{USAGE}"),
                target => plan.targets.push(target.to_owned()),
            }
        }
        let known = names(&root.join("fuzz/targets"))?;
        if plan.targets.is_empty() {
            plan.targets = known
                .iter()
                .filter(|target| !TARGETS.named.contains(target))
                .cloned()
                .collect();
        }
        if let Some(unknown) = plan.targets.iter().find(|target| !known.contains(target)) {
            bail!(
                "There is no target {unknown}; there are {}.",
                known.join(", ")
            );
        }
        Ok(plan)
    }

    /// A short run spends its time on the build, a long one on the inputs.
    fn is_short(&self) -> bool {
        self.seconds < 60 && !self.address
    }
}

/// The compiler that cargo names, with arguments of its and ours.
pub(crate) fn compile(added: &str) -> anyhow::Result<()> {
    let mut words = std::env::args_os().skip(1);
    let compiler = words.next().context("cargo names no compiler")?;
    let status = Command::new(compiler)
        .args(words)
        .args(added.split_whitespace())
        .status()?;
    std::process::exit(status.code().unwrap_or(1));
}

/// Builds the targets; the folder in which they are then.
fn build(root: &Path, plan: &Plan) -> anyhow::Result<PathBuf> {
    let target = root.join("target");
    let mut build = Command::new("cargo");
    build.current_dir(root).args(["build", "--locked"]);
    // A program that cargo started knows cargo's settings for itself; the targets are built with their own.
    build.env_remove("CARGO_ENCODED_RUSTFLAGS");
    let programs = if plan.is_short() {
        let target = std::env::var_os("CARGO_TARGET_DIR").map_or(target, PathBuf::from);
        // With the workspace's features the libraries are those of the tests.
        build
            .args(["--workspace", "--features", "groundwall-fuzz/targets"])
            .env("RUSTC_WORKSPACE_WRAPPER", std::env::current_exe()?)
            .env(ADDED, COVERAGE);
        root.join(target).join("debug/examples")
    } else {
        let host = host()?;
        let (target, flags) = if plan.address {
            build.env("RUSTC_BOOTSTRAP", "1");
            (
                target.join("fuzz-address"),
                format!("{COVERAGE} -Zsanitizer=address"),
            )
        } else {
            (target.join("fuzz"), COVERAGE.to_owned())
        };
        build
            .args(["--package", "groundwall-fuzz", "--features", "targets"])
            .args(["--profile", "fuzz", "--target", &host])
            .env("CARGO_TARGET_DIR", &target)
            .env("RUSTFLAGS", flags);
        target.join(host).join("fuzz/examples")
    };
    for target in &plan.targets {
        build.arg("--example").arg(format!("fuzz-{target}"));
    }
    for named in &TARGETS.named {
        if plan.targets.contains(named) {
            build
                .arg("--features")
                .arg(format!("groundwall-fuzz/{named}"));
        }
    }
    ensure!(build.status()?.success(), "the targets do not compile");
    Ok(programs)
}

/// `[--seconds N] [--address] [TARGET..]`.
pub(crate) fn run(root: &Path, words: impl Iterator<Item = String>) -> anyhow::Result<()> {
    let plan = &Plan::read(root, words)?;
    let programs = build(root, plan)?;
    let next = AtomicUsize::new(0);
    // One a core.
    let work = || -> anyhow::Result<Vec<&str>> {
        let mut crashed = Vec::new();
        while let Some(target) = plan.targets.get(next.fetch_add(1, Ordering::Relaxed)) {
            let program = programs.join(format!("fuzz-{target}"));
            if !one(root, &program, target, plan.seconds)? {
                crashed.push(target.as_str());
            }
        }
        Ok(crashed)
    };
    let mut crashed = Vec::new();
    std::thread::scope(|scope| {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(work)).collect();
        for worker in workers {
            let ended = worker.join().ok().context("a target's run panicked")?;
            crashed.extend(ended?);
        }
        anyhow::Ok(())
    })?;
    ensure!(
        crashed.is_empty(),
        "{} crashed; the inputs lie in fuzz/crashes. Repair it and commit them as fixtures.",
        crashed.join(", ")
    );
    Ok(())
}
