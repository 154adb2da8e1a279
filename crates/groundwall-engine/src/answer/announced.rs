//! Sentences that only say where something is told: "Here you can find how to log in." They share a question's words and answer none but the one that asks for the place.

use super::runs::{Place, places_of};
use crate::language::ENGLISH;
use groundwall_core::report::Candidate;
use groundwall_text::words::tokens;
use std::collections::HashSet;

/// The sentences that are no answer to a question, since they only say where one is.
pub(super) fn announcements<'c>(candidates: &'c [Candidate], question: &str) -> HashSet<Place<'c>> {
    let announcing = &ENGLISH.announcing;
    if tokens(question)
        .iter()
        .any(|word| announcing.asked.has(word))
    {
        return HashSet::new();
    }
    places_of(candidates, announces)
}

/// Whether a sentence only says where something is told. A line that opens a list does more: its items tell it.
fn announces(sentence: &str) -> bool {
    let announcing = &ENGLISH.announcing;
    let words = tokens(sentence);
    let folded = format!(" {} ", words.join(" "));
    // `This section describes ..`, `The next chapter covers ..`.
    let of_itself = words.windows(3).take(2).any(|three| {
        announcing.pointing.has(&three[0])
            && announcing.places.has(&three[1])
            && announcing.telling.has(&three[2])
    });
    !sentence.trim_end().ends_with(':')
        && (of_itself
            || announcing
                .phrases
                .iter()
                .any(|phrase| folded.starts_with(phrase.as_str())))
}

#[cfg(test)]
mod tests {
    use super::{announcements, announces};
    use crate::answer::about::tests::candidate;
    use serde_json::json;

    #[test]
    fn what_only_says_where_something_is_told() {
        for (sentence, only) in [
            (
                "Here you can get information about how to use the API: how to authenticate and how to list.",
                true,
            ),
            ("This section describes how to log in.", true),
            ("The next chapter covers fees.", true),
            ("For more information about fees, see the price list.", true),
            ("This section describes the steps:", false),
            ("This page is kept for seven years.", false),
            ("The guide describes him as a fool.", false),
            ("You log in with a token.", false),
        ] {
            assert_eq!(announces(sentence), only, "{sentence}");
        }
    }

    #[test]
    fn who_asks_for_the_place_is_told_it() {
        let mut passage = candidate("a.txt", "This section describes how to log in.");
        let sentence = json!({
            "index": 0, "span": {"start": 0, "end": 1}, "text": "This section describes how to log in.",
            "kind": "prose", "section": 0, "locator": {},
        });
        (passage.passage.sentences).push(serde_json::from_value(sentence).unwrap());
        let candidates = [passage];
        let left_out = |question| announcements(&candidates, question).len();
        assert_eq!(left_out("How do I log in?"), 1);
        assert_eq!(left_out("Where do I find how to log in?"), 0);
        assert_eq!(left_out("What does this section describe?"), 0);
    }
}
