//! Whether a text asserts what a claim says, or only names it: as a myth, a denial, a rumour, an allegation, a question, a condition, a plan, a view of others.
//!
//! The words that do so are data (`data/assertion.toml`). Plain attribution ("the report says that") is none of them. A claim that carries such words itself
//! is left alone, and so is one whose words the text asserts elsewhere.

mod operators;
mod text;

use crate::words::ContentWords;
use operators::{Effect, Found, Kind, OPERATORS, Operators, Scope};
use std::collections::HashSet;
use std::ops::Range;
use text::{Sentence, Text};

/// Share of a claim's words that must stand in a clause before it is what the claim rests on.
const RESTS: f32 = 0.5;
/// The same for a condition, whose sentence often says more than the claim needs.
const RESTS_ON_CONDITION: f32 = 0.6;
/// The same for what holds under a condition: a word of the claim that does not stand in the sentence may be the condition in other words.
const RESTS_UNDER_CONDITION: f32 = 0.8;
/// A claim rests on what is not asserted where the rest of the window covers no more than this share of what the window covers.
const LEFT: f32 = 0.67;
/// Shares of the claim's words that a denied clause covers, and of the clause's words that the claim covers, before the one denies the other.
const DENIED: f32 = 0.65;
const NO_MORE: f32 = 0.4;
/// Clauses of a window that are kept, and operators that are looked at, at most.
const CLAUSES: usize = 32;
const OPERATORS_LOOKED_AT: usize = 128;

/// What a text does with what a claim says.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Standing {
    /// It may assert it: the check is silent.
    #[default]
    Asserted,
    /// It names it and does not assert it. What the text entails or contradicts does not count.
    Withheld(Embedding),
    /// It denies it.
    Denied(Embedding),
}

/// How a clause is embedded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Embedding {
    /// The words that do it, as written.
    pub words: String,
    /// What a reader is told, behind the name of a place: "says that this is not so".
    pub says: &'static str,
}

impl Standing {
    /// Whether the check is silent.
    pub fn is_asserted(&self) -> bool {
        match self {
            Self::Asserted => true,
            Self::Withheld(_) | Self::Denied(_) => false,
        }
    }
}

/// What stands around a window in its document. Both may be empty.
#[derive(Debug, Clone, Copy, Default)]
pub struct Around<'a> {
    /// The line that opens the window's list.
    pub opening: &'a str,
    /// The sentence behind the window: it may answer a question, or take back what was said.
    pub behind: &'a str,
}

/// A clause that is not asserted, by places of tokens.
struct Clause {
    kind: &'static Kind,
    scope: Scope,
    range: Range<usize>,
    /// The words that embed it.
    words: Range<usize>,
}

/// Where a claim stands in a window: one to three sentences of a document.
pub fn standing(claim: &str, window: &str, around: Around) -> Standing {
    let whole = format!("{window} {}", around.behind);
    let (said, text) = (Text::of(claim), Text::of(&whole));
    let own = text
        .tokens
        .partition_point(|token| token.range.start < window.len());
    let mut clauses = clauses(&text, own, around.opening);
    let operators: &'static Operators = &OPERATORS;
    let forces = forces(operators, &said);
    clauses.retain(|clause| !repeated(&said, &text, clause, &forces));
    if clauses.is_empty() {
        return Standing::Asserted;
    }
    let case = Case {
        words: ContentWords::of(claim),
        negative: said.negative(0..said.tokens.len()),
        stems: said.stems(0..said.tokens.len()),
        text: &text,
        own,
    };
    let embedding = |clause: &Clause| Embedding {
        words: match (&text.tokens.get(clause.words.start), clause.words.end) {
            (Some(first), end) if end > clause.words.start => {
                whole[first.range.start..text.tokens[end - 1].range.end].to_owned()
            }
            _ => around.opening.to_owned(),
        },
        says: &clause.kind.says,
    };
    if let Some(clause) = case.denied(&clauses) {
        return Standing::Denied(embedding(clause));
    }
    case.withheld(&clauses)
        .map_or(Standing::Asserted, |clause| {
            Standing::Withheld(embedding(clause))
        })
}

