//! Values that no window holds and that follow from those that one holds: a change between two times, a rate in another period, a share of a count, a sum.
//!
//! What is worked out is exact. Whether its values are those of what the claim speaks of, the models decide: they read the claim with the window's own values in its place.

use super::values::{Role, role};
use super::{Bound, Number, Unit, same_unit};
use crate::date::Date;
use crate::language::ENGLISH;
use crate::{ReadAs, Scored, Text, words};
use groundwall_text::reach::{CLAUSE, PHRASE, before, behind};

/// Bytes of the longest claim that is read for it: a sentence, and not a list of thousands of values.
const LONGEST: usize = 1_000;
/// Share by which "about" may differ from what is worked out.
const ABOUT: f64 = 0.05;

/// A value that follows from those of a window.
pub(super) struct Worked {
    /// Place of the window.
    pub(super) place: usize,
    /// The values of the window, as it writes them.
    pub(super) of: String,
    pub(super) read_as: ReadAs,
}

/// A value of a claim worked out from one of these windows, which are given by their places.
pub(super) fn worked_out(
    claim: &Text,
    number: &Number,
    windows: &[Scored],
    among: &[usize],
) -> Option<Worked> {
    if claim.len() > LONGEST || !matches!(number.bound, Bound::Exact | Bound::About) {
        return None;
    }
    among.iter().find_map(|place| {
        let evidence = &windows[*place].text;
        let (of, read_as) = change(claim, number, evidence)
            .or_else(|| rate(claim, number, evidence))
            .or_else(|| share(number, evidence))
            .or_else(|| sum(claim, number, evidence))?;
        Some(Worked {
            place: *place,
            of,
            read_as,
        })
    })
}

/// Whether a claim's value is what was worked out, as closely as it is written.
fn is(number: &Number, worked: f64) -> bool {
    let difference = (number.value - worked).abs();
    let whole = number.unit == Unit::Percent && number.value.fract() == 0.0;
    let written = number.rounding.max(if whole { 0.5 } else { 0.0 });
    let about = if number.bound == Bound::About {
        ABOUT * worked.abs()
    } else {
        0.0
    };
    difference <= written.max(about).max(1e-9 * worked.abs())
}

/// Where a time stands among others.
fn order(date: &Date) -> Option<(i32, u8, u8, u8)> {
    let part = |part: Option<u8>| part.unwrap_or(0);
    let year = date.year?;
    Some((year, part(date.quarter), part(date.month), part(date.day)))
}

/// The values of a text with their times, the earliest first, where they stand in turns: "40 in 2021 and 50 in 2022". Values that `fits` refuses are not there.
pub(super) fn in_time(
    text: &Text,
    fits: impl Fn(&Number) -> bool,
) -> Option<Vec<(&Number, &Date)>> {
    let numbers: Vec<&Number> = text
        .numbers()
        .iter()
        .filter(|number| fits(number))
        .collect();
    let dates: Vec<&Date> = text.dates().iter().collect();
    if numbers.len() != dates.len() || numbers.len() < 2 {
        return None;
    }
    let pairs = || numbers.iter().copied().zip(dates.iter().copied());
    let first = |(number, date): (&Number, &Date)| number.range.start < date.range.start;
    let value_first = first((numbers[0], dates[0]));
    let in_turns = pairs().all(|pair| first(pair) == value_first)
        && numbers
            .iter()
            .zip(&dates)
            .skip(1)
            .zip(numbers.iter().zip(&dates))
            .all(|((number, date), (last_number, last_date))| {
                number.range.start.min(date.range.start)
                    > last_number.range.start.max(last_date.range.start)
            });
    let mut pairs: Vec<_> = pairs().collect();
    if !in_turns || pairs.iter().any(|(_, date)| order(date).is_none()) {
        return None;
    }
    pairs.sort_by_key(|(_, date)| order(date));
    let apart = pairs
        .windows(2)
        .all(|two| order(two[0].1) < order(two[1].1));
    apart.then_some(pairs)
}

