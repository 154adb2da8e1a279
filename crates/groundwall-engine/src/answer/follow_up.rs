//! A question of a conversation that does not stand alone, read from what was asked before: "and Lufthansa?", "how tall is it?", "why?".
//!
//! By rule, from the words of `data/follow_up.toml`. Where a rule leaves two readings the question stays as it is: a question read wrongly is worse than one that
//! finds nothing. What is read is in the report, and shown.

mod counted;
mod ellipsis;
mod mentions;
mod words;

use super::chat;
use mentions::{Mention, full_names, leading_name, mentions, spaced};
pub(crate) use words::WORDS;
use words::{Word, joined, words};

/// What was asked before, as it was read, and what was answered.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Turn<'a> {
    pub(crate) question: &'a str,
    pub(crate) answer: &'a str,
}

/// Words of a question that may be a follow-up; a longer one says what it is about.
const LONGEST: usize = 24;
/// Words of an answer that are looked at.
const ANSWER: usize = 60;

/// A turn, taken apart.
struct Before {
    words: Vec<Word>,
    mentions: Vec<Mention>,
    answer: Vec<Word>,
}

impl Before {
    fn of(turn: Turn<'_>) -> Option<Self> {
        let words: Vec<Word> = words(turn.question);
        if words.len() < 3 || words.len() > LONGEST || chat::reply(turn.question).is_some() {
            return None;
        }
        let mut answer = self::words::words(turn.answer);
        answer.truncate(ANSWER);
        let mentions = mentions(&words, &spaced(&answer));
        Some(Self {
            words,
            mentions,
            answer,
        })
    }

    /// What "it" stands for: the one thing that was asked about, or the name that the answer found for it.
    fn thing(&self, plural: bool) -> Option<String> {
        let attribute = |mention: &&Mention| {
            self.words
                .get(mention.end)
                .is_some_and(|next| next.bare == "of")
        };
        let subjects: Vec<&Mention> = self
            .mentions
            .iter()
            .filter(|mention| !attribute(mention))
            .collect();
        let [subject] = subjects.as_slice() else {
            return None;
        };
        let own = &self.words[subject.start..subject.end];
        if plural && !subject.named && !own.last()?.bare.ends_with('s') {
            return None;
        }
        if own.iter().any(|word| WORDS.superlative(&word.bare)) {
            return leading_name(&self.answer);
        }
        Some(subject.text(&self.words))
    }

    /// Whom "she" stands for: the one full name in the question, else in the answer.
    fn person(&self) -> Option<String> {
        let asked = full_names(&self.words);
        let names = if asked.is_empty() {
            full_names(&self.answer)
        } else {
            asked
        };
        match names.as_slice() {
            [one] => Some(one.clone()),
            [] | [_, ..] => None,
        }
    }
}

/// Which of some names is one of the same things as another; none where that is not known of one alone.
pub(crate) type Same<'a> = &'a dyn Fn(&str, &[String]) -> Option<usize>;

/// Whether a question is only a part of one and goes on from another: "and Lufthansa?".
pub(crate) fn is_part(question: &str) -> bool {
    let all = words(question);
    let led = all.first().is_some_and(|first| first.bare == "and");
    let rest = &all[usize::from(led)..];
    rest.first().is_some_and(|first| {
        led || opened(rest).is_some()
            || (question.trim().ends_with('?')
                && fragment(rest)
                && !WORDS.asking.contains(&first.bare))
    })
}

