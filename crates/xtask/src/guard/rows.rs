//! The rows that the classifier learns from, by who wrote them.

use super::{grammar, parsed, read};
use anyhow::Context as _;
use serde::Deserialize;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// Who wrote a row. What is learned from some has to hold for another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Writer {
    /// Of the patterns, the grammars and the oldest rows.
    Author,
    /// Of data/guard/evaluation.
    First,
    /// Of data/guard/second.
    Second,
    /// Of data/guard/third.
    Third,
    /// Of data/guard/fourth.
    Fourth,
    /// Of data/guard/fifth.
    Fifth,
    /// Of data/guard/further.
    Further,
    /// Of data/guard/later, after what was missed of the third and of further rows had been read.
    Later,
    /// Of data/guard/near: ordinary rows that look like attacks, and attacks beside them, of the kinds that were refused of the fourth.
    Near,
    /// Of data/guard/wide, after the figures of the fifth by language were known: many wordings in each language.
    Wide,
}

impl Writer {
    pub(super) const ALL: [Self; 10] = [
        Self::Author,
        Self::First,
        Self::Second,
        Self::Third,
        Self::Fourth,
        Self::Fifth,
        Self::Further,
        Self::Later,
        Self::Near,
        Self::Wide,
    ];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Author => "author",
            Self::First => "first",
            Self::Second => "second",
            Self::Third => "third",
            Self::Fourth => "fourth",
            Self::Fifth => "fifth",
            Self::Further => "further",
            Self::Later => "later",
            Self::Near => "near",
            Self::Wide => "wide",
        }
    }

    /// Whether somebody wrote them without a look at the guard, so that leaving them out tells something.
    pub(super) fn left_out(self) -> bool {
        match self {
            Self::Author | Self::Later | Self::Near | Self::Wide => false,
            Self::First
            | Self::Second
            | Self::Third
            | Self::Fourth
            | Self::Fifth
            | Self::Further => true,
        }
    }

    /// Whether neither they knew the guard nor, as far as it can be kept apart, its patterns and grammars their rows.
    pub(super) fn tells_most(self) -> bool {
        matches!(self, Self::Third | Self::Fourth | Self::Fifth)
    }

    /// Whether they wrote after rows of another writer had been looked at.
    pub(super) fn knew(self, other: Self) -> bool {
        match self {
            Self::Later => true,
            Self::Near => other == Self::Fourth,
            Self::Wide => other == Self::Fifth,
            Self::Author
            | Self::First
            | Self::Second
            | Self::Third
            | Self::Fourth
            | Self::Fifth
            | Self::Further => self == other,
        }
    }
}

/// What of a row is learned from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Lesson {
    Text,
    /// What an attack in disguise decodes to.
    Innermost,
    /// Nothing: its letters are exchanged, or it is kept for other measurements.
    None,
}

/// A row to learn from, or to look at when its writer is left out.
pub(super) struct Row {
    pub(super) text: String,
    pub(super) language: String,
    pub(super) attack: bool,
    pub(super) writer: Writer,
    pub(super) by_hand: bool,
    pub(super) lesson: Lesson,
}

/// A row that a test has too, or one of a set.
#[derive(Deserialize)]
struct Known {
    text: String,
    language: String,
    /// How an attack is written.
    #[serde(default)]
    way: String,
    /// Of an ordinary question.
    #[serde(default)]
    sort: String,
    #[serde(default)]
    batch: u8,
}

const FILES: [(&str, bool); 2] = [("attacks", true), ("ordinary", false)];

/// The batch that nothing may be made from.
const KEPT_BACK: u8 = 4;
/// Questions of data/answers, which are kept for other measurements.
const OF_ANSWERS: &str = "answers";

/// `data/guard.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Lessons {
    /// Disguises that a reading takes off without a guess.
    decoded: HashSet<String>,
}

static LESSONS: LazyLock<Lessons> = LazyLock::new(|| {
    toml::from_str(include_str!("../../data/guard.toml"))
        .unwrap_or_else(|error| panic!("data/guard.toml: {error}"))
});

