//! How a number format shows a number, and a cell as text with its kind.

use crate::extract::grid::{Typed, currency_of_format};
use calamine::Data;
use groundwall_core::CellKind;

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
        Data::String(text) | Data::DateTimeIso(text) | Data::DurationIso(text) => {
            (!text.trim().is_empty()).then(|| (text.clone(), None))
        }
        Data::Bool(truth) => Some((
            if *truth { "TRUE" } else { "FALSE" }.to_owned(),
            typed(CellKind::Truth, truth.to_string(), None),
        )),
        Data::DateTime(moment) if moment.is_datetime() => {
            let (year, month, day, hour, minute, second, _) = moment.to_ymd_hms_milli();
            let date = format!("{year:04}-{month:02}-{day:02}");
            let time = if (hour, minute, second) == (0, 0, 0) {
                String::new()
            } else {
                format!(" {hour:02}:{minute:02}:{second:02}")
            };
            Some((date.clone() + &time, typed(CellKind::Date, date, None)))
        }
        Data::DateTime(moment) => {
            let minutes = (moment.as_f64() * 1440.0).round() as i64;
            Some((
                format!("{}:{:02}", minutes / 60, minutes % 60),
                typed(CellKind::Duration, minutes.to_string(), None),
            ))
        }
        Data::Error(error) => Some((format!("{error:?}"), None)),
        Data::Empty => None,
    }
}

/// Integers without a fraction, other numbers without the noise of binary arithmetic.
fn float(number: f64) -> String {
    if number.fract() == 0.0 && number.abs() < 1e15 {
        return format!("{number:.0}");
    }
    let text = format!("{number:.12}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