/// Whether a claim's time is that of a window.
pub(super) fn at(claim: &Date, time: &Date) -> bool {
    crate::date::relation(claim, time) == crate::date::Relation::Contained
}

/// Whether the words before a place say that something rises; none where they say nothing of the kind.
fn rises(claim: &str, place: usize) -> Option<bool> {
    let words = words::tokens(before(claim, place, CLAUSE));
    words.iter().rev().find_map(|word| {
        let rises = ENGLISH.worked_out.rising.has(word);
        (rises || ENGLISH.worked_out.falling.has(word)).then_some(rises)
    })
}

/// "Rose by 10 million", "by 25 %" over "40 million in 2021 and 50 million in 2022" or "rose from 40 to 50 million".
fn change(claim: &Text, number: &Number, evidence: &Text) -> Option<(String, ReadAs)> {
    if role(claim, number) != Some(Role::By) {
        return None;
    }
    let rises = rises(claim, number.range.start)?;
    let fits = |other: &Number| match number.unit {
        Unit::Points => other.unit == Unit::Percent,
        Unit::Percent => !matches!(other.unit, Unit::Percent | Unit::Points),
        Unit::Currency(_) | Unit::Ratio | Unit::Measure(_) | Unit::Count(_) => {
            same_unit(number, other)
        }
    };
    let in_role = |wanted: Role| {
        let mut all = evidence.numbers().iter();
        let mut of_role = all
            .by_ref()
            .filter(|other| fits(other) && role(evidence, other) == Some(wanted));
        of_role.next().filter(|_| of_role.next().is_none())
    };
    let (first, last, times) = match (in_role(Role::From), in_role(Role::To)) {
        (Some(first), Some(last)) => (first, last, None),
        _ => {
            let all = in_time(evidence, fits)?;
            let named: Vec<_> = all
                .iter()
                .filter(|(_, time)| claim.dates().iter().any(|own| at(own, time)))
                .collect();
            let ((first, from), (last, to)) = match (named.as_slice(), all.as_slice()) {
                ([first, last], _) => (**first, **last),
                ([only], [first, last]) if only.1 == last.1 => (*first, *last),
                ([], [first, last]) if claim.dates().is_empty() => (*first, *last),
                _ => return None,
            };
            (first, last, Some((from, to)))
        }
    };
    if !same_unit(first, last) || first.value <= 0.0 {
        return None;
    }
    let difference = last.value - first.value;
    let worked = match number.unit {
        Unit::Percent => difference / first.value * 100.0,
        Unit::Currency(_) | Unit::Points | Unit::Ratio | Unit::Measure(_) | Unit::Count(_) => {
            difference
        }
    };
    if (worked > 0.0) != rises || !is(number, worked.abs()) {
        return None;
    }
    let by = before(claim, number.range.start, PHRASE).to_ascii_lowercase();
    let start = number.range.start - by.len() + by.rfind("by")?;
    let at = |time: &Date| match claim.dates() {
        [] => format!(" in {}", time.text),
        _ => String::new(),
    };
    let (from, to) = times.map_or_else(Default::default, |(from, to)| (at(from), at(to)));
    let text = format!("from {}{from} to {}{to}", first.text, last.text);
    let range = start..number.range.end;
    Some((
        format!("{} and {}", first.text, last.text),
        ReadAs { range, text },
    ))
}

/// How often a period is in the longest one of its kind, and the kind.
struct Period {
    kind: usize,
    times: f64,
    /// Bytes of the text behind the value up to its end.
    end: usize,
}

