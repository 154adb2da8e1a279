//! The clauses of a window that its text does not assert.

use super::operators::{Effect, Found, Kind, OPERATORS, Operators, Scope};
use super::text::{Sentence, Text};
use std::ops::Range;

/// Clauses of a window that are kept, and operators that are looked at, at most.
const CLAUSES: usize = 32;
const OPERATORS_LOOKED_AT: usize = 128;

/// A clause that is not asserted, by places of tokens.
pub(super) struct Clause {
    pub(super) kind: &'static Kind,
    pub(super) scope: Scope,
    pub(super) range: Range<usize>,
    /// The words that embed it.
    pub(super) words: Range<usize>,
}

/// The clauses of a window that its text does not assert.
pub(super) fn clauses(text: &Text, own: usize, opening: &str) -> Vec<Clause> {
    let operators: &'static Operators = &OPERATORS;
    let mut clauses: Vec<Clause> = Vec::new();
    let mut add = |clause: Clause| {
        let known = clauses.iter().any(|known: &Clause| {
            known.kind.name == clause.kind.name
                && known.range.start <= clause.range.start
                && known.range.end >= clause.range.end
        });
        let inside = clause.range.start < clause.range.end && clause.range.end <= own;
        if inside && !known && clauses.len() < CLAUSES {
            clauses.push(clause);
        }
    };
    let listed = Text::of(opening);
    if let Some(found) = operators.of_list(&listed) {
        for sentence in &text.sentences {
            add(Clause {
                kind: &operators.kinds[found.kind],
                scope: found.scope,
                range: sentence.range.clone(),
                words: 0..0,
            });
        }
    }
    for (place, sentence) in text.sentences.iter().enumerate() {
        if sentence.asks
            && let Some(clause) = asked(operators, text, place)
        {
            add(clause);
        }
    }
    for found in operators.find(text).into_iter().take(OPERATORS_LOOKED_AT) {
        let place = text
            .sentences
            .partition_point(|sentence| sentence.range.end <= found.words.start);
        let Some(sentence) = text.sentences.get(place).filter(|sentence| !sentence.asks) else {
            continue;
        };
        for range in ranges(operators, text, place, sentence, &found) {
            add(Clause {
                kind: &operators.kinds[found.kind],
                scope: found.scope,
                range,
                words: found.words.clone(),
            });
        }
    }
    clauses
}

/// The clauses of an operator: one, two for a condition, none where its words stand for something else.
fn ranges(
    operators: &Operators,
    text: &Text,
    place: usize,
    sentence: &Sentence,
    found: &Found,
) -> Vec<Range<usize>> {
    if operators.kinds[found.kind].effect == Effect::Asserts {
        return Vec::new();
    }
    // The comma of "if it rains, the match is moved" parts the condition from what holds under it, not one clause from the next.
    let commas = !matches!(found.scope, Scope::Condition | Scope::Clause);
    let clause = clause_around(text, sentence, found.words.start, commas);
    let end = clause_end(text, sentence, found.words.end, commas);
    // "The clerk, who is said to drink, runs the archive."
    let relative = found
        .words
        .start
        .checked_sub(1)
        .is_some_and(|before| matches!(text.tokens[before].word.as_str(), "who" | "which"));
    let end = (found.words.end..end)
        .find(|place| relative && text.tokens[*place].word == ",")
        .unwrap_or(end);
    let first_word = |from: usize| (from..end).find(|place| !text.tokens[*place].mark);
    match (found.scope, found.clause) {
        (_, Some((start, end))) => one(start.unwrap_or(sentence.range.start)..end),
        (Scope::After, None) => match first_word(found.words.end) {
            Some(start) => one(start..end),
            None => one(clause.start..found.words.start),
        },
        (Scope::Clause, None) => one(clause),
        (Scope::Phrase, None) => one(phrase(operators, text, found.words.end, end)),
        (Scope::Opposite, None) => one(opposite(operators, text, found.words.end, end)),
        (Scope::Previous, None) => previous(text, place).into_iter().collect(),
        (Scope::List, None) => Vec::new(),
        (Scope::Condition, None) => condition(operators, text, sentence, found, clause, end),
    }
}

/// The few words behind an operator, up to a verb or a mark.
fn phrase(operators: &Operators, text: &Text, from: usize, end: usize) -> Range<usize> {
    let stops = |place: &usize| {
        let token = &text.tokens[*place];
        token.mark || operators.clauses.verbs.contains(&token.word)
    };
    let last = end.min(from + 6);
    from..(from..last).find(stops).unwrap_or(last)
}

/// What is denied once more behind an operator, up to the clause that goes on behind it.
fn opposite(operators: &Operators, text: &Text, from: usize, end: usize) -> Range<usize> {
    let mut negated = false;
    let stop = (from..end).find(|place| {
        let word = &text.tokens[*place].word;
        negated |= operators.clauses.negators.contains(word);
        negated && matches!(word.as_str(), "and" | "but" | ",")
    });
    from..stop.unwrap_or(end)
}

/// The sentence before, from its "that" on where it has one.
fn previous(text: &Text, place: usize) -> Option<Range<usize>> {
    let before = text.sentences[place.checked_sub(1)?].range.clone();
    let that = before
        .clone()
        .skip(1)
        .find(|place| text.tokens[*place].word == "that");
    Some(that.map_or(before.start, |that| that + 1)..before.end)
}

