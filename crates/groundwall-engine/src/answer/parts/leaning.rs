//! A part of a question that leans on the one before it: "and how many with it", "and who its custodian", "and how much a toddler".

use super::{bare, is, listed};
use crate::answer::follow_up::WORDS;
use crate::language::ENGLISH;

/// A question as far as it is needed: what stands before its question word, that word with what belongs to it, and the rest.
struct Frame<'a> {
    lead: &'a [&'a str],
    asking: &'a [&'a str],
    rest: &'a [&'a str],
}

impl<'a> Frame<'a> {
    fn of(words: &'a [&'a str]) -> Option<Self> {
        let from = clause(words);
        let at = words
            .iter()
            .skip(from)
            .position(|word| listed(&ENGLISH.questions.asking, word))?
            + from;
        let how = is(&["how"], words[at]) && at + 1 < words.len();
        let (front, rest) = words.split_at(at + 1 + usize::from(how));
        let (lead, asking) = front.split_at(at);
        Some(Self { lead, asking, rest })
    }

    fn asks_like(&self, other: &Self) -> bool {
        let bares = |words: &[&str]| words.iter().map(|word| bare(word)).collect::<Vec<_>>();
        bares(self.asking) == bares(other.asking)
    }
}

/// Where the clause ends with which a question begins ("When a holder falls behind, after how many days ..?"); 0 where it begins with none.
fn clause(words: &[&str]) -> usize {
    let begins = words.len() > 1
        && is(
            &["when", "if", "while", "once", "where", "after", "before"],
            words[0],
        )
        && !auxiliary(words[1]);
    let end = words.iter().position(|word| word.ends_with(','));
    end.filter(|_| begins).map_or(0, |end| end + 1)
}

fn preposition(word: &str) -> bool {
    WORDS.prepositions.contains(&bare(word)) || opposite(word).is_some()
}

fn opposite(word: &str) -> Option<&'static str> {
    ENGLISH
        .questions
        .opposed
        .iter()
        .find_map(|(one, other)| match bare(word) {
            word if word == *one => Some(other.as_str()),
            word if word == *other => Some(one.as_str()),
            _ => None,
        })
}

fn auxiliary(word: &str) -> bool {
    listed(&ENGLISH.questions.auxiliaries, word)
}

fn article(word: &str) -> bool {
    is(&["the", "a", "an"], word)
}

fn own(word: &str) -> bool {
    listed(&ENGLISH.questions.owners, word)
}

/// The words without the mark behind the last.
fn closed(words: &[&str]) -> String {
    words
        .join(" ")
        .trim_end_matches([',', ';', '?', ' '])
        .to_owned()
}

/// Where the phrase ends that a preposition at `start` leads.
fn phrase_end(words: &[&str], start: usize) -> usize {
    let ends = |word: &str| preposition(word) && !is(&["of"], word) || auxiliary(word);
    (start + 1..words.len())
        .find(|place| ends(words[*place]))
        .unwrap_or(words.len())
}

/// The right question said whole by what the left one says; none where it does not lean on it.
pub(super) fn whole(left: &[&str], right: &[&str]) -> Option<Vec<String>> {
    let (before, own_frame) = (Frame::of(left)?, Frame::of(right)?);
    let read = same_verb(&before, &own_frame)
        .or_else(|| of_them(&before, right))
        .or_else(|| {
            let first = own_frame.rest.first()?;
            if !before.asks_like(&own_frame) || own_frame.rest.iter().any(|word| auxiliary(word)) {
                return None;
            }
            if preposition(first) {
                with_phrase(left, own_frame.rest)
            } else if is(&["that", "those"], first) {
                with_attribute(left, own_frame.rest)
            } else if is(&["how"], own_frame.asking[0]) && article(first) {
                with_subject(&before, own_frame.rest)
            } else if article(first) || own(first) {
                with_predicate(&before, own_frame.rest)
            } else {
                None
            }
        })?;
    Some(read.split_whitespace().map(str::to_owned).collect())
}

