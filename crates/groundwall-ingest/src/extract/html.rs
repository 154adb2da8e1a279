//! HTML through html5ever, walked without recursion. Text that no reader of the page sees is kept apart.

mod css;
mod look;
mod names;
mod seen;
mod size;
mod table;
mod values;

use super::hidden::Collected;
use super::{in_path, squeeze, text};
use crate::Limits;
use groundwall_core::{
    Block, BlockKind, ExtractedDocument, Format, HiddenBy, Locator, Problem, Table,
};
use scraper::node::Element;
use scraper::{Html, Node};
use seen::Seen;
use table::OpenTable;

/// Rows or columns that one cell may span.
const SPAN: u32 = 1_000;
/// Elements of a file for each of the paragraphs that it may have.
const ELEMENTS: u64 = 10;

#[derive(Default)]
struct Walker {
    blocks: Vec<Block>,
    headings: Vec<(u8, String)>,
    text: String,
    number: u32,
    items: u32,
    skipped: u32,
    hidden: Collected,
    /// Open tables, innermost last.
    tables: Vec<OpenTable>,
    read: Vec<Table>,
}

/// How many rows and columns a cell takes.
fn spans(element: &Element) -> (u32, u32) {
    let span = |name: &str| {
        element
            .attr(name)
            .and_then(|span| span.trim().parse().ok())
            .unwrap_or(1u32)
            .clamp(1, SPAN)
    };
    (span("rowspan"), span("colspan"))
}

pub(super) fn extract(bytes: &[u8], limits: &Limits) -> Result<ExtractedDocument, Problem> {
    let (content, _) = text::decode(bytes);
    part(&content, &mut Vec::new(), limits)
}

/// Reads HTML that stands in a document of another kind, under its headings, to which its own are added.
pub(super) fn part(
    content: &str,
    headings: &mut Vec<(u8, String)>,
    limits: &Limits,
) -> Result<ExtractedDocument, Problem> {
    let html = tree(content, limits)?;
    let mut seen = if limits.hidden_text_counts {
        Seen::everything()
    } else {
        Seen::of(&html)?
    };
    let mut walker = Walker {
        headings: std::mem::take(headings),
        ..Walker::default()
    };
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "nodes of scraper: the others hold no text"
    )]
    for edge in html.tree.root().traverse() {
        match edge {
            ego_tree::iter::Edge::Open(node) => match node.value() {
                Node::Text(text) if walker.skipped == 0 => walker.see(text, seen.hides()),
                Node::Element(element) => {
                    seen.open(node.id());
                    walker.open(element.name(), spans(element));
                }
                _ => {}
            },
            ego_tree::iter::Edge::Close(node) => {
                if let Node::Element(element) = node.value() {
                    walker.close(element.name());
                    seen.close();
                }
            }
        }
        if walker.blocks.len() as u64 > limits.paragraphs {
            return Err(Limits::over("paragraphs", limits.paragraphs));
        }
    }
    walker.flush(BlockKind::Paragraph);
    let Walker {
        blocks,
        read,
        hidden,
        headings: all,
        ..
    } = walker;
    *headings = all;
    Ok(ExtractedDocument {
        format: Format::Html,
        blocks,
        tables: read,
        hidden: hidden.into_texts(),
        pages: None,
        notes: Vec::new(),
    })
}

/// The tree of a page, where it is no larger than a page is.
fn tree(content: &str, limits: &Limits) -> Result<Html, Problem> {
    let most = limits.paragraphs.saturating_mul(ELEMENTS);
    size::check(content, most)?;
    let html = Html::parse_document(content);
    if html
        .tree
        .nodes()
        .filter(|node| node.value().is_element())
        .count() as u64
        > most
    {
        return Err(Limits::over("elements", most));
    }
    Ok(html)
}

fn is_skipped(name: &str) -> bool {
    matches!(
        name,
        "script" | "style" | "noscript" | "template" | "head" | "svg" | "nav" | "iframe"
    )
}

fn is_block(name: &str) -> bool {
    matches!(
        name,
        "p" | "div"
            | "section"
            | "article"
            | "main"
            | "aside"
            | "header"
            | "footer"
            | "blockquote"
            | "pre"
            | "ul"
            | "ol"
            | "dl"
            | "dt"
            | "dd"
            | "figure"
            | "figcaption"
            | "address"
            | "form"
            | "fieldset"
            | "hr"
            | "body"
            | "caption"
    )
}

fn level(name: &str) -> Option<u8> {
    name.strip_prefix('h')
        .and_then(|level| level.parse().ok())
        .filter(|level| (1..=6).contains(level))
}

