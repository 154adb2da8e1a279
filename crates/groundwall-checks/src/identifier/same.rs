//! Whether a text has an identifier, in whatever form people write it.

use super::extract::{Identifier, Shape, WORD, starts_sentence};
use super::lists::{OPTIONAL, PEOPLES};
use crate::words::{fold, is_stop, tokens};
use regex::Regex;
use std::sync::LazyLock;
use unicode_segmentation::UnicodeSegmentation as _;

static DOTTED: LazyLock<Regex> = LazyLock::new(|| Regex::new(r"\b(?:\p{Lu}\.){1,4}\p{Lu}\b\.?").expect("the pattern is fixed"));

/// Whether every word of a name occurs in a text, whatever its case, diacritics, possessive, title or legal form. "German" occurs in "Germany".
pub fn occurs(name: &str, text: &str) -> bool {
    let present = tokens(text);
    tokens(name)
        .iter()
        .filter(|word| !is_stop(word) && !OPTIONAL.contains(&word.trim_end_matches('.')))
        .all(|word| present.iter().any(|other| same_word(word, other)))
}

fn same_word(a: &str, b: &str) -> bool {
    if a == b || a.trim_end_matches('s') == b.trim_end_matches('s') {
        return true;
    }
    let shared = a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count();
    if PEOPLES.iter().any(|(one, other)| (a == *one && b == *other) || (a == *other && b == *one)) {
        return true;
    }
    // Iran and Iranian, Italy and Italian.
    let people = |word: &str| ["ian", "ians", "ean", "eans", "ish", "ese"].iter().any(|ending| word.ends_with(ending));
    if shared >= 4 && people(a) != people(b) && a.chars().count().abs_diff(b.chars().count()) <= 3 {
        return true;
    }
    shared >= 5 && shared + 3 >= a.chars().count().max(b.chars().count())
}

/// `U.S` in a text that says "United States".
fn acronym_spelled_out_if_short(name: &str, text: &str) -> bool {
    name.len() <= 5 && name.chars().all(char::is_uppercase) && name.len() >= 2 && acronym_spelled_out(name, text)
}

pub(super) fn acronym_spelled_out(acronym: &str, text: &str) -> bool {
    let wanted: Vec<char> = acronym.trim_end_matches('s').to_lowercase().chars().collect();
    let words = tokens(text);
    let strict: Vec<char> = words.iter().filter_map(|word| word.chars().next()).collect();
    let loose: Vec<char> = words.iter().filter(|word| !is_stop(word)).filter_map(|word| word.chars().next()).collect();
    [strict, loose].iter().any(|initials| initials.windows(wanted.len()).any(|window| window == wanted))
}

/// `U.S.` as `US`: the dots of single letters go.
fn undotted(text: &str) -> String {
    DOTTED.replace_all(text, |found: &regex::Captures| found[0].replace('.', "")).into_owned()
}

/// A name of several words whose initials stand in a text as an acronym: "Primary Care Physician" and "PCP".
fn abbreviated(name: &str, text: &str) -> bool {
    let initials: String = name.split_whitespace().filter_map(|word| word.chars().next()).filter(|first| first.is_uppercase()).collect();
    initials.chars().count() >= 2 && text.unicode_words().any(|word| word.trim_end_matches('s') == initials)
}

/// A name that the text shortens to its last word, as a surname, and that no other first name goes before: "Barack Obama" in "Obama was born".
fn shortened(name: &str, text: &str) -> bool {
    let words: Vec<&str> = name.split_whitespace().collect();
    let (Some(last), true) = (words.last(), words.len() >= 2) else { return false };
    let capital = |word: &str| word.chars().next().is_some_and(char::is_uppercase);
    if !words.iter().all(|word| capital(word)) {
        return false;
    }
    let (mut alone, mut other) = (false, false);
    let mut before: Option<regex::Match> = None;
    for word in WORD.find_iter(text) {
        let written = word.as_str().trim_end_matches('.').trim_end_matches("'s").trim_end_matches("’s");
        let same = fold(written) == fold(last) && capital(word.as_str());
        if same {
            let joined = before.filter(|before| {
                &text[before.end()..word.start()] == " " && capital(before.as_str()) && !starts_sentence(text, before.start())
            });
            let titled = |title: &str| OPTIONAL.contains(&fold(title.trim_end_matches('.')).as_str());
            match joined {
                Some(first) if !titled(first.as_str()) && !words.contains(&first.as_str()) => other = true,
                Some(_) | None => alone = true,
            }
        }
        before = Some(word);
    }
    alone && !other
}

pub(super) fn stands_in(identifier: &Identifier, text: &str) -> bool {
    let squash = |text: &str| fold(text).replace([' ', '-', '/'], "");
    match identifier.shape {
        Shape::Name => {
            let plain = undotted(text);
            occurs(&undotted(&identifier.text), &plain)
                || abbreviated(&identifier.text, &plain)
                || acronym_spelled_out_if_short(&undotted(&identifier.text), &plain)
                || shortened(&identifier.text, text)
                || (identifier.text.len() >= 8 && squash(text).contains(squash(&identifier.text).trim_end_matches('s')))
        }
        Shape::Acronym => {
            let plain = undotted(text);
            occurs(&identifier.text, &plain) || acronym_spelled_out(&identifier.text, &plain)
        }
        Shape::Code | Shape::Email | Shape::Url => squash(text).contains(&squash(&identifier.text)),
    }
}
