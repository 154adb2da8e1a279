//! The days and figures that a document states, for what an answer says of them.

use super::date::{self, Date, Dates, Day};
use super::figure::{self, Readings};
use super::source::Page;
use std::collections::HashSet;

/// Days and figures of pages.
#[derive(Default)]
pub(super) struct Stated {
    days: HashSet<Day>,
    /// Months of which no day is said.
    months: HashSet<(i32, u32)>,
    /// Month and day, without a year.
    yearless: HashSet<(u32, u32)>,
    years: HashSet<i32>,
    /// Of the figures that are looked for, those that are there.
    figures: HashSet<String>,
}

impl Stated {
    /// Reads pages once: for their days where `dated`, and for these figures.
    pub(super) fn new(pages: &[&Page], dated: bool, wanted: &HashSet<String>) -> Self {
        let mut stated = Self::default();
        for page in pages {
            if dated {
                let found = date::find(&page.text);
                let written = found.whole.into_iter().chain(found.short);
                stated.days.extend(written.flat_map(|date| date.readings));
                stated.months.extend(found.months);
                stated.yearless.extend(found.yearless.into_iter().flatten());
                stated.years.extend(found.years);
            }
            if !wanted.is_empty() {
                let there = figure::of_text(&page.text);
                stated
                    .figures
                    .extend(there.filter(|figure| wanted.contains(figure)));
            }
        }
        stated.years.extend(stated.days.iter().map(|day| day.0));
        stated
    }

    pub(super) fn learn_years(&mut self, other: &Self) {
        self.years.extend(&other.years);
    }

    /// Whether a day stands there: as it is, as the first or last of a month that stands alone, or without its year, which stands elsewhere.
    fn day(&self, (year, month, day): Day) -> bool {
        let ends = || day == 1 || day == date::days(year, month);
        self.days.contains(&(year, month, day))
            || (self.months.contains(&(year, month)) && ends())
            || (self.yearless.contains(&(month, day)) && self.years.contains(&year))
    }

    fn month(&self, year: i32, month: u32) -> bool {
        let of_day = |day: u32| self.days.contains(&(year, month, day));
        self.months.contains(&(year, month)) || (1..=31).any(of_day)
    }

    /// Whether everything stands there that a value says of days.
    pub(super) fn dates(&self, said: &Dates) -> bool {
        let date = |date: &Date| date.readings.iter().any(|day| self.day(*day));
        let yearless = |(month, day): &(u32, u32)| {
            self.yearless.contains(&(*month, *day))
                || (self.years.iter()).any(|year| self.day((*year, *month, *day)))
        };
        let alone = said.whole.is_empty()
            && said.short.is_empty()
            && said.months.is_empty()
            && said.yearless.is_empty();
        said.whole.iter().chain(&said.short).all(date)
            && (said.months.iter()).all(|(year, month)| self.month(*year, *month))
            && (said.yearless.iter()).all(|readings| readings.iter().any(yearless))
            && (!alone || said.years.iter().all(|year| self.years.contains(year)))
    }

    /// Whether each figure stands there, however it is read.
    pub(super) fn figures(&self, said: &[Readings]) -> bool {
        let one = |readings: &Readings| readings.iter().any(|one| self.figures.contains(one));
        said.iter().all(one)
    }
}
