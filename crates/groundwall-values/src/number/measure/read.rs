//! A unit as it stands behind a number, in a heading, or behind "a".

use super::units::{by_symbol, by_word, singular};
use super::{Measure, Quantity};
use crate::language::ENGLISH;
use groundwall_text::reach::{self, CLAUSE};
use groundwall_text::words::{fold, stem};
use regex::Regex;
use std::sync::LazyLock;

/// The unit that stands behind a number, and the byte at which it ends; of "10 to 15 kg" also behind the first.
pub(in crate::number) fn behind(text: &str, end: usize) -> Option<(Measure, usize)> {
    static RANGE: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"^(?:\s?[-–—]\s?|\s(?:to|and|or)\s)\d+(?:[.,]\d+)*")
            .expect("the pattern is fixed")
    });
    if let Some(second) = RANGE.find(&text[end..]) {
        return read(text, end + second.end()).map(|(measure, _)| (measure, end));
    }
    read(text, end)
}

/// The unit of a column's heading, `Length (km)`, `Weight in kg` or `Days`, and the heading without it.
pub(in crate::number) fn of_heading(heading: &str) -> Option<(Measure, &str)> {
    let whole = |text: &str| {
        read_unit(text)
            .filter(|(_, length)| *length == text.len())
            .map(|(measure, _)| measure)
    };
    if let Some(measure) = whole(heading) {
        return Some((measure, heading));
    }
    let open = heading
        .strip_suffix([')', ']'])
        .and_then(|inner| inner.rfind(['(', '[']).map(|at| (at, &inner[at + 1..])));
    let (at, inner) = open.or_else(|| heading.rfind(" in ").map(|at| (at, &heading[at + 4..])))?;
    Some((whole(inner)?, heading[..at].trim()))
}

/// Where the words end that may stand between a number and its unit, at most two, and whether one of them is "working" or the like.
fn after_qualifiers(text: &str, mut at: usize) -> (usize, bool) {
    let mut working = false;
    for _ in 0..2 {
        let word = reach::behind(text, at, CLAUSE)
            .split([' ', '-'])
            .next()
            .unwrap_or_default();
        let folded = fold(word);
        let known = ENGLISH.periods.working.has(&folded);
        if text[at + word.len()..].is_empty() || !(known || ENGLISH.periods.between.has(&folded)) {
            break;
        }
        working |= known;
        at += word.len() + 1;
    }
    (at, working)
}

/// The unit right behind a number, with words like "consecutive" or "working" before it and what it is counted by.
pub(in crate::number) fn read(text: &str, end: usize) -> Option<(Measure, usize)> {
    let mut at = end;
    let rest = &text[at..];
    let gap = rest.chars().next()?;
    let glued = !matches!(gap, ' ' | '\u{a0}' | '\u{202f}' | '-' | '‑');
    // "51 - year - old": tokens that were joined again.
    let torn = rest.starts_with(" - ");
    at += if torn {
        3
    } else if glued {
        0
    } else {
        gap.len_utf8()
    };
    let hyphen = torn || matches!(gap, '-' | '‑');
    let (at, working) = if glued {
        (at, false)
    } else {
        after_qualifiers(text, at)
    };
    let mut at = at;
    let (mut measure, length) = read_unit(reach::behind(text, at, CLAUSE))?;
    let written = &text[at..at + length];
    // "the 1990s", "20 C students", "10 second-hand cars", "a twelve-bar song".
    let other = match written {
        "s" => glued,
        "C" | "F" => !glued,
        "d" => !glued || is_ordinal(&text[..end]),
        "bar" => hyphen,
        _ => written.eq_ignore_ascii_case("second") && !hyphen,
    };
    if other {
        return None;
    }
    at += length;
    if working {
        if measure.quantity != Quantity::Time || measure.noun != "day" {
            return None;
        }
        (measure.quantity, measure.factor) = (Quantity::WorkingTime, 1.0);
    }
    if measure.per.is_none()
        && let Some((by, length)) = read_per(reach::behind(text, at, CLAUSE))
    {
        measure.per = Some(by);
        at += length;
    } else if measure.per.is_none() {
        measure.per = read_per_apart(reach::behind(text, at, CLAUSE));
        measure.apart = measure.per.is_some();
    }
    Some((measure, at))
}

