//! Names that neither the document nor the lexicon has.

use super::{Look, of};
use crate::structured::finding::Findings;
use crate::structured::fold::words;
use crate::structured::items::Item;
use crate::structured::rule::Rule;
use crate::structured::section::Role;

/// Words of a name that are looked at.
const WORDS: usize = 40;

/// Whether the lexicon has a name: all of one of its entries stands in it, or a word that tells one of them from others.
fn known(look: &Look<'_>, words: &[String]) -> bool {
    let lexicon = &look.pack.lexicon;
    let telling = look.pack.telling(words);
    telling.iter().any(|word| lexicon.telling.contains(*word))
        || (1..=lexicon.longest.min(words.len())).any(|length| {
            words
                .windows(length)
                .any(|part| lexicon.phrases.contains_key(&part.join(" ")))
        })
}

pub(super) fn item(look: &Look<'_>, place: usize, item: &Item<'_>, out: &mut Findings<'_>) {
    for reading in item.of(Role::Name) {
        if look.presence.holds(&reading.text) {
            continue;
        }
        let mut parts = words(&reading.text);
        parts.truncate(WORDS);
        if look.presence.holds_name(look.pack, &parts) {
            continue;
        }
        if !known(look, &parts) {
            let description = "The name stands neither in the document nor among the known ones.";
            out.add(place, of(Rule::NameUnknown, reading, description));
            continue;
        }
        // "Westpac Banking Corporation" where the document writes "Westpac".
        let telling = look.pack.telling(&parts);
        let there = |word: &&String| look.presence.holds_word(word);
        if telling.is_empty() || !telling.iter().all(there) {
            let description = "The name is known, but does not stand in this document.";
            out.add(place, of(Rule::NameAbsent, reading, description));
        }
    }
}
