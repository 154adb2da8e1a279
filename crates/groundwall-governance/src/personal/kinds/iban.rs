//! IBAN: ISO 13616, the check of ISO 7064 mod 97-10 and the length of the country.

use crate::personal::{Candidate, Kind, Sure, number_stands_alone, word_starts};

/// Country and length in characters, from the SWIFT IBAN registry.
const LENGTHS: &[(&str, usize)] = &[
    ("AD", 24),
    ("AE", 23),
    ("AL", 28),
    ("AT", 20),
    ("AZ", 28),
    ("BA", 20),
    ("BE", 16),
    ("BG", 22),
    ("BH", 22),
    ("BI", 27),
    ("BR", 29),
    ("BY", 28),
    ("CH", 21),
    ("CR", 22),
    ("CY", 28),
    ("CZ", 24),
    ("DE", 22),
    ("DJ", 27),
    ("DK", 18),
    ("DO", 28),
    ("EE", 20),
    ("EG", 29),
    ("ES", 24),
    ("FI", 18),
    ("FK", 18),
    ("FO", 18),
    ("FR", 27),
    ("GB", 22),
    ("GE", 22),
    ("GI", 23),
    ("GL", 18),
    ("GR", 27),
    ("GT", 28),
    ("HN", 28),
    ("HR", 21),
    ("HU", 28),
    ("IE", 22),
    ("IL", 23),
    ("IQ", 23),
    ("IS", 26),
    ("IT", 27),
    ("JO", 30),
    ("KW", 30),
    ("KZ", 20),
    ("LB", 28),
    ("LC", 32),
    ("LI", 21),
    ("LT", 20),
    ("LU", 20),
    ("LV", 21),
    ("LY", 25),
    ("MC", 27),
    ("MD", 24),
    ("ME", 22),
    ("MK", 19),
    ("MN", 20),
    ("MR", 27),
    ("MT", 31),
    ("MU", 30),
    ("NI", 28),
    ("NL", 18),
    ("NO", 15),
    ("OM", 23),
    ("PK", 24),
    ("PL", 28),
    ("PS", 29),
    ("PT", 25),
    ("QA", 29),
    ("RO", 24),
    ("RS", 22),
    ("RU", 33),
    ("SA", 24),
    ("SC", 31),
    ("SD", 18),
    ("SE", 24),
    ("SI", 19),
    ("SK", 24),
    ("SM", 27),
    ("SO", 23),
    ("ST", 25),
    ("SV", 28),
    ("TL", 23),
    ("TN", 24),
    ("TR", 26),
    ("UA", 29),
    ("VA", 22),
    ("VG", 24),
    ("XK", 20),
    ("YE", 30),
];

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
    let (country, length) = LENGTHS
        .iter()
        .find(|(country, _)| country.eq_ignore_ascii_case(head))?;
    let checks = text.get(2..4)?;
    if !checks.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
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
        .then_some((*country, bytes))
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
