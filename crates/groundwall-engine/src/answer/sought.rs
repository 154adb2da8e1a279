//! What kind of thing a question asks for, so that a sentence which holds one comes before a sentence which only shares its words.

use crate::language::ENGLISH;
use groundwall_text::language::{Phrases, Words};
use groundwall_values::{date, number};

/// Factor on the score of a sentence that lacks what is asked for.
const LACKS: f32 = 0.7;

/// What a question asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sought {
    Name,
    Time,
    Number,
    Anything,
}

impl Sought {
    /// Read from the question word.
    pub(super) fn by(question: &str) -> Self {
        let folded = format!(" {} ", question.to_lowercase());
        let has = |phrases: &Phrases| phrases.within(&folded).is_some();
        let english = &ENGLISH.sought;
        if has(&english.name) {
            Self::Name
        } else if has(&english.number) {
            Self::Number
        } else if has(&english.time) && !has(&english.condition) {
            Self::Time
        } else {
            Self::Anything
        }
    }

    /// 1 for a sentence that holds what is asked for, less for one that does not.
    pub(super) fn weight(self, sentence: &str, question: &str) -> f32 {
        let holds = match self {
            Self::Anything => true,
            Self::Name => holds_name(sentence, &question.to_lowercase()),
            Self::Number => !number::extract(sentence).is_empty(),
            Self::Time => {
                !date::extract(sentence).is_empty()
                    || sentence.bytes().any(|byte| byte.is_ascii_digit())
            }
        };
        if holds { 1.0 } else { LACKS }
    }
}

/// Whether a text can answer a question at all by its kind: one that asks for an amount or an hour is not answered by a text without any number, or a word that stands for one, and one
/// that asks who holds an office not without a name.
pub(super) fn can_answer(question: &str, text: &str) -> bool {
    let folded = format!(" {} ", question.to_lowercase());
    let english = &ENGLISH.sought;
    let asks = |phrases: &Phrases| phrases.within(&folded).is_some();
    if !asks(&english.holder) && !asks(&english.hour) && !asks(&english.amount) {
        return true;
    }
    let text = &without_item_numbers(text);
    let has = |words: &Words| {
        let text = text.to_lowercase();
        let mut all = text
            .split(|c: char| !(c.is_alphanumeric() || matches!(c, '.' | '\'' | '’')))
            .map(|word| word.trim_matches('.'));
        all.any(|word| words.has(word) || word.ends_with("n't") || word.ends_with("n’t"))
    };
    // A time and the number of a note count nothing.
    let counted = folded.contains(" how many ").then(|| without_times(text));
    let told = counted.as_ref().unwrap_or(text);
    let digits = || told.chars().any(char::is_numeric);
    let office = |word: &str| {
        english
            .offices
            .has(word.trim_matches(|c: char| !c.is_alphanumeric()))
    };
    if asks(&english.holder) && folded.split_whitespace().any(office) {
        return names_somebody(text, &folded);
    }
    if asks(&english.hour) {
        return digits() || has(&english.hours);
    }
    !asks(&english.amount) || digits() || has(&english.amounts)
}

/// A text without the numbers of its items and sections: "(1)", "No. 5".
fn without_item_numbers(text: &str) -> String {
    let numbered = |label: &str, word: &str| {
        label.eq_ignore_ascii_case("no.") && word.starts_with(char::is_numeric)
    };
    let item = |word: &str| {
        let inner = word
            .trim_end_matches([',', ';', ':', '.'])
            .strip_prefix('(');
        let inner = inner.and_then(|inner| inner.strip_suffix(')'));
        inner.is_some_and(|inner| inner.len() <= 2)
    };
    let words: Vec<&str> = text.split_whitespace().collect();
    let at = |place: usize| words.get(place).copied().unwrap_or_default();
    let kept = (0..words.len()).filter(|place| {
        let behind = *place > 0 && numbered(at(place - 1), at(*place));
        !(item(at(*place)) || behind || numbered(at(*place), at(place + 1)))
    });
    kept.map(at).collect::<Vec<_>>().join(" ")
}

/// A text without its dates and years, the number of the note that it is, and those of notes that it refers to: "10 The year ending March 2018 has no entry(4)."
fn without_times(text: &str) -> String {
    let mut bare = text.to_owned();
    for time in date::extract(text).into_iter().rev() {
        bare.replace_range(time.range, " ");
    }
    let is_note = |number: &str, next: &str| {
        number.len() <= 2
            && number.bytes().all(|byte| byte.is_ascii_digit())
            && next.starts_with(char::is_uppercase)
    };
    let said = match bare.split_once(' ') {
        Some((number, rest)) if is_note(number, rest.trim_start()) => rest,
        _ => &bare,
    };
    without_item_numbers(&said.replace('(', " ("))
}

