//! A claim's words beside those of a sentence.

use super::Again;
use super::span::Span;
use super::word::Word;
use crate::language::{KOREAN, Stem};
use groundwall_text::korean::{Clause, Ending, Role, syllables};

/// How two words go together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Pair {
    /// One is the denial of the other.
    opposite: bool,
    /// Whether it ends a clause.
    ends: bool,
    /// Whether it says something of the word behind it alone.
    leans: bool,
}

/// How a claim's verb tells what the sentence's does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Voice {
    Same,
    /// "면제됩니다" of "면제한다".
    Passive,
    /// "면제합니다" of "면제된다".
    Active,
}

/// What the clauses say of a claim, or of what it says in the other voice; `asked` are the words of the question that it answers.
pub(super) fn said(claim: &[Word], span: &Span<'_>, asked: &[Word]) -> Option<Again> {
    let again = compared(claim, span, asked, Voice::Same);
    let (last, before) = claim.split_last()?;
    let rules = &KOREAN.retold;
    let others = [
        (Voice::Passive, &rules.passive, &rules.active),
        (Voice::Active, &rules.active, &rules.passive),
    ];
    let otherwise = |(voice, own, other): (Voice, &Stem, &Stem)| {
        let verb = last.with_verb(own, other)?;
        let claim: Vec<Word> = before.iter().cloned().chain([verb]).collect();
        compared(&claim, span, asked, voice)
    };
    again.or_else(|| others.into_iter().find_map(otherwise))
}

fn compared(claim: &[Word], span: &Span<'_>, asked: &[Word], voice: Voice) -> Option<Again> {
    // Who does it is named on neither side, else the noun that changes its particle could be that one.
    let has_object =
        |word: &Word| word.has(|ending| matches!(ending, Ending::Noun(Role::Object, _)));
    let there = || span.words.iter().copied();
    let doers = match voice {
        Voice::Same => false,
        Voice::Passive => there().any(has_object) && there().any(Word::is_subject),
        Voice::Active => claim.iter().any(has_object) && claim.iter().any(Word::is_subject),
    };
    if doers {
        return None;
    }
    let rules = &KOREAN.retold;
    let mut found: Vec<Option<(usize, Pair)>> = vec![None; claim.len()];
    let mut used = vec![false; span.words.len()];
    // The last word first: it is the verb of both.
    let (last, end) = (claim.len() - 1, span.words.len() - 1);
    let verb = pair(&claim[last], span.words[end], Some(span), voice)?;
    found[last] = Some((end, verb));
    used[end] = true;
    for (at, word) in claim.iter().enumerate().take(last) {
        let fitting = |place: &usize| !used[*place];
        let place = (0..end)
            .filter(fitting)
            .find_map(|place| Some((place, pair(word, span.words[place], None, voice)?)));
        if let Some((place, pair)) = place {
            found[at] = Some((place, pair));
            used[place] = true;
        }
    }
    let denials = found.iter().flatten().filter(|(_, pair)| pair.opposite);
    let denials = denials.count();
    if found.contains(&None) || denials > 1 {
        return None;
    }
    let unused: Vec<usize> = (0..span.words.len())
        .filter(|place| !used[*place])
        .collect();
    let named = |place: &usize| {
        let word = span.words[*place];
        *place < span.topic
            && (word.is(&rules.filling) || asked.iter().any(|own| word.is_like(own)))
    };
    let filling = |place: &usize| *place == 0 && span.words[0].is(&rules.filling);
    if !unused.iter().all(|place| named(place) || filling(place)) {
        return None;
    }
    // A claim that has a subject of its own is about that one.
    let own_subject = claim.iter().any(Word::is_subject);
    if own_subject
        && unused
            .iter()
            .any(|place| *place < span.topic && !filling(place))
    {
        return None;
    }
    if !names_the_same_parts(claim, span, &found) || !in_order(&found, &used) {
        return None;
    }
    if denials == 0 {
        return Some(Again::Same);
    }
    // Of "하지 않을 수 있다" and "일부는 하지 않는다" the denial says no more than that it may be so.
    let whole = claim.iter().chain(span.words.iter().copied());
    let open = |word: &Word| {
        word.is(&rules.indefinite)
            || word.has(|ending| {
                matches!(
                    ending,
                    Ending::Verb {
                        clause: Clause::Told | Clause::Whether,
                        ..
                    }
                )
            })
    };
    let counted = span.words.iter().any(|word| word.value.is_some());
    (verb.opposite && !counted && !whole.into_iter().any(open)).then_some(Again::Opposite)
}

/// Whether no two of a clause's nouns that "는" and "가" mark have changed places: where there are several, each stands where it stood and with the same particle.
fn names_the_same_parts(claim: &[Word], span: &Span<'_>, found: &[Option<(usize, Pair)>]) -> bool {
    let parts = |words: &[&Word]| words.iter().filter(|word| word.is_subject()).count();
    let own: Vec<&Word> = claim.iter().collect();
    if parts(&own).max(parts(&span.words)) < 2 {
        return true;
    }
    let marked: Vec<(&Word, usize)> = claim
        .iter()
        .zip(found)
        .filter(|(word, _)| word.is_subject())
        .filter_map(|(word, found)| Some((word, found.as_ref()?.0)))
        .collect();
    let in_place = marked.windows(2).all(|pair| pair[0].1 < pair[1].1);
    let like = |word: &Word, place: usize| word.is_topic() == span.words[place].is_topic();
    in_place && (marked.len() < 2 || marked.iter().all(|(word, place)| like(word, *place)))
}

