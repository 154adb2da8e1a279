//! `data/english.toml`: words by which questions and claims are read.

use groundwall_text::language::{self, Phrases, Words};
use serde::Deserialize;
use sha2::{Digest as _, Sha256};
use std::sync::LazyLock;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct English {
    pub(crate) questions: Questions,
    pub(crate) sought: Sought,
    pub(crate) announcing: Announcing,
    pub(crate) naming: Naming,
    pub(crate) suggesting: Suggesting,
    pub(crate) claims: Claims,
    pub(crate) chat: Chat,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Questions {
    pub(crate) asking: Words,
    pub(crate) auxiliaries: Words,
    pub(crate) prepositions: Words,
    pub(crate) subjects: Words,
    pub(crate) requests: Words,
    pub(crate) pronouns: Words,
    pub(crate) pointing: Phrases,
    pub(crate) owners: Words,
    pub(crate) measures: Words,
    pub(crate) openings: Phrases,
    pub(crate) open: Phrases,
    pub(crate) over_rows: Words,
    pub(crate) between_rows: Phrases,
    pub(crate) several: Words,
    /// Things of which all are asked for.
    pub(crate) things: Words,
    pub(crate) limits: Words,
    pub(crate) turning: Phrases,
    pub(crate) reasons: Phrases,
    pub(crate) leaning: Words,
    pub(crate) opposed: Vec<(String, String)>,
    /// Each a group.
    pub(crate) contrasts: Vec<Vec<String>>,
    pub(crate) heads: Words,
}

/// What kind of thing a question asks for, with spaces around words.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Sought {
    pub(crate) name: Phrases,
    pub(crate) number: Phrases,
    pub(crate) time: Phrases,
    pub(crate) condition: Phrases,
    pub(crate) amount: Phrases,
    pub(crate) holder: Phrases,
    pub(crate) offices: Words,
    pub(crate) amounts: Words,
    pub(crate) hour: Phrases,
    pub(crate) hours: Words,
}

/// Sentences that only say where something is told.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Announcing {
    pub(crate) phrases: Vec<String>,
    pub(crate) pointing: Words,
    pub(crate) places: Words,
    pub(crate) telling: Words,
    pub(crate) asked: Words,
}

/// Words of a question that say which document is meant.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Naming {
    pub(crate) kinds: Words,
    pub(crate) leads: Words,
    pub(crate) saying: Words,
    pub(crate) glue: Words,
    pub(crate) months: Words,
    pub(crate) beside: Words,
}

/// Headings as questions that are suggested.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Suggesting {
    /// Words that say which part of a text it is, and nothing of what the part says.
    pub(crate) parts: Words,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Claims {
    pub(crate) pointing: Words,
    pub(crate) hedging_adverbs: Words,
    pub(crate) points_back: Words,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Chat {
    pub(crate) beside: Words,
    pub(crate) remarks: Vec<Remark>,
}

/// Phrases that are one remark, and the line that answers it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Remark {
    pub(crate) phrases: Phrases,
    pub(crate) line: String,
}

/// SHA-256 of the word lists that documents, questions, claims and tables are read with, as hexadecimal digits. A report names it: with other words the same
/// models may decide otherwise.
pub(crate) fn lists() -> &'static str {
    static HASH: LazyLock<String> = LazyLock::new(|| {
        let mut hash = Sha256::new();
        for lists in [
            groundwall_text::language::LISTS,
            groundwall_values::LISTS,
            groundwall_ingest::LISTS,
            groundwall_claims::LISTS,
            groundwall_checks::LISTS,
            groundwall_tables::LISTS,
            LISTS,
        ] {
            for list in lists {
                hash.update(list);
            }
        }
        for list in [
            groundwall_text::korean::LIST,
            groundwall_checks::KOREAN_LIST,
            groundwall_checks::FORCE_LIST,
            KOREAN,
        ] {
            hash.update(list);
        }
        hash.update(groundwall_judge::lists());
        groundwall_core::model::hex(&hash.finalize())
    });
    &HASH
}

/// Words by which Korean questions are read: `answer::by_words`.
pub(crate) const KOREAN: &str = include_str!("../data/korean.toml");

/// The word lists of this crate.
const LISTS: &[&str] = &[
    include_str!("../data/english.toml"),
    include_str!("../data/follow_up.toml"),
];

pub(crate) static ENGLISH: LazyLock<English> =
    LazyLock::new(|| language::read("data/english.toml", LISTS[0]));
