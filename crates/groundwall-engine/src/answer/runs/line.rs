//! A sentence of the shelf.

use super::Place;
use groundwall_core::report::Candidate;
use groundwall_core::{Passage, Sentence};
use groundwall_text::words::stems;
use std::collections::HashSet;
use std::sync::Arc;

/// Where the sentences of candidates stand of which something is true.
pub(in crate::answer) fn places_of<'c>(
    candidates: &'c [Candidate],
    is: impl Fn(&str) -> bool,
) -> HashSet<Place<'c>> {
    let is = &is;
    let of_passage = |passage: &'c Passage| {
        let those = |sentence: &&Sentence| is(&sentence.text);
        let sentences = passage.sentences.iter().filter(those);
        sentences.map(|sentence| (&passage.document, sentence.index))
    };
    let passages = candidates.iter().map(|candidate| &candidate.passage);
    passages.flat_map(of_passage).collect()
}

/// A sentence with the stems of its words and of the headings above it.
#[derive(Debug, Clone)]
pub(super) struct Line<'a> {
    pub(super) sentence: &'a Sentence,
    pub(super) stems: Arc<HashSet<String>>,
}

impl<'a> Line<'a> {
    pub(super) fn of(sentence: &'a Sentence) -> Self {
        let mut found = stems(&sentence.text);
        found.extend(sentence.locator.heading.iter().flat_map(|text| stems(text)));
        Self {
            sentence,
            stems: Arc::new(found),
        }
    }
}
