//! Numbers that may be said although no window holds them.

use super::values::Values;
use super::{Fit, Number, Quantity, Unit, comparable, fit, one_of_it};
use crate::words;
use groundwall_core::policy::Tolerances;

/// Whether a number that no window holds may be said all the same: in words, by the eye, or beside the windows, where it may belong to anything. The check is
/// silent and the judge decides.
pub(super) fn may_stand_unseen(
    number: &Number,
    evidence: &[Values],
    tolerances: &Tolerances,
) -> bool {
    let beside = || {
        evidence.iter().any(|evidence| {
            evidence
                .context()
                .iter()
                .any(|other| (other.value - number.value).abs() <= 1e-9 * number.value.abs())
                || written(&evidence.scored.text, figure(&number.text))
                || written(&evidence.scored.context, figure(&number.text))
        })
    };
    said_in_words(number)
        || counted_by_eye(number)
        || is_duration(number, evidence)
        || is_one(number)
        || counts_one(number, evidence)
        || !matches!(number.unit, Unit::Measure(_)) && beside()
        || beside_in_its_unit(evidence, number, tolerances)
        || evidence
            .iter()
            .any(|evidence| one_of_it(number, evidence.ones()))
}

/// A measure that stands beside the windows in a unit of the same quantity, or without one.
fn beside_in_its_unit(evidence: &[Values], number: &Number, tolerances: &Tolerances) -> bool {
    let fits = |other: &Number| {
        comparable(number, other) && fit(number, other, tolerances) != Fit::Different
    };
    matches!(number.unit, Unit::Measure(_))
        && evidence
            .iter()
            .any(|evidence| evidence.context().iter().any(fits))
}

/// "One year": the text may say "a year", which is no number.
fn is_one(number: &Number) -> bool {
    number
        .text
        .get(..3)
        .is_some_and(|word| word.eq_ignore_ascii_case("one"))
        && (number.value - 1.0).abs() < f64::EPSILON
}

/// "1 chapter" where the text has "one chapter", which is read as no number.
fn counts_one(number: &Number, evidence: &[Values]) -> bool {
    let one = "one".to_owned();
    matches!(number.unit, Unit::Count(_))
        && (number.value - 1.0).abs() < f64::EPSILON
        && evidence.iter().any(|evidence| evidence.has_word(&one))
}

/// A number as it is written, without its unit.
fn figure(text: &str) -> &str {
    text.split(char::is_alphabetic)
        .next()
        .unwrap_or_default()
        .trim_end_matches([' ', '-', '°', '\u{a0}'])
}

/// "Doubled", "a third of": readers conclude that from figures that stand there.
pub(super) fn said_in_words(number: &Number) -> bool {
    matches!(number.unit, Unit::Percent | Unit::Ratio)
        && !number.text.contains(|c: char| c.is_ascii_digit())
        && !so_many_of_so_many(&number.text)
        && !words::fold(&number.text).contains("cent")
}

/// Whether a share is said as "one in six" or "four out of five": a figure, if in words.
pub(super) fn so_many_of_so_many(text: &str) -> bool {
    let folded = words::fold(text);
    folded.contains(" in ") || folded.contains(" out of ")
}

/// A share in words whose words stand in a text without what they are a share of: "above two hours, half". That says nothing against it.
pub(super) fn stands_bare(number: &Number, evidence: &Values) -> bool {
    let mut words = words::tokens(&number.text)
        .into_iter()
        .filter(|word| !words::is_stop(word));
    said_in_words(number) && words.all(|word| evidence.has_word(&word))
}

/// Two, three or four of something: readers count them where the text only names them.
fn counted_by_eye(number: &Number) -> bool {
    number.value >= 2.0
        && number.value <= 4.0
        && matches!(&number.unit, Unit::Count(noun) if !noun.is_empty())
}

/// Years between two dates of the evidence are computed by the reader, not read.
fn is_duration(number: &Number, evidence: &[Values]) -> bool {
    let years = match &number.unit {
        Unit::Measure(measure) => measure.quantity == Quantity::Calendar,
        Unit::Count(noun) => ["year", "decad", "month", "centuri"].contains(&noun.as_str()),
        Unit::Currency(_) | Unit::Percent | Unit::Points | Unit::Ratio => false,
    };
    years && evidence.iter().any(Values::has_year)
}

/// Whether the digits of a number stand in a text as they are written, as part of a telephone number or a code.
fn written(text: &str, number: &str) -> bool {
    number.bytes().any(|byte| byte.is_ascii_digit())
        && text.match_indices(number).any(|(at, _)| {
            let (before, after) = (
                text[..at].chars().next_back(),
                text[at + number.len()..].chars().next(),
            );
            !before.is_some_and(char::is_alphanumeric) && !after.is_some_and(char::is_alphanumeric)
        })
}
