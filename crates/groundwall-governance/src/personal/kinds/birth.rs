//! Dates of birth: a whole date behind a word that says so, or right before one.

use crate::personal::language::LANGUAGE;
use crate::personal::{Candidate, Kind, Sure, context, number_stands_alone};
use groundwall_text::language::Phrases;
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

/// How far behind the word the date may begin, in bytes: `born in Hamburg on`.
const REACH: usize = 48;
/// The longest date, in bytes.
const DATE_LENGTH: usize = 48;

static WORDS: LazyLock<Regex> = LazyLock::new(|| {
    let any = |list: &Phrases| list.iter().collect::<Vec<_>>().join("|");
    let birth = &LANGUAGE.birth;
    let (words, unparted) = (any(&birth.expressions), any(&birth.unparted));
    Regex::new(&format!(r"(?i)\b(?:{words})\b|{unparted}")).expect("a test reads the file")
});

const DATE_PATTERN: &str = r"(?ix:
        (?<y1>\d{4})[-/.](?<m1>\d{1,2})[-/.](?<d1>\d{1,2})
        | (?<d2>\d{1,2})\ ?[./-]\ ?(?<m2>\d{1,2})\ ?[./-]\ ?(?<y2>\d{4}|\d{2})
        | (?<d3>\d{1,2})(?:st|nd|rd|th|er|º|\.)?\ (?:of\ |de\ )?(?<m3>\p{L}{3,12})\.?,?\ (?:de\ |del\ )?(?<y3>\d{4}|['’]\d{2})
        | (?<m4>\p{L}{3,12})\.?\ (?<d4>\d{1,2})(?:st|nd|rd|th)?,?\ (?<y4>\d{4}|['’]\d{2})
        | (?<y5>\d{4})\ ?[年년]\ ?(?<m5>\d{1,2})\ ?[月월]\ ?(?<d5>\d{1,2})\ ?[日일])";

static DATE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(DATE_PATTERN).expect("the pattern is fixed"));

fn behind() -> String {
    LANGUAGE.birth.behind.iter().collect::<Vec<_>>().join("|")
}

/// What says behind a date that it is one of birth. Few texts have any, and dates are looked for in those alone.
static BEHIND: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(&behind()).expect("a test reads the file"));

/// A date with that behind it.
static BEFORE: LazyLock<Regex> = LazyLock::new(|| {
    let behind = behind();
    Regex::new(&format!("(?<date>{DATE_PATTERN})(?:{behind})")).expect("a test reads the file")
});

pub(in crate::personal) fn find(text: &str, found: &mut Vec<Candidate>) {
    if BEHIND.is_match(text) {
        for parts in BEFORE.captures_iter(text) {
            if let Some(date) = parts.name("date").filter(|_| is_date(&parts)) {
                take(text, date.range(), found);
            }
        }
    }
    for word in WORDS.find_iter(text) {
        if is_of_a_thing(text, word.start()) {
            continue;
        }
        let mut end = (word.end() + REACH + DATE_LENGTH).min(text.len());
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        let window = text.get(word.end()..end).unwrap_or_default();
        let Some(parts) = DATE.captures(window) else {
            continue;
        };
        let Some(date) = parts.get(0) else { continue };
        let between = window.get(..date.start()).unwrap_or_default();
        let range = word.end() + date.start()..word.end() + date.end();
        if leads_to(between) && is_date(&parts) {
            take(text, range, found);
        }
    }
}

/// Whether what is born there is no person: "The ferry was born on 3 May 1984".
fn is_of_a_thing(text: &str, word: usize) -> bool {
    let before = context::before(text, word, REACH).to_lowercase();
    let mut words = before
        .rsplit(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty());
    let verb = words
        .next()
        .is_some_and(|word| LANGUAGE.birth.between.has(word));
    let subject = words.find(|word| !LANGUAGE.birth.between.has(word));
    verb && subject.is_some_and(|subject| LANGUAGE.birth.things.has(subject))
}

fn take(text: &str, range: Range<usize>, found: &mut Vec<Candidate>) {
    if number_stands_alone(text, &range) {
        found.push(Candidate {
            kind: Kind::DateOfBirth,
            range,
            country: None,
            sure: Sure::Labelled,
        });
    }
}

/// Whether the words between still speak of the date: no other figure, no end of a sentence, no end of a paragraph.
fn leads_to(between: &str) -> bool {
    let ends = between
        .match_indices(['.', '!', '?', ';'])
        .any(|(at, _)| context::ends_sentence(between.get(..at).unwrap_or_default()));
    between.len() <= REACH
        && !ends
        && !between.contains("\n\n")
        && !between.contains(|c: char| c.is_ascii_digit())
}

fn is_date(parts: &regex::Captures) -> bool {
    let part = |letter: char| {
        (1..=5).find_map(|form| Some(parts.name(&format!("{letter}{form}"))?.as_str()))
    };
    let (Some(day), Some(month), Some(year)) = (part('d'), part('m'), part('y')) else {
        return false;
    };
    // `'84`
    let year = year.trim_start_matches(['\'', '’']);
    let number = |text: &str| text.parse::<u32>().ok();
    let months = match number(month) {
        // the American order has the month first
        Some(month) => {
            (1..=12).contains(&month) || number(day).is_some_and(|day| (1..=12).contains(&day))
        }
        None => {
            let month = month.to_lowercase();
            LANGUAGE.birth.months.open(&month)
        }
    };
    let days = |text: &str| number(text).is_none_or(|day| (1..=31).contains(&day));
    let years = year.len() == 2 || number(year).is_some_and(|year| (1850..2100).contains(&year));
    months && days(day) && days(month) && years
}
