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
    let text = without_time(text.trim());
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

/// Bytes of a date that programs write in front of an hour: `2019-02-14`.
const DAY: usize = 10;

/// A date without the hour behind it, as programs write them: `2019/02/14 00:00:00+00`, `2019-02-14T14:45:54.180Z`.
fn without_time(text: &str) -> &str {
    let Some((day, time)) = text.split_at_checked(DAY) else {
        return text;
    };
    let time = time.strip_prefix(['T', ' ']).filter(|time| is_hour(time));
    if time.is_some() { day } else { text }
}

/// Whether a text is an hour with minutes, and seconds and a zone if need be.
fn is_hour(text: &str) -> bool {
    let digits = |text: &str, count: usize| {
        text.len() == count && text.bytes().all(|byte| byte.is_ascii_digit())
    };
    let (hour, zone) = match text.find(['Z', '+', '-']) {
        Some(at) => text.split_at(at),
        None => (text, ""),
    };
    let zone = zone.trim_start_matches(['Z', '+', '-']).replace(':', "");
    let (clock, fraction) = hour.split_once('.').unwrap_or((hour, ""));
    let parts: Vec<&str> = clock.trim_end().split(':').collect();
    (2..=3).contains(&parts.len())
        && parts.iter().all(|part| digits(part, 2))
        && fraction.bytes().all(|byte| byte.is_ascii_digit())
        && matches!(zone.len(), 0 | 2 | 4)
        && zone.bytes().all(|byte| byte.is_ascii_digit())
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
