//! What the models have to look at for the verdict to stand, and no more.

use super::Case;
use super::rule::seems_to_differ;
use crate::verify::weigh::{ENTAILS_COVERAGE, entails};
use crate::verify::windows::Scored;
use groundwall_core::{NliScores, Preset};

/// Entailment that leaves a claim undecided where no judge says better.
const UNDECIDED: (f32, f32) = (0.2, 0.8);

/// Something that the reader may read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Window(usize),
    Joined(usize),
}

impl Case<'_> {
    /// The windows that the NLI model has to judge next: all of them, but one for the report where a check has settled the verdict.
    pub(crate) fn to_judge(&self) -> Vec<usize> {
        if self.weigher.is_none() || self.policy.preset == Preset::Cosine {
            return Vec::new();
        }
        let left: Vec<usize> = (0..self.windows.len())
            .filter(|place| self.windows[*place].evidence.nli.is_none())
            .collect();
        let first = left.len() == self.windows.len();
        if self.settled() {
            left.into_iter().take(usize::from(first)).collect()
        } else {
            left
        }
    }

    fn reads_closely(&self) -> bool {
        self.weigher.is_some_and(|weigher| weigher.precise)
    }

    /// What the reader has to read, once the windows are judged: nothing where the verdict stands already, else the window that covers most of the claim, the
    /// one that the screen finds entails it most, the one that it finds contradicts it most, and the joined text of each document that matters. Of a claim that
    /// stands in a document word for word, what another document seems to say against it.
    pub(crate) fn to_read(&self) -> Vec<Place> {
        if !self.reads_closely()
            || self.settled()
            || self
                .windows
                .iter()
                .any(|scored| scored.evidence.nli.is_none())
            || !self
                .windows
                .iter()
                .any(|scored| scored.standing.is_asserted())
        {
            return Vec::new();
        }
        let asserted =
            || (0..self.windows.len()).filter(|place| self.windows[*place].standing.is_asserted());
        let most = |score: fn(NliScores) -> f32| {
            let score = |place: usize| self.windows[place].evidence.nli.map_or(0.0, score);
            asserted().max_by(|a, b| score(*a).total_cmp(&score(*b)).then(b.cmp(a)))
        };
        if let Some(own) = self.verbatim {
            let own = &self.windows[own].evidence.window.document;
            return asserted()
                .filter(|place| {
                    let scored = &self.windows[*place];
                    scored.evidence.window.document != *own && seems_to_differ(scored)
                })
                .map(Place::Window)
                .collect();
        }
        let mut windows: Vec<usize> = [
            asserted().next(),
            most(|nli| nli.entailment),
            most(|nli| nli.contradiction),
        ]
        .into_iter()
        .flatten()
        .collect();
        windows.sort_unstable();
        windows.dedup();
        windows
            .into_iter()
            .map(Place::Window)
            .chain((0..self.joined.len()).map(Place::Joined))
            .collect()
    }

    /// The text that is read at a place.
    pub(crate) fn text_of(&self, place: Place) -> String {
        match place {
            Place::Window(place) => self.windows[place].with_lead(),
            Place::Joined(place) => self.joined[place].text.clone(),
        }
    }

    /// The windows whose similarity decides something: whether an entailment counts though the window covers few of the claim's words.
    pub(crate) fn to_embed(&self) -> Vec<usize> {
        let thresholds = self
            .weigher
            .filter(|weigher| weigher.judge.is_none())
            .map(|weigher| weigher.thresholds);
        let entails = |nli: NliScores| {
            thresholds.is_some_and(|thresholds| entails(&nli, thresholds, self.policy))
        };
        let asked = |scored: &Scored| {
            self.compares_vectors()
                || (scored.evidence.coverage < ENTAILS_COVERAGE
                    && scored.evidence.nli.is_some_and(entails))
        };
        (0..self.windows.len())
            .filter(|place| {
                self.windows[*place].evidence.similarity.is_none() && asked(&self.windows[*place])
            })
            .collect()
    }

    /// The window to ask a second opinion about and how far the claim is from the middle of the band, where the local stages leave it undecided.
    pub(crate) fn undecided(&self) -> Option<(usize, f32)> {
        let judge = self.weigher.and_then(|weigher| weigher.judge);
        if self.settled()
            || self.verbatim.is_some()
            || self.not_read
            || self.policy.preset != Preset::Firewall
        {
            return None;
        }
        let weighed = self.weighed();
        let own = judge.map_or(UNDECIDED, |judge| {
            let undecided = judge.undecided(self.reads_closely());
            (undecided.start, undecided.end)
        });
        let (low, high) = self.policy.second_opinion.undecided.unwrap_or(own);
        let window = weighed
            .nearest
            .filter(|_| (low..high).contains(&weighed.probability))?;
        Some((
            window,
            (weighed.probability - f32::midpoint(low, high)).abs(),
        ))
    }
}
