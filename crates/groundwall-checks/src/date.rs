//! Dates and periods: exact by default, containment understood.

use crate::reach::{PHRASE, PIECE, behind, pieces};
use crate::{CheckKind, Prepared, Said, Signal, parallel, words};
use groundwall_core::FindingKind;
use regex::Regex;
use std::cell::OnceCell;
use std::sync::LazyLock;

/// A date or period; what is not said is none. `12/01/2024` has a second reading in `alternative`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Date {
    pub year: Option<i32>,
    pub quarter: Option<u8>,
    pub month: Option<u8>,
    pub day: Option<u8>,
    /// Month and day the other way round, where the writing does not tell.
    pub alternative: Option<(u8, u8)>,
    pub text: String,
    pub range: std::ops::Range<usize>,
}

const MONTHS: [&str; 12] = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
];

static DATE: LazyLock<Regex> = LazyLock::new(|| {
    let month = r"(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\.?";
    Regex::new(&format!(
        r"(?x)
        \b(?P<iy>\d{{4}})-(?P<im>\d{{2}})-(?P<id>\d{{2}})\b
        | \b(?P<sa>\d{{1,2}})/(?P<sb>\d{{1,2}})/(?P<sy>\d{{4}})\b
        | \b(?P<ga>\d{{1,2}})\.(?P<gb>\d{{1,2}})\.(?P<gy>\d{{4}})\b
        | \bQ(?P<q>[1-4])\s?(?:of\s|FY\s?)?(?P<qy>\d{{4}})\b
        | \b(?P<qw>first|second|third|fourth)\ quarter\ of\ (?P<qwy>\d{{4}})\b
        | \b(?P<dd>\d{{1,2}})(?:st|nd|rd|th)?\ (?:of\ )?(?P<dm>{month})(?:,?\ (?P<dy>\d{{4}}))?\b
        | \b(?P<mm>{month})\ (?P<md>\d{{1,2}})(?:st|nd|rd|th)?\b(?:,?\ (?P<mdy>\d{{4}}))?
        | \b(?P<om>{month}),?\ (?:of\ )?(?P<oy>\d{{4}})\b
        | \b(?:1[0-9]|20)[0-9]0['’]?s\b
        | \b(?P<y>1[0-9]{{3}}|20[0-9]{{2}})\b
        | \b\d{{1,2}}:\d{{2}}(?::\d{{2}})?\b"
    ))
    .expect("the pattern is fixed")
});

fn month(name: &str) -> Option<u8> {
    let start = name.get(..3)?.to_lowercase();
    MONTHS
        .iter()
        .position(|month| *month == start)
        .map(|place| place as u8 + 1)
}

/// Byte ranges that belong to dates or clock times, so that their digits are no numbers.
pub(crate) fn ranges(text: &str) -> Vec<std::ops::Range<usize>> {
    DATE.find_iter(text)
        .filter(|found| !bare_number(text, found.as_str(), &found.range()))
        .map(|found| found.range())
        .collect()
}

/// A four-digit figure that counts something ("1500 tonnes", "$2000", "2000.5") is no year.
fn bare_number(text: &str, found: &str, range: &std::ops::Range<usize>) -> bool {
    if found.len() != 4 || !found.bytes().all(|byte| byte.is_ascii_digit()) {
        return false;
    }
    let (before, after) = (&text[..range.start], &text[range.end..]);
    let glued_before = before.ends_with(['$', '€', '£', '₹', '¥', '-', '.', ',', '/', '#', ':'])
        && !before.ends_with(", ")
        || before.ends_with(char::is_alphanumeric);
    let decimal = after.starts_with(['.', ',', '%', '/', ':'])
        && after[1..].starts_with(|c: char| c.is_ascii_digit())
        || after.starts_with('%')
        || after.starts_with(char::is_alphanumeric) && !after.starts_with('s');
    let words: Vec<String> = behind(text, range.end, PHRASE)
        .split_whitespace()
        .take(1)
        .map(|word| {
            word.trim_matches(|c: char| !c.is_alphanumeric())
                .to_lowercase()
        })
        .collect();
    let counted = after.starts_with(' ')
        && words.first().is_some_and(|word| {
            [
                "percent",
                "dollars",
                "euros",
                "pounds",
                "people",
                "copies",
                "words",
                "employees",
                "units",
                "members",
                "passengers",
                "patients",
                "students",
                "visitors",
                "seats",
                "pages",
                "items",
                "cases",
                "votes",
                "points",
                "million",
                "billion",
                "thousand",
                "vessels",
                "residents",
                "inhabitants",
                "participants",
                "calls",
            ]
            .contains(&word.as_str())
        });
    glued_before || decimal || counted || crate::number::is_measured(text, range.end)
}

/// All dates of a text, in order.
pub fn extract(text: &str) -> Vec<Date> {
    let moved = |date: Date, at: usize| Date {
        range: date.range.start + at..date.range.end + at,
        ..date
    };
    let of_piece = |piece| {
        DATE.captures_iter(piece)
            .filter_map(move |found| date(piece, &found))
    };
    pieces(text, PIECE)
        .flat_map(|(at, piece)| of_piece(piece).map(move |date| moved(date, at)))
        .collect()
}

fn date(text: &str, found: &regex::Captures) -> Option<Date> {
    let whole = found.get(0)?;
    if bare_number(text, whole.as_str(), &whole.range()) {
        return None;
    }
    let number = |name: &str| {
        found
            .name(name)
            .and_then(|part| part.as_str().parse::<i32>().ok())
    };
    let small = |name: &str| number(name).and_then(|value| u8::try_from(value).ok());
    let mut date = Date {
        year: None,
        quarter: None,
        month: None,
        day: None,
        alternative: None,
        text: whole.as_str().to_owned(),
        range: whole.range(),
    };
    if found.name("iy").is_some() {
        (date.year, date.month, date.day) = (number("iy"), small("im"), small("id"));
    } else if found.name("sy").is_some() {
        let (a, b) = (small("sa")?, small("sb")?);
        date.year = number("sy");
        (date.month, date.day) = if a > 12 {
            (Some(b), Some(a))
        } else {
            (Some(a), Some(b))
        };
        date.alternative = (a <= 12 && b <= 12 && a != b).then_some((b, a));
    } else if found.name("gy").is_some() {
        (date.year, date.month, date.day) = (number("gy"), small("gb"), small("ga"));
    } else if found.name("q").is_some() {
        (date.year, date.quarter) = (number("qy"), small("q"));
    } else if let Some(word) = found.name("qw") {
        let place = ["first", "second", "third", "fourth"]
            .iter()
            .position(|quarter| *quarter == word.as_str());
        (date.year, date.quarter) = (number("qwy"), place.map(|place| place as u8 + 1));
    } else if let Some(name) = found.name("dm") {
        (date.year, date.month, date.day) = (number("dy"), month(name.as_str()), small("dd"));
    } else if let Some(name) = found.name("mm") {
        (date.year, date.month, date.day) = (number("mdy"), month(name.as_str()), small("md"));
    } else if let Some(name) = found.name("om") {
        (date.year, date.month) = (number("oy"), month(name.as_str()));
    } else if found.name("y").is_some() {
        date.year = number("y");
    } else {
        return None;
    }
    Some(date)
}

/// How a claim's date relates to a source's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Relation {
    /// The source's date is the claim's, or lies in it (December 2024 in Q4 2024).
    Contained,
    /// Could be the same, but the source says less than the claim.
    LessPrecise,
    Different,
}

