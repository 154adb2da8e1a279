//! `data/pack/english.toml`: words by which the text around a name of a pack is read.

use groundwall_text::language::{self, Phrases, Words};
use serde::Deserialize;
use std::sync::LazyLock;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct English {
    pub(super) fillers: Words,
    /// Hundredths of a percentage point, what stands before them where they are a rate, and behind them where they are a difference.
    pub(super) basis_points: Phrases,
    pub(super) level_before: Words,
    pub(super) difference_behind: Words,
    /// What leads from one figure to a second of the same name.
    pub(super) links: Phrases,
    /// What denies the figure behind it.
    pub(super) not_before: Phrases,
    /// What denies the figure before it.
    pub(super) not_behind: Phrases,
}

pub(super) static ENGLISH: LazyLock<English> = LazyLock::new(|| {
    let file = include_str!("../../data/pack/english.toml");
    language::read("data/pack/english.toml", file)
});