/// The period that stands right behind a value: "a month", "per year", "monthly".
fn period(text: &str, end: usize) -> Option<Period> {
    let rest = behind(text, end, PHRASE);
    let mut at = 0;
    let mut each = false;
    for word in rest.split_inclusive([' ', '/', '\u{a0}']) {
        let start = at;
        at += word.len();
        let bare = words::fold(word.trim_matches(|c: char| !c.is_alphanumeric()));
        if bare.is_empty() {
            each |= word.contains('/');
            continue;
        }
        let all = &ENGLISH.worked_out.periods;
        let found = all.iter().enumerate().find_map(|(kind, periods)| {
            let period = periods
                .iter()
                .find(|period| period.adverb == bare || each && period.noun == bare)?;
            Some((kind, period.times))
        });
        if let Some((kind, times)) = found {
            let word = word.trim_end_matches(|c: char| !c.is_alphanumeric());
            return Some(Period {
                kind,
                times,
                end: end + start + word.len(),
            });
        }
        if each || !ENGLISH.worked_out.each.has(&bare) {
            return None;
        }
        each = true;
        if word.ends_with('.') {
            return None;
        }
    }
    None
}

/// "8 euros a month" over "96 euros per year".
fn rate(claim: &Text, number: &Number, evidence: &Text) -> Option<(String, ReadAs)> {
    let own = period(claim, number.range.end)?;
    let mut others = evidence.numbers().iter();
    others.find_map(|other| {
        let theirs = period(evidence, other.range.end).filter(|theirs| theirs.kind == own.kind)?;
        let worked = other.value * theirs.times / own.times;
        let same = same_unit(number, other) && theirs.times.total_cmp(&own.times).is_ne();
        let text = evidence.get(other.range.start..theirs.end)?.to_owned();
        (same && is(number, worked)).then(|| {
            let range = number.range.start..own.end;
            (text.clone(), ReadAs { range, text })
        })
    })
}

/// "1.5 % of the loans" over "of 2,000 loans 30 are overdue" or "30 of 2,000 loans".
fn share(number: &Number, evidence: &Text) -> Option<(String, ReadAs)> {
    if number.unit != Unit::Percent {
        return None;
    }
    let counts: Vec<&Number> = evidence
        .numbers()
        .iter()
        .filter(|other| matches!(other.unit, Unit::Count(_)) && other.bound == Bound::Exact)
        .collect();
    let of_before = |whole: &Number| {
        let before = words::tokens(before(evidence, whole.range.start, PHRASE));
        let mut before = before.iter().rev();
        before
            .find(|word| !ENGLISH.values.before.has(word) || *word == "of")
            .is_some_and(|word| word == "of")
    };
    counts.windows(2).find_map(|two| {
        let between = evidence.get(two[0].range.end..two[1].range.start)?;
        let (part, whole) = if of_before(two[1]) && between.len() <= PHRASE {
            (two[0], two[1])
        } else if of_before(two[0]) && !between.contains(['.', ';']) {
            (two[1], two[0])
        } else {
            return None;
        };
        let real = part.value > 0.0 && whole.value > part.value;
        (real && is(number, part.value / whole.value * 100.0)).then(|| {
            let text = part.text.clone();
            let range = number.range.clone();
            (
                format!("{} of {}", part.text, whole.text),
                ReadAs { range, text },
            )
        })
    })
}

/// "42 berths in all" over "12 berths for ferries and 30 berths for yachts": all values of the window in that unit.
fn sum(claim: &Text, number: &Number, evidence: &Text) -> Option<(String, ReadAs)> {
    let words = words::tokens(claim).join(" ");
    ENGLISH.worked_out.together.within_words(&words)?;
    let named = match &number.unit {
        Unit::Count(noun) => !noun.is_empty(),
        Unit::Currency(_) | Unit::Measure(_) => true,
        Unit::Percent | Unit::Points | Unit::Ratio => false,
    };
    let parts: Vec<&Number> = evidence
        .numbers()
        .iter()
        .filter(|other| same_unit(number, other))
        .collect();
    let [first, .., last] = parts.as_slice() else {
        return None;
    };
    let worked: f64 = parts.iter().map(|part| part.value).sum();
    let text = evidence.get(first.range.start..last.range.end)?.to_owned();
    let holds = named && is(number, worked) && !text.contains(". ");
    holds.then(|| {
        let all: Vec<&str> = parts.iter().map(|part| part.text.as_str()).collect();
        let range = number.range.clone();
        (all.join(" and "), ReadAs { range, text })
    })
}
