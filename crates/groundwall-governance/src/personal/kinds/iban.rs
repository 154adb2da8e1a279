//! IBAN: ISO 13616, the check of ISO 7064 mod 97-10 and the length of the country.

use crate::personal::registries::REGISTRIES;
use crate::personal::{Candidate, Kind, Sure, number_stands_alone, word_starts};

pub(in crate::personal) fn find(text: &str, found: &mut Vec<Candidate>) {
    for start in word_starts(text) {
        let rest = text.get(start..).unwrap_or_default();
        let Some((country, length)) = read(rest) else {
            continue;
        };
        let range = start..start + length;
        if number_stands_alone(text, &range) {
            found.push(Candidate {
                kind: Kind::Iban,
                range,
                country: Some(country),
                sure: Sure::Form,
            });
        }
    }
}

/// The IBAN at the start of the text: its country, and its length in bytes of the text.
fn read(text: &str) -> Option<(&'static str, usize)> {
    let head = text.get(..2)?;
    // Few words have digits there, so this comes before the table.
    let checks = text.get(2..4)?;
    if !checks.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let (country, length) = REGISTRIES
        .iban_lengths
        .iter()
        .find(|(country, _)| country.eq_ignore_ascii_case(head))?;
    let separator = text
        .get(4..)?
        .chars()
        .next()
        .filter(|c| matches!(c, ' ' | '-'));
    let mut iban = Vec::with_capacity(*length);
    let mut bytes = 0;
    for c in text.chars() {
        if separator == Some(c) && iban.len() % 4 == 0 && !iban.is_empty() {
            bytes += 1;
            continue;
        }
        if !c.is_ascii_alphanumeric() {
            return None;
        }
        iban.push(c.to_ascii_uppercase());
        bytes += 1;
        if iban.len() == *length {
            break;
        }
    }
    // No other group than the last is short, and one separator parts two groups.
    let gaps = separator.map_or(0, |_| (length - 1) / 4);
    (iban.len() == *length && bytes == length + gaps && remainder(&iban) == 1)
        .then_some((country.as_str(), bytes))
}

/// The number mod 97 once its first four characters stand last and letters are 10 to 35.
fn remainder(iban: &[char]) -> u32 {
    let (head, tail) = iban.split_at(iban.len().min(4));
    tail.iter().chain(head).fold(0, |rest, c| {
        let value = c.to_digit(36).unwrap_or_default();
        let shift = if value > 9 { 100 } else { 10 };
        (rest * shift + value) % 97
    })
}
