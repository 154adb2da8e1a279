//! Dates that cannot be, and years that are out of reach.

use super::{Look, of};
use crate::structured::date::{Date, find};
use crate::structured::finding::{Findings, Found};
use crate::structured::items::{Item, Reading};
use crate::structured::rule::Rule;
use crate::structured::section::Role;

fn years(
    look: &Look<'_>,
    place: usize,
    reading: &Reading<'_>,
    years: &[i32],
    out: &mut Findings<'_>,
) {
    let (earliest, ahead) = look.pack.years;
    let latest = look.year.saturating_add(ahead);
    for year in years {
        if *year > latest {
            let found = of(
                Rule::YearAhead,
                reading,
                format!("The year {year} is yet to come."),
            );
            let expected = Some(format!("at most {latest}"));
            out.add(place, Found { expected, ..found });
        } else if *year < earliest {
            let found = of(
                Rule::YearTooEarly,
                reading,
                format!("The year {year} is too long ago."),
            );
            let expected = Some(format!("at least {earliest}"));
            out.add(place, Found { expected, ..found });
        }
    }
}

fn reversed(place: usize, path: &str, first: &Date, last: &Date, out: &mut Findings<'_>) {
    if first.is_after(last) {
        let found = Found {
            rule: Rule::PeriodReversed,
            path: path.to_owned(),
            description: format!(
                "The period ends on {}, before it begins on {}.",
                last.written, first.written
            ),
            detected: Some(format!("{} to {}", first.written, last.written)),
            expected: None,
        };
        out.add(place, found);
    }
}

pub(super) fn item(look: &Look<'_>, place: usize, item: &Item<'_>, out: &mut Findings<'_>) {
    let (mut first, mut last) = (None, None);
    for reading in &item.readings {
        if !matches!(reading.role, Role::Date | Role::DateStart | Role::DateEnd) {
            continue;
        }
        let found = find(&reading.text);
        let before = out.count();
        years(look, place, reading, &found.years, out);
        for date in found.whole.iter().filter(|date| date.readings.is_empty()) {
            let description = format!("There is no day {}.", date.written);
            out.add(place, of(Rule::ImpossibleDay, reading, description));
        }
        let begins = found.whole.first().cloned();
        if reading.role == Role::DateStart {
            first = first.or(begins);
        } else if reading.role == Role::DateEnd {
            last = last.or(begins);
        } else if let [from, to] = found.whole.as_slice() {
            reversed(place, &reading.path, from, to, out);
        }
        // What cannot be is told once.
        if out.count() == before && !look.presence.states_dates(&found) {
            let description = "The document does not state this date.";
            out.add(place, of(Rule::DateAbsent, reading, description));
        }
    }
    if let (Some(first), Some(last)) = (first, last) {
        reversed(place, &item.path, &first, &last, out);
    }
}