/// Whether a "d" behind these digits makes an ordinal of them, as older texts write it ("the 22d regiment"), or a dimension ("3d").
fn is_ordinal(text: &str) -> bool {
    text.ends_with(['2', '3']) && !text.ends_with("12") && !text.ends_with("13")
}

/// What a value is counted by: `/h`, "per kilogram", "a week".
fn read_per(rest: &str) -> Option<((Quantity, f64), usize)> {
    static PER: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"^(?i:\s?/\s?|\sper\s|\s(?P<article>an?|each|every)\s)")
            .expect("the pattern is fixed")
    });
    let found = PER.captures(rest)?;
    let start = found.get(0)?.end();
    let (measure, length) = read_unit(&rest[start..])?;
    let time = matches!(measure.quantity, Quantity::Time | Quantity::Calendar);
    // "a" before anything but a time is an article, and before a plural nothing.
    (found.name("article").is_none() || time)
        .then_some(((measure.quantity, measure.factor), start + length))
}

/// What a value is counted by behind what it is of: "of fluid a day".
fn read_per_apart(rest: &str) -> Option<(Quantity, f64)> {
    static OF: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"^ of(?: [\p{L}-]+){1,3}?(?P<per> (?:per|an?|each|every) [\p{L}-]+)")
            .expect("the pattern is fixed")
    });
    let per = OF.captures(rest)?.name("per")?;
    read_per(&rest[per.start()..]).map(|(by, _)| by)
}

/// A unit at the start of a text and how many bytes it takes.
pub(super) fn read_unit(rest: &str) -> Option<(Measure, usize)> {
    static UNIT: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"^(?:(?P<before>(?i:square|sq\.?|cubic|cu\.?|nautical|metric|degrees?|deg\.?))[ \u{a0}-])?(?P<word>[°º]\s?[CF]|[\p{L}µ]+[23]\b|[\p{L}µ]+(?:[-\s](?i:hours?)\b)?[²³]?)")
            .expect("the pattern is fixed")
    });
    let found = UNIT.captures(rest)?;
    let word = found.name("word")?;
    let before = found
        .name("before")
        .map(|before| fold(before.as_str().trim_end_matches('.')));
    let boundary = |end: usize| {
        !rest[end..].starts_with(|next: char| next.is_alphanumeric() || matches!(next, '²' | '³'))
    };
    let known = |end: usize| {
        boundary(end)
            .then(|| named(before.as_deref(), &rest[word.start()..end]))
            .flatten()
            .map(|measure| (measure, end))
    };
    // "kilowatt hours" is a unit, "two litre hours" is not.
    let short = || {
        rest[word.start()..]
            .find([' ', '-'])
            .map(|at| word.start() + at)
            .filter(|end| *end < word.end())
            .and_then(known)
    };
    known(word.end()).or_else(short)
}

/// A unit by its words: "square" and "metres", none and "km".
fn named(before: Option<&str>, word: &str) -> Option<Measure> {
    let symbol = word.trim_end_matches(['²', '³', '2', '3']);
    let power = match word[symbol.len()..].chars().next() {
        Some('²' | '2') => 2,
        Some('³' | '3') => 3,
        _ => match before {
            Some("square" | "sq") => 2,
            Some("cubic" | "cu") => 3,
            _ => 1,
        },
    };
    let mut measure = match before {
        Some("degree" | "degrees" | "deg") => by_symbol(match fold(word).as_str() {
            "c" | "celsius" | "centigrade" => "°C",
            "f" | "fahrenheit" => "°F",
            _ => return None,
        }),
        Some("nautical") => {
            (singular(&fold(word)) == "mile").then(|| Measure::metric(Quantity::Length, 1852.0))
        }
        Some("metric") => {
            (singular(&fold(word)) == "ton").then(|| Measure::metric(Quantity::Mass, 1e6))
        }
        _ => by_symbol(&symbol.replace(' ', "")).or_else(|| by_word(&singular(&fold(symbol)))),
    }?;
    if power > 1 {
        let length = measure.factor;
        (measure.quantity, measure.factor) = match (measure.quantity, power) {
            (Quantity::Length, 2) => (Quantity::Area, length.powi(2)),
            (Quantity::Length, _) => (Quantity::Volume, length.powi(3) * 1000.0),
            _ => return None,
        };
    }
    measure.noun = stem(&fold(word));
    Some(measure)
}
