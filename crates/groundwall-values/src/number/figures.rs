//! Numbers written in digits.

use super::around::{bound, header, noun_after, with_header};
use super::{Measure, Number, Unit, measure, pounds};
use crate::currency;
use crate::language::ENGLISH;
use crate::plain::Piece;
use groundwall_text::reach::{CLAUSE, PHRASE, before, behind};
use groundwall_text::words::{fold, is_stop};
use regex::{Captures, Match, Regex};
use std::sync::LazyLock;

static NUMBER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(&format!(
        r"(?ix)
        (?P<open>\()?
        (?P<minus>(?:^|[\s(])[-−])?\s?
        (?P<cur>{})?\s?
        (?P<num>\d{{1,3}}(?:\.\d{{3}})+,\d+ | \d{{1,3}}(?:,\d{{2,3}})+(?:\.\d+)? | \d{{1,3}}(?:,\ \d{{3}})+(?:\.\d+)?\b | \d{{1,3}}(?:[\u{{a0}}\u{{202f}}\u{{2009}}]\d{{3}})+\b | \d{{1,3}}(?:['’]\d{{3}})+(?:\.\d+)?\b | \d{{1,3}}(?:\ \d{{3}})?\ 000\b | \d+(?:\.\d+)?)
        (?:\s?(?P<scale>{})\b)?
        (?:\s?(?P<unit>percentage\s?points?|basis\s?points?|bps\b|%포인트|퍼센트포인트|%p\b|percentages?|percent|per\s?cent|%|퍼센트|프로|x\b|times\b|-?fold\b|:\s?1\b|{}))?",
        currency::before_pattern(),
        ENGLISH.scale_pattern(),
        currency::behind_pattern()
    ))
    .expect("the pattern is fixed")
});

/// The expressions of this module.
pub(super) fn expressions() -> Vec<&'static str> {
    vec![NUMBER.as_str()]
}

/// The numbers that a text writes in digits.
pub(super) fn numbers(piece: &Piece<'_>) -> Vec<Number> {
    NUMBER
        .captures_iter(&piece.plain)
        .filter_map(|found| number(piece.text, &found))
        .collect()
}

fn number(text: &str, found: &Captures) -> Option<Number> {
    let (num, currency) = (found.name("num")?, found.name("cur"));
    let (base, decimals) = figure(num.as_str())?;
    let scaled = |scale: Option<&str>| scale.and_then(|scale| ENGLISH.scale(scale)).unwrap_or(1.0);
    let value = base * scaled(found.name("scale").map(|scale| scale.as_str()));
    let unit = found
        .name("unit")
        .filter(|unit| !pounds::is_verb(unit.as_str(), value, text, unit.end()))
        .filter(|unit| !is_program(unit.as_str(), &text[unit.end()..]));
    if is_part(text, &num, currency.is_some(), unit.is_some()) {
        return None;
    }
    let metres = currency.is_none()
        && found
            .name("scale")
            .is_some_and(|scale| is_metres(text, &num, &scale));
    let scale = found
        .name("scale")
        .map(|scale| scale.as_str())
        .filter(|_| !metres);
    let end = match (metres, unit, found.name("scale")) {
        (true, _, _) | (false, None, None) => num.end(),
        (false, Some(last), _) | (false, None, Some(last)) => last.end(),
    };
    let measure = if currency.is_none() && (unit.is_none() || metres) {
        measure::behind(text, end)
    } else {
        unit.filter(|unit| {
            currency.is_none() && pounds::is_weight(unit.as_str(), text, num.start(), end)
        })
        .and_then(|_| Some((Measure::pound()?, end)))
    };
    let letters = text[num.end()..].starts_with(char::is_alphabetic);
    if letters && scale.is_none() && unit.is_none() && measure.is_none() {
        return None;
    }
    let of_basis_points = unit.is_some_and(|unit| is_basis_point(unit.as_str()));
    let factor = scaled(scale) * if of_basis_points { 0.01 } else { 1.0 };
    let (unit, end) = match measure {
        Some((measure, end)) => (Unit::Measure(measure), end),
        None => (unit_of(currency, unit, text, num.start(), end), end),
    };
    let (unit, header) = with_header(unit, header(text, num.start()));
    let parenthesised = found.name("open").is_some()
        && text[end..].starts_with(')')
        && (currency.is_some() || num.as_str().contains(','));
    let counts = matches!(unit, Unit::Count(_) | Unit::Measure(_));
    let start = currency.map_or(num.start(), |sign| sign.start());
    // The sign belongs to what is written: without it two values would read alike.
    let signed = match (found.name("minus"), found.name("open")) {
        (Some(minus), _) => Some(minus.end() - sign(minus.as_str()).len()..end),
        (None, Some(open)) if parenthesised => Some(open.start()..end + 1),
        // "The sample tested negative 12 times."
        (None, _) => negative_word(text, start)
            .filter(|_| !matches!(unit, Unit::Count(_)))
            .map(|from| from..end),
    };
    let written = signed.clone().unwrap_or(start..end);
    Some(Number {
        value: base * factor * if signed.is_some() { -1.0 } else { 1.0 },
        unit,
        bound: bound(text, start, end),
        rounding: if counts && decimals == 0 && scale.is_none() {
            0.0
        } else {
            0.5 * factor * 10f64.powi(-decimals)
        },
        text: text[written.clone()].trim().to_owned(),
        range: written,
        header,
    })
}

/// The minus sign of a match, without what stands before it.
fn sign(minus: &str) -> &str {
    minus.trim_start_matches(|c: char| c == '(' || c.is_whitespace())
}

/// Where the word begins that makes the number behind it one under zero.
fn negative_word(text: &str, number: usize) -> Option<usize> {
    let before = before(text, number, PHRASE).trim_end();
    let word = before.rsplit(|c: char| !c.is_alphabetic()).next()?;
    let end = text[..number].trim_end().len();
    (ENGLISH.negative.has(&word.to_lowercase())).then_some(end - word.len())
}

/// A hundredth of a percentage point: "25 basis points", "25 bps".
fn is_basis_point(unit: &str) -> bool {
    let unit = unit.to_lowercase();
    unit.starts_with("basis") || unit == "bps"
}

/// Whether "프로" begins another word than "percent": "3프로그램", "2프로젝트".
fn is_program(unit: &str, behind: &str) -> bool {
    unit == "프로" && behind.starts_with(['그', '젝', '세', '모', '필', '토'])
}

/// Whether digits are part of a code (A-12, B747, v2) or of a longer figure (1.2.3, 10:30).
fn is_part(text: &str, num: &Match, has_currency: bool, has_unit: bool) -> bool {
    let earlier = &text[..num.start()];
    let mut before = earlier.chars().rev();
    let (last, next_to_last) = (before.next(), before.next());
    let of_a_word = last
        .is_some_and(|c| c.is_alphanumeric() && !has_currency || c == '_' || c == '#' || c == '/');
    let of_a_figure = last == Some('.') && next_to_last.is_some_and(|c| c.is_ascii_digit());
    let of_a_code = last == Some('-')
        && next_to_last.is_some_and(char::is_alphanumeric)
        && !ends_span(text, num, has_unit);
    let mut after = text[num.end()..].chars();
    let goes_on = matches!(after.next(), Some('.' | ':' | '/'))
        && after.next().is_some_and(char::is_alphanumeric)
        && !has_unit;
    of_a_word || of_a_figure || of_a_code || goes_on
}

/// Whether digits end a span that rises: "3-4 months", "ages 0-25", "1,000-1,500". Not what goes on ("555-12-34"), falls ("2014-15") or may be a code ("555-1234").
fn ends_span(text: &str, num: &Match, has_unit: bool) -> bool {
    let Some(earlier) = text[..num.start()].strip_suffix('-') else {
        return false;
    };
    let of_a_figure = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',');
    let first = &earlier[earlier.trim_end_matches(of_a_figure).len()..];
    let ahead = earlier[..earlier.len() - first.len()].chars().next_back();
    let alone = !ahead
        .is_some_and(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '#' | '/' | '+' | ':'));
    let mut behind = text[num.end()..].chars();
    let goes_on = behind.next() == Some('-') && behind.next().is_some_and(|c| c.is_ascii_digit());
    let (Some((low, _)), Some((high, _))) = (figure(first), figure(num.as_str())) else {
        return false;
    };
    let a_value = || {
        high < 1000.0
            || has_unit
            || num.as_str().contains(',')
            || measure::behind(text, num.end()).is_some()
    };
    alone && !goes_on && low < high && a_value()
}

