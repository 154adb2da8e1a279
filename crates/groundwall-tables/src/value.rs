//! Typed values: exact decimals, dates and folded text, with how a reader sees them.

use crate::words::fold;
use groundwall_core::{CellKind, TableCell, TableColumn};
use jiff::civil::Date;
use rust_decimal::{Decimal, RoundingStrategy};
use std::borrow::Cow;

/// A cell's value. Percentages are in per cent, durations in minutes.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Value {
    Number(Decimal),
    Date(Date),
    /// Folded, see [`fold`].
    Text(String),
}

impl Value {
    /// The value of a cell in a column of its kind; text where it has another kind than its column.
    pub fn of(cell: &TableCell) -> Self {
        let parsed = match cell.kind {
            CellKind::Number | CellKind::Percent | CellKind::Money | CellKind::Duration => {
                cell.value().parse().ok().map(Self::Number)
            }
            CellKind::Date => cell.value().parse().ok().map(Self::Date),
            CellKind::Truth | CellKind::Text => None,
        };
        parsed.unwrap_or_else(|| Self::Text(fold(cell.value())))
    }

    /// What a cell of a column of text says, folded; none for a date.
    pub(crate) fn as_text(&self) -> Option<Cow<'_, str>> {
        match self {
            Self::Text(text) => Some(Cow::Borrowed(text)),
            Self::Number(number) => Some(Cow::Owned(number.normalize().to_string())),
            Self::Date(_) => None,
        }
    }

    /// The number, where it is one.
    pub fn number(&self) -> Option<Decimal> {
        match self {
            Self::Number(number) => Some(*number),
            Self::Date(_) | Self::Text(_) => None,
        }
    }
}

/// Decimals that a computed figure is shown with, at most.
const SHOWN: u32 = 2;

/// Rounded half away from zero, as people do.
pub(crate) fn round(number: Decimal, decimals: u32) -> Decimal {
    number.round_dp_with_strategy(decimals, RoundingStrategy::MidpointAwayFromZero)
}

/// `1,234,567.5`: thousands parted, at most two decimals, no zeros behind.
pub(crate) fn plain(number: Decimal) -> String {
    let text = round(number, SHOWN).normalize().to_string();
    let (sign, text) = text
        .strip_prefix('-')
        .map_or(("", text.as_str()), |rest| ("-", rest));
    let (whole, fraction) = text
        .split_once('.')
        .map_or((text, None), |(whole, fraction)| (whole, Some(fraction)));
    let mut parted = String::new();
    for (place, digit) in whole.chars().enumerate() {
        if place > 0 && (whole.len() - place) % 3 == 0 {
            parted.push(',');
        }
        parted.push(digit);
    }
    fraction.map_or_else(
        || format!("{sign}{parted}"),
        |fraction| format!("{sign}{parted}.{fraction}"),
    )
}

/// Decimals of a number that no person wrote, at least.
const COMPUTED: usize = 6;
/// Digits that such a number under one is shown with.
const DIGITS: u32 = 3;

/// From which such a number is told without decimals.
const WHOLE: u32 = 1_000;

/// A number as people write it, where a program has left it as it computes it: "1.3198800705467393", and "3775.0" where all numbers of its column are `whole`. None where it stands as people write it.
pub(crate) fn tidy(text: &str, whole: impl FnOnce() -> bool) -> Option<String> {
    let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    let (before, fraction) = text.split_once('.')?;
    let number = digits(before.strip_prefix('-').unwrap_or(before)) && digits(fraction);
    let computed = fraction.len() >= COMPUTED;
    if !number || !(computed || fraction == "0" && whole()) {
        return None;
    }
    let number: Decimal = text.parse().ok()?;
    if number.abs() >= Decimal::from(WHOLE) {
        return Some(plain(round(number, 0)));
    }
    if number.abs() >= Decimal::ONE || number.is_zero() {
        return Some(plain(number));
    }
    Some(number.round_sf(DIGITS)?.normalize().to_string())
}

/// A number as the column shows its numbers: with its sign of currency, unit or per cent.
pub(crate) fn shown(number: Decimal, column: &TableColumn) -> String {
    let text = plain(number);
    match (column.kind, column.unit.as_deref()) {
        (CellKind::Percent, _) => format!("{text}%"),
        (CellKind::Money, Some(sign)) if sign.chars().count() == 1 => text
            .strip_prefix('-')
            .map_or(format!("{sign}{text}"), |rest| format!("-{sign}{rest}")),
        (CellKind::Money | CellKind::Number, Some(unit)) => format!("{text} {unit}"),
        (CellKind::Duration, _) => {
            let minutes = round(number, 0);
            let sixty = Decimal::from(60);
            format!(
                "{}:{:0>2}",
                (minutes / sixty).floor(),
                (minutes % sixty).abs()
            )
        }
        (CellKind::Number | CellKind::Money, None)
        | (CellKind::Text | CellKind::Date | CellKind::Truth, _) => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_program_has_left_is_told_as_people_write_it() {
        for (text, whole, told) in [
            ("3775.0", true, Some("3,775")),
            ("4.0", false, None),
            ("1.3198800705467393", false, Some("1.32")),
            ("-0.035047619047619424", false, Some("-0.035")),
            ("183958.907861421729", false, Some("183,959")),
            ("12.50", true, None),
            ("10.4.2.1180000", true, None),
            ("n. a.", true, None),
        ] {
            assert_eq!(tidy(text, || whole).as_deref(), told, "{text}");
        }
    }

    #[test]
    fn numbers_are_shown_as_their_column_shows_them() {
        let column = |kind: CellKind, unit: Option<&str>| TableColumn {
            name: "x".into(),
            column: 0,
            kind,
            unit: unit.map(str::to_owned),
            role: None,
        };
        let table = [
            ("1234567.5", CellKind::Number, None, "1,234,567.5"),
            ("81.235", CellKind::Percent, None, "81.24%"),
            ("-1200", CellKind::Money, Some("$"), "-$1,200"),
            ("1200.10", CellKind::Money, Some("CHF"), "1,200.1 CHF"),
            ("9", CellKind::Number, Some("m"), "9 m"),
            ("95", CellKind::Duration, None, "1:35"),
        ];
        for (number, kind, unit, expected) in table {
            assert_eq!(
                shown(number.parse().unwrap(), &column(kind, unit)),
                expected
            );
        }
    }
}
