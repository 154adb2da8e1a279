//! What cannot be true in itself.

use crate::language::{ENGLISH, KOREAN};
use crate::number::Unit;
use crate::words::{stem, tokens};
use crate::{CheckKind, Observation, Signal, Text, date};
use groundwall_core::FindingKind;
use groundwall_text::language::Words;
use groundwall_text::reach::{CLAUSE, behind};
use std::cell::LazyCell;

/// Whether what stands right behind a number's sign is a share of countable members: "120% of users", "120% of our adult customers".
fn of_members(rest: &str) -> bool {
    let words = tokens(rest.split(['.', ',', ';', ':']).next().unwrap_or_default());
    let mut words = words.iter().take(5);
    words.next().is_some_and(|word| word == "of")
        && words.any(|word| ENGLISH.impossible.counted.has(&stem(word)))
}

/// Whether less than none of what is counted cannot be, in Korean: it tells no change.
fn counts_in_korean(claim: &Text, counter: &str) -> bool {
    let known = KOREAN
        .impossible
        .counters
        .iter()
        .any(|known| known == counter);
    known && KOREAN.impossible.changes.within(claim).is_none()
}

fn any_of(list: &Words, claim: &Text) -> bool {
    claim.tokens().iter().any(|word| list.has(word))
}

/// A period that ends before it begins, and what is said of it.
fn backwards(claim: &str, dates: &[date::Date]) -> Option<(String, String)> {
    let [start, end] = dates else {
        return None;
    };
    let between = claim[start.range.end..end.range.start].trim();
    let before = claim[..start.range.start].trim_end().to_lowercase();
    let range = (before.ends_with("from") && matches!(between, "to" | "until" | "till"))
        || (before.ends_with("between") && between == "and");
    let turned = matches!((start.year, end.year), (Some(first), Some(last)) if first > last);
    (range && turned).then(|| {
        (
            format!("{} to {}", start.text, end.text),
            "the period ends before it begins".to_owned(),
        )
    })
}

fn say(kind: FindingKind, detected: &str, note: String) -> Observation {
    Observation {
        check: CheckKind::Impossibility,
        signal: Signal::Impossible,
        kind,
        detected: detected.to_owned(),
        expected: None,
        source: None,
        read_as: None,
        note,
    }
}

/// Impossibilities of a claim. `as_of_year` is the year in which the claim is made.
pub fn check(claim: &Text, as_of_year: i32) -> Vec<Observation> {
    let mut said = impossible_numbers(claim);
    said.extend(impossible_dates(claim, as_of_year));
    said
}

/// More than a whole, and less than nothing.
fn impossible_numbers(claim: &Text) -> Vec<Observation> {
    let share_of_people = [
        "% of the ",
        "percent of the ",
        "% of all ",
        "percent of all ",
    ]
    .iter()
    .any(|words| claim.contains(words));
    let grows = LazyCell::new(|| any_of(&ENGLISH.impossible.growth, claim));
    let mut said = Vec::new();
    for number in claim.numbers() {
        let too_much = number.unit == Unit::Percent && number.value > 100.0;
        let members = || {
            share_of_people
                || of_members(behind(claim, number.range.end, CLAUSE))
                || KOREAN
                    .impossible
                    .members
                    .iter()
                    .any(|whose| claim[..number.range.start].trim_end().ends_with(whose))
        };
        if too_much && members() && !*grows {
            said.push(say(
                FindingKind::LogicalImpossibility,
                &number.text,
                format!("{} of a whole is more than the whole", number.text),
            ));
        }
        // "Result - 5 users" has a dash, no sign.
        let minus = ['-', '−'];
        let written = number.text.trim_start_matches(minus);
        let apart = written.starts_with(' ');
        let signed =
            written.len() < number.text.len() || claim[..number.range.start].ends_with(minus);
        if let Unit::Count(noun) = &number.unit
            && number.value < 0.0
            && signed
            && !apart
            && (ENGLISH.impossible.counted.has(noun) || counts_in_korean(claim, noun))
        {
            let count = format!("-{written}");
            let note = format!("a count of {count} cannot be negative");
            said.push(say(FindingKind::LogicalImpossibility, &count, note));
        }
    }
    said
}

/// What is told of the future as fact, and a period that ends before it begins.
fn impossible_dates(claim: &Text, as_of_year: i32) -> Vec<Observation> {
    let plans = LazyCell::new(|| any_of(&ENGLISH.impossible.future, claim));
    let mut said = Vec::new();
    let dates = claim.dates();
    for date in dates {
        if date.year.is_some_and(|year| year > as_of_year + 1) && !*plans {
            said.push(say(
                FindingKind::TemporalError,
                &date.text,
                format!("{} lies in the future and is told as fact", date.text),
            ));
        }
    }
    said.extend(
        backwards(claim, dates)
            .map(|(detected, note)| say(FindingKind::TemporalError, &detected, note)),
    );
    said
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(claim: &str) -> Vec<FindingKind> {
        check(&claim.into(), 2026)
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
        for impossible in [
            "120% of users agreed.",
            "120 percent of our adult customers agreed.",
            "고객의 110%가 만족한다.",
            "직원은 -5명이다.",
            "There were -5 users.",
            "There were -5 complaints.",
            "The basket holds -3 items.",
        ] {
            let found = kinds(impossible);
            assert_eq!(found, [FindingKind::LogicalImpossibility], "{impossible}");
        }
        for possible in [
            "Sales reached 120% of the target.",
            "Families under 200% of the federal poverty level pay nothing.",
            "The plant ran at 120% of its size.",
            "The number of users grew to 120% of users in 2020.",
            "Result - 5 users agreed.",
            "The temperature fell to -5 degrees.",
            "매출의 110%를 달성했다.",
            "직원은 작년보다 -5명 변동했다.",
        ] {
            assert_eq!(kinds(possible), [], "{possible}");
        }
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
