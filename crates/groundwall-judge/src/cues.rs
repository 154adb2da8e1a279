//! Function words that turn what a sentence says, `data/cues.toml`.

use crate::reading::Reading;
use groundwall_text::language::{self, Words};
use serde::Deserialize;
use std::sync::LazyLock;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Lists {
    negation: Words,
    universal: Words,
    existential: Words,
    obligation: Words,
    permission: Words,
    condition: Words,
    hedge: Words,
    comparative: Words,
    be: Words,
    /// Words that negate what follows.
    pub(crate) negators: Words,
    /// Words that narrow what they stand beside.
    pub(crate) exceptions: Words,
    opposites: Vec<(String, String)>,
}

/// The file of these words; what the judge was trained with is bound to it.
pub(crate) const FILE: &str = include_str!("../data/cues.toml");

pub(crate) static LISTS: LazyLock<Lists> = LazyLock::new(|| language::read("data/cues.toml", FILE));

/// Whether one word excludes the other where the rest is the same.
pub(crate) fn opposed(one: &str, other: &str) -> bool {
    LISTS
        .opposites
        .iter()
        .any(|(a, b)| (a == one && b == other) || (a == other && b == one))
}

/// How many words of each kind a text holds.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Cues {
    pub(crate) negation: f32,
    pub(crate) universal: f32,
    pub(crate) existential: f32,
    pub(crate) obligation: f32,
    pub(crate) permission: f32,
    pub(crate) condition: f32,
    pub(crate) hedge: f32,
    pub(crate) passive: f32,
    pub(crate) comparative: f32,
}

impl Cues {
    pub(crate) fn of(reading: &Reading) -> Self {
        let count = |list: &Words| {
            reading
                .words
                .iter()
                .filter(|word| list.has(&word.folded))
                .count() as f32
        };
        let passive = reading
            .words
            .windows(2)
            .filter(|pair| LISTS.be.has(&pair[0].folded) && pair[1].folded.ends_with("ed"))
            .count() as f32;
        Self {
            negation: count(&LISTS.negation),
            universal: count(&LISTS.universal),
            existential: count(&LISTS.existential),
            obligation: count(&LISTS.obligation),
            permission: count(&LISTS.permission),
            condition: count(&LISTS.condition),
            hedge: count(&LISTS.hedge),
            passive: passive + f32::from(u8::from(reading.has("by"))),
            comparative: count(&LISTS.comparative),
        }
    }
}

/// Pairs of opposites of which the claim holds one and the window only the other.
pub(crate) fn opposites(claim: &Reading, window: &Reading) -> f32 {
    let turned = |one: &str, other: &str| {
        claim.has(one) && !claim.has(other) && window.has(other) && !window.has(one)
    };
    LISTS
        .opposites
        .iter()
        .filter(|(one, other)| turned(one, other) || turned(other, one))
        .count() as f32
}
