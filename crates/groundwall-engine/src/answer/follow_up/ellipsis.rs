//! A follow-up that only names what changes, put into the question before: "and Lufthansa?", "what about 2019?", "and on Sundays?".

use super::counted::place_or_time;
use super::mentions::Mention;
use super::words::{WORDS, Word, joined};
use super::{Before, Same};
use std::ops::Range;

/// Words that a changed part has, at most.
const PART: usize = 5;

/// The question before, with `part` in the place of what it changes; none where that place is not sure.
pub(super) fn put(before: &Before, part: &[Word], same: Same<'_>) -> Option<String> {
    if part.is_empty() || part.len() > PART {
        return None;
    }
    let led = usize::from(part.len() > 1 && WORDS.prepositions.contains(&part[0].bare));
    let (preposition, rest) = part.split_at(led);
    let preposition = preposition.first();
    let first = rest.first()?;
    // A sentence of its own, or a question in it, is no part of one.
    let clause = |word: &Word| {
        WORDS.auxiliary(word)
            || WORDS.asking.contains(&word.bare)
            || WORDS.ends.contains(&word.bare)
            || WORDS.things.contains(&word.bare)
    };
    if rest.iter().any(clause) {
        return None;
    }
    let own = WORDS.things_own.contains(&first.bare) || WORDS.persons_own.contains(&first.bare);
    if rest.len() == 1 && first.year() {
        return year(before, preposition, first);
    }
    if own {
        return attribute(before, rest.get(1..)?);
    }
    if rest.len() == 1 && preposition.is_none() && first.counts() {
        return number(before, first);
    }
    if let Some(read) = instead(before, rest, same) {
        return Some(read);
    }
    if WORDS.determiner(first) {
        return noun(before, preposition, rest);
    }
    let name = rest.iter().all(|word| word.capital || word.number());
    if name && first.capital {
        let names: Vec<&Mention> = before
            .mentions
            .iter()
            .filter(|mention| mention.named && !mention.article)
            .collect();
        match (names.as_slice(), preposition) {
            ([one], _) if !weekday(before, one) => {
                return Some(replaced(before, one.start..one.end, rest));
            }
            ([] | [_], Some(preposition)) => return phrase(before, preposition, rest),
            ([_], None) => return Some(replaced(before, names[0].start..names[0].end, rest)),
            ([] | [_, _, ..], _) => return None,
        }
    }
    match preposition {
        Some(preposition) => phrase(before, preposition, rest),
        None => plain(before, rest),
    }
}

/// Whether a name stands behind a preposition of time: "on Saturdays".
fn weekday(before: &Before, mention: &Mention) -> bool {
    mention
        .start
        .checked_sub(1)
        .is_some_and(|place| before.words[place].bare == "on")
}

/// The question before with other words in a range; a possessive or a mark at its end stays.
fn replaced(before: &Before, range: Range<usize>, by: &[Word]) -> String {
    let words = &before.words;
    let tail = range
        .end
        .checked_sub(1)
        .map_or("", |last| words[last].split().1);
    let text = joined(by) + tail;
    [
        joined(&words[..range.start]),
        text,
        joined(&words[range.end..]),
    ]
    .iter()
    .filter(|part| !part.is_empty())
    .cloned()
    .collect::<Vec<_>>()
    .join(" ")
}

/// A name in the place of the one of several that is one of the same things: a party in that of a party, a place in that of a place.
fn instead(before: &Before, by: &[Word], same: Same<'_>) -> Option<String> {
    let bare = &by[usize::from(WORDS.determiner(&by[0]))..];
    if bare.is_empty() || !bare.iter().all(|word| word.capital) {
        return None;
    }
    let named: Vec<&Mention> = (before.mentions.iter())
        .filter(|mention| mention.named)
        .collect();
    if named.len() < 2 {
        return None;
    }
    let names: Vec<String> = named
        .iter()
        .map(|mention| mention.text(&before.words))
        .collect();
    let one = named[same(&joined(bare), &names)?];
    Some(replaced(before, one.start..one.end, by))
}

/// "And three?": the one number of the question before that is no year.
fn number(before: &Before, by: &Word) -> Option<String> {
    let mut places = (0..before.words.len())
        .filter(|place| before.words[*place].counts() && !before.words[*place].year());
    let place = places.next().filter(|_| places.next().is_none())?;
    Some(replaced(before, place..place + 1, std::slice::from_ref(by)))
}

fn year(before: &Before, preposition: Option<&Word>, year: &Word) -> Option<String> {
    let years: Vec<usize> = (0..before.words.len())
        .filter(|place| before.words[*place].year())
        .collect();
    match years.as_slice() {
        [one] => Some(replaced(before, *one..one + 1, std::slice::from_ref(year))),
        [] => {
            let word = preposition.map_or("in", |preposition| preposition.text.as_str());
            Some(format!(
                "{} {} {}",
                joined(&before.words),
                word.to_lowercase(),
                year.text
            ))
        }
        [_, _, ..] => None,
    }
}

