//! Paragraph styles: which are headings, and which number their paragraphs.

use super::xml_error;
use crate::extract::attribute;
use groundwall_core::Problem;
use quick_xml::Reader;
use quick_xml::events::Event;
use std::collections::HashMap;

/// What a style says of its paragraphs, by itself.
#[derive(Debug, Default, Clone)]
struct Style {
    level: Option<u8>,
    based_on: Option<String>,
    list: Option<String>,
    list_level: Option<u8>,
}

/// Styles by their id.
#[derive(Debug, Default)]
pub(super) struct Styles(HashMap<String, Style>);

/// Styles that one may be based on, one behind the other.
const BASES: usize = 10;

impl Styles {
    /// Reads `word/styles.xml`.
    pub(super) fn parse(xml: &str) -> Result<Self, Problem> {
        let mut reader = Reader::from_str(xml);
        let mut styles: HashMap<String, Style> = HashMap::new();
        let mut id = None;
        loop {
            match reader.read_event().map_err(xml_error)? {
                Event::Start(element) | Event::Empty(element) => {
                    let name = element.local_name();
                    if name.as_ref() == "style" {
                        id = attribute(&element, "styleId");
                    }
                    let (Some(id), Some(value)) = (&id, attribute(&element, "val")) else { continue };
                    if !matches!(name.as_ref(), "name" | "basedOn" | "numId" | "ilvl") {
                        continue;
                    }
                    let style = styles.entry(id.clone()).or_default();
                    match name.as_ref() {
                        "name" => style.level = level_of(&value),
                        "basedOn" => style.based_on = Some(value),
                        "numId" => style.list = Some(value),
                        _ => style.list_level = value.parse().ok(),
                    }
                }
                Event::Eof => return Ok(Self(styles)),
                _ => {}
            }
        }
    }

    /// Level of the heading that a style makes (1 to 9; a title is 1).
    pub(super) fn heading(&self, id: &str) -> Option<u8> {
        self.0.get(id).and_then(|style| style.level).or_else(|| level_of(id))
    }

    /// The list that numbers the paragraphs of a style, with its level where the style says it.
    pub(super) fn list(&self, id: &str) -> Option<(String, Option<u8>)> {
        let chain = std::iter::successors(self.0.get(id), |style| self.0.get(style.based_on.as_deref()?)).take(BASES);
        let styles: Vec<&Style> = chain.collect();
        let list = styles.iter().find_map(|style| style.list.clone())?;
        Some((list, styles.iter().find_map(|style| style.list_level)))
    }
}

fn level_of(style: &str) -> Option<u8> {
    let compact = style.to_lowercase().replace(' ', "");
    if compact == "title" {
        return Some(1);
    }
    compact.strip_prefix("heading").and_then(|level| level.parse().ok()).filter(|level| (1..=9).contains(level))
}
