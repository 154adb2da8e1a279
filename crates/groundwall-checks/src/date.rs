//! Dates and periods of a claim against those of the evidence: exact by default, containment understood.

use crate::{CheckKind, Observation, Prepared, Signal, parallel, words};
use groundwall_core::FindingKind;
use std::cell::OnceCell;

pub use groundwall_values::date::*;

/// The dates of a claim against its windows.
pub fn check(prepared: &Prepared) -> Vec<Observation> {
    let dates = prepared.claim.dates();
    if dates.is_empty() {
        return Vec::new();
    }
    let windows = prepared.windows.iter();
    let (found, around): (Vec<&[Date]>, Vec<&[Date]>) = windows
        .map(|scored| (scored.text.dates(), scored.context.dates()))
        .unzip();
    let (closest, same_subject) = (prepared.closest(), prepared.same_subject());
    let months: Vec<OnceCell<Vec<bool>>> =
        prepared.windows.iter().map(|_| OnceCell::new()).collect();
    let names_month = |place: usize, date: &Date| {
        date.month
            .and_then(|month| usize::from(month).checked_sub(1))
            .is_some_and(|month| {
                let named = months[place]
                    .get_or_init(|| named_months(prepared.windows[place].text.tokens()));
                named.get(month).is_some_and(|named| *named)
                    && found[place].iter().all(|other| other.month != date.month)
            })
    };
    let agrees = |a: &Date, b: &Date| relation(a, b) == Relation::Contained;
    let parallel = parallel::statement(
        prepared,
        dates,
        |scored| scored.text.dates(),
        |date| date.range.clone(),
        agrees,
    );
    let say = |(place, date): (usize, &Date)| {
        let rival = parallel
            .map(|(source, others)| (source, &others[place]))
            .filter(|(_, other)| relation(date, other) == Relation::Different);
        match rival {
            Some((source, other)) => clash(date, source, other),
            None => judge(
                date,
                &found,
                &around,
                &closest,
                same_subject,
                &|place, date| !names_month(place, date),
                &|place, rival| in_a_clause_of(prepared, place, rival),
            ),
        }
    };
    dates.iter().enumerate().map(say).collect()
}

/// Whether the clause around a date of a window has a word of the claim: "the siren on the quay failed; a second one came in 2024" dates no quay.
fn in_a_clause_of(prepared: &Prepared, place: usize, date: &Date) -> bool {
    let text = &prepared.windows[place].text;
    let ends = |part: &str| {
        part.match_indices(['.', ';', '!', '?'])
            .map(|(at, _)| at)
            .filter(|at| part[at + 1..].starts_with(char::is_whitespace))
            .collect::<Vec<_>>()
    };
    let (before, behind) = (&text[..date.range.start], &text[date.range.end..]);
    let start = ends(before).last().map_or(0, |at| at + 1);
    let end = ends(behind)
        .first()
        .map_or(text.len(), |at| date.range.end + at);
    let stems = words::stems(&text[start..end]);
    prepared.words.is_empty() || prepared.words.stems().any(|stem| stems.contains(stem))
}

fn clash(date: &Date, source: usize, other: &Date) -> Observation {
    Observation {
        check: CheckKind::Date,
        signal: Signal::Clash,
        kind: FindingKind::DateMismatch,
        detected: date.text.clone(),
        expected: Some(other.text.clone()),
        source: Some(source),
        read_as: None,
        note: format!("the claim says {}, the evidence {}", date.text, other.text),
    }
}

