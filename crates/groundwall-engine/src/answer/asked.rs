//! A question as it is asked of each document.

use super::rare::Rare;
use super::runs::{Place, Run, Shelf};
use crate::naming::Unnamed;
use groundwall_core::DocumentId;
use groundwall_text::{korean, words};
use std::collections::{BTreeMap, HashSet};
use std::sync::OnceLock;

/// A question and the sentences in which its answer is sought.
pub(super) struct Asked<'q, 's> {
    pub(super) question: &'q str,
    pub(super) shelf: &'q Shelf<'s>,
    rare: Rare,
    /// With the words that no sentence has, once it was asked for.
    all: OnceLock<Rare>,
    /// The question without the words that name a document, where it has some and is asked without them.
    unnamed: BTreeMap<&'s DocumentId, Unnamed>,
}

impl<'q, 's> Asked<'q, 's> {
    /// Each document is asked without the words that name it.
    pub(super) fn of_each(question: &'q str, shelf: &'q Shelf<'s>) -> Self {
        Self {
            question,
            shelf,
            rare: Rare::of(question, shelf),
            all: OnceLock::new(),
            unnamed: shelf.without_names(question),
        }
    }

    /// All documents are asked in the same words.
    pub(super) fn whole(self) -> Self {
        Self {
            unnamed: BTreeMap::new(),
            ..self
        }
    }

    /// Whether it has words that name the document of one of some places.
    pub(super) fn names_one_of(&self, places: &[Place<'s>]) -> bool {
        let named = |(document, _): &Place| self.unnamed.contains_key(document);
        places.iter().any(named)
    }

    /// The question as it is asked of a run: as a whole where the run speaks of something else that its document is about.
    pub(super) fn of(&self, run: &Run<'s>) -> &str {
        self.unnamed_for(run)
            .map_or(self.question, |unnamed| &unnamed.text)
    }

    /// The share of the question that a run says, in [0, 1]; what is left out counts as said.
    pub(super) fn said_by(&self, run: &Run<'s>) -> f32 {
        let left_out = self.unnamed_for(run).map(|unnamed| &unnamed.left_out);
        self.rare.share(self.shelf.stems_of(run).chain(left_out))
    }

    /// The share of the question that a sentence says by itself, in [0, 1].
    pub(super) fn said_at(&self, place: Place<'s>) -> f32 {
        self.rare.share(self.shelf.stems_at(place).into_iter())
    }

    /// The share of the whole question that a run says in words that may stand within others, in [0, 1]: Korean compounds are written with and without spaces.
    pub(super) fn said_within(&self, run: &Run<'s>) -> f32 {
        let named = self.shelf.name_of(run).unwrap_or_default();
        let text = words::fold(&format!("{named} {}", self.shelf.read(run)));
        let text: String = text.split_whitespace().collect();
        let own: HashSet<&String> = self.shelf.stems_of(run).flatten().collect();
        let all = self.all.get_or_init(|| {
            Rare::with_unknown(self.question, &self.shelf.stems().collect::<Vec<_>>())
        });
        let within = |stem: &str| korean::syllables(stem) > 1 && text.contains(stem);
        all.share_by(|stem| own.iter().any(|own| *own == stem) || within(stem))
    }

    fn unnamed_for(&self, run: &Run<'s>) -> Option<&Unnamed> {
        let unnamed = self.unnamed.get(run.document())?;
        self.shelf.fits(run, unnamed).then_some(unnamed)
    }
}
