//! How two numbers compare.

use super::{Bound, Measure, Number, Quantity, Unit, measure, pounds};
use crate::currency;
use groundwall_core::policy::{Band, Tolerances};
use std::borrow::Cow;

/// How a claim's number relates to a source's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fit {
    Equal,
    /// Within a band that the policy or the claim's own "about" allows.
    WithinTolerance,
    Different,
}

/// Both numbers as they are held against each other: "12 pounds" are a weight beside one.
fn beside<'a>(one: &'a Number, other: &'a Number) -> (Cow<'a, Number>, Cow<'a, Number>) {
    let is_mass = |unit: &Unit| matches!(unit, Unit::Measure(measure) if measure.quantity == Quantity::Mass && measure.per.is_none());
    let weighed = |number: &'a Number, beside: &Number| {
        let pound = (is_mass(&beside.unit) && pounds::may_be(number)).then(Measure::pound);
        match pound.flatten() {
            Some(pound) => Cow::Owned(Number {
                unit: Unit::Measure(pound),
                ..number.clone()
            }),
            None => Cow::Borrowed(number),
        }
    };
    (weighed(one, other), weighed(other, one))
}

/// Compares a claim's number with a source's of the same unit, or of another one of the same quantity. Deviation = |claim − source| / |source|, bound inclusive; a source of 0 needs equality.
pub fn fit(claim: &Number, source: &Number, tolerances: &Tolerances) -> Fit {
    let (claim, source) = beside(claim, source);
    let (value, rounding) = measure::converted(&claim, &source);
    let difference = (claim.value - value).abs();
    let slack = 1e-9 * value.abs().max(1.0);
    // "Up to 28 mph" says another thing than "up to 28 km/h": two limits must be the same.
    // And who may stay at least an hour may well stay longer than "at most an hour".
    if claim.bound.limits_unlike(source.bound) {
        return Fit::Different;
    }
    let bound = if claim.bound.limits_like(source.bound) {
        Bound::Exact
    } else {
        claim.bound
    };
    match bound {
        Bound::MoreThan if value > claim.value => return Fit::Equal,
        Bound::AtLeast if value + slack >= claim.value => return Fit::Equal,
        Bound::LessThan if value < claim.value => return Fit::Equal,
        Bound::AtMost if value <= claim.value + slack => return Fit::Equal,
        Bound::Exact
        | Bound::About
        | Bound::AtLeast
        | Bound::MoreThan
        | Bound::AtMost
        | Bound::LessThan => {}
    }
    if difference <= slack || (rounding > 0.0 && difference <= rounding + slack) {
        return Fit::Equal;
    }
    let band = match &claim.unit {
        Unit::Currency(_) => tolerances.currency,
        Unit::Percent | Unit::Points => tolerances.percentage,
        Unit::Ratio => tolerances.ratio,
        Unit::Measure(_) | Unit::Count(_) => Band::NONE,
    };
    let roughly = claim.bound == Bound::About
        && Band::Relative(tolerances.approximate).holds(difference, value);
    if roughly || band.holds(difference, value) {
        Fit::WithinTolerance
    } else {
        Fit::Different
    }
}

/// Whether two limits on either side leave values between them: "less than 10" and "more than 5". Neither says the other, nor anything against it.
pub fn leave_room(claim: &Number, source: &Number) -> bool {
    let (claim, source) = beside(claim, source);
    let (value, _) = measure::converted(&claim, &source);
    let room = match claim.bound {
        Bound::AtMost | Bound::LessThan => claim.value - value,
        Bound::AtLeast | Bound::MoreThan => value - claim.value,
        Bound::Exact | Bound::About => return false,
    };
    claim.bound.limits_unlike(source.bound) && room > 1e-9 * value.abs().max(1.0)
}

/// How many times the second number the first is, in the first's unit.
pub fn ratio(first: &Number, second: &Number) -> f64 {
    let (first, second) = beside(first, second);
    (first.value / measure::converted(&first, &second).0).abs()
}

/// Whether two numbers say how much of the very same thing: the same unit, or units of one quantity.
pub fn same_unit(first: &Number, second: &Number) -> bool {
    let (first, second) = beside(first, second);
    match (&first.unit, &second.unit) {
        (Unit::Measure(one), Unit::Measure(other)) => one.excludes(other),
        (one, other) => one == other,
    }
}

/// Whether the heading over a number names another currency.
fn headed_otherwise(number: &Number, code: &str) -> bool {
    let heading = number.header.as_deref();
    heading
        .and_then(currency::of_heading)
        .is_some_and(|own| own != code)
}

/// Whether two numbers can be compared at all: same currency, both percentages, both ratios, measures of one quantity, or counts of the same thing.
pub fn comparable(claim: &Number, source: &Number) -> bool {
    let (claim, source) = beside(claim, source);
    match (&claim.unit, &source.unit) {
        (Unit::Currency(a), Unit::Currency(b)) => a == b,
        (Unit::Percent, Unit::Percent)
        | (Unit::Points, Unit::Points)
        | (Unit::Ratio, Unit::Ratio | Unit::Count(_))
        | (Unit::Count(_), Unit::Ratio) => true,
        (Unit::Measure(own), Unit::Measure(other)) => own.like(other),
        (Unit::Count(noun), Unit::Measure(measure)) => noun.is_empty() || measure.named(noun),
        (Unit::Measure(measure), Unit::Count(noun)) => {
            noun.is_empty() || source.header.is_some() || measure.named(noun)
        }
        (Unit::Currency(own), Unit::Count(_)) if headed_otherwise(&source, own) => false,
        // A table's cell has its unit in the header or nowhere.
        (_, Unit::Count(noun)) => {
            noun.is_empty()
                || source.header.is_some()
                || matches!(&claim.unit, Unit::Count(other) if other.is_empty() || other == noun)
        }
        _ => false,
    }
}
