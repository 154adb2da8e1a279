//! A claim's numbers against those of the evidence.

mod compared;
mod rewritten;
mod unseen;
mod values;
mod worked_out;

use crate::{CheckKind, Observation, Prepared, ReadAs, Signal, parallel, words};
use groundwall_core::FindingKind;
use groundwall_core::policy::Tolerances;
use groundwall_text::reach::{CLAUSE, before};
use unseen::{may_stand_unseen, said_in_words, stands_bare};
use values::{Values, role};

pub use groundwall_values::number::*;
pub use rewritten::as_the_evidence_writes;

/// Whether a different value of `source` is a clash: the unit names the same thing, or the header is a word of the claim.
fn same_role(claim: &Number, source: &Number, header_is_named: impl FnOnce() -> bool) -> bool {
    if let (Unit::Measure(own), Unit::Measure(other)) = (&claim.unit, &source.unit)
        && !own.excludes(other)
    {
        return false;
    }
    // "Two thirds" of one thing says nothing against 40 percent of another; only the same words with another value do.
    if said_in_words(claim) != said_in_words(source) {
        return false;
    }
    if source.header.is_some() {
        return header_is_named();
    }
    match (&claim.unit, &source.unit) {
        (Unit::Count(a), Unit::Count(b)) => a == b && !a.is_empty(),
        (Unit::Measure(measure), Unit::Count(noun))
        | (Unit::Count(noun), Unit::Measure(measure)) => measure.named(noun),
        (Unit::Count(_), _) | (_, Unit::Count(_)) => false,
        _ => true,
    }
}

/// Another number of the window that has the role that the claim gives to this one, which has another there: "fell to 8" where it "fell from 8 to 3".
fn in_its_role<'a>(
    claim: &str,
    number: &Number,
    evidence: &'a Values,
    equal: usize,
) -> Option<&'a Number> {
    let own = role(claim, number)?;
    evidence.role(equal).filter(|other| *other != own)?;
    let mut rivals = evidence
        .numbers
        .iter()
        .enumerate()
        .filter(|(place, other)| comparable(number, other) && evidence.role(*place) == Some(own));
    let (_, first) = rivals.next()?;
    rivals.next().is_none().then_some(first)
}

/// Whether the words before a number deny it: "does not have 5.5 million". What is denied may differ from the evidence. "No more than five" denies nothing.
fn denied(claim: &str, number: &Number) -> bool {
    let start = number.bounded_range(claim).start;
    let before = words::tokens(before(claim, start, CLAUSE));
    before.iter().rev().take(6).any(|word| denies(word))
}

/// Whether a folded word denies what stands behind it.
fn denies(word: &str) -> bool {
    matches!(word, "not" | "never" | "no" | "neither" | "nor") || word.ends_with("n't")
}

/// The numbers of a claim against its windows and what surrounds them.
///
/// ```
/// use groundwall_checks::{Prepared, Scored, Signal, number};
/// use groundwall_core::policy::Tolerances;
///
/// let windows = [Scored::alone("The pump weighs 14 kg.")];
/// let claim = "The pump weighs 15 kg.".into();
/// let prepared = Prepared::new(&claim, &windows);
/// let found = number::check(&prepared, &Tolerances::default());
/// assert_eq!(found[0].signal, Signal::Clash);
/// assert_eq!(found[0].expected.as_deref(), Some("14 kg"));
/// ```
pub fn check(prepared: &Prepared, tolerances: &Tolerances) -> Vec<Observation> {
    let numbers = prepared.claim.numbers();
    if numbers.is_empty() {
        return compared::check(prepared).into_iter().collect();
    }
    let (closest, same_subject) = (prepared.closest(), prepared.same_subject());
    let stems = prepared.claim.stems();
    let evidence: Vec<Values> = prepared
        .windows
        .iter()
        .map(|scored| Values::of(scored, stems))
        .collect();
    let agrees =
        |a: &Number, b: &Number| comparable(a, b) && fit(a, b, tolerances) != Fit::Different;
    let parallel = parallel::statement(
        prepared,
        numbers,
        |scored| scored.text.numbers(),
        |number| number.range.clone(),
        agrees,
    );
    let say = |(place, number): (usize, &Number)| {
        let rival = parallel
            .map(|(source, others)| (source, &others[place]))
            .filter(|(_, other)| !agrees(number, other));
        let said = match rival {
            Some((source, other)) => {
                let text = &prepared.windows[source].text;
                Some(clash((prepared.claim, number), source, (text, other)))
            }
            None => judge(
                prepared.claim,
                number,
                &evidence,
                (&closest, same_subject),
                tolerances,
            ),
        };
        let stands = |said: &Observation| matches!(said.signal, Signal::Passed | Signal::Warning);
        if said.as_ref().is_some_and(stands) {
            return said;
        }
        follows(prepared, number, &closest).or(said)
    };
    numbers.iter().enumerate().filter_map(say).collect()
}

