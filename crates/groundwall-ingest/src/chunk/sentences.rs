//! The sentence sequence of a document.

use super::Chunker;
use groundwall_core::{Block, BlockKind, ExtractedDocument, Locator, Sentence, SentenceKind, Span};
use groundwall_text::sentences_of;

/// All sentences of a document with spans in its text (blocks joined by a blank line), and the text's length in characters.
pub(super) fn sequence(document: &ExtractedDocument, chunker: &Chunker) -> (Vec<Sentence>, usize) {
    let mut sentences = Vec::new();
    let mut offset = 0;
    let mut section = 0;
    let mut previous: Option<&Block> = None;
    for block in &document.blocks {
        if previous.is_some_and(|last| starts_section(last, block)) {
            section += 1;
        }
        previous = Some(block);
        let kind = match block.kind {
            BlockKind::Heading => SentenceKind::Heading,
            BlockKind::Paragraph => SentenceKind::Prose,
            BlockKind::ListItem => SentenceKind::ListItem,
            BlockKind::Row => SentenceKind::Row,
        };
        let mut places = Places::of(block);
        let whole = 0..block.text.len();
        let ranges = match kind {
            SentenceKind::Prose | SentenceKind::ListItem => sentences_of(&block.text),
            SentenceKind::Row | SentenceKind::Heading => vec![whole],
        };
        for piece in ranges
            .into_iter()
            .flat_map(|range| pieces(&block.text, range, chunker))
        {
            let text = block.text[piece.clone()]
                .split_whitespace()
                .collect::<Vec<_>>()
                .join(" ");
            if text.is_empty() {
                continue;
            }
            let start = places.go(piece.start);
            let locator = places.locator();
            let span = Span {
                start,
                end: places.go(piece.end),
            };
            sentences.push(Sentence {
                index: u32::try_from(sentences.len()).unwrap_or(u32::MAX),
                section,
                kind,
                text,
                span: Span {
                    start: span.start + offset,
                    end: span.end + offset,
                },
                locator,
            });
        }
        offset += block.text.chars().count() + 2;
    }
    (sentences, offset.saturating_sub(2))
}

/// A section ends at a heading, a page, or another heading path or sheet.
fn starts_section(last: &Block, next: &Block) -> bool {
    (next.kind == BlockKind::Heading && last.kind != BlockKind::Heading)
        || last.locator.page != next.locator.page
        || last.locator.sheet != next.locator.sheet
        || (last.locator.heading != next.locator.heading && last.kind != BlockKind::Heading)
}

/// Counts characters and lines of a block forwards, so that a long block is looked through once.
struct Places<'a> {
    block: &'a Block,
    byte: usize,
    characters: usize,
    lines: u32,
}

impl<'a> Places<'a> {
    fn of(block: &'a Block) -> Self {
        Self {
            block,
            byte: 0,
            characters: 0,
            lines: 0,
        }
    }

    /// Goes on to a byte; its place in characters.
    fn go(&mut self, byte: usize) -> usize {
        let passed = &self.block.text[self.byte..byte];
        self.characters += passed.chars().count();
        self.lines += u32::try_from(passed.matches('\n').count()).unwrap_or(0);
        self.byte = byte;
        self.characters
    }

    /// The block's place; in a text file, the line of where it has come to.
    fn locator(&self) -> Locator {
        let of_block = &self.block.locator;
        Locator {
            line: of_block.line.map(|line| line + self.lines),
            ..of_block.clone()
        }
    }
}

/// A sentence as it is, or cut between words where it alone is over the passage limits.
fn pieces(
    text: &str,
    range: std::ops::Range<usize>,
    chunker: &Chunker,
) -> Vec<std::ops::Range<usize>> {
    let fits = |range: &std::ops::Range<usize>| {
        let slice = &text[range.clone()];
        slice.len() <= chunker.size
            || (slice.chars().count() <= chunker.size
                && (chunker.count_tokens)(slice) <= chunker.max_tokens)
    };
    let small =
        range.len() <= chunker.size / 2 && range.len() <= chunker.max_tokens.saturating_sub(2);
    if small || (fits(&range) && (chunker.count_tokens)(&text[range.clone()]) <= chunker.max_tokens)
    {
        return vec![range];
    }
    let slice = &text[range.clone()];
    let middle = slice.len() / 2;
    let boundary = |wanted: fn(char) -> bool| {
        slice
            .char_indices()
            .filter(|(_, c)| wanted(*c))
            .map(|(at, c)| at + c.len_utf8())
            .filter(|at| *at > slice.len() / 8 && *at < slice.len() - slice.len() / 8)
            .min_by_key(|at| at.abs_diff(middle))
    };
    let cut = boundary(|c| matches!(c, ';' | '\n'))
        .or_else(|| boundary(char::is_whitespace))
        .or_else(|| boundary(|_| true));
    match cut {
        Some(cut) => {
            let cut = range.start + cut;
            let mut both = pieces(text, range.start..cut, chunker);
            both.extend(pieces(text, cut..range.end, chunker));
            both
        }
        None => vec![range],
    }
}
