//! DOCX by a pull walker over its XML: constant depth of the call stack whatever the nesting, and nothing that a reader of the
//! page sees is left out (headers, footers, foot- and endnotes, text boxes, numbers of lists and headings; insertions in, deletions out).

mod look;
mod numbering;
mod seen;
mod styles;
mod symbols;
mod table;
mod walker;

use super::archive::Archive;
use super::hidden::{Collected, Color};
use super::unreadable;
use crate::Limits;
use groundwall_core::{Block, ExtractedDocument, Format, HiddenBy, Problem, Table};
use look::{Look, Tone};
use numbering::Numbering;
use seen::Properties;
use styles::Styles;
use table::OpenTable;

pub(super) fn extract(bytes: &[u8], limits: &Limits) -> Result<ExtractedDocument, Problem> {
    let mut archive = Archive::open(bytes, limits)?;
    let styles = match archive.part("word/styles.xml")? {
        Some(xml) => Styles::parse(&xml_text(&xml))?,
        None => Styles::default(),
    };
    let numbering = match archive.part("word/numbering.xml")? {
        Some(xml) => Numbering::parse(&xml_text(&xml))?,
        None => Numbering::default(),
    };
    let side = beside_the_text(archive.names());
    let main = archive
        .part("word/document.xml")?
        .ok_or_else(|| unreadable("The file has no main text. Save it again and upload it."))?;
    let shows_background = archive
        .part("word/settings.xml")?
        .is_some_and(|xml| xml_text(&xml).contains(":displayBackgroundShape"));
    let mut walker = Walker {
        styles,
        numbering,
        limits: *limits,
        shows_background,
        ..Walker::default()
    };
    walker.walk(&xml_text(&main))?;
    for name in side {
        let label = name
            .trim_start_matches("word/")
            .trim_end_matches(".xml")
            .trim_end_matches(|c: char| c.is_ascii_digit())
            .to_owned();
        if let Some(xml) = archive.part(&name)? {
            walker.headings = vec![(0, label)];
            walker.walk(&xml_text(&xml))?;
        }
    }
    let mut notes = Vec::new();
    if walker.deleted {
        notes.push("Tracked deletions were left out and tracked insertions read.".to_owned());
    }
    Ok(ExtractedDocument {
        format: Format::Docx,
        blocks: walker.blocks,
        tables: walker.read,
        hidden: walker.hidden.into_texts(),
        pages: None,
        notes,
    })
}

/// The parts that stand beside the main text: headers, footers, notes.
fn beside_the_text(names: Vec<String>) -> Vec<String> {
    let mut side: Vec<String> = names
        .into_iter()
        .filter(|name| {
            let part = name
                .strip_prefix("word/")
                .and_then(|part| part.strip_suffix(".xml"))
                .unwrap_or_default();
            ["header", "footer", "footnotes", "endnotes"]
                .iter()
                .any(|start| part.starts_with(start))
                && !part.contains('/')
        })
        .collect();
    side.sort();
    side
}

/// XML is UTF-8 unless it has a BOM or says otherwise; Word writes UTF-8.
fn xml_text(bytes: &[u8]) -> String {
    super::text::decode(bytes).0
}

fn xml_error(error: impl std::fmt::Display) -> Problem {
    unreadable(&format!(
        "The file is damaged: its XML cannot be read ({error}). Save it again and upload it."
    ))
}

/// Elements within one another, at most. A table in a table costs three.
const DEPTH: u32 = 1_000;

/// Digits of a page's number in a table of contents, at most.
const PAGE_DIGITS: usize = 4;

#[derive(Default)]
struct Paragraph {
    text: String,
    style: Option<String>,
    /// The list that it says it is of, and its level in it.
    list: Option<String>,
    list_level: Option<u8>,
    ground: Option<Tone>,
    /// What the open run says of itself, and its style.
    run: Look,
    run_style: Option<String>,
    /// Whether it stands in a text box, and on what ground.
    boxed: Option<Tone>,
    /// Texts that nobody sees, each with the length of the visible text before it.
    hidden: Vec<(HiddenBy, usize, String)>,
    /// Whether it leads to another place of the document.
    leads: bool,
    /// Where its text goes on behind its last tab.
    tabbed: Option<usize>,
}

impl Paragraph {
    /// Whether it is a line of a table of contents: it leads to a place, or has a style for it, and ends with a tab and the number of a page. What it says
    /// is said again where it leads to.
    fn is_of_contents(&self) -> bool {
        let styled = self
            .style
            .as_deref()
            .is_some_and(|style| style.to_lowercase().starts_with("toc"));
        let page = self.tabbed.map_or("", |from| self.text[from..].trim());
        (self.leads || styled)
            && (1..=PAGE_DIGITS).contains(&page.len())
            && page.bytes().all(|byte| byte.is_ascii_digit())
    }
}

#[derive(Default)]
struct Walker {
    styles: Styles,
    numbering: Numbering,
    blocks: Vec<Block>,
    headings: Vec<(u8, String)>,
    /// Open paragraphs, innermost last: a text box holds paragraphs inside a paragraph.
    open: Vec<Paragraph>,
    tables: Vec<OpenTable>,
    read: Vec<Table>,
    number: u32,
    limits: Limits,
    /// Paragraphs so far, empty ones too.
    paragraphs: u64,
    hidden: Collected,
    deleted: bool,
    /// Properties that are open: of a paragraph, of text, of a cell, of a table.
    properties: Properties,
    /// Grounds of the text boxes that are open, and of the shape that is described.
    boxes: Vec<Tone>,
    shape: Option<Tone>,
    /// The page's own ground, and whether it is shown.
    background: Option<Color>,
    shows_background: bool,
    /// The last paragraph under which a picture may lie.
    over_picture: u32,
}

#[cfg(test)]
mod tests;
