//! A claim as the evidence writes it: what the models read in its place.

use crate::language::ENGLISH;
use crate::skeleton::{WORDS, skeleton};
use crate::{CheckKind, Observation, Signal, Text, date, number, words};

/// The claim with its values and dates as the evidence writes them, where that is otherwise and a check found them equal or within a band of the policy: "$1.25M" as
/// "$1,200,000", "2024-12-01" as "1 December 2024". `said` is what the checks said of it. None where nothing is written otherwise.
///
/// What a verifier supports of it holds for the claim: only values that count as the same were exchanged, and such as lie within a bound of the claim, which say more.
pub fn as_the_evidence_writes(claim: &Text, said: &[Observation]) -> Option<String> {
    let values = number::as_the_evidence_writes(claim, said);
    let dates = match &values {
        Some(values) => with_dates(&Text::from(values.as_str()), said),
        None => with_dates(claim, said),
    };
    dates.or(values)
}

/// The claim with the dates of the evidence that are the same day, month or year. A day is not put in the place of its year: what is true of the day need not be of the year.
fn with_dates(claim: &Text, said: &[Observation]) -> Option<String> {
    let mut said = said
        .iter()
        .filter(|said| said.check == CheckKind::Date)
        .peekable();
    let mut written = Vec::new();
    for own in claim.dates() {
        let Some(said) = said.next_if(|said| said.detected == own.text) else {
            continue;
        };
        let other = said.expected.as_ref().filter(|other| {
            said.signal == Signal::Passed
                && words::fold(other) != words::fold(&own.text)
                && matches!(date::extract(other).as_slice(), [other] if date::same(own, other))
        });
        written.extend(other.map(|other| (own.range.clone(), other)));
    }
    let mut claim = claim.as_str().to_owned();
    written
        .iter()
        .rev()
        .for_each(|(range, other)| claim.replace_range(range.clone(), other));
    (!written.is_empty()).then_some(claim)
}

/// A text's words with `#` for each value, without the small words before it, and the values as written.
fn of_values(text: &Text) -> (Vec<String>, Vec<&str>) {
    let dates = text.dates().iter().map(|date| date.range.clone());
    let numbers = text.numbers().iter().map(|number| number.range.clone());
    let mut ranges: Vec<_> = dates.chain(numbers).collect();
    ranges.sort_by_key(|range| (range.start, std::cmp::Reverse(range.end)));
    // A number inside a date is the date's.
    let mut end = 0;
    ranges.retain(|range| {
        let own = range.start >= end;
        end = if own { range.end } else { end };
        own
    });
    let words = skeleton(text, &ranges, |word| ENGLISH.values.before.has(word));
    let values = ranges.into_iter().map(|range| &text[range]).collect();
    (words, values)
}

/// Whether a sentence differs from the claim in how it writes values and in nothing else. `said` is what the checks said of the claim: each of its values has to
/// have been found equal, contained or within a band, and found in that sentence, in the same place: another sentence's value says nothing of this one.
pub fn same_but_for_values(claim: &Text, sentence: &Text, said: &[Observation]) -> bool {
    let said_of_values = || {
        said.iter()
            .filter(|said| matches!(said.check, CheckKind::Number | CheckKind::Date))
    };
    let same = |a: &str, b: &str| words::fold(a) == words::fold(b);
    let (own, values) = of_values(claim);
    let stands = |said: &Observation| said.signal == Signal::Passed && said.read_as.is_none();
    if values.is_empty() || !said_of_values().all(stands) {
        return false;
    }
    let (other, theirs) = of_values(sentence);
    own == other
        && values.iter().zip(&theirs).all(|(value, theirs)| {
            said_of_values().any(|said| {
                let found = said.expected.as_deref();
                same(&said.detected, value) && found.is_some_and(|found| same(found, theirs))
            })
        })
}

