//! Numbers: value, unit, scale, role.

use crate::words::{self, fold, is_stop, stem};
use crate::{CheckKind, Prepared, Said, Signal};
use groundwall_core::FindingKind;
use groundwall_core::policy::Tolerances;
use regex::Regex;
use std::sync::LazyLock;

/// What a number counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unit {
    /// ISO code, or the sign where the code is not known.
    Currency(String),
    Percent,
    /// `1.25x`, `ratio of 1.25`.
    Ratio,
    /// Stem of the noun behind it, as `vessel`; empty where there is none.
    Count(String),
}

/// A bound that the text puts on a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    Exact,
    /// "about", "nearly", "~".
    About,
    AtLeast,
    MoreThan,
    AtMost,
    LessThan,
}

/// A number in a text.
#[derive(Debug, Clone, PartialEq)]
pub struct Number {
    pub value: f64,
    pub unit: Unit,
    pub bound: Bound,
    /// Half a unit in the last printed place, in the value's own scale; 0 for plain whole numbers, which are exact.
    pub rounding: f64,
    /// As written, with sign, scale and unit.
    pub text: String,
    /// Bytes of the text.
    pub range: std::ops::Range<usize>,
    /// `Header` when the number stands behind `Header:` in a row.
    pub header: Option<String>,
}

static NUMBER: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(
        r"(?ix)
        (?P<open>\()?
        (?P<minus>(?:^|[\s(])[-−])?\s?
        (?P<cur>US\$|\$|€|£|¥|₹|(?:USD|EUR|GBP|INR|KRW|CHF|JPY|CAD|AUD)\s?)?\s?
        (?P<num>\d{1,3}(?:\.\d{3})+,\d+ | \d{1,3}(?:,\d{2,3})+(?:\.\d+)? | \d{1,3}(?:,\ \d{3})+(?:\.\d+)?\b | \d+(?:\.\d+)?)
        (?:\s?(?P<scale>thousand|million|billion|trillion|lakhs?|crores?|bn|mn|k|m|b|tn)\b)?
        (?:\s?(?P<unit>percentage\s?points?|percentages?|percent|per\s?cent|%|x\b|times\b|:\s?1\b|dollars?|euros?|pounds?|rupees?|won\b|yen\b|USD\b|EUR\b|GBP\b|INR\b|KRW\b|CHF\b))?",
    )
    .expect("the pattern is fixed")
});

const UNITS: [&str; 20] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];
const TENS: [&str; 8] = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];

/// The value of a single number word, as `twelve`; none for `one`, which is mostly a pronoun.
pub fn word_value(word: &str) -> Option<f64> {
    if word == "one" {
        return None;
    }
    simple_value(word).or(match word {
        "hundred" => Some(100.0),
        "thousand" => Some(1e3),
        "million" => Some(1e6),
        "billion" => Some(1e9),
        _ => None,
    })
}

fn simple_value(word: &str) -> Option<f64> {
    let unit = UNITS.iter().position(|unit| *unit == word).map(|place| place as f64);
    unit.or_else(|| TENS.iter().position(|tens| *tens == word).map(|place| (place as f64 + 2.0) * 10.0))
}

/// All numbers of a text, in order, without years, dates, clock times and parts of codes.
pub fn extract(text: &str) -> Vec<Number> {
    let taken = crate::date::ranges(text);
    let inside = |range: &std::ops::Range<usize>| taken.iter().any(|other| other.start < range.end && range.start < other.end);
    let mut numbers: Vec<Number> =
        NUMBER.captures_iter(text).filter_map(|found| digits(text, &found)).filter(|number| !inside(&number.range)).collect();
    numbers.extend(spelled(text).into_iter().filter(|number| !inside(&number.range)));
    numbers.sort_by_key(|number| number.range.start);
    numbers
}

