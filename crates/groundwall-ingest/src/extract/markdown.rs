//! Markdown through pulldown-cmark.

use super::grid::{self, Cell, Grid};
use super::{html, in_path, squeeze, text};
use crate::Limits;
use groundwall_core::{
    Block, BlockKind, ExtractedDocument, Format, HiddenText, Locator, Problem, Table,
};
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use std::borrow::Cow;

#[derive(Default)]
struct Walker {
    blocks: Vec<Block>,
    headings: Vec<(u8, String)>,
    text: String,
    start: usize,
    items: u32,
    cells: Option<Vec<Cell>>,
    tables: Vec<Table>,
    row: u32,
    column: u32,
    /// The open block of HTML.
    html: String,
    hidden: Vec<HiddenText>,
}

pub(super) fn extract(bytes: &[u8], limits: &Limits) -> Result<ExtractedDocument, Problem> {
    let (content, _) = text::decode(bytes);
    let content = with_inner_items(&content);
    let lines = LineIndex::of(&content);
    let mut walker = Walker::default();
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_YAML_STYLE_METADATA_BLOCKS;
    for (event, range) in Parser::new_ext(&content, options).into_offset_iter() {
        if let Event::End(TagEnd::HtmlBlock) = event {
            walker.end_html(lines.line(range.start), limits)?;
        } else {
            walker.event(event, range.start, &lines);
        }
        if walker.blocks.len() as u64 > limits.paragraphs {
            return Err(Limits::over("paragraphs", limits.paragraphs));
        }
    }
    walker.flush(BlockKind::Paragraph, &lines);
    Ok(ExtractedDocument {
        format: Format::Markdown,
        blocks: walker.blocks,
        tables: walker.tables,
        hidden: walker.hidden,
        pages: None,
        notes: Vec::new(),
    })
}