/// The value of digits and how many of them are decimals: `1,234.5` and `1.234,5` alike.
fn figure(written: &str) -> Option<(f64, i32)> {
    let comma_is_last = matches!((written.find('.'), written.find(',')), (Some(point), Some(comma)) if point < comma);
    let plain = if comma_is_last {
        written.replace('.', "").replace(',', ".")
    } else {
        written.replace([',', ' ', '\'', '’', '\u{a0}', '\u{202f}', '\u{2009}'], "")
    };
    let decimals = plain
        .split_once('.')
        .map_or(0, |(_, fraction)| fraction.len());
    Some((plain.parse().ok()?, i32::try_from(decimals).ok()?))
}

/// Whether an "m" behind a number means metres: "900 m", "a 5m wall". "5m users" are millions, and so is what is told of money.
fn is_metres(text: &str, number: &regex::Match, scale: &regex::Match) -> bool {
    if scale.as_str() != "m" {
        return false;
    }
    let rest = behind(text, scale.end(), CLAUSE);
    let next = fold(
        rest.trim_start_matches([' ', '-', '\u{a0}'])
            .split(|c: char| !c.is_alphabetic())
            .next()
            .unwrap_or_default(),
    );
    if rest.starts_with(['²', '³', '/']) || ENGLISH.metres.dimensions.has(&next) {
        return true;
    }
    let counted = rest.starts_with(' ')
        && (next.ends_with('s') && !is_stop(&next) && next.len() > 3 || next == "people");
    let of_money = || {
        let before = fold(before(text, number.start(), CLAUSE));
        ENGLISH.metres.money.within(&before).is_some()
    };
    scale.start() > number.end() && !counted && !of_money()
}

