//! Runs: consecutive sentences of one document that may answer a question.

mod line;
mod row;
mod title;
mod wider;

use crate::language::ENGLISH;
use crate::naming::{Namings, Unnamed};
use groundwall_core::report::Candidate;
use groundwall_core::{DocumentId, Sentence, SentenceKind};
use groundwall_text::words::tokens;
use groundwall_text::{asks, begins_list};
use line::Line;
pub(super) use line::places_of;
use row::asked_cells;
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;
use title::is_title;

/// Sentences of a run, at most.
const SENTENCES: u32 = 4;
/// Words of a run, at most: more dilutes what the reader reads, and no answer needs it.
const WORDS: usize = 120;
/// Items of a list that comes whole; of a longer one its opening line and an item.
const ITEMS: u32 = 12;

/// Whether an item of a list still has its mark, as in a plain text.
fn marked(item: &str) -> bool {
    item.starts_with(['-', '*', '•'])
        || item
            .split_once(' ')
            .is_some_and(|(number, _)| number.ends_with(['.', ')']) && number.len() <= 5)
}

/// A sentence's document and index.
pub(super) type Place<'a> = (&'a DocumentId, u32);

/// Consecutive sentences of a section: one to four, a row, or a list with the line that opens it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Run<'a> {
    document: &'a DocumentId,
    /// The line that opens a list of which only a part is in the run.
    opening: Option<u32>,
    first: u32,
    last: u32,
}

impl Run<'_> {
    /// Sentences, without an opening line that stands apart.
    pub(super) fn length(&self) -> u32 {
        self.last - self.first + 1
    }

    /// Whether a sentence is one of the run's.
    pub(super) fn holds(&self, (document, index): Place) -> bool {
        document == self.document && (self.first..=self.last).contains(&index)
    }

    /// Whether it stands somewhere else than another run: in another document, or with more than so many sentences between them.
    pub(super) fn apart(&self, other: &Run, sentences: u32) -> bool {
        self.document != other.document
            || self.first > other.last.saturating_add(sentences)
            || other.first > self.last.saturating_add(sentences)
    }

    /// Whether all its sentences are another run's.
    pub(super) fn lies_in(&self, other: &Run) -> bool {
        other.holds((self.document, self.first)) && other.holds((self.document, self.last))
    }
}

impl<'a> Run<'a> {
    pub(super) fn document(&self) -> &'a DocumentId {
        self.document
    }

    /// The indices of its sentences, the opening line first.
    fn indices(&self) -> impl Iterator<Item = u32> + use<> {
        self.opening.into_iter().chain(self.first..=self.last)
    }

    /// Its sentences, without an opening line that stands apart.
    pub(super) fn places(&self) -> impl Iterator<Item = Place<'a>> + use<'a> {
        let document = self.document;
        (self.first..=self.last).map(move |index| (document, index))
    }
}

/// The sentences of the candidates, by document, in its order.
#[derive(Debug, Default)]
pub(super) struct Shelf<'a> {
    documents: BTreeMap<&'a DocumentId, BTreeMap<u32, Line<'a>>>,
    names: BTreeMap<&'a DocumentId, &'a str>,
    /// What the documents are called.
    namings: Arc<Namings>,
}

impl<'a> Shelf<'a> {
    /// All sentences but those that are no answer wherever they stand.
    pub(super) fn of(
        candidates: &'a [Candidate],
        without: &HashSet<Place<'a>>,
        namings: Arc<Namings>,
    ) -> Self {
        let mut documents: BTreeMap<&DocumentId, BTreeMap<u32, Line>> = BTreeMap::new();
        for passage in candidates.iter().map(|candidate| &candidate.passage) {
            let lines = documents.entry(&passage.document).or_default();
            let usable =
                |sentence: &&Sentence| !without.contains(&(&passage.document, sentence.index));
            for sentence in passage.sentences.iter().filter(usable) {
                lines
                    .entry(sentence.index)
                    .or_insert_with(|| Line::of(sentence));
            }
        }
        let passages = candidates.iter().map(|candidate| &candidate.passage);
        let names = passages.map(|passage| (&passage.document, passage.document_name.as_str()));
        Self {
            documents,
            names: names.collect(),
            namings,
        }
    }

