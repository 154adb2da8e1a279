//! When the value of a failed claim may be written over by the documents' value, in a page as in a text that is put right.

use super::JudgedClaim;
use crate::{Finding, FindingKind, Severity, TableResult};
use std::ops::Range;

/// Letters of a word that may join two values, at most: "3 to 5", "58 auf 419".
const JOINING: usize = 3;

/// How many times the other a figure may be that is put in its place.
const FACTOR: f64 = 100.0;

/// A value of a sentence and what is written in its place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Correction<'a> {
    pub from: &'a str,
    pub to: &'a str,
}

impl JudgedClaim {
    /// Findings that name the claim's value and the documents'.
    pub fn clashes(&self) -> impl Iterator<Item = &Finding> {
        self.findings.iter().filter(|finding| {
            finding.detected.is_some()
                && finding.expected.is_some()
                && finding.kind != FindingKind::SelfContradiction
        })
    }

    /// The one number that a claim states of what was computed: it is no condition of the query. None where several could be meant.
    pub fn stated(&self) -> Option<&str> {
        let answer = self.computed.as_ref()?;
        let mut numbers = self
            .claim
            .text
            .split_whitespace()
            .map(|word| word.trim_end_matches(|c: char| !c.is_alphanumeric() && c != '%'))
            .filter(|word| word.starts_with(|c: char| c.is_ascii_digit()));
        let one = numbers.next().filter(|_| numbers.next().is_none())?;
        places(&answer.query, one).next().is_none().then_some(one)
    }

    /// What puts the claim's sentence right; none unless it is sure to be right then: its value alone differs, both are values of one kind, neither is an end of a
    /// range, and the sentence does not say the documents' value already.
    pub fn correction(&self) -> Option<Correction<'_>> {
        let found = self.differing().filter(|_| self.failed())?;
        let sentence = &self.claim.sentence;
        let mut at = places(sentence, found.from);
        let place = at.next().filter(|_| at.next().is_none())?;
        let said_already = match digits(found.to) {
            Some(figure) => places(sentence, &figure).next().is_some(),
            None => places(sentence, found.to).next().is_some(),
        };
        let mut theirs = self.evidence.iter().flat_map(|evidence| {
            let text = &evidence.window.text;
            places(text, found.to).map(move |place| is_end(text, &place))
        });
        let sure = shape(found.from) == shape(found.to)
            && found.from != found.to
            && !said_already
            && !is_end(sentence, &place)
            && !theirs.any(|end| end);
        sure.then_some(found)
    }

    /// The one value that differs, and the documents' value.
    fn differing(&self) -> Option<Correction<'_>> {
        let mut grave = (self.findings.iter())
            .filter(|finding| finding.severity > Severity::Low && finding.detected.is_some());
        let Some(first) = grave.next() else {
            let answer = self.computed.as_ref()?;
            let to = answer
                .result
                .value()
                .filter(|_| answer.holds == Some(false))?;
            let from = self.stated().filter(|from| alike(from, to))?;
            return Some(Correction { from, to });
        };
        let same = |other: &Finding| {
            (&other.detected, &other.expected) == (&first.detected, &first.expected)
        };
        let alone = grave.all(same) && first.kind != FindingKind::SelfContradiction;
        let (from, to) = (first.detected.as_deref()?, first.expected.as_deref()?);
        alone.then_some(Correction { from, to })
    }
}

impl TableResult {
    /// The one value that was asked for, where there is one.
    pub fn value(&self) -> Option<&str> {
        match self {
            Self::Figure { value, .. } => Some(value),
            Self::Record { fields, .. } => match fields.as_slice() {
                [field] => Some(&field.value),
                [] | [_, ..] => None,
            },
            Self::List { rows, .. } => match rows.as_slice() {
                [row] => row.last().map(String::as_str),
                [] | [_, ..] => None,
            },
            Self::Comparison { .. } | Self::Groups { .. } | Self::Missing { .. } => None,
        }
    }
}

