//! National identity, tax and insurance numbers, each with the rule of its country.

pub(super) mod arithmetic;
mod names;
mod north_east;
mod west;
mod world;

pub(super) use names::NAMES;

use super::context::{Label, Near};
use super::{Candidate, Kind, Sure, number_stands_alone, template, word_starts};
use groundwall_text::language::Phrases;
use names::Names;

/// What a form needs beside its check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Need {
    /// Nothing: chance hardly passes two check digits, a letter, or a date and a check digit.
    Nothing,
    /// No word near by that says it is an order, an invoice or the like.
    NoOther,
    /// A word near by that says what it is: digits alone with one check digit fit one time in ten.
    Word,
}

/// The number of a country.
struct Rule {
    country: &'static str,
    /// What the number is called.
    words: fn(&Names) -> &Phrases,
    /// How it is written, see [`template`].
    forms: &'static [(Need, &'static str)],
    /// Whether its letters and digits alone, in upper case, keep the rule.
    valid: fn(&[u8]) -> bool,
}

pub(super) fn find(text: &str, found: &mut Vec<Candidate>) {
    let rules = || {
        [west::RULES, north_east::RULES, world::RULES]
            .into_iter()
            .flatten()
    };
    for start in word_starts(text) {
        let mut near = None;
        for rule in rules() {
            for (need, form) in rule.forms {
                let Some(end) = end(text, start, rule, form) else {
                    continue;
                };
                let near = near.get_or_insert_with(|| Near::new(text, start, &NAMES.general));
                let small = text
                    .get(start..end)
                    .is_some_and(|id| id.contains(|c: char| c.is_ascii_lowercase()));
                // Small letters are as likely a hash.
                let need = match need {
                    Need::NoOther if small => Need::Word,
                    Need::Nothing | Need::NoOther | Need::Word => *need,
                };
                if let Some(sure) = sure(near.label(text, end, (rule.words)(&NAMES)), need) {
                    found.push(Candidate {
                        kind: Kind::NationalId,
                        range: start..end,
                        country: Some(rule.country),
                        sure,
                    });
                }
            }
        }
    }
}

/// Where the number that begins here ends, if it has the form and keeps the rule.
fn end(text: &str, start: usize, rule: &Rule, form: &str) -> Option<usize> {
    let end = start + template::length(form, text.get(start..)?)?;
    let id = template::compact(text.get(start..end)?);
    let same = id.windows(2).all(|pair| pair.first() == pair.last());
    (!same && (rule.valid)(&id) && number_stands_alone(text, &(start..end))).then_some(end)
}

fn sure(label: Label, need: Need) -> Option<Sure> {
    match (label, need) {
        (Label::Own, _) => Some(Sure::Labelled),
        (Label::None | Label::Other, Need::Nothing) => Some(Sure::Form),
        (Label::None, Need::NoOther) => Some(Sure::Unlabelled),
        (Label::Other, Need::NoOther) | (Label::None | Label::Other, Need::Word) => None,
    }
}
