//! A page from its pieces of text: tables first, then what stands beside them, in the order in which it is read.

use super::letters::Unread;
use super::margins::flows;
use super::marks::Marks;
use super::one_line;
use super::space::Bounds;
use super::tables::{Found, aligned, ruled};
use groundwall_core::{Block, BlockKind, Locator};
use std::collections::BTreeMap;
use unpdf::parser::backend::RawBackend;
use unpdf::parser::{BlockType, LayoutAnalyzer, TextBlock, TextLine, TextSpan};

/// Lines of one size that the text beside tables has at least, when it says which size is that of running text.
const LINES: usize = 3;
/// And of how many letters of the page it has one.
const PART: usize = 4;

/// The blocks of a page; none where it cannot be read.
pub(super) fn page(
    backend: &RawBackend,
    number: u32,
    marks: &Marks,
    unread: &mut Unread,
) -> Vec<Block> {
    let place = Locator {
        page: Some(number),
        ..Locator::default()
    };
    let mut analyzer = LayoutAnalyzer::new(backend);
    let Ok(mut spans) = analyzer.extract_page_spans(number) else {
        return Vec::new();
    };
    // A font may be given a size below 0 and be turned over again.
    for span in &mut spans {
        span.font_size = span.font_size.abs();
    }
    analyzer.filter_spans_for_page(&mut spans, number);
    let spans = unread.without(number, spans, &analyzer);
    let all = spans.clone();
    let (mut tables, spans) = ruled(marks, spans, &place);
    let (more, spans) = aligned(marks, spans, &place);
    tables.extend(more);
    let sizes = if has_text(&spans, &all) { &spans } else { &all };
    for span in sizes {
        analyzer
            .font_stats_mut()
            .add_text(span.font_size, &span.text);
    }
    analyzer.font_stats_mut().analyze();
    let tops: Vec<f32> = tables.iter().map(|table| table.bounds.top).collect();
    let mut text = Vec::new();
    for flow in flows(spans) {
        let lines = analyzer.group_spans_into_lines_pub(flow);
        let lines = analyzer.detect_headings_around_pub(lines, &tops);
        let blocks = analyzer.group_lines_into_blocks_pub(lines);
        text.extend(
            blocks
                .into_iter()
                .filter(|block| !block.is_empty())
                .flat_map(|block| parted(block, &tables))
                .map(|block| said(&block, &place)),
        );
    }
    let mut blocks = in_order(text, tables);
    blocks.retain(|block| block.text.chars().any(char::is_alphanumeric));
    blocks
}

/// Whether the text beside tables says which size is that of running text: it has several lines of one, and a good part of the page's.
fn has_text(spans: &[TextSpan], all: &[TextSpan]) -> bool {
    let mut sizes: BTreeMap<i32, (usize, Vec<i32>)> = BTreeMap::new();
    for span in spans {
        let (letters, lines) = sizes.entry((span.font_size * 10.0) as i32).or_default();
        *letters += span.text.chars().count();
        lines.push(span.y.round() as i32);
    }
    let letters: usize = all.iter().map(|span| span.text.chars().count()).sum();
    let usual = sizes.into_values().max_by_key(|(letters, _)| *letters);
    usual.is_some_and(|(own, mut lines)| {
        lines.sort_unstable();
        lines.dedup();
        lines.len() >= LINES && own * PART >= letters
    })
}

/// A block in the parts that tables divide it in.
fn parted(mut block: TextBlock, tables: &[Found]) -> Vec<TextBlock> {
    let between = |pair: &[TextLine]| {
        let right = (pair[0].spans.iter().chain(&pair[1].spans))
            .map(|span| span.x + span.width)
            .fold(f32::MIN, f32::max);
        tables.iter().map(|table| table.bounds).any(|table| {
            pair[0].y >= table.top - 1.0
                && pair[1].y <= table.bottom + 1.0
                && pair[0].x.min(pair[1].x) < table.right
                && right > table.left
        })
    };
    let Some(at) = block.lines.windows(2).position(between) else {
        return vec![block];
    };
    let kind = match block.block_type {
        BlockType::Heading => BlockType::Heading,
        BlockType::Paragraph | BlockType::ListItem | BlockType::Unknown => BlockType::Paragraph,
    };
    let rest = TextBlock::new(block.lines.split_off(at + 1), kind);
    let mut parts = vec![block];
    parts.extend(parted(rest, tables));
    parts
}

fn said(block: &TextBlock, place: &Locator) -> (Bounds, Block) {
    let spans = || block.lines.iter().flat_map(|line| &line.spans);
    let bounds = Bounds::around(spans().flat_map(|span| {
        [
            (span.x, span.y),
            (span.x + span.width, span.y + span.font_size),
        ]
    }));
    // A listing has marks that are none.
    let is_code = spans().all(|span| span.is_monospace || span.text.trim().is_empty());
    let (kind, text) = match block.block_type {
        BlockType::Heading => (BlockKind::Heading, block.text()),
        BlockType::ListItem if is_numbered(&block.text()) => (BlockKind::ListItem, block.text()),
        BlockType::ListItem if !is_code => (BlockKind::ListItem, block.list_item_text()),
        BlockType::ListItem | BlockType::Paragraph | BlockType::Unknown => {
            (BlockKind::Paragraph, block.text())
        }
    };
    let block = Block {
        kind,
        text: one_line(&text),
        locator: place.clone(),
    };
    (bounds, block)
}

/// Whether an item begins with a number in a circle or in brackets of its own: it is cited by it.
fn is_numbered(text: &str) -> bool {
    text.trim_start().starts_with(|c| {
        matches!(c, '\u{2460}'..='\u{24ff}' | '\u{2776}'..='\u{2793}' | '\u{3200}'..='\u{32ff}')
    })
}

/// Each table before the first block that begins under its top in its own width.
fn in_order(text: Vec<(Bounds, Block)>, mut tables: Vec<Found>) -> Vec<Block> {
    tables.sort_by(|a, b| b.bounds.top.total_cmp(&a.bounds.top));
    let place = |table: &Found| {
        let under = |block: &Bounds| block.top <= table.bounds.top + 1.0;
        let beside =
            |block: &Bounds| block.left < table.bounds.right && table.bounds.left < block.right;
        text.iter()
            .position(|(block, _)| under(block) && beside(block))
            .or_else(|| {
                text.iter()
                    .rposition(|(block, _)| beside(block))
                    .map(|at| at + 1)
            })
            .or_else(|| text.iter().position(|(block, _)| under(block)))
            .unwrap_or(text.len())
    };
    let mut placed: Vec<(usize, Vec<Block>)> = (tables.into_iter())
        .map(|table| (place(&table), table.blocks))
        .collect();
    placed.sort_by_key(|(at, _)| *at);
    let mut placed = placed.into_iter().peekable();
    let mut blocks = Vec::new();
    for (at, (_, block)) in text.into_iter().enumerate() {
        while let Some((_, table)) = placed.next_if(|(before, _)| *before <= at) {
            blocks.extend(table);
        }
        blocks.push(block);
    }
    blocks.extend(placed.flat_map(|(_, table)| table));
    blocks
}
