//! What cannot be true in itself.

use crate::number::{Unit, extract};
use crate::words::tokens;
use crate::{CheckKind, Said, Signal, date};
use groundwall_core::FindingKind;
use std::cell::LazyCell;

/// Words that allow a percentage over 100.
const GROWTH: &str = " growth grew grow grows growing increase increased increases increasing rise rose risen rises rising up gain gained gains higher more over return returned returns \
compared ratio exceed exceeds exceeded exceeding markup interest leverage coverage than target plan budget baseline inflation times jumped climbed surged soared oversubscribed premium \
recommended daily intake yield change changed capacity original previous utilization utilisation quota gdp debt ";
/// Words that allow a date in the future.
const FUTURE: &str = " will shall plan plans planned expected expects target targets forecast forecasts projected projects by until aims goal scheduled due proposed proposes would \
could may might intends intended deadline expires expiry matures mature ";

fn any_of(list: &str, claim: &str) -> bool {
    tokens(claim)
        .iter()
        .any(|word| list.contains(&format!(" {word} ")))
}

fn say(kind: FindingKind, detected: &str, note: String) -> Said {
    Said {
        check: CheckKind::Impossibility,
        signal: Signal::Impossible,
        kind,
        detected: detected.to_owned(),
        expected: None,
        source: None,
        note,
    }
}

/// Impossibilities of a claim. `as_of_year` is the year in which the claim is made.
pub fn check(claim: &str, as_of_year: i32) -> Vec<Said> {
    let mut said = impossible_numbers(claim);
    said.extend(impossible_dates(claim, as_of_year));
    said
}

/// More than a whole, and less than nothing.
fn impossible_numbers(claim: &str) -> Vec<Said> {
    let share_of_people = [
        "% of the ",
        "percent of the ",
        "% of all ",
        "percent of all ",
    ]
    .iter()
    .any(|words| claim.contains(words));
    let grows = LazyCell::new(|| any_of(GROWTH, claim));
    let mut said = Vec::new();
    for number in extract(claim) {
        if number.unit == Unit::Percent && number.value > 100.0 && share_of_people && !*grows {
            said.push(say(
                FindingKind::LogicalImpossibility,
                &number.text,
                format!("{} of a whole is more than the whole", number.text),
            ));
        }
        if let Unit::Count(noun) = &number.unit
            && number.value < 0.0
            && [
                "person", "peopl", "employe", "student", "patient", "staff", "vessel", "visitor",
                "hous", "book",
            ]
            .contains(&noun.as_str())
        {
            said.push(say(
                FindingKind::LogicalImpossibility,
                &number.text,
                format!("a count of {} cannot be negative", number.text),
            ));
        }
    }
    said
}

/// What is told of the future as fact, and a period that ends before it begins.
fn impossible_dates(claim: &str, as_of_year: i32) -> Vec<Said> {
    let plans = LazyCell::new(|| any_of(FUTURE, claim));
    let mut said = Vec::new();
    let dates = date::extract(claim);
    for date in &dates {
        if date.year.is_some_and(|year| year > as_of_year + 1) && !*plans {
            said.push(say(
                FindingKind::TemporalError,
                &date.text,
                format!("{} lies in the future and is told as fact", date.text),
            ));
        }
    }
    if let [start, end] = dates.as_slice() {
        let between = claim[start.range.end..end.range.start].trim();
        let before = claim[..start.range.start].trim_end().to_lowercase();
        let range = (before.ends_with("from") && matches!(between, "to" | "until" | "till"))
            || (before.ends_with("between") && between == "and");
        if range && matches!((start.year, end.year), (Some(first), Some(last)) if first > last) {
            said.push(say(
                FindingKind::TemporalError,
                &format!("{} to {}", start.text, end.text),
                "the period ends before it begins".to_owned(),
            ));
        }
    }
    said
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(claim: &str) -> Vec<FindingKind> {
        check(claim, 2026)
            .into_iter()
            .map(|said| said.kind)
            .collect()
    }

    #[test]
    fn impossible_and_possible() {
        assert_eq!(
            kinds("120% of the students passed."),
            [FindingKind::LogicalImpossibility]
        );
        assert_eq!(kinds("Sales reached 120% of the target."), []);
        assert_eq!(kinds("Prices rose by 150%."), []);
        assert_eq!(
            kinds("The bridge was opened in 2031."),
            [FindingKind::TemporalError]
        );
        assert_eq!(kinds("The bridge will open in 2031."), []);
        assert_eq!(
            kinds("He was mayor from 2010 to 2004."),
            [FindingKind::TemporalError]
        );
        assert_eq!(kinds("He was mayor from 2004 to 2010."), []);
    }
}
