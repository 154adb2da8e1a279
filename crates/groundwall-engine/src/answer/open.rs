//! Open requests: "Tell me about the harbour" asks for what there is, and no sentence alone answers it.

use crate::language::ENGLISH;
use groundwall_text::words::{ContentWords, tokens};

/// The subject of an open request; none for a question.
pub(super) fn subject(part: &str) -> Option<ContentWords> {
    let words = tokens(part);
    let begins = |beginning: &&str| {
        let wanted: Vec<&str> = beginning.split(' ').collect();
        words.len() > wanted.len()
            && words
                .iter()
                .zip(&wanted)
                .all(|(word, wanted)| word == wanted)
    };
    let english = &ENGLISH.questions;
    let beginning = english
        .open
        .iter()
        .filter(|beginning| begins(beginning))
        .max_by_key(|beginning| beginning.len())?;
    let rest = &words[beginning.split(' ').count()..];
    // "Describe how it works" asks for one thing.
    if english.asking.has(&rest[0]) {
        return None;
    }
    let subject = ContentWords::of(&rest.join(" "));
    (!subject.is_empty()).then_some(subject)
}

/// Whether a text, with the headings that it stands under, speaks of a subject: all its words are there.
pub(super) fn speaks_of(subject: &ContentWords, text: &str, headings: &[String]) -> bool {
    // Weights are sums of single precision; what lacks a word lacks far more than this.
    subject.coverage(&format!("{text} {}", headings.join(" "))) > 0.999
}

#[cfg(test)]
mod tests {
    use super::{speaks_of, subject};

    #[test]
    fn requests_for_all_there_is_are_open_and_questions_are_not() {
        for request in [
            "Tell me about the Renaissance?",
            "What is known about the north quay?",
            "Describe the harbour.",
            "What do the documents say about fees",
        ] {
            assert!(subject(request).is_some(), "{request}");
        }
        for question in [
            "Describe how the pump works",
            "What is the fee?",
            "Tell me when it opened",
            "Tell me about",
            "Explain why",
        ] {
            assert!(subject(question).is_none(), "{question}");
        }
    }

    #[test]
    fn a_subject_is_found_where_all_its_words_are() {
        let quay = subject("Tell me about the north quay").unwrap();
        assert!(speaks_of(&quay, "The north quay was paved in 1990.", &[]));
        assert!(speaks_of(
            &quay,
            "It was paved.",
            &["The north quay".to_owned()]
        ));
        assert!(!speaks_of(&quay, "The south quay was paved.", &[]));
    }
}