fn lesson(row: &Known) -> Lesson {
    match row.way.as_str() {
        "" | "plain" | "upper" if row.sort != OF_ANSWERS => Lesson::Text,
        way if LESSONS.decoded.contains(way) => Lesson::Innermost,
        _ => Lesson::None,
    }
}

/// All rows.
pub(super) fn all(root: &Path) -> anyhow::Result<Vec<Row>> {
    let mut all = Vec::new();
    let data = root.join("data/guard");
    let known = root.join("crates/groundwall-governance/data/guard");
    for (name, attack) in FILES {
        set(&known, name, attack, Writer::Author, &mut all)?;
        lines(&data, name, attack, Writer::Author, &mut all)?;
        for (folder, writer) in [
            ("evaluation", Writer::First),
            ("second", Writer::Second),
            ("third", Writer::Third),
            ("fourth", Writer::Fourth),
            ("fifth", Writer::Fifth),
        ] {
            set(&data.join(folder), name, attack, writer, &mut all)?;
        }
        for (folder, writer) in [
            ("further", Writer::Further),
            ("later", Writer::Later),
            ("near", Writer::Near),
            ("wide", Writer::Wide),
        ] {
            lines(&data.join(folder), name, attack, writer, &mut all)?;
        }
    }
    let mut chance = grammar::Chance::new(24);
    for (language, path) in grammars(&data.join("grammar"))? {
        let made = grammar::rows(&read(&path)?, &mut chance)
            .with_context(|| format!("{}", path.display()))?;
        all.extend(made.into_iter().map(|row| Row {
            text: row.text,
            language: language.clone(),
            attack: row.attack,
            writer: Writer::Author,
            by_hand: false,
            lesson: Lesson::Text,
        }));
    }
    Ok(all)
}

/// The grammar of each language, in the order of their names, so that the same rows are made everywhere.
fn grammars(folder: &Path) -> anyhow::Result<Vec<(String, PathBuf)>> {
    let mut grammars = Vec::new();
    for entry in std::fs::read_dir(folder).with_context(|| format!("{}", folder.display()))? {
        let path = entry?.path();
        if let Some(language) = path
            .file_stem()
            .filter(|_| path.extension() == Some("txt".as_ref()))
        {
            grammars.push((language.to_string_lossy().into_owned(), path));
        }
    }
    grammars.sort();
    Ok(grammars)
}

/// The rows of a file with one JSON object a line.
fn set(
    folder: &Path,
    name: &str,
    attack: bool,
    writer: Writer,
    all: &mut Vec<Row>,
) -> anyhow::Result<()> {
    let found: Vec<Known> = parsed(&folder.join(format!("{name}.jsonl")))?;
    all.extend(
        found
            .into_iter()
            .filter(|row| row.batch != KEPT_BACK)
            .map(|row| Row {
                lesson: lesson(&row),
                text: row.text,
                language: row.language,
                attack,
                writer,
                by_hand: true,
            }),
    );
    Ok(())
}

/// The rows of a file with a language, a tab and a text a line.
fn lines(
    folder: &Path,
    name: &str,
    attack: bool,
    writer: Writer,
    all: &mut Vec<Row>,
) -> anyhow::Result<()> {
    for line in read(&folder.join(format!("{name}.tsv")))?.lines() {
        let (language, text) = line
            .split_once('\t')
            .with_context(|| format!("{name}.tsv: no tab in {line}"))?;
        all.push(Row {
            text: text.replace("\\n", "\n"),
            language: language.to_owned(),
            attack,
            writer,
            by_hand: true,
            lesson: Lesson::Text,
        });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{LESSONS, grammars};
    use std::path::Path;

    #[test]
    fn the_file_names_disguises_and_every_grammar_has_a_language() {
        assert!(LESSONS.decoded.contains("hexadecimal"));
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/guard/grammar");
        let found = grammars(&folder).unwrap();
        let languages: Vec<&str> = found
            .iter()
            .map(|(language, _)| language.as_str())
            .collect();
        assert_eq!(languages, ["de", "en", "es", "fr", "ja", "ko", "zh"]);
    }
}
