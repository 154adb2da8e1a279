//! The table of units, `data/units.toml`.

use super::{Measure, Quantity, System};
use groundwall_text::language;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Units {
    /// Plurals that are not made with an "s".
    irregular: BTreeMap<String, String>,
    metric: Vec<Base>,
    prefixes: Vec<Prefix>,
    words: Vec<Named>,
    symbols: Vec<Named>,
}

/// A unit of the metric system before which prefixes may stand.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Base {
    words: Vec<String>,
    symbol: String,
    quantity: Quantity,
    factor: f64,
    /// Whether its symbol is a unit without a prefix.
    #[serde(default = "yes")]
    alone: bool,
    /// The smallest prefix of its symbol.
    #[serde(default)]
    least_prefix: f64,
}

fn yes() -> bool {
    true
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Prefix {
    word: String,
    symbol: String,
    factor: f64,
}

/// A unit that stands for itself, by any of its words or symbols.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Named {
    words: Vec<String>,
    quantity: Quantity,
    factor: f64,
    #[serde(default)]
    zero: f64,
    #[serde(default)]
    system: System,
    per_seconds: Option<f64>,
}

impl Named {
    fn measure(&self) -> Measure {
        Measure {
            per: self.per_seconds.map(|seconds| (Quantity::Time, seconds)),
            zero: self.zero,
            system: self.system,
            ..Measure::metric(self.quantity, self.factor)
        }
    }
}

static UNITS: LazyLock<Units> =
    LazyLock::new(|| language::read("data/units.toml", include_str!("../../../data/units.toml")));

fn find(units: &[Named], word: &str) -> Option<Measure> {
    units
        .iter()
        .find(|unit| unit.words.iter().any(|known| known == word))
        .map(Named::measure)
}

/// A unit by its symbol, as `km`.
pub(super) fn by_symbol(symbol: &str) -> Option<Measure> {
    let symbol = symbol
        .replace('º', "°")
        .replace('\u{3bc}', "µ")
        .replace("KB", "kB")
        .replace('L', "l");
    find(&UNITS.symbols, &symbol).or_else(|| {
        UNITS.metric.iter().find_map(|base| {
            let prefix = symbol.strip_suffix(&base.symbol)?;
            let prefix = if prefix == "u" { "µ" } else { prefix };
            let known = UNITS
                .prefixes
                .iter()
                .find(|known| known.symbol == prefix && known.factor >= base.least_prefix)
                .map(|known| known.factor);
            known
                .or((prefix.is_empty() && base.alone).then_some(1.0))
                .map(|scale| Measure::metric(base.quantity, base.factor * scale))
        })
    })
}

/// A unit by its folded word in the singular, as `kilometre`.
pub(in crate::number) fn by_word(word: &str) -> Option<Measure> {
    find(&UNITS.words, word).or_else(|| {
        UNITS.metric.iter().find_map(|base| {
            base.words.iter().find_map(|known| {
                let prefix = word.strip_suffix(known.as_str())?;
                let scale = UNITS
                    .prefixes
                    .iter()
                    .find(|known| known.word == prefix)
                    .map(|known| known.factor);
                scale
                    .or(prefix.is_empty().then_some(1.0))
                    .map(|scale| Measure::metric(base.quantity, base.factor * scale))
            })
        })
    })
}

/// A folded unit in the singular.
pub(super) fn singular(word: &str) -> String {
    let word = word.replace([' ', '\u{a0}'], "-");
    match UNITS.irregular.get(&word) {
        Some(singular) => singular.clone(),
        None => word.strip_suffix('s').map_or(word.clone(), str::to_owned),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_unit_of_the_table_is_found_by_each_of_its_names() {
        for unit in &UNITS.words {
            for word in &unit.words {
                assert!(
                    by_word(word).is_some_and(|found| found == unit.measure()),
                    "{word}"
                );
            }
        }
        for unit in &UNITS.symbols {
            for word in &unit.words {
                assert!(
                    by_symbol(word).is_some_and(|found| found == unit.measure()),
                    "{word}"
                );
            }
        }
    }

    #[test]
    fn prefixes_stand_before_words_and_symbols_that_take_them() {
        for (symbol, word) in [("km", "kilometre"), ("mg", "milligram"), ("MB", "megabyte")] {
            assert_eq!(by_symbol(symbol), by_word(word), "{symbol}");
        }
        for none in ["B", "mB", "kmol s", "xm"] {
            assert_eq!(by_symbol(none), None, "{none}");
        }
        assert_eq!(by_word("mole"), None);
        assert_eq!(
            (singular("feet"), singular("hertz"), singular("miles")),
            ("foot".into(), "hertz".into(), "mile".into())
        );
    }
}
