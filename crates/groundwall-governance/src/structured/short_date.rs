//! Dates of which something is not written: `31/01/24`, `1 to 31 January 2024`, `January 2024`, `31 January`.

use super::date::{Date, Dates, Day, valid};
use regex::{Captures, Regex};
use std::collections::HashMap;
use std::ops::Range;

/// Every repetition is bounded, as in the patterns of whole dates, and the ends of words are those of ASCII: they are beside digits, and others are slow.
pub(super) struct Short {
    figures: Regex,
    named: Regex,
    /// The first day of a period within one month, whose last one is whole.
    day_to_day: Regex,
    month_day_to_day: Regex,
    month_year: Regex,
    year_month: Regex,
    figure_year: Regex,
    day_month: Regex,
    month_day: Regex,
    slashed: Regex,
}

/// What the two groups of a match say.
type Read<'a, T> = &'a dyn Fn(&str, &str) -> T;

/// The text of each group that a match has, and where all of it stands.
fn parts<'t>(found: &Captures<'t>) -> (Range<usize>, Vec<&'t str>) {
    let mut groups = found.iter().flatten();
    let all = groups.next().map(|all| all.range()).unwrap_or_default();
    (all, groups.map(|group| group.as_str()).collect())
}

fn number(text: &str) -> u32 {
    text.parse().unwrap_or(0)
}

fn year(text: &str) -> i32 {
    text.parse().unwrap_or(0)
}

/// A year of two digits in both centuries.
fn centuries(text: &str, month: u32, day: u32) -> impl Iterator<Item = Day> + use<> {
    let short = year(text);
    [2000, 1900]
        .into_iter()
        .filter_map(move |century| valid(century + short, month, day))
}

/// Places of a text that are read already, in order.
struct Taken(Vec<Range<usize>>);

impl Taken {
    fn frees(&self, place: &Range<usize>) -> bool {
        let next = self.0.partition_point(|taken| taken.end <= place.start);
        self.0
            .get(next)
            .is_none_or(|taken| taken.start >= place.end)
    }

    fn add(&mut self, places: Vec<Range<usize>>) {
        self.0.extend(places);
        self.0.sort_by_key(|place| place.start);
    }
}

impl Short {
    pub(super) fn new() -> Option<Self> {
        let read = |pattern: &str| Regex::new(pattern).ok();
        Some(Self {
            figures: read(r"(?-u:\b)([0-9]{1,2})[-/.]([0-9]{1,2})[-/.]([0-9]{2})(?-u:\b)")?,
            named: read(
                r"(?-u:\b)([0-9]{1,2})(?:st|nd|rd|th)?[\s-]{0,2}(\p{L}{3,12})\.?[\s'’-]{0,2}([0-9]{2})(?-u:\b)",
            )?,
            day_to_day: read(
                r"(?-u:\b)([0-9]{1,2})(?:st|nd|rd|th|\.)?\s{0,2}(?:[-–—]|\p{L}{1,4})\s{0,2}[0-9]{1,2}(?:st|nd|rd|th|\.)?[\s-]{0,2}(\p{L}{3,12})\.?,?[\s-]{0,2}([0-9]{4})(?-u:\b)",
            )?,
            month_day_to_day: read(
                r"(\p{L}{3,12})\.?\s{1,2}([0-9]{1,2})(?:st|nd|rd|th)?\s{0,2}(?:[-–—]|\p{L}{1,4})\s{0,2}[0-9]{1,2}(?:st|nd|rd|th)?,?\s{1,2}([0-9]{4})(?-u:\b)",
            )?,
            month_year: read(r"(\p{L}{3,12})\.?,?[\s-]{0,2}(?:of |de )?([0-9]{4})(?-u:\b)")?,
            year_month: read(r"(?-u:\b)([0-9]{4})\s{0,2}[-/.년年]\s{0,2}([0-9]{1,2})(?:\D|$)")?,
            figure_year: read(r"(?-u:\b)([0-9]{1,2})[-/.]([0-9]{4})(?-u:\b)")?,
            day_month: read(
                r"(?-u:\b)([0-9]{1,2})(?:st|nd|rd|th|\.)?[\s-]{0,2}(?:of |de |di )?(\p{L}{3,12})",
            )?,
            month_day: read(r"(\p{L}{3,12})\.?\s{1,2}([0-9]{1,2})(?:st|nd|rd|th)?(?-u:\b)")?,
            slashed: read(r"(?-u:\b)([0-9]{1,2})/([0-9]{1,2})(?-u:\b)")?,
        })
    }

