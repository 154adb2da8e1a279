//! Plain text: encodings, paragraphs, list items, line numbers, and pages where form feeds end them.

use crate::Limits;
use groundwall_core::{Block, BlockKind, ExtractedDocument, Format, Locator, Problem};

/// What ends a page of plain text.
const PAGE_END: char = '\u{c}';

/// Decodes text: a BOM decides, else valid UTF-8, else statistics (chardetng). The second value is the encoding's name.
pub(super) fn decode(bytes: &[u8]) -> (String, &'static str) {
    if let Some((encoding, skip)) = encoding_rs::Encoding::for_bom(bytes) {
        let (text, _) = encoding.decode_without_bom_handling(&bytes[skip..]);
        return (text.into_owned(), encoding.name());
    }
    if let Some(encoding) = utf16_without_bom(bytes) {
        let (text, _) = encoding.decode_without_bom_handling(bytes);
        return (text.into_owned(), encoding.name());
    }
    if let Ok(text) = std::str::from_utf8(bytes) {
        return (text.to_owned(), "UTF-8");
    }
    let mut detector = chardetng::EncodingDetector::new(chardetng::Iso2022JpDetection::Allow);
    detector.feed(bytes, true);
    let encoding = detector.guess(None, chardetng::Utf8Detection::Allow);
    let (text, _, _) = encoding.decode(bytes);
    (text.into_owned(), encoding.name())
}

fn utf16_without_bom(bytes: &[u8]) -> Option<&'static encoding_rs::Encoding> {
    let head = &bytes[..bytes.len().min(512)];
    if head.len() < 8 {
        return None;
    }
    let zeros = |odd: usize| {
        head.iter()
            .skip(odd)
            .step_by(2)
            .filter(|byte| **byte == 0)
            .count()
            * 2
    };
    let half = head.len() * 6 / 10;
    if zeros(1) > half && zeros(0) == 0 {
        Some(encoding_rs::UTF_16LE)
    } else if zeros(0) > half && zeros(1) == 0 {
        Some(encoding_rs::UTF_16BE)
    } else {
        None
    }
}

/// Whether the bytes can be text in any encoding that is detected.
pub(super) fn looks_like_text(bytes: &[u8]) -> bool {
    let (text, _) = decode(&bytes[..bytes.len().min(65_536)]);
    let odd = text
        .chars()
        .filter(|&c| {
            (c.is_control() && !matches!(c, '\n' | '\r' | '\t' | PAGE_END)) || c == '\u{fffd}'
        })
        .count();
    odd * 50 <= text.chars().count()
}

pub(super) fn extract(bytes: &[u8], limits: &Limits) -> Result<ExtractedDocument, Problem> {
    let (text, encoding) = decode(bytes);
    let pages = pages(&text);
    let mut blocks: Vec<Block> = Vec::new();
    let mut open: Option<u32> = None;
    for (number, page, line) in lines(&text) {
        let line = line.trim();
        if line.is_empty() {
            open = None;
            continue;
        }
        let item = is_list_item(line);
        if open == Some(page)
            && !item
            && let Some(block) = blocks.last_mut()
        {
            block.text.push('\n');
            block.text.push_str(line);
            continue;
        }
        let kind = if item {
            BlockKind::ListItem
        } else {
            BlockKind::Paragraph
        };
        blocks.push(Block {
            kind,
            text: line.to_owned(),
            locator: Locator {
                page: pages.map(|_| page),
                line: Some(number),
                ..Locator::default()
            },
        });
        open = Some(page);
        if blocks.len() as u64 > limits.paragraphs {
            return Err(Limits::over("paragraphs", limits.paragraphs));
        }
    }
    let notes = if encoding == "UTF-8" {
        Vec::new()
    } else {
        vec![format!("Read as {encoding}.")]
    };
    Ok(ExtractedDocument {
        format: Format::Text,
        blocks,
        tables: Vec::new(),
        hidden: Vec::new(),
        pages,
        notes,
    })
}

