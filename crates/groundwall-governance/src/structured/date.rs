//! Dates in the values of fields, as people and models write them.

use super::short_date::Short;
use regex::Regex;
use serde::Deserialize;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::LazyLock;

/// Year, month and day.
pub(super) type Day = (i32, u32, u32);

/// A date of which the day may be read in two ways: `3/4/2024`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Date {
    pub(super) written: String,
    /// Empty where there is no such day.
    pub(super) readings: Vec<Day>,
}

impl Date {
    /// Whether it is later, however both are read.
    pub(super) fn is_after(&self, other: &Self) -> bool {
        let pairs = || {
            let all = self.readings.iter();
            all.flat_map(|one| other.readings.iter().map(move |two| (one, two)))
        };
        pairs().next().is_some() && pairs().all(|(one, two)| one > two)
    }
}

/// Dates and years of one value.
#[derive(Debug, Default)]
pub(super) struct Dates {
    /// With day, month and year.
    pub(super) whole: Vec<Date>,
    /// Each once, in order.
    pub(super) years: Vec<i32>,
    /// Those whose year has two digits, or stands at the end of a period alone.
    pub(super) short: Vec<Date>,
    /// Year and month, where no day is said.
    pub(super) months: Vec<(i32, u32)>,
    /// Month and day, where no year is said, in each way to read them.
    pub(super) yearless: Vec<Vec<(u32, u32)>>,
}

impl Dates {
    /// Whether nothing in a value says when.
    pub(super) fn is_empty(&self) -> bool {
        self.whole.is_empty()
            && self.years.is_empty()
            && self.short.is_empty()
            && self.months.is_empty()
            && self.yearless.is_empty()
    }
}

#[derive(Deserialize)]
struct Months {
    months: Vec<Vec<String>>,
}

/// What is used to find dates. A broken one of these is caught by a test.
struct Patterns {
    months: HashMap<String, u32>,
    /// With one kind of separator: what stands behind a date of a period is none of its parts.
    year_first: Regex,
    year_last: Regex,
    day_month: Regex,
    month_day: Regex,
    in_one: Regex,
    year: Regex,
    short: Short,
}

/// Every repetition is bounded, so that looking for all matches takes time linear in the text.
static PATTERNS: LazyLock<Option<Patterns>> = LazyLock::new(|| {
    let file: Months = toml::from_str(include_str!("../../data/structured/months.toml")).ok()?;
    let months = (1u32..).zip(file.months);
    let months = months.flat_map(|(month, names)| names.into_iter().map(move |name| (name, month)));
    Some(Patterns {
        months: months.collect(),
        year_first: Regex::new(
            r"(?x)\b(\d{4})(?:
                -(\d{1,2})-(\d{1,2})
                |/(\d{1,2})/(\d{1,2})
                |\s{0,2}\.\s{0,2}(\d{1,2})\s{0,2}\.\s{0,2}(\d{1,2})
                |\s{0,2}[년年]\s{0,2}(\d{1,2})\s{0,2}[월月]\s{0,2}(\d{1,2})
            )(?:\D|$)",
        )
        .ok()?,
        year_last: Regex::new(r"\b(\d{1,2})[-/.](\d{1,2})[-/.](\d{4})\b").ok()?,
        day_month: Regex::new(
            r"\b(\d{1,2})(?:st|nd|rd|th|\.)?[\s-]{0,2}(?:of |de |di )?(\p{L}{3,12})\.?,?[\s-]{0,2}(?:de )?(\d{4})\b",
        )
        .ok()?,
        month_day: Regex::new(r"(\p{L}{3,12})\.?\s{1,2}(\d{1,2})(?:st|nd|rd|th)?,?\s{1,2}(\d{4})\b")
            .ok()?,
        in_one: Regex::new(r"\b((?:19|20)\d{2})(\d{2})(\d{2})\b").ok()?,
        year: Regex::new(r"(?:^|\D)([12]\d{3})(?:\D|$)").ok()?,
        short: Short::new()?,
    })
});

pub(super) fn days(year: i32, month: u32) -> u32 {
    let leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if leap => 29,
        2 => 28,
        _ => 31,
    }
}

pub(super) fn valid(year: i32, month: u32, day: u32) -> Option<Day> {
    let there = (1..=12).contains(&month) && (1..=days(year, month)).contains(&day);
    there.then_some((year, month, day))
}

/// From the three groups that a match has to the days that it may mean; none where it is no date.
type Read<'a> = &'a dyn Fn([&str; 3]) -> Option<Vec<Day>>;

