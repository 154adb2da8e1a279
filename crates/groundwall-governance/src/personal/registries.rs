//! `data/personal/registries.toml`: codes and lengths that registries hand out.

use groundwall_text::language::{self, Phrases};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Registries {
    /// `20`, or from and to: `220-269`.
    pub(super) country_codes: Phrases,
    /// First groups of `010-1234-5678`.
    pub(super) mobile_prefixes: Phrases,
    pub(super) card_networks: Vec<Network>,
    /// Characters by ISO 3166 alpha-2.
    pub(super) iban_lengths: BTreeMap<String, usize>,
}

/// Cards of a network: their first four digits from and to, and how many digits they have.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Network {
    pub(super) from: u64,
    pub(super) to: u64,
    pub(super) lengths: Vec<usize>,
}

pub(super) static REGISTRIES: LazyLock<Registries> = LazyLock::new(|| {
    let file = include_str!("../../data/personal/registries.toml");
    language::read("data/personal/registries.toml", file)
});
