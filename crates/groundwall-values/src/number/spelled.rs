//! Numbers written in words: "twenty-one", "a hundred and five", "three point five", "threefold".

use super::around::{bound, header, with_header};
use super::figures::without_unit;
use super::{Measure, Number, Unit, measure, pounds, word_value};
use crate::currency;
use crate::language::ENGLISH;
use crate::plain::Piece;
use groundwall_text::reach::{PHRASE, before, behind};
use groundwall_text::words::fold;
use regex::Regex;
use std::sync::LazyLock;

static SPELLED: LazyLock<Regex> = LazyLock::new(|| {
    let small = ENGLISH.small_pattern();
    Regex::new(&format!(
        r"(?i)\b(?P<all>zero|(?:(?:a|one|{small})(?:[-\s](?:{small}|one))?)(?:\s(?:hundred|thousand|million|billion)(?:\s(?:and\s)?(?:{small})(?:-(?:{small}|one))?)?)*)\b(?P<decimals>\spoint(?:[\s-](?:zero|oh|one|{small})\b)+)?(?P<pct>\s(?:percentage points?|percent|per cent)\b)?"
    ))
    .expect("the pattern is fixed")
});

static FOLD: LazyLock<Regex> = LazyLock::new(|| {
    let small = ENGLISH.small_pattern();
    Regex::new(&format!(
        r"(?i)\b(?P<word>{small}|hundred|thousand)-?fold\b"
    ))
    .expect("the pattern is fixed")
});

/// The expressions of this module.
pub(super) fn expressions() -> Vec<&'static str> {
    vec![SPELLED.as_str(), FOLD.as_str()]
}

/// The numbers that a text writes in words.
pub(super) fn numbers(piece: &Piece<'_>) -> Vec<Number> {
    let text = piece.text;
    let folds = FOLD.captures_iter(&piece.plain).filter_map(|found| {
        let (whole, word) = (found.get(0)?, found.name("word")?);
        let value = word_value(&fold(word.as_str()))?;
        Some(worded(
            text,
            value,
            Unit::Ratio,
            whole.range(),
            header(text, whole.start()),
        ))
    });
    let mut numbers: Vec<Number> = folds.collect();
    for found in SPELLED.captures_iter(&piece.plain) {
        let Some(all) = found.name("all") else {
            continue;
        };
        // "a dozen"-like articles belong to scales only: "a hundred", but "a twelve-bar blues".
        let article = all.as_str().len() > 2
            && all.as_str()[..2].eq_ignore_ascii_case("a ")
            && !["hundred", "thousand", "million", "billion"]
                .iter()
                .any(|scale| fold(&all.as_str()[2..]).starts_with(scale));
        let start = all.start() + if article { 2 } else { 0 };
        let folded = fold(&text[start..all.end()]);
        let words: Vec<&str> = folded
            .split([' ', '-'])
            .filter(|word| *word != "and")
            .collect();
        let end = found.get(0).map_or(all.end(), |whole| whole.end());
        let (half, end) = half(text, end);
        let measure = measure::behind(text, end);
        let decimals = found.name("decimals").map(|found| found.as_str());
        let alone = words.len() == 1
            && half.is_none()
            && decimals.is_none()
            && (words[0] == "a"
                || words[0] == "zero"
                || (words[0] == "one" && !(measure.is_some() && is_a_period(text, start, end))));
        if alone || text[end..].starts_with("-fold") {
            continue;
        }
        let Some(value) = words_value(&words) else {
            continue;
        };
        let decimals = decimals.map_or(Some(0.0), decimals_value);
        let Some(value) = decimals.map(|decimals| value + decimals) else {
            continue;
        };
        let value = half.map_or(value, |scale| (value + 0.5) * scale);
        let percent = found.name("pct").map(|found| {
            if found.as_str().contains("point") {
                Unit::Points
            } else {
                Unit::Percent
            }
        });
        let (unit, end) = match (percent, measure) {
            (Some(percent), _) => (percent, end),
            (None, Some((measure, end))) => (Unit::Measure(measure), end),
            (None, None) => (
                next_currency(text, start, end).unwrap_or_else(|| without_unit(text, start, end)),
                end,
            ),
        };
        let (unit, header) = with_header(unit, header(text, start));
        numbers.push(worded(text, value, unit, start..end, header));
    }
    numbers
}

/// The scale that "and a half" has behind it ("one and a half million", else 1), and where it ends; none where it does not stand here.
fn half(text: &str, end: usize) -> (Option<f64>, usize) {
    const HALF: &str = " and a half";
    if !text[end..].starts_with(HALF) {
        return (None, end);
    }
    let end = end + HALF.len();
    let word = text[end..]
        .strip_prefix(' ')
        .and_then(|rest| rest.split(|c: char| !c.is_alphabetic()).next())
        .unwrap_or_default();
    match ENGLISH.spelled(word) {
        Some(scale) => (Some(scale), end + 1 + word.len()),
        None => (Some(1.0), end),
    }
}

pub(super) fn worded(
    text: &str,
    value: f64,
    unit: Unit,
    range: std::ops::Range<usize>,
    header: Option<String>,
) -> Number {
    let bound = bound(text, range.start, range.end);
    Number {
        value,
        unit,
        bound,
        rounding: 0.0,
        text: text[range.clone()].to_owned(),
        range,
        header,
    }
}

/// Whether "one" before a unit is a number: "for one year", "a one-year lease". "One day it rained" says no length.
fn is_a_period(text: &str, start: usize, end: usize) -> bool {
    let before = fold(before(text, start, PHRASE));
    text[end..].starts_with('-')
        || before
            .split_whitespace()
            .next_back()
            .is_some_and(|word| ENGLISH.periods.before_one.has(word))
}

pub(super) fn next_currency(text: &str, start: usize, end: usize) -> Option<Unit> {
    let rest = fold(behind(text, end, PHRASE));
    let name = currency::named(rest.trim_start())?;
    let weight = pounds::is_weight(name, text, start, end + " ".len() + name.len());
    let pound = weight.then(Measure::pound).flatten();
    Some(pound.map_or_else(|| Unit::Currency(currency::code(name)), Unit::Measure))
}

/// The value of decimals in words, digit by digit or as one number: "point five four", "point twenty-five".
fn decimals_value(written: &str) -> Option<f64> {
    let folded = fold(written);
    let mut digits = String::from("0.");
    let mut tens: Option<f64> = None;
    for word in folded
        .split([' ', '-'])
        .skip_while(|word| *word != "point")
        .skip(1)
    {
        let value = match word {
            "oh" => 0.0,
            word => ENGLISH.simple(word)?,
        };
        match tens.take() {
            Some(tens) if value > 0.0 && value < 10.0 => {
                digits.push_str(&(tens + value).to_string());
            }
            Some(tens) => digits.push_str(&format!("{tens}{value}")),
            None if value >= 20.0 => tens = Some(value),
            None => digits.push_str(&value.to_string()),
        }
    }
    if let Some(tens) = tens {
        digits.push_str(&tens.to_string());
    }
    digits.parse().ok()
}

fn words_value(words: &[&str]) -> Option<f64> {
    let (mut total, mut group) = (0.0_f64, 0.0_f64);
    for word in words {
        match *word {
            "a" => group = 1.0,
            "hundred" => group = group.max(1.0) * 100.0,
            "thousand" | "million" | "billion" => {
                total += group.max(1.0) * ENGLISH.spelled(word)?;
                group = 0.0;
            }
            other => group += ENGLISH.simple(other)?,
        }
    }
    Some(total + group)
}
