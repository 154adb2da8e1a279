//! A claim with one thing changed, and a sentence with less in it.

use crate::corpus::Rng;
use crate::twins::scan::{Date, Named, Number, Part, Scan};
use crate::twins::words::WORDS;
use std::ops::Range;

/// What is changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Fault {
    /// Another value, farther off than any tolerance.
    Number,
    /// Another year, or another month.
    Date,
    /// Another name or code.
    Identifier,
    /// A negation put in or taken out.
    Negation,
    /// Two names exchanged.
    Roles,
}

impl Fault {
    /// Those that a check can find without a model.
    pub const CHECKED: [Self; 3] = [Self::Number, Self::Date, Self::Identifier];
    /// All of them.
    pub const ALL: [Self; 5] = [
        Self::Number,
        Self::Date,
        Self::Identifier,
        Self::Negation,
        Self::Roles,
    ];

    /// Name for readers.
    pub fn name(self) -> &'static str {
        match self {
            Self::Number => "number",
            Self::Date => "date",
            Self::Identifier => "identifier",
            Self::Negation => "negation",
            Self::Roles => "roles",
        }
    }
}

/// How often another value is drawn where the one before stands in the evidence.
const DRAWS: usize = 4;

/// A place in a claim and what is written there instead.
type Change = (Range<usize>, String);

fn replaced(text: &str, range: Range<usize>, instead: &str) -> String {
    format!("{}{instead}{}", &text[..range.start], &text[range.end..])
}

/// A text with a capital at its start.
fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters
        .next()
        .map(|first| first.to_uppercase().chain(letters).collect())
        .unwrap_or_default()
}

/// The claim with one fault; none where it has nothing that the fault could change, or where the changed value stands in the evidence too.
pub fn corrupt(claim: &str, evidence: &str, fault: Fault, seed: u64) -> Option<String> {
    let scan = Scan::of(claim);
    let change = match fault {
        Fault::Number => other_number,
        Fault::Date => other_date,
        Fault::Identifier => other_identifier,
        Fault::Negation => return negated(claim),
        Fault::Roles => return exchanged(claim, &scan),
    };
    let mut rng = Rng::new(seed);
    let known = evidence.to_lowercase();
    (0..DRAWS).find_map(|_| {
        let (range, instead) = change(claim, &scan, &mut rng)?;
        let new = claim[range.clone()] != instead && !stands(&known, &instead.to_lowercase());
        new.then(|| replaced(claim, range, &instead))
    })
}

/// Whether a value stands in a text as a value of its own: "5" does not in "15", "0.5" or "5,000".
fn stands(text: &str, value: &str) -> bool {
    let goes_on = |letters: &mut dyn Iterator<Item = char>| {
        let (first, second) = (letters.next(), letters.next());
        first.is_some_and(char::is_alphanumeric)
            || (matches!(first, Some('.' | ','))
                && second.is_some_and(|letter| letter.is_ascii_digit()))
    };
    text.match_indices(value).any(|(at, found)| {
        let behind = &text[at + found.len()..];
        !goes_on(&mut text[..at].chars().rev()) && !goes_on(&mut behind.chars())
    })
}

/// The first digit becomes another one: at least 10 % off, beyond every band. A word becomes another one of its row.
fn other_number(claim: &str, scan: &Scan, rng: &mut Rng) -> Option<Change> {
    let numbers = scan.numbers();
    match numbers.get(rng.below(numbers.len()))? {
        Number::Digits(range) => {
            let written = &claim[range.clone()];
            let at = written.find(|letter| ('1'..='9').contains(&letter))?;
            let digit = written.as_bytes()[at] - b'0';
            let other = (digit + 1 + rng.below(7) as u8) % 9 + 1;
            let other = if other == digit { digit % 9 + 1 } else { other };
            let instead = replaced(written, at..at + 1, &other.to_string());
            Some((range.clone(), instead))
        }
        Number::Word(range, row, place) => {
            let words = WORDS.numbers.get(*row)?;
            let other = &words[(place + 1 + rng.below(words.len() - 1)) % words.len()];
            let capital = claim[range.clone()].starts_with(char::is_uppercase);
            let other = if capital {
                capitalised(other)
            } else {
                other.clone()
            };
            Some((range.clone(), other))
        }
    }
}