fn judge(
    date: &Date,
    found: &[&[Date]],
    around: &[&[Date]],
    closest: &[usize],
    same_subject: &[usize],
    can_clash: &dyn Fn(usize, &Date) -> bool,
    is_rival: &dyn Fn(usize, &Date) -> bool,
) -> Observation {
    let say = |signal: Signal, kind, source: Option<(usize, &Date)>, note: String| Observation {
        check: CheckKind::Date,
        signal,
        kind,
        detected: date.text.clone(),
        expected: source.map(|(_, source)| source.text.clone()),
        source: source.map(|(place, _)| place),
        read_as: None,
        note,
    };
    let hit = |place: usize| {
        found[place]
            .iter()
            .find(|source| relation(date, source) == Relation::Contained)
            .map(|source| (place, source))
    };
    let passed = |hit: (usize, &Date), place: &str| {
        let note = format!("{} stands {place} as {}", date.text, hit.1.text);
        say(Signal::Passed, FindingKind::DateMismatch, Some(hit), note)
    };
    if let Some(hit) = closest.iter().find_map(|place| hit(*place)) {
        return passed(hit, "in the evidence");
    }
    // "In January of 1936 … in December": the window names the month apart from its year.
    let mut clashing = same_subject.iter().filter(|place| can_clash(**place, date));
    let rival = |place: &usize| {
        let rival = only_rival(date, found[*place]).filter(|rival| is_rival(*place, rival))?;
        Some(clash(date, *place, rival))
    };
    if let Some(clash) = clashing.find_map(rival) {
        return clash;
    }
    if let Some(hit) = (0..found.len()).find_map(hit) {
        return passed(hit, "in the evidence");
    }
    // A heading or a neighbouring sentence may hold the year that the window leaves out.
    let nearby = (0..around.len()).find_map(|place| {
        around[place]
            .iter()
            .find(|source| relation(date, source) == Relation::Contained)
            .map(|source| (place, source))
    });
    match nearby {
        Some(hit) => passed(hit, "beside the evidence"),
        None => say(
            Signal::Absent,
            FindingKind::InventedStatistic,
            None,
            format!("{} is not in the evidence", date.text),
        ),
    }
}

/// The only date of a window that can be held against a claim's, where it is another one.
fn only_rival<'a>(date: &Date, found: &'a [Date]) -> Option<&'a Date> {
    let mut rivals = found.iter().filter(|source| comparable(date, source));
    let rival = rivals.next()?;
    (rivals.next().is_none() && relation(date, rival) == Relation::Different).then_some(rival)
}

/// For each month whether a window names it in full.
fn named_months(words: &[String]) -> Vec<bool> {
    months().iter().map(|name| words.contains(name)).collect()
}

/// Both name a year, or both a month or day: something that can differ.
fn comparable(claim: &Date, source: &Date) -> bool {
    (claim.year.is_some() && source.year.is_some())
        || (claim.month.is_some() && source.month.is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Scored;

    #[test]
    fn a_date_of_another_clause_is_no_rival() {
        let other = "It showed that the siren on the Timber Quay could not be heard at the Fish Quay; a second siren was installed in January 2024.";
        assert_eq!(
            signal("The Timber Quay was built in 1931.", &[other]),
            Signal::Absent
        );
        let same = "The Timber Quay lies in the north. It was built in 1987.";
        assert_eq!(
            signal("The Timber Quay was built in 1931.", &[same]),
            Signal::Clash
        );
    }

    fn signal(claim: &str, evidence: &[&str]) -> Signal {
        let windows: Vec<Scored> = evidence.iter().map(|text| Scored::alone(text)).collect();
        check(&Prepared::new(&claim.into(), &windows))[0].signal
    }

    #[test]
    fn true_false_and_absent() {
        let harbour = "The harbour was opened in 1987.";
        assert_eq!(
            signal("The harbour was opened in 1987.", &[harbour]),
            Signal::Passed
        );
        assert_eq!(
            signal("The harbour was opened in 1978.", &[harbour]),
            Signal::Clash
        );
        assert_eq!(
            signal("The harbour was opened in 1978.", &["Gulls are common."]),
            Signal::Absent
        );
        assert_eq!(
            signal("The period was Q4 2024.", &["The period was Q3 2024."]),
            Signal::Clash
        );
        assert_eq!(
            signal(
                "The library opened in 1978.",
                &["The harbour opened in 1978.", "The library opened in 1991."]
            ),
            Signal::Clash
        );
    }
}
