//! Numbers with Korean counters, `data/korean.toml`: "14일", "50,000원", "1억 5천만 원 이상".

use super::{Bound, Number, Unit, measure};
use crate::plain::Piece;
use groundwall_text::korean::{self, Clause, Ending};
use groundwall_text::language::{self, Phrases};
use groundwall_text::reach::{PHRASE, before, behind};
use regex::{Captures, Regex};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::ops::Range;
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
    native: BTreeMap<String, f64>,
    spans: BTreeMap<String, Span>,
}

/// A word that is a number and its unit.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Span {
    value: f64,
    unit: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Counted {
    counters: Phrases,
    spans: BTreeMap<String, String>,
    same: BTreeMap<String, String>,
    behind: Phrases,
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
    let (money, spans) = (KOREAN.currencies.keys(), KOREAN.units.keys());
    let counters = KOREAN.counted.counters.iter();
    let same = KOREAN.counted.same.keys();
    let units = money.chain(spans).chain(same).map(String::as_str);
    let units = longest_first(units.chain(counters));
    Regex::new(&format!(
        r"(?P<all>(?:{digits}[{scales}]+\s?)*(?:{digits}[{scales}]*)?)\s?(?P<unit>{units})"
    ))
    .expect("a test reads the file")
});

/// Numbers of Chinese origin in words: "오천만 원", "삼 년". "이 년" may be "this year", so two stands beside a power of ten alone.
static SPELLED: LazyLock<Regex> = LazyLock::new(|| {
    let digits: String = KOREAN.digits.keys().map(String::as_str).collect();
    let scales = scales();
    let (money, spans) = (KOREAN.currencies.keys(), KOREAN.units.keys());
    let counters = KOREAN.counted.counters.iter().filter(|unit| *unit != "세");
    let units = longest_first(money.chain(spans).map(String::as_str).chain(counters));
    let spans = longest_first(KOREAN.units.keys().map(String::as_str));
    let alone: String = digits.chars().filter(|digit| *digit != '이').collect();
    Regex::new(&format!(
        r"(?P<all>(?:[{digits}{scales}]*[{scales}]\s)*[{digits}{scales}]*[{scales}][{digits}]?)\s?(?P<unit>{units})|(?P<one>[{alone}])\s?(?P<span>{spans})"
    ))
    .expect("a test reads the file")
});

/// Korean numbers before a counter: "다섯 권", "스물두 명", "석 달".
static NATIVE: LazyLock<Regex> = LazyLock::new(|| {
    let numbers = longest_first(KOREAN.native.keys().map(String::as_str));
    let counters = KOREAN.counted.counters.iter();
    let spans = KOREAN.counted.spans.keys().map(String::as_str);
    let same = KOREAN.counted.same.keys().map(String::as_str);
    let units = longest_first(counters.chain(spans).chain(same));
    Regex::new(&format!(
        r"(?P<all>(?:{numbers}){{1,2}})\s?(?P<unit>{units})"
    ))
    .expect("a test reads the file")
});

/// What is a number and a unit in one word: "이틀".
static SPAN: LazyLock<Regex> = LazyLock::new(|| {
    let spans = longest_first(KOREAN.spans.keys().map(String::as_str));
    Regex::new(&format!("(?:{spans})")).expect("a test reads the file")
});

/// Alternatives of a pattern: of those that begin alike the longer goes first.
fn longest_first<'a>(words: impl Iterator<Item = &'a str>) -> String {
    let mut words: Vec<&str> = words.collect();
    words.sort_by_key(|word| std::cmp::Reverse(word.len()));
    words.join("|")
}

fn is_hangul(letter: char) -> bool {
    matches!(letter, '가'..='힣')
}

/// The numbers of a text with Korean counters.
pub(super) fn numbers(piece: &Piece<'_>) -> Vec<Number> {
    if !piece.text.contains(is_hangul) {
        return Vec::new();
    }
    let in_digits = NUMBER.captures_iter(piece.text);
    let in_words = SPELLED.captures_iter(piece.text);
    let native = NATIVE.captures_iter(piece.text);
    let spans = SPAN.find_iter(piece.text);
    in_digits
        .filter_map(|found| number(piece.text, &found))
        .chain(in_words.filter_map(|found| in_chinese(piece.text, &found)))
        .chain(native.filter_map(|found| in_korean(piece.text, &found)))
        .chain(spans.filter_map(|found| span(piece.text, found.range())))
        .collect()
}

/// Whether a Korean word ends with a unit, or goes on with a particle, "이다" or what tells how a quantity is meant: "명은", "명입니다", "시간당"; not "대학" behind "대".
fn is_whole(text: &str, unit: &Range<usize>) -> bool {
    let from = &text[unit.start..];
    let word = &from[..from.find(|c| !is_hangul(c)).unwrap_or(from.len())];
    let rest = &from[unit.len()..word.len().max(unit.len())];
    let stem = korean::stem_of(&text[unit.clone()]);
    let follows = || {
        KOREAN
            .counted
            .behind
            .iter()
            .any(|one| rest.starts_with(one))
    };
    rest.is_empty()
        || follows()
        || korean::readings(word).iter().any(|reading| {
            let fits = match reading.ending {
                Ending::Noun(..) => true,
                Ending::Verb { clause, .. } => {
                    matches!(
                        clause,
                        Clause::Final | Clause::And | Clause::But | Clause::Because | Clause::If
                    )
                }
            };
            fits && reading.stem == stem
        })
}

