//! Open requests: "Tell me about the harbour" asks for what there is, and no sentence alone answers it.

use super::parts::ASKING;
use groundwall_text::words::{ContentWords, tokens};

/// What an open request begins with; the longest that fits counts. What follows is its subject.
const BEGINNINGS: [&str; 29] = [
    "tell me about",
    "tell me more about",
    "tell me something about",
    "tell me everything about",
    "tell us about",
    "what is known about",
    "what do you know about",
    "what do we know about",
    "what do the documents say about",
    "what do my documents say about",
    "what does the document say about",
    "what does the text say about",
    "what does the report say about",
    "what about",
    "describe",
    "explain",
    "summarise",
    "summarize",
    "give me a summary of",
    "give me an overview of",
    "give a summary of",
    "give an overview of",
    "write about",
    "talk about",
    "information about",
    "information on",
    "overview of",
    "summary of",
    "i want to know about",
];
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
    let beginning = BEGINNINGS
        .iter()
        .filter(|beginning| begins(beginning))
        .max_by_key(|beginning| beginning.len())?;
    let rest = &words[beginning.split(' ').count()..];
    // "Describe how it works" asks for one thing.
    if ASKING.contains(&rest[0].as_str()) {
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
