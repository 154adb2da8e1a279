//! Statements that name the text they are taken from: "According to the guide, the valve closes at 5 bar."

use crate::language::ENGLISH;
use crate::split::finish;
use groundwall_text::words::fold;

/// Words of a text's name, at most: a longer one is more than a name.
const NAME: usize = 10;

/// A statement, and the text to which a sentence ascribes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ascribed {
    /// What the sentence calls the text or its authors: "the Ugandan guideline".
    pub to: String,
    /// The statement as a sentence of its own.
    pub says: String,
}

impl Ascribed {
    /// The words of the name, folded, without those that stand for any text ("guide", "authors"); none where the name has no such word, and so may be
    /// that of a person.
    pub fn named(&self) -> Option<Vec<String>> {
        let words = words_of(&self.to);
        let texts = &ENGLISH.ascriptions.texts;
        words
            .iter()
            .any(|word| texts.has(word))
            .then(|| words.into_iter().filter(|word| !texts.has(word)).collect())
    }
}

fn words_of(text: &str) -> Vec<String> {
    text.split_whitespace()
        .map(|word| fold(word.trim_matches(|c: char| !c.is_alphanumeric())))
        .collect()
}

/// The statement that a sentence ascribes to a text, where it does so in plain words and without a negation.
pub fn ascribed(sentence: &str) -> Option<Ascribed> {
    let sentence = sentence.trim();
    in_front(sentence)
        .or_else(|| behind(sentence))
        .or_else(|| said(sentence))
        .filter(|ascribed| {
            let words = words_of(&ascribed.to);
            let negations = &ENGLISH.ascriptions.negations;
            (1..=NAME).contains(&words.len())
                && !words.iter().any(|word| negations.has(word))
                && ascribed.says.split_whitespace().nth(2).is_some()
        })
}

fn ascription(to: &str, says: &str) -> Ascribed {
    Ascribed {
        to: to.trim().trim_end_matches(['.', ',']).to_owned(),
        says: finish(says),
    }
}

/// What follows one of the openers at the start of a text.
fn opened(text: &str) -> Option<&str> {
    ENGLISH.ascriptions.openers.iter().find_map(|opener| {
        text.get(..opener.len())
            .filter(|start| start.eq_ignore_ascii_case(opener))?;
        text[opener.len()..].strip_prefix(' ')
    })
}

/// "According to the guide, .."
fn in_front(sentence: &str) -> Option<Ascribed> {
    let (to, says) = opened(sentence)?.split_once(", ")?;
    Some(ascription(to, says))
}

/// ".., according to the guide."
fn behind(sentence: &str) -> Option<Ascribed> {
    let (says, last) = sentence.rsplit_once(", ")?;
    Some(ascription(opened(last)?, says))
}

/// "The guide says that .."
fn said(sentence: &str) -> Option<Ascribed> {
    let (before, says) = sentence.split_once(" that ")?;
    let (to, verb) = before.rsplit_once(' ')?;
    ENGLISH
        .ascriptions
        .verbs
        .has(&fold(verb))
        .then(|| ascription(to, says))
}

#[cfg(test)]
mod tests {
    use super::ascribed;

    fn parts(sentence: &str) -> Option<(String, String)> {
        ascribed(sentence).map(|ascribed| (ascribed.to, ascribed.says))
    }

    #[test]
    fn a_statement_is_told_from_the_text_it_is_taken_from() {
        for (sentence, to, says) in [
            (
                "According to the harbour rules, the quay closes at dusk.",
                "the harbour rules",
                "The quay closes at dusk.",
            ),
            (
                "The quay closes at dusk, according to the harbour rules.",
                "the harbour rules",
                "The quay closes at dusk.",
            ),
            (
                "The authors of the report hold that the quay closes at dusk.",
                "The authors of the report",
                "The quay closes at dusk.",
            ),
        ] {
            assert_eq!(
                parts(sentence),
                Some((to.to_owned(), says.to_owned())),
                "{sentence}"
            );
        }
    }

    #[test]
    fn what_is_denied_doubted_or_no_ascription_stays_whole() {
        for sentence in [
            "No report says that the quay closes at dusk.",
            "The report does not say that the quay closes at dusk.",
            "The report denies that the quay closes at dusk.",
            "The quay that closes at dusk is the eastern one.",
            "The boats are sorted according to length.",
            "According to plan, it rained.",
        ] {
            assert_eq!(parts(sentence), None, "{sentence}");
        }
    }

    #[test]
    fn what_stands_for_any_text_is_no_part_of_a_name() {
        let named = |sentence: &str| ascribed(sentence).unwrap().named();
        assert_eq!(
            named("According to the document, the quay closes at dusk."),
            Some(vec!["the".to_owned()])
        );
        assert_eq!(
            named("The harbour master says that the quay closes at dusk."),
            None
        );
    }
}
