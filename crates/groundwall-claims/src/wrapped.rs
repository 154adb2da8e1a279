//! What surrounds a statement without stating anything: "Sure, ..", "Based on the documents, ..", "Did you know that ..?"; and sentences that only say what is not known.

use crate::language::ENGLISH;
use crate::split::{finish, looks_like_verb};
use groundwall_text::words::{capitalised, fold, tokens};

/// Openings that stand before each other, at most: "Hello! Sure, based on the documents, ..".
const MOST_OPENINGS: usize = 4;
/// Words of a statement, at least.
const FEWEST: usize = 3;
/// Words by which a sentence names the texts that it speaks from, at most.
const MOST_OF_TEXTS: usize = 10;

/// A sentence without what surrounds its statement; as it is where nothing does, or nothing would be left.
pub(super) fn unwrapped(sentence: &str) -> String {
    if disclaimer(sentence).is_some() {
        return sentence.to_owned();
    }
    let mut rest = asserted(sentence).unwrap_or_else(|| sentence.to_owned());
    for _ in 0..MOST_OPENINGS {
        let Some(behind) = behind_courtesy(&rest).or_else(|| behind_texts(&rest)) else {
            break;
        };
        if !is_statement(behind) {
            break;
        }
        rest = capitalised(behind);
    }
    rest
}

fn is_statement(text: &str) -> bool {
    let verb = || text.split_whitespace().any(looks_like_verb);
    text.split_whitespace().nth(FEWEST - 1).is_some()
        && (verb() || super::classify::holds_value(text))
}

/// What follows a phrase at the start of a text, whatever its letters' case and its apostrophes.
fn behind_phrase<'t>(text: &'t str, phrase: &str) -> Option<&'t str> {
    let mut letters = text.char_indices();
    for wanted in phrase.chars() {
        let (_, letter) = letters.next()?;
        let letter = if letter == '’' { '\'' } else { letter };
        if !letter.to_lowercase().eq(std::iter::once(wanted)) {
            return None;
        }
    }
    Some(letters.as_str())
}

/// What follows "Sure," or "I'm sorry, but".
fn behind_courtesy(text: &str) -> Option<&str> {
    ENGLISH.wrapped.courtesies.iter().find_map(|courtesy| {
        let behind = behind_phrase(text, courtesy)?;
        let parted = behind.trim_start_matches([',', ':', '!', '-', '–', '—']);
        let mut joined = ["that ", "but "].into_iter();
        let rest = parted.trim_start();
        let joined = joined.find_map(|word| behind_phrase(rest, word));
        (parted.len() < behind.len() || (joined.is_some() && rest.len() < parted.len()))
            .then(|| joined.unwrap_or(rest))
    })
}

/// What follows "Based on the provided documents,": words that name no text in particular.
fn behind_texts(text: &str) -> Option<&str> {
    let (naming, rest) = text.split_once(", ")?;
    let wrapped = &ENGLISH.wrapped;
    let words = wrapped
        .from_texts
        .iter()
        .find_map(|opening| behind_phrase(naming, opening))?;
    are_texts(&tokens(words)).then_some(rest)
}

/// Whether some words name the texts that a sentence speaks from, and none in particular: "the provided documents".
fn are_texts(words: &[String]) -> bool {
    let wrapped = &ENGLISH.wrapped;
    let own = |word: &String| wrapped.own_texts.has(word);
    words.len() <= MOST_OF_TEXTS
        && words.iter().any(own)
        && words
            .iter()
            .all(|word| own(word) || wrapped.beside_texts.has(word))
}

/// Whether a sentence only says of the answer itself where it comes from, or that it is whole: it has no word of anything else.
pub(super) fn is_of_answer(sentence: &str) -> bool {
    let wrapped = &ENGLISH.wrapped;
    let mut openings = wrapped.answers.iter();
    let rest = openings.find_map(|opening| behind_phrase(sentence, opening));
    let is_whole = |rest: &&str| !rest.starts_with(char::is_alphanumeric);
    rest.filter(is_whole).is_some_and(|rest| {
        let words = tokens(rest);
        let known = |word: &String| {
            let lists = [
                &wrapped.of_answers,
                &wrapped.own_texts,
                &wrapped.beside_texts,
            ];
            lists.iter().any(|list| list.has(word))
        };
        !words.is_empty() && words.iter().all(known)
    })
}

