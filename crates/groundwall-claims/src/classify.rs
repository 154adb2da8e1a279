//! What kind of statement a sentence is.

use crate::language::ENGLISH;
use crate::wrapped::{disclaimer, is_of_answer};
use groundwall_checks::Text;
use groundwall_core::Checkability;
use groundwall_text::words::{fold, tokens};

/// Whether a sentence states something that can be checked.
pub(super) fn checkability(sentence: &str) -> Checkability {
    let folded = fold(sentence);
    let words = tokens(sentence);
    let plain = words.join(" ");
    let english = &ENGLISH.statements;
    if words.is_empty()
        || words
            .iter()
            .all(|word| word.len() <= 3 && word.bytes().all(|byte| byte.is_ascii_digit()))
    {
        Checkability::Empty
    } else if folded.trim_end().ends_with('?') {
        Checkability::Question
    } else if english.interjections.has(&plain)
        || (english.greetings.open(&folded) && words.len() <= 8 && !holds_value(sentence))
    {
        Checkability::Greeting
    } else if disclaimer(sentence).is_some_and(|rest| !states_more(&fold(rest)))
        || is_of_answer(sentence)
        || (english.meta.open(&folded) && !states_more(&folded) && !holds_value(sentence))
        || (folded.ends_with(':') && words.len() <= 12 && !holds_value(sentence))
    {
        Checkability::Meta
    } else if is_opinion(&plain, &words) && !states_more(&folded) && !holds_value(sentence) {
        Checkability::Opinion
    } else {
        Checkability::Checkable
    }
}

/// What parts a second statement from a first.
const PARTED: [&str; 7] = [
    "; ",
    ", and ",
    ", but ",
    ", which ",
    ", who ",
    ", as ",
    " because ",
];

/// Whether a sentence goes on with a statement behind one that is none: "The documents do not say so; it is made of wood."
fn states_more(folded: &str) -> bool {
    let behind = |parting: &str| folded.split_once(parting).map(|(_, rest)| rest);
    let goes_on = &ENGLISH.statements.goes_on;
    let mut rests = PARTED.into_iter().filter_map(behind);
    rests.any(|rest| !goes_on.open(rest) && rest.split_whitespace().nth(2).is_some())
}

/// "I love it" is an opinion, and "I think" before a judgement of taste; "I think it is a museum" is a hedged fact.
fn is_opinion(plain: &str, words: &[String]) -> bool {
    let statements = &ENGLISH.statements;
    let thinks = statements.views.within_words(plain).is_some();
    let values = words.iter().any(|word| statements.taste.has(word));
    let opinion = statements.opinions.within_words(plain);
    opinion.is_some() || (thinks && (values || words.len() <= 5))
}

/// A sentence with a number, date or quotation is checked whatever its wrapping.
pub(super) fn holds_value(sentence: &str) -> bool {
    let read = Text::from(sentence);
    !read.numbers().is_empty() || !read.dates().is_empty() || !read.quotes().is_empty()
}

/// The hedging words of a claim.
pub(super) fn hedge(text: &str) -> Option<String> {
    ENGLISH
        .statements
        .hedges
        .within_words(&fold(text))
        .map(str::to_owned)
}

/// Whether a claim is a vague generalisation.
pub(super) fn is_vague(text: &str) -> bool {
    let folded = fold(text);
    groundwall_checks::pattern::vague_attribution(text).is_some()
        || ENGLISH.statements.generalisations.within(&folded).is_some()
}