/// Items that are written as AsciiDoc and Textile nest them, as Markdown does: `** inner` becomes `  * inner`. Lines stay where they are.
fn with_inner_items(content: &str) -> String {
    let mut code = false;
    let lines = content.split('\n').map(|line| {
        code ^= line.trim_start().starts_with("```") || line.trim_start().starts_with("~~~");
        let inner = inner_item(line).filter(|_| !code);
        inner.map_or(Cow::Borrowed(line), Cow::Owned)
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// The line of such an item, as Markdown has it; none for any other line.
fn inner_item(line: &str) -> Option<String> {
    let stars = line.bytes().take_while(|byte| *byte == b'*').count();
    let rest = &line[stars..];
    let is_inner = (2..=4).contains(&stars)
        && rest
            .strip_prefix(' ')
            .is_some_and(|text| text.starts_with(|c: char| !c.is_whitespace() && c != '*'))
        && !rest.contains(&"*".repeat(stars));
    is_inner.then(|| format!("{}*{rest}", "  ".repeat(stars - 1)))
}

/// Whether a tag begins a new line.
fn is_break(tag: &str) -> bool {
    let name = tag.trim_matches(['<', '>', '/', ' ']);
    let name = name.split_whitespace().next().unwrap_or_default();
    name.eq_ignore_ascii_case("br")
}

impl Walker {
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "events of pulldown-cmark: the others hold no text"
    )]
    fn event(&mut self, event: Event, start: usize, lines: &LineIndex) {
        match event {
            Event::Text(text)
            | Event::Code(text)
            | Event::InlineMath(text)
            | Event::DisplayMath(text) => {
                if self.text.trim().is_empty() {
                    self.start = start;
                }
                self.text.push_str(&text);
            }
            Event::SoftBreak | Event::HardBreak => self.text.push('\n'),
            Event::InlineHtml(tag) if is_break(&tag) => self.text.push('\n'),
            Event::Html(html) => self.html.push_str(&html),
            Event::Start(Tag::Item) => {
                self.flush(BlockKind::Paragraph, lines);
                self.items += 1;
            }
            Event::End(TagEnd::Item) => {
                self.flush(BlockKind::ListItem, lines);
                self.items = self.items.saturating_sub(1);
            }
            Event::Start(Tag::Table(_)) => {
                self.cells = Some(Vec::new());
                (self.row, self.column, self.start) = (0, 0, start);
            }
            Event::End(TagEnd::TableCell) => self.end_cell(),
            Event::End(TagEnd::TableRow | TagEnd::TableHead) => {
                (self.row, self.column) = (self.row + 1, 0);
            }
            Event::End(TagEnd::Table) => self.end_table(lines.line(start)),
            Event::End(TagEnd::Heading(level)) => {
                let title = squeeze(&self.text);
                let level = level as u8;
                self.headings.retain(|(outer, _)| *outer < level);
                self.headings.push((level, in_path(&title)));
                self.flush(BlockKind::Heading, lines);
            }
            Event::Start(Tag::HtmlBlock)
            | Event::End(
                TagEnd::Paragraph
                | TagEnd::CodeBlock
                | TagEnd::BlockQuote(_)
                | TagEnd::FootnoteDefinition
                | TagEnd::MetadataBlock(_),
            ) => {
                self.flush(self.kind(), lines);
            }
            _ => {}
        }
    }

    /// What the open text is.
    fn kind(&self) -> BlockKind {
        if self.items > 0 {
            BlockKind::ListItem
        } else {
            BlockKind::Paragraph
        }
    }

    /// Reads a block of HTML as a page is read. What it leaves open, as a cell in which Markdown goes on, ends with it.
    fn end_html(&mut self, line: u32, limits: &Limits) -> Result<(), Problem> {
        let content = std::mem::take(&mut self.html);
        let read = html::part(&content, &mut self.headings, limits)?;
        let placed = |locator: Locator| Locator {
            heading: locator.heading,
            line: Some(line),
            ..Locator::default()
        };
        self.blocks
            .extend(read.blocks.into_iter().map(|block| Block {
                locator: placed(block.locator),
                ..block
            }));
        self.tables
            .extend(read.tables.into_iter().map(|table| Table {
                place: placed(table.place),
                ..table
            }));
        self.hidden
            .extend(read.hidden.into_iter().map(|hidden| HiddenText {
                locator: placed(hidden.locator),
                ..hidden
            }));
        Ok(())
    }

    fn end_cell(&mut self) {
        let text = squeeze(&std::mem::take(&mut self.text));
        if let Some(cells) = &mut self.cells
            && !text.is_empty()
        {
            cells.push(Cell::text(self.row, self.column, text));
        }
        self.column += 1;
    }

    fn end_table(&mut self, line: u32) {
        let cells = self.cells.take().unwrap_or_default();
        let grid = Grid {
            cells,
            ..Grid::default()
        };
        let read = grid::read(grid, &self.place(line));
        self.tables.extend(read.tables);
        self.blocks.extend(read.blocks.into_iter().map(|mut block| {
            // Each row has a line, and behind the first is the one that makes it a header.
            let row = block.locator.cells.take().and_then(|cells| row_of(&cells));
            block.locator.line = Some(line + row.filter(|row| *row > 1).unwrap_or_default());
            block
        }));
    }

    fn flush(&mut self, kind: BlockKind, lines: &LineIndex) {
        let text = std::mem::take(&mut self.text).trim().to_owned();
        if !text.is_empty() {
            let locator = self.place(lines.line(self.start));
            self.blocks.push(Block {
                kind,
                text,
                locator,
            });
        }
    }

    fn place(&self, line: u32) -> Locator {
        Locator {
            heading: self.headings.iter().map(|(_, text)| text.clone()).collect(),
            line: Some(line),
            ..Locator::default()
        }
    }
}

/// The row that a range of cells begins in: 3 of `B3:D3`.
fn row_of(cells: &str) -> Option<u32> {
    let digits = cells.trim_start_matches(|c: char| c.is_ascii_alphabetic());
    let end = digits.find(|c: char| !c.is_ascii_digit());
    digits[..end.unwrap_or(digits.len())].parse().ok()
}

/// Byte offsets of line starts.
struct LineIndex(Vec<usize>);

impl LineIndex {
    fn of(text: &str) -> Self {
        Self(
            std::iter::once(0)
                .chain(text.match_indices('\n').map(|(at, _)| at + 1))
                .collect(),
        )
    }

    /// Line of a byte, from 1.
    fn line(&self, byte: usize) -> u32 {
        u32::try_from(self.0.partition_point(|start| *start <= byte)).unwrap_or(u32::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Kind, text and line of each block.
    fn told(document: &ExtractedDocument) -> Vec<(BlockKind, &str, u32)> {
        let blocks = document.blocks.iter();
        blocks
            .map(|block| (block.kind, block.text.as_str(), block.locator.line.unwrap()))
            .collect()
    }

    #[test]
    fn headings_items_and_tables_keep_their_places() {
        let source = "# Guide\n\nHello *big*\nworld.\n\n## Rules\n\n- one\n- two\n\n| Room | Seats |\n|---|---|\n| A | 12 |\n| B | 8 |\n";
        let document = extract(source.as_bytes(), &Limits::default()).unwrap();
        let got = told(&document);
        assert_eq!(
            got,
            [
                (BlockKind::Heading, "Guide", 1),
                (BlockKind::Paragraph, "Hello big\nworld.", 3),
                (BlockKind::Heading, "Rules", 6),
                (BlockKind::ListItem, "one", 8),
                (BlockKind::ListItem, "two", 9),
                (BlockKind::Row, "Room: A. Seats: 12.", 13),
                (BlockKind::Row, "Room: B. Seats: 8.", 14),
            ]
        );
        assert_eq!(document.blocks[3].locator.heading, ["Guide", "Rules"]);
    }

    #[test]
    fn items_nest_by_stars_too() {
        let source = "* Meals are cut:\n\n** Lunch: 35%\n\n** Dinner: 35%\n\n** bold** text\n\n```\n** code\n```\n";
        let document = extract(source.as_bytes(), &Limits::default()).unwrap();
        let got = told(&document);
        assert_eq!(
            got,
            [
                (BlockKind::ListItem, "Meals are cut:", 1),
                (BlockKind::ListItem, "Lunch: 35%", 3),
                (BlockKind::ListItem, "Dinner: 35%", 5),
                (BlockKind::Paragraph, "** bold** text", 7),
                (BlockKind::Paragraph, "** code", 10),
            ]
        );
    }
}