fn one(range: Range<usize>) -> Vec<Range<usize>> {
    std::iter::once(range).collect()
}

/// The condition, and what holds under it.
fn condition(
    operators: &Operators,
    text: &Text,
    sentence: &Sentence,
    found: &Found,
    clause: Range<usize>,
    end: usize,
) -> Vec<Range<usize>> {
    let comma = (found.words.end..end).find(|place| text.tokens[*place].word == ",");
    let opens = (clause.start..found.words.start).all(|place| {
        let token = &text.tokens[place];
        token.mark || matches!(token.word.as_str(), "and" | "but" | "then" | "so")
    });
    let word = text.tokens[found.words.start].word.as_str();
    let inverted = matches!(word, "should" | "had" | "were" | "assuming");
    if inverted && comma.is_none() {
        return Vec::new();
    }
    let condition = found.words.end..comma.unwrap_or(end);
    let has = |word: &str| {
        text.tokens[condition.clone()]
            .iter()
            .any(|token| token.word == word)
    };
    let courtesy = (has("you") || has("your"))
        && text.tokens[condition.clone()]
            .iter()
            .any(|token| operators.clauses.courtesies.contains(&token.word));
    let rest = if opens {
        comma.map_or(end, |comma| comma + 1)
            ..clause_around(text, sentence, end.saturating_sub(1), false).end
    } else {
        clause.start..found.words.start
    };
    if courtesy {
        one(condition)
    } else {
        vec![condition, rest]
    }
}

/// A question as a clause that is not asserted; none where it is answered with yes, or asks for more and something follows.
fn asked(operators: &'static Operators, text: &Text, place: usize) -> Option<Clause> {
    let sentence = &text.sentences[place];
    let opening = text.opening(sentence);
    let clauses = &operators.clauses;
    let end = sentence.range.end;
    let for_more = text.tokens[opening..end.min(opening + 3)]
        .iter()
        .any(|token| clauses.asking.contains(&token.word));
    let next = text.sentences.get(place + 1);
    let named = |name: &str| operators.kinds.iter().find(|kind| kind.name == name);
    let mut kind = named("asked")?;
    if let Some(next) = next {
        let first = text.opening(next);
        let answer = text.tokens.get(first)?;
        let alone = text.tokens.get(first + 1).is_none_or(|token| token.mark);
        if for_more || (alone && clauses.yes.contains(&answer.word)) {
            return None;
        }
        let words: Vec<&str> = text.tokens[next.range.clone()]
            .iter()
            .filter(|token| !token.mark)
            .map(|token| token.word.as_str())
            .collect();
        // "It does." "They do not."
        let short = words.len() <= 3
            && words
                .get(1)
                .is_some_and(|word| clauses.verbs.contains(*word));
        if ((alone || words.len() <= 3) && clauses.no.contains(&answer.word))
            || (short && words.last() == Some(&"not"))
        {
            kind = named("denied")?;
        } else if short && words.len() == 2 {
            return None;
        }
    }
    // "Isn't the hall heated?" asks the same as "Is the hall heated?".
    let negated = text
        .tokens
        .get(opening + 1)
        .is_some_and(|token| token.word == "not");
    let start = opening + if negated { 2 } else { 0 };
    Some(Clause {
        kind,
        scope: Scope::After,
        range: start..end,
        words: end - 1..end,
    })
}

/// Whether a clause ends before the token at a place.
fn parts_clauses(text: &Text, place: usize) -> bool {
    let clauses = &OPERATORS.clauses;
    let token = &text.tokens[place];
    let word = |ahead: usize| text.tokens.get(place + ahead).map(|token| &token.word);
    let new = || {
        word(1).is_some_and(|next| clauses.ends.contains(next))
            || (word(1).is_some_and(|next| next == "and")
                && word(2).is_some_and(|next| clauses.subjects.contains(next)))
    };
    token.mark && (matches!(token.word.as_str(), ";" | "-") || (token.word == "," && new()))
}

/// The place of the comma that ends the clause with which a sentence begins, if it begins with such a one.
fn first_comma(text: &Text, sentence: &Sentence) -> Option<usize> {
    let opening = text.opening(sentence);
    let begins = text
        .tokens
        .get(opening)
        .is_some_and(|token| OPERATORS.clauses.begins.contains(&token.word));
    begins
        .then(|| (opening..sentence.range.end).find(|place| text.tokens[*place].word == ","))
        .flatten()
}

fn clause_end(text: &Text, sentence: &Sentence, from: usize, commas: bool) -> usize {
    let comma = first_comma(text, sentence).filter(|comma| commas && *comma >= from);
    (from..sentence.range.end)
        .find(|place| parts_clauses(text, *place) || comma == Some(*place))
        .unwrap_or(sentence.range.end)
}

pub(super) fn clause_around(
    text: &Text,
    sentence: &Sentence,
    at: usize,
    commas: bool,
) -> Range<usize> {
    let comma = first_comma(text, sentence).filter(|_| commas);
    let start = (sentence.range.start..at)
        .rev()
        .find(|place| parts_clauses(text, *place) || comma == Some(*place))
        .map_or(sentence.range.start, |place| place + 1);
    start..clause_end(text, sentence, at, commas)
}
