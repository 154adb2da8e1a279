//! The table of the contract, from the strongest row to the weakest: a pure function from what was observed to one verdict and its reason. Similarity and NLI
//! never outvote a clash or an absence.

use super::Case;
use crate::verify::weigh::{Weighed, by_similarity};
use crate::verify::windows::Scored;
use groundwall_checks::assertion::{Embedding, Standing};
use groundwall_checks::{Observation, Prepared, Signal, date, number};
use groundwall_core::{Stance, Verdict};
use groundwall_text::in_another_script;
use std::cmp::Ordering;

/// For a conflict on the models' word alone, another document must speak of the same thing and be contradicted clearly.
const CONFLICT_COVERAGE: f32 = 0.8;
const CONFLICT_CONTRADICTION: f32 = 0.9;

/// Whether the screen finds a window clearly contradicted that speaks of what the claim does.
pub(super) fn seems_to_differ(scored: &Scored) -> bool {
    scored.evidence.coverage >= CONFLICT_COVERAGE
        && scored
            .evidence
            .nli
            .is_some_and(|nli| nli.contradiction > CONFLICT_CONTRADICTION)
}

/// The row of the table that decides. Windows are named by their place in the case.
#[derive(Debug)]
pub(super) enum Ruling<'a> {
    /// A check finds the claim impossible in itself.
    Impossible(&'a Observation),
    /// There is no window.
    NothingFound,
    /// By the cosine, for comparison only.
    Similarity {
        window: usize,
        cosine: f32,
        verdict: Verdict,
    },
    /// A window says another value.
    Clash {
        window: usize,
        said: &'a Observation,
    },
    /// What the claim names stands in no window.
    Absent(&'a Observation),
    /// Something that would have decided did not run.
    NotRun(NotRun),
    /// A window supports it, and one of another document does not.
    Conflict {
        window: usize,
        other: usize,
        why: String,
        /// The stance of the one of a higher tier, and that tier; none where both are of one.
        won: Option<(Stance, &'a str)>,
    },
    /// A window says so, by the chat endpoint's reading where a model is named.
    Says {
        window: usize,
        model: Option<&'a str>,
    },
    /// A window denies it.
    Denied {
        window: usize,
        embedding: &'a Embedding,
    },
    /// A window says otherwise.
    Contradicted {
        window: usize,
        model: Option<&'a str>,
    },
    /// A window names it and does not assert it.
    Withheld {
        window: usize,
        embedding: &'a Embedding,
    },
    /// No window says it; the one that the chat endpoint was asked about, where it was.
    Unsaid(Option<(usize, &'a str)>),
}

/// What did not run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NotRun {
    /// A check that is switched off.
    Check(&'static str),
    /// The models know no such script.
    Script,
    Reader,
    /// The claim is longer than the verifier reads.
    TooLong,
    Model,
}

impl Ruling<'_> {
    pub(super) fn verdict(&self) -> Verdict {
        match self {
            Self::Says { .. }
            | Self::Conflict {
                won: Some((Stance::Supports, _)),
                ..
            } => Verdict::Supported,
            Self::Impossible(_)
            | Self::Clash { .. }
            | Self::Conflict {
                won: Some((Stance::Refutes, _)),
                ..
            }
            | Self::Denied { .. }
            | Self::Contradicted { .. } => Verdict::Refuted,
            Self::NothingFound
            | Self::Absent(_)
            | Self::NotRun(_)
            | Self::Conflict { .. }
            | Self::Withheld { .. }
            | Self::Unsaid(_) => Verdict::Unsupported,
            Self::Similarity { verdict, .. } => *verdict,
        }
    }

    /// The window that decides, and what it does to the claim.
    pub(super) fn deciding(&self) -> Option<(usize, Stance)> {
        match self {
            Self::Impossible(_) | Self::NothingFound | Self::Absent(_) | Self::NotRun(_) => None,
            Self::Similarity {
                window, verdict, ..
            } => {
                let stance = if *verdict == Verdict::Supported {
                    Stance::Supports
                } else {
                    Stance::Silent
                };
                Some((*window, stance))
            }
            Self::Conflict {
                other,
                won: Some((Stance::Refutes, _)),
                ..
            } => Some((*other, Stance::Refutes)),
            Self::Says { window, .. } | Self::Conflict { window, .. } => {
                Some((*window, Stance::Supports))
            }
            Self::Clash { window, .. }
            | Self::Denied { window, .. }
            | Self::Contradicted { window, .. } => Some((*window, Stance::Refutes)),
            Self::Withheld { window, .. } => Some((*window, Stance::Silent)),
            Self::Unsaid(asked) => asked.map(|(window, _)| (window, Stance::Silent)),
        }
    }
}

/// What speaks of the windows below the checks: the models, or the chat endpoint in their place.
struct Heard<'a> {
    supports: Option<usize>,
    refutes: Option<usize>,
    /// The window that the chat endpoint was asked about, and its model.
    asked: Option<(usize, &'a str)>,
}

impl Case<'_> {
    /// The row that decides.
    pub(super) fn rule(&self, weighed: &Weighed) -> Ruling<'_> {
        if let Some(said) = self.first(Signal::Impossible) {
            return Ruling::Impossible(said);
        }
        if self.windows.is_empty() {
            return Ruling::NothingFound;
        }
        if self.compares_vectors() {
            let (window, cosine, verdict) = by_similarity(&self.windows, self.policy.preset);
            return Ruling::Similarity {
                window,
                cosine,
                verdict,
            };
        }
        if let Some(said) = self.first(Signal::Clash) {
            let window = said.source.unwrap_or(0);
            return Ruling::Clash { window, said };
        }
        let lacking = [Signal::Gone, Signal::Absent, Signal::Suspect];
        if let Some(said) = lacking.into_iter().find_map(|signal| self.first(signal)) {
            return Ruling::Absent(said);
        }
        if let Some(check) = self.off.first() {
            return Ruling::NotRun(NotRun::Check(check));
        }
        self.by_reading(&self.heard(weighed))
    }

    fn first(&self, signal: Signal) -> Option<&Observation> {
        self.said.iter().find(|said| said.signal == signal)
    }

    fn heard(&self, weighed: &Weighed) -> Heard<'_> {
        let opinion = self
            .opinion
            .as_ref()
            .and_then(|(window, opinion)| Some((*window, opinion.stance?, &opinion.model)));
        let (supports, refutes) = match opinion {
            None => (weighed.supports, weighed.refutes),
            Some((window, Stance::Supports, _)) => (Some(window), None),
            Some((window, Stance::Refutes, _)) => (None, Some(window)),
            Some((_, Stance::Silent, _)) => (None, None),
        };
        Heard {
            supports,
            refutes,
            asked: opinion.map(|(window, _, model)| (window, model.as_str())),
        }
    }

    /// The rows of the table below the checks.
    fn by_reading<'a>(&'a self, heard: &Heard<'a>) -> Ruling<'a> {
        let Heard {
            supports,
            refutes,
            asked,
        } = *heard;
        let bundled = self.weigher.is_some_and(|weigher| weigher.judge.is_some());
        if bundled
            && asked.is_none()
            && self.verbatim.is_none()
            && in_another_script(&self.claim.text)
        {
            return match self.denied() {
                Some((window, embedding)) => Ruling::Denied { window, embedding },
                None => Ruling::NotRun(NotRun::Script),
            };
        }
        let model = asked.map(|(_, model)| model);
        if let Some(window) = self.verbatim.or(supports.filter(|_| !self.not_read)) {
            return match self.other_document_differs(window) {
                Some((other, why)) => Ruling::Conflict {
                    won: self.won(window, other),
                    window,
                    other,
                    why,
                },
                None => Ruling::Says { window, model },
            };
        }
        if self.weigher.is_some() && self.not_read {
            return Ruling::NotRun(NotRun::Reader);
        }
        if self.weigher.is_none() {
            return Ruling::NotRun(if self.too_long {
                NotRun::TooLong
            } else {
                NotRun::Model
            });
        }
        if let Some((window, embedding)) = self.denied() {
            return Ruling::Denied { window, embedding };
        }
        if let Some(window) = refutes {
            return Ruling::Contradicted { window, model };
        }
        if let Some((window, embedding)) = self.withheld().filter(|_| asked.is_none()) {
            return Ruling::Withheld { window, embedding };
        }
        Ruling::Unsaid(asked)
    }

    /// Whose word counts of a window that supports the claim and one that does not: that of the higher tier.
    fn won(&self, window: usize, other: usize) -> Option<(Stance, &str)> {
        let tier = |place: usize| self.tiers.get(place)?.as_ref();
        let ((own, own_name), (rank, name)) = (tier(window)?, tier(other)?);
        match own.cmp(rank) {
            Ordering::Less => Some((Stance::Supports, own_name.as_str())),
            Ordering::Equal => None,
            Ordering::Greater => Some((Stance::Refutes, name.as_str())),
        }
    }

    /// The window of another document that clashes with the claim or is clearly contradicted, though `place` supports it: of several the first of the highest tier, whose
    /// word counts. Where a reader has read a window, it has to find so too.
    fn other_document_differs(&self, place: usize) -> Option<(usize, String)> {
        let own = &self.windows[place].evidence.window.document;
        let others = self.windows.iter().enumerate();
        let others = others.filter(|(_, scored)| scored.evidence.window.document != *own);
        let mut differing =
            others.filter_map(|(other, scored)| Some((other, self.differs(scored)?)));
        let rank = |place: usize| self.tiers.get(place)?.as_ref().map(|(rank, _)| *rank);
        if self.tiers.is_empty() {
            return differing.next();
        }
        differing.min_by_key(|(other, _)| rank(*other).map_or((1, 0), |rank| (0, rank)))
    }

    /// How a window of another document differs from the claim.
    pub(super) fn differs(&self, scored: &Scored) -> Option<String> {
        match &scored.standing {
            Standing::Asserted => {}
            Standing::Denied(embedding) => return Some(embedding.says.to_owned()),
            Standing::Withheld(_) => return None,
        }
        let prepared = Prepared::new(&self.text, std::slice::from_ref(scored));
        let mut said = number::check(&prepared, &self.policy.tolerances);
        said.extend(date::check(&prepared));
        if let Some(clash) = said.into_iter().find(|said| said.signal == Signal::Clash) {
            return Some(clash.note);
        }
        let read = scored.evidence.read;
        let confirmed = read.is_none_or(|read| read.contradiction > CONFLICT_CONTRADICTION);
        (seems_to_differ(scored) && confirmed).then(|| "it says otherwise".to_owned())
    }
}