impl Walker {
    /// Takes a text, apart where nobody sees it.
    fn see(&mut self, text: &str, hides: Option<HiddenBy>) {
        match hides {
            Some(by) => {
                let place = Locator {
                    paragraph: Some(self.number + 1),
                    ..self.place()
                };
                self.hidden.add(by, text, place);
            }
            None => self.text.push_str(text),
        }
    }

    /// `spans`: rows and columns that a cell takes.
    fn open(&mut self, name: &str, spans: (u32, u32)) {
        if is_skipped(name) {
            self.skipped += 1;
        } else if self.tables.is_empty()
            && (is_block(name) || name == "li" || name == "table" || level(name).is_some())
        {
            self.flush(if self.items > 0 {
                BlockKind::ListItem
            } else {
                BlockKind::Paragraph
            });
        }
        match name {
            "br" => self.text.push(' '),
            "li" => self.items += 1,
            "table" => self.tables.push(OpenTable::default()),
            "caption" => self.text.clear(),
            "td" | "th" => {
                self.text.clear();
                if let Some(table) = self.tables.last_mut() {
                    table.spans = spans;
                }
            }
            _ => {}
        }
    }

    fn close(&mut self, name: &str) {
        if is_skipped(name) {
            self.skipped = self.skipped.saturating_sub(1);
        }
        match name {
            "td" | "th" => {
                let text = squeeze(&std::mem::take(&mut self.text));
                if let Some(table) = self.tables.last_mut() {
                    table.end_cell(text, name == "th");
                }
            }
            "tr" => {
                if let Some(table) = self.tables.last_mut() {
                    table.end_row();
                }
            }
            "table" => {
                if let Some(table) = self.tables.pop() {
                    self.number += 1;
                    let read = table.read(&self.place());
                    self.blocks.extend(read.blocks);
                    self.read.extend(read.tables);
                }
            }
            "caption" => {
                let text = squeeze(&std::mem::take(&mut self.text));
                if let Some(table) = self.tables.last_mut() {
                    table.caption(text);
                }
            }
            "li" => {
                self.flush(BlockKind::ListItem);
                self.items = self.items.saturating_sub(1);
            }
            _ if !self.tables.is_empty() => {
                if is_block(name) || level(name).is_some() {
                    self.text.push(' ');
                }
            }
            _ => {
                if let Some(level) = level(name) {
                    let title = squeeze(&self.text);
                    self.headings.retain(|(outer, _)| *outer < level);
                    self.headings.push((level, in_path(&title)));
                    self.flush(BlockKind::Heading);
                } else if is_block(name) {
                    self.flush(if self.items > 0 {
                        BlockKind::ListItem
                    } else {
                        BlockKind::Paragraph
                    });
                }
            }
        }
    }

    fn flush(&mut self, kind: BlockKind) {
        let text = squeeze(&std::mem::take(&mut self.text));
        if !text.is_empty() {
            self.number += 1;
            let locator = self.place();
            self.blocks.push(Block {
                kind,
                text,
                locator,
            });
        }
    }

    fn place(&self) -> Locator {
        Locator {
            heading: self.headings.iter().map(|(_, text)| text.clone()).collect(),
            paragraph: Some(self.number),
            ..Locator::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_that_span_fill_what_they_cover() {
        let html = "<table><tr><th>Region</th><th colspan=2>2024</th></tr><tr><th></th><th>Plan</th><th>Real</th></tr>\
                    <tr><td rowspan=2>North</td><td>1</td><td>2</td></tr><tr><td>3</td><td>4</td></tr></table>";
        let document = extract(html.as_bytes(), &Limits::default()).unwrap();
        let names: Vec<_> = document.tables[0]
            .columns
            .iter()
            .map(|column| column.name.as_str())
            .collect();
        assert_eq!(names, ["Region", "2024 Plan", "2024 Real"]);
        assert_eq!(
            document.blocks.last().unwrap().text,
            "Region: North. 2024 Plan: 3. 2024 Real: 4."
        );
    }

    #[test]
    fn blocks_in_order_without_scripts() {
        let page = "<html><head><title>x</title></head><body><h1>Port</h1><p>One <b>two</b>.</p><script>no()</script>\
                    <ul><li>three</li></ul>tail<table><tr><th>Berth</th><th>Depth</th></tr><tr><td>4</td><td>9 m</td></tr></table></body></html>";
        let document = extract(page.as_bytes(), &Limits::default()).unwrap();
        let got: Vec<_> = document
            .blocks
            .iter()
            .map(|block| (block.kind, block.text.as_str()))
            .collect();
        assert_eq!(
            got,
            [
                (BlockKind::Heading, "Port"),
                (BlockKind::Paragraph, "One two."),
                (BlockKind::ListItem, "three"),
                (BlockKind::Paragraph, "tail"),
                (BlockKind::Row, "Berth: 4. Depth: 9 m."),
            ]
        );
    }
}