fn other_date(claim: &str, scan: &Scan, rng: &mut Rng) -> Option<Change> {
    let dates = scan.dates();
    let Date { range, at, part } = dates.get(rng.below(dates.len()))?;
    let written = &claim[at.clone()];
    let other = match part {
        Part::Year => {
            let year: usize = written.parse().ok()?;
            let step = 2 + rng.below(17) + 20 * rng.below(2);
            // What is after a year is after an earlier one, too.
            let before = claim[..range.start].trim_end();
            let other = if before.ends_with("after") {
                year + step
            } else {
                year - step
            };
            other.to_string()
        }
        Part::Decade => {
            let year: usize = written.get(..4)?.parse().ok()?;
            format!("{}", year - 10 * (1 + rng.below(5)))
        }
        Part::Month => {
            let months = [&WORDS.months.full, &WORDS.months.short];
            let place = |months: &&&Vec<String>| {
                months
                    .iter()
                    .position(|month| month.eq_ignore_ascii_case(written))
            };
            let months = months.iter().find(|months| place(months).is_some())?;
            let place = place(&months)?;
            months[(place + 1 + rng.below(11)) % 12].clone()
        }
    };
    let within = at.start - range.start..at.end - range.start;
    let instead = replaced(&claim[range.clone()], within, &other);
    Some((range.clone(), instead))
}

fn other_identifier(claim: &str, scan: &Scan, rng: &mut Rng) -> Option<Change> {
    let all = scan.named();
    match all.get(rng.below(all.len()))? {
        Named::Code(range) => {
            let written = &claim[range.clone()];
            let at = written.rfind(|letter: char| letter.is_ascii_digit())?;
            let digit = written.as_bytes()[at] - b'0';
            let other = (digit + 1 + rng.below(9) as u8) % 10;
            let instead = replaced(written, at..at + 1, &other.to_string());
            Some((range.clone(), instead))
        }
        Named::Name(range) => {
            let invented = &WORDS.invented;
            Some((range.clone(), invented[rng.below(invented.len())].clone()))
        }
    }
}

fn negated(claim: &str) -> Option<String> {
    if let Some(at) = claim.find(" not ") {
        return Some(replaced(claim, at..at + 4, ""));
    }
    let (at, auxiliary) = WORDS
        .auxiliaries
        .iter()
        .map(|auxiliary| format!(" {auxiliary} "))
        .filter_map(|auxiliary| Some((claim.find(&auxiliary)?, auxiliary)))
        .min()?;
    Some(replaced(
        claim,
        at..at + auxiliary.len(),
        &format!("{auxiliary}not "),
    ))
}

fn exchanged(claim: &str, scan: &Scan) -> Option<String> {
    let names = scan.names();
    let (one, other) = (names.first()?, names.last()?);
    let (first, last) = (&claim[one.clone()], &claim[other.clone()]);
    let apart = one.end < other.start && first != last;
    apart.then(|| {
        let (before, between, behind) = (
            &claim[..one.start],
            &claim[one.end..other.start],
            &claim[other.end..],
        );
        format!("{before}{last}{between}{first}{behind}")
    })
}

/// A sentence with less in it, which it therefore supports: without what stands in brackets, an opening phrase, or a closing relative clause. None where nothing can be left out.
pub fn shortened(sentence: &str) -> Option<String> {
    let mut text = sentence.trim().to_owned();
    if let (Some(open), Some(close)) = (text.find(" ("), text.find(')'))
        && open < close
    {
        text.replace_range(open..=close, "");
    }
    for relative in [", which ", ", who ", ", where "] {
        if let Some(at) = text.rfind(relative)
            && !text[at + 2..].contains(',')
        {
            text = format!("{}.", &text[..at]);
        }
    }
    if let Some((opening, rest)) = text.split_once(", ") {
        let first = opening
            .split_whitespace()
            .next()
            .unwrap_or_default()
            .to_lowercase();
        let adverbial = WORDS.opening_phrases.contains(&first);
        if adverbial
            && opening.split_whitespace().count() <= 6
            && rest.split_whitespace().count() >= 4
        {
            text = capitalised(rest);
        }
    }
    (text != sentence.trim() && text.split_whitespace().count() >= 4).then_some(text)
}

#[cfg(test)]
mod tests;
