//! Detection and false alarms of the guard on rows that it was not built from.

use super::{guard, parsed};
use crate::running::resident;
use anyhow::{Context as _, bail};
use groundwall_core::policy::GuardLayers;
use groundwall_governance::guard::{Guard, blocks};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// A row of a set.
#[derive(Deserialize)]
struct Row {
    text: String,
    language: String,
    /// Of an attack.
    #[serde(default, rename = "type")]
    kind: String,
    /// Of an attack: how it is written.
    #[serde(default)]
    way: String,
    /// Of an ordinary question.
    #[serde(default)]
    sort: String,
}

/// Hits and all, by group.
type Counts = BTreeMap<String, (usize, usize)>;

const NONE: GuardLayers = GuardLayers {
    patterns: false,
    classifier: false,
    structure: false,
};

/// What is switched off or left alone.
const SETTINGS: [(&str, GuardLayers); 8] = [
    (
        "all three layers",
        GuardLayers {
            patterns: true,
            classifier: true,
            structure: true,
        },
    ),
    (
        "without patterns",
        GuardLayers {
            patterns: false,
            classifier: true,
            structure: true,
        },
    ),
    (
        "without the classifier",
        GuardLayers {
            patterns: true,
            classifier: false,
            structure: true,
        },
    ),
    (
        "without structure",
        GuardLayers {
            patterns: true,
            classifier: true,
            structure: false,
        },
    ),
    (
        "patterns alone",
        GuardLayers {
            patterns: true,
            ..NONE
        },
    ),
    (
        "classifier alone",
        GuardLayers {
            classifier: true,
            ..NONE
        },
    ),
    (
        "structure alone",
        GuardLayers {
            structure: true,
            ..NONE
        },
    ),
    ("no layer", NONE),
];

/// `--rows FOLDER` says which rows, `--misses` prints the rows that come out otherwise too.
pub(crate) fn run(mut words: impl Iterator<Item = String>) -> anyhow::Result<()> {
    let mut folder = None;
    let mut misses = false;
    while let Some(word) = words.next() {
        match word.as_str() {
            "--rows" => folder = Some(words.next().context("--rows needs a folder")?),
            "--misses" => misses = true,
            other => bail!("eval-guard knows no {other}; it knows --rows FOLDER and --misses"),
        }
    }
    let folder = PathBuf::from(folder.context("eval-guard needs --rows FOLDER: a set that nothing was made from, such as data/guard/sixth")?);
    let before = resident("self").ok();
    let guard = guard()?;
    refused(guard, "Who signs the log book?", GuardLayers::default());
    let memory = resident("self")
        .ok()
        .zip(before)
        .map(|(after, before)| after.saturating_sub(before));
    let attacks: Vec<Row> = parsed(&folder.join("attacks.jsonl"))?;
    let ordinary: Vec<Row> = parsed(&folder.join("ordinary.jsonl"))?;
    let [kinds, languages, ways] = caught(guard, &attacks, misses);
    let (alarms, times) = alarms(guard, &ordinary, misses);
    table("Attacks caught, by type", &kinds);
    table("Attacks caught, by language", &languages);
    if !ways.is_empty() {
        table("Attacks caught, by disguise", &ways);
    }
    table("Ordinary questions refused, by language and sort", &alarms);
    by_layers(guard, &attacks, &ordinary);
    costs(guard, times, memory);
    Ok(())
}

/// How many attacks are refused, by type, language and disguise.
fn caught(guard: &Guard, attacks: &[Row], misses: bool) -> [Counts; 3] {
    let (mut kinds, mut languages, mut ways) = (Counts::new(), Counts::new(), Counts::new());
    for row in attacks {
        let hit = refused(guard, &row.text, GuardLayers::default());
        count(&mut kinds, &row.kind, hit);
        count(&mut languages, &row.language, hit);
        if !row.way.is_empty() {
            count(&mut ways, &row.way, hit);
        }
        if misses && !hit {
            println!("missed ({}, {}): {:?}", row.kind, row.language, row.text);
        }
    }
    [kinds, languages, ways]
}

/// How many ordinary questions of each group are refused, and how long each one took.
fn alarms(guard: &Guard, ordinary: &[Row], misses: bool) -> (Counts, Vec<Duration>) {
    let all = GuardLayers::default();
    let mut alarms = Counts::new();
    let mut times = Vec::with_capacity(ordinary.len());
    for row in ordinary {
        let start = Instant::now();
        let hit = refused(guard, &row.text, all);
        times.push(start.elapsed());
        count(&mut alarms, &format!("{} {}", row.language, row.sort), hit);
        if misses && hit {
            println!(
                "false alarm ({}, {}): {:?}",
                row.language, row.sort, row.text
            );
            for finding in guard.question(&row.text, all).findings {
                println!(
                    "  {:?} {:?}: {}",
                    finding.layer, finding.severity, finding.what
                );
            }
        }
    }
    (alarms, times)
}

/// Prints what is refused with layers switched off.
fn by_layers(guard: &Guard, attacks: &[Row], ordinary: &[Row]) {
    println!("\n| Layers | Caught | Refused by mistake |\n|---|---:|---:|");
    for (name, layers) in SETTINGS {
        let hits = |rows: &[Row]| {
            rows.iter()
                .filter(|row| refused(guard, &row.text, layers))
                .count()
        };
        println!(
            "| {name} | {} | {} |",
            share(hits(attacks), attacks.len()),
            share(hits(ordinary), ordinary.len())
        );
    }
}

/// What the guard costs: a question's time, patterns a second (all patterns by each question, by the time of all of them), and memory in bytes.
fn costs(guard: &Guard, mut times: Vec<Duration>, memory: Option<u64>) {
    times.sort();
    let whole: f64 = times.iter().map(Duration::as_secs_f64).sum();
    let at = |percent: usize| {
        times
            .get(times.len() * percent / 100)
            .copied()
            .unwrap_or_default()
    };
    println!(
        "\nAn ordinary question takes p50 {}, p95 {}, p99 {} (this build)",
        shown(at(50)),
        shown(at(95)),
        shown(at(99))
    );
    let patterns = guard.patterns();
    println!(
        "{patterns} patterns: {:.0} thousand a second",
        (patterns * times.len()) as f64 / whole / 1_000.0
    );
    if let Some(bytes) = memory {
        println!(
            "Memory of the guard, resident: {:.1} MiB",
            bytes as f64 / 1_048_576.0
        );
    }
}

fn refused(guard: &Guard, text: &str, layers: GuardLayers) -> bool {
    blocks(&guard.question(text, layers).findings)
}

fn count(counts: &mut Counts, group: &str, hit: bool) {
    let (hits, all) = counts.entry(group.to_owned()).or_default();
    *hits += usize::from(hit);
    *all += 1;
}

fn share(hits: usize, all: usize) -> String {
    format!(
        "{hits} of {all} ({:.1} %)",
        100.0 * hits as f64 / all.max(1) as f64
    )
}

fn table(title: &str, counts: &Counts) {
    println!("\n| {title} | |\n|---|---:|");
    let (mut hits, mut all) = (0, 0);
    for (group, (some, many)) in counts {
        println!("| {} | {} |", group.replace('_', " "), share(*some, *many));
        hits += some;
        all += many;
    }
    println!("| all | {} |", share(hits, all));
}

fn shown(time: Duration) -> String {
    format!("{:.2} ms", time.as_secs_f64() * 1_000.0)
}
