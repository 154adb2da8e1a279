//! Styles: which are headings, which number their paragraphs, and how they make text look.

use super::look::{Look, Tone, shading};
use super::xml_error;
use crate::extract::attribute;
use groundwall_core::Problem;
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use std::collections::HashMap;

/// What a style says by itself.
#[derive(Debug, Default, Clone)]
struct Style {
    level: Option<u8>,
    based_on: Option<String>,
    list: Option<String>,
    list_level: Option<u8>,
    look: Look,
    /// The ground of a paragraph.
    ground: Option<Tone>,
    /// Whether it shades anything of a table.
    shades: bool,
}

/// Styles by their id.
#[derive(Debug, Default)]
pub(super) struct Styles {
    all: HashMap<String, Style>,
    /// The style of paragraphs that name none.
    usual: Option<String>,
    /// How text looks that nothing else is said of.
    plain: Look,
}

/// Styles that one may be based on, one behind the other.
const BASES: usize = 10;

impl Styles {
    /// Reads `word/styles.xml`.
    pub(super) fn parse(xml: &str) -> Result<Self, Problem> {
        let mut reader = Reader::from_str(xml);
        let mut styles = Self::default();
        let mut id = None;
        // Properties that are open: of text, of a paragraph, of a table or a part of one.
        let (mut text, mut paragraph, mut table) = (false, false, 0u32);
        loop {
            #[expect(
                clippy::wildcard_enum_match_arm,
                reason = "events of quick-xml: the others say nothing here"
            )]
            match reader.read_event().map_err(xml_error)? {
                Event::Start(element) => {
                    match element.local_name().as_ref() {
                        "rPr" => text = true,
                        "pPr" => paragraph = true,
                        "tblPr" | "tcPr" | "tblStylePr" => table += 1,
                        _ => {}
                    }
                    styles.read(&element, &mut id, text, paragraph, table > 0);
                }
                Event::Empty(element) => styles.read(&element, &mut id, text, paragraph, table > 0),
                Event::End(element) => match element.local_name().as_ref() {
                    "rPr" => text = false,
                    "pPr" => paragraph = false,
                    "tblPr" | "tcPr" | "tblStylePr" => table = table.saturating_sub(1),
                    "style" => id = None,
                    _ => {}
                },
                Event::Eof => return Ok(styles),
                _ => {}
            }
        }
    }

    /// Takes over one element; it lies in the properties that are set.
    fn read(
        &mut self,
        element: &BytesStart,
        id: &mut Option<String>,
        text: bool,
        paragraph: bool,
        table: bool,
    ) {
        let name = element.local_name();
        if name.as_ref() == "style" {
            *id = attribute(element, "styleId");
            let of_paragraphs = attribute(element, "type").is_none_or(|kind| kind == "paragraph");
            if of_paragraphs
                && matches!(
                    attribute(element, "default").as_deref(),
                    Some("1" | "true" | "on")
                )
            {
                self.usual.clone_from(id);
            }
            return;
        }
        let Some(id) = id.as_ref() else {
            if text {
                self.plain.read(element);
            }
            return;
        };
        let style = self.all.entry(id.clone()).or_default();
        let value = || attribute(element, "val");
        match name.as_ref() {
            "name" => style.level = value().and_then(|name| level_of(&name)),
            "basedOn" => style.based_on = value(),
            "numId" => style.list = value(),
            "ilvl" => style.list_level = value().and_then(|level| level.parse().ok()),
            "shd" if table => style.shades |= shading(element).is_some(),
            "shd" if paragraph && !text => style.ground = shading(element),
            _ if text && !table => style.look.read(element),
            _ => {}
        }
    }

    /// A style and those that it is based on, nearest first.
    fn chain<'a>(&'a self, id: &str) -> impl Iterator<Item = &'a Style> {
        std::iter::successors(self.all.get(id), |style| {
            self.all.get(style.based_on.as_deref()?)
        })
        .take(BASES)
    }

    /// Level of the heading that a style makes (1 to 9; a title is 1).
    pub(super) fn heading(&self, id: &str) -> Option<u8> {
        self.all
            .get(id)
            .and_then(|style| style.level)
            .or_else(|| level_of(id))
    }

    /// The list that numbers the paragraphs of a style, with its level where the style says it.
    pub(super) fn list(&self, id: &str) -> Option<(String, Option<u8>)> {
        let styles: Vec<&Style> = self.chain(id).collect();
        let list = styles.iter().find_map(|style| style.list.clone())?;
        Some((list, styles.iter().find_map(|style| style.list_level)))
    }

    /// How text of a paragraph style and a character style looks. Two styles that both hide show again (17.7.3).
    pub(super) fn look(&self, paragraph: Option<&str>, text: Option<&str>) -> Look {
        let of = |id: Option<&str>| {
            id.map_or_else(Look::default, |id| {
                self.chain(id)
                    .fold(Look::default(), |look, style| look.over(style.look))
            })
        };
        let (outer, inner) = (of(paragraph.or(self.usual.as_deref())), of(text));
        let vanish = match (outer.vanish, inner.vanish) {
            (None, None) => None,
            (outer, inner) => Some(outer.unwrap_or(false) ^ inner.unwrap_or(false)),
        };
        let mut look = inner.over(outer);
        look.vanish = vanish;
        look.over(self.plain)
    }

    /// The ground that a paragraph style gives.
    pub(super) fn ground(&self, paragraph: Option<&str>) -> Option<Tone> {
        self.chain(paragraph.or(self.usual.as_deref())?)
            .find_map(|style| style.ground)
    }

    /// Whether a table style shades something; one that is not there may.
    pub(super) fn shades(&self, table: &str) -> bool {
        !self.all.contains_key(table) || self.chain(table).any(|style| style.shades)
    }
}

fn level_of(style: &str) -> Option<u8> {
    let compact = style.to_lowercase().replace(' ', "");
    if compact == "title" {
        return Some(1);
    }
    compact
        .strip_prefix("heading")
        .and_then(|level| level.parse().ok())
        .filter(|level| (1..=9).contains(level))
}
