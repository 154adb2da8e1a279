//! Currencies by their signs, codes and names, `data/currencies.toml`.

use groundwall_text::language;
use serde::Deserialize;
use std::sync::LazyLock;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    currencies: Vec<Currency>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Currency {
    code: String,
    #[serde(default)]
    signs: Vec<String>,
    #[serde(default)]
    names: Vec<String>,
    /// Whether other words begin with its names.
    #[serde(default)]
    whole: bool,
}

static CURRENCIES: LazyLock<Vec<Currency>> = LazyLock::new(|| {
    language::read::<Table>(
        "data/currencies.toml",
        include_str!("../data/currencies.toml"),
    )
    .currencies
});

/// The code of a sign, code or name; one that is not known is its own code.
pub(crate) fn code(written: &str) -> String {
    let bare = |name: &str| name.replace(char::is_whitespace, "");
    let folded = bare(&written.to_lowercase());
    let upper = written.to_uppercase();
    CURRENCIES
        .iter()
        .find(|known| {
            known.code == upper
                || known.signs.contains(&upper)
                || known.names.iter().any(|name| bare(name) == folded)
        })
        .map_or(upper, |known| known.code.clone())
}

fn codes() -> String {
    let codes = CURRENCIES.iter().map(|known| known.code.as_str());
    codes.collect::<Vec<_>>().join("|")
}

/// What may stand before digits, as a pattern.
pub(crate) fn before_pattern() -> String {
    let signs = CURRENCIES.iter().flat_map(|known| &known.signs);
    let signs = signs.map(|sign| regex::escape(sign)).collect::<Vec<_>>();
    format!(r"{}|(?:{})\s?", signs.join("|"), codes())
}

/// What may stand behind digits, as a pattern.
pub(crate) fn behind_pattern() -> String {
    let names = CURRENCIES.iter().flat_map(|known| {
        let end = if known.whole { r"\b" } else { "" };
        known
            .names
            .iter()
            .map(move |name| format!("{}{end}", name.replace(' ', r"\s")))
    });
    format!(r"{}|(?:{})\b", names.collect::<Vec<_>>().join("|"), codes())
}

/// The currency in which a heading says that values are given: `£ (net)`, `Price (EUR)`, `Sales, $m`; none where it names two.
pub fn of_heading(heading: &str) -> Option<&'static str> {
    let words = heading.split(|c: char| c.is_whitespace() || "()[]{},;:/".contains(c));
    let known = words.filter_map(|word| {
        let word = word.trim_matches(['.', '\'', '’', '"']);
        let has = |known: &&Currency| {
            let mut signs = known.signs.iter();
            known.code == word || signs.any(|sign| word.starts_with(sign) || word.ends_with(sign))
        };
        CURRENCIES.iter().find(has).map(|known| known.code.as_str())
    });
    let mut codes: Vec<&str> = known.collect();
    codes.dedup();
    match codes.as_slice() {
        [only] => Some(only),
        _ => None,
    }
}

/// How a currency is written beside a number: its code, its signs and its names.
pub fn written(code: &str) -> impl Iterator<Item = &'static str> {
    let known = CURRENCIES.iter().find(|known| known.code == code);
    known.into_iter().flat_map(|known| {
        std::iter::once(&known.code)
            .chain(&known.signs)
            .chain(&known.names)
            .map(String::as_str)
    })
}

/// The name of a currency at the start of a folded text; names that other words begin with are too unsure in words.
pub(crate) fn named(text: &str) -> Option<&'static str> {
    let names = CURRENCIES.iter().filter(|known| !known.whole);
    names
        .filter_map(|known| known.names.first())
        .map(String::as_str)
        .find(|name| text.starts_with(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_codes_and_names_have_one_code() {
        for (written, known) in [
            ("$", "USD"),
            ("us$", "USD"),
            ("Dollars", "USD"),
            ("won", "KRW"),
            ("sek", "SEK"),
            ("Danish kroner", "DKK"),
            ("kronor", "SEK"),
            ("₽", "₽"),
        ] {
            assert_eq!(code(written), known, "{written}");
        }
        for (heading, known) in [
            ("£ (net)", Some("GBP")),
            ("Price (EUR)", Some("EUR")),
            ("Sales, US$m", Some("USD")),
            ("CHF per head", Some("CHF")),
            ("Rate £/$", None),
            ("Net", None),
            ("usd", None),
        ] {
            assert_eq!(of_heading(heading), known, "{heading}");
        }
        assert_eq!(named("pounds of it"), Some("pounds"));
        assert_eq!(named("won it"), None);
    }
}