/// Compares two dates part by part.
pub fn relation(claim: &Date, source: &Date) -> Relation {
    let direct = compare(claim, source);
    let swapped = |date: &Date| {
        date.alternative.map(|(month, day)| Date {
            month: Some(month),
            day: Some(day),
            ..date.clone()
        })
    };
    let others = [
        swapped(claim).map(|claim| compare(&claim, source)),
        swapped(source).map(|source| compare(claim, &source)),
    ];
    others.into_iter().flatten().fold(direct, |best, other| {
        if other == Relation::Contained {
            other
        } else {
            best
        }
    })
}

/// Whether two dates say the same with the same precision, in whatever writing.
pub fn same(first: &Date, second: &Date) -> bool {
    relation(first, second) == Relation::Contained && relation(second, first) == Relation::Contained
}

fn compare(claim: &Date, source: &Date) -> Relation {
    let quarter = |date: &Date| {
        // "0/2/2021" has no month before which others lie.
        let before = date.month.and_then(|month| month.checked_sub(1));
        date.quarter.or(before.map(|months| months / 3 + 1))
    };
    let differs = |a: Option<i32>, b: Option<i32>| matches!((a, b), (Some(a), Some(b)) if a != b);
    let wide = |value: Option<u8>| value.map(i32::from);
    if differs(claim.year, source.year)
        || differs(wide(quarter(claim)), wide(quarter(source)))
        || differs(wide(claim.month), wide(source.month))
        || differs(wide(claim.day), wide(source.day))
    {
        return Relation::Different;
    }
    let missing = (claim.year.is_some() && source.year.is_none())
        || (claim.quarter.is_some() && quarter(source).is_none())
        || (claim.month.is_some() && source.month.is_none())
        || (claim.day.is_some() && source.day.is_none());
    if missing {
        Relation::LessPrecise
    } else {
        Relation::Contained
    }
}

/// The dates of a claim against its windows.
pub fn check(prepared: &Prepared) -> Vec<Said> {
    let dates = extract(prepared.claim);
    if dates.is_empty() {
        return Vec::new();
    }
    let found: Vec<Vec<Date>> = prepared
        .sources
        .iter()
        .map(|source| extract(source.text))
        .collect();
    let around: Vec<Vec<Date>> = prepared
        .sources
        .iter()
        .map(|source| extract(source.context))
        .collect();
    let (closest, same_subject) = (prepared.closest(), prepared.same_subject());
    let months: Vec<OnceCell<Vec<bool>>> =
        prepared.sources.iter().map(|_| OnceCell::new()).collect();
    let names_month = |place: usize, date: &Date| {
        date.month
            .and_then(|month| usize::from(month).checked_sub(1))
            .is_some_and(|month| {
                let named =
                    months[place].get_or_init(|| named_months(prepared.sources[place].text));
                named.get(month).is_some_and(|named| *named)
                    && found[place].iter().all(|other| other.month != date.month)
            })
    };
    let agrees = |a: &Date, b: &Date| relation(a, b) == Relation::Contained;
    let parallel = parallel::statement(prepared, &dates, &found, |date| date.range.clone(), agrees);
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
                &same_subject,
                &|place, date| !names_month(place, date),
                &|place, rival| in_a_clause_of(prepared, place, rival),
            ),
        }
    };
    dates.iter().enumerate().map(say).collect()
}