fn digits(text: &str, found: &regex::Captures) -> Option<Number> {
    let num = found.name("num")?;
    // Part of a code (A-12, B747, v2) or of a longer figure (1.2.3, 10:30).
    let before = text[..num.start()].chars().next_back();
    let after = text[num.end()..].chars().next();
    let second = text[num.end()..].chars().nth(1);
    if before.is_some_and(|c| c.is_alphanumeric() && found.name("cur").is_none() || c == '_' || c == '#' || c == '/') {
        return None;
    }
    if before == Some('.') && text[..num.start() - 1].ends_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let dash_code = before == Some('-') && text[..num.start() - 1].ends_with(char::is_alphanumeric);
    let glued = matches!(after, Some('.' | ':' | '/' | '-')) && second.is_some_and(char::is_alphanumeric) && found.name("unit").is_none();
    let letters = after.is_some_and(char::is_alphabetic) && found.name("scale").is_none() && found.name("unit").is_none();
    let suffix: String = text[num.end()..].chars().take_while(|c| c.is_alphabetic()).collect();
    let measured = [
        "km", "m", "cm", "mm", "kg", "g", "mg", "ml", "l", "h", "kW", "MW", "GW", "kWh", "MWh", "C", "F", "GB", "MB", "TB", "ha", "t", "kg",
    ];
    if dash_code || (glued && after != Some('-')) || (letters && !measured.contains(&suffix.as_str())) {
        return None;
    }
    let raw = num.as_str();
    let plain = if raw.contains('.') && raw.contains(',') && raw.find('.') < raw.find(',') {
        raw.replace('.', "").replace(',', ".")
    } else {
        raw.replace([',', ' '], "")
    };
    let base: f64 = plain.parse().ok()?;
    let decimals = plain.split_once('.').map_or(0, |(_, fraction)| fraction.len());
    let scale_text = found.name("scale").map(|scale| scale.as_str());
    let scale = scale_text.map_or(1.0, scale_of);
    let unit_text = found.name("unit").map(|unit| unit.as_str().to_lowercase().replace(char::is_whitespace, ""));
    let currency = found.name("cur").map(|sign| sign.as_str().trim()).filter(|sign| !sign.is_empty());
    let end = found.get(0)?.end();
    let unit = unit_of(currency, unit_text.as_deref(), text, num.start(), end);
    let parenthesised = found.name("open").is_some() && text[end..].starts_with(')') && (currency.is_some() || raw.contains(','));
    let negative = found.name("minus").is_some() || parenthesised;
    let value = base * scale * if negative { -1.0 } else { 1.0 };
    let whole_count = matches!(unit, Unit::Count(_)) && decimals == 0 && scale_text.is_none();
    let rounding = if whole_count { 0.0 } else { 0.5 * scale * 10f64.powi(-(decimals as i32)) };
    let start = found.name("cur").filter(|sign| !sign.as_str().is_empty()).map_or(num.start(), |sign| sign.start());
    Some(Number {
        value,
        unit,
        bound: bound(text, start, end),
        rounding,
        text: text[start..end].trim().to_owned(),
        range: start..end,
        header: header(text, start),
    })
}

fn scale_of(word: &str) -> f64 {
    match word.to_lowercase().trim_end_matches('s') {
        "thousand" | "k" => 1e3,
        "million" | "mn" | "m" => 1e6,
        "billion" | "bn" | "b" => 1e9,
        "trillion" | "tn" => 1e12,
        "lakh" => 1e5,
        "crore" => 1e7,
        _ => 1.0,
    }
}

fn unit_of(currency: Option<&str>, unit: Option<&str>, text: &str, start: usize, end: usize) -> Unit {
    let code = |sign: &str| {
        match sign.to_uppercase().as_str() {
            "$" | "US$" | "USD" | "DOLLAR" | "DOLLARS" => "USD",
            "€" | "EUR" | "EURO" | "EUROS" => "EUR",
            "£" | "GBP" | "POUND" | "POUNDS" => "GBP",
            "₹" | "INR" | "RUPEE" | "RUPEES" => "INR",
            "¥" | "JPY" | "YEN" => "JPY",
            "KRW" | "WON" => "KRW",
            other => return other.to_owned(),
        }
        .to_owned()
    };
    if let Some(sign) = currency {
        return Unit::Currency(code(sign));
    }
    match unit {
        Some("%" | "percent" | "percentage" | "percentages" | "percentagepoint" | "percentagepoints") => Unit::Percent,
        Some("x" | "times" | ":1") => Unit::Ratio,
        Some(word) => Unit::Currency(code(word)),
        None if fold(&text[..start]).trim_end().ends_with("ratio of") => Unit::Ratio,
        None if text[start..end].contains('.') && names_ratio(&text[..start]) => Unit::Ratio,
        None => Unit::Count(noun_after(text, end)),
    }
}

/// Whether an acronym stands right before a bare decimal, as in "DSCR 1.25" or "the DSCR was 1.25".
fn names_ratio(before: &str) -> bool {
    let mut words = before.split_whitespace().rev();
    let last = words.next().unwrap_or_default();
    let name = if ["is", "was", "of", "at", "to"].contains(&last) { words.next().unwrap_or_default() } else { last };
    name.len() >= 3 && name.chars().all(|letter| letter.is_ascii_uppercase())
}

