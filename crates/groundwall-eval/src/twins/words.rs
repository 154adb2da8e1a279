//! `data/twins.toml`: the words by which a claim is changed.

use serde::Deserialize;
use std::collections::HashSet;
use std::sync::LazyLock;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Words {
    pub(super) numbers: Vec<Vec<String>>,
    pub(super) invented: Vec<String>,
    pub(super) auxiliaries: Vec<String>,
    pub(super) opening_phrases: HashSet<String>,
    pub(super) bounds: Bounds,
    pub(super) months: Months,
    pub(super) years: Years,
    pub(super) names: Names,
}

/// What leaves a number open on one side.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Bounds {
    pub(super) before: Vec<String>,
    pub(super) behind: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Months {
    pub(super) full: Vec<String>,
    pub(super) short: Vec<String>,
    pub(super) before: HashSet<String>,
}

/// What tells a year from a count.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Years {
    pub(super) before: HashSet<String>,
    pub(super) beside: HashSet<String>,
    pub(super) unclear: HashSet<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Names {
    pub(super) joiners: HashSet<String>,
    pub(super) titles: HashSet<String>,
    pub(super) days: HashSet<String>,
    pub(super) openers: HashSet<String>,
}

/// The words, read once. The tests read them, so that no build with a broken file is delivered.
pub(super) static WORDS: LazyLock<Words> = LazyLock::new(|| {
    toml::from_str(include_str!("../../data/twins.toml"))
        .unwrap_or_else(|error| panic!("data/twins.toml: {error}"))
});
