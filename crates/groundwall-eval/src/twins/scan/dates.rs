//! Dates, years and decades.

use super::{ORDINALS, Scan, is_year};
use crate::twins::words::WORDS;
use std::ops::Range;

/// A date at its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::twins) struct Date {
    pub(in crate::twins) range: Range<usize>,
    /// Where the part of it stands that is changed.
    pub(in crate::twins) at: Range<usize>,
    pub(in crate::twins) part: Part,
}

/// What of a date is changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::twins) enum Part {
    Year,
    /// The four digits of "1990s".
    Decade,
    /// A month without a year.
    Month,
}

impl Scan<'_> {
    pub(in crate::twins) fn dates(&self) -> Vec<Date> {
        let mut dates = Vec::new();
        let mut place = 0;
        while place < self.runs.len() {
            let found = self.with_month(place);
            let found = found.or_else(|| Some((self.in_one_run(place)?, place)));
            let found = found.or_else(|| Some((self.year_alone(place)?, place)));
            if let Some((date, last)) = found {
                dates.push(date);
                place = last;
            }
            place += 1;
        }
        dates
    }

    /// "3 May 2019", "May 3, 2019", "May 2019", "in May"; with the last run of it.
    fn with_month(&self, place: usize) -> Option<(Date, usize)> {
        let day_first = is_day(self.word(place)) && self.gap(place) == " ";
        let month = place + usize::from(day_first);
        let written = self.word(month);
        if !is_month(written) {
            return None;
        }
        let short = written.len() <= 4;
        let beside = |place: usize| match self.gap(place) {
            " " | ", " => true,
            ". " => short && place == month,
            _ => false,
        };
        let mut last = month;
        if !day_first && beside(last) && is_day(self.word(last + 1)) {
            last += 1;
        }
        let year = beside(last) && is_year(self.word(last + 1));
        last += usize::from(year);
        // In small letters "may" and "march" are other words, too.
        let small = written.starts_with(char::is_lowercase);
        let alone = last == place && !self.follows(place, &WORDS.months.before);
        if alone || (small && !year) {
            return None;
        }
        let (part, at) = if year {
            (Part::Year, last)
        } else {
            (Part::Month, month)
        };
        let date = Date {
            range: self.runs[place].start..self.runs[last].end,
            at: self.runs[at].clone(),
            part,
        };
        Some((date, last))
    }

    /// "2019-05-03", "03/05/2019", "3.5.2019", "2019/20", "mid-2019", "1990s".
    fn in_one_run(&self, place: usize) -> Option<Date> {
        let (run, word) = (self.runs.get(place)?.clone(), self.word(place));
        let last = word.len().saturating_sub(4);
        let groups: Vec<&str> = word.split(['-', '/', '.']).collect();
        let halves: Vec<&str> = word.split(['-', '/']).collect();
        let (start, part) = match (groups.as_slice(), halves.as_slice()) {
            ([year, month, day], _) if is_year(year) && is_small(month) && is_small(day) => {
                (0, Part::Year)
            }
            ([day, month, year], _) if is_small(day) && is_small(month) && is_year(year) => {
                (last, Part::Year)
            }
            (_, [year, end]) if is_year(year) && (is_year(end) || is_small(end)) => (0, Part::Year),
            (_, [part, year]) if is_year(year) && part.chars().all(char::is_lowercase) => {
                (last, Part::Year)
            }
            (_, [decade]) if is_decade(decade) => (0, Part::Decade),
            _ => return None,
        };
        Some(Date {
            at: run.start + start..run.start + start + 4,
            range: run,
            part,
        })
    }

    /// Four digits that something beside them makes a year.
    fn year_alone(&self, place: usize) -> Option<Date> {
        (is_year(self.word(place)) && self.has_year_cue(place)).then(|| {
            let run = self.runs[place].clone();
            Date {
                range: run.clone(),
                at: run,
                part: Part::Year,
            }
        })
    }

    fn has_year_cue(&self, place: usize) -> bool {
        let (gap, years) = (self.gap(place), &WORDS.years);
        let counts = self.counts_what_follows(place);
        if gap.starts_with(['%', '°']) || (counts && self.word(place).ends_with("00")) {
            return false;
        }
        let spanned = |gap: &str| matches!(gap, "–" | "—" | " – " | " — ");
        let behind_year =
            place > 0 && spanned(self.gap(place - 1)) && is_year(self.word(place - 1));
        let before_year = spanned(gap) && is_year(self.word(place + 1));
        let quarter = matches!(self.word_before(place).as_str(), "q1" | "q2" | "q3" | "q4");
        match self.mark_before(place) {
            Some('(') => true,
            Some(' ') => {
                quarter
                    || behind_year
                    || before_year
                    || self.follows(place, &years.before)
                    || (!counts && self.follows(place, &years.beside))
                    || (self.is_named(place) && self.follows(place, &years.unclear))
            }
            Some(_) => behind_year,
            None => !counts && gap.starts_with(' '),
        }
    }

    /// Whether the next word has a capital.
    fn is_named(&self, place: usize) -> bool {
        self.gap(place) == " " && self.word(place + 1).starts_with(char::is_uppercase)
    }

    /// Whether the next word can be what is counted: in small letters, and no word of the kind that stands between others.
    pub(super) fn counts_what_follows(&self, place: usize) -> bool {
        let next = self.word(place + 1);
        let (years, names) = (&WORDS.years, &WORDS.names);
        let small = next.starts_with(|letter: char| letter.is_lowercase());
        let lists = [&years.before, &years.beside, &names.openers];
        self.gap(place) == " " && small && !lists.iter().any(|words| words.contains(next))
    }
}

/// Whether a word is a month, in whatever letters.
pub(super) fn is_month(word: &str) -> bool {
    let months = &WORDS.months;
    let mut all = months.full.iter().chain(&months.short);
    all.any(|month| month.eq_ignore_ascii_case(word))
}

/// "3", "03", "3rd".
fn is_day(word: &str) -> bool {
    let digits = ORDINALS.iter().find_map(|ending| word.strip_suffix(ending));
    let digits = digits.unwrap_or(word);
    is_small(digits) && digits.parse().is_ok_and(|day: u8| (1..=31).contains(&day))
}

/// One or two digits.
fn is_small(word: &str) -> bool {
    (1..=2).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// "1990s".
fn is_decade(word: &str) -> bool {
    word.strip_suffix('s')
        .is_some_and(|year| is_year(year) && year.ends_with('0'))
}