/// Stem of the noun behind a number: the last of up to three words before punctuation or a function word.
fn noun_after(text: &str, end: usize) -> String {
    let rest = &text[end..];
    let phrase = rest.split(['.', ',', ';', ':', '(', ')', '!', '?', '"', '\n']).next().unwrap_or_default();
    if !phrase.is_empty()
        && !phrase.starts_with([' ', '-', '\u{a0}'])
        && !phrase.starts_with(char::is_alphabetic)
        && !phrase.starts_with('°')
    {
        return String::new();
    }
    let words: Vec<String> =
        phrase.split([' ', '-', '\u{a0}']).map(fold).filter(|word| !word.is_empty()).take(3).take_while(|word| !is_stop(word)).collect();
    let Some(first) = words.first() else { return String::new() };
    // The head noun is plural more often than its modifiers: "12 new container cranes".
    let head = words.iter().find(|word| word.ends_with('s') && word.len() > 3).unwrap_or(first);
    stem(head)
}

fn bound(text: &str, start: usize, end: usize) -> Bound {
    let before = fold(&text[..start]);
    let before = before.trim_end();
    let ends = |words: &[&str]| {
        words.iter().any(|word| before.ends_with(word) && !before[..before.len() - word.len()].ends_with(char::is_alphanumeric))
    };
    let after = fold(&text[end..]);
    if ends(&["more than", "over", "above", "exceeding", "exceeds", "exceeded", "greater than", ">"]) {
        Bound::MoreThan
    } else if ends(&["less than", "under", "below", "fewer than", "<"]) {
        Bound::LessThan
    } else if ends(&["at least", "no fewer than", "no less than", "minimum of", "≥"])
        || after.trim_start().starts_with("or more")
        || after.starts_with('+')
    {
        Bound::AtLeast
    } else if ends(&["at most", "up to", "no more than", "maximum of", "≤"]) || after.trim_start().starts_with("or less") {
        Bound::AtMost
    } else if ends(&[
        "about",
        "around",
        "approximately",
        "roughly",
        "nearly",
        "almost",
        "some",
        "circa",
        "ca.",
        "approx.",
        "~",
        "≈",
        "close to",
    ]) {
        Bound::About
    } else {
        Bound::Exact
    }
}

/// `Header` of `Header: 12.` in a row's text.
fn header(text: &str, start: usize) -> Option<String> {
    let before = text[..start].trim_end();
    let name = before.strip_suffix(':')?;
    let from = name.rfind(". ").map_or(0, |at| at + 2);
    Some(name[from..].trim().to_owned())
}

static SPELLED: LazyLock<Regex> = LazyLock::new(|| {
    let small = format!("{}|{}", TENS.join("|"), UNITS[2..].iter().rev().copied().collect::<Vec<_>>().join("|"));
    Regex::new(&format!(
        r"(?i)\b(?P<all>(?:(?:a|one|{small})(?:[-\s](?:{small}|one))?)(?:\s(?:hundred|thousand|million|billion)(?:\s(?:and\s)?(?:{small})(?:-(?:{small}|one))?)?)*)\b(?P<pct>\s(?:percent|per cent))?"
    ))
    .expect("the pattern is fixed")
});

fn spelled(text: &str) -> Vec<Number> {
    let mut numbers = Vec::new();
    for found in SPELLED.captures_iter(text) {
        let Some(all) = found.name("all") else { continue };
        // "a dozen"-like articles belong to scales only: "a hundred", but "a twelve-bar blues".
        let article = all.as_str().len() > 2
            && all.as_str()[..2].eq_ignore_ascii_case("a ")
            && !["hundred", "thousand", "million", "billion"].iter().any(|scale| fold(&all.as_str()[2..]).starts_with(scale));
        let start = all.start() + if article { 2 } else { 0 };
        let folded = fold(&text[start..all.end()]);
        let words: Vec<&str> = folded.split([' ', '-']).filter(|word| *word != "and").collect();
        if words.len() == 1 && matches!(words[0], "a" | "one") {
            continue;
        }
        let Some(value) = words_value(&words) else { continue };
        let end = found.get(0).map_or(all.end(), |whole| whole.end());
        let unit = if found.name("pct").is_some() { Unit::Percent } else { unit_of(None, next_currency(text, end), text, start, end) };
        numbers.push(Number {
            value,
            unit,
            bound: bound(text, start, end),
            rounding: 0.0,
            text: text[start..end].to_owned(),
            range: start..end,
            header: header(text, start),
        });
    }
    numbers
}

fn next_currency(text: &str, end: usize) -> Option<&'static str> {
    let rest = fold(&text[end..]);
    ["dollars", "euros", "pounds", "rupees"].into_iter().find(|word| rest.trim_start().starts_with(word))
}