/// A capitalised word inside a sentence that is neither an office nor in the question.
fn names_somebody(text: &str, question: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    let asked: Vec<&str> = question.split(|c: char| !c.is_alphanumeric()).collect();
    words.windows(2).any(|pair| {
        let bare = pair[1].trim_matches(|c: char| !c.is_alphanumeric());
        let folded = bare.to_lowercase();
        bare.starts_with(char::is_uppercase)
            && !pair[0].ends_with(['.', '!', '?'])
            && !ENGLISH.sought.offices.has(&folded)
            && !asked.contains(&folded.as_str())
    })
}

/// Two capitalised words in a row that the question does not hold already.
fn holds_name(sentence: &str, question: &str) -> bool {
    let words: Vec<&str> = sentence.split_whitespace().collect();
    let capital = |word: &str| {
        word.chars().next().is_some_and(char::is_uppercase)
            && word.chars().nth(1).is_some_and(char::is_lowercase)
    };
    words.windows(2).any(|pair| {
        let bare = |word: &str| {
            word.trim_matches(|c: char| !c.is_alphanumeric())
                .to_lowercase()
        };
        capital(pair[0])
            && capital(pair[1])
            && !pair[0].ends_with(['.', ':', ',', ';'])
            && !(question.contains(&bare(pair[0])) && question.contains(&bare(pair[1])))
    })
}

#[cfg(test)]
mod tests {
    use super::{LACKS, Sought, can_answer};

    #[test]
    fn an_amount_or_an_hour_is_not_answered_without_one() {
        for (question, answers, does_not) in [
            (
                "How long is the quay?",
                "It is 120 metres long.",
                "It is a long quay of oak.",
            ),
            (
                "What will that cost us?",
                "The fifth call costs $75.",
                "No. 5: Any house (1) with an alarm shall be charged a fine.",
            ),
            (
                "How many dogs may come?",
                "Dogs are not allowed.",
                "Dogs like the harbour.",
            ),
            (
                "How many incidents were there in the year ending September 2018?",
                "There were 12 incidents in the year ending September 2018.",
                "10 The year ending September 2018 includes the incident at Norbridge in September 2017(43).",
            ),
            (
                "How often is the lamp cleaned?",
                "It is cleaned every week.",
                "The lamp is cleaned with a cloth.",
            ),
            (
                "How much is a ticket?",
                "Tickets don’t cost anything.",
                "Tickets are sold at the gate.",
            ),
            (
                "Who are the president and the secretary of the rowing club?",
                "President: Ada Birk. Secretary: Carl Ohm.",
                "The Rowing Club has three officers: President, Secretary and Treasurer.",
            ),
            (
                "What is the smallest number of people on the board?",
                "The board has at least 9 members.",
                "The board is chosen by the members.",
            ),
            (
                "At what time does the gate open?",
                "The gate opens at dawn.",
                "The gate opens with a loud noise.",
            ),
        ] {
            assert!(can_answer(question, answers), "{question}");
            assert!(!can_answer(question, does_not), "{question}");
        }
        for question in [
            "Who has the key?",
            "What time penalty is there?",
            "Wie lang ist er?",
        ] {
            assert!(can_answer(question, "Anything."), "{question}");
        }
    }

    #[test]
    fn a_sentence_that_holds_what_is_asked_for_weighs_more() {
        for (question, holds, lacks) in [
            (
                "Who is the harbour master?",
                "The harbour master is Ingrid Solheim.",
                "The harbour master decides when it opens.",
            ),
            (
                "When was the tower built?",
                "The tower was built in 1904.",
                "The tower was built of iron.",
            ),
            (
                "How many keepers lived there?",
                "Four keepers and 12 goats lived there.",
                "Keepers lived there in turns.",
            ),
        ] {
            let sought = Sought::by(question);
            assert!(
                (sought.weight(holds, question) - 1.0).abs() < f32::EPSILON,
                "{question}"
            );
            assert!(
                (sought.weight(lacks, question) - LACKS).abs() < f32::EPSILON,
                "{question}"
            );
        }
        assert_eq!(Sought::by("What is a berth?"), Sought::Anything);
    }
}
