//! Work on the repository. `cargo xtask licences` holds the dependencies against `deny.toml`, `cargo xtask sbom` prints what the binary is made of, `cargo xtask attack [--binary PATH] [--quick] [ROUND]` attacks a server that it starts.
//! `cargo xtask advisories DIR` writes `data/advisories/rustsec.jsonl` from a clone of the RustSec database, for `licences` to look into.
//! `cargo xtask house [--list]` counts long files, long functions and word lists in code.
//! `cargo xtask train-guard` fits the guard's classifier, `cargo xtask eval-guard --rows FOLDER [--misses]` measures the guard.
//! `cargo xtask benchmark [--binary PATH] [--ablation]` runs the cases of data/benchmark through the whole product.
//! `cargo xtask fuzz [--seconds N] [--address] [TARGET..]` replays what was found before and fuzzes the readers of untrusted files and texts; where they are named, `kernels` those of inference and `multipart` forms.
//!
//! The targets lie in `fuzz/`. They need a C++ compiler and nothing else: the coverage counters are a code generation option of the stable compiler. A run
//! of under a minute a target puts them into our own crates alone and takes the libraries that the tests were built with; a longer one builds everything
//! with them. `--address` adds the address sanitizer, which stable knows under RUSTC_BOOTSTRAP.

mod advisories;
mod attack;
mod benchmark;
mod guard;
mod house;
mod licences;
mod sbom;

use anyhow::{Context as _, bail, ensure};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Targets that run only where they are named, each with the feature of its own name: they need more than the others to be built.
const NAMED: [&str; 2] = ["kernels", "multipart"];

/// Holds what is added to the compiler's arguments where cargo runs this program in front of the compiler.
const ADDED: &str = "GROUNDWALL_XTASK_ADDED";

const USAGE: &str = "usage: cargo xtask fuzz [--seconds N] [--address] [TARGET..] | attack [--binary PATH] [--quick] [ROUND] | licences | advisories DIR | sbom | house [--list] | train-guard [--worst N] | eval-guard --rows FOLDER [--misses] | benchmark [--binary PATH] [--ablation]";

/// What the compiler adds so that the fuzzer sees which branches an input takes.
const COVERAGE: &str = "-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 -Cllvm-args=-sanitizer-coverage-inline-8bit-counters \
    -Cllvm-args=-sanitizer-coverage-pc-table -Cllvm-args=-sanitizer-coverage-trace-compares --cfg fuzzing";

/// Targets whose inputs are texts.
const TEXTS: [&str; 8] = [
    "chunker",
    "claims",
    "dates",
    "guard",
    "markdown",
    "multipart",
    "numbers",
    "packs",
];

struct Plan {
    /// Fuzzing a target, after the replay.
    seconds: u64,
    address: bool,
    targets: Vec<String>,
}

impl Plan {
    /// A short run spends its time on the build, a long one on the inputs.
    fn is_short(&self) -> bool {
        self.seconds < 60 && !self.address
    }
}

fn main() -> anyhow::Result<()> {
    if let Ok(added) = std::env::var(ADDED) {
        return compile(&added);
    }
    let mut words = std::env::args().skip(1);
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .canonicalize()?;
    match (words.next().as_deref(), words.len()) {
        (Some("fuzz"), _) => {}
        (Some("attack"), _) => return attack::run(&root, words),
        (Some("licences"), 0) => return licences::run(&root),
        (Some("advisories"), 1) => {
            let clone = words.next().context(USAGE)?;
            return advisories::refresh(&root, Path::new(&clone));
        }
        (Some("train-guard"), 0) => return guard::train(&root, 0),
        (Some("train-guard"), 2) if words.next().as_deref() == Some("--worst") => {
            let count = words.next().and_then(|count| count.parse().ok());
            return guard::train(&root, count.context(USAGE)?);
        }
        (Some("eval-guard"), _) => return guard::eval(words),
        (Some("benchmark"), _) => return benchmark::run(&root, words),
        (Some("sbom"), 0) => return sbom::run(&root, &host()?),
        (Some("house"), _) => return house::run(&root, words),
        _ => bail!("{USAGE}"),
    }
    let mut plan = Plan {
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
            .filter(|target| !NAMED.contains(&target.as_str()))
            .cloned()
            .collect();
    }
    if let Some(unknown) = plan.targets.iter().find(|target| !known.contains(target)) {
        bail!(
            "There is no target {unknown}; there are {}.",
            known.join(", ")
        );
    }
    fuzz(&root, &plan)
}