    /// Adds what a text in small letters says beside whole dates, which stand in `taken`.
    pub(super) fn read(
        &self,
        text: &str,
        months: &HashMap<String, u32>,
        taken: Vec<Range<usize>>,
        found: &mut Dates,
    ) {
        let mut taken = Taken(taken);
        let mut short: Vec<(Range<usize>, Date)> = Vec::new();
        // A period of which one end is whole overlaps with that end.
        for (pattern, day_first) in [(&self.day_to_day, true), (&self.month_day_to_day, false)] {
            for captures in pattern.captures_iter(text) {
                let (_, groups) = parts(&captures);
                let &[one, two, of] = groups.as_slice() else {
                    continue;
                };
                let Some(month) = months.get(if day_first { two } else { one }) else {
                    continue;
                };
                let last = captures.get(0).map(|all| all.as_str()).unwrap_or_default();
                let ends = last
                    .split(|c: char| !c.is_ascii_digit())
                    .filter(|part| (1..=2).contains(&part.len()));
                for end in ends {
                    let date = valid(year(of), *month, number(end));
                    found.short.extend(date.map(|day| Date {
                        written: last.to_owned(),
                        readings: vec![day],
                    }));
                }
            }
        }
        for captures in self.figures.captures_iter(text) {
            let (place, groups) = parts(&captures);
            let &[one, two, three] = groups.as_slice() else {
                continue;
            };
            let (first, second, third) = (number(one), number(two), number(three));
            let readings = centuries(three, second, first)
                .chain(centuries(three, first, second))
                .chain(centuries(one, second, third));
            short.push((place, date(&captures, readings.collect())));
        }
        for captures in self.named.captures_iter(text) {
            let (place, groups) = parts(&captures);
            let &[day, month, of] = groups.as_slice() else {
                continue;
            };
            if let Some(month) = months.get(month) {
                let readings = centuries(of, *month, number(day)).collect();
                short.push((place, date(&captures, readings)));
            }
        }
        short.retain(|(place, date)| !date.readings.is_empty() && taken.frees(place));
        short.sort_by_key(|(place, _)| place.start);
        taken.add(short.iter().map(|(place, _)| place.clone()).collect());
        found.short.extend(short.into_iter().map(|(_, date)| date));
        self.months(text, months, &mut taken, found);
        self.yearless(text, months, &taken, found);
    }

    fn months(
        &self,
        text: &str,
        names: &HashMap<String, u32>,
        taken: &mut Taken,
        found: &mut Dates,
    ) {
        let mut places = Vec::new();
        let mut take = |pattern: &Regex, read: Read<'_, Option<(i32, u32)>>| {
            for captures in pattern.captures_iter(text) {
                let (place, groups) = parts(&captures);
                if let &[one, two] = groups.as_slice()
                    && taken.frees(&place)
                    && let Some((year, month)) = read(one, two)
                    && (1..=12).contains(&month)
                {
                    found.months.push((year, month));
                    places.push(place);
                }
            }
        };
        take(&self.month_year, &|month, of| {
            Some((year(of), *names.get(month)?))
        });
        take(&self.year_month, &|of, month| {
            Some((year(of), number(month)))
        });
        take(&self.figure_year, &|month, of| {
            Some((year(of), number(month)))
        });
        taken.add(places);
    }

    fn yearless(&self, text: &str, names: &HashMap<String, u32>, taken: &Taken, found: &mut Dates) {
        // A leap year has every day that there is.
        let there =
            |month: u32, day: u32| valid(2000, month, day).map(|(_, month, day)| (month, day));
        let mut take = |pattern: &Regex, read: Read<'_, Vec<(u32, u32)>>| {
            for captures in pattern.captures_iter(text) {
                let (place, groups) = parts(&captures);
                if let &[one, two] = groups.as_slice()
                    && taken.frees(&place)
                {
                    let readings = read(one, two);
                    found
                        .yearless
                        .extend((!readings.is_empty()).then_some(readings));
                }
            }
        };
        let named = |month: &str, day: &str| -> Vec<(u32, u32)> {
            let month = names.get(month);
            month
                .and_then(|month| there(*month, number(day)))
                .into_iter()
                .collect()
        };
        take(&self.day_month, &|day, month| named(month, day));
        take(&self.month_day, &|month, day| named(month, day));
        take(&self.slashed, &|one, two| {
            let (one, two) = (number(one), number(two));
            there(two, one).into_iter().chain(there(one, two)).collect()
        });
    }
}

fn date(captures: &Captures<'_>, readings: Vec<Day>) -> Date {
    Date {
        written: captures
            .get(0)
            .map(|all| all.as_str().to_owned())
            .unwrap_or_default(),
        readings,
    }
}