/// What is said of a number that stands nowhere and follows from others.
fn follows(prepared: &Prepared, number: &Number, among: &[usize]) -> Option<Observation> {
    let worked = worked_out::worked_out(prepared.claim, number, prepared.windows, among)?;
    Some(Observation {
        check: CheckKind::Number,
        signal: Signal::Passed,
        kind: FindingKind::NumericMismatch,
        detected: number.text.clone(),
        note: format!("{} follows from {}", number.text, worked.of),
        expected: Some(worked.of),
        source: Some(worked.place),
        read_as: Some(worked.read_as),
    })
}

/// A number of the claim and the other one that the evidence has for it, each with its text. Two limits, which may well be of one number, are told with the words that
/// bound them: "no more than four" and "at least four".
fn clash(
    (claim, number): (&str, &Number),
    source: usize,
    (text, other): (&str, &Number),
) -> Observation {
    let (detected, expected) = if number.bound.limits_unlike(other.bound) {
        (with_bound(number, claim), with_bound(other, text))
    } else {
        (number.text.as_str(), other.text.as_str())
    };
    Observation {
        check: CheckKind::Number,
        signal: Signal::Clash,
        kind: FindingKind::NumericMismatch,
        detected: detected.to_owned(),
        expected: Some(expected.to_owned()),
        source: Some(source),
        read_as: None,
        note: format!("the claim says {detected}, the evidence {expected}"),
    }
}

/// A number with the words of its text that bound it.
fn with_bound<'a>(number: &'a Number, text: &'a str) -> &'a str {
    let bounded = text.get(number.bounded_range(text));
    bounded.unwrap_or(&number.text)
}

fn say(
    number: &Number,
    signal: Signal,
    source: Option<(usize, &Number)>,
    note: String,
) -> Observation {
    Observation {
        check: CheckKind::Number,
        signal,
        kind: match signal {
            Signal::Absent => FindingKind::InventedStatistic,
            Signal::Warning => FindingKind::WithinTolerance,
            Signal::Passed
            | Signal::Clash
            | Signal::Suspect
            | Signal::Gone
            | Signal::Impossible => FindingKind::NumericMismatch,
        },
        detected: number.text.clone(),
        expected: source.map(|(_, source)| source.text.clone()),
        source: source.map(|(place, _)| place),
        read_as: None,
        note,
    }
}

/// A number that stands in a window, in its tolerance where not as it is.
fn passed(number: &Number, fit: Fit, place: usize, source: &Number) -> Observation {
    let (signal, note) = match fit {
        Fit::WithinTolerance => (
            Signal::Warning,
            format!("{} is within tolerance of {}", number.text, source.text),
        ),
        Fit::Equal | Fit::Different => (
            Signal::Passed,
            format!("{} stands in the evidence as {}", number.text, source.text),
        ),
    };
    say(number, signal, Some((place, source)), note)
}

/// What of a claim is read as the evidence has it because of its bound. A value that lies within the bound stands for it: who says "four" says "fewer than five", and
/// who says "9,876" "nearly 10,000". Of two bounds that say the same the evidence's words stand: "at most" for "up to".
fn within_bound(claim: &str, number: &Number, text: &str, source: &Number) -> Option<ReadAs> {
    let same_thing = match (&number.unit, &source.unit) {
        (Unit::Count(own), Unit::Count(other)) => own == other || other.is_empty(),
        _ => same_unit(number, source),
    };
    let range = number.bounded_range(claim);
    let as_read = match (number.bound, source.bound) {
        (Bound::Exact, _) => None,
        (own, other) if own == other && (ratio(number, source) - 1.0).abs() < 1e-9 => {
            Some(with_bound(source, text))
        }
        (_, Bound::Exact) if (ratio(number, source) - 1.0).abs() > 1e-9 => {
            Some(source.text.as_str())
        }
        _ => None,
    }?;
    let otherwise = words::fold(as_read) != words::fold(claim.get(range.clone())?);
    (same_thing && otherwise).then(|| ReadAs {
        range,
        text: as_read.to_owned(),
    })
}