/// Names of the files of a folder without their extension, in order; none when there is no folder.
fn names(folder: &Path) -> anyhow::Result<Vec<String>> {
    let mut names = Vec::new();
    if folder.exists() {
        for entry in std::fs::read_dir(folder)? {
            names.extend(
                entry?
                    .path()
                    .file_stem()
                    .map(|stem| stem.to_string_lossy().into_owned()),
            );
        }
    }
    names.sort();
    Ok(names)
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

/// The compiler that cargo names, with arguments of its and ours.
fn compile(added: &str) -> anyhow::Result<()> {
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
    for named in NAMED {
        if plan.targets.iter().any(|target| target == named) {
            build
                .arg("--features")
                .arg(format!("groundwall-fuzz/{named}"));
        }
    }
    ensure!(build.status()?.success(), "the targets do not compile");
    Ok(programs)
}

fn fuzz(root: &Path, plan: &Plan) -> anyhow::Result<()> {
    let programs = build(root, plan)?;
    let next = AtomicUsize::new(0);
    // One a core.
    let work = || -> anyhow::Result<Vec<&str>> {
        let mut crashed = Vec::new();
        while let Some(target) = plan.targets.get(next.fetch_add(1, Ordering::Relaxed)) {
            let program = programs.join(format!("fuzz-{target}"));
            if !run(root, &program, target, plan.seconds)? {
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

/// Copies the samples that a target reads to where the fuzzer may take them from.
fn seeds(root: &Path, folder: &Path, target: &str) -> anyhow::Result<()> {
    let extensions: &[&str] = match target {
        "sheet" => &["xlsx", "ods"],
        "csv" => &["csv", "tsv"],
        "json" => &["json", "jsonl"],
        "markdown" => &["md"],
        "text" => &["txt"],
        other => &[other],
    };
    for entry in std::fs::read_dir(root.join("data/samples"))? {
        let path = entry?.path();
        if let (Some(name), Some(extension)) = (path.file_name(), path.extension())
            && extensions.iter().any(|known| extension == *known)
        {
            std::fs::copy(&path, folder.join(name))?;
        }
    }
    Ok(())
}

/// Replays samples, corpus and crashes, then fuzzes; false when something crashed.
fn run(root: &Path, program: &Path, target: &str, seconds: u64) -> anyhow::Result<bool> {
    let (corpus, crashes) = (
        root.join("fuzz/corpus").join(target),
        root.join("fuzz/crashes").join(target),
    );
    let built = root.join("target/fuzz");
    let (samples, found) = (
        built.join("samples").join(target),
        built.join("found").join(target),
    );
    for folder in [&corpus, &crashes, &samples, &found] {
        std::fs::create_dir_all(folder)?;
    }
    seeds(root, &samples, target)?;
    // What reads a text and no file has less time for one input.
    let limits = [
        if TEXTS.contains(&target) {
            "-timeout=5"
        } else {
            "-timeout=25"
        },
        "-rss_limit_mb=3072",
        "-max_len=65536",
        "-print_final_stats=1",
        "-verbosity=0",
    ];
    let mut replayed = 0;
    for folder in [&samples, &corpus, &crashes] {
        let files: Vec<PathBuf> = std::fs::read_dir(folder)?
            .map(|entry| entry.map(|entry| entry.path()))
            .collect::<Result<_, _>>()?;
        for chunk in files.chunks(200) {
            let output = Command::new(program).args(limits).args(chunk).output()?;
            if !output.status.success() {
                println!("{target}: a known input crashes\n{}", end(&output.stderr));
                return Ok(false);
            }
        }
        replayed += files.len();
    }
    let mut fuzzing = Command::new(program);
    fuzzing
        .args(limits)
        .arg(format!("-max_total_time={seconds}"))
        .arg(format!("-artifact_prefix={}/", crashes.display()));
    let output = fuzzing
        .args([&found, &samples, &corpus, &crashes])
        .output()?;
    let told = String::from_utf8_lossy(&output.stderr);
    let number = |name: &str| {
        let line = told
            .lines()
            .find_map(|line| line.strip_prefix("stat::")?.strip_prefix(name))?;
        Some(line.trim_start_matches(':').trim().to_owned())
    };
    let executions = number("number_of_executed_units").unwrap_or_else(|| "?".to_owned());
    println!("{target}: {replayed} inputs replayed, {executions} executions in {seconds} s");
    if !output.status.success() {
        println!("{}", end(&output.stderr));
    }
    Ok(output.status.success())
}

fn end(told: &[u8]) -> String {
    let told = String::from_utf8_lossy(told);
    let lines: Vec<&str> = told.lines().collect();
    lines[lines.len().saturating_sub(25)..].join("\n")
}
