//! `cargo xtask train-guard` fits the weights of the question guard's classifier to the rows of data/guard and writes models/guard/weights.bin.
//! `cargo xtask eval-guard` measures the guard on data/guard/evaluation, by type and language, whole and with layers switched off.

mod eval;
mod fit;
mod grammar;
mod train;

pub(crate) use eval::run as eval;
pub(crate) use train::run as train;

use anyhow::Context as _;
use groundwall_governance::guard::Guard;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::path::Path;

fn guard() -> anyhow::Result<&'static Guard> {
    Guard::bundled().map_err(|error| anyhow::anyhow!("{error}"))
}

fn read(path: &Path) -> anyhow::Result<String> {
    std::fs::read_to_string(path).with_context(|| format!("{} cannot be read", path.display()))
}

fn rows<T: DeserializeOwned>(path: &Path) -> anyhow::Result<Vec<T>> {
    read(path)?
        .lines()
        .map(|line| {
            serde_json::from_str(line).with_context(|| format!("{}: {line}", path.display()))
        })
        .collect()
}

/// A row that somebody else's test has too.
#[derive(Deserialize)]
struct Known {
    text: String,
    language: String,
    /// How an attack is written.
    #[serde(default)]
    way: String,
    batch: u8,
}

const LANGUAGES: [&str; 7] = ["de", "en", "es", "fr", "ja", "ko", "zh"];

/// The batch that nothing may be made from.
const KEPT_BACK: u8 = 4;

/// A row to learn from.
struct Row {
    text: String,
    language: String,
    attack: bool,
    /// Rows of one family lie in one fold.
    family: String,
    by_hand: bool,
}

/// Characters by which the family of a row written by hand is known.
const FAMILY: usize = 6;

impl Row {
    fn by_hand(text: String, language: String, attack: bool) -> Self {
        let family = text.chars().take(FAMILY).collect();
        Self {
            text,
            language,
            attack,
            family,
            by_hand: true,
        }
    }
}

/// All rows to learn from: those of the tests of the other layers that are written plainly, those of data/guard, and what its grammars give.
fn training(root: &Path) -> anyhow::Result<Vec<Row>> {
    let mut all = Vec::new();
    let known = root.join("crates/groundwall-governance/data/guard");
    for (name, attack) in [("attacks.jsonl", true), ("ordinary.jsonl", false)] {
        let found: Vec<Known> = rows(&known.join(name))?;
        let plain = found.into_iter().filter(|row| {
            row.batch != KEPT_BACK && matches!(row.way.as_str(), "" | "plain" | "upper")
        });
        all.extend(plain.map(|row| Row::by_hand(row.text, row.language, attack)));
    }
    for (name, attack) in [("attacks.tsv", true), ("ordinary.tsv", false)] {
        for line in read(&root.join("data/guard").join(name))?.lines() {
            let (language, text) = line
                .split_once('\t')
                .with_context(|| format!("{name}: no tab in {line}"))?;
            all.push(Row::by_hand(
                text.replace("\\n", "\n"),
                language.to_owned(),
                attack,
            ));
        }
    }
    let mut chance = grammar::Chance::new(24);
    for language in LANGUAGES {
        let path = root.join(format!("data/guard/grammar/{language}.txt"));
        let made = grammar::rows(&read(&path)?, &mut chance)
            .with_context(|| format!("{}", path.display()))?;
        all.extend(made.into_iter().map(|row| Row {
            text: row.text,
            language: language.to_owned(),
            attack: row.attack,
            family: row.family,
            by_hand: false,
        }));
    }
    Ok(all)
}
