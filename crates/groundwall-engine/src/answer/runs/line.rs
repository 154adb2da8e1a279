//! A sentence of the shelf.

use groundwall_core::Sentence;
use groundwall_text::words::stems;
use std::collections::HashSet;
use std::sync::Arc;

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