/// Pages of a text in which form feeds end them; none where it has no form feed.
fn pages(text: &str) -> Option<u32> {
    let ends = text.trim_end().matches(PAGE_END).count();
    let any = text.contains(PAGE_END);
    any.then(|| u32::try_from(ends + 1).unwrap_or(u32::MAX))
}

/// Lines with the number of each and of its page, from 1. A line that goes over the end of a page is two.
fn lines(text: &str) -> impl Iterator<Item = (u32, u32, &str)> {
    let mut first = 1;
    (1u32..)
        .zip(text.split(PAGE_END))
        .flat_map(move |(page, part)| {
            let numbers = first..;
            first += u32::try_from(part.matches('\n').count()).unwrap_or(0);
            numbers
                .zip(part.lines())
                .map(move |(number, line)| (number, page, line))
        })
}

/// `- item`, `* item`, `• item`, `3. item`, `3) item`.
pub(super) fn is_list_item(line: &str) -> bool {
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let marked = if rest.len() == line.len() {
        line.strip_prefix(['-', '*', '•', '–'])
    } else if line.len() - rest.len() <= 3 {
        rest.strip_prefix(['.', ')'])
    } else {
        None
    };
    marked.is_some_and(|rest| rest.starts_with(' '))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encodings_are_detected() {
        let german = "Die Größe beträgt zwölf Meter, die Breite fünf. Grüße aus Köln.";
        let (cp1252, _, _) = encoding_rs::WINDOWS_1252.encode(german);
        assert_eq!(decode(&cp1252).0, german);
        let utf16: Vec<u8> = german.encode_utf16().flat_map(u16::to_le_bytes).collect();
        assert_eq!(decode(&utf16).0, german);
        let japanese = "東京都の人口は約千四百万人です。大阪府の人口は約八百八十万人です。";
        let (sjis, _, _) = encoding_rs::SHIFT_JIS.encode(japanese);
        assert_eq!(decode(&sjis).0, japanese);
    }

    #[test]
    fn lines_are_counted_and_list_items_stand_alone() {
        let document = extract(
            b"First line\nstill first.\n\n- one\n- two\n\n1999 was a year.\n",
            &Limits::default(),
        )
        .unwrap();
        let got: Vec<_> = document
            .blocks
            .iter()
            .map(|block| (block.text.as_str(), block.locator.line.unwrap(), block.kind))
            .collect();
        assert_eq!(
            got,
            [
                ("First line\nstill first.", 1, BlockKind::Paragraph),
                ("- one", 4, BlockKind::ListItem),
                ("- two", 5, BlockKind::ListItem),
                ("1999 was a year.", 7, BlockKind::Paragraph)
            ]
        );
    }

    #[test]
    fn form_feeds_end_pages() {
        let read = |text: &str| {
            let document = extract(text.as_bytes(), &Limits::default()).unwrap();
            let blocks = document.blocks.into_iter();
            let blocks: Vec<_> = blocks
                .map(|block| (block.text, block.locator.page, block.locator.line.unwrap()))
                .collect();
            (document.pages, blocks)
        };
        let block = |text: &str, page, line| (text.to_owned(), page, line);
        assert_eq!(
            read("one\ntwo\u{c}three\n\u{c}\nfour\n\u{c}\n"),
            (
                Some(3),
                vec![
                    block("one\ntwo", Some(1), 1),
                    block("three", Some(2), 2),
                    block("four", Some(3), 4)
                ]
            )
        );
        assert_eq!(read("one\u{c}"), (Some(1), vec![block("one", Some(1), 1)]));
        assert_eq!(read("one"), (None, vec![block("one", None, 1)]));
    }

    #[test]
    fn binary_is_not_text() {
        assert!(!looks_like_text(&[
            0x89, b'P', b'N', b'G', 0, 0, 1, 2, 3, 4, 0, 0, 0, 9, 200, 1
        ]));
        assert!(looks_like_text("naïve café".as_bytes()));
    }
}
