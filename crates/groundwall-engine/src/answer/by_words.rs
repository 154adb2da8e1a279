//! Whether a Korean text answers a Korean question, by their words: no bundled model reads Korean. It says so where the text has most of what the question speaks of
//! and a value of the kind that is asked for, "not" where it has little of it, and otherwise that it cannot tell.

use super::asked::Asked;
use super::judgement::Judgement;
use super::reading::Found;
use super::runs::{Place, Run, Shelf};
use groundwall_text::in_another_script;
use groundwall_text::korean::{Ending, Role, is_korean, readings, syllables};
use groundwall_text::language::{self, Phrases};
use groundwall_text::words::{ContentWords, fold, stems};
use serde::Deserialize;
use std::sync::LazyLock;

/// Share of what a question speaks of that a text has which answers it, each word weighed by how few of the sentences at hand have it and those that none has the most.
const ANSWERS: f32 = 0.75;
/// Below this share it does not.
const SILENT: f32 = 0.15;
/// What a run that has a value of the asked kind counts beside the share of the question that it says, and what each further sentence costs.
const KIND: f32 = 0.25;
const LENGTH: f32 = 0.05;
/// Sentences that are looked at, the nearest first.
const NEAREST: usize = 24;
/// Share of the words of a delivered text that the passage has which answers, where it tells that again.
const RETOLD: f32 = 0.5;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Korean {
    amounts: Phrases,
    numbers: Phrases,
    times: Phrases,
    moments: Phrases,
    persons: Phrases,
    being: Phrases,
    counters: Vec<Vec<String>>,
    durations: Vec<String>,
    spans: Phrases,
}

static KOREAN: LazyLock<Korean> =
    LazyLock::new(|| language::read("data/korean.toml", crate::language::KOREAN));

/// Whether a question is asked in Korean.
pub(super) fn is_asked_in_korean(question: &str) -> bool {
    in_another_script(question) && question.split_whitespace().any(is_korean)
}

/// The run that answers a question best, or comes nearest to it.
pub(super) fn find<'s>(question: &str, near: &[Place<'s>], shelf: &Shelf<'s>) -> Found<'s> {
    let asked = Asked::of_each(question, shelf);
    let runs = near.iter().take(NEAREST).flat_map(|place| {
        let alone = shelf.alone(*place);
        let around = shelf.around(*place);
        alone.into_iter().chain(around)
    });
    let fits = |run: &Run<'s>| can_answer(question, &shelf.read(run));
    let scored = runs.map(|run| {
        let share = asked.said_within(&run);
        (run, share, fits(&run))
    });
    let rank = |(run, share, fits): &(Run<'s>, f32, bool)| {
        share + if *fits { KIND } else { 0.0 } - LENGTH * (run.length() as f32 - 1.0)
    };
    let best = scored.max_by(|a, b| rank(a).total_cmp(&rank(b)));
    let Some((run, share, fits)) = best else {
        return Found::nothing();
    };
    let judgement = if share >= ANSWERS && fits {
        Judgement::open(true)
    } else if share < SILENT || !fits {
        Judgement::open(false)
    } else {
        Judgement::unsure()
    };
    Found {
        run: Some(shelf.completed(shelf.grounded(run), question)),
        judgement,
    }
}

/// Whether a delivered text answers a question, where `answer` is what the passages answer: it tells that again, with a value of the kind that is asked for.
pub(super) fn of_text(question: &str, text: &str, answer: &str) -> Judgement {
    let told = stems(answer);
    let again = ContentWords::of(text).coverage_of(&told);
    Judgement::open(again >= RETOLD && can_answer(question, text))
}

/// Whether a text holds a value of the kind that a question asks for.
fn can_answer(question: &str, text: &str) -> bool {
    let korean = &*KOREAN;
    let has_number = |text: &str| {
        text.chars().any(char::is_numeric)
            || text
                .split_whitespace()
                .any(|word| korean.numbers.iter().any(|number| word.starts_with(number)))
    };
    if korean.times.within(question).is_some() {
        return has_number(text) || korean.moments.within(text).is_some();
    }
    if korean.persons.within(question).is_some() {
        return names_somebody(question, text);
    }
    let Some(word) = korean.amounts.within(question) else {
        return true;
    };
    let behind = question
        .split_once(word)
        .map_or("", |(_, behind)| behind.trim_start());
    let counters = korean.counters.iter().find(|kinds| {
        kinds
            .iter()
            .any(|counter| word == "몇" && behind.starts_with(counter.as_str()))
    });
    let time = word == "며칠" || (word == "얼마" && korean.spans.within(behind).is_some());
    let counters = counters.or(time.then_some(&korean.durations));
    match counters {
        Some(counters) => counters.iter().any(|counter| counted(text, counter)) || spelled(text),
        None => has_number(text),
    }
}

/// Whether somebody does or is something of whom the question does not speak.
fn names_somebody(question: &str, text: &str) -> bool {
    let folded = fold(question);
    text.split(|c: char| !c.is_alphanumeric()).any(|word| {
        readings(word).iter().any(|reading| {
            let subject = matches!(reading.ending, Ending::Noun(Role::Subject, None));
            subject && syllables(&reading.stem) > 1 && !folded.contains(&reading.stem)
        }) || is_told_to_be(word, question)
    })
}

/// Whether a word says who somebody is: "서도경입니다".
fn is_told_to_be(word: &str, question: &str) -> bool {
    let noun = KOREAN.being.iter().find_map(|end| word.strip_suffix(end));
    noun.is_some_and(|noun| noun.chars().count() > 1 && !question.contains(noun))
}

/// Whether digits stand before a counter.
fn counted(text: &str, counter: &str) -> bool {
    text.match_indices(counter).any(|(at, _)| {
        let before = text[..at].trim_end();
        before.ends_with(|c: char| c.is_numeric() || "천만억백십".contains(c))
    })
}

/// Whether a word stands for a number and its counter.
fn spelled(text: &str) -> bool {
    let words = KOREAN
        .numbers
        .iter()
        .filter(|word| word.chars().count() > 1);
    let words: Vec<&str> = words.collect();
    text.split_whitespace()
        .any(|word| words.iter().any(|number| word.starts_with(number)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_of_the_asked_kind_is_wanted() {
        for (question, answers, does_not) in [
            (
                "임기는 몇 년인가요?",
                "임기는 2년으로 한다.",
                "위원은 7명으로 한다.",
            ),
            (
                "위원은 몇 명이에요?",
                "위원은 7인 이내로 한다.",
                "임기는 2년이다.",
            ),
            (
                "수수료가 얼마예요?",
                "수수료는 2,000원이다.",
                "수수료를 부과한다.",
            ),
            (
                "얼마 안에 신고해야 하나요?",
                "14일 이내에 신고한다.",
                "신고는 1회로 한다.",
            ),
            (
                "언제 효력이 생기나요?",
                "다음 날부터 효력이 생긴다.",
                "효력을 인정한다.",
            ),
        ] {
            assert!(can_answer(question, answers), "{question}");
            assert!(!can_answer(question, does_not), "{question}");
        }
        for (text, answers) in [
            ("위원장은 법무부차관이 된다.", true),
            ("위원장은 서도경이다.", true),
            ("위원장 1명을 포함하여 위원장이 구성한다.", false),
        ] {
            assert_eq!(can_answer("누가 위원장을 맡나요?", text), answers, "{text}");
        }
    }
}