fn words_value(words: &[&str]) -> Option<f64> {
    let (mut total, mut group, mut any) = (0.0_f64, 0.0_f64, false);
    for word in words {
        match *word {
            "a" => group = 1.0,
            "hundred" => group = group.max(1.0) * 100.0,
            "thousand" | "million" | "billion" => {
                total += group.max(1.0) * scale_of(word);
                group = 0.0;
            }
            other => group += simple_value(other)?,
        }
        any |= *word != "a";
    }
    (any && !(words.len() > 1
        && words[0] == "a"
        && words[1] != "hundred"
        && words[1] != "thousand"
        && words[1] != "million"
        && words[1] != "billion"))
        .then_some(total + group)
}

/// How a claim's number relates to a source's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fit {
    Equal,
    /// Within a band that the policy or the claim's own "about" allows.
    WithinTolerance,
    Different,
}

/// Compares a claim's number with a source's of the same unit. Deviation = |claim − source| / |source|, bound inclusive; a source of 0 needs equality.
pub fn fit(claim: &Number, source: &Number, tolerances: &Tolerances) -> Fit {
    let difference = (claim.value - source.value).abs();
    let slack = 1e-9 * source.value.abs().max(1.0);
    match claim.bound {
        Bound::MoreThan if source.value > claim.value => return Fit::Equal,
        Bound::AtLeast if source.value + slack >= claim.value => return Fit::Equal,
        Bound::LessThan if source.value < claim.value => return Fit::Equal,
        Bound::AtMost if source.value <= claim.value + slack => return Fit::Equal,
        _ => {}
    }
    if difference <= slack || (claim.rounding > 0.0 && difference <= claim.rounding + slack) {
        return Fit::Equal;
    }
    let band = match &claim.unit {
        Unit::Currency(_) => tolerances.currency,
        Unit::Percent => tolerances.percentage,
        Unit::Ratio => tolerances.ratio,
        Unit::Count(_) => 0.0,
    };
    let band = if claim.bound == Bound::About { band.max(tolerances.approximate) } else { band };
    if source.value != 0.0 && difference / source.value.abs() <= band + 1e-9 { Fit::WithinTolerance } else { Fit::Different }
}

/// Whether two numbers can be compared at all: same currency, both percentages, both ratios, or counts of the same thing.
pub fn comparable(claim: &Number, source: &Number) -> bool {
    match (&claim.unit, &source.unit) {
        (Unit::Currency(a), Unit::Currency(b)) => a == b,
        (Unit::Percent, Unit::Percent) | (Unit::Ratio, Unit::Ratio | Unit::Count(_)) | (Unit::Count(_), Unit::Ratio) => true,
        // A table's cell has its unit in the header or nowhere.
        (_, Unit::Count(noun)) => {
            noun.is_empty() || source.header.is_some() || matches!(&claim.unit, Unit::Count(other) if other.is_empty() || other == noun)
        }
        _ => false,
    }
}

/// Whether a different value of `source` is a clash: the unit names the same thing, or the header is a word of the claim.
fn same_role(claim: &Number, source: &Number, claim_text: &str) -> bool {
    if let Some(header) = &source.header {
        let present = crate::words::stems(claim_text);
        return crate::words::ContentWords::of(header).coverage_of(&present) >= 0.99;
    }
    match (&claim.unit, &source.unit) {
        (Unit::Count(a), Unit::Count(b)) => a == b && !a.is_empty(),
        (Unit::Count(_), _) | (_, Unit::Count(_)) => false,
        _ => true,
    }
}

/// Whether the words before a number deny it: "does not have 5.5 million". What is denied may differ from the evidence.
fn denied(claim: &str, number: &Number) -> bool {
    let before = words::tokens(&claim[..number.range.start]);
    before.iter().rev().take(6).any(|word| matches!(word.as_str(), "not" | "never" | "no" | "neither" | "nor") || word.ends_with("n't"))
}

/// The numbers of a claim against its windows and what surrounds them.
pub fn check(prepared: &Prepared, tolerances: &Tolerances) -> Vec<Said> {
    let numbers = extract(prepared.claim);
    if numbers.is_empty() {
        return Vec::new();
    }
    let found: Vec<Vec<Number>> = prepared.sources.iter().map(|source| extract(source.text)).collect();
    let (closest, same_subject) = (prepared.closest(), prepared.same_subject());
    let judge = |number| judge(prepared, number, &found, &closest, &same_subject, tolerances);
    numbers.iter().filter_map(judge).collect()
}

