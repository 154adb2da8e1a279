//! Whether a Korean claim says again what a sentence does: the same words in the same parts, with other particles, endings and spellings of values, and of a sentence with
//! several clauses one or more of them. No bundled model reads Korean, so that this and the word-for-word comparison are what can support such a claim.
//!
//! It errs towards "no": a word that only one side has, a particle that gives a word another part, a condition, a quotation or a bound that would be lost is enough.

mod line;
mod pair;
mod span;
mod word;

#[cfg(test)]
mod tests;

use crate::Text;
use crate::language::KOREAN;
use groundwall_text::words::fold;
use pair::said;
use span::spans;
use word::{Word, sentence_alone, told, without_source};

/// Words of a claim or a sentence that are compared, at most.
const MOST_WORDS: usize = 60;
/// Words of what a sentence is about, at most.
const MOST_OF_TOPIC: usize = 6;

/// What a sentence says of a claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Again {
    /// It says the same.
    Same,
    /// It says the same but for one denial.
    Opposite,
}

/// What is known of a claim and a sentence beside their words.
#[derive(Debug, Clone, Copy, Default)]
pub struct Known<'k> {
    /// The question that the claim answers: what the sentence is about may be left out of the claim where it names that.
    pub asked: &'k str,
    /// The name of the sentence's document: the claim may begin with it, or with a heading.
    pub named: &'k str,
    /// The headings above it.
    pub headed: &'k str,
    /// What stands before the sentence and behind it: a frame in which it is no statement, or what takes it back.
    pub around: (&'k str, &'k str),
}

/// Whether a sentence says a claim again, or its opposite.
pub fn says_again(claim: &Text, sentence: &str, known: Known<'_>) -> Option<Again> {
    if !has_korean(claim) || is_framed(claim, known) {
        return None;
    }
    let claim = without_source(told(claim));
    let alone = sentence_alone(sentence);
    let head = sentence.strip_suffix(alone.as_str()).unwrap_or_default();
    if KOREAN.retold.framing.within(head).is_some() {
        return None;
    }
    let sentence = told(&alone.as_str().into());
    let fits = |words: &[Word]| (1..=MOST_WORDS).contains(&words.len());
    if !fits(&claim) || !fits(&sentence) {
        return None;
    }
    let asked = told(&known.asked.into());
    let headed = fold(&format!("{} {}", known.named, known.headed));
    // What stands in the name of the document or a heading goes from the claim's start, word by word.
    let named = claim
        .iter()
        .take(MOST_OF_TOPIC)
        .take_while(|word| word.is_named_in(&headed))
        .count();
    let spans = spans(&sentence);
    let again = (0..=named.min(claim.len() - 1)).find_map(|start| {
        let own = &claim[start..];
        let again = spans.iter().find_map(|span| said(own, span, &asked));
        again.or_else(|| line::says(own, &sentence, &asked).then_some(Again::Same))
    });
    again.filter(|again| *again == Again::Same || !has_exceptions(known))
}

/// Whether what stands around a sentence says that it is no statement of the text, or that what a claim says of all does not hold of some.
pub fn is_framed(claim: &Text, known: Known<'_>) -> bool {
    let (before, behind) = known.around;
    let retold = &KOREAN.retold;
    let framed = |text: &str| retold.framing.within(text).is_some();
    let announced = |text: &str| retold.announced.within(text).is_some();
    let announces = retold.announcing.within(before).is_some() && announced(before);
    // "환불이 되지 않는 경우" over a list.
    let line = before.trim_end_matches(|c: char| !c.is_alphanumeric());
    let opens = retold.announced.iter().any(|case| line.ends_with(case));
    let over = retold.denying_heads.within(known.headed).is_some();
    let denies = |word: &Word| word.denied || word.is(&retold.denials);
    framed(before)
        || opens
        || announces
        || (over && !told(claim).iter().any(denies))
        || retold.taken_back.within(behind).is_some()
        || (has_exceptions(known) && retold.always.within(claim).is_some())
}

fn has_exceptions(known: Known<'_>) -> bool {
    let (_, behind) = known.around;
    KOREAN.retold.exceptions.within(behind).is_some()
}

/// Whether a text has Korean letters.
pub fn has_korean(text: &str) -> bool {
    text.chars().any(|c| matches!(c, '가'..='힣'))
}