/// All dates and years of a text, in order.
pub(super) fn find(text: &str) -> Dates {
    let Some(patterns) = PATTERNS.as_ref() else {
        return Dates::default();
    };
    let text = text.to_lowercase();
    // With the place of each.
    let mut dates: Vec<(Range<usize>, Date)> = Vec::new();
    let mut years: Vec<i32> = Vec::new();
    let mut take = |regex: &Regex, read: Read<'_>| {
        for found in regex.captures_iter(&text) {
            let mut groups = found.iter().flatten();
            let (Some(all), Some(one), Some(two), Some(three)) =
                (groups.next(), groups.next(), groups.next(), groups.next())
            else {
                continue;
            };
            if let Some(readings) = read([one.as_str(), two.as_str(), three.as_str()]) {
                let written = all
                    .as_str()
                    .trim_end_matches(|c: char| !c.is_alphanumeric())
                    .to_owned();
                let place = all.start()..all.start().saturating_add(written.len());
                dates.push((place, Date { written, readings }));
            }
        }
    };
    let number = |text: &str| text.parse::<u32>().unwrap_or(0);
    let year_of = |text: &str| text.parse::<i32>().unwrap_or(0);
    take(&patterns.year_first, &|[y, m, d]| {
        let all = valid(year_of(y), number(m), number(d));
        Some(all.into_iter().collect())
    });
    take(&patterns.in_one, &|[y, m, d]| {
        // Eight digits may be any number; where they are no day they are no date.
        valid(year_of(y), number(m), number(d)).map(|date| vec![date])
    });
    take(&patterns.year_last, &|[one, two, y]| {
        let day_first = valid(year_of(y), number(two), number(one));
        let month_first = valid(year_of(y), number(one), number(two));
        Some(day_first.into_iter().chain(month_first).collect())
    });
    take(&patterns.day_month, &|[d, month, y]| {
        let month = patterns.months.get(month)?;
        Some(valid(year_of(y), *month, number(d)).into_iter().collect())
    });
    take(&patterns.month_day, &|[month, d, y]| {
        let month = patterns.months.get(month)?;
        Some(valid(year_of(y), *month, number(d)).into_iter().collect())
    });
    dates.sort_by_key(|(place, _)| place.start);
    // In `1-2-2024-28-2-2024` the year of the first date begins no other.
    let mut read = 0;
    dates.retain(|(place, _)| {
        let apart = place.start >= read;
        if apart {
            read = place.end;
        }
        apart
    });
    let mut at = 0;
    while let Some(found) = patterns.year.captures_at(&text, at).and_then(|f| f.get(1)) {
        years.push(year_of(found.as_str()));
        at = found.end();
    }
    for (_, date) in &dates {
        years.extend(date.readings.first().map(|reading| reading.0));
    }
    years.sort_unstable();
    years.dedup();
    let mut found = Dates {
        years,
        ..Dates::default()
    };
    let taken: Vec<Range<usize>> = dates.iter().map(|(place, _)| place.clone()).collect();
    patterns
        .short
        .read(&text, &patterns.months, taken, &mut found);
    found.whole = dates.into_iter().map(|(_, date)| date).collect();
    found
}

#[cfg(test)]
mod tests {
    use super::{Day, PATTERNS, find};

    #[test]
    fn the_data_holds_together() {
        let patterns = PATTERNS.as_ref().unwrap();
        assert_eq!(patterns.months.get("märz"), Some(&3));
    }

    #[test]
    fn dates_are_read_as_they_are_written() {
        let table: [(&str, &[Day]); 14] = [
            ("2024-01-31", &[(2024, 1, 31)]),
            ("31/01/2024", &[(2024, 1, 31)]),
            ("03/04/2024", &[(2024, 4, 3), (2024, 3, 4)]),
            ("31.1.2024", &[(2024, 1, 31)]),
            ("31 January 2024", &[(2024, 1, 31)]),
            ("Jan 31st, 2024", &[(2024, 1, 31)]),
            ("31. März 2024", &[(2024, 3, 31)]),
            ("2024年1月31日", &[(2024, 1, 31)]),
            ("2024년 1월 31일", &[(2024, 1, 31)]),
            ("20240131", &[(2024, 1, 31)]),
            ("2024. 1. 31.", &[(2024, 1, 31)]),
            ("2024 . 01 . 31", &[(2024, 1, 31)]),
            ("2024/1/31", &[(2024, 1, 31)]),
            ("2024-02-30", &[]),
        ];
        for (text, readings) in table {
            let found = find(text);
            assert_eq!(found.whole.len(), 1, "{text}: {found:?}");
            assert_eq!(found.whole[0].readings, readings, "{text}");
            assert_eq!(found.years, [2024], "{text}");
        }
    }

    #[test]
    fn a_period_has_two_dates_in_order() {
        for text in [
            "1 Jan 2023 - 31 Jan 2023",
            "2023-01-01 to 2023-01-31",
            "01/01/2023–31/01/2023",
        ] {
            let found = find(text).whole;
            assert_eq!(found.len(), 2, "{text}: {found:?}");
            assert!(found[1].is_after(&found[0]) && !found[0].is_after(&found[1]));
        }
        assert_eq!(find("January to March 2035").years, [2035]);
        assert_eq!(find("no date, 12 items, 30/30/30").years, [] as [i32; 0]);
    }
    #[test]
    fn no_date_reaches_from_the_one_end_of_a_period_into_the_other() {
        for text in [
            "01/02/2024 - 28/02/2024",
            "01/02/2024-28/02/2024",
            "01.02.2024 - 29.02.2024",
            "01.02.2024-29.02.2024",
            "01.02.2024. 29.02.2024.",
            "01-02-2024 - 28-02-2024",
            "01-02-2024-28-02-2024",
            "1/2/2024 / 28/2/2024",
            "2024-02-01 - 2024-02-28",
            "2024-02-01-2024-02-28",
            "2024/02/01-2024/02/28",
            "2024.02.01 - 2024.02.28",
            "2024. 2. 1. - 2024. 2. 28.",
            "2024년 2월 1일 - 2024년 2월 28일",
        ] {
            let found = find(text);
            let read = found.whole.iter();
            let read: Vec<Day> = read
                .filter_map(|date| date.readings.first())
                .copied()
                .collect();
            let last = if text.contains("29") { 29 } else { 28 };
            assert_eq!(read, [(2024, 2, 1), (2024, 2, last)], "{text}: {found:?}");
            assert_eq!(found.whole.len(), 2, "{text}: {found:?}");
            assert_eq!(found.years, [2024], "{text}");
        }
    }
}
