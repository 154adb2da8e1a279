//! What lies around a run, and the shorter runs in one.

use super::{Place, Run, SENTENCES, Shelf};
use crate::language::ENGLISH;
use groundwall_core::SentenceKind;
use groundwall_text::words::tokens;
use std::collections::BTreeMap;

/// Words of a stretch, at most: with a question they still fit into what the reader reads, and a section of a text is about as long.
const STRETCH: usize = 220;

impl<'a> Shelf<'a> {
    /// What lies within so many sentences of a run, or with none all of its document. Beside a row lies nothing: the next one is about something else.
    pub(in crate::answer) fn beside(&self, run: &Run<'a>, sentences: Option<u32>) -> Self {
        let row = |index: &u32| {
            self.get(run.document, *index)
                .is_some_and(|own| own.kind == SentenceKind::Row)
        };
        let sentences = if row(&run.first) { Some(0) } else { sentences };
        let near = |index: u32| {
            sentences.is_none_or(|most| {
                index >= run.first.saturating_sub(most) && index <= run.last.saturating_add(most)
            })
        };
        let lines = self.documents.get(run.document).into_iter().flatten();
        let lines = lines
            .filter(|(index, _)| near(**index))
            .map(|(index, line)| (*index, line.clone()))
            .collect();
        Self {
            names: self.names.clone(),
            documents: BTreeMap::from([(run.document, lines)]),
            namings: self.namings.clone(),
        }
    }

    /// The sentences and items around one in its section, alternately behind it and before it, as far as they are at hand and the reader reads them well.
    /// None for headings and rows.
    pub(in crate::answer) fn stretch(&self, (document, index): Place<'a>) -> Option<Run<'a>> {
        let reads = |index: u32| {
            self.neighbour(document, index, Some(index))
                .is_some_and(|sentence| {
                    matches!(sentence.kind, SentenceKind::Prose | SentenceKind::ListItem)
                })
        };
        let near = |at: u32| reads(at) && self.neighbour(document, index, Some(at)).is_some();
        let mut run = Run {
            document,
            opening: None,
            first: index,
            last: index,
        };
        let (mut behind, mut before) = (true, true);
        if !reads(index) {
            return None;
        }
        while behind || before {
            for side in [true, false] {
                let at = if side {
                    run.last.checked_add(1)
                } else {
                    run.first.checked_sub(1)
                };
                let wider = at.filter(|at| near(*at)).map(|at| Run {
                    first: run.first.min(at),
                    last: run.last.max(at),
                    ..run
                });
                let open = if side { &mut behind } else { &mut before };
                match wider.filter(|wider| *open && self.words(wider) <= STRETCH) {
                    Some(wider) => run = wider,
                    None => *open = false,
                }
            }
        }
        Some(run)
    }

    /// The run with the sentence behind it where that takes back what its last one says ("Some say that it is required. Not so, it is optional."), or, where the question
    /// asks why, gives the reason for it ("It turns out darker. This is due to the sugars.").
    pub(in crate::answer) fn completed(&self, run: Run<'a>, question: &str) -> Run<'a> {
        let asks_why = tokens(question).iter().any(|word| word == "why");
        let belongs = |index: u32| {
            let text = self.get(run.document, index).map_or("", |own| &own.text);
            let folded = format!("{} ", tokens(text).join(" "));
            let questions = &ENGLISH.questions;
            questions.turning.open(&folded) || asks_why && questions.reasons.open(&folded)
        };
        let last = run.last + 1;
        let behind = self.is_prose(run.document, run.last)
            && self.is_prose(run.document, last)
            && self.neighbour(run.document, run.last, Some(last)).is_some();
        if behind && run.length() < SENTENCES && belongs(last) {
            Run { last, ..run }
        } else {
            run
        }
    }

    /// The shorter runs of sentences in a run of prose. A list is not cut up.
    pub(in crate::answer) fn within(&self, run: &Run<'a>) -> Vec<Run<'a>> {
        if run.opening.is_some()
            || !(run.first..=run.last).all(|index| self.is_prose(run.document, index))
        {
            return Vec::new();
        }
        let starts = run.first..=run.last;
        let shorter = starts.flat_map(|first| {
            (first..=run.last).map(move |last| Run {
                first,
                last,
                ..*run
            })
        });
        shorter
            .filter(|other| {
                other.length() < run.length() && !self.is_opening(run.document, other.last)
            })
            .collect()
    }
}
