//! Numbers with Korean counters, `data/korean.toml`: "14일", "50,000원", "1억 5천만 원 이상".

use super::{Bound, Number, Unit, measure};
use crate::plain::Piece;
use groundwall_text::language::{self, Phrases};
use groundwall_text::reach::{PHRASE, before, behind};
use regex::Regex;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Korean {
    scales: BTreeMap<String, f64>,
    currencies: BTreeMap<String, String>,
    units: BTreeMap<String, String>,
    counted: Counted,
    bounds: Bounds,
    digits: BTreeMap<String, f64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Counted {
    counters: Phrases,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Bounds {
    before_about: Phrases,
    before_at_least: Phrases,
    before_at_most: Phrases,
    at_least: Phrases,
    at_most: Phrases,
    more_than: Phrases,
    less_than: Phrases,
}

static KOREAN: LazyLock<Korean> =
    LazyLock::new(|| language::read("data/korean.toml", include_str!("../../data/korean.toml")));

/// All scales, one letter each.
fn scales() -> String {
    KOREAN.scales.keys().map(String::as_str).collect()
}

static FIGURE: LazyLock<Regex> = LazyLock::new(|| {
    let scales = scales();
    Regex::new(&format!(r"(?P<digits>[\d,.]+)(?P<scales>[{scales}]*)"))
        .expect("a test reads the file")
});

static NUMBER: LazyLock<Regex> = LazyLock::new(|| {
    let scales = scales();
    let digits = r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?";
    let mut units: Vec<&str> = KOREAN
        .currencies
        .keys()
        .chain(KOREAN.units.keys())
        .map(String::as_str)
        .chain(KOREAN.counted.counters.iter())
        .collect();
    // Of units that begin alike the longer goes first.
    units.sort_by_key(|unit| std::cmp::Reverse(unit.len()));
    let units = units.join("|");
    Regex::new(&format!(
        r"(?P<all>(?:{digits}[{scales}]+\s?)*(?:{digits}[{scales}]*)?)\s?(?P<unit>{units})"
    ))
    .expect("a test reads the file")
});

/// A number in words with a power of ten: "오천만 원"; one without is as often another word ("이 년").
static SPELLED: LazyLock<Regex> = LazyLock::new(|| {
    let digits: String = KOREAN.digits.keys().map(String::as_str).collect();
    let scales = scales();
    let units: Vec<&str> = KOREAN
        .currencies
        .keys()
        .map(String::as_str)
        .chain(KOREAN.counted.counters.iter())
        .filter(|unit| *unit != "세")
        .collect();
    let units = units.join("|");
    Regex::new(&format!(
        r"(?P<all>(?:[{digits}{scales}]*[{scales}]\s)*[{digits}{scales}]*[{scales}][{digits}]?)\s?(?P<unit>{units})"
    ))
    .expect("a test reads the file")
});

/// The numbers of a text with Korean counters.
pub(super) fn numbers(piece: &Piece<'_>) -> Vec<Number> {
    let is_hangul = |c: char| matches!(c, '가'..='힣');
    if !piece.text.contains(is_hangul) {
        return Vec::new();
    }
    let in_digits = NUMBER.captures_iter(piece.text).map(|found| (found, true));
    let in_words = SPELLED
        .captures_iter(piece.text)
        .map(|found| (found, false));
    in_digits
        .chain(in_words)
        .filter_map(|(found, digits)| number(piece.text, &found, digits))
        .collect()
}

fn number(text: &str, found: &regex::Captures<'_>, digits: bool) -> Option<Number> {
    let (all, unit) = (found.name("all")?, found.name("unit")?);
    let before = &text[..all.start()];
    // Of "A-5명" and "3-5명" the hyphen is no sign.
    let unsigned = before.strip_suffix(['-', '−']).filter(|rest| {
        let last = rest.chars().next_back();
        last.is_none_or(|c| c.is_whitespace() || c == '(')
    });
    let ahead = unsigned.unwrap_or(before).chars().next_back();
    // "1쌍,1개" are two numbers and "10,000원" is one.
    let listed = before
        .strip_suffix(',')
        .is_some_and(|rest| !rest.ends_with(|c: char| c.is_ascii_digit()));
    if all.is_empty()
        || ahead.is_some_and(|c| c.is_alphanumeric() || matches!(c, '.' | ',' | '-' | '/'))
            && !listed
    {
        return None;
    }
    let sign = if unsigned.is_some() { -1.0 } else { 1.0 };
    // "이 만 원" is 20,000, or "these 10,000".
    let parted = || {
        let last = before.split_whitespace().next_back();
        last.is_some_and(|word| KOREAN.digits.contains_key(word))
    };
    if !digits && parted() {
        return None;
    }
    let read = if digits { value } else { spelled };
    let value = sign * read(all.as_str())?;
    // "2024년" is a year and "5월 3일" a day of one.
    let of_a_date = match unit.as_str() {
        "년" => value >= 1000.0,
        "일" => text[..all.start()].trim_end().ends_with('월'),
        _ => false,
    };
    if of_a_date {
        return None;
    }
    let range = all.start()..unit.end();
    Some(Number {
        value,
        unit: counted(unit.as_str())?,
        bound: bound(text, range.start, range.end),
        rounding: 0.0,
        text: text[range.clone()].to_owned(),
        range,
        header: None,
    })
}

/// The sum of digits with the scales behind them: "1억 5천만" is 150 million.
fn value(written: &str) -> Option<f64> {
    let mut sum = 0.0;
    for figure in FIGURE.captures_iter(written) {
        let digits = figure.name("digits")?.as_str().replace(',', "");
        let scales = figure.name("scales").map_or("", |scales| scales.as_str());
        let mut value: f64 = digits.parse().ok()?;
        for scale in scales.chars() {
            value *= KOREAN.scales.get(scale.encode_utf8(&mut [0; 4]) as &str)?;
        }
        sum += value;
    }
    Some(sum)
}

/// The value of a number in words: "오천만" is 50 million, "만" ten thousand.
fn spelled(written: &str) -> Option<f64> {
    let (mut sum, mut below, mut digit) = (0.0, 0.0, 0.0);
    for letter in written.chars().filter(|letter| *letter != ' ') {
        let mut bytes = [0; 4];
        let letter: &str = letter.encode_utf8(&mut bytes);
        if let Some(value) = KOREAN.digits.get(letter) {
            digit = *value;
            continue;
        }
        let scale = *KOREAN.scales.get(letter)?;
        if scale < 10_000.0 {
            below += f64::max(digit, 1.0) * scale;
        } else {
            sum += f64::max(below + digit, 1.0) * scale;
            below = 0.0;
        }
        digit = 0.0;
    }
    Some(sum + below + digit)
}

fn counted(unit: &str) -> Option<Unit> {
    if let Some(code) = KOREAN.currencies.get(unit) {
        return Some(Unit::Currency(code.clone()));
    }
    match KOREAN.units.get(unit) {
        Some(word) => measure::by_word(word).map(Unit::Measure),
        None => Some(Unit::Count(unit.to_owned())),
    }
}

fn bound(text: &str, start: usize, end: usize) -> Bound {
    let bounds = &KOREAN.bounds;
    let after = behind(text, end, PHRASE).trim_start();
    let ahead = before(text, start, PHRASE).trim_end();
    let follows = |words: &Phrases| words.iter().any(|word| after.starts_with(word));
    let leads = |words: &Phrases| words.iter().any(|word| ahead.ends_with(word));
    if follows(&bounds.more_than) {
        Bound::MoreThan
    } else if follows(&bounds.less_than) {
        Bound::LessThan
    } else if follows(&bounds.at_least) || leads(&bounds.before_at_least) {
        Bound::AtLeast
    } else if follows(&bounds.at_most) || leads(&bounds.before_at_most) {
        Bound::AtMost
    } else if leads(&bounds.before_about) {
        Bound::About
    } else {
        Bound::Exact
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_scales_and_bounds_are_read() {
        let won = || Unit::Currency("KRW".to_owned());
        let of = |word: &str| Unit::Measure(measure::by_word(word).unwrap());
        for (text, value, unit, bound) in [
            ("수수료는 50,000원입니다.", 5e4, won(), Bound::Exact),
            ("한도는 5천만원이다.", 5e7, won(), Bound::Exact),
            ("보증금은 1억 5천만 원 이상", 1.5e8, won(), Bound::AtLeast),
            ("약 3만 2,500원", 32_500.0, won(), Bound::About),
            (
                "철회 기간은 14일 이내입니다.",
                14.0,
                of("day"),
                Bound::AtMost,
            ),
            ("한도는 오천만 원이다.", 5e7, won(), Bound::Exact),
            ("보증금은 일억 이천만원 이상", 1.2e8, won(), Bound::AtLeast),
            ("계획은 10개년이다.", 10.0, of("year"), Bound::Exact),
            ("만기는 6개월이며", 6.0, of("month"), Bound::Exact),
            (
                "최대 12명까지",
                12.0,
                Unit::Count("명".to_owned()),
                Bound::AtMost,
            ),
            (
                "직원은 -5명이다.",
                -5.0,
                Unit::Count("명".to_owned()),
                Bound::Exact,
            ),
        ] {
            let found = numbers(&Piece::of(text));
            assert_eq!(found.len(), 1, "{text} {found:?}");
            assert_eq!(
                (found[0].value, &found[0].unit, found[0].bound),
                (value, &unit, bound),
                "{text}"
            );
        }
        let listed = numbers(&Piece::of("1쌍,2개"));
        assert_eq!(listed.len(), 1, "{listed:?}");
        for text in [
            "2024년 5월 3일",
            "A-14일",
            "제3조",
            "오늘은 일요일",
            "3.5%",
            "수만 원",
            "이 년",
        ] {
            assert!(numbers(&Piece::of(text)).is_empty(), "{text}");
        }
    }
}
