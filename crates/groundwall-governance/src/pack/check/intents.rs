//! What a question is after.

use super::Reading;
use crate::pack::Pack;
use crate::pack::model::{Intent, IntentRisk, Wording};
use crate::pack::scan::Owner;
use groundwall_core::governance::IntentAnswer;
use std::collections::BTreeSet;

/// The intent of a question, by a pack.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IntentFound {
    /// `name/version` of the pack.
    pub source: String,
    pub code: String,
    pub name: String,
    pub risk: IntentRisk,
    pub disclaimer: Option<Wording>,
    /// Why the question is declined.
    pub reason: Option<Wording>,
    /// Whether no word of the question named it.
    pub assumed: bool,
}

impl IntentFound {
    /// As a report has it, in a reader's language.
    pub fn answer(&self, language: &str) -> IntentAnswer {
        IntentAnswer {
            source: self.source.clone(),
            code: self.code.clone(),
            name: self.name.clone(),
            risk: self.risk.name().to_owned(),
            disclaimer: self
                .disclaimer
                .as_ref()
                .map(|words| words.in_language(language).to_owned()),
            assumed: self.assumed,
        }
    }
}

impl Reading<'_> {
    /// The place of the intent that most different words speak for; of several the one with most at stake. None without a question, or where no intent fits.
    pub(super) fn intent(&mut self, at: usize, pack: &Pack) -> Option<usize> {
        self.subject.question?;
        let weigh = |(place, _): &(usize, &Intent)| {
            let hits = self.asked.get(&Owner::Intent(at, *place));
            let places = hits.into_iter().flatten();
            let words: BTreeSet<(usize, usize)> =
                places.map(|hit| (hit.range.start, hit.range.end)).collect();
            words.len()
        };
        let best = pack
            .intents
            .iter()
            .enumerate()
            .map(|entry| (weigh(&entry), entry))
            .filter(|(weight, _)| *weight > 0)
            // What is declined gives way to anything that is not.
            .max_by_key(|(weight, (_, intent))| {
                (intent.risk != IntentRisk::Reject, *weight, intent.risk)
            })
            .map(|(_, entry)| entry);
        let otherwise = || {
            let mut all = pack.intents.iter().enumerate();
            all.find(|(_, intent)| intent.otherwise)
        };
        let assumed = best.is_none();
        let (place, intent) = best.or_else(otherwise)?;
        self.done.intents.push(IntentFound {
            source: pack.source(),
            code: intent.code.clone(),
            name: intent.name.clone(),
            risk: intent.risk,
            disclaimer: intent.disclaimer.clone(),
            reason: intent.reason.clone(),
            assumed,
        });
        Some(place)
    }
}