/// The attribute of "the revenue of Ryanair" or "Ryanair's revenue".
fn attribute(before: &Before, by: &[Word]) -> Option<String> {
    if by.is_empty() {
        return None;
    }
    let words = &before.words;
    let named = |mention: &&Mention| mention.named && !mention.article;
    let owner = before.mentions.iter().find(named)?;
    if words[owner.end - 1].stop && words[owner.end - 1].split().1.starts_with(['\'', '’']) {
        let end = (owner.end..words.len())
            .find(|place| WORDS.ends_noun(&words[*place]))
            .unwrap_or(words.len());
        return (end > owner.end).then(|| replaced(before, owner.end..end, by));
    }
    let of = owner.start.checked_sub(1)?;
    let noun = before
        .mentions
        .iter()
        .find(|mention| mention.article && mention.end == of)?;
    let joins = matches!(words[of].bare.as_str(), "of" | "in" | "for" | "at");
    joins.then(|| replaced(before, noun.start + 1..noun.end, by))
}

/// A noun with its article takes the place of a name like it, of an attribute, or of the one noun that there is.
fn noun(before: &Before, preposition: Option<&Word>, by: &[Word]) -> Option<String> {
    if preposition.is_none()
        && let Some(read) = like(before, by)
    {
        return Some(read);
    }
    let named = by.iter().skip(1).any(|word| word.capital);
    let nouns: Vec<&Mention> = before
        .mentions
        .iter()
        .filter(|mention| mention.article)
        .collect();
    let names = before.mentions.len() - nouns.len();
    if let Some(preposition) = preposition {
        return phrase(before, preposition, by);
    }
    match (nouns.as_slice(), names) {
        ([one], 0) => Some(replaced(before, one.start..one.end, by)),
        ([_], 1) if !named => attribute(before, by.get(1..)?),
        ([], 1) if named => {
            let one = before.mentions[0];
            Some(replaced(before, one.start..one.end, by))
        }
        ([], 0 | 1) if !named => of_the_same(before, by),
        _ => None,
    }
}

/// "The women's race" in the place of "the men's race": a noun of the same last word, with its article.
fn like(before: &Before, by: &[Word]) -> Option<String> {
    let words = &before.words;
    let head = by.last().filter(|head| by.len() > 2 && !head.capital)?;
    let mut places = (1..words.len()).filter(|place| words[*place].bare == head.bare);
    let place = places.next().filter(|_| places.next().is_none())?;
    let start = (place.saturating_sub(PART)..place)
        .rev()
        .find(|start| WORDS.ends_noun(&words[*start]))?;
    WORDS
        .determiner(&words[start])
        .then(|| replaced(before, start..place + 1, by))
}

/// "And the average fare?" behind "How many flights are there in Bergen?": another figure of the same place or time.
fn of_the_same(before: &Before, by: &[Word]) -> Option<String> {
    let counts = before.words.first()?.bare == "how" && before.words.get(1)?.bare == "many";
    let of = place_or_time(&before.words).filter(|_| counts)?;
    Some(format!(
        "What is {} {}",
        joined(by),
        joined(&before.words[of])
    ))
}

/// What a preposition leads: the one that leads the same in the question before is replaced, else it is added at the end.
fn phrase(before: &Before, preposition: &Word, by: &[Word]) -> Option<String> {
    let words = &before.words;
    let places: Vec<usize> = (1..words.len())
        .filter(|place| words[*place].bare == preposition.bare)
        .collect();
    match places.as_slice() {
        [one] => {
            let start = one + 1;
            let skip = usize::from(words.get(start).is_some_and(|word| WORDS.determiner(word)));
            let end = (start + skip..words.len())
                .find(|place| WORDS.ends_noun(&words[*place]))
                .unwrap_or(words.len());
            (end > start).then(|| replaced(before, start..end, by))
        }
        [] if preposition.bare != "of" => Some(format!(
            "{} {} {}",
            joined(words),
            preposition.text.to_lowercase(),
            joined(by)
        )),
        [] | [_, _, ..] => None,
    }
}

/// "and herring?": the one word behind an "of".
fn plain(before: &Before, by: &[Word]) -> Option<String> {
    let words = &before.words;
    let of = words.iter().position(|word| word.bare == "of")?;
    let single = words.get(of + 1).is_some_and(|word| {
        !word.capital
            && !WORDS.ends_noun(word)
            && words.get(of + 2).is_none_or(|next| WORDS.ends_noun(next))
    });
    (single && by.len() <= 2).then(|| replaced(before, of + 1..of + 2, by))
}
