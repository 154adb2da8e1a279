//! `data/personal/words.toml`: words that tell personal data from other figures.

use groundwall_text::language::{self, Phrases, Words};
use serde::Deserialize;
use std::sync::LazyLock;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Language {
    pub(super) trade: Phrases,
    pub(super) email: Email,
    pub(super) card: Card,
    pub(super) phone: Phone,
    pub(super) birth: Birth,
    pub(super) address: Address,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Email {
    pub(super) file_endings: Words,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Card {
    pub(super) names: Phrases,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Phone {
    pub(super) names: Phrases,
    pub(super) calling: Phrases,
    pub(super) fillers: Phrases,
    pub(super) people: Words,
    pub(super) links: Words,
    pub(super) units: Phrases,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Birth {
    /// Regular expressions of whole words.
    pub(super) expressions: Phrases,
    pub(super) things: Words,
    pub(super) between: Words,
    pub(super) unparted: Phrases,
    /// Regular expressions.
    pub(super) behind: Phrases,
    pub(super) months: Phrases,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Address {
    pub(super) names: Phrases,
    pub(super) after: Words,
    pub(super) counted: Words,
    pub(super) measures: Phrases,
    pub(super) units: Words,
}

pub(super) static LANGUAGE: LazyLock<Language> = LazyLock::new(|| {
    let file = include_str!("../../data/personal/words.toml");
    language::read("data/personal/words.toml", file)
});

#[cfg(test)]
mod tests {
    use super::{LANGUAGE, Language};

    #[test]
    fn the_file_is_read_whole() {
        let Language {
            trade,
            email,
            card,
            phone,
            birth,
            address,
        } = &*LANGUAGE;
        assert!(email.file_endings.has("png") && phone.links.has("or"));
        assert!(address.after.has("in") && address.counted.has("figure"));
        assert!(address.units.has("km") && birth.months.open("mai"));
        for list in [
            trade,
            &card.names,
            &phone.names,
            &phone.calling,
            &phone.fillers,
        ] {
            assert!(list.iter().count() > 9);
        }
    }
}