/// Whether two texts are one sentence, word for word, but for the values that they give: "It had been four" and "It had been ten".
pub fn says_it_with_other_values(claim: &Text, sentence: &Text) -> bool {
    let (own, other) = (claim.tokens(), sentence.tokens());
    let same = |(a, b): &(&String, &String)| a == b;
    let before = own.iter().zip(other).take_while(same).count();
    let after = (own.iter().rev().zip(other.iter().rev()))
        .take_while(same)
        .count();
    // Values are looked for only where most words are the same.
    if before + after < WORDS || (before + after) * 2 < own.len() {
        return false;
    }
    let (own, values) = of_values(claim);
    own.len() >= values.len() + WORDS && own == of_values(sentence).0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Prepared, Scored};
    use groundwall_core::policy::Tolerances;

    fn read(claim: &str, evidence: &str) -> Option<String> {
        let (claim, windows) = (claim.into(), [Scored::alone(evidence)]);
        let prepared = Prepared::new(&claim, &windows);
        let bands = Tolerances {
            currency: 0.05.into(),
            ..Tolerances::default()
        };
        let mut said = number::check(&prepared, &bands);
        said.extend(date::check(&prepared));
        as_the_evidence_writes(&claim, &said)
    }

    #[test]
    fn equal_values_values_within_a_band_and_equal_dates_are_exchanged() {
        let evidence = "The NOI was $1,200,000 on 1 December 2024.";
        for claim in [
            "The NOI was $1.2M on 2024-12-01.",
            "The NOI was $1.25M on December 1, 2024.",
        ] {
            assert_eq!(read(claim, evidence).as_deref(), Some(evidence), "{claim}");
        }
        assert_eq!(
            read("About 50,000 people came.", "49,870 people came.").as_deref(),
            Some("49,870 people came.")
        );
        for (claim, evidence, as_read) in [
            (
                "Fewer than five schools took part.",
                "Four schools took part.",
                "Four schools took part.",
            ),
            (
                "The NOI was over $1M.",
                "The NOI was $1,200,000.",
                "The NOI was $1,200,000.",
            ),
            (
                "The fine is up to 200 dollars.",
                "The fine is at most $200.",
                "The fine is at most $200.",
            ),
            (
                "Up to 60 days may be carried over.",
                "At most 60 days may be carried over.",
                "At most 60 days may be carried over.",
            ),
            (
                "One in eight large projects succeeds.",
                "13% of large projects succeed.",
                "13% of large projects succeeds.",
            ),
            (
                "More than four of them came by boat.",
                "Nine of them came by boat.",
                "Nine of them came by boat.",
            ),
        ] {
            assert_eq!(read(claim, evidence).as_deref(), Some(as_read), "{claim}");
        }
    }

    #[test]
    fn a_day_is_in_its_month_where_nothing_else_differs() {
        let same = |claim: &str, evidence: &str| {
            let (claim, windows) = (claim.into(), [Scored::alone(evidence)]);
            let prepared = Prepared::new(&claim, &windows);
            let mut said = number::check(&prepared, &Tolerances::default());
            said.extend(date::check(&prepared));
            same_but_for_values(&claim, &evidence.into(), &said)
        };
        let evidence = "The lease was signed on 1 December 2024.";
        assert!(same("The lease was signed in December 2024.", evidence));
        // The value stands in another sentence, or in another place of this one.
        let found_elsewhere = |claim: &str, window: &str, sentence: &str| {
            let (claim, windows) = (claim.into(), [Scored::alone(window)]);
            let prepared = Prepared::new(&claim, &windows);
            let mut said = number::check(&prepared, &Tolerances::default());
            said.extend(date::check(&prepared));
            same_but_for_values(&claim, &sentence.into(), &said)
        };
        assert!(!found_elsewhere(
            "Sales rose in 2020.",
            "Sales rose in 2019. Costs fell in 2020.",
            "Sales rose in 2019."
        ));
        assert!(!found_elsewhere(
            "Ada has 5 ships and Bo has 7 boats.",
            "Ada has 7 ships and Bo has 5 boats.",
            "Ada has 7 ships and Bo has 5 boats."
        ));
        assert!(!same("The lease was signed in November 2024.", evidence));
        assert!(!same("The lease was ended in December 2024.", evidence));
        assert!(!same(
            "The lease was not signed in December 2024.",
            evidence
        ));
        assert!(!same("The lease was signed.", "The lease was signed."));
        assert!(!same(
            "The lease of the mill was signed in December 2024.",
            evidence
        ));
    }

    #[test]
    fn a_sentence_with_other_values_is_known_by_its_words() {
        let claim = "In the year before it had been ten.".into();
        for (sentence, is_it) in [
            ("In the year before it had been four.", true),
            ("In the year before it had been 1,204.", true),
            ("In the year after it had been four.", false),
            ("Children under ten years must not take it.", false),
        ] {
            let found = says_it_with_other_values(&claim, &sentence.into());
            assert_eq!(found, is_it, "{sentence}");
        }
        let (claim, sentence) = ("Ten left.".into(), "Four left.".into());
        assert!(!says_it_with_other_values(&claim, &sentence));
        let (claim, sentence) = (
            "It was signed on 3 May 2021 by both.".into(),
            "It was signed on 12 June 2020 by both.".into(),
        );
        assert!(says_it_with_other_values(&claim, &sentence));
    }

    #[test]
    fn other_values_bounds_and_longer_periods_stay() {
        assert_eq!(read("The NOI was $1.5M.", "The NOI was $1,200,000."), None);
        assert_eq!(
            read(
                "Meetings need three days' notice.",
                "Three (3) absences from regular meetings count."
            ),
            None
        );
        assert_eq!(read("It was never over $1M.", "It was $1,200,000."), None);
        assert_eq!(
            read(
                "It sold five boats in 2024.",
                "It sold five boats on 1 December 2024."
            ),
            None
        );
    }
}
