//! Written dates, as far as they can be read in one way or two.

use super::Typed;
use groundwall_core::CellKind;
use groundwall_values::date::months;
use jiff::civil::Date;

const DATES: [&str; 12] = [
    "%Y-%m-%d",
    "%Y/%m/%d",
    "%d %b %Y",
    "%d %B %Y",
    "%b %d, %Y",
    "%B %d, %Y",
    "%d-%b-%Y",
    "%d-%b-%y",
    "%d.%m.%Y",
    "%d. %B %Y",
    "%b %d %Y",
    "%B %d %Y",
];

/// A date that can be read in one way.
pub(super) fn plain_date(text: &str) -> Option<Date> {
    let text = text.trim().trim_end_matches(" 00:00:00");
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    if !(3..=8).contains(&digits) {
        return None;
    }
    // Most cells are no dates: without these two looks each is tried in every way of writing one.
    let bare = digits == text.len();
    let name = text
        .starts_with(char::is_alphabetic)
        .then(|| text.chars().take(3).collect::<String>().to_lowercase());
    if bare || name.is_some_and(|name| !months().iter().any(|month| month[..3] == name)) {
        return None;
    }
    DATES
        .iter()
        .find_map(|format| Date::strptime(format, text).ok())
}

/// A date with slashes, read with the day and with the month first.
pub(super) fn slashed(text: &str) -> Option<(Option<Date>, Option<Date>)> {
    let read = |format: &str| Date::strptime(format, text.trim()).ok();
    let both = (read("%d/%m/%Y"), read("%m/%d/%Y"));
    (both.0.is_some() || both.1.is_some()).then_some(both)
}

pub(super) fn dated(date: Date) -> Typed {
    Typed {
        kind: CellKind::Date,
        value: date.to_string(),
        unit: None,
    }
}
