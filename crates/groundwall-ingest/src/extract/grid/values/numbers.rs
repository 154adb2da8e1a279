//! Written numbers: signs, currencies, units and the marks of their digits.

use crate::language::{Currency, ENGLISH};
use groundwall_core::CellKind;

/// The currency that a number format of a workbook names, if any: `$#,##0.00`, or `[$€-407]#,##0.00` with a place behind it.
pub(in crate::extract) fn currency_of_format(code: &str) -> Option<&'static str> {
    let named = |text: &str| {
        ENGLISH
            .currencies
            .iter()
            .find(|currency| text.contains(&currency.sign))
            .map(|currency| currency.unit.as_str())
    };
    match code.split_once("[$") {
        Some((before, rest)) => {
            let (bracket, after) = rest.split_once(']').unwrap_or((rest, ""));
            named(bracket.split('-').next().unwrap_or_default())
                .or_else(|| named(before))
                .or_else(|| named(after))
        }
        None => named(code),
    }
}

/// Which mark parts whole numbers from decimals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Mark {
    Dot,
    Comma,
}

/// The parts of a written number before its marks are read.
pub(super) struct Written<'a> {
    pub(super) negative: bool,
    pub(super) digits: &'a str,
    pub(super) kind: CellKind,
    pub(super) unit: Option<String>,
}

/// The first currency whose sign is as asked.
fn currency(wanted: impl Fn(&str) -> bool) -> Option<&'static Currency> {
    ENGLISH
        .currencies
        .iter()
        .find(|currency| wanted(&currency.sign))
}

/// What stands in brackets, as accounts write what is below zero.
fn in_brackets(text: &str) -> Option<&str> {
    let inner = text.strip_prefix('(')?.strip_suffix(')')?;
    Some(inner.trim())
}

/// Reads a text as a number, as far as its signs go.
pub(super) fn written(text: &str) -> Option<Written<'_>> {
    let mut rest = text.trim();
    let mut negative = false;
    if let Some(inner) = in_brackets(rest) {
        (rest, negative) = (inner, true);
    }
    let (mut kind, mut unit) = (CellKind::Number, None);
    for _ in 0..2 {
        if let Some(after) = rest.strip_prefix(['-', '−', '–']) {
            (rest, negative) = (after.trim_start(), !negative);
        } else if let Some(after) = rest.strip_prefix('+') {
            rest = after.trim_start();
        }
        if let Some(currency) = currency(|sign| rest.starts_with(sign)) {
            (rest, kind, unit) = (
                rest[currency.sign.len()..].trim_start(),
                CellKind::Money,
                Some(currency.unit.clone()),
            );
        }
    }
    if let Some(before) = rest.strip_suffix('%') {
        (rest, kind) = (before.trim_end(), CellKind::Percent);
    } else if let Some(currency) = currency(|sign| rest.ends_with(sign)) {
        (rest, kind, unit) = (
            rest[..rest.len() - currency.sign.len()].trim_end(),
            CellKind::Money,
            Some(currency.unit.clone()),
        );
    } else if unit.is_none() {
        let letters = rest.trim_end_matches(|c: char| c.is_alphabetic() || "°²³µ/".contains(c));
        let word = &rest[letters.len()..];
        if !word.is_empty()
            && word.chars().count() <= 8
            && letters.ends_with(|c: char| c.is_ascii_digit() || c == ' ' || c == '\u{a0}')
        {
            (rest, unit) = (letters.trim_end(), Some(word.to_owned()));
        }
    }
    if let Some(inner) = in_brackets(rest).filter(|_| !negative) {
        (rest, negative) = (inner, true);
    }
    let valid = rest.starts_with(|c: char| c.is_ascii_digit() || c == '.')
        && rest.ends_with(|c: char| c.is_ascii_digit())
        && rest
            .chars()
            .all(|c| c.is_ascii_digit() || " \u{a0}\u{202f}'’,.".contains(c));
    valid.then_some(Written {
        negative,
        digits: rest,
        kind,
        unit,
    })
}

/// What the marks of one number say for themselves; none where either reading is possible.
pub(super) fn marks(digits: &str) -> Option<Mark> {
    let (dot, comma) = (digits.rfind('.'), digits.rfind(','));
    match (dot, comma) {
        (Some(dot), Some(comma)) => Some(if dot > comma { Mark::Dot } else { Mark::Comma }),
        (Some(at), None) => alone(digits, at, '.')
            .then_some(Mark::Dot)
            .or_else(|| (digits.matches('.').count() > 1).then_some(Mark::Comma)),
        (None, Some(at)) => alone(digits, at, ',')
            .then_some(Mark::Comma)
            .or_else(|| (digits.matches(',').count() > 1).then_some(Mark::Dot)),
        (None, None) => None,
    }
}

/// Whether a mark that stands once cannot part thousands.
pub(super) fn alone(digits: &str, at: usize, mark: char) -> bool {
    let (before, after) = (&digits[..at], &digits[at + 1..]);
    digits.matches(mark).count() == 1
        && (after.len() != 3 || before.is_empty() || before.len() > 3 || before == "0")
}

/// The number as a plain decimal, its digits kept as they are.
pub(super) fn decimal(digits: &str, mark: Mark) -> Option<String> {
    let (point, group) = match mark {
        Mark::Dot => ('.', ','),
        Mark::Comma => (',', '.'),
    };
    let (whole, fraction) = digits
        .split_once(point)
        .map_or((digits, None), |(whole, fraction)| (whole, Some(fraction)));
    let parts: Vec<&str> = whole
        .split(|c: char| c == group || " \u{a0}\u{202f}'’".contains(c))
        .collect();
    // Groups of three, or of two before the last three as in India.
    let grouped = parts.len() == 1
        || (parts.last().is_some_and(|last| last.len() == 3)
            && !parts[0].is_empty()
            && parts[0].len() <= 3
            && parts[1..parts.len() - 1]
                .iter()
                .all(|part| part.len() == 3 || part.len() == 2));
    if !grouped
        || fraction.is_some_and(|fraction| {
            fraction.is_empty() || !fraction.bytes().all(|byte| byte.is_ascii_digit())
        })
    {
        return None;
    }
    let whole = parts.concat();
    // 007 is a code, not a number; so is what is longer than a decimal can hold.
    if whole.len() > 1 && whole.starts_with('0') || whole.len() + fraction.map_or(0, str::len) > 27
    {
        return None;
    }
    let whole = if whole.is_empty() { "0" } else { &whole };
    Some(fraction.map_or_else(
        || whole.to_owned(),
        |fraction| format!("{whole}.{fraction}"),
    ))
}

/// A text without the sign of a footnote beside its number: `12.5*`, `1,204 [2]`, `*-6,913`, `#3.5`.
pub(super) fn without_sign(text: &str) -> &str {
    let text = text.trim();
    let before = text.trim_start_matches(['*', '†', '‡', '#']);
    let signed = before.trim_start_matches(['-', '−', '–', '+', '(']);
    let text = if signed.starts_with(|c: char| c.is_ascii_digit()) {
        before
    } else {
        text
    };
    let bare = text.trim_end_matches(['*', '†', '‡', '§', '¹', '²', '³']);
    let bare = match bare.rsplit_once('[') {
        Some((before, note)) if note.ends_with(']') && note.len() <= 3 => before,
        _ => bare,
    };
    let bare = bare.trim_end();
    if bare.ends_with(|c: char| c.is_ascii_digit() || c == '%') {
        bare
    } else {
        text
    }
}