/// What is said of one number; the windows that speak of the claim's subject best, and those that can clash with it, are given by their places.
fn judge(
    claim: &str,
    number: &Number,
    evidence: &[Values],
    (closest, same_subject): (&[usize], &[usize]),
    tolerances: &Tolerances,
) -> Option<Observation> {
    let fits = |place: usize| {
        let candidates = evidence[place]
            .numbers
            .iter()
            .enumerate()
            .filter(|(_, source)| comparable(number, source));
        candidates
            .map(|(at, source)| (fit(number, source, tolerances), at))
            .filter(|(fit, _)| *fit != Fit::Different)
            .min_by_key(|(fit, _)| *fit as u8)
            .map(|(fit, at)| (place, fit, at, &evidence[place].numbers[at]))
    };
    let denied = denied(claim, number);
    if let Some((place, fit, at, source)) = closest.iter().find_map(|place| fits(*place)) {
        let rival = in_its_role(claim, number, &evidence[place], at);
        return match rival.filter(|_| !denied) {
            Some(rival) => {
                let text = &evidence[place].scored.text;
                Some(clash((claim, number), place, (text, rival)))
            }
            None if denied => Some(passed(number, fit, place, source)),
            None => Some(Observation {
                read_as: within_bound(claim, number, &evidence[place].scored.text, source),
                ..passed(number, fit, place, source)
            }),
        };
    }
    if !denied && let Some(clash) = rivalled(claim, number, evidence, same_subject) {
        return Some(clash);
    }
    // Elsewhere in the evidence, of another subject or of one that the words do not show, and counts of what has another name there.
    if let Some((place, fit, _, source)) = (0..evidence.len()).find_map(fits) {
        return Some(passed(number, fit, place, source));
    }
    let like = |source: &Number| {
        let fit = fit(number, source, tolerances);
        let near = number.bound == Bound::About && fit == Fit::WithinTolerance;
        (counted(number) && counted(source) && (near || fit == Fit::Equal)).then_some(fit)
    };
    let everywhere = evidence
        .iter()
        .enumerate()
        .flat_map(|(place, evidence)| evidence.numbers.iter().map(move |source| (place, source)));
    let alike = everywhere
        .filter_map(|(place, source)| Some((place, like(source)?, source)))
        .min_by_key(|(_, fit, _)| *fit as u8);
    if let Some((place, fit, source)) = alike {
        return Some(passed(number, fit, place, source));
    }
    if !denied
        && closest
            .iter()
            .any(|place| turned_over(number, &evidence[*place]))
    {
        let said = with_bound(number, claim);
        let note = format!("{said} is not in the evidence");
        return Some(Observation {
            detected: said.to_owned(),
            ..say(number, Signal::Absent, None, note)
        });
    }
    let absent = format!("{} is not in the evidence", number.text);
    (!denied && !may_stand_unseen(number, evidence, tolerances))
        .then(|| say(number, Signal::Absent, None, absent))
}

/// Whether a window has the number as a limit from the other side alone: "at most seven people" for "at least seven".
fn turned_over(number: &Number, evidence: &Values) -> bool {
    let same =
        |source: &&Number| comparable(number, source) && (ratio(number, source) - 1.0).abs() < 1e-9;
    let mut same = evidence.numbers.iter().filter(same).peekable();
    same.peek().is_some() && same.all(|source| number.bound.limits_unlike(source.bound))
}

/// A clash with the only other value that a window gives for it.
fn rivalled(
    claim: &str,
    number: &Number,
    evidence: &[Values],
    same_subject: &[usize],
) -> Option<Observation> {
    for place in same_subject
        .iter()
        .filter(|place| !stands_bare(number, &evidence[**place]))
    {
        let evidence = &evidence[*place];
        let rival = |(at, source): &(usize, &Number)| {
            comparable(number, source)
                && same_role(number, source, || evidence.names_header(*at))
                && !leave_room(number, source)
        };
        let mut rivals: Vec<&Number> = evidence
            .numbers
            .iter()
            .enumerate()
            .filter(rival)
            .map(|(_, source)| source)
            .collect();
        rivals.dedup_by(|a, b| (a.value - b.value).abs() < f64::EPSILON);
        if let [rival] = rivals.as_slice() {
            let text = &evidence.scored.text;
            return Some(clash((claim, number), *place, (text, rival)));
        }
    }
    None
}

fn counted(number: &Number) -> bool {
    matches!(number.unit, Unit::Count(_))
}

#[cfg(test)]
mod tests;
