//! Sentences of further documents that say what the claim does with another number or date: the claim's own words, its values among them, bring the windows, and a document
//! that gives another value covers fewer of these. No model reads them; where the claim is supported, they tell that the documents disagree.

use super::Words;
use super::cut::make;
use super::lines::{Documents, Line};
use groundwall_checks::{Prepared, Scored, Text, date, number};
use groundwall_core::DocumentId;
use std::slice;

/// Share of the claim's words, its values aside, that such a sentence covers at least.
const COVERED: f32 = 0.8;
/// Such sentences, of one document each, at most.
const RIVALS: usize = 2;

/// The best such sentence of each document that has none among the windows.
pub(super) fn rivals(
    claim: &Text,
    documents: &Documents,
    words: &Words,
    windows: &[Scored],
) -> Vec<Scored> {
    if claim.numbers().is_empty() && claim.dates().is_empty() {
        return Vec::new();
    }
    let has_window = |document: &DocumentId| {
        windows
            .iter()
            .any(|scored| scored.evidence.window.document == *document)
    };
    let mut found: Vec<(f32, Scored)> = documents
        .iter()
        .filter(|(document, _)| !has_window(document))
        .filter_map(|(document, lines)| {
            let words = words.in_document(document);
            let of_line = |line: &Line| {
                let scored = make(document, &[line], words);
                Some((covered(claim, &scored)?, scored))
            };
            let found = lines.values().filter_map(of_line);
            found.max_by(|a, b| a.0.total_cmp(&b.0))
        })
        .collect();
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    found.truncate(RIVALS);
    found.into_iter().map(|(_, scored)| scored).collect()
}

/// How much of the claim a sentence covers, its values aside; none where that is too little, or the sentence has no value.
fn covered(claim: &Text, scored: &Scored) -> Option<f32> {
    let text = &scored.text;
    if number::extract(text).is_empty() && date::extract(text).is_empty() {
        return None;
    }
    let prepared = Prepared::new(claim, slice::from_ref(scored));
    let covered = prepared.coverage[0];
    (covered >= COVERED).then_some(covered)
}
