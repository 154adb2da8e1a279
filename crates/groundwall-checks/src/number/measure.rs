//! Units of measurement: what a number measures and how it compares with one in another unit.

use super::{Number, Unit};
use crate::reach::{self, CLAUSE};
use crate::words::{fold, stem};
use regex::Regex;
use std::sync::LazyLock;

/// What a unit measures. Values of one quantity can be compared whatever their units; behind each stands the unit that factors lead to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quantity {
    /// metre
    Length,
    /// square metre
    Area,
    /// litre
    Volume,
    /// gram
    Mass,
    /// second; up to weeks
    Time,
    /// working day, which is no day of the calendar
    WorkingTime,
    /// month; years are twelve of them, and how many days a month has is not said
    Calendar,
    /// watt
    Power,
    /// joule
    Energy,
    /// byte
    Data,
    /// degree Celsius
    Temperature,
    /// pascal
    Pressure,
    /// hertz
    Frequency,
    /// volt
    Voltage,
    /// mole
    Amount,
    /// minute since midnight
    TimeOfDay,
}

/// A unit as it was read behind a number: `mg`, `square feet`, `km/h`.
#[derive(Debug, Clone, PartialEq)]
pub struct Measure {
    pub quantity: Quantity,
    /// What it is counted by: the hour of `km/h`, with how many of its base units that is.
    pub per: Option<(Quantity, f64)>,
    /// Base units in one of it (BIPM, SI Brochure, 9th edition; NIST SP 811, appendix B, for feet, pounds, gallons and the like).
    factor: f64,
    /// Base units at its zero: of Fahrenheit alone.
    zero: f64,
    system: System,
    /// Stem of its last word, as a noun that is counted has it.
    noun: String,
    /// Whether what it is counted by stands apart from it: "900 kg of ash an hour".
    apart: bool,
}

/// Where a unit belongs; between two systems values are rounded when they are converted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum System {
    Metric,
    Customary,
    /// Tons, gallons, pints, hours of the clock without morning or afternoon: not the same everywhere, so that another value in another unit proves nothing.
    Several,
}

impl Measure {
    /// A time of day; where it is not said whether before or after noon, both are meant.
    pub(super) fn time_of_day(certain: bool) -> Self {
        unit(
            Quantity::TimeOfDay,
            1.0,
            if certain {
                System::Metric
            } else {
                System::Several
            },
        )
    }

    /// Whether a value of the other unit can be held against one of this.
    pub(super) fn like(&self, other: &Self) -> bool {
        let per = |measure: &Self| measure.per.map(|(quantity, _)| quantity);
        self.quantity == other.quantity
            && (per(self) == per(other) || self.per.is_none() || other.per.is_none())
    }

    /// Whether another value in the other unit is another statement: both say by what they are counted, and mean the same units everywhere.
    pub(super) fn excludes(&self, other: &Self) -> bool {
        let certain = self.system != System::Several && other.system != System::Several
            || self.noun == other.noun;
        self.like(other) && self.per.is_some() == other.per.is_some() && certain
    }

    /// Whether another way of writing it can stand in its place in a sentence.
    pub(super) fn stands_alone(&self) -> bool {
        !self.apart
    }

    /// Whether a counted noun is this unit without its form: "fiscal years" and years.
    pub(super) fn named(&self, noun: &str) -> bool {
        self.noun == noun
    }
}

/// A source's value in the claim's unit, and how far apart the two may lie because one of them was converted and rounded.
pub(super) fn converted(claim: &Number, source: &Number) -> (f64, f64) {
    let (Unit::Measure(own), Unit::Measure(other)) = (&claim.unit, &source.unit) else {
        return (source.value, claim.rounding);
    };
    let by = |measure: &Measure| match (own.per, other.per) {
        (Some(_), Some(_)) => measure.per.map_or(1.0, |(_, factor)| factor),
        _ => 1.0,
    };
    if own.quantity == Quantity::TimeOfDay {
        let uncertain = own.system == System::Several || other.system == System::Several;
        let half_days = if uncertain {
            (claim.value - source.value) / 720.0
        } else {
            0.0
        };
        return (source.value + 720.0 * half_days.round(), 0.0);
    }
    let unit = own.factor / by(own);
    let value = (source.value * other.factor / by(other) + other.zero - own.zero) / unit;
    if own.system == other.system {
        return (value, claim.rounding);
    }
    (
        value,
        printed(claim) + printed(source) * other.factor / by(other) / unit,
    )
}