/// Whether each word stands in the clause in which it stands on the other side, and before the word that it says something of.
fn in_order(found: &[Option<(usize, Pair)>], used: &[bool]) -> bool {
    let pairs: Vec<(usize, Pair)> = found.iter().flatten().copied().collect();
    let ends: Vec<usize> = pairs
        .iter()
        .filter(|(_, pair)| pair.ends)
        .map(|(place, _)| *place)
        .collect();
    if !ends.is_sorted() {
        return false;
    }
    let clause_there = |place: usize| ends.iter().filter(|end| **end < place).count();
    let mut clause_here = 0;
    for (at, (place, pair)) in pairs.iter().enumerate() {
        if clause_there(*place) != clause_here {
            return false;
        }
        clause_here += usize::from(pair.ends);
        if pair.leans {
            let next = (*place + 1..used.len()).find(|next| used[*next]);
            if pairs.get(at + 1).map(|(next, _)| *next) != next {
                return false;
            }
        }
    }
    true
}

/// Whether a word of a claim and one of a sentence say the same; `verb` where each is the last.
fn pair(claim: &Word, word: &Word, verb: Option<&Span<'_>>, voice: Voice) -> Option<Pair> {
    if !claim.has_value_of(word) {
        return None;
    }
    let opposed = &KOREAN.retold.opposed;
    let pairs = claim
        .readings
        .iter()
        .flat_map(|one| word.readings.iter().map(move |other| (one, other)));
    let mut found: Vec<(bool, Pair)> = Vec::new();
    for (one, other) in pairs {
        let same = one.stem == other.stem;
        let opposite = !same
            && opposed.iter().any(|(yes, no)| {
                (yes.has(&one.stem) && no.has(&other.stem))
                    || (no.has(&one.stem) && yes.has(&other.stem))
            });
        if !same && !opposite {
            continue;
        }
        if let Some(pair) = ended(one.ending, other.ending, verb, voice) {
            let opposite = opposite != (claim.denied != word.denied);
            let noun = matches!(one.ending, Ending::Noun(role, _) if role != Role::Bare)
                && syllables(&one.stem) > 1;
            found.push((noun, Pair { opposite, ..pair }));
        }
    }
    // "보증금을" is a noun rather than a verb before one.
    let noun = found.iter().find(|(noun, _)| *noun);
    noun.or(found.first()).map(|(_, pair)| *pair)
}

fn ended(one: Ending, other: Ending, verb: Option<&Span<'_>>, voice: Voice) -> Option<Pair> {
    let pair = |ends: bool, leans: bool| {
        Some(Pair {
            opposite: false,
            ends,
            leans,
        })
    };
    match (one, other, verb) {
        (Ending::Noun(one, own), Ending::Noun(other, theirs), None) => {
            let alike = one == other
                || matches!(
                    (one, other),
                    (Role::Topic, Role::Subject)
                        | (Role::Subject, Role::Topic)
                        | (Role::Bare | Role::Of, Role::Bare | Role::Of)
                        | (Role::Bare, Role::Object)
                        | (Role::Object, Role::Bare)
                )
                || match voice {
                    Voice::Same => false,
                    Voice::Passive => {
                        matches!((one, other), (Role::Topic | Role::Subject, Role::Object))
                    }
                    Voice::Active => {
                        matches!((one, other), (Role::Object, Role::Topic | Role::Subject))
                    }
                };
            let behind =
                own.filter(|role| *role != Role::Of) == theirs.filter(|role| *role != Role::Of);
            let leans = matches!(one, Role::Bare | Role::Of) && own.is_none();
            (alike && behind).then(|| pair(false, leans)).flatten()
        }
        (
            Ending::Verb {
                clause: Clause::Final,
                past,
            },
            Ending::Verb {
                clause,
                past: other,
            },
            Some(span),
        ) => {
            let final_there = match clause {
                Clause::Final => true,
                Clause::Noun => span.ends,
                Clause::And | Clause::But | Clause::Because => !span.ends,
                Clause::If
                | Clause::While
                | Clause::Now
                | Clause::Then
                | Clause::Will
                | Clause::Once
                | Clause::Not
                | Clause::Asked
                | Clause::Told
                | Clause::Whether
                | Clause::SoThat
                | Clause::Or
                | Clause::Must
                | Clause::Even => false,
            };
            let time = past == other || (!span.ends && clause == Clause::And && past == span.past);
            (final_there && time).then(|| pair(true, false)).flatten()
        }
        (
            Ending::Verb { clause: one, past },
            Ending::Verb {
                clause: other,
                past: before,
            },
            None,
        ) => {
            let alike =
                one == other || (one == Clause::And && other == Clause::Because && past == before);
            let ends = matches!(
                one,
                Clause::And | Clause::But | Clause::Because | Clause::If | Clause::While
            );
            let leans = matches!(
                one,
                Clause::Now | Clause::Then | Clause::Will | Clause::Once | Clause::Not
            );
            (alike && past == before)
                .then(|| pair(ends, leans))
                .flatten()
        }
        _ => None,
    }
}