/// What stands before the left one's question and holds for the right one too: "In 2019, ..", "When a holder falls behind, ..", "Adding up the wards of Bath, ..".
pub(super) fn lead<'a>(left: &'a [&'a str], right: &[&str]) -> &'a [&'a str] {
    let Some(before) = Frame::of(left) else {
        return &[];
    };
    let end = before.lead.iter().rposition(|word| word.ends_with(','));
    let Some(lead) = end.and_then(|end| before.lead.get(..=end)) else {
        return &[];
    };
    let holds = lead.len() > 1
        && (clause(left) == lead.len()
            || preposition(lead[0])
            || is(&["if", "when"], lead[0])
            || bare(lead[0]).ends_with("ing"));
    let has_one = Frame::of(right).is_none_or(|frame| frame.lead.len() > 1);
    if holds && !has_one { lead } else { &[] }
}

/// The right question with the noun of the left one behind a "how many" that has none of its own: "How many days .., and how many can ..".
pub(super) fn counted<'a>(left: &[&'a str], right: &[&'a str]) -> Vec<&'a str> {
    let many = |words: &[&str]| {
        let at = words
            .windows(2)
            .position(|pair| is(&["how"], pair[0]) && is(&["many", "much"], pair[1]))?;
        Some((at + 2, bare(words[at + 1])))
    };
    let noun = || {
        let ((from, word), (at, own)) = (many(left)?, many(right)?);
        let behind = left.get(from..)?;
        let noun = &behind[..behind.iter().position(|word| auxiliary(word))?];
        let lacks = word == own && auxiliary(right.get(at)?);
        (lacks && !noun.is_empty()).then(|| [&right[..at], noun, &right[at..]].concat())
    };
    noun().unwrap_or_else(|| right.to_vec())
}

/// "Which colour faces up and which faces the front", "Which pump is the oldest and which is the cheapest". What follows "what is" may be asked by itself.
fn same_verb(before: &Frame, right: &Frame) -> Option<String> {
    let verb = right.rest.first()?;
    let at = before
        .rest
        .iter()
        .position(|word| bare(word) == bare(verb))?;
    let noun = &before.rest[..at];
    let fits = before.asks_like(right)
        && is(&["which", "what"], right.asking[0])
        && (1..=3).contains(&at)
        && (!auxiliary(verb) || is(&["which"], right.asking[0]));
    fits.then(|| closed(&[right.asking, noun, right.rest].concat()))
}

/// "How many levels does it have, and which of them may ..": of the levels.
fn of_them(before: &Frame, right: &[&str]) -> Option<String> {
    let at = right
        .windows(2)
        .position(|pair| is(&["of"], pair[0]) && is(&["them", "these", "those"], pair[1]))?;
    let many = before.asking.get(1).is_some_and(|word| is(&["many"], word));
    let noun = &before.rest[..before.rest.iter().position(|word| auxiliary(word))?];
    (many && !noun.is_empty()).then(|| {
        let tail = closed(&right[at + 2..]);
        format!("{} the {} {tail}", right[..=at].join(" "), noun.join(" "))
    })
}

/// The left question with another phrase in the place of the one that the same or the opposite preposition leads; behind it where there is none.
fn with_phrase(left: &[&str], phrase: &[&str]) -> Option<String> {
    let word = bare(phrase[0]);
    let matching = |other: &str| bare(other) == word || opposite(other) == Some(word.as_str());
    let place = left.iter().rposition(|other| matching(other));
    let pronoun = phrase.len() == 2 && listed(&ENGLISH.questions.pronouns, phrase[1]);
    let Some(place) = place else {
        return (phrase.len() > 1 && !pronoun)
            .then(|| format!("{} {}", closed(left), closed(phrase)));
    };
    let end = phrase_end(left, place);
    let object = if pronoun || phrase.len() == 1 {
        &left[place + 1..end]
    } else {
        &phrase[1..]
    };
    let (front, back) = (left[..place].join(" "), closed(&left[end..]));
    Some(format!("{front} {word} {} {back}", closed(object)))
}

/// "How far may the layers of a cube be off, and how far those of a Megaminx".
fn with_attribute(left: &[&str], by: &[&str]) -> Option<String> {
    let place = left.iter().position(|word| is(&["of"], word))?;
    let (of, object) = by.get(1..)?.split_first()?;
    if !is(&["of"], of) || object.is_empty() {
        return None;
    }
    let skipped = place + 1 + usize::from(left.get(place + 1).is_some_and(|word| article(word)));
    // The verb cannot be told from the noun: of an attribute one word, or its names.
    let named = |word: &&&str| word.starts_with(char::is_uppercase);
    let names = left.get(skipped..)?.iter().take_while(named).count();
    let end = (skipped + names.max(1)).min(left.len());
    let (front, back) = (left[..=place].join(" "), closed(&left[end..]));
    Some(format!("{front} {} {back}", closed(object)))
}

/// "How much does an adult get, and how much a toddler of three".
fn with_subject(before: &Frame, subject: &[&str]) -> Option<String> {
    let at = before.rest.iter().position(|word| auxiliary(word))?;
    let behind = &before.rest[at + 1..];
    let end = (0..behind.len())
        .find(|place| preposition(behind[*place]) && !is(&["of"], behind[*place]))
        .unwrap_or(behind.len());
    let be = is(&["is", "are", "was", "were"], before.rest[at]);
    let verb = if be { end } else { end.checked_sub(1)? };
    if verb == 0 {
        return None;
    }
    let front = [before.lead, before.asking, &before.rest[..=at]].concat();
    let (front, back) = (front.join(" "), closed(&behind[verb..]));
    Some(format!("{front} {} {back}", closed(subject)))
}

/// "Who became sponsor of the project and who its custodian".
fn with_predicate(before: &Frame, noun: &[&str]) -> Option<String> {
    let verb = before.rest.first()?;
    let front = [before.lead, before.asking, &[*verb][..]]
        .concat()
        .join(" ");
    if !own(noun[0]) {
        return Some(format!("{front} {}", closed(noun)));
    }
    let of = before.rest.iter().position(|word| is(&["of"], word))?;
    let owner = closed(&before.rest[of + 1..]);
    Some(format!("{front} the {} of {owner}", closed(&noun[1..])))
}
