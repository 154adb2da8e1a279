//! Payment cards: ISO/IEC 7812 numbers of 13 to 19 digits with the Luhn check digit and the prefix of a known network.

use crate::personal::context::{Label, Near};
use crate::personal::ids::arithmetic::{luhn, number};
use crate::personal::language::LANGUAGE;
use crate::personal::registries::REGISTRIES;
use crate::personal::{Candidate, Kind, Sure, number_stands_alone, template, word_starts};
use groundwall_text::language::Phrases;

/// Digits in the groups of the card itself; `false`: as one run of digits.
const FORMS: &[(&str, bool)] = &[
    ("dddd~dddd~dddd~dddd~ddd", true),
    ("dddd~dddd~dddd~dddd", true),
    ("dddd~dddddd~ddddd", true),
    ("dddd~dddddd~dddd", true),
    ("ddddddddddddddddddd", false),
    ("dddddddddddddddddd", false),
    ("ddddddddddddddddd", false),
    ("dddddddddddddddd", false),
    ("ddddddddddddddd", false),
    ("dddddddddddddd", false),
    ("ddddddddddddd", false),
];

pub(in crate::personal) fn find(text: &str, found: &mut Vec<Candidate>) {
    for start in word_starts(text) {
        let rest = text.get(start..).unwrap_or_default();
        if !rest.starts_with(|c: char| c.is_ascii_digit()) {
            continue;
        }
        for (form, grouped) in FORMS {
            let Some(length) = template::length(form, rest) else {
                continue;
            };
            let range = start..start + length;
            let card = template::compact(rest.get(..length).unwrap_or_default());
            if !is_card(&card) || !number_stands_alone(text, &range) {
                continue;
            }
            let near = Near::new(text, start, &LANGUAGE.card.names);
            let sure = match near.label(text, range.end, &Phrases::default()) {
                Label::Own => Sure::Labelled,
                Label::None | Label::Other if *grouped => {
                    if alike(&card) || in_a_row(text, start, range.end) {
                        continue;
                    }
                    Sure::Form
                }
                Label::None if matches!(card.len(), 15 | 16) => Sure::Unlabelled,
                Label::None | Label::Other => continue,
            };
            found.push(Candidate {
                kind: Kind::Card,
                range,
                country: None,
                sure,
            });
        }
    }
}

/// Whether the groups are some of a longer row of numbers, such as that of a table.
fn in_a_row(text: &str, start: usize, end: usize) -> bool {
    let digits = |word: &str, least: usize| {
        word.len() >= least && word.bytes().all(|byte| byte.is_ascii_digit())
    };
    let before = text.get(..start).and_then(|t| t.strip_suffix(' '));
    let behind = text.get(end..).and_then(|t| t.strip_prefix(' '));
    let before = before.and_then(|t| t.rsplit(char::is_whitespace).next());
    let behind = behind.and_then(|t| t.split(char::is_whitespace).next());
    before.is_some_and(|word| digits(word, 1)) || behind.is_some_and(|word| digits(word, 3))
}

/// Whether four groups begin alike, as figures of one row do: `5305 5307 5309 5311`.
fn alike(digits: &[u8]) -> bool {
    let mut groups = digits.chunks(4);
    let first = groups.next();
    let same_digit = groups.clone().all(|group| group.first() == digits.first());
    same_digit && !groups.all(|group| Some(group) == first)
}

fn is_card(digits: &[u8]) -> bool {
    let prefix = number(digits, 0, 4);
    luhn(digits)
        && REGISTRIES.card_networks.iter().any(|network| {
            (network.from..=network.to).contains(&prefix) && network.lengths.contains(&digits.len())
        })
}
