//! `data/english.toml`: words of which values are made.

use groundwall_text::language::{self, Phrases, Words};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct English {
    /// Zero to nineteen.
    pub(crate) small: Vec<String>,
    /// Twenty, thirty and so on.
    pub(crate) tens: Vec<String>,
    /// What makes the number behind it one under zero.
    pub(crate) negative: Words,
    pub(crate) bounds: Bounds,
    pub(crate) metres: Metres,
    pub(crate) periods: Periods,
    pub(crate) dates: Dates,
    pub(crate) pounds: Pounds,
    pub(crate) won: Won,
    pub(crate) ratios: Ratios,
    pub(crate) shares: Shares,
    /// Into how many equal parts each word divides.
    pub(crate) parts: BTreeMap<String, f64>,
    /// By how much each word multiplies.
    pub(crate) times: BTreeMap<String, f64>,
    scales: Vec<Scale>,
}

/// Words that put a bound on the number behind them, and those that do behind it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Bounds {
    pub(crate) more_than: Phrases,
    pub(crate) less_than: Phrases,
    pub(crate) at_least: Phrases,
    pub(crate) at_most: Phrases,
    pub(crate) about: Phrases,
    pub(crate) behind_at_least: Phrases,
    pub(crate) behind_at_most: Phrases,
}

/// What tells metres from millions where "m" stands behind a number.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Metres {
    pub(crate) dimensions: Words,
    pub(crate) money: Phrases,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Periods {
    pub(crate) between: Words,
    pub(crate) working: Words,
    pub(crate) before_one: Words,
    pub(crate) before_part: Words,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Dates {
    /// The months in full, in order.
    pub(crate) months: Vec<String>,
    pub(crate) counted: Words,
}

/// What tells a weight from money where "pounds" stands behind a number.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Pounds {
    pub(crate) weighed: Words,
    pub(crate) paid: Words,
    pub(crate) heavy: Words,
}

/// What tells the verb from the currency.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Won {
    pub(crate) whose: Words,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Ratios {
    pub(crate) behind_name: Words,
    pub(crate) names: Words,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Shares {
    pub(crate) whose: Phrases,
}

/// A power of ten with its words, and with letters that stand for it behind digits alone.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Scale {
    words: Vec<String>,
    #[serde(default)]
    short: Vec<String>,
    /// Whether it is said with other number words.
    #[serde(default)]
    spelled: bool,
    value: f64,
}

/// The word lists that this crate reads texts with; a report names their hash.
pub const LISTS: &[&str] = &[
    include_str!("../data/english.toml"),
    include_str!("../data/units.toml"),
    include_str!("../data/currencies.toml"),
];

pub(crate) static ENGLISH: LazyLock<English> =
    LazyLock::new(|| language::read("data/english.toml", LISTS[0]));

impl English {
    /// The value of a word from zero to ninety.
    pub(crate) fn simple(&self, word: &str) -> Option<f64> {
        let place = |words: &[String]| words.iter().position(|known| known == word);
        place(&self.small)
            .map(|place| place as f64)
            .or_else(|| place(&self.tens).map(|place| (place as f64 + 2.0) * 10.0))
    }

    /// The value of a scale from a hundred on, in words or as it stands behind digits.
    pub(crate) fn scale(&self, word: &str) -> Option<f64> {
        let word = word.to_lowercase();
        self.scales
            .iter()
            .find(|scale| scale.words.contains(&word) || scale.short.contains(&word))
            .map(|scale| scale.value)
    }

    /// The value of a scale that is said with other number words.
    pub(crate) fn spelled(&self, word: &str) -> Option<f64> {
        let mut spelled = self.scales.iter().filter(|scale| scale.spelled);
        spelled
            .find(|scale| scale.words.iter().any(|known| known == word))
            .map(|scale| scale.value)
    }

    /// What may stand behind digits as their scale, as a pattern.
    pub(crate) fn scale_pattern(&self) -> String {
        let all = self.scales.iter().filter(|scale| scale.value > 100.0);
        all.flat_map(|scale| scale.words.iter().chain(&scale.short))
            .cloned()
            .collect::<Vec<_>>()
            .join("|")
    }

    /// Words from two to ninety as a pattern, longer ones before those that they begin with.
    pub(crate) fn small_pattern(&self) -> String {
        let small = self.small.iter().skip(2).rev();
        self.tens
            .iter()
            .chain(small)
            .cloned()
            .collect::<Vec<_>>()
            .join("|")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_is_read_whole() {
        assert_eq!((ENGLISH.small.len(), ENGLISH.tens.len()), (20, 8));
        assert_eq!(ENGLISH.dates.months.len(), 12);
        assert_eq!(ENGLISH.simple("ninety"), Some(90.0));
        assert_eq!(
            (ENGLISH.scale("K"), ENGLISH.scale("crores")),
            (Some(1e3), Some(1e7))
        );
        assert!(ENGLISH.small_pattern().starts_with("twenty|"));
    }
}