/// Whether a figure is a part of a date: "2024년", "이천이십사 년", the day of "5월 3일".
fn is_of_a_date(before: &str, value: f64, unit: &str) -> bool {
    match unit {
        "년" => value >= 1000.0,
        "일" => before.trim_end().ends_with('월'),
        _ => false,
    }
}

/// A number in digits.
fn number(text: &str, found: &Captures<'_>) -> Option<Number> {
    let (all, unit) = (found.name("all")?, found.name("unit")?);
    let value = value(all.as_str())?;
    if all.is_empty() || is_of_a_date(&text[..all.start()], value, unit.as_str()) {
        return None;
    }
    figure(text, all.start(), value, unit.range())
}

/// A number of Chinese origin in words.
fn in_chinese(text: &str, found: &Captures<'_>) -> Option<Number> {
    let number = found.name("all").or(found.name("one"))?;
    let unit = found.name("unit").or(found.name("span"))?;
    let value = spelled(number.as_str())?;
    let before = &text[..number.start()];
    // "이 만 원" is 20,000, or "these 10,000".
    let parted = before.split_whitespace().next_back();
    let parted = parted.is_some_and(|word| KOREAN.digits.contains_key(word));
    let of_a_date = is_of_a_date(before, value, unit.as_str());
    if parted || of_a_date || !is_whole(text, &unit.range()) {
        return None;
    }
    figure(text, number.start(), value, unit.range())
}

/// A Korean number before a counter.
fn in_korean(text: &str, found: &Captures<'_>) -> Option<Number> {
    let (all, unit) = (found.name("all")?, found.name("unit")?);
    let words = &KOREAN.native;
    let word = all.as_str();
    let both = || {
        words.iter().find_map(|(ten, tens)| {
            let ones = words.get(word.strip_prefix(ten.as_str())?)?;
            (*tens >= 10.0 && *ones < 10.0).then_some(tens + ones)
        })
    };
    let value = words.get(word).copied().or_else(both)?;
    // "한 명도 없다" counts none.
    let none = value <= 1.0 && text[unit.end()..].starts_with('도');
    if none || !is_whole(text, &unit.range()) {
        return None;
    }
    figure(text, all.start(), value, unit.range())
}

/// A number and its unit in one word.
fn span(text: &str, range: Range<usize>) -> Option<Number> {
    let span = KOREAN.spans.get(&text[range.clone()])?;
    if !is_whole(text, &range) {
        return None;
    }
    let number = figure(text, range.start, span.value, range)?;
    let unit = measure::by_word(&span.unit).map(Unit::Measure)?;
    Some(Number { unit, ..number })
}

/// A number that begins at a place of the text, up to the end of its unit; none where it goes on before that place.
fn figure(text: &str, start: usize, value: f64, unit: Range<usize>) -> Option<Number> {
    let before = &text[..start];
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
    let goes_on = |c: char| c.is_alphanumeric() || matches!(c, '.' | ',' | '-' | '/');
    if ahead.is_some_and(goes_on) && !listed {
        return None;
    }
    let sign = if unsigned.is_some() { -1.0 } else { 1.0 };
    let range = start..unit.end;
    Some(Number {
        value: sign * value,
        unit: counted(&text[unit])?,
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
    let counted = &KOREAN.counted;
    match KOREAN.units.get(unit).or_else(|| counted.spans.get(unit)) {
        Some(word) => measure::by_word(word).map(Unit::Measure),
        None => Some(Unit::Count(
            counted
                .same
                .get(unit)
                .map_or(unit, String::as_str)
                .to_owned(),
        )),
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
        for (text, value, unit) in [
            ("책은 다섯 권까지 빌립니다.", 5.0, "권"),
            ("회원은 스물두 명이다.", 22.0, "명"),
            ("위원은 열두명입니다.", 12.0, "명"),
            ("나이는 스무 살이고", 20.0, "세"),
            ("두 사람이 서명한다.", 2.0, "명"),
            ("20살부터 가입한다.", 20.0, "세"),
            ("한 명만 들어간다.", 1.0, "명"),
        ] {
            let found = numbers(&Piece::of(text));
            let known: Vec<_> = found.iter().map(|one| (one.value, &one.unit)).collect();
            let unit = Unit::Count(unit.to_owned());
            assert_eq!(known, [(value, &unit)], "{text}");
        }
        for (text, value, unit) in [
            ("만기는 삼 년이다.", 3.0, "year"),
            ("십오 년간 보관한다.", 15.0, "year"),
            ("육 개월마다 점검한다.", 6.0, "month"),
            ("석 달 동안", 3.0, "month"),
            ("네 시간씩 일한다.", 4.0, "hour"),
            ("이틀 안에 알린다.", 2.0, "day"),
            ("보름 이내에", 15.0, "day"),
            ("십 일이 지나면", 10.0, "day"),
        ] {
            let found = numbers(&Piece::of(text));
            let known: Vec<_> = found.iter().map(|one| (one.value, &one.unit)).collect();
            assert_eq!(known, [(value, &of(unit))], "{text}");
        }
        for text in [
            "2024년 5월 3일",
            "한 대학",
            "한 개인은",
            "한 명도 없다.",
            "제삼 년",
            "수십 년",
            "이천이십사 년",
            "만년필",
            "세 번째 권",
            "보름달이 뜬다",
            "이틀째 비가 온다",
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
