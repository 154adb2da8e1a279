//! Names that nobody but the document knows.

use super::{Look, of};
use crate::structured::finding::Findings;
use crate::structured::fold::words;
use crate::structured::items::Item;
use crate::structured::rule::Rule;
use crate::structured::section::Role;

pub(super) fn item(look: &Look<'_>, place: usize, item: &Item<'_>, out: &mut Findings<'_>) {
    for reading in item.of(Role::Party) {
        let words = words(&reading.text);
        if look.presence.holds_party(look.pack, &words) {
            continue;
        }
        let (rule, description) = if words.iter().all(|word| look.presence.holds_word(word)) {
            let description = "The words of this name stand in the document, but not together.";
            (Rule::PartyApart, description)
        } else {
            let description = "This name does not stand in the document.";
            (Rule::PartyAbsent, description)
        };
        out.add(place, of(rule, reading, description));
    }
}
