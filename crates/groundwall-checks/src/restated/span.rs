//! The clauses of a sentence that say something by themselves.

use super::MOST_OF_TOPIC;
use super::word::{Value, Word};
use crate::language::{KOREAN, Retold};
use groundwall_text::korean::{Clause, Ending, Role};
use std::ops::Range;

/// Clauses of a sentence that say something by themselves.
#[derive(Debug)]
pub(super) struct Span<'w> {
    /// What the sentence is about, then the words of the clauses.
    pub(super) words: Vec<&'w Word>,
    /// Of these the first that only say what it is about.
    pub(super) topic: usize,
    /// Whether the last of them ends the sentence.
    pub(super) ends: bool,
    /// Whether the sentence tells of the past.
    pub(super) past: bool,
}

/// The runs of clauses of a sentence that can be told without the others.
pub(super) fn spans(sentence: &[Word]) -> Vec<Span<'_>> {
    let mut clauses: Vec<Range<usize>> = Vec::new();
    let mut start = 0;
    for (at, word) in sentence.iter().enumerate() {
        if at + 1 == sentence.len() || joins(sentence, at, word) {
            clauses.push(start..at + 1);
            start = at + 1;
        }
    }
    let topic = sentence
        .iter()
        .take(MOST_OF_TOPIC)
        .position(Word::is_topic)
        .map_or(0, |at| at + 1);
    let past = sentence
        .last()
        .is_some_and(|word| word.has(|ending| matches!(ending, Ending::Verb { past: true, .. })));
    let rules = &KOREAN.retold;
    let mut spans = Vec::new();
    for first in 0..clauses.len() {
        let start = clauses[first].start;
        for last in (first..clauses.len()).rev() {
            let range = start..clauses[last].end;
            if first > 0 && !stands_without(&sentence[..start], &sentence[range.clone()]) {
                continue;
            }
            let behind = &sentence[range.end..];
            // Of "3억 원이며 .. 넘을 수 없다" the end says nothing of the amount.
            let alone = sentence[range.end - 1].is_what_something_is();
            let reached =
                |word: &Word| conditions(word, rules) || (!alone && reaches_back(word, rules));
            if behind.iter().any(reached) || binds(behind) {
                continue;
            }
            let own = &sentence[range];
            let inherits = first > 0 && !own.iter().any(Word::is_subject);
            let topic = if first == 0 || inherits { topic } else { 0 };
            let led = if inherits { &sentence[..topic] } else { &[] };
            spans.push(Span {
                words: led.iter().chain(own).collect(),
                topic,
                ends: behind.is_empty(),
                past,
            });
        }
    }
    spans
}

/// Whether clauses say what they say without those before them: nothing there says when, where or whether, and nothing here may be said of both.
fn stands_without(before: &[Word], own: &[Word]) -> bool {
    let rules = &KOREAN.retold;
    let reaches_on = |word: &Word| {
        conditions(word, rules)
            || word.is_bound()
            || word.has(|ending| {
                matches!(
                    ending,
                    Ending::Noun(Role::At | Role::In | Role::From | Role::Until, _)
                )
            })
            || matches!(word.value, Some(Value::Date(_)))
    };
    if before.iter().any(reaches_on) {
        return false;
    }
    let subjects = before.iter().filter(|word| word.is_subject()).count();
    let told_alike = own.iter().any(Word::is_subject)
        && (subjects != 1 || before.first().is_some_and(|word| !word.is_subject()));
    if told_alike {
        return false;
    }
    // "음식을 먹고 운동하면 안 된다" forbids the two together.
    let is = before.last().is_some_and(Word::is_what_something_is);
    !binds(own) && (is || !own.iter().any(|word| reaches_back(word, rules)))
}

/// Whether a verb among these words is bound to what follows it, but for "할 수 있다".
fn binds(words: &[Word]) -> bool {
    let can = |at: usize| {
        words
            .get(at + 1)
            .is_some_and(|next| next.is(&KOREAN.retold.can))
    };
    let mut all = words.iter().enumerate();
    all.any(|(at, word)| word.is_bound() && !can(at))
}

/// Whether a clause ends with this word and another follows: "승인하고", "100명이며". "사고" and "보고" are nouns, and "하고 있다" is one verb.
fn joins(sentence: &[Word], at: usize, word: &Word) -> bool {
    let rules = &KOREAN.retold;
    let next = sentence.get(at + 1);
    let continued = next.is_some_and(|next| next.is(&rules.continuing));
    let before = at.checked_sub(1).and_then(|at| sentence.get(at));
    let has_object = before.is_some_and(|before| {
        before.has(|ending| {
            matches!(
                ending,
                Ending::Noun(Role::Object | Role::Subject | Role::At | Role::Toward, _)
            )
        })
    });
    let verb = word.readings.iter().any(|reading| {
        let joining = matches!(
            reading.ending,
            Ending::Verb {
                clause: Clause::And | Clause::But | Clause::Because,
                ..
            }
        );
        joining
            && word.ends_in(&rules.joining)
            && (word.pause
                || word.ends_in(&rules.being)
                || has_object
                || word.value.is_some()
                || rules.verbs.ends(&reading.stem))
    });
    verb && !continued
}

/// Whether a word makes what follows hold only in some cases.
fn conditions(word: &Word, rules: &Retold) -> bool {
    let conditional = word.has(|ending| {
        matches!(
            ending,
            Ending::Verb {
                clause: Clause::If | Clause::Whether | Clause::Told | Clause::Even | Clause::SoThat,
                ..
            }
        )
    });
    conditional || word.is(&rules.limiting)
}

/// Whether a word may say something of the clauses before its own: "A하고 B할 수 있다", "A하고 B하지 않는다".
fn reaches_back(word: &Word, rules: &Retold) -> bool {
    let must = word.has(|ending| {
        matches!(
            ending,
            Ending::Verb {
                clause: Clause::Must | Clause::Not,
                ..
            }
        )
    });
    must || word.denied || word.is(&rules.reaching)
}
