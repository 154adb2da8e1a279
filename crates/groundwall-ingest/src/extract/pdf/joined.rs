//! Sentences that a reader of lines cut where a line or a page ends: items with a hanging indent (`1.5.9 Consider .. and orthostatic` | `hypotension, ..`), and text that it took
//! for a heading.

use super::super::in_path;
use crate::sentences_of;
use groundwall_core::{Block, BlockKind};

/// Characters of a line that goes on, at least: shorter ones are often names, labels or items of their own.
const LINE: usize = 40;
/// Words of what goes on without closing the sentence, at least.
const WORDS: usize = 4;
/// Words of a heading that ends like a sentence or holds two, and of any heading, at most.
const CLOSED: usize = 7;
const HEADING: usize = 24;

/// The blocks of all pages in one row, under their headings, each sentence in one of them.
pub(super) fn joined(pages: impl Iterator<Item = Vec<Block>>) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut headings: Vec<String> = Vec::new();
    for mut block in pages.flatten() {
        let goes_on = blocks.last().is_some_and(|last| continues(last, &block));
        if block.kind == BlockKind::Heading && (goes_on || is_text(&block.text)) {
            block.kind = BlockKind::Paragraph;
        }
        if block.kind == BlockKind::Heading {
            headings = vec![in_path(&block.text)];
        }
        block.locator.heading.clone_from(&headings);
        match blocks.last_mut() {
            Some(last) if goes_on => {
                // Only the sentence that the page break cut moves to the page where it began.
                let end = if last.locator.page == block.locator.page {
                    block.text.len()
                } else {
                    sentences_of(&block.text)
                        .first()
                        .map_or(block.text.len(), |first| first.end)
                };
                last.text.push(' ');
                last.text.push_str(&block.text[..end]);
                block.text = block.text.split_off(end).trim_start().into();
                if !block.text.is_empty() {
                    blocks.push(block);
                }
            }
            _ => blocks.push(block),
        }
    }
    blocks
}

/// Whether what was taken for a heading is text: it is too long, closes like a sentence, or holds two.
fn is_text(heading: &str) -> bool {
    let words = heading.split_whitespace().count();
    let closed = heading.ends_with(['.', '!', ';']) || heading.ends_with(".)");
    let several = || sentences_of(heading).len() > 1;
    words > HEADING || words > CLOSED && (closed || several())
}

/// Whether a block goes on in the next one: it closes no sentence, and the next begins in mid-sentence.
fn continues(last: &Block, next: &Block) -> bool {
    let plain = matches!(next.kind, BlockKind::Paragraph | BlockKind::Heading);
    let same_page = last.locator.page == next.locator.page;
    let open = !last
        .text
        .ends_with(['.', '!', '?', ':', ';', '"', '”', '…', '|']);
    let first = next.text.trim_start_matches(['(', '"', '“', '‘', '\'']);
    let begins = first.starts_with(char::is_lowercase);
    let of_kind = match last.kind {
        BlockKind::Paragraph => plain,
        BlockKind::ListItem => same_page && next.kind == BlockKind::Paragraph,
        BlockKind::Heading | BlockKind::Row => false,
    };
    let full = !same_page
        || last.text.chars().count() >= LINE
            && (next.text.ends_with(['.', ';', ':', ')', ']'])
                || next.text.split_whitespace().count() >= WORDS);
    of_kind && open && begins && full
}

#[cfg(test)]
mod tests {
    use super::joined;
    use groundwall_core::{Block, BlockKind, Locator};

    fn block(kind: BlockKind, text: &str) -> Block {
        Block {
            kind,
            text: text.to_owned(),
            locator: Locator {
                page: Some(1),
                ..Locator::default()
            },
        }
    }

    fn texts(blocks: Vec<Block>) -> Vec<(BlockKind, String)> {
        let blocks = joined(std::iter::once(blocks)).into_iter();
        blocks.map(|block| (block.kind, block.text)).collect()
    }

    #[test]
    fn an_item_with_a_hanging_indent_is_one() {
        use BlockKind::{Heading, ListItem, Paragraph};
        let got = texts(vec![
            block(Heading, "Pumps"),
            block(
                Paragraph,
                "1.8.3 Consider the second pump for ships with a wooden deck",
            ),
            block(Paragraph, "whose hull is not kept dry by the first one."),
            block(
                ListItem,
                "the keeper of the lower lock and of the upper one, where",
            ),
            block(Paragraph, "both are open at night"),
            block(Paragraph, "oil"),
            block(Paragraph, "tar"),
        ]);
        assert_eq!(
            got,
            [
                (Heading, "Pumps".to_owned()),
                (
                    Paragraph,
                    "1.8.3 Consider the second pump for ships with a wooden deck whose hull is not kept dry by the first one."
                        .to_owned()
                ),
                (
                    ListItem,
                    "the keeper of the lower lock and of the upper one, where both are open at night".to_owned()
                ),
                (Paragraph, "oil".to_owned()),
                (Paragraph, "tar".to_owned()),
            ]
        );
    }

    #[test]
    fn text_in_the_type_of_a_heading_is_text() {
        use BlockKind::{Heading, Paragraph};
        let long = "This effect is seen within many countries. For example, in Orm, people who live furthest to the south";
        let got = texts(vec![
            block(Heading, "Rates"),
            block(Heading, long),
            block(Paragraph, "(and from the equator) fall ill twice as often"),
            block(
                Heading,
                "(139 of 100,000 people in the south compared with 75 elsewhere).",
            ),
            block(Heading, "1. Introduction."),
        ]);
        assert_eq!(got[1].0, Paragraph);
        assert!(
            got[1]
                .1
                .ends_with("south (and from the equator) fall ill twice as often")
        );
        assert_eq!(got[2].0, Paragraph);
        assert_eq!(got[3].0, Heading);
        let numbered = "2. Materials and methods of the first study of the harbour";
        assert_eq!(texts(vec![block(Heading, numbered)])[0].0, Heading);
    }
}
