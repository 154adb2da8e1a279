//! What stands around a number: its bound, the noun that it counts, the header of its column.

use super::{Bound, Quantity, Unit, measure, pounds};
use crate::currency;
use crate::language::ENGLISH;
use groundwall_text::language::Phrases;
use groundwall_text::reach::{CLAUSE, PHRASE, before, behind};
use groundwall_text::words::{fold, is_stop, stem};
use std::ops::Range;

/// The length of the longest phrase with which a text ends as words, in bytes.
fn ending(text: &str, phrases: &Phrases) -> Option<usize> {
    phrases
        .iter()
        .filter(|phrase| {
            text.strip_suffix(*phrase)
                .is_some_and(|rest| !rest.ends_with(char::is_alphanumeric))
        })
        .map(str::len)
        .max()
}

/// The bound that the words around a number put on it: of "no more than" it is not that of "more than".
pub(super) fn bound(text: &str, start: usize, end: usize) -> Bound {
    let folded = fold(before(text, start, PHRASE));
    let before = folded.trim_end();
    let bounds = &ENGLISH.bounds;
    let longest = [
        (&bounds.about, Bound::About),
        (&bounds.at_most, Bound::AtMost),
        (&bounds.at_least, Bound::AtLeast),
        (&bounds.less_than, Bound::LessThan),
        (&bounds.more_than, Bound::MoreThan),
    ]
    .into_iter()
    .filter_map(|(phrases, bound)| Some((ending(before, phrases)?, bound)))
    .max_by_key(|(length, _)| *length);
    let after = fold(behind(text, end, PHRASE));
    let goes_on = |phrases: &Phrases| {
        let after = after.trim_start();
        phrases.iter().any(|phrase| {
            after
                .strip_prefix(phrase)
                .is_some_and(|rest| !rest.starts_with(char::is_alphanumeric))
        })
    };
    match longest {
        Some((_, bound)) if bound != Bound::About => bound,
        Some(_) | None if goes_on(&bounds.behind_at_least) || after.starts_with('+') => {
            Bound::AtLeast
        }
        Some(_) | None if goes_on(&bounds.behind_at_most) => Bound::AtMost,
        Some((_, bound)) => bound,
        None => Bound::Exact,
    }
}

/// A number's range with the words around it that bound it.
pub(super) fn bounded_range(text: &str, range: &Range<usize>) -> Range<usize> {
    let bounds = &ENGLISH.bounds;
    let ahead = before(text, range.start, PHRASE)
        .trim_end()
        .to_ascii_lowercase();
    let gap = text[..range.start].len() - text[..range.start].trim_end().len();
    let lists = [
        &bounds.more_than,
        &bounds.less_than,
        &bounds.at_least,
        &bounds.at_most,
        &bounds.about,
    ];
    let phrase = lists
        .into_iter()
        .filter_map(|phrases| ending(&ahead, phrases))
        .max();
    let start = phrase.map_or(range.start, |length| range.start - gap - length);
    let rest = &text[range.end..];
    let behind = rest.strip_prefix(' ').and_then(|rest| {
        let mut phrases = bounds
            .behind_at_least
            .iter()
            .chain(bounds.behind_at_most.iter());
        phrases.find(|phrase| rest.starts_with(*phrase))
    });
    let after = behind.map_or(usize::from(rest.starts_with('+')), |phrase| {
        1 + phrase.len()
    });
    start..range.end + after
}

/// Stem of the noun behind a number: the last of up to three words before punctuation or a function word.
pub(super) fn noun_after(text: &str, end: usize) -> String {
    let rest = behind(text, end, CLAUSE);
    let phrase = rest
        .split(['.', ',', ';', ':', '(', ')', '!', '?', '"', '\n'])
        .next()
        .unwrap_or_default();
    if !phrase.is_empty()
        && !phrase.starts_with([' ', '-', '\u{a0}'])
        && !phrase.starts_with(char::is_alphabetic)
        && !phrase.starts_with('°')
    {
        return String::new();
    }
    let words: Vec<String> = phrase
        .split([' ', '-', '\u{a0}'])
        .map(fold)
        .filter(|word| !word.is_empty())
        .take(3)
        // "Twelve won the cup": where it is money it is no noun either.
        .take_while(|word| !is_stop(word) && word != pounds::WON)
        .collect();
    let Some(first) = words.first() else {
        return String::new();
    };
    // The head noun is plural more often than its modifiers: "12 new container cranes".
    let head = words
        .iter()
        .find(|word| word.ends_with('s') && word.len() > 3)
        .unwrap_or(first);
    stem(head)
}

/// `Header` of `Header: 12.` in a row's text; none where it is longer than a clause.
pub(super) fn header(text: &str, start: usize) -> Option<String> {
    let near = before(text, start, CLAUSE);
    let name = near.trim_end().strip_suffix(':')?;
    let from = name
        .rfind(". ")
        .map(|at| at + 2)
        .or((near.len() == start).then_some(0))?;
    Some(name[from..].trim().to_owned())
}

/// Whether a heading says that what stands behind it is money or a measure, so that it is no year: `£ (net): 1100`, `Length (km): 1850`. One that names a time says nothing.
pub(super) fn is_under_unit(text: &str, start: usize) -> bool {
    let measures = |heading: &str| {
        let measure = measure::of_heading(heading).map(|(measure, _)| measure.quantity);
        measure.is_some_and(|quantity| {
            !matches!(
                quantity,
                Quantity::Time | Quantity::WorkingTime | Quantity::Calendar | Quantity::TimeOfDay
            )
        })
    };
    header(text, start)
        .is_some_and(|heading| currency::of_heading(&heading).is_some() || measures(&heading))
}

/// A number behind a heading that gives the unit, `Length (km): 12`.
pub(super) fn with_header(unit: Unit, header: Option<String>) -> (Unit, Option<String>) {
    let bare = matches!(&unit, Unit::Count(noun) if noun.is_empty());
    match header
        .as_deref()
        .filter(|_| bare)
        .and_then(measure::of_heading)
    {
        Some((measure, heading)) => (Unit::Measure(measure), Some(heading.to_owned())),
        None => (unit, header),
    }
}
