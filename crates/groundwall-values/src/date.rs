//! Dates and periods: exact by default, containment understood.

use crate::language::ENGLISH;
use crate::plain::Piece;
use groundwall_text::reach::{PHRASE, PIECE, before, behind, pieces};
use groundwall_text::words::{fold, is_stop};
use regex::Regex;
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
    /// Bytes of the text.
    pub range: std::ops::Range<usize>,
}

static DATE: LazyLock<Regex> = LazyLock::new(|| {
    let month = r"(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\.?";
    Regex::new(&format!(
        r"(?x)
        \b(?P<iy>\d{{4}})-(?P<im>\d{{2}})-(?P<id>\d{{2}})\b
        | \b(?P<sa>\d{{1,2}})/(?P<sb>\d{{1,2}})/(?P<sy>\d{{4}})\b
        | \b(?P<ga>\d{{1,2}})\.(?P<gb>\d{{1,2}})\.(?P<gy>\d{{4}})\b
        | \bQ(?P<q>[1-4])[\s/-]?(?:of\s|FY\s?)?(?P<qy>\d{{4}})\b
        | \b(?P<yq>\d{{4}})[\s/-]?Q(?P<yqn>[1-4])\b
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

/// The months in full, in order and in small letters.
pub fn months() -> &'static [String] {
    &ENGLISH.dates.months
}

/// Whether a word is a month in full.
pub fn is_month(word: &str) -> bool {
    months().iter().any(|month| month == word)
}

fn month(name: &str) -> Option<u8> {
    let start = name.get(..3)?.to_lowercase();
    months()
        .iter()
        .position(|month| month.starts_with(&start))
        .map(|place| place as u8 + 1)
}

/// The expressions that read dates.
pub(crate) fn expressions() -> Vec<&'static str> {
    vec![DATE.as_str()]
}

/// Byte ranges that belong to dates or clock times, so that their digits are no numbers.
pub(crate) fn ranges(piece: &Piece<'_>) -> Vec<std::ops::Range<usize>> {
    let text = piece.text;
    DATE.find_iter(&piece.plain)
        .filter(|found| !bare_number(text, found.as_str(), &found.range()))
        .flat_map(|found| {
            let end = short_end(text, &found.range()).map(|(_, end)| end);
            std::iter::once(found.range()).chain(end)
        })
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
        && words
            .first()
            .is_some_and(|word| ENGLISH.dates.counted.has(word));
    glued_before
        || decimal
        || counted
        || is_bounded(text, range, words.first())
        || crate::number::is_measured(text, range.end)
        || crate::number::is_under_unit(text, range.start)
}

/// Whether the words before a figure put a bound on it and a noun stands behind: "at least 1000 keys". "Over 2000 years" says its unit, "up to 1990 sales" a year.
fn is_bounded(text: &str, range: &std::ops::Range<usize>, noun: Option<&String>) -> bool {
    let bounds = &ENGLISH.bounds;
    let ahead = fold(before(text, range.start, PHRASE));
    let ahead = ahead.trim_end();
    let ends = |phrase: &str| {
        (phrase.contains(' ') || !phrase.contains(char::is_alphabetic))
            && phrase != "up to"
            && ahead.ends_with(phrase)
    };
    let bounded = [
        &bounds.more_than,
        &bounds.less_than,
        &bounds.at_least,
        &bounds.at_most,
    ]
    .into_iter()
    .any(|phrases| phrases.iter().any(&ends));
    bounded
        && text[range.end..].starts_with(' ')
        && noun.is_some_and(|noun| {
            noun.len() > 2 && noun.chars().all(char::is_alphabetic) && !is_stop(noun)
        })
}

/// All dates of a text, in order.
pub fn extract(text: &str) -> Vec<Date> {
    let moved = |date: Date, at: usize| Date {
        range: date.range.start + at..date.range.end + at,
        ..date
    };
    let of_piece = |text| {
        let piece = Piece::of(text);
        let found = DATE.captures_iter(&piece.plain);
        let dates = found
            .filter_map(|found| date(text, &found))
            .flat_map(|date| {
                let end = short_end(text, &date.range).map(|(year, range)| Date {
                    year: Some(year),
                    text: text[range.clone()].to_owned(),
                    range,
                    ..date.clone()
                });
                std::iter::once(date).chain(end)
            });
        dates.collect::<Vec<_>>()
    };
    pieces(text, PIECE)
        .flat_map(|(at, piece)| {
            let dates = of_piece(piece).into_iter();
            dates.map(move |date| moved(date, at))
        })
        .collect()
}

/// The later year of a span that is written short, where a lone year stands at `range`: 95 of "1990–95". Behind a hyphen up to 12 it may be a month.
fn short_end(text: &str, range: &std::ops::Range<usize>) -> Option<(i32, std::ops::Range<usize>)> {
    let year: i32 = text[range.clone()]
        .parse()
        .ok()
        .filter(|_| range.len() == 4)?;
    let rest = &text[range.end..];
    let sign = rest
        .chars()
        .next()
        .filter(|sign| ['–', '-'].contains(sign))?;
    let start = range.end + sign.len_utf8();
    let digits = text.get(start..start + 2)?;
    let last: i32 = digits.parse().ok()?;
    let end = year / 100 * 100 + last;
    let is_end = end > year
        && (sign == '–' || last > 12)
        && digits.bytes().all(|byte| byte.is_ascii_digit())
        && !text[start + 2..].starts_with(|next: char| next.is_alphanumeric() || next == '-');
    is_end.then(|| (end, start..start + 2))
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
    } else if found.name("yq").is_some() {
        (date.year, date.quarter) = (number("yq"), small("yqn"));
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
    is_in_a_calendar(&date).then_some(date)
}

/// Whether a month and a day in digits can be any: `2024-00-10` and `2024-45-10` are codes. The 30 February is told as a date and compared as one.
fn is_in_a_calendar(date: &Date) -> bool {
    date.month.is_none_or(|month| (1..=12).contains(&month))
        && date.day.is_none_or(|day| (1..=31).contains(&day))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_month_that_there_is_not_makes_no_date() {
        for text in [
            "2024-00-10",
            "2024-45-10",
            "2024-12-00",
            "0/2/2021",
            "45.45.2024",
        ] {
            assert!(extract(text).is_empty(), "{text}");
        }
        let told = &extract("30 February 2024")[0];
        assert_eq!((told.month, told.day), (Some(2), Some(30)));
    }

    #[test]
    fn a_quarter_stands_before_or_behind_its_year() {
        let first = &extract("Q3 2024")[0];
        for text in [
            "2024-Q3", "2024 Q3", "2024Q3", "2024/Q3", "Q3/2024", "Q3-2024",
        ] {
            let dates = extract(text);
            assert_eq!(dates.len(), 1, "{text}: {dates:?}");
            assert!(same(first, &dates[0]), "{text}");
        }
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
}