/// Half of the last place that was printed; of a whole number, where its zeros may be rounded, up to one percent.
fn printed(number: &Number) -> f64 {
    let digits: String = number
        .text
        .chars()
        .take_while(|letter| !letter.is_alphabetic())
        .filter(char::is_ascii_digit)
        .collect();
    let zeros = digits.len() - digits.trim_end_matches('0').len();
    let place = 0.5 * 10f64.powi(i32::try_from(zeros).unwrap_or(0));
    if number.rounding > 0.0 {
        number.rounding
    } else {
        place.min(0.01 * number.value.abs()).max(0.5)
    }
}

/// Units of which a text has one without saying so: "a decade".
pub(super) fn ones(text: &str) -> Vec<Measure> {
    static ONE: LazyLock<Regex> = LazyLock::new(|| {
        Regex::new(r"\b(?i:an?|last|past|next|previous|coming|each|every|per) ")
            .expect("the pattern is fixed")
    });
    let ones = ONE
        .find_iter(text)
        .filter_map(|found| read_unit(reach::behind(text, found.end(), CLAUSE)));
    ones.map(|(measure, _)| measure).collect()
}

/// Whether one of these is as much as a number says: ten years and a decade.
pub(super) fn one_of_it(number: &Number, ones: &[Measure]) -> bool {
    let Unit::Measure(own) = &number.unit else {
        return false;
    };
    let same = |one: &Measure| {
        one.quantity == own.quantity
            && (number.value * own.factor - one.factor).abs() <= 1e-9 * one.factor
    };
    ones.iter().any(same)
}

