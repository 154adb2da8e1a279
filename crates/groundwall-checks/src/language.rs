//! `data/english.toml`: words by which the checks know what a claim says of its values and names.

use groundwall_text::korean;
use groundwall_text::language::{self, Phrases, Words};
use serde::Deserialize;
use std::sync::LazyLock;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct English {
    pub(crate) opposites: Opposites,
    pub(crate) impossible: Impossible,
    pub(crate) names: Names,
    pub(crate) phrases: Worded,
    pub(crate) citations: Citations,
    pub(crate) values: Values,
    pub(crate) worked_out: WorkedOut,
}

/// Two sentences that cannot both hold.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Opposites {
    pub(crate) pairs: Vec<(String, String)>,
    pub(crate) leave_room: Words,
    pub(crate) filling: Words,
    pub(crate) without_exception: Words,
    pub(crate) once: Words,
}

/// What cannot be true in itself.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Impossible {
    pub(crate) growth: Words,
    /// Stems.
    pub(crate) counted: Words,
    pub(crate) future: Words,
}

/// What is a name, and what it may have or lack.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Names {
    pub(crate) days: Words,
    pub(crate) optional: Words,
    pub(crate) openers: Words,
    pub(crate) peoples: Vec<(String, String)>,
    pub(crate) persons: Words,
    pub(crate) wide: Words,
    pub(crate) short_forms: Words,
    pub(crate) people_endings: Vec<String>,
    pub(crate) adjective_endings: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Worded {
    pub(crate) said: Words,
    pub(crate) vague: Phrases,
}

/// What an address looks like that was made up.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Citations {
    pub(crate) reserved: Words,
    pub(crate) made_up: Words,
    pub(crate) amounts: Words,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Values {
    pub(crate) listing: Words,
    pub(crate) before: Words,
    pub(crate) about: Words,
}

/// Words by which values follow from others.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct WorkedOut {
    pub(crate) rising: Words,
    pub(crate) falling: Words,
    pub(crate) more: Words,
    pub(crate) less: Words,
    pub(crate) together: Phrases,
    pub(crate) each: Words,
    /// Those of one kind together.
    pub(crate) periods: Vec<Vec<Period>>,
}

/// A period, and how often it is in the longest of its kind.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Period {
    pub(crate) noun: String,
    /// Empty where there is none.
    pub(crate) adverb: String,
    pub(crate) times: f64,
}

/// The word lists that this crate reads texts with; a report names their hash.
pub const LISTS: &[&str] = &[
    include_str!("../data/english.toml"),
    include_str!("../data/assertion.toml"),
];

pub(crate) static ENGLISH: LazyLock<English> =
    LazyLock::new(|| language::read("data/english.toml", LISTS[0]));

/// Words of Korean: apart from `LISTS`, which a judge of English claims was trained with.
pub const KOREAN_LIST: &str = include_str!("../data/korean.toml");

/// `data/korean.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Korean {
    pub(crate) impossible: ImpossibleInKorean,
    pub(crate) retold: Retold,
}

/// What cannot be true in itself.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ImpossibleInKorean {
    pub(crate) members: Phrases,
    pub(crate) counters: Phrases,
    pub(crate) changes: Phrases,
}

/// Words by which two sentences are held against each other; stems but for `joining`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Retold {
    pub(crate) filling: Stems,
    pub(crate) according: Stems,
    pub(crate) verbs: Stems,
    pub(crate) joining: Stems,
    pub(crate) continuing: Stems,
    pub(crate) limiting: Stems,
    pub(crate) being: Stems,
    pub(crate) can: Stems,
    pub(crate) reaching: Stems,
    pub(crate) denying: Stems,
    pub(crate) passive: Stem,
    pub(crate) active: Stem,
    pub(crate) behind_values: Vec<(String, String)>,
    pub(crate) opposed: Vec<(Stems, Stems)>,
    pub(crate) indefinite: Stems,
    pub(crate) framing: Phrases,
    pub(crate) announcing: Phrases,
    pub(crate) announced: Phrases,
    pub(crate) denying_heads: Phrases,
    pub(crate) denials: Stems,
    pub(crate) taken_back: Phrases,
    pub(crate) exceptions: Phrases,
    pub(crate) always: Phrases,
}

/// Korean stems, kept in single letters as texts are compared.
#[derive(Deserialize)]
#[serde(from = "Vec<String>")]
pub(crate) struct Stems(Vec<String>);

impl From<Vec<String>> for Stems {
    fn from(words: Vec<String>) -> Self {
        Self(words.iter().map(|word| korean::stem_of(word)).collect())
    }
}

/// One Korean stem, in single letters.
#[derive(Deserialize)]
#[serde(from = "String")]
pub(crate) struct Stem(pub(crate) String);

impl From<String> for Stem {
    fn from(word: String) -> Self {
        Self(korean::stem_of(&word))
    }
}

impl Stems {
    pub(crate) fn has(&self, stem: &str) -> bool {
        self.0.iter().any(|own| own == stem)
    }

    /// Whether one of them ends a word.
    pub(crate) fn ends(&self, word: &str) -> bool {
        self.0.iter().any(|own| word.ends_with(own.as_str()))
    }
}

pub(crate) static KOREAN: LazyLock<Korean> =
    LazyLock::new(|| language::read("data/korean.toml", KOREAN_LIST));
