//! A follow-up that counts on: "how many of them were late?", "and how many people live there?".

use super::Before;
use super::words::{WORDS, Word, joined};
use std::ops::Range;

/// What leads to a place or a time.
const LEADS: [&str; 5] = ["in", "at", "on", "during", "for"];

/// The one phrase of a place or a time, a name or a number behind its preposition; none where there are several.
pub(super) fn place_or_time(words: &[Word]) -> Option<Range<usize>> {
    let phrase = |start: usize| {
        let leads = LEADS.contains(&words[start].bare.as_str());
        let first = start + 1;
        let skip = usize::from(words.get(first).is_some_and(|word| WORDS.determiner(word)));
        let end = (first + skip..words.len())
            .find(|place| WORDS.ends_noun(&words[*place]))
            .unwrap_or(words.len());
        let named = words[first..end]
            .iter()
            .any(|word| word.capital || word.year());
        (leads && named).then_some(start..end)
    };
    let mut phrases = (0..words.len()).filter_map(phrase);
    phrases.next().filter(|_| phrases.next().is_none())
}

/// What the question before counts, with its place or time: "the deaths in 2016" of "How many deaths from all causes were there in 2016?".
fn counted(before: &Before) -> Option<String> {
    let words = &before.words;
    if words.first()?.bare != "how" || words.get(1)?.bare != "many" {
        return None;
    }
    let is = |place: usize, word: &str| words.get(place).is_some_and(|next| next.bare == word);
    let start = if is(2, "of") && is(3, "the") { 4 } else { 2 };
    let end = (start..words.len()).find(|place| WORDS.ends_noun(&words[*place]))?;
    let of = place_or_time(words).filter(|of| of.start >= end && end > start)?;
    Some(format!(
        "the {} {}",
        joined(&words[start..end]),
        joined(&words[of])
    ))
}

/// "How many of them were late?", and where it is led so, "and how many were late?".
pub(super) fn among(before: &Before, words: &[Word], led: bool) -> Option<String> {
    let [how, many, next, ..] = words else {
        return None;
    };
    if how.bare != "how" || many.bare != "many" {
        return None;
    }
    let of_them = next.bare == "of"
        && words
            .get(3)
            .is_some_and(|them| matches!(them.bare.as_str(), "them" | "those" | "these"))
        && words.get(4).is_some_and(|verb| WORDS.auxiliary(verb));
    let elided = led && WORDS.be.contains(&next.bare) && words.len() > 3 && !is_there(&words[3]);
    let rest = match (of_them, elided) {
        (true, _) => &words[4..],
        (false, true) => &words[2..],
        (false, false) => return None,
    };
    // One that says its own place or time is about another.
    if place_or_time(rest).is_some() {
        return None;
    }
    Some(format!("how many of {} {}", counted(before)?, joined(rest)))
}

fn is_there(word: &Word) -> bool {
    word.bare == "there"
}

/// "How many people live there?": in the one place that the question before names.
pub(super) fn there(before: &Before, words: &[Word]) -> Option<String> {
    let (last, rest) = words.split_last()?;
    let verb = rest.last()?;
    if !is_there(last) || WORDS.be.contains(&verb.bare) {
        return None;
    }
    let of = place_or_time(&before.words)?;
    let of = &before.words[of];
    let place = of[0].bare == "in" || of[0].bare == "at";
    let is_year = of[1..].iter().any(Word::year);
    (place && !is_year).then(|| format!("{} {}", joined(rest), joined(of)))
}
