//! What a document is called.

use groundwall_core::{DocumentName, Locator};
use groundwall_text::words::stems;
use std::collections::HashSet;

/// Stems of a document's name and of the headings above a place in it.
pub(crate) fn called(name: &DocumentName, place: &Locator) -> HashSet<String> {
    let headings = place.heading.iter().flat_map(|heading| stems(heading));
    let mut called = stems(&name.in_words());
    called.extend(headings);
    called
}
