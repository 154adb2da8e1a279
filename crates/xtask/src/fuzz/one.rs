//! One target: its known inputs first, then new ones.

use super::targets::TARGETS;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folders of a target.
struct Folders {
    /// Kept inputs that reach different branches.
    corpus: PathBuf,
    crashes: PathBuf,
    samples: PathBuf,
    /// What the fuzzer finds on this machine.
    found: PathBuf,
}

impl Folders {
    /// Makes those that are not there, and fills in the samples.
    fn of(root: &Path, target: &str) -> anyhow::Result<Self> {
        let built = root.join("target/fuzz");
        let folders = Self {
            corpus: root.join("fuzz/corpus").join(target),
            crashes: root.join("fuzz/crashes").join(target),
            samples: built.join("samples").join(target),
            found: built.join("found").join(target),
        };
        let Self {
            corpus,
            crashes,
            samples,
            found,
        } = &folders;
        for folder in [corpus, crashes, samples, found] {
            std::fs::create_dir_all(folder)?;
        }
        seeds(root, samples, target)?;
        Ok(folders)
    }

    /// Those whose inputs are known.
    fn known(&self) -> [&PathBuf; 3] {
        [&self.samples, &self.corpus, &self.crashes]
    }
}

/// Replays samples, corpus and crashes, then fuzzes; false when something crashed.
pub(super) fn one(root: &Path, program: &Path, target: &str, seconds: u64) -> anyhow::Result<bool> {
    let folders = Folders::of(root, target)?;
    // What reads a text and no file has less time for one input.
    let limits = [
        if TARGETS.texts.iter().any(|text| text == target) {
            "-timeout=5"
        } else {
            "-timeout=25"
        },
        "-rss_limit_mb=3072",
        "-max_len=65536",
        "-print_final_stats=1",
        "-verbosity=0",
    ];
    let Some(replayed) = replay(program, target, &limits, &folders)? else {
        return Ok(false);
    };
    let mut fuzzing = Command::new(program);
    fuzzing
        .args(limits)
        .arg(format!("-max_total_time={seconds}"))
        .arg(format!("-artifact_prefix={}/", folders.crashes.display()));
    let output = fuzzing.arg(&folders.found).args(folders.known()).output()?;
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

/// How many known inputs were replayed; none when one of them crashed.
fn replay(
    program: &Path,
    target: &str,
    limits: &[&str],
    folders: &Folders,
) -> anyhow::Result<Option<usize>> {
    let mut replayed = 0;
    for folder in folders.known() {
        let files: Vec<PathBuf> = std::fs::read_dir(folder)?
            .map(|entry| entry.map(|entry| entry.path()))
            .collect::<Result<_, _>>()?;
        for chunk in files.chunks(200) {
            let output = Command::new(program).args(limits).args(chunk).output()?;
            if !output.status.success() {
                println!("{target}: a known input crashes\n{}", end(&output.stderr));
                return Ok(None);
            }
        }
        replayed += files.len();
    }
    Ok(Some(replayed))
}

/// Copies the samples that a target reads to where the fuzzer may take them from.
fn seeds(root: &Path, folder: &Path, target: &str) -> anyhow::Result<()> {
    let reads = |extension: &OsStr| match TARGETS.samples.get(target) {
        Some(known) => known.iter().any(|known| extension == known.as_str()),
        None => extension == target,
    };
    for entry in std::fs::read_dir(root.join("data/samples"))? {
        let path = entry?.path();
        if let (Some(name), Some(extension)) = (path.file_name(), path.extension())
            && reads(extension)
        {
            std::fs::copy(&path, folder.join(name))?;
        }
    }
    Ok(())
}

/// The last lines of what a program told.
fn end(told: &[u8]) -> String {
    let told = String::from_utf8_lossy(told);
    let lines: Vec<&str> = told.lines().collect();
    lines[lines.len().saturating_sub(25)..].join("\n")
}
