//! Units of measurement: what a number measures and how it compares with one in another unit.

mod read;
mod units;

use super::{Number, Unit};
use groundwall_text::reach::{self, CLAUSE};
use read::read_unit;
use regex::Regex;
use serde::Deserialize;
use std::sync::LazyLock;

pub(super) use read::{behind, of_heading, read};
pub(super) use units::by_word;

/// What a unit measures. Values of one quantity can be compared whatever their units; behind each stands the unit that factors lead to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
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
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum System {
    #[default]
    Metric,
    Customary,
    /// Tons, gallons, pints, hours of the clock without morning or afternoon: not the same everywhere, so that another value in another unit proves nothing.
    Several,
}

impl Measure {
    /// A pound that is weighed.
    pub(super) fn pound() -> Option<Self> {
        units::by_word("lb")
    }

    /// A unit of the metric system, by its words or symbol alone.
    fn metric(quantity: Quantity, factor: f64) -> Self {
        Self {
            quantity,
            per: None,
            factor,
            zero: 0.0,
            system: System::Metric,
            noun: String::new(),
            apart: false,
        }
    }

    /// A time of day; where it is not said whether before or after noon, both are meant.
    pub(super) fn time_of_day(certain: bool) -> Self {
        Self {
            system: if certain {
                System::Metric
            } else {
                System::Several
            },
            ..Self::metric(Quantity::TimeOfDay, 1.0)
        }
    }

    /// Whether a value of the other unit can be held against one of this.
    pub fn like(&self, other: &Self) -> bool {
        let per = |measure: &Self| measure.per.map(|(quantity, _)| quantity);
        self.quantity == other.quantity
            && (per(self) == per(other) || self.per.is_none() || other.per.is_none())
    }

    /// Whether another value in the other unit is another statement: both say by what they are counted, and mean the same units everywhere.
    pub fn excludes(&self, other: &Self) -> bool {
        let certain = self.system != System::Several && other.system != System::Several
            || self.noun == other.noun;
        self.like(other) && self.per.is_some() == other.per.is_some() && certain
    }

    /// Whether another way of writing it can stand in its place in a sentence.
    pub fn stands_alone(&self) -> bool {
        !self.apart
    }

    /// Whether a counted noun is this unit without its form: "fiscal years" and years.
    pub fn named(&self, noun: &str) -> bool {
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
pub fn ones(text: &str) -> Vec<Measure> {
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
pub fn one_of_it(number: &Number, ones: &[Measure]) -> bool {
    let Unit::Measure(own) = &number.unit else {
        return false;
    };
    let same = |one: &Measure| {
        one.quantity == own.quantity
            && (number.value * own.factor - one.factor).abs() <= 1e-9 * one.factor
    };
    ones.iter().any(same)
}