    /// A question as it is asked of each document that it names: without these words.
    pub(super) fn without_names(&self, question: &str) -> BTreeMap<&'a DocumentId, Unnamed> {
        let own = |document: &&'a DocumentId| {
            let unnamed = self.namings.without(document, question)?;
            Some((*document, unnamed))
        };
        self.documents.keys().filter_map(own).collect()
    }

    /// Whether what a run says is said of what was left out of a question.
    pub(super) fn fits(&self, run: &Run<'a>, unnamed: &Unnamed) -> bool {
        self.lines(run).all(|sentence| unnamed.fits(&sentence.text))
    }

    /// Sentences that can be part of an answer: no headings, and no questions.
    pub(super) fn sentences(&self) -> impl Iterator<Item = (Place<'a>, &'a Sentence)> {
        let all = self.documents.iter().flat_map(|(document, lines)| {
            lines
                .iter()
                .map(|(index, line)| ((*document, *index), line.sentence))
        });
        all.filter(|(_, sentence)| match sentence.kind {
            SentenceKind::Heading => false,
            SentenceKind::Prose => !is_title(&sentence.text) && !asks(&sentence.text),
            SentenceKind::ListItem => !asks(&sentence.text),
            SentenceKind::Row => true,
        })
    }

    /// The name of the document of a run.
    pub(super) fn name_of(&self, run: &Run<'a>) -> Option<&'a str> {
        self.names.get(run.document).copied()
    }

    pub(super) fn sentence(&self, (document, index): Place<'a>) -> Option<&'a Sentence> {
        self.get(document, index)
    }

    fn get(&self, document: &DocumentId, index: u32) -> Option<&'a Sentence> {
        Some(self.line(document, index)?.sentence)
    }

    fn line(&self, document: &DocumentId, index: u32) -> Option<&Line<'a>> {
        self.documents.get(document)?.get(&index)
    }

    /// The stems of each sentence, with those of the headings above it.
    pub(super) fn stems(&self) -> impl Iterator<Item = &HashSet<String>> {
        self.documents
            .values()
            .flat_map(BTreeMap::values)
            .map(|line| &*line.stems)
    }

    /// The stems of a sentence.
    pub(super) fn stems_at(&self, (document, index): Place<'a>) -> Option<&HashSet<String>> {
        Some(&*self.line(document, index)?.stems)
    }

    /// The stems of each sentence of a run.
    pub(super) fn stems_of(&self, run: &Run<'a>) -> impl Iterator<Item = &HashSet<String>> {
        let document = run.document;
        run.indices()
            .filter_map(move |index| self.stems_at((document, index)))
    }

    /// The neighbour of a sentence in its section.
    fn neighbour(
        &self,
        document: &DocumentId,
        index: u32,
        other: Option<u32>,
    ) -> Option<&'a Sentence> {
        let own = self.get(document, index)?;
        self.get(document, other?)
            .filter(|other| other.section == own.section)
    }

    fn is_prose(&self, document: &DocumentId, index: u32) -> bool {
        self.get(document, index).is_some_and(|sentence| {
            sentence.kind == SentenceKind::Prose && !is_title(&sentence.text)
        })
    }

    /// Whether a sentence opens what follows: it ends with a colon, or speaks of what follows where a list does.
    fn is_opening(&self, document: &DocumentId, index: u32) -> bool {
        let Some(own) = self
            .get(document, index)
            .filter(|_| self.is_prose(document, index))
        else {
            return false;
        };
        let speaks_of_it = || {
            let folded = format!(" {} ", tokens(&own.text).join(" "));
            ENGLISH.questions.openings.within(&folded).is_some()
        };
        let next = self.neighbour(document, index, index.checked_add(1));
        own.text.trim_end().ends_with(':')
            || (next.is_some_and(|next| next.kind == SentenceKind::ListItem) && speaks_of_it())
    }

    /// The run around a sentence: one before it and two behind it, or its list. None for a line that opens nothing which is at hand.
    pub(super) fn around(&self, (document, index): Place<'a>) -> Option<Run<'a>> {
        match self.get(document, index)?.kind {
            SentenceKind::Heading => None,
            SentenceKind::Row => Some(Run {
                document,
                opening: None,
                first: index,
                last: index,
            }),
            SentenceKind::ListItem => Some(self.list(document, index)),
            SentenceKind::Prose if self.is_opening(document, index) => {
                let next = self.neighbour(document, index, index.checked_add(1))?;
                match next.kind {
                    SentenceKind::ListItem => Some(self.list(document, next.index)),
                    SentenceKind::Prose | SentenceKind::Row => Some(Run {
                        document,
                        opening: None,
                        first: index,
                        last: next.index,
                    }),
                    SentenceKind::Heading => None,
                }
            }
            SentenceKind::Prose => Some(
                self.told(document, index)
                    .unwrap_or_else(|| self.prose(document, index)),
            ),
        }
    }

    /// A sentence of prose as a run of its own.
    pub(super) fn alone(&self, (document, index): Place<'a>) -> Option<Run<'a>> {
        let asks = || self.get(document, index).is_some_and(|own| asks(&own.text));
        let stands = self.is_prose(document, index) && !self.is_opening(document, index) && !asks();
        stands.then_some(Run {
            document,
            opening: None,
            first: index,
            last: index,
        })
    }

    /// Whether an item begins another list than the item before it.
    fn begins_list(&self, document: &DocumentId, item: u32) -> bool {
        let before = item
            .checked_sub(1)
            .and_then(|before| self.get(document, before));
        let (Some(own), Some(before)) = (self.get(document, item), before) else {
            return false;
        };
        before.kind == SentenceKind::ListItem && begins_list(&own.text, &before.text)
    }

    /// The list of an item with the line that opens it; of a long one the item alone with that line.
    fn list(&self, document: &'a DocumentId, item: u32) -> Run<'a> {
        let is_item = |index: u32| {
            self.neighbour(document, item, Some(index))
                .is_some_and(|other| other.kind == SentenceKind::ListItem)
        };
        let (mut first, mut last) = (item, item);
        let begins = |index: u32| self.begins_list(document, index);
        while last - first < ITEMS && !begins(first) && first.checked_sub(1).is_some_and(is_item) {
            first -= 1;
        }
        while last - first < ITEMS && is_item(last + 1) && !begins(last + 1) {
            last += 1;
        }
        let opening = first.checked_sub(1).filter(|index| {
            self.neighbour(document, item, Some(*index)).is_some()
                && self.is_opening(document, *index)
        });
        let whole = Run {
            document,
            opening: None,
            first: opening.unwrap_or(first),
            last,
        };
        let long = last - first >= ITEMS || self.words(&whole) > WORDS;
        // Items that nothing opens belong to nothing: each speaks for itself.
        if long || opening.is_none() {
            Run {
                document,
                opening,
                first: item,
                last: item,
            }
        } else {
            whole
        }
    }

    fn prose(&self, document: &'a DocumentId, index: u32) -> Run<'a> {
        let mut run = Run {
            document,
            opening: None,
            first: index,
            last: index,
        };
        for (before, at) in [
            (false, index + 1),
            (true, index.wrapping_sub(1)),
            (false, index + 2),
        ] {
            let joins = if before {
                at.wrapping_add(1) == run.first
            } else {
                run.last + 1 == at
            };
            let fits = self.neighbour(document, index, Some(at)).is_some()
                && self.is_prose(document, at)
                && !self.is_opening(document, at);
            let wider = if before {
                Run { first: at, ..run }
            } else {
                Run { last: at, ..run }
            };
            if joins && fits && self.words(&wider) <= WORDS {
                run = wider;
            }
        }
        run
    }

    /// The run with the sentence before it where its first one points there.
    pub(super) fn grounded(&self, run: Run<'a>) -> Run<'a> {
        let text = self
            .get(run.document, run.first)
            .map(|sentence| sentence.text.as_str())
            .unwrap_or_default();
        let points = ENGLISH.questions.leaning.has(
            &text
                .split(|c: char| !c.is_alphabetic())
                .next()
                .unwrap_or_default()
                .to_lowercase(),
        );
        let before = run.first.checked_sub(1).filter(|before| {
            self.neighbour(run.document, run.first, Some(*before))
                .is_some()
        });
        match before.filter(|before| {
            points && run.length() < SENTENCES && self.is_prose(run.document, *before)
        }) {
            Some(first) => Run { first, ..run },
            None => run,
        }
    }

    /// The heading that a sentence stands under.
    fn heading(&self, document: &DocumentId, index: u32) -> Option<&'a String> {
        self.get(document, index)?.locator.heading.last()
    }

    /// Whether a sentence is the first of what stands under its heading.
    fn is_first(&self, document: &DocumentId, index: u32) -> bool {
        self.neighbour(document, index, index.checked_sub(1))
            .is_none_or(|before| before.kind == SentenceKind::Heading)
    }

    /// Whether a run is all that stands under its heading, or its beginning as far as a run goes.
    fn is_whole(&self, run: &Run<'a>) -> bool {
        let next = run.last.checked_add(1);
        let ends = || {
            let wider = |last: u32| Run { last, ..*run };
            self.neighbour(run.document, run.last, next).is_none()
                || run.length() >= SENTENCES
                || next.is_none_or(|next| self.words(&wider(next)) > WORDS)
        };
        self.is_first(run.document, run.first) && ends()
    }

    /// What stands under a heading that asks something, from its beginning as far as a run goes; none where a sentence stands under another heading, or further below, or beside a list.
    fn told(&self, document: &'a DocumentId, index: u32) -> Option<Run<'a>> {
        self.heading(document, index)
            .filter(|heading| asks(heading))?;
        let mut first = index;
        while index - first < SENTENCES && !self.is_first(document, first) {
            first = first.checked_sub(1)?;
        }
        if !self.is_first(document, first) {
            return None;
        }
        let mut run = Run {
            document,
            opening: None,
            first,
            last: first,
        };
        while !self.is_whole(&run) {
            run.last += 1;
        }
        let mut all = run.places();
        let prose =
            all.all(|(_, at)| self.is_prose(document, at) && !self.is_opening(document, at));
        (prose && run.holds((document, index))).then_some(run)
    }

    fn lines(&self, run: &Run<'a>) -> impl Iterator<Item = &'a Sentence> {
        let document = run.document;
        run.indices()
            .filter_map(move |index| self.get(document, index))
    }

    fn words(&self, run: &Run<'a>) -> usize {
        self.lines(run)
            .map(|sentence| sentence.text.split_whitespace().count())
            .sum()
    }

    /// The run as the reader reads it: with its heading. A heading that asks something belongs to the whole of what stands under it; with a part of that, the
    /// question alone would make it an answer.
    pub(super) fn read(&self, run: &Run<'a>) -> String {
        let heading = self
            .heading(run.document, run.first)
            .filter(|heading| !asks(heading) || self.is_whole(run));
        let said = self.lines(run).map(|sentence| sentence.text.as_str());
        heading
            .map(|heading| format!("{}.", heading.trim_end_matches(['.', ':'])))
            .iter()
            .map(String::as_str)
            .chain(said)
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// The run as an answer to a question says it: its sentences as they stand, items of a list each on a line, and of a row what names it with the cells
    /// that are asked for.
    pub(super) fn said(&self, run: &Run<'a>, question: &str) -> String {
        let mut text = String::new();
        let list = self.lines(run).nth(1).is_some();
        for sentence in self.lines(run) {
            if sentence.kind == SentenceKind::Row {
                text.push_str(&asked_cells(&sentence.text, question));
                continue;
            }
            let item = sentence.kind == SentenceKind::ListItem;
            let gap = match (text.is_empty(), item) {
                (true, _) => "",
                (false, true) => "\n",
                (false, false) => " ",
            };
            let ended = sentence
                .text
                .ends_with(['.', '!', '?', '"', '”', ':', ';', ',']);
            text.push_str(&format!(
                "{gap}{}{}{}",
                if item && list && !marked(&sentence.text) {
                    "- "
                } else {
                    ""
                },
                sentence.text,
                if ended { "" } else { "." }
            ));
        }
        text
    }
}
