//! A claim's numbers against those of the evidence.

use super::{Bound, Number, Quantity, Unit, extract, measure};
use crate::reach::{CLAUSE, before};
use crate::{CheckKind, Prepared, Said, Signal, Source, parallel, words};
use groundwall_core::FindingKind;
use groundwall_core::policy::{Band, Tolerances};
use std::cell::OnceCell;
use std::collections::HashSet;

/// How a claim's number relates to a source's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fit {
    Equal,
    /// Within a band that the policy or the claim's own "about" allows.
    WithinTolerance,
    Different,
}

/// Compares a claim's number with a source's of the same unit, or of another one of the same quantity. Deviation = |claim − source| / |source|, bound inclusive; a source of 0 needs equality.
pub fn fit(claim: &Number, source: &Number, tolerances: &Tolerances) -> Fit {
    let (value, rounding) = measure::converted(claim, source);
    let difference = (claim.value - value).abs();
    let slack = 1e-9 * value.abs().max(1.0);
    // "Up to 28 mph" says another thing than "up to 28 km/h": two limits must be the same.
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
        _ => {}
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

/// How many times the second number the first is, in the first's unit.
pub fn ratio(first: &Number, second: &Number) -> f64 {
    (first.value / measure::converted(first, second).0).abs()
}

/// Whether two numbers say how much of the very same thing: the same unit, or units of one quantity.
pub fn same_unit(first: &Number, second: &Number) -> bool {
    match (&first.unit, &second.unit) {
        (Unit::Measure(one), Unit::Measure(other)) => one.excludes(other),
        (one, other) => one == other,
    }
}

/// Whether two numbers can be compared at all: same currency, both percentages, both ratios, measures of one quantity, or counts of the same thing.
pub fn comparable(claim: &Number, source: &Number) -> bool {
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
        // A table's cell has its unit in the header or nowhere.
        (_, Unit::Count(noun)) => {
            noun.is_empty()
                || source.header.is_some()
                || matches!(&claim.unit, Unit::Count(other) if other.is_empty() || other == noun)
        }
        _ => false,
    }
}

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

/// What the word before a number makes of it, where something changes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    From,
    To,
    By,
}

fn role(text: &str, number: &Number) -> Option<Role> {
    let before = words::tokens(before(text, number.range.start, CLAUSE));
    let about = |word: &&String| {
        [
            "about",
            "around",
            "nearly",
            "almost",
            "roughly",
            "approximately",
            "some",
            "just",
        ]
        .contains(&word.as_str())
    };
    match before.iter().rev().find(|word| !about(word))?.as_str() {
        "from" => Some(Role::From),
        "to" => Some(Role::To),
        "by" => Some(Role::By),
        _ => None,
    }
}

/// What of a window the numbers of a claim are held against, made once.
struct Evidence<'a> {
    source: &'a Source<'a>,
    numbers: &'a [Number],
    /// Stems of the claim.
    claim: &'a HashSet<String>,
    /// For each number whether the claim names all of its header.
    headers: OnceCell<Vec<bool>>,
    roles: OnceCell<Vec<Option<Role>>>,
    /// Numbers of what surrounds it.
    context: OnceCell<Vec<Number>>,
    words: OnceCell<HashSet<String>>,
    /// Units of which it has one without saying so.
    ones: OnceCell<Vec<measure::Measure>>,
    has_year: OnceCell<bool>,
}

impl<'a> Evidence<'a> {
    fn of(source: &'a Source<'a>, numbers: &'a [Number], claim: &'a HashSet<String>) -> Self {
        let (headers, roles, context, words) = (
            OnceCell::new(),
            OnceCell::new(),
            OnceCell::new(),
            OnceCell::new(),
        );
        Self {
            source,
            numbers,
            claim,
            headers,
            roles,
            context,
            words,
            ones: OnceCell::new(),
            has_year: OnceCell::new(),
        }
    }

    fn names_header(&self, place: usize) -> bool {
        let named = |number: &Number| {
            number.header.as_ref().is_some_and(|header| {
                words::ContentWords::of(header).coverage_of(self.claim) >= 0.99
            })
        };
        self.headers
            .get_or_init(|| self.numbers.iter().map(named).collect())[place]
    }

    fn role(&self, place: usize) -> Option<Role> {
        self.roles.get_or_init(|| {
            self.numbers
                .iter()
                .map(|number| role(self.source.text, number))
                .collect()
        })[place]
    }

    fn context(&self) -> &[Number] {
        self.context.get_or_init(|| extract(self.source.context))
    }

    fn words(&self) -> &HashSet<String> {
        self.words
            .get_or_init(|| words::tokens(self.source.text).into_iter().collect())
    }

    fn ones(&self) -> &[measure::Measure] {
        self.ones.get_or_init(|| measure::ones(self.source.text))
    }

