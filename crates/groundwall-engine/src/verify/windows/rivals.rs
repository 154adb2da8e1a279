//! Sentences of further documents that say what the claim does with another number or date: the claim's own words, its values among them, bring the windows, and a document
//! that gives another value covers fewer of these. No model reads them; where the claim is supported, they tell that the documents disagree.

use super::Words;
use super::cut::make;
use super::lines::{Documents, Line};
use groundwall_checks::date::{self, Date, Relation};
use groundwall_checks::number::{self, Fit, Number};
use groundwall_checks::{Prepared, Scored, Text};
use groundwall_core::DocumentId;
use groundwall_core::policy::Tolerances;
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
            // Values are words, too; few sentences are read for theirs.
            let near = |line: &&Line| words.coverage_of(&line.stems) >= COVERED / 2.0;
            let found = lines.values().filter(near).filter_map(of_line);
            found.max_by(|a, b| a.0.total_cmp(&b.0))
        })
        .collect();
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    found.truncate(RIVALS);
    found.into_iter().map(|(_, scored)| scored).collect()
}

/// How much of the claim a sentence covers, its values aside; none where that is too little, or not just one of the claim's values is missing: what was earned in
/// another year says nothing of this one.
fn covered(claim: &Text, scored: &Scored) -> Option<f32> {
    let text = &scored.text;
    let tolerances = Tolerances::default();
    let lacks_number = |own: &&Number| {
        let same = |other: &Number| {
            number::comparable(own, other) && number::fit(own, other, &tolerances) == Fit::Equal
        };
        !text.numbers().iter().any(same)
    };
    let lacks_date = |own: &&Date| {
        let mut dates = text.dates().iter();
        !dates.any(|other| date::relation(own, other) == Relation::Contained)
    };
    let missing = claim.numbers().iter().filter(lacks_number).count()
        + claim.dates().iter().filter(lacks_date).count();
    let has_value = !text.numbers().is_empty() || !text.dates().is_empty();
    if missing != 1 || !has_value {
        return None;
    }
    let covered = Prepared::new(claim, slice::from_ref(scored)).coverage[0];
    (covered >= COVERED).then_some(covered)
}
