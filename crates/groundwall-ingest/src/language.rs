//! `data/english.toml`: words by which sheets and pages are read.

use groundwall_text::language::{self, Words};
use serde::Deserialize;
use std::sync::LazyLock;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct English {
    pub(crate) nothing: Words,
    pub(crate) labels: Words,
    pub(crate) totals: Words,
    pub(crate) units: Words,
    pub(crate) heads_of_notes: Words,
    pub(crate) pairs: Words,
    pub(crate) currencies: Vec<Currency>,
}

/// A currency as a cell writes it, and as columns name it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Currency {
    pub(crate) sign: String,
    pub(crate) unit: String,
}

/// The word lists that this crate reads texts with; a report names their hash.
pub const LISTS: &[&str] = &[
    include_str!("../data/english.toml"),
    include_str!("../data/answers.toml"),
];

pub(crate) static ENGLISH: LazyLock<English> =
    LazyLock::new(|| language::read("data/english.toml", LISTS[0]));

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_is_read_whole() {
        assert!(ENGLISH.totals.has("grand total") && ENGLISH.nothing.has("n/a"));
        assert_eq!(ENGLISH.currencies[0].unit, "$");
    }
}