/// Where a value stands in a text and is no part of a longer word or number.
fn places<'a>(text: &'a str, value: &'a str) -> impl Iterator<Item = Range<usize>> + 'a {
    let found = text.match_indices(value).filter(|_| !value.is_empty());
    found.filter_map(move |(start, value)| {
        let end = start + value.len();
        let (before, after) = (&text[..start], &text[end..]);
        let goes_on = |c: char| c.is_alphanumeric();
        let mark = |c: char| matches!(c, '.' | ',');
        let figure = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
        let opened = before.ends_with(goes_on) && value.starts_with(goes_on)
            || before.ends_with(mark)
                && figure(value)
                && before[..before.len() - 1].ends_with(|c: char| c.is_ascii_digit());
        let ends_in_figure = value.ends_with(|c: char| c.is_ascii_digit());
        let closed = after.starts_with(goes_on) && value.ends_with(goes_on)
            || ends_in_figure && after.strip_prefix(mark).is_some_and(figure);
        (!opened && !closed).then_some(start..end)
    })
}

/// The first figure of a value, with the marks inside it: `1,200` of `$1,200 a year`.
fn digits(value: &str) -> Option<String> {
    let start = value.find(|c: char| c.is_ascii_digit())?;
    let rest = &value[start..];
    let end = rest
        .find(|c: char| !c.is_ascii_digit() && c != '.' && c != ',')
        .unwrap_or(rest.len());
    Some(rest[..end].trim_end_matches(['.', ',']).to_owned())
}

/// Whether two figures are of one size: a table may give its numbers in thousands, and a text writes them out.
fn alike(one: &str, other: &str) -> bool {
    let figure = |value: &str| digits(value)?.replace(',', "").parse::<f64>().ok();
    let (Some(one), Some(other)) = (figure(one), figure(other)) else {
        return false;
    };
    let (less, more) = (one.min(other), one.max(other));
    less * FACTOR > more
}

/// What a value looks like without its figures: values of one kind look alike.
fn shape(value: &str) -> String {
    let Some(_) = digits(value) else {
        // Names and words: what one is called says nothing of its kind.
        return String::new();
    };
    let mut shape = String::new();
    for word in value.to_lowercase().split_whitespace() {
        let word = word.strip_suffix('s').unwrap_or(word);
        for letter in word.chars() {
            if !letter.is_ascii_digit() {
                shape.push(letter);
            } else if !shape.ends_with('#') {
                shape.push('#');
            }
        }
        shape.push(' ');
    }
    // Of `1.25` and `1,200` the marks belong to the figure.
    while let Some(at) = ["#.#", "#,#"].iter().find_map(|marked| shape.find(marked)) {
        shape.replace_range(at..at + 3, "#");
    }
    shape
}

/// Whether a value of a text is one end of two that belong together: `$3–4M`, `from 58 to 419`, `16 of 20`.
fn is_end(text: &str, place: &Range<usize>) -> bool {
    let (before, after) = (&text[..place.start], &text[place.end..]);
    let turned: String = before.chars().rev().collect();
    leads_on(after) || leads_on(&turned)
}

/// Whether a text begins with what joins two values, and another value: read forwards, or backwards with its letters turned round.
fn leads_on(text: &str) -> bool {
    let sign =
        |c: char| !c.is_alphanumeric() && !c.is_whitespace() && !matches!(c, '.' | ',' | ';');
    let dash = |c: char| matches!(c, '-' | '‐' | '‑' | '–' | '—' | '−' | '~' | '/');
    let figure = |rest: &str| {
        let rest =
            rest.trim_start_matches(|c: char| sign(c) && !dash(c) && !matches!(c, '(' | ')' | ':'));
        rest.starts_with(|c: char| c.is_ascii_digit())
    };
    let rest = text.trim_start();
    if let Some(rest) = rest.strip_prefix(dash) {
        return figure(rest.trim_start());
    }
    let word: String = rest.chars().take_while(|c| c.is_alphabetic()).collect();
    let joined = rest.len() < text.len() && (1..=JOINING).contains(&word.chars().count());
    joined && figure(rest[word.len()..].trim_start())
}

#[cfg(test)]
mod tests;