/// The groups of operators whose words stand in a claim, with those words.
fn forces(operators: &'static Operators, claim: &Text) -> Vec<(&'static str, String)> {
    let mut forces: Vec<(&str, String)> = operators
        .find(claim)
        .into_iter()
        .map(|found| {
            let word = claim.tokens[found.words.start].word.clone();
            (operators.kinds[found.kind].group.as_str(), word)
        })
        .collect();
    for token in &claim.tokens {
        let kinds = operators.kinds.iter();
        forces.extend(
            kinds
                .filter(|kind| kind.echoes.contains(&token.word))
                .map(|kind| (kind.group.as_str(), token.word.clone())),
        );
    }
    forces.sort();
    forces.dedup();
    forces
}

/// Whether the claim has the force that embeds the clause, by words that do not stand in the clause.
fn repeated(claim: &Text, text: &Text, clause: &Clause, forces: &[(&str, String)]) -> bool {
    let inside: HashSet<&str> = clause
        .range
        .clone()
        .filter(|place| !clause.words.contains(place))
        .map(|place| text.tokens[place].word.as_str())
        .collect();
    let same = forces
        .iter()
        .any(|(group, word)| *group == clause.kind.group && !inside.contains(word.as_str()));
    // "plans to open" and "opens in May" are the same plan.
    let to = clause.kind.group == "planned"
        && text.tokens[clause.words.clone()]
            .last()
            .is_some_and(|token| token.word == "to");
    let present = || {
        let Some(verb) = text.tokens.get(clause.range.start) else {
            return false;
        };
        let forms = [
            verb.word.clone(),
            format!("{}s", verb.word),
            format!("{}es", verb.word),
        ];
        claim.tokens.iter().any(|token| forms.contains(&token.word))
    };
    same || (to && present())
}

/// A claim against a text.
struct Case<'a> {
    words: ContentWords,
    negative: bool,
    stems: HashSet<String>,
    text: &'a Text,
    /// The window's tokens; what follows is the sentence behind it.
    own: usize,
}