    fn has_year(&self) -> bool {
        *self.has_year.get_or_init(|| {
            crate::date::extract(self.source.text)
                .iter()
                .any(|date| date.year.is_some())
        })
    }
}

/// Another number of the window that has the role that the claim gives to this one, which has another there: "fell to 8" where it "fell from 8 to 3".
fn in_its_role<'a>(
    claim: &str,
    number: &Number,
    evidence: &'a Evidence,
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

/// Whether the words before a number deny it: "does not have 5.5 million". What is denied may differ from the evidence.
fn denied(claim: &str, number: &Number) -> bool {
    let before = words::tokens(before(claim, number.range.start, CLAUSE));
    before.iter().rev().take(6).any(|word| {
        matches!(word.as_str(), "not" | "never" | "no" | "neither" | "nor") || word.ends_with("n't")
    })
}

/// The numbers of a claim against its windows and what surrounds them.
pub fn check(prepared: &Prepared, tolerances: &Tolerances) -> Vec<Said> {
    let numbers = extract(prepared.claim);
    if numbers.is_empty() {
        return Vec::new();
    }
    let found: Vec<Vec<Number>> = prepared
        .sources
        .iter()
        .map(|source| extract(source.text))
        .collect();
    let (closest, same_subject) = (prepared.closest(), prepared.same_subject());
    let stems = words::stems(prepared.claim);
    let evidence: Vec<Evidence> = prepared
        .sources
        .iter()
        .zip(&found)
        .map(|(source, found)| Evidence::of(source, found, &stems))
        .collect();
    let agrees =
        |a: &Number, b: &Number| comparable(a, b) && fit(a, b, tolerances) != Fit::Different;
    let parallel = parallel::statement(
        prepared,
        &numbers,
        &found,
        |number| number.range.clone(),
        agrees,
    );
    let say = |(place, number): (usize, &Number)| {
        let rival = parallel
            .map(|(source, others)| (source, &others[place]))
            .filter(|(_, other)| !agrees(number, other));
        match rival {
            Some((source, other)) => Some(clash(number, source, other)),
            None => judge(
                prepared.claim,
                number,
                &evidence,
                (&closest, &same_subject),
                tolerances,
            ),
        }
    };
    numbers.iter().enumerate().filter_map(say).collect()
}

/// The claim with its values as the evidence writes them, where that is otherwise and they are equal or within a band: "0.05 g" as "50 mg", "$1.25M" as "$1,200,000". `said` is what `check` said of it. None where nothing is written otherwise.
pub fn as_the_evidence_writes(claim: &str, said: &[Said]) -> Option<String> {
    let numbers = extract(claim);
    let mut said = said
        .iter()
        .filter(|said| said.check == CheckKind::Number)
        .peekable();
    let mut written = Vec::new();
    for number in &numbers {
        let Some(own) = said.next_if(|said| said.detected == number.text) else {
            continue;
        };
        let within = own.kind == FindingKind::WithinTolerance;
        let other = own.expected.as_ref().filter(|other| {
            (within || own.signal == Signal::Passed)
                && words::fold(other) != words::fold(&number.text)
        });
        written.extend(
            other
                .filter(|other| rewritable(number, other, within))
                .map(|other| (number.range.clone(), other)),
        );
    }
    let mut claim = claim.to_owned();
    written
        .iter()
        .rev()
        .for_each(|(range, other)| claim.replace_range(range.clone(), other));
    (!written.is_empty()).then_some(claim)
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
                // "Three" for "three days" would lose the days.
                Unit::Currency(_) | Unit::Percent | Unit::Points | Unit::Ratio | Unit::Count(_) => {
                    false
                }
            }),
        Unit::Currency(_) | Unit::Percent | Unit::Points | Unit::Ratio | Unit::Count(_) => false,
    };
    matches!(number.bound, Bound::Exact | Bound::About) && (otherwise || measure)
}

fn clash(number: &Number, source: usize, other: &Number) -> Said {
    Said {
        check: CheckKind::Number,
        signal: Signal::Clash,
        kind: FindingKind::NumericMismatch,
        detected: number.text.clone(),
        expected: Some(other.text.clone()),
        source: Some(source),
        note: format!(
            "the claim says {}, the evidence {}",
            number.text, other.text
        ),
    }
}

fn say(number: &Number, signal: Signal, source: Option<(usize, &Number)>, note: String) -> Said {
    Said {
        check: CheckKind::Number,
        signal,
        kind: match signal {
            Signal::Absent => FindingKind::InventedStatistic,
            Signal::Warning => FindingKind::WithinTolerance,
            Signal::Passed | Signal::Clash | Signal::Impossible => FindingKind::NumericMismatch,
        },
        detected: number.text.clone(),
        expected: source.map(|(_, source)| source.text.clone()),
        source: source.map(|(place, _)| place),
        note,
    }
}

