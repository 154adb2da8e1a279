//! `data/english.toml`: words by which sentences are taken apart and told from each other.

use groundwall_text::language::{self, Phrases, Words};
use serde::Deserialize;
use std::sync::LazyLock;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct English {
    pub(crate) clauses: Clauses,
    pub(crate) statements: Statements,
    pub(crate) wrapped: Wrapped,
    pub(crate) ascriptions: Ascriptions,
}

/// Where a sentence may be parted.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Clauses {
    pub(crate) verbs: Words,
    pub(crate) regular: Words,
    pub(crate) not_verbs: Words,
    pub(crate) auxiliaries: Words,
    pub(crate) finite_auxiliaries: Words,
    pub(crate) pronouns: Words,
    pub(crate) determiners: Words,
    pub(crate) adverbial_openers: Words,
    pub(crate) clause_openers: Words,
    pub(crate) subjects: Words,
    pub(crate) new_subjects: Words,
}

/// What kind of statement a sentence is.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Statements {
    pub(crate) greetings: Phrases,
    pub(crate) interjections: Words,
    pub(crate) meta: Phrases,
    pub(crate) goes_on: Phrases,
    pub(crate) opinions: Phrases,
    pub(crate) views: Phrases,
    pub(crate) hedges: Phrases,
    pub(crate) generalisations: Phrases,
    pub(crate) taste: Words,
    pub(crate) comparisons: Phrases,
    pub(crate) definitions: Phrases,
}

/// What surrounds a statement, or says only what is not known.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Wrapped {
    pub(crate) courtesies: Phrases,
    pub(crate) from_texts: Phrases,
    pub(crate) own_texts: Words,
    pub(crate) beside_texts: Words,
    pub(crate) answers: Phrases,
    pub(crate) of_answers: Words,
    pub(crate) granted: Phrases,
    pub(crate) asking: Words,
    pub(crate) apologies: Phrases,
    pub(crate) ignorance: Phrases,
    pub(crate) unable: Phrases,
    pub(crate) finding: Words,
    pub(crate) unknown: Phrases,
    pub(crate) be: Words,
    pub(crate) denied: Words,
    pub(crate) plainly: Words,
    pub(crate) saying: Words,
    pub(crate) holding: Words,
    pub(crate) mention: Words,
    pub(crate) about: Words,
    pub(crate) stated: Words,
    pub(crate) given: Words,
    pub(crate) within: Words,
}

/// How a statement is ascribed to a text.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Ascriptions {
    pub(crate) openers: Phrases,
    pub(crate) verbs: Words,
    pub(crate) texts: Words,
    pub(crate) negations: Words,
}

/// The word lists that this crate reads texts with; a report names their hash.
pub const LISTS: &[&str] = &[include_str!("../data/english.toml")];

pub(crate) static ENGLISH: LazyLock<English> =
    LazyLock::new(|| language::read("data/english.toml", LISTS[0]));