fn judge(
    prepared: &Prepared,
    number: &Number,
    found: &[Vec<Number>],
    closest: &[usize],
    same_subject: &[usize],
    tolerances: &Tolerances,
) -> Option<Said> {
    let fits = |place: usize| {
        let candidates = found[place].iter().filter(|source| comparable(number, source));
        candidates
            .map(|source| (fit(number, source, tolerances), source))
            .filter(|(fit, _)| *fit != Fit::Different)
            .min_by_key(|(fit, _)| *fit as u8)
    };
    let say = |signal, source: Option<usize>, expected: Option<String>, note: String| Said {
        check: CheckKind::Number,
        signal,
        kind: match signal {
            Signal::Absent => FindingKind::InventedStatistic,
            Signal::Warning => FindingKind::WithinTolerance,
            Signal::Passed | Signal::Clash | Signal::Impossible => FindingKind::NumericMismatch,
        },
        detected: number.text.clone(),
        expected,
        source,
        note,
    };
    let passed = |place: usize, fit: Fit, source: &Number| {
        let note = format!("{} stands in the evidence as {}", number.text, source.text);
        match fit {
            Fit::WithinTolerance => say(
                Signal::Warning,
                Some(place),
                Some(source.text.clone()),
                format!("{} is within tolerance of {}", number.text, source.text),
            ),
            Fit::Equal | Fit::Different => say(Signal::Passed, Some(place), Some(source.text.clone()), note),
        }
    };
    if let Some((place, (fit, source))) = closest.iter().find_map(|place| fits(*place).map(|hit| (*place, hit))) {
        return Some(passed(place, fit, source));
    }
    let denied = denied(prepared.claim, number);
    for place in same_subject.iter().filter(|_| !denied) {
        let mut rivals: Vec<&Number> =
            found[*place].iter().filter(|source| comparable(number, source) && same_role(number, source, prepared.claim)).collect();
        rivals.dedup_by(|a, b| (a.value - b.value).abs() < f64::EPSILON);
        if let [rival] = rivals.as_slice() {
            let note = format!("the claim says {}, the evidence {}", number.text, rival.text);
            return Some(say(Signal::Clash, Some(*place), Some(rival.text.clone()), note));
        }
    }
    // Elsewhere in the evidence, of another subject or of one that the words do not show, and counts of what has another name there.
    let elsewhere = (0..found.len()).find_map(|place| fits(place).map(|hit| (place, hit)));
    if let Some((place, (fit, source))) = elsewhere {
        return Some(passed(place, fit, source));
    }
    let equal = |source: &&Number| counted(number) && counted(source) && fit(number, source, tolerances) == Fit::Equal;
    if let Some((place, source)) = (0..found.len()).find_map(|place| found[place].iter().find(equal).map(|source| (place, source))) {
        return Some(passed(place, Fit::Equal, source));
    }
    // Beside the windows it may belong to anything: the check is silent and the judge decides.
    let beside = prepared.sources.iter().any(|source| {
        extract(source.context).iter().any(|other| (other.value - number.value).abs() <= 1e-9 * number.value.abs())
            || written(source.text, &number.text)
            || written(source.context, &number.text)
    });
    let silent = beside || denied || counted_by_eye(number) || is_duration(number, prepared);
    (!silent).then(|| say(Signal::Absent, None, None, format!("{} stands nowhere in the evidence", number.text)))
}

/// Two, three or four of something: readers count them where the text only names them.
fn counted_by_eye(number: &Number) -> bool {
    number.value >= 2.0 && number.value <= 4.0 && matches!(&number.unit, Unit::Count(noun) if !noun.is_empty())
}

/// Years between two dates of the evidence are computed by the reader, not read.
fn is_duration(number: &Number, prepared: &Prepared) -> bool {
    let years = matches!(&number.unit, Unit::Count(noun) if ["year", "decad", "month", "centuri"].contains(&noun.as_str()));
    years && prepared.sources.iter().any(|source| crate::date::extract(source.text).iter().any(|date| date.year.is_some()))
}

fn counted(number: &Number) -> bool {
    matches!(number.unit, Unit::Count(_))
}

/// Whether the digits of a number stand in a text as they are written, as part of a telephone number or a code.
fn written(text: &str, number: &str) -> bool {
    number.bytes().any(|byte| byte.is_ascii_digit())
        && text.match_indices(number).any(|(at, _)| {
            let (before, after) = (text[..at].chars().next_back(), text[at + number.len()..].chars().next());
            !before.is_some_and(char::is_alphanumeric) && !after.is_some_and(char::is_alphanumeric)
        })
}

#[cfg(test)]
mod tests;