/// A number that stands in a window, in its tolerance where not as it is.
fn passed(number: &Number, fit: Fit, place: usize, source: &Number) -> Said {
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

/// What is said of one number; the windows that speak of the claim's subject best, and those that can clash with it, are given by their places.
fn judge(
    claim: &str,
    number: &Number,
    evidence: &[Evidence],
    (closest, same_subject): (&[usize], &[usize]),
    tolerances: &Tolerances,
) -> Option<Said> {
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
            Some(rival) => Some(clash(number, place, rival)),
            None => Some(passed(number, fit, place, source)),
        };
    }
    if !denied && let Some(clash) = rivalled(number, evidence, same_subject) {
        return Some(clash);
    }
    // Elsewhere in the evidence, of another subject or of one that the words do not show, and counts of what has another name there.
    if let Some((place, fit, _, source)) = (0..evidence.len()).find_map(fits) {
        return Some(passed(number, fit, place, source));
    }
    let equal = |source: &&Number| {
        counted(number) && counted(source) && fit(number, source, tolerances) == Fit::Equal
    };
    if let Some((place, source)) = (0..evidence.len()).find_map(|place| {
        evidence[place]
            .numbers
            .iter()
            .find(equal)
            .map(|source| (place, source))
    }) {
        return Some(passed(number, Fit::Equal, place, source));
    }
    let absent = format!("{} stands nowhere in the evidence", number.text);
    (!denied && !may_stand_unseen(number, evidence, tolerances))
        .then(|| say(number, Signal::Absent, None, absent))
}

/// A clash with the only other value that a window gives for it.
fn rivalled(number: &Number, evidence: &[Evidence], same_subject: &[usize]) -> Option<Said> {
    for place in same_subject
        .iter()
        .filter(|place| !stands_bare(number, &evidence[**place]))
    {
        let evidence = &evidence[*place];
        let rival = |(at, source): &(usize, &Number)| {
            comparable(number, source) && same_role(number, source, || evidence.names_header(*at))
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
            return Some(clash(number, *place, rival));
        }
    }
    None
}

/// Whether a number that no window holds may be said all the same: in words, by the eye, or beside the windows, where it may belong to anything. The check is
/// silent and the judge decides.
fn may_stand_unseen(number: &Number, evidence: &[Evidence], tolerances: &Tolerances) -> bool {
    let beside = || {
        evidence.iter().any(|evidence| {
            evidence
                .context()
                .iter()
                .any(|other| (other.value - number.value).abs() <= 1e-9 * number.value.abs())
                || written(evidence.source.text, figure(&number.text))
                || written(evidence.source.context, figure(&number.text))
        })
    };
    said_in_words(number)
        || counted_by_eye(number)
        || is_duration(number, evidence)
        || is_one(number)
        || !matches!(number.unit, Unit::Measure(_)) && beside()
        || beside_in_its_unit(evidence, number, tolerances)
        || evidence
            .iter()
            .any(|evidence| measure::one_of_it(number, evidence.ones()))
}

/// A measure that stands beside the windows in a unit of the same quantity, or without one.
fn beside_in_its_unit(evidence: &[Evidence], number: &Number, tolerances: &Tolerances) -> bool {
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

/// A number as it is written, without its unit.
fn figure(text: &str) -> &str {
    text.split(char::is_alphabetic)
        .next()
        .unwrap_or_default()
        .trim_end_matches([' ', '-', '°', '\u{a0}'])
}

/// "Doubled", "a third of": readers conclude that from figures that stand there.
fn said_in_words(number: &Number) -> bool {
    matches!(number.unit, Unit::Percent | Unit::Ratio)
        && !number.text.contains(|c: char| c.is_ascii_digit())
        && !words::fold(&number.text).contains("cent")
}

/// A share in words whose words stand in a text without what they are a share of: "above two hours, half". That says nothing against it.
fn stands_bare(number: &Number, evidence: &Evidence) -> bool {
    let mut words = words::tokens(&number.text)
        .into_iter()
        .filter(|word| !words::is_stop(word));
    said_in_words(number) && words.all(|word| evidence.words().contains(&word))
}

/// Two, three or four of something: readers count them where the text only names them.
fn counted_by_eye(number: &Number) -> bool {
    number.value >= 2.0
        && number.value <= 4.0
        && matches!(&number.unit, Unit::Count(noun) if !noun.is_empty())
}

/// Years between two dates of the evidence are computed by the reader, not read.
fn is_duration(number: &Number, evidence: &[Evidence]) -> bool {
    let years = match &number.unit {
        Unit::Measure(measure) => measure.quantity == Quantity::Calendar,
        Unit::Count(noun) => ["year", "decad", "month", "centuri"].contains(&noun.as_str()),
        Unit::Currency(_) | Unit::Percent | Unit::Points | Unit::Ratio => false,
    };
    years && evidence.iter().any(Evidence::has_year)
}

fn counted(number: &Number) -> bool {
    matches!(number.unit, Unit::Count(_))
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