/// What a question takes for granted: "Did you know that the quay closes at dusk?"
fn asserted(sentence: &str) -> Option<String> {
    let question = sentence.trim_end().strip_suffix('?')?;
    let granted = ENGLISH.wrapped.granted.iter();
    let statement = granted
        .filter_map(|opening| behind_phrase(question, opening))
        .map(str::trim_start)
        .next()?;
    let asks = tokens(statement);
    let asks = asks
        .first()
        .is_some_and(|word| ENGLISH.wrapped.asking.has(word));
    (!asks && is_statement(statement)).then(|| finish(statement))
}

/// What a sentence says behind an apology, where it is that its writer does not know something, or that the texts do not say it.
pub(super) fn disclaimer(sentence: &str) -> Option<&str> {
    let wrapped = &ENGLISH.wrapped;
    let apology = wrapped
        .apologies
        .iter()
        .find_map(|apology| behind_phrase(sentence, apology));
    let parted = apology.map(|rest| rest.trim_start_matches([',', ':', '.', ' ', '!']));
    let rest = parted.unwrap_or(sentence);
    let rest = behind_phrase(rest, "but ").unwrap_or(rest);
    let folded = fold(rest);
    let words = tokens(rest);
    let unknown = || apology.is_some() && wrapped.unknown.within(&folded).is_some();
    let disclaims = if words.is_empty() {
        apology.is_some()
    } else {
        wrapped.ignorance.open(&folded)
            || finds_nothing(&folded)
            || unknown()
            || silent(&words)
            || unstated(&words)
    };
    disclaims.then_some(rest)
}

/// "I cannot tell ..", "I could not find ..".
fn finds_nothing(folded: &str) -> bool {
    let mut unable = ENGLISH.wrapped.unable.iter();
    let rest = unable.find_map(|unable| folded.strip_prefix(unable));
    let verb = rest.and_then(|rest| rest.split(|c: char| !c.is_alphabetic()).next());
    verb.is_some_and(|verb| ENGLISH.wrapped.finding.has(verb))
}

/// "The documents do not say ..", "There is no information about ..".
fn silent(words: &[String]) -> bool {
    let wrapped = &ENGLISH.wrapped;
    let word = |at: usize| words.get(at).map_or("", String::as_str);
    let none = |at: usize| {
        word(at) == "no"
            && wrapped.mention.has(word(at + 1))
            && (words.len() == at + 2 || wrapped.about.has(word(at + 2)))
    };
    if none(0) || (word(0) == "there" && wrapped.be.has(word(1)) && none(2)) {
        return true;
    }
    let Some(denied) = words.iter().position(|word| wrapped.denied.has(word)) else {
        return false;
    };
    let behind = words[denied + 1..]
        .iter()
        .skip_while(|word| *word == "not" || wrapped.plainly.has(word));
    let behind: Vec<&str> = behind.map(String::as_str).collect();
    let says = match behind.as_slice() {
        [verb, ..] if wrapped.saying.has(verb) => true,
        [verb, rest @ ..] if wrapped.holding.has(verb) => {
            rest.iter().take(3).any(|word| wrapped.mention.has(word))
        }
        _ => false,
    };
    says && are_texts(&words[..denied])
}

/// "The opening year is not stated."
fn unstated(words: &[String]) -> bool {
    let wrapped = &ENGLISH.wrapped;
    let Some(at) = words
        .windows(2)
        .position(|pair| wrapped.be.has(&pair[0]) && pair[1] == "not")
    else {
        return false;
    };
    let behind = &words[at + 2..];
    let plainly = behind.iter().take_while(|word| wrapped.plainly.has(word));
    let Some((told, place)) = behind[plainly.count()..].split_first() else {
        return false;
    };
    let in_texts = || {
        let within =
            |(first, texts): (&String, &[String])| wrapped.within.has(first) && are_texts(texts);
        place.split_first().is_some_and(within)
    };
    (wrapped.stated.has(told) && (place.is_empty() || in_texts()))
        || (wrapped.given.has(told) && in_texts())
}
