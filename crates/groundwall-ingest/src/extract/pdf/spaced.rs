//! Korean words that a PDF sets apart by a gap of less than half a letter: the reader of pages takes so little for the distance of two letters, and returns whole
//! sentences as one word.

use super::apart::written;
use super::tokens::{Operand, Operation, Scanner};
use groundwall_core::ExtractedDocument;
use std::collections::{BTreeMap, BTreeSet};
use unpdf::parser::backend::{ObjectId, PdfBackend as _, RawBackend};

/// Korean letters that a page has before anything is said of its spaces.
const ENOUGH: usize = 100;
/// A Korean word has about three letters; on a page with more than these in the middle the spaces are lost.
const LETTERS_A_WORD: usize = 6;
/// Gaps between words, in thousandths of a letter: wider than letters are set apart, narrower than what the reader of pages takes for a space.
const GAPS: std::ops::Range<f32> = -500.0..-150.0;
/// What it takes for one.
const SPACE: f32 = -501.0;

/// The pages whose Korean text has hardly any spaces.
pub(super) fn without_spaces(document: &ExtractedDocument) -> BTreeSet<u32> {
    let mut pages: BTreeMap<u32, (usize, usize)> = BTreeMap::new();
    for block in &document.blocks {
        let (letters, words) = pages
            .entry(block.locator.page.unwrap_or_default())
            .or_default();
        for word in block.text.split_whitespace() {
            let own = word.chars().filter(|c| matches!(c, '가'..='힣')).count();
            *letters += own;
            *words += usize::from(own > 0);
        }
    }
    let crowded = pages
        .into_iter()
        .filter(|(_, (letters, words))| *letters >= ENOUGH && *letters > words * LETTERS_A_WORD);
    crowded.map(|(page, _)| page).collect()
}

/// The file with each gap between words of some pages told in two steps, of which the first is a space to the reader of pages and the second takes back what it is too wide; none
/// where there is no such gap, or the file cannot be written.
pub(super) fn with_gaps(
    bytes: &[u8],
    structure: &mut lopdf::Document,
    of: &BTreeSet<u32>,
) -> Option<Vec<u8>> {
    let backend = RawBackend::load_bytes(bytes).ok()?;
    let mut pages: Vec<(ObjectId, Vec<u8>)> = Vec::new();
    let crowded = backend
        .pages()
        .into_iter()
        .filter(|(page, _)| of.contains(page));
    for (_, id) in crowded {
        let Ok(content) = backend.page_content_with_losses(id) else {
            continue;
        };
        pages.extend(spaced(&content.data).map(|content| (id, content)));
    }
    if pages.is_empty() {
        return None;
    }
    written(structure, pages, Vec::new()).ok()
}

/// A content stream with its gaps in two steps; none where it has none.
fn spaced(content: &[u8]) -> Option<Vec<u8>> {
    let mut tokens = Scanner::of(content);
    let mut operation = Operation::default();
    let (mut kept, mut at) = (Vec::with_capacity(content.len()), 0);
    while tokens.next(&mut operation) {
        let [Operand::Array(parts)] = operation.operands.as_slice() else {
            continue;
        };
        let gap = |part: &Operand| matches!(part, Operand::Number(by) if GAPS.contains(by));
        if operation.operator != b"TJ" || !parts.iter().any(gap) {
            continue;
        }
        kept.extend_from_slice(&content[at..operation.place.start]);
        kept.extend_from_slice(shown(parts).as_bytes());
        at = operation.place.end;
    }
    if at == 0 {
        return None;
    }
    kept.extend_from_slice(&content[at..]);
    Some(kept)
}

/// An operation that shows these parts.
fn shown(parts: &[Operand]) -> String {
    let mut written = String::from("[");
    for part in parts {
        match part {
            Operand::Text(text) => {
                let hex = text.iter().map(|byte| format!("{byte:02X}"));
                written.push('<');
                written.extend(hex);
                written.push('>');
            }
            Operand::Number(by) if GAPS.contains(by) => {
                // What stands between two strings is added up: an empty one parts the steps.
                written.push_str(&format!(" {SPACE} <> {} ", by - SPACE));
            }
            Operand::Number(by) => written.push_str(&format!(" {by} ")),
            Operand::Name(_) | Operand::Array(_) | Operand::Other => {}
        }
    }
    written.push_str("]TJ");
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gap_between_words_is_told_in_two_steps_and_a_letter_s_is_not() {
        let content = b"BT /F1 11 Tf [(ab)-20<63>-224 (d)-700(e)]TJ (f) Tj ET";
        let spaced = String::from_utf8(spaced(content).unwrap()).unwrap();
        assert_eq!(
            spaced,
            "BT /F1 11 Tf [<6162> -20 <63> -501 <> 277 <64> -700 <65>]TJ (f) Tj ET"
        );
        assert_eq!(super::spaced(b"BT [(ab)-20(c)]TJ ET"), None);
    }
}