/// The question as one that stands alone; none where it does so already, or where it is not sure what it goes on from. `before`: oldest first. `same` tells which of
/// the names in the question before another one takes the place of.
pub(crate) fn stand_alone(question: &str, before: &[Turn<'_>], same: Same<'_>) -> Option<String> {
    let all = words(question);
    if all.is_empty() || all.len() > LONGEST || chat::reply(question).is_some() {
        return None;
    }
    let before = before.iter().rev().find_map(|turn| Before::of(*turn))?;
    let led = all
        .iter()
        .take_while(|word| WORDS.lead_ins.contains(&word.bare))
        .count();
    let rest = &all[led..];
    let first = rest.first()?;
    if rest.len() <= 2
        && WORDS.circumstances.contains(&first.bare)
        && rest.get(1).is_none_or(|word| word.bare == "not")
    {
        return bare(&before, rest).map(|read| format!("{read}?"));
    }
    let read = if let Some(named) = opened(rest) {
        ellipsis::put(&before, named, same)
    } else if WORDS.asking.contains(&first.bare) || WORDS.auxiliary(first) {
        counted::among(&before, rest, led > 0)
            .or_else(|| counted::there(&before, rest))
            .or_else(|| pronoun(&before, rest))
    } else if (led > 0 && all[led - 1].bare == "and")
        || (question.trim().ends_with('?') && fragment(rest))
    {
        ellipsis::put(&before, rest, same)
    } else {
        None
    }?;
    let read = read.trim_end_matches([',', ';', '.', ' ']);
    Some(format!("{}?", groundwall_text::words::capitalised(read)))
}

/// What follows "what about".
fn opened(words: &[Word]) -> Option<&[Word]> {
    let text = spaced(&words[..words.len().min(4)]);
    let opener = WORDS
        .openers
        .iter()
        .filter(|opener| text.starts_with(&format!(" {opener} ")))
        .max_by_key(|opener| opener.len())?;
    Some(&words[opener.split(' ').count()..])
}

/// A few words that can only be a part of a question: a name, a year, or what a preposition begins.
fn fragment(words: &[Word]) -> bool {
    let names = words.iter().all(|word| word.capital || word.number());
    words.len() <= 3 && (names || (words.len() > 1 && WORDS.prepositions.contains(&words[0].bare)))
}

/// "Why?" asks for another circumstance of the same sentence, where that is whole without its question word.
fn bare(before: &Before, asked: &[Word]) -> Option<String> {
    let words = &before.words;
    let start = usize::from(WORDS.circumstances.contains(&words[0].bare));
    let auxiliary = words.get(start).filter(|word| WORDS.auxiliary(word))?;
    let last = words.last()?;
    let whole = start == 0 || WORDS.helping.contains(&auxiliary.bare) || WORDS.verb(last);
    if !whole || asked[0].bare == words[0].bare {
        return None;
    }
    // "Why not?" asks for a "not" that stands there; where to put another is not sure.
    if asked.len() > 1 && !words.iter().any(|word| word.bare == "not") {
        return None;
    }
    let mut rest = words[start..].to_vec();
    rest[0].text = rest[0].text.to_lowercase();
    let asking = groundwall_text::words::capitalised(&asked[0].bare);
    Some(format!("{asking} {}", joined(&rest)))
}

/// The question with its first pronoun said out, where nothing before it in the question is what it stands for.
fn pronoun(before: &Before, words: &[Word]) -> Option<String> {
    let own = |word: &Word| {
        WORDS.things_own.contains(&word.bare) || WORDS.persons_own.contains(&word.bare)
    };
    let place = words.iter().position(|word| {
        WORDS.things.contains(&word.bare) || WORDS.persons.contains(&word.bare) || own(word)
    })?;
    let named = |word: &Word| word.capital || WORDS.determiner(word);
    if place == 0 || words[1..place].iter().any(named) || stands_for_nothing(words, place) {
        return None;
    }
    let word = &words[place];
    let next = words.get(place + 1);
    let possessive = own(word) && next.is_some_and(|next| !word.stop && !WORDS.ends_noun(next));
    let thing = WORDS.things.contains(&word.bare) || WORDS.things_own.contains(&word.bare);
    let name = if thing {
        before.thing(word.bare.starts_with("the"))?
    } else {
        before.person()?
    };
    let name = match (possessive, name.ends_with('s')) {
        (true, true) => format!("{name}'"),
        (true, false) => format!("{name}'s"),
        (false, _) => name,
    };
    let mut read = words.to_vec();
    let mark = word.split().1.to_owned();
    read[place].text = name + &mark;
    Some(joined(&read))
}

/// "Is it allowed to", "how long does it take to", "what time is it".
fn stands_for_nothing(words: &[Word], place: usize) -> bool {
    if words[place].bare != "it" {
        return false;
    }
    let next = words.get(place + 1);
    let to = words[place..].iter().any(|word| word.bare == "to");
    let is =
        |set: &std::collections::HashSet<String>| next.is_some_and(|next| set.contains(&next.bare));
    let time = words[..place].iter().any(|word| word.bare == "time") && next.is_none();
    is(&WORDS.nothing) || (to && is(&WORDS.nothing_to)) || time
}

#[cfg(test)]
mod tests;