/// The unit that stands behind a number, and the byte at which it ends; of "10 to 15 kg" also behind the first.
pub(super) fn behind(text: &str, end: usize) -> Option<(Measure, usize)> {
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
pub(super) fn of_heading(heading: &str) -> Option<(Measure, &str)> {
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

/// Words between a number and its unit that leave the unit as it is.
const BETWEEN: [&str; 14] = [
    "full",
    "whole",
    "entire",
    "consecutive",
    "successive",
    "straight",
    "additional",
    "more",
    "further",
    "extra",
    "other",
    "long",
    "calendar",
    "solid",
];
/// Words that make a day one on which work is done.
const WORKING: [&str; 5] = ["working", "business", "banking", "trading", "school"];

/// The unit right behind a number, with words like "consecutive" or "working" before it and what it is counted by.
pub(super) fn read(text: &str, end: usize) -> Option<(Measure, usize)> {
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
    let mut working = false;
    for _ in 0..2 {
        let word = reach::behind(text, at, CLAUSE)
            .split([' ', '-'])
            .next()
            .unwrap_or_default();
        let folded = fold(word);
        let known = WORKING.contains(&folded.as_str());
        if glued
            || text[at + word.len()..].is_empty()
            || !(known || BETWEEN.contains(&folded.as_str()))
        {
            break;
        }
        working |= known;
        at += word.len() + 1;
    }
    let (mut measure, length) = read_unit(reach::behind(text, at, CLAUSE))?;
    let written = &text[at..at + length];
    // "the 1990s", "20 C students", "10 second-hand cars", "a twelve-bar song".
    let other = match written {
        "s" => glued,
        "C" | "F" => !glued,
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
fn read_unit(rest: &str) -> Option<(Measure, usize)> {
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
            (singular(&fold(word)) == "mile").then(|| metric(Quantity::Length, 1852.0))
        }
        Some("metric") => (singular(&fold(word)) == "ton").then(|| metric(Quantity::Mass, 1e6)),
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

fn unit(quantity: Quantity, factor: f64, system: System) -> Measure {
    Measure {
        quantity,
        per: None,
        factor,
        zero: 0.0,
        system,
        noun: String::new(),
        apart: false,
    }
}

fn metric(quantity: Quantity, factor: f64) -> Measure {
    unit(quantity, factor, System::Metric)
}

/// Words of the metric system before which "kilo" and the like may stand, and their symbols.
const METRIC: [(&[&str], &str, Quantity, f64); 11] = [
    (&["metre", "meter"], "m", Quantity::Length, 1.0),
    (&["gram", "gramme"], "g", Quantity::Mass, 1.0),
    (&["litre", "liter"], "l", Quantity::Volume, 1.0),
    (&["watt"], "W", Quantity::Power, 1.0),
    (&["watt-hour", "watthour"], "Wh", Quantity::Energy, 3600.0),
    (&["joule"], "J", Quantity::Energy, 1.0),
    (&["byte"], "B", Quantity::Data, 1.0),
    (&["pascal"], "Pa", Quantity::Pressure, 1.0),
    (&["hertz"], "Hz", Quantity::Frequency, 1.0),
    (&["volt"], "V", Quantity::Voltage, 1.0),
    (&["mole"], "mol", Quantity::Amount, 1.0),
];
const PREFIXES: [(&str, &str, f64); 11] = [
    ("nano", "n", 1e-9),
    ("micro", "µ", 1e-6),
    ("milli", "m", 1e-3),
    ("centi", "c", 1e-2),
    ("deci", "d", 1e-1),
    ("hecto", "h", 1e2),
    ("kilo", "k", 1e3),
    ("mega", "M", 1e6),
    ("giga", "G", 1e9),
    ("tera", "T", 1e12),
    ("peta", "P", 1e15),
];
/// Words without prefixes.
const WORDS: [(&[&str], Quantity, f64, System); 30] = [
    (&["second", "sec"], Quantity::Time, 1.0, System::Metric),
    (&["millisecond"], Quantity::Time, 1e-3, System::Metric),
    (&["minute", "min"], Quantity::Time, 60.0, System::Metric),
    (&["hour", "hr"], Quantity::Time, 3600.0, System::Metric),
    (&["day"], Quantity::Time, 86_400.0, System::Metric),
    (&["week", "wk"], Quantity::Time, 604_800.0, System::Metric),
    (&["fortnight"], Quantity::Time, 1_209_600.0, System::Metric),
    (&["month"], Quantity::Calendar, 1.0, System::Metric),
    (&["year", "yr"], Quantity::Calendar, 12.0, System::Metric),
    (&["decade"], Quantity::Calendar, 120.0, System::Metric),
    (&["century"], Quantity::Calendar, 1200.0, System::Metric),
    (&["tonne"], Quantity::Mass, 1e6, System::Metric),
    (&["kilo"], Quantity::Mass, 1e3, System::Metric),
    (&["micron"], Quantity::Length, 1e-6, System::Metric),
    (&["hectare"], Quantity::Area, 1e4, System::Metric),
    (&["inch"], Quantity::Length, 0.0254, System::Customary),
    (&["foot", "ft"], Quantity::Length, 0.3048, System::Customary),
    (&["yard", "yd"], Quantity::Length, 0.9144, System::Customary),
    (
        &["mile", "mi"],
        Quantity::Length,
        1609.344,
        System::Customary,
    ),
    (
        &["acre"],
        Quantity::Area,
        4_046.856_422_4,
        System::Customary,
    ),
    (
        &["ounce", "oz"],
        Quantity::Mass,
        28.349_523_125,
        System::Customary,
    ),
    (&["lb"], Quantity::Mass, 453.592_37, System::Customary),
    (&["ton"], Quantity::Mass, 1e6, System::Several),
    (
        &["gallon", "gal"],
        Quantity::Volume,
        3.785_411_784,
        System::Several,
    ),
    (&["quart"], Quantity::Volume, 0.946_352_946, System::Several),
    (&["pint"], Quantity::Volume, 0.473_176_473, System::Several),
    (
        &["barrel", "bbl"],
        Quantity::Volume,
        158.987_294_928,
        System::Customary,
    ),
    (
        &["horsepower", "hp"],
        Quantity::Power,
        745.7,
        System::Customary,
    ),
    // The calories of food are kilocalories.
    (
        &["calorie", "kilocalorie"],
        Quantity::Energy,
        4184.0,
        System::Customary,
    ),
    (&["psi"], Quantity::Pressure, 6894.757, System::Customary),
];
/// Symbols without prefixes, with their case.
const SYMBOLS: [(&str, Quantity, f64, System); 15] = [
    ("s", Quantity::Time, 1.0, System::Metric),
    ("ms", Quantity::Time, 1e-3, System::Metric),
    ("h", Quantity::Time, 3600.0, System::Metric),
    ("t", Quantity::Mass, 1e6, System::Metric),
    ("kt", Quantity::Mass, 1e9, System::Metric),
    ("Mt", Quantity::Mass, 1e12, System::Metric),
    ("mcg", Quantity::Mass, 1e-6, System::Metric),
    ("ha", Quantity::Area, 1e4, System::Metric),
    ("cc", Quantity::Volume, 1e-3, System::Metric),
    ("kcal", Quantity::Energy, 4184.0, System::Customary),
    ("bar", Quantity::Pressure, 1e5, System::Metric),
    ("mbar", Quantity::Pressure, 100.0, System::Metric),
    ("mmHg", Quantity::Pressure, 133.322, System::Customary),
    ("C", Quantity::Temperature, 1.0, System::Metric),
    ("°C", Quantity::Temperature, 1.0, System::Metric),
];

fn by_symbol(symbol: &str) -> Option<Measure> {
    let symbol = symbol
        .replace('º', "°")
        .replace('\u{3bc}', "µ")
        .replace("KB", "kB")
        .replace('L', "l");
    if let Some((_, quantity, factor, system)) = SYMBOLS.iter().find(|(known, ..)| *known == symbol)
    {
        return Some(unit(*quantity, *factor, *system));
    }
    let speed = |length: f64, system| Measure {
        per: Some((Quantity::Time, 3600.0)),
        ..unit(Quantity::Length, length, system)
    };
    match symbol.as_str() {
        "°F" | "F" => {
            return Some(Measure {
                zero: -160.0 / 9.0,
                ..unit(Quantity::Temperature, 5.0 / 9.0, System::Customary)
            });
        }
        "sqm" => return Some(metric(Quantity::Area, 1.0)),
        "sqft" => return Some(unit(Quantity::Area, 0.092_903_04, System::Customary)),
        "mph" => return Some(speed(1609.344, System::Customary)),
        "kph" | "kmh" => return Some(speed(1000.0, System::Metric)),
        _ => {}
    }
    METRIC.iter().find_map(|(_, base, quantity, factor)| {
        let prefix = symbol.strip_suffix(base)?;
        let prefix = if prefix == "u" { "µ" } else { prefix };
        let known = PREFIXES.iter().find(|(_, known, scale)| {
            *known == prefix && (*quantity != Quantity::Data || *scale >= 1e3)
        });
        // "5 B" is five billion or nothing.
        let plain = prefix.is_empty() && *base != "B";
        known
            .map(|(.., scale)| *scale)
            .or(plain.then_some(1.0))
            .map(|scale| metric(*quantity, factor * scale))
    })
}

fn by_word(word: &str) -> Option<Measure> {
    if let Some((_, quantity, factor, system)) =
        WORDS.iter().find(|(words, ..)| words.contains(&word))
    {
        return Some(unit(*quantity, *factor, *system));
    }
    if word == "knot" {
        return Some(Measure {
            per: Some((Quantity::Time, 3600.0)),
            ..metric(Quantity::Length, 1852.0)
        });
    }
    METRIC
        .iter()
        .filter(|(_, symbol, ..)| *symbol != "mol")
        .find_map(|(words, _, quantity, factor)| {
            words.iter().find_map(|base| {
                let prefix = word.strip_suffix(base)?;
                let scale = PREFIXES
                    .iter()
                    .find(|(known, ..)| *known == prefix)
                    .map(|(.., scale)| *scale);
                scale
                    .or(prefix.is_empty().then_some(1.0))
                    .map(|scale| metric(*quantity, factor * scale))
            })
        })
}

/// A folded unit in the singular.
fn singular(word: &str) -> String {
    let word = word.replace([' ', '\u{a0}'], "-");
    match word.as_str() {
        "feet" => "foot".to_owned(),
        "inches" => "inch".to_owned(),
        "centuries" => "century".to_owned(),
        "hertz" => word,
        _ => word.strip_suffix('s').map_or(word.clone(), str::to_owned),
    }
}
