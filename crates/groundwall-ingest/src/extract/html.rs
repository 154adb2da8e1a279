//! HTML through html5ever, walked without recursion.

use super::grid::{self, Cell, Grid};
use super::{squeeze, text};
use groundwall_core::{Block, BlockKind, ExtractedDocument, Format, Locator, Problem, Table};
use scraper::{Html, Node};

#[derive(Default)]
struct Walker {
    blocks: Vec<Block>,
    headings: Vec<(u8, String)>,
    text: String,
    number: u32,
    items: u32,
    hidden: u32,
    /// Open tables, innermost last: cells, row, column.
    tables: Vec<(Vec<Cell>, u32, u32)>,
    read: Vec<Table>,
}

pub(super) fn extract(bytes: &[u8]) -> Result<ExtractedDocument, Problem> {
    let (content, _) = text::decode(bytes);
    let html = Html::parse_document(&content);
    let mut walker = Walker::default();
    for edge in html.tree.root().traverse() {
        match edge {
            ego_tree::iter::Edge::Open(node) => match node.value() {
                Node::Text(text) if walker.hidden == 0 => walker.text.push_str(text),
                Node::Element(element) => walker.open(element.name()),
                _ => {}
            },
            ego_tree::iter::Edge::Close(node) => {
                if let Node::Element(element) = node.value() {
                    walker.close(element.name());
                }
            }
        }
    }
    walker.flush(BlockKind::Paragraph);
    Ok(ExtractedDocument { format: Format::Html, blocks: walker.blocks, tables: walker.read, pages: None, notes: Vec::new() })
}

fn is_hidden(name: &str) -> bool {
    matches!(name, "script" | "style" | "noscript" | "template" | "head" | "svg" | "nav" | "iframe")
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
    name.strip_prefix('h').and_then(|level| level.parse().ok()).filter(|level| (1..=6).contains(level))
}

impl Walker {
    fn open(&mut self, name: &str) {
        if is_hidden(name) {
            self.hidden += 1;
        } else if self.tables.is_empty() && (is_block(name) || name == "li" || name == "table" || level(name).is_some()) {
            self.flush(if self.items > 0 { BlockKind::ListItem } else { BlockKind::Paragraph });
        }
        match name {
            "br" => self.text.push(' '),
            "li" => self.items += 1,
            "table" => self.tables.push((Vec::new(), 0, 0)),
            "td" | "th" => self.text.clear(),
            _ => {}
        }
    }

    fn close(&mut self, name: &str) {
        if is_hidden(name) {
            self.hidden = self.hidden.saturating_sub(1);
        }
        match name {
            "td" | "th" => {
                let text = squeeze(&std::mem::take(&mut self.text));
                if let Some((cells, row, column)) = self.tables.last_mut() {
                    if !text.is_empty() {
                        cells.push(Cell::text(*row, *column, text));
                    }
                    *column += 1;
                }
            }
            "tr" => {
                if let Some((_, row, column)) = self.tables.last_mut() {
                    (*row, *column) = (*row + 1, 0);
                }
            }
            "table" => {
                if let Some((cells, _, _)) = self.tables.pop() {
                    self.number += 1;
                    let read = grid::read(Grid { cells, ..Grid::default() }, &self.place());
                    self.blocks.extend(read.blocks);
                    self.read.extend(read.tables);
                }
            }
            "li" => {
                self.flush(BlockKind::ListItem);
                self.items = self.items.saturating_sub(1);
            }
            _ if !self.tables.is_empty() => self.text.push(' '),
            _ => {
                if let Some(level) = level(name) {
                    let title = squeeze(&self.text);
                    self.headings.retain(|(outer, _)| *outer < level);
                    self.headings.push((level, title));
                    self.flush(BlockKind::Heading);
                } else if is_block(name) {
                    self.flush(if self.items > 0 { BlockKind::ListItem } else { BlockKind::Paragraph });
                }
            }
        }
    }

    fn flush(&mut self, kind: BlockKind) {
        let text = squeeze(&std::mem::take(&mut self.text));
        if !text.is_empty() {
            self.number += 1;
            let locator = self.place();
            self.blocks.push(Block { kind, text, locator });
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
    fn blocks_in_order_without_scripts() {
        let page = "<html><head><title>x</title></head><body><h1>Port</h1><p>One <b>two</b>.</p><script>no()</script>\
                    <ul><li>three</li></ul>tail<table><tr><th>Berth</th><th>Depth</th></tr><tr><td>4</td><td>9 m</td></tr></table></body></html>";
        let document = extract(page.as_bytes()).unwrap();
        let got: Vec<_> = document.blocks.iter().map(|block| (block.kind, block.text.as_str())).collect();
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
