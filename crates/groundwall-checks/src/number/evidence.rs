//! What of a window the numbers of a claim are held against.

use super::{Measure, Number, extract, ones};
use crate::language::ENGLISH;
use crate::{Source, words};
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
pub(super) struct Evidence<'a> {
    pub(super) source: &'a Source<'a>,
    pub(super) numbers: &'a [Number],
    /// Stems of the claim.
    claim: &'a HashSet<String>,
    /// For each number whether the claim names all of its header.
    headers: OnceCell<Vec<bool>>,
    roles: OnceCell<Vec<Option<Role>>>,
    /// Numbers of what surrounds it.
    context: OnceCell<Vec<Number>>,
    words: OnceCell<HashSet<String>>,
    /// Units of which it has one without saying so.
    ones: OnceCell<Vec<Measure>>,
    has_year: OnceCell<bool>,
}

impl<'a> Evidence<'a> {
    pub(super) fn of(
        source: &'a Source<'a>,
        numbers: &'a [Number],
        claim: &'a HashSet<String>,
    ) -> Self {
        let (headers, roles, context, words) = (
            OnceCell::new(),
            OnceCell::new(),
            OnceCell::new(),
            OnceCell::new(),
        );
        Self {
            source,
            numbers,
            claim,
            headers,
            roles,
            context,
            words,
            ones: OnceCell::new(),
            has_year: OnceCell::new(),
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
                .map(|number| role(self.source.text, number))
                .collect()
        })[place]
    }

    pub(super) fn context(&self) -> &[Number] {
        self.context.get_or_init(|| extract(self.source.context))
    }

    pub(super) fn words(&self) -> &HashSet<String> {
        self.words
            .get_or_init(|| words::tokens(self.source.text).into_iter().collect())
    }

    pub(super) fn ones(&self) -> &[Measure] {
        self.ones.get_or_init(|| ones(self.source.text))
    }

    pub(super) fn has_year(&self) -> bool {
        *self.has_year.get_or_init(|| {
            crate::date::extract(self.source.text)
                .iter()
                .any(|date| date.year.is_some())
        })
    }
}