impl Case<'_> {
    fn coverage(&self, places: impl IntoIterator<Item = usize>) -> f32 {
        let stems = self.text.stems(places);
        if self.words.is_empty() {
            return 0.0;
        }
        self.words.coverage_of(&stems)
    }

    /// Whether a clause says the opposite of the claim, or for what is asserted with its opposite denied, the same.
    fn differs(&self, clause: &Clause) -> bool {
        let same = self.text.negative(clause.range.clone()) == self.negative;
        same == (clause.scope == Scope::Opposite)
    }

    /// The clause that the text denies and that is the claim, where nothing else in the window says it.
    fn denied<'c>(&self, clauses: &'c [Clause]) -> Option<&'c Clause> {
        let denying = clauses
            .iter()
            .filter(|clause| clause.kind.effect == Effect::Denies);
        let mut fitting = denying.filter(|clause| {
            let covered = self.coverage(clause.range.clone());
            let narrow = ContentWords::of(&self.joined(clause)).coverage_of(&self.stems) >= NO_MORE;
            covered >= DENIED
                && narrow
                && !self.differs(clause)
                && !self.asserted_beside(clauses, covered)
        });
        fitting.next()
    }

    /// The words of a clause.
    fn joined(&self, clause: &Clause) -> String {
        let tokens = self.text.tokens[clause.range.clone()].iter();
        let words: Vec<&str> = tokens.map(|token| token.word.as_str()).collect();
        words.join(" ")
    }

    /// Whether a sentence of the window, without the clauses, covers as much of the claim and is negative as it is.
    fn asserted_beside(&self, clauses: &[Clause], covered: f32) -> bool {
        self.text.sentences.iter().any(|sentence| {
            let rest = || self.outside(clauses.iter(), sentence.range.clone());
            self.coverage(rest()) >= covered * 0.9 && self.text.negative(rest()) == self.negative
        })
    }

    /// The window's places in a range that lie in none of the clauses.
    fn outside<'c>(
        &self,
        clauses: impl Iterator<Item = &'c Clause>,
        range: Range<usize>,
    ) -> Vec<usize> {
        let mut inside = vec![false; range.len()];
        for clause in clauses.filter(|clause| clause.scope != Scope::Opposite) {
            let from = clause.range.start.max(range.start);
            for place in from..clause.range.end.min(range.end) {
                inside[place - range.start] = true;
            }
        }
        range
            .clone()
            .filter(|place| *place < self.own && !inside[place - range.start])
            .collect()
    }

    /// The clause on which the claim rests most, where the rest of the window carries too little of it.
    fn withheld<'c>(&self, clauses: &'c [Clause]) -> Option<&'c Clause> {
        let holding: Vec<(&Clause, f32)> = clauses
            .iter()
            .filter(|clause| clause.scope != Scope::Opposite)
            .filter(|clause| clause.kind.effect != Effect::Denies || !self.differs(clause))
            .map(|clause| (clause, self.coverage(self.with_subject(clause))))
            .filter(|(clause, covered)| {
                let least = if clause.scope != Scope::Condition {
                    RESTS
                } else if clause.range.start == clause.words.end {
                    RESTS_ON_CONDITION
                } else {
                    RESTS_UNDER_CONDITION
                };
                *covered >= least
            })
            .filter(|(clause, _)| clause.scope != Scope::Condition || self.leaves_out(clause))
            .collect();
        let all = self.coverage(0..self.own);
        let left =
            self.coverage(self.outside(holding.iter().map(|(clause, _)| *clause), 0..self.own));
        (left <= all * LEFT)
            .then(|| holding.into_iter().max_by(|a, b| a.1.total_cmp(&b.1)))
            .flatten()
            .map(|(clause, _)| clause)
    }

    /// A clause with what stands before its operator: "the train" of "the train is due to leave".
    fn with_subject(&self, clause: &Clause) -> Range<usize> {
        let sentence = self
            .text
            .sentences
            .iter()
            .find(|sentence| sentence.range.contains(&clause.range.start));
        match (clause.scope, sentence) {
            (Scope::After | Scope::Clause, Some(sentence)) => {
                clause_around(self.text, sentence, clause.range.start, true).start..clause.range.end
            }
            (
                Scope::After
                | Scope::Clause
                | Scope::Phrase
                | Scope::Opposite
                | Scope::Previous
                | Scope::List
                | Scope::Condition,
                _,
            ) => clause.range.clone(),
        }
    }

    /// Whether the claim has none of the words of a conditional sentence that stand in its other half alone.
    fn leaves_out(&self, half: &Clause) -> bool {
        let sentence = self
            .text
            .sentences
            .iter()
            .find(|sentence| sentence.range.contains(&half.range.start));
        let Some(sentence) = sentence else {
            return true;
        };
        let own = self.text.stems(half.range.clone());
        let clause = clause_around(self.text, sentence, half.words.start, false);
        let other = clause.filter(|place| {
            !half.range.contains(place)
                && !half.words.contains(place)
                && !crate::words::is_stop(&self.text.tokens[*place].word)
        });
        self.text
            .stems(other)
            .iter()
            .all(|stem| own.contains(stem) || !self.stems.contains(stem))
    }
}

/// The clauses of a window that its text does not assert.
fn clauses(text: &Text, own: usize, opening: &str) -> Vec<Clause> {
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
        (Scope::Phrase, None) => {
            let stops = |place: &usize| {
                let token = &text.tokens[*place];
                token.mark || operators.clauses.verbs.contains(&token.word)
            };
            let last = end.min(found.words.end + 6);
            let stop = (found.words.end..last).find(stops).unwrap_or(last);
            one(found.words.end..stop)
        }
        (Scope::Opposite, None) => {
            let mut negated = false;
            let stop = (found.words.end..end).find(|place| {
                let word = &text.tokens[*place].word;
                negated |= operators.clauses.negators.contains(word);
                negated && matches!(word.as_str(), "and" | "but" | ",")
            });
            one(found.words.end..stop.unwrap_or(end))
        }
        (Scope::Previous, None) => place
            .checked_sub(1)
            .map(|before| {
                let before = text.sentences[before].range.clone();
                let that = before
                    .clone()
                    .skip(1)
                    .find(|place| text.tokens[*place].word == "that");
                that.map_or(before.start, |that| that + 1)..before.end
            })
            .into_iter()
            .collect(),
        (Scope::List, None) => Vec::new(),
        (Scope::Condition, None) => condition(operators, text, sentence, found, clause, end),
    }
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

fn clause_around(text: &Text, sentence: &Sentence, at: usize, commas: bool) -> Range<usize> {
    let comma = first_comma(text, sentence).filter(|_| commas);
    let start = (sentence.range.start..at)
        .rev()
        .find(|place| parts_clauses(text, *place) || comma == Some(*place))
        .map_or(sentence.range.start, |place| place + 1);
    start..clause_end(text, sentence, at, commas)
}
