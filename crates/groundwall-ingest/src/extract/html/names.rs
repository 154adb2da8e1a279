//! `data/html.toml`: names of HTML and CSS by what they do to the text of a page.

use groundwall_text::language::{self, Phrases, Words};
use serde::Deserialize;
use std::sync::LazyLock;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Names {
    pub(super) elements: Elements,
    pub(super) css: Css,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Elements {
    /// Those that hold nothing, or that the next one of their kind closes.
    pub(super) closed: Words,
    /// Formatting that goes on in the next block.
    pub(super) formatting: Words,
    /// Those whose content is no markup.
    pub(super) raw: Words,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Css {
    /// Properties that hide text or show it.
    properties: Vec<String>,
    /// Pseudo-classes that say what an element is and not in which state it is.
    pub(super) standing: Words,
    /// Classes that scripts give an element when somebody opens or chooses it.
    pub(super) opened: Words,
    /// How at-rules that hold rules begin.
    pub(super) groups: Phrases,
}

impl Css {
    /// The name of a property that matters.
    pub(super) fn property(&self, name: &str) -> Option<&str> {
        let known = self.properties.iter().find(|known| *known == name);
        known.map(String::as_str)
    }
}

pub(super) static NAMES: LazyLock<Names> =
    LazyLock::new(|| language::read("data/html.toml", include_str!("../../../data/html.toml")));

#[cfg(test)]
mod tests {
    use super::NAMES;

    #[test]
    fn the_file_is_read_whole() {
        let (elements, css) = (&NAMES.elements, &NAMES.css);
        assert!(elements.closed.has("br") && elements.formatting.has("b"));
        assert!(elements.raw.has("script") && !elements.raw.has("p"));
        assert_eq!(css.property("opacity"), Some("opacity"));
        assert_eq!(css.property("cursor"), None);
        assert!(css.opened.has("open") && !css.opened.has("answer"));
        assert!(css.standing.has("first-child") && css.groups.open("media print"));
    }
}
