//! What kind of statement a sentence is.

use groundwall_checks::words::{fold, tokens};
use groundwall_core::Checkability;

const GREETINGS: [&str; 9] = [
    "hello",
    "hi there",
    "hi!",
    "dear ",
    "good morning",
    "good afternoon",
    "thank you",
    "thanks for",
    "best regards",
];
const META: [&str; 22] = [
    "i hope this helps",
    "let me know",
    "based on the documents",
    "based on the provided",
    "based on the context",
    "according to the provided context",
    "here is a summary",
    "here are the",
    "here is the answer",
    "in summary:",
    "the following points",
    "as an ai",
    "i cannot",
    "i can't",
    "i don't have",
    "i do not have",
    "the documents do not",
    "the context does not",
    "the provided documents do not",
    "the provided context does not",
    "sure,",
    "feel free",
];
const OPINIONS: [&str; 11] = [
    "in my opinion",
    "i feel",
    "i like",
    "i love",
    "i would recommend",
    "in my view",
    "arguably",
    "it is beautiful",
    "is the best thing",
    "personally",
    "i prefer",
];
/// Words of taste and duty.
const TASTE: [&str; 30] = [
    "beautiful",
    "lovely",
    "nice",
    "great",
    "good",
    "bad",
    "best",
    "better",
    "worst",
    "worse",
    "wonderful",
    "amazing",
    "awesome",
    "interesting",
    "boring",
    "ugly",
    "should",
    "fun",
    "funny",
    "cool",
    "delicious",
    "terrible",
    "awful",
    "excellent",
    "perfect",
    "fantastic",
    "impressive",
    "important",
    "fair",
    "sad",
];
const HEDGES: [&str; 16] = [
    "i think",
    "i believe",
    "probably",
    "possibly",
    "perhaps",
    "maybe",
    "might have",
    "may have",
    "it seems",
    "seems to",
    "appears to",
    "appear to",
    "presumably",
    "likely",
    "apparently",
    "it is possible that",
];
const GENERALISATIONS: [&str; 6] = [
    "most people",
    "everyone knows",
    "generally speaking",
    "many people",
    "it is common knowledge",
    "as everybody knows",
];

/// Whether a sentence states something that can be checked.
pub(super) fn checkability(sentence: &str) -> Checkability {
    let folded = fold(sentence);
    let words = tokens(sentence);
    let starts = |list: &[&str]| list.iter().any(|start| folded.starts_with(start));
    if words.is_empty()
        || words
            .iter()
            .all(|word| word.len() <= 3 && word.bytes().all(|byte| byte.is_ascii_digit()))
    {
        Checkability::Empty
    } else if folded.trim_end().ends_with('?') {
        Checkability::Question
    } else if starts(&GREETINGS) && words.len() <= 8 {
        Checkability::Greeting
    } else if (starts(&META) && !holds_value(sentence))
        || (folded.ends_with(':') && words.len() <= 12 && !holds_value(sentence))
    {
        Checkability::Meta
    } else if is_opinion(&folded, &words) && !holds_value(sentence) {
        Checkability::Opinion
    } else {
        Checkability::Checkable
    }
}

/// "I love it" is an opinion, and "I think" before a judgement of taste; "I think it is a museum" is a hedged fact.
fn is_opinion(folded: &str, words: &[String]) -> bool {
    let thinks = ["i think", "i believe"]
        .iter()
        .any(|phrase| folded.contains(phrase));
    let values = words.iter().any(|word| TASTE.contains(&word.as_str()));
    OPINIONS.iter().any(|phrase| folded.contains(phrase))
        || (thinks && (values || words.len() <= 5))
}

/// A sentence with a number, date or quotation is checked whatever its wrapping.
pub(super) fn holds_value(sentence: &str) -> bool {
    !groundwall_checks::number::extract(sentence).is_empty()
        || !groundwall_checks::date::extract(sentence).is_empty()
        || !groundwall_checks::quote::extract(sentence).is_empty()
}

/// The hedging words of a claim.
pub(super) fn hedge(text: &str) -> Option<String> {
    let folded = format!(" {} ", fold(text));
    HEDGES
        .iter()
        .find(|hedge| folded.contains(&format!(" {hedge} ")))
        .map(|hedge| (*hedge).to_owned())
}

/// Whether a claim is a vague generalisation.
pub(super) fn is_vague(text: &str) -> bool {
    let folded = fold(text);
    groundwall_checks::pattern::vague_attribution(text).is_some()
        || GENERALISATIONS.iter().any(|phrase| folded.contains(phrase))
}
