//! Sentences that may say a claim in other words: those that come nearest to it in meaning, however few of its words they have.

use super::cut::make;
use super::lines::{Documents, Line};
use super::{Scored, Words};
use groundwall_core::DocumentId;
use std::collections::HashSet;

/// Where a window covers this share of a claim's words, what says it is found by its words. From .9 on, 8.7 claims take 319 instead of 242 ms (205 without any), and
/// 222 and 28 instead of 219 and 30 of 390 true and false claims of the read halves of `data/answers` are accepted, and a verdict on the hand-written suite hangs on
/// the size of passages.
const COVERED: f32 = 0.75;
/// Sentences that are compared with a claim, at most: those that cover most of its words.
const COMPARED: usize = 96;
/// Words of a sentence that is compared, at least.
const WORDS: usize = 3;
/// Cosine from which a sentence may speak of a claim at all.
const SIMILAR: f32 = 0.3;
/// One that comes less near than this share of the nearest has nothing to do with the claim.
const RELEVANT: f32 = 0.75;
/// Windows that are added for a claim.
const ADDED: usize = 2;

/// A sentence and how near it comes to the claim.
#[derive(Debug, Clone)]
pub(crate) struct Meant<'a> {
    document: &'a DocumentId,
    index: u32,
    pub(crate) text: &'a str,
    /// Cosine with the claim, in [-1, 1].
    pub(crate) similarity: f32,
}

/// The sentences that are to be compared with a claim, each text once; their similarity is still to be found. None where its words find what says it.
pub(super) fn to_compare<'a>(
    windows: &[Scored],
    documents: &Documents<'a>,
    words: &Words,
) -> Vec<Meant<'a>> {
    let mut covered = windows.iter().map(|scored| scored.evidence.coverage);
    if covered.any(|coverage| coverage >= COVERED) {
        return Vec::new();
    }
    let mut known: HashSet<&str> = HashSet::new();
    let meant = |document: &'a DocumentId, line: &Line<'a>| Meant {
        document,
        index: line.sentence.index,
        text: &line.sentence.text,
        similarity: 0.0,
    };
    let mut covering: Vec<(f32, Meant)> = documents
        .iter()
        .flat_map(|(document, lines)| lines.values().map(move |line| (*document, line)))
        .filter(|(_, line)| line.sentence.text.split_whitespace().count() >= WORDS)
        .filter(|(_, line)| known.insert(&line.sentence.text))
        .map(|(document, line)| {
            (
                words.in_document(document).coverage_of(&line.stems),
                meant(document, line),
            )
        })
        .collect();
    covering.sort_by(|a, b| b.0.total_cmp(&a.0));
    covering.truncate(COMPARED);
    covering.into_iter().map(|(_, one)| one).collect()
}

/// Those that may say the claim, nearest first.
pub(super) fn nearest(mut compared: Vec<Meant<'_>>) -> Vec<Meant<'_>> {
    compared.sort_by(|a, b| b.similarity.total_cmp(&a.similarity));
    let nearest = compared.first().map_or(0.0, |one| one.similarity);
    compared.retain(|one| one.similarity >= SIMILAR.max(nearest * RELEVANT));
    compared
}

/// Puts the nearest that are no window yet behind the windows.
pub(super) fn add(
    windows: &mut Vec<Scored>,
    documents: &Documents,
    nearest: &[Meant],
    words: &Words,
) {
    let most = windows.len() + ADDED;
    for one in nearest {
        if windows.len() == most {
            return;
        }
        let is_window = windows
            .iter()
            .any(|scored| scored.evidence.window.text == one.text);
        let line = documents
            .get(one.document)
            .and_then(|lines| lines.get(&one.index))
            .filter(|_| !is_window);
        windows
            .extend(line.map(|line| make(one.document, &[line], words.in_document(one.document))));
    }
}

/// Those of a document that come first in its joined text.
pub(super) fn seeds(document: &DocumentId, nearest: &[Meant]) -> Vec<u32> {
    let own = nearest.iter().filter(|one| one.document == document);
    own.map(|one| one.index).take(ADDED).collect()
}