/// Whether the clause around a date of a window has a word of the claim: "the siren on the quay failed; a second one came in 2024" dates no quay.
fn in_a_clause_of(prepared: &Prepared, place: usize, date: &Date) -> bool {
    let text = prepared.sources[place].text;
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

fn clash(date: &Date, source: usize, other: &Date) -> Said {
    Said {
        check: CheckKind::Date,
        signal: Signal::Clash,
        kind: FindingKind::DateMismatch,
        detected: date.text.clone(),
        expected: Some(other.text.clone()),
        source: Some(source),
        note: format!("the claim says {}, the evidence {}", date.text, other.text),
    }
}

fn judge(
    date: &Date,
    found: &[Vec<Date>],
    around: &[Vec<Date>],
    closest: &[usize],
    same_subject: &[usize],
    can_clash: &dyn Fn(usize, &Date) -> bool,
    is_rival: &dyn Fn(usize, &Date) -> bool,
) -> Said {
    let say = |signal: Signal, kind, source: Option<(usize, &Date)>, note: String| Said {
        check: CheckKind::Date,
        signal,
        kind,
        detected: date.text.clone(),
        expected: source.map(|(_, source)| source.text.clone()),
        source: source.map(|(place, _)| place),
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
    for place in same_subject {
        // "In January of 1936 … in December": the window names the month apart from its year.
        if !can_clash(*place, date) {
            continue;
        }
        let rivals: Vec<&Date> = found[*place]
            .iter()
            .filter(|source| comparable(date, source))
            .collect();
        if let [rival] = rivals.as_slice()
            && relation(date, rival) == Relation::Different
            && is_rival(*place, rival)
        {
            return clash(date, *place, rival);
        }
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
            format!("{} stands nowhere in the evidence", date.text),
        ),
    }
}

/// The months in full, in order.
pub(crate) const MONTH_NAMES: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// For each month whether a window names it in full.
fn named_months(window: &str) -> Vec<bool> {
    let words = crate::words::tokens(window);
    MONTH_NAMES
        .iter()
        .map(|name| words.iter().any(|word| word == name))
        .collect()
}

/// Both name a year, or both a month or day: something that can differ.
fn comparable(claim: &Date, source: &Date) -> bool {
    (claim.year.is_some() && source.year.is_some())
        || (claim.month.is_some() && source.month.is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Source;

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
        let sources: Vec<Source> = evidence
            .iter()
            .map(|text| Source {
                text,
                context: "",
                document: "",
            })
            .collect();
        check(&Prepared::new(claim, &sources))[0].signal
    }

    #[test]
    fn a_month_that_there_is_not_is_compared_with_any_other() {
        let (none, second) = (&extract("0/2/2021")[0], &extract("1 February 2021")[0]);
        assert_eq!(relation(none, second), Relation::Different);
        assert_eq!(relation(second, none), Relation::Different);
    }

    #[test]
    fn writings_of_one_day() {
        let first = &extract("2024-12-01")[0];
        for text in [
            "1 Dec 2024",
            "December 1, 2024",
            "1st of December 2024",
            "01.12.2024",
            "12/01/2024",
        ] {
            let dates = extract(text);
            assert_eq!(dates.len(), 1, "{text}: {dates:?}");
            assert_eq!(relation(first, &dates[0]), Relation::Contained, "{text}");
        }
    }

    #[test]
    fn counts_are_no_years() {
        for text in [
            "1500 tonnes",
            "1600 m high",
            "2000 working days",
            "1273 MW",
            "$2000",
            "2000.5",
            "1999%",
            "room-1850",
        ] {
            assert!(extract(text).is_empty(), "{text}");
        }
        assert_eq!(
            extract("In 2019 months of talks failed, since 2021 weeks are short.").len(),
            2,
            "a year before a length of time"
        );
        assert_eq!(
            extract("In 1999 J. Smith left, in 2004 bar sales rose.").len(),
            2,
            "an initial is no unit"
        );
        assert_eq!(
            extract("in 1999, 2001 and the 1980s").len(),
            2,
            "a decade is no year"
        );
    }

    #[test]
    fn containment() {
        let parse = |text: &str| extract(text).remove(0);
        assert_eq!(
            relation(&parse("Q4 2024"), &parse("December 2024")),
            Relation::Contained
        );
        assert_eq!(
            relation(&parse("December 2024"), &parse("Q4 2024")),
            Relation::LessPrecise
        );
        assert_eq!(
            relation(&parse("Q4 2024"), &parse("Q3 2024")),
            Relation::Different
        );
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
