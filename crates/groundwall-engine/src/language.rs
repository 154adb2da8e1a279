//! `data/english.toml`: words by which questions and claims are read.

use groundwall_text::language::{self, Phrases, Words};
use serde::Deserialize;
use std::sync::LazyLock;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct English {
    pub(crate) questions: Questions,
    pub(crate) sought: Sought,
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
}

/// What kind of thing a question asks for, with spaces around words.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Sought {
    pub(crate) name: Phrases,
    pub(crate) number: Phrases,
    pub(crate) time: Phrases,
    pub(crate) condition: Phrases,
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

pub(crate) static ENGLISH: LazyLock<English> =
    LazyLock::new(|| language::read("data/english.toml", include_str!("../data/english.toml")));
