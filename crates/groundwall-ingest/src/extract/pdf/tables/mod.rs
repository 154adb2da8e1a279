//! Tables of a page. One that is read wrongly says what the document does not: where rows, columns or names are not sure, the lines are kept as they stand.

mod aligned;
mod lattice;
mod names;
mod ruled;

pub(super) use aligned::aligned;
pub(super) use ruled::ruled;

use super::space::Bounds;
use crate::extract::grid;
use groundwall_core::{Block, BlockKind, Locator};
use unpdf::parser::{BlockType, TextBlock, TextLine, TextSpan};

/// Dots of a row that lead the eye are more.
const LEADER: usize = 3;

/// What was found of a table, as the blocks that say it, and where it stands.
pub(super) struct Found {
    pub(super) bounds: Bounds,
    pub(super) blocks: Vec<Block>,
}

/// A value of a row, and the columns that it stands in.
#[derive(Debug, Clone, PartialEq)]
struct Value {
    first: usize,
    last: usize,
    text: String,
}

/// Where the ink of a piece of text begins and ends.
pub(super) fn across(span: &TextSpan) -> (f32, f32) {
    (span.x, span.x + span.ink_width.unwrap_or(span.width))
}

/// Pieces of text as lines, from the top down.
fn lines(mut spans: Vec<TextSpan>) -> Vec<TextLine> {
    spans.sort_by(|a, b| b.y.total_cmp(&a.y));
    let mut lines: Vec<Vec<TextSpan>> = Vec::new();
    for span in spans {
        let near = |line: &&mut Vec<TextSpan>| {
            let size = line[0].font_size.max(span.font_size);
            (line[0].y - span.y).abs() <= 0.45 * size
        };
        match lines.last_mut().filter(near) {
            Some(line) => line.push(span),
            None => lines.push(vec![span]),
        }
    }
    lines.into_iter().map(TextLine::from_spans).collect()
}

/// What a cell says whose lines are known.
fn text_of(lines: Vec<TextLine>) -> String {
    super::one_line(&TextBlock::new(lines, BlockType::Paragraph).text())
}

/// Whether dots lead from a text to what stands beside it.
fn has_leader(text: &str) -> bool {
    let text = text.trim_end();
    text.len() - text.trim_end_matches(['.', '…', '_', ' ']).len() > LEADER
}

/// A text without the dots that lead from one of its parts to the next.
fn without_leaders(text: &str) -> String {
    let words = text.split(' ').map(|word| {
        if has_leader(word) {
            word.trim_end_matches(['.', '…', '_'])
        } else {
            word
        }
    });
    super::squeeze(&words.collect::<Vec<_>>().join(" "))
}

/// Lines of a table that is not sure.
fn as_they_stand(lines: Vec<TextLine>, place: &Locator) -> Vec<Block> {
    let block = |line: TextLine| Block {
        kind: BlockKind::Row,
        text: without_leaders(&text_of(vec![line])),
        locator: place.clone(),
    };
    lines.into_iter().map(block).collect()
}

/// Whether a text is a figure or a date.
fn is_value(text: &str) -> bool {
    let bare = text.trim_matches(['(', ')', '*', '†', '‡', '%', '±', '~', '<', '>', '≤', '≥']);
    grid::is_value(text) || grid::is_value(bare)
}

/// Rows as blocks: each with the names of its columns, where those are known.
fn rows(names: &[(u32, String)], rows: &[Vec<Value>], place: &Locator) -> Vec<Block> {
    let block = |row: &Vec<Value>| {
        let text = if names.is_empty() {
            let texts: Vec<&str> = row.iter().map(|value| value.text.as_str()).collect();
            texts.join(" ")
        } else {
            // A value over several columns has the name of none of them.
            let column = |value: &Value| {
                if value.first == value.last {
                    value.first as u32
                } else {
                    u32::MAX
                }
            };
            let cells: Vec<grid::Cell> = row
                .iter()
                .map(|value| grid::Cell::text(0, column(value), value.text.as_str()))
                .collect();
            grid::with_headers(names, &cells)
        };
        Block {
            kind: BlockKind::Row,
            text,
            locator: place.clone(),
        }
    };
    rows.iter()
        .filter(|row| !row.is_empty())
        .map(block)
        .collect()
}