/// The unit that stands before or behind digits.
fn unit_of(
    currency: Option<Match>,
    unit: Option<Match>,
    text: &str,
    start: usize,
    end: usize,
) -> Unit {
    if let Some(sign) = currency {
        return Unit::Currency(currency::code(sign.as_str().trim()));
    }
    let Some(unit) = unit else {
        return without_unit(text, start, end);
    };
    let unit = unit
        .as_str()
        .to_lowercase()
        .replace(char::is_whitespace, "");
    match unit.as_str() {
        "%" | "percent" | "percentage" | "percentages" | "퍼센트" | "프로" => Unit::Percent,
        "percentagepoint" | "percentagepoints" | "%포인트" | "퍼센트포인트" | "%p" => {
            Unit::Points
        }
        name if is_basis_point(name) => Unit::Points,
        "x" | "times" | "fold" | "-fold" | ":1" => Unit::Ratio,
        name => Unit::Currency(currency::code(name)),
    }
}

/// What a number without a unit counts: a ratio where the words before it say so, else the noun behind it.
pub(super) fn without_unit(text: &str, start: usize, end: usize) -> Unit {
    let told = || {
        let before = fold(before(text, start, PHRASE));
        let before = before.trim_end();
        before.ends_with("ratio of") || before.ends_with("factor of")
    };
    let decimal = || text[start..end].contains('.') && names_ratio(before(text, start, PHRASE));
    if told() || decimal() {
        Unit::Ratio
    } else {
        Unit::Count(noun_after(text, end))
    }
}

/// Whether the name of a ratio stands before a bare decimal: an acronym or "ratio", as in "DSCR 1.25", "the DSCR stood at 1.25" or "the debt-to-equity ratio was 1.25".
fn names_ratio(before: &str) -> bool {
    let ratios = &ENGLISH.ratios;
    let mut words = before.split_whitespace().rev();
    let name = words.find(|word| !ratios.behind_name.has(word));
    let name = name.unwrap_or_default().trim_end_matches([':', '=']);
    let is_acronym = name.len() >= 3 && name.chars().all(|letter| letter.is_ascii_uppercase());
    is_acronym || ratios.names.has(&name.to_lowercase())
}
