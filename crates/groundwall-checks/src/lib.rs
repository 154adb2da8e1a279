#![doc = include_str!("../README.md")]

pub mod assertion;
pub mod citation;
pub mod consistency;
pub mod date;
pub mod identifier;
pub mod impossibility;
mod language;
pub mod number;
mod opposite;
mod outcome;
mod parallel;
pub mod pattern;
pub mod quote;
mod restated;
mod scored;
mod skeleton;
mod text;
mod written;

pub use assertion::FORCE_LIST;
pub use groundwall_core::CheckKind;
pub use groundwall_text::{pieces, words};
pub use language::{KOREAN_LIST, LISTS};
pub use outcome::{Observation, ReadAs, Signal};
pub use restated::{Again, Known, has_korean, is_framed, says_again};
pub use scored::Scored;
pub use text::Text;
pub use written::{as_the_evidence_writes, same_but_for_values, says_it_with_other_values};

use number::measured;
use std::sync::OnceLock;
use words::ContentWords;

/// A claim's text with its content words, and how much of them each window covers. Made once for all checks.
pub struct Prepared<'a> {
    pub claim: &'a Text,
    /// Best first.
    pub windows: &'a [Scored],
    /// Content words of the claim without numbers and their units.
    pub words: ContentWords,
    /// For each window the covered share of the words, in [0, 1].
    pub coverage: Vec<f32>,
    /// Numbers and dates both ask for it.
    same_subject: OnceLock<Vec<usize>>,
}

/// Share of a claim's words that a window must cover before it can clash with the claim.
pub const SAME_SUBJECT: f32 = 0.7;
/// Windows this close to the best one speak of the same thing as the best one.
const NEAR_BEST: f32 = 0.15;

impl<'a> Prepared<'a> {
    /// Prepares a claim and its windows.
    pub fn new(claim: &'a Text, windows: &'a [Scored]) -> Self {
        let (mut plain, mut end) = (String::with_capacity(claim.len()), 0);
        for range in measured(claim.numbers()) {
            plain.push_str(claim.get(end..range.start).unwrap_or_default());
            plain.extend(std::iter::repeat_n(
                ' ',
                range.end.saturating_sub(range.start.max(end)),
            ));
            end = range.end.max(end);
        }
        plain.push_str(&claim[end..]);
        let words = ContentWords::of(&plain).without(number::is_number);
        let coverage = windows
            .iter()
            .map(|scored| words.coverage_of(scored.text.stems()))
            .collect();
        Self {
            claim,
            windows,
            words,
            coverage,
            same_subject: OnceLock::new(),
        }
    }

    /// Places of the windows that speak of the claim's subject best: within 0.15 of the best coverage and at least one half.
    pub fn closest(&self) -> Vec<usize> {
        let best = self.coverage.iter().copied().fold(0.0, f32::max);
        (0..self.windows.len())
            .filter(|place| self.coverage[*place] >= (best - NEAR_BEST).max(0.5))
            .collect()
    }

    /// The windows that can clash: they cover the claim's subject and hold its names.
    pub fn same_subject(&self) -> &[usize] {
        self.same_subject.get_or_init(|| self.find_same_subject())
    }

    fn find_same_subject(&self) -> Vec<usize> {
        let mut places: Vec<usize> = self
            .closest()
            .into_iter()
            .filter(|place| self.coverage[*place] >= SAME_SUBJECT)
            .collect();
        let names = identifier::names(self.claim);
        places.retain(|place| {
            let present = identifier::Present::of(self.windows[*place].text.tokens());
            names.iter().all(|name| present.has(&name.text))
        });
        places.sort_by(|a, b| {
            self.coverage[*b]
                .total_cmp(&self.coverage[*a])
                .then(a.cmp(b))
        });
        places
    }
}
