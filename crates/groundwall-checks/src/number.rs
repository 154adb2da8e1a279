//! Numbers: value, unit, scale, role. Read here, compared in `compare`.

use crate::reach::{CLAUSE, PHRASE, PIECE, Ranges, before, behind, pieces};
use crate::words::{fold, is_stop, stem};
use regex::Regex;
use std::sync::LazyLock;

mod clock;
mod compare;
mod measure;
mod share;
mod spelled;
pub use compare::{Fit, as_the_evidence_writes, check, comparable, fit, ratio, same_unit};
pub use measure::{Measure, Quantity};
use spelled::worded;

/// What a number counts.
#[derive(Debug, Clone, PartialEq)]
pub enum Unit {
    /// ISO code, or the sign where the code is not known.
    Currency(String),
    Percent,
    /// Percentage points: two of them are not two percent.
    Points,
    /// `1.25x`, `ratio of 1.25`.
    Ratio,
    /// `50 mg`, `21 days`, `12 square miles`, `90 km/h`.
    Measure(Measure),
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

impl Bound {
    /// Whether both are limits on the same side.
    fn limits_like(self, other: Self) -> bool {
        let side = |bound: Self| match bound {
            Self::AtLeast | Self::MoreThan => Some(1),
            Self::AtMost | Self::LessThan => Some(-1),
            Self::Exact | Self::About => None,
        };
        side(self).is_some() && side(self) == side(other)
    }
}

/// A number in a text.
#[derive(Debug, Clone, PartialEq)]
pub struct Number {
    /// As written, in its own unit.
    pub value: f64,
    pub unit: Unit,
    pub bound: Bound,
    /// Half a unit in the last printed place, in the value's own scale; 0 for plain whole numbers, which are exact.
    pub rounding: f64,
    /// As written, with sign, scale and unit.
    pub text: String,
    /// Bytes of the text.
    pub range: std::ops::Range<usize>,
    /// `Header` when the number stands behind `Header:` in a row, without a unit that it gave.
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
        (?:\s?(?P<unit>percentage\s?points?|percentages?|percent|per\s?cent|%|x\b|times\b|-?fold\b|:\s?1\b|dollars?|euros?|pounds?|rupees?|won\b|yen\b|USD\b|EUR\b|GBP\b|INR\b|KRW\b|CHF\b))?",
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
const TENS: [&str; 8] = [
    "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety",
];

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
    let unit = UNITS
        .iter()
        .position(|unit| *unit == word)
        .map(|place| place as f64);
    unit.or_else(|| {
        TENS.iter()
            .position(|tens| *tens == word)
            .map(|place| (place as f64 + 2.0) * 10.0)
    })
}

/// All numbers of a text, in order, without years, dates, clock times and parts of codes.
pub fn extract(text: &str) -> Vec<Number> {
    let moved = |number: Number, at: usize| Number {
        range: number.range.start + at..number.range.end + at,
        ..number
    };
    pieces(text, PIECE)
        .flat_map(|(at, piece)| {
            of_piece(piece)
                .into_iter()
                .map(move |number| moved(number, at))
        })
        .collect()
}

fn of_piece(text: &str) -> Vec<Number> {
    let taken = Ranges::of(crate::date::ranges(text));
    let inside = |range: &std::ops::Range<usize>| taken.touch(range);
    let mut numbers: Vec<Number> = NUMBER
        .captures_iter(text)
        .filter_map(|found| digits(text, &found))
        .filter(|number| !inside(&number.range))
        .collect();
    numbers.extend(
        spelled::numbers(text)
            .into_iter()
            .filter(|number| !inside(&number.range)),
    );
    // What is said in words of its own goes before the figures within: "two thirds", "5 pm".
    let own: Vec<Number> = clock::times(text)
        .into_iter()
        .chain(share::shares(text))
        .collect();
    let places = Ranges::of(own.iter().map(|own| own.range.clone()));
    numbers.retain(|number| !places.touch(&number.range));
    numbers.extend(own);
    numbers.sort_by_key(|number| number.range.start);
    numbers
}

fn digits(text: &str, found: &regex::Captures) -> Option<Number> {
    let num = found.name("num")?;
    // Part of a code (A-12, B747, v2) or of a longer figure (1.2.3, 10:30).
    let before = text[..num.start()].chars().next_back();
    let after = text[num.end()..].chars().next();
    let second = text[num.end()..].chars().nth(1);
    if before.is_some_and(|c| {
        c.is_alphanumeric() && found.name("cur").is_none() || c == '_' || c == '#' || c == '/'
    }) {
        return None;
    }
    if before == Some('.') && text[..num.start() - 1].ends_with(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let dash_code = before == Some('-') && text[..num.start() - 1].ends_with(char::is_alphanumeric);
    let glued = matches!(after, Some('.' | ':' | '/' | '-'))
        && second.is_some_and(char::is_alphanumeric)
        && found.name("unit").is_none();
    let money = found
        .name("cur")
        .is_some_and(|sign| !sign.as_str().trim().is_empty());
    let metres = !money
        && found
            .name("scale")
            .is_some_and(|scale| is_metres(text, &num, &scale));
    let scale_text = found
        .name("scale")
        .map(|scale| scale.as_str())
        .filter(|_| !metres);
    let end = if metres {
        num.end()
    } else {
        found.get(0)?.end()
    };
    let measure = if !money && (found.name("unit").is_none() || metres) {
        measure::behind(text, end)
    } else {
        None
    };
    let letters = after.is_some_and(char::is_alphabetic)
        && scale_text.is_none()
        && found.name("unit").is_none();
    if dash_code || (glued && after != Some('-')) || (letters && measure.is_none()) {
        return None;
    }
    let raw = num.as_str();
    let plain = if raw.contains('.') && raw.contains(',') && raw.find('.') < raw.find(',') {
        raw.replace('.', "").replace(',', ".")
    } else {
        raw.replace([',', ' '], "")
    };
    let base: f64 = plain.parse().ok()?;
    let decimals = plain
        .split_once('.')
        .map_or(0, |(_, fraction)| fraction.len());
    let scale = scale_text.map_or(1.0, scale_of);
    let unit_text = found.name("unit").map(|unit| {
        unit.as_str()
            .to_lowercase()
            .replace(char::is_whitespace, "")
    });
    let currency = found
        .name("cur")
        .map(|sign| sign.as_str().trim())
        .filter(|sign| !sign.is_empty());
    let (unit, end) = match measure {
        Some((measure, end)) => (Unit::Measure(measure), end),
        None => (
            unit_of(currency, unit_text.as_deref(), text, num.start(), end),
            end,
        ),
    };
    let (unit, header) = with_header(unit, header(text, num.start()));
    let parenthesised = found.name("open").is_some()
        && text[end..].starts_with(')')
        && (currency.is_some() || raw.contains(','));
    let negative = found.name("minus").is_some() || parenthesised;
    let value = base * scale * if negative { -1.0 } else { 1.0 };
    let whole_count =
        matches!(unit, Unit::Count(_) | Unit::Measure(_)) && decimals == 0 && scale_text.is_none();
    let rounding = if whole_count {
        0.0
    } else {
        0.5 * scale * 10f64.powi(-(decimals as i32))
    };
    let start = found
        .name("cur")
        .filter(|sign| !sign.as_str().is_empty())
        .map_or(num.start(), |sign| sign.start());
    Some(Number {
        value,
        unit,
        bound: bound(text, start, end),
        rounding,
        text: text[start..end].trim().to_owned(),
        range: start..end,
        header,
    })
}

impl Number {
    /// Whether it is a time of day, whose digits cannot be any.
    pub fn is_time_of_day(&self) -> bool {
        matches!(&self.unit, Unit::Measure(measure) if measure.quantity == Quantity::TimeOfDay)
    }
}

/// Where values in units of measurement stand, the unit with them: "MW" behind a number is no name, and "km" no word that evidence in metres lacks.
pub(crate) fn measured(text: &str) -> Vec<std::ops::Range<usize>> {
    extract(text)
        .into_iter()
        .filter(|number| matches!(number.unit, Unit::Measure(_)))
        .map(|number| number.range)
        .collect()
}

/// Whether a figure that ends at this byte has a unit behind it, so that it is no year: "1800 kg".
pub(crate) fn is_measured(text: &str, end: usize) -> bool {
    let rest = text[end..].trim_start_matches([' ', '-', '\u{a0}']);
    // "In 1812 J. Smith", "in 2004 bar sales rose".
    let unsure = rest.starts_with("bar")
        || rest.starts_with(char::is_uppercase)
            && !rest.chars().nth(1).is_some_and(char::is_alphabetic);
    let Some((measure, _)) = measure::read(text, end).filter(|_| !unsure) else {
        return false;
    };
    // "In 2019 months of talks failed".
    let duration = matches!(measure.quantity, Quantity::Time | Quantity::Calendar);
    let before = fold(before(text, end, PHRASE).trim_end_matches(|c: char| c.is_ascii_digit()));
    !(duration
        && before
            .split_whitespace()
            .next_back()
            .is_some_and(|word| ["in", "since", "during"].contains(&word)))
}

/// Whether an "m" behind a number means metres: "900 m", "a 5m wall". "5m users" are millions, and so is what is told of money.
fn is_metres(text: &str, number: &regex::Match, scale: &regex::Match) -> bool {
    const DIMENSIONS: [&str; 22] = [
        "long",
        "tall",
        "wide",
        "deep",
        "high",
        "thick",
        "above",
        "below",
        "away",
        "apart",
        "from",
        "per",
        "sprint",
        "race",
        "hurdles",
        "freestyle",
        "relay",
        "pool",
        "tower",
        "wall",
        "track",
        "and",
    ];
    const MONEY: [&str; 12] = [
        "revenue", "sales", "profit", "cost", "budget", "income", "turnover", "debt", "loss",
        "ebitda", "assets", "funding",
    ];
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
    if rest.starts_with(['²', '³', '/']) || DIMENSIONS.contains(&next.as_str()) {
        return true;
    }
    let counted = rest.starts_with(' ')
        && (next.ends_with('s') && !is_stop(&next) && next.len() > 3 || next == "people");
    let before = || fold(before(text, number.start(), CLAUSE));
    scale.start() > number.end() && !counted && !holds_any(&before(), &MONEY)
}

fn holds_any(text: &str, words: &[&str]) -> bool {
    words.iter().any(|word| text.contains(word))
}

/// A number behind a heading that gives the unit, `Length (km): 12`.
fn with_header(unit: Unit, header: Option<String>) -> (Unit, Option<String>) {
    let bare = matches!(&unit, Unit::Count(noun) if noun.is_empty());
    match header
        .as_deref()
        .filter(|_| bare)
        .and_then(measure::of_heading)
    {
        Some((measure, heading)) => (Unit::Measure(measure), Some(heading.to_owned())),
        None => (unit, header),
    }
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

fn unit_of(
    currency: Option<&str>,
    unit: Option<&str>,
    text: &str,
    start: usize,
    end: usize,
) -> Unit {
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
        Some("%" | "percent" | "percentage" | "percentages") => Unit::Percent,
        Some("percentagepoint" | "percentagepoints") => Unit::Points,
        Some("x" | "times" | "fold" | "-fold" | ":1") => Unit::Ratio,
        Some(word) => Unit::Currency(code(word)),
        None if ["ratio of", "factor of"].iter().any(|words| {
            fold(before(text, start, PHRASE))
                .trim_end()
                .ends_with(words)
        }) =>
        {
            Unit::Ratio
        }
        None if text[start..end].contains('.') && names_ratio(before(text, start, PHRASE)) => {
            Unit::Ratio
        }
        None => Unit::Count(noun_after(text, end)),
    }
}

/// Whether an acronym stands right before a bare decimal, as in "DSCR 1.25" or "the DSCR was 1.25".
fn names_ratio(before: &str) -> bool {
    let mut words = before.split_whitespace().rev();
    let last = words.next().unwrap_or_default();
    let name = if ["is", "was", "of", "at", "to"].contains(&last) {
        words.next().unwrap_or_default()
    } else {
        last
    };
    name.len() >= 3 && name.chars().all(|letter| letter.is_ascii_uppercase())
}

/// Stem of the noun behind a number: the last of up to three words before punctuation or a function word.
fn noun_after(text: &str, end: usize) -> String {
    let rest = behind(text, end, CLAUSE);
    let phrase = rest
        .split(['.', ',', ';', ':', '(', ')', '!', '?', '"', '\n'])
        .next()
        .unwrap_or_default();
    if !phrase.is_empty()
        && !phrase.starts_with([' ', '-', '\u{a0}'])
        && !phrase.starts_with(char::is_alphabetic)
        && !phrase.starts_with('°')
    {
        return String::new();
    }
    let words: Vec<String> = phrase
        .split([' ', '-', '\u{a0}'])
        .map(fold)
        .filter(|word| !word.is_empty())
        .take(3)
        .take_while(|word| !is_stop(word))
        .collect();
    let Some(first) = words.first() else {
        return String::new();
    };
    // The head noun is plural more often than its modifiers: "12 new container cranes".
    let head = words
        .iter()
        .find(|word| word.ends_with('s') && word.len() > 3)
        .unwrap_or(first);
    stem(head)
}

fn bound(text: &str, start: usize, end: usize) -> Bound {
    let folded = fold(before(text, start, PHRASE));
    let before = folded.trim_end();
    let ends = |words: &[&str]| {
        words.iter().any(|word| {
            before.ends_with(word)
                && !before[..before.len() - word.len()].ends_with(char::is_alphanumeric)
        })
    };
    let after = fold(behind(text, end, PHRASE));
    if ends(&[
        "more than",
        "over",
        "above",
        "exceeding",
        "exceeds",
        "exceeded",
        "greater than",
        ">",
    ]) {
        Bound::MoreThan
    } else if ends(&["less than", "under", "below", "fewer than", "<"]) {
        Bound::LessThan
    } else if ends(&[
        "at least",
        "no fewer than",
        "no less than",
        "minimum of",
        "≥",
    ]) || after.trim_start().starts_with("or more")
        || after.starts_with('+')
    {
        Bound::AtLeast
    } else if ends(&["at most", "up to", "no more than", "maximum of", "≤"])
        || after.trim_start().starts_with("or less")
    {
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

/// `Header` of `Header: 12.` in a row's text; none where it is longer than a clause.
fn header(text: &str, start: usize) -> Option<String> {
    let near = before(text, start, CLAUSE);
    let name = near.trim_end().strip_suffix(':')?;
    let from = name
        .rfind(". ")
        .map(|at| at + 2)
        .or((near.len() == start).then_some(0))?;
    Some(name[from..].trim().to_owned())
}

#[cfg(test)]
mod tests;
