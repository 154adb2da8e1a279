//! What of a window the numbers of a claim are held against.

use super::{Measure, Number, ones};
use crate::language::ENGLISH;
use crate::{Scored, words};
use groundwall_text::reach::{CLAUSE, before};
use std::cell::OnceCell;
use std::collections::HashSet;

/// What the word before a number makes of it, where something changes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    From,
    To,
    By,
}

pub(super) fn role(text: &str, number: &Number) -> Option<Role> {
    let before = words::tokens(before(text, number.range.start, CLAUSE));
    let about = |word: &&String| ENGLISH.values.about.has(word);
    match before.iter().rev().find(|word| !about(word))?.as_str() {
        "from" => Some(Role::From),
        "to" => Some(Role::To),
        "by" => Some(Role::By),
        _ => None,
    }
}

/// What of a window the numbers of a claim are held against, made once.
pub(super) struct Values<'a> {
    pub(super) scored: &'a Scored,
    pub(super) numbers: &'a [Number],
    /// Stems of the claim.
    claim: &'a HashSet<String>,
    /// For each number whether the claim names all of its header.
    headers: OnceCell<Vec<bool>>,
    roles: OnceCell<Vec<Option<Role>>>,
    /// Units of which it has one without saying so.
    ones: OnceCell<Vec<Measure>>,
}

impl<'a> Values<'a> {
    pub(super) fn of(scored: &'a Scored, claim: &'a HashSet<String>) -> Self {
        Self {
            scored,
            numbers: scored.text.numbers(),
            claim,
            headers: OnceCell::new(),
            roles: OnceCell::new(),
            ones: OnceCell::new(),
        }
    }

    pub(super) fn names_header(&self, place: usize) -> bool {
        let named = |number: &Number| {
            number.header.as_ref().is_some_and(|header| {
                words::ContentWords::of(header).coverage_of(self.claim) >= 0.99
            })
        };
        self.headers
            .get_or_init(|| self.numbers.iter().map(named).collect())[place]
    }

    pub(super) fn role(&self, place: usize) -> Option<Role> {
        self.roles.get_or_init(|| {
            self.numbers
                .iter()
                .map(|number| role(&self.scored.text, number))
                .collect()
        })[place]
    }

    /// Numbers of what surrounds it.
    pub(super) fn context(&self) -> &[Number] {
        self.scored.context.numbers()
    }

    pub(super) fn has_word(&self, word: &String) -> bool {
        self.scored.text.tokens().contains(word)
    }

    pub(super) fn ones(&self) -> &[Measure] {
        self.ones.get_or_init(|| ones(&self.scored.text))
    }

    pub(super) fn has_year(&self) -> bool {
        let mut dates = self.scored.text.dates().iter();
        dates.any(|date| date.year.is_some())
    }
}
