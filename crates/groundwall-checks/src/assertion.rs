//! Whether a text asserts what a claim says, or only names it: as a myth, a denial, a rumour, an allegation, a question, a condition, a plan, a view of others.
//!
//! The words that do so are data (`data/assertion.toml`). Plain attribution ("the report says that") is none of them. A claim that carries such words itself
//! is left alone, and so is one whose words the text asserts elsewhere.

mod clauses;
mod force;
mod operators;
mod text;

pub use force::FORCE_LIST;

use crate::words::ContentWords;
use clauses::{Clause, clause_around, clauses};
use operators::{Effect, OPERATORS, Operators, Scope};
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
    let short = || force::falls_short(claim, &said, &text, own);
    if clauses.is_empty() {
        return short().map_or(Standing::Asserted, Standing::Withheld);
    }
    let case = Case {
        words: ContentWords::of(claim),
        negative: said.negative(0..said.tokens.len()),
        duty: force::says_duty(&said, 0..said.tokens.len()),
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
    let withheld = case.withheld(&clauses).map(embedding);
    withheld
        .or_else(short)
        .map_or(Standing::Asserted, Standing::Withheld)
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
    /// Whether it says what has to be done.
    duty: bool,
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
            .filter(|(clause, _)| {
                clause.scope != Scope::Condition
                    || self.leaves_out(clause) && !self.is_of_the_duty(clause)
            })
            .collect();
        let all = self.coverage(0..self.own);
        let left =
            self.coverage(self.outside(holding.iter().map(|(clause, _)| *clause), 0..self.own));
        (left <= all * LEFT)
            .then(|| holding.into_iter().max_by(|a, b| a.1.total_cmp(&b.1)))
            .flatten()
            .map(|(clause, _)| clause)
    }

    /// The sentence that a clause begins in.
    fn sentence_of(&self, clause: &Clause) -> Option<&Sentence> {
        let mut sentences = self.text.sentences.iter();
        sentences.find(|sentence| sentence.range.contains(&clause.range.start))
    }

    /// A clause with what stands before its operator: "the train" of "the train is due to leave".
    fn with_subject(&self, clause: &Clause) -> Range<usize> {
        match (clause.scope, self.sentence_of(clause)) {
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

    /// Whether a claim and a conditional sentence say what has to be done, and that stands in the half beside: "a keeper who cannot swim must leave" rests on more than
    /// the condition of "a keeper shall go if he cannot swim".
    fn is_of_the_duty(&self, half: &Clause) -> bool {
        self.duty
            && !force::says_duty(self.text, half.range.clone())
            && self.sentence_of(half).is_some_and(|sentence| {
                let sides = [
                    sentence.range.start..half.range.start,
                    half.range.end..sentence.range.end,
                ];
                sides
                    .into_iter()
                    .any(|side| force::says_duty(self.text, side))
            })
    }

    /// Whether the claim has none of the words of a conditional sentence that stand in its other half alone.
    fn leaves_out(&self, half: &Clause) -> bool {
        let Some(sentence) = self.sentence_of(half) else {
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
