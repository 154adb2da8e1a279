//! Days and months with their year.

use super::Meaning;
use crate::words::{Token, tokens};
use groundwall_values::date::months;
use jiff::civil::Date;

/// A day, a month of a year, or a day of a month and year, from `at` on. A year alone is a number.
pub(crate) fn date_at(tokens: &[Token], at: usize) -> Option<(usize, Meaning)> {
    let day = |date: Date| Some(Meaning::Date(date, date));
    if let Some(date) = tokens[at]
        .folded
        .parse()
        .ok()
        .or_else(|| in_figures(&tokens[at]))
    {
        return Some((1, day(date)?));
    }
    let first = tokens.get(at)?;
    let (second, third) = (tokens.get(at + 1), tokens.get(at + 2));
    if let (Some(month), Some(year)) = (month_of(first), second.and_then(year_of)) {
        let first = Date::new(year, month, 1).ok()?;
        return Some((2, Meaning::Date(first, first.last_of_month())));
    }
    let year = third.and_then(year_of);
    let orders = [
        (month_of(first), second.and_then(day_of)),
        (second.and_then(month_of), day_of(first)),
    ];
    for (month, of_month) in orders {
        if let (Some(month), Some(of_month), Some(year)) = (month, of_month, year) {
            return Some((3, day(Date::new(year, month, of_month).ok()?)?));
        }
    }
    None
}

/// `2014-7-24`
fn in_figures(token: &Token) -> Option<Date> {
    let mut parts = token.folded.split('-');
    let (year, month, day) = (parts.next()?, parts.next()?, parts.next()?);
    if year.len() != 4 || parts.next().is_some() {
        return None;
    }
    Date::new(year.parse().ok()?, month.parse().ok()?, day.parse().ok()?).ok()
}

/// The month that a name is, in full or by its first letters: `June`, `Jun`.
pub(super) fn month_called(name: &str) -> Option<i8> {
    match &tokens(name)[..] {
        [token] => month_of(token),
        _ => None,
    }
}

/// A month in full or by its first letters, three at least.
fn month_of(token: &Token) -> Option<i8> {
    let word = token.folded.as_str();
    let place = months()
        .iter()
        .position(|month| word.starts_with(&month[..3]))?;
    (months()[place].starts_with(word) || word == "sept").then_some(place as i8 + 1)
}

fn whole(token: &Token) -> Option<i16> {
    token
        .number
        .as_ref()
        .filter(|number| number.decimals == 0 && !number.percent)
        .and_then(|number| i16::try_from(number.value).ok())
}

pub(crate) fn year_of(token: &Token) -> Option<i16> {
    whole(token).filter(|year| (1000..3000).contains(year))
}

/// `3`, `3rd`.
fn day_of(token: &Token) -> Option<i8> {
    whole(token)
        .or_else(|| {
            token
                .folded
                .trim_end_matches(|c: char| c.is_alphabetic())
                .parse()
                .ok()
        })
        .filter(|day| (1..=31).contains(day))
        .map(|day| day as i8)
}
