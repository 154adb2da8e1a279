//! How a number format shows a number, and a cell as text with its kind.

use crate::extract::grid::{Typed, currency_of_format};
use calamine::Data;
use groundwall_core::CellKind;
use jiff::civil::DateTime;
use jiff::{Span, SpanRelativeTo, Unit};

/// How a number format shows a number.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Shown {
    #[default]
    Plain,
    /// Times a hundred, with so many decimals where that is told.
    Percent(Option<usize>),
    /// With the sign of a currency.
    Money(&'static str),
}

impl Shown {
    pub(super) fn of(format: Option<&calamine::NumberFormat>) -> Self {
        let Some(format) = format else {
            return Self::Plain;
        };
        // The part for positive numbers, without quoted text.
        let code = format.format_code.split(';').next().unwrap_or_default();
        if code.contains('%') {
            let decimals = code.split('.').nth(1).map_or(0, |after| {
                after.chars().take_while(|c| matches!(c, '0' | '#')).count()
            });
            return Self::Percent(Some(decimals));
        }
        currency_of_format(code).map_or(Self::Plain, Self::Money)
    }
}

/// A cell as text, and its kind where it is no text; none when it is empty.
pub(super) fn value(data: &Data, shown: Shown) -> Option<(String, Option<Typed>)> {
    let typed = |kind: CellKind, value: String, unit: Option<&str>| {
        Some(Typed {
            kind,
            value,
            unit: unit.map(str::to_owned),
        })
    };
    let number = |plain: String, hundredfold: f64| match shown {
        Shown::Plain => (plain.clone(), typed(CellKind::Number, plain, None)),
        Shown::Percent(decimals) => {
            let exact = float(hundredfold);
            let text = decimals.map_or_else(
                || exact.clone(),
                |decimals| format!("{hundredfold:.decimals$}"),
            );
            (format!("{text}%"), typed(CellKind::Percent, exact, None))
        }
        Shown::Money(sign) => (
            format!("{sign}{plain}"),
            typed(CellKind::Money, plain, Some(sign)),
        ),
    };
    match data {
        Data::Int(whole) => Some(number(whole.to_string(), *whole as f64 * 100.0)),
        Data::Float(value) => Some(number(float(*value), value * 100.0)),
        Data::DateTimeIso(text) => moment(text).or_else(|| plain(text)),
        Data::DurationIso(text) => duration(text).or_else(|| plain(text)),
        Data::String(text) => plain(text),
        Data::Bool(truth) => Some((
            if *truth { "TRUE" } else { "FALSE" }.to_owned(),
            typed(CellKind::Truth, truth.to_string(), None),
        )),
        Data::DateTime(moment) if moment.is_datetime() => {
            let (year, month, day, hour, minute, second, _) = moment.to_ymd_hms_milli();
            let date = format!("{year:04}-{month:02}-{day:02}");
            Some(dated(date, [hour, minute, second].map(i64::from)))
        }
        Data::DateTime(moment) => Some(lasting((moment.as_f64() * 1440.0).round() as i64)),
        Data::Error(error) => Some((format!("{error:?}"), None)),
        Data::Empty => None,
    }
}

fn plain(text: &str) -> Option<(String, Option<Typed>)> {
    (!text.trim().is_empty()).then(|| (text.to_owned(), None))
}

/// A day, with its hour where that is not midnight.
fn dated(date: String, [hour, minute, second]: [i64; 3]) -> (String, Option<Typed>) {
    let time = if (hour, minute, second) == (0, 0, 0) {
        String::new()
    } else {
        format!(" {hour:02}:{minute:02}:{second:02}")
    };
    let typed = Typed {
        kind: CellKind::Date,
        value: date.clone(),
        unit: None,
    };
    (date + &time, Some(typed))
}

/// So many minutes.
fn lasting(minutes: i64) -> (String, Option<Typed>) {
    let typed = Typed {
        kind: CellKind::Duration,
        value: minutes.to_string(),
        unit: None,
    };
    (
        format!("{}:{:02}", minutes / 60, (minutes % 60).abs()),
        Some(typed),
    )
}

/// A day as OpenDocument writes it, with an hour or without: `2024-05-02`, `2024-05-02T00:00:00`.
fn moment(text: &str) -> Option<(String, Option<Typed>)> {
    let moment: DateTime = text.trim().parse().ok()?;
    let clock = [moment.hour(), moment.minute(), moment.second()];
    Some(dated(moment.date().to_string(), clock.map(i64::from)))
}

/// A length of time as OpenDocument writes it: `PT01H30M00S`.
fn duration(text: &str) -> Option<(String, Option<Typed>)> {
    let span: Span = text.trim().parse().ok()?;
    let minutes = span.total((Unit::Minute, SpanRelativeTo::days_are_24_hours()));
    Some(lasting(minutes.ok()?.round() as i64))
}

/// Digits of a number that workbooks keep and show, and those behind its point.
const DIGITS: usize = 15;
const DECIMALS: usize = 12;

/// Integers without a fraction, other numbers without the noise of binary arithmetic.
fn float(number: f64) -> String {
    if number.fract() == 0.0 && number.abs() < 1e15 {
        return format!("{number:.0}");
    }
    let read = |text: String| text.parse::<f64>().unwrap_or(number);
    let rounded = read(format!("{number:.*e}", DIGITS - 1));
    read(format!("{rounded:.DECIMALS$}")).to_string()
}
