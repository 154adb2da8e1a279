//! A claim with its values as the evidence writes them.

use super::unseen::so_many_of_so_many;
use super::{Bound, Fit, Number, Unit, comparable, extract, fit};
use crate::{CheckKind, Observation, Signal, Text, words};
use groundwall_core::FindingKind;
use groundwall_core::policy::Tolerances;

/// The claim with its values as the evidence writes them, where that is otherwise and they are equal or within a band: "0.05 g" as "50 mg", "$1.25M" as "$1,200,000". `said` is what `check` said of it. None where nothing is written otherwise.
pub fn as_the_evidence_writes(claim: &Text, said: &[Observation]) -> Option<String> {
    let of_numbers = || said.iter().filter(|said| said.check == CheckKind::Number);
    let worked = of_numbers().filter_map(|said| said.read_as.as_ref());
    let mut written: Vec<(std::ops::Range<usize>, String)> = worked
        .map(|read| (read.range.clone(), read.text.clone()))
        .collect();
    let mut said = of_numbers().peekable();
    for number in claim.numbers() {
        let Some(own) = said.next_if(|said| said.detected == number.text) else {
            continue;
        };
        let within = own.kind == FindingKind::WithinTolerance;
        let other = own.expected.as_ref().filter(|other| {
            own.read_as.is_none()
                && (within || own.signal == Signal::Passed)
                && words::fold(other) != words::fold(&number.text)
        });
        written.extend(
            other
                .filter(|other| rewritable(number, other, within))
                .map(|other| (number.range.clone(), of_them(claim, number, other))),
        );
    }
    written.sort_by_key(|(range, _)| range.start);
    // Of two parts that overlap the first is read otherwise.
    written.dedup_by(|next, first| next.0.start < first.0.end);
    let mut claim = claim.as_str().to_owned();
    written
        .iter()
        .rev()
        .for_each(|(range, other)| claim.replace_range(range.clone(), other));
    (!written.is_empty()).then_some(claim)
}

/// "One in eight projects" is "13% of projects": a share in figures has an "of" before what it is a share of.
fn of_them(claim: &str, number: &Number, other: &str) -> String {
    let behind = claim.get(number.range.end..).unwrap_or_default();
    let noun = behind.starts_with(' ') && !behind.starts_with(" of ");
    let parted = so_many_of_so_many(&number.text) && !so_many_of_so_many(other);
    if number.unit == Unit::Percent && parted && noun {
        format!("{other} of")
    } else {
        other.to_owned()
    }
}

/// Values within a band, which are other values to the verifier; money and shares, whose scales and signs it reads as other values ("$1.2M"); values with a unit of measurement; and what one of both says in a word of its own ("a dozen").
/// Counts that are only written otherwise ("twelve") it reads as well as the evidence's own.
fn rewritable(number: &Number, other: &str, within: bool) -> bool {
    let dozens = |text: &str| words::fold(text).ends_with("dozen");
    let money_or_share = matches!(
        number.unit,
        Unit::Currency(_) | Unit::Percent | Unit::Points
    );
    let otherwise = within || money_or_share || dozens(&number.text) != dozens(other);
    let measure = match &number.unit {
        Unit::Measure(measure) => extract(other)
            .first()
            .is_some_and(|other| match &other.unit {
                // In "1,500 ml of fluid a day" only the amount is exchanged, so it must be the same without the day.
                Unit::Measure(per) => {
                    measure.stands_alone()
                        || (per.per.is_none()
                            && fit(number, other, &Tolerances::default()) == Fit::Equal)
                }
                // Pounds are a weight beside one.
                Unit::Currency(_) => comparable(number, other),
                // "Three" for "three days" would lose the days.
                Unit::Percent | Unit::Points | Unit::Ratio | Unit::Count(_) => false,
            }),
        Unit::Currency(_) | Unit::Percent | Unit::Points | Unit::Ratio | Unit::Count(_) => false,
    };
    matches!(number.bound, Bound::Exact | Bound::About) && (otherwise || measure)
}
