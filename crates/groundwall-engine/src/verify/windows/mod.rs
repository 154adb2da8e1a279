//! Windows: one to three sentences of a document's own sequence, picked for one claim; and joined text: the sentences of one document that come nearest to
//! the claim, with their neighbours. Passages lead to both; their edges do not shape them.

mod cut;
mod joined;
mod lines;
mod meant;
mod rivals;
mod same;

pub(crate) use groundwall_checks::Scored;
use groundwall_checks::{Text, says_it_with_other_values};
pub(crate) use joined::Joined;
pub(crate) use meant::Meant;
pub(crate) use same::{differs_in_values_alone, is_no_statement, says_the_same, told_again};

use crate::naming::Namings;
use cut::{make, windows_of};
use groundwall_checks::assertion::standing;
use groundwall_core::{DocumentId, Passage, Window};
use groundwall_text::words::ContentWords;
use joined::join;
use lines::{Documents, around, by_document, lead};
use rivals::rivals;
use same::worth;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// Windows of a claim that the models look at for the words that they cover, at most. Six gave the judge no better figures on the tuning halves (.737 and .734 mean balanced accuracy) and cost half as much again.
const WINDOWS: usize = 4;
/// Sentences that a claim is held against when it shares no word with any.
const UNRELATED: usize = 2;
/// A window that covers less than this share of what the best one covers has nothing to do with the claim.
const RELEVANT: f32 = 0.6;
/// Documents whose joined text is read for one claim, at most: those of the best windows.
const JOINED_DOCUMENTS: usize = 2;

/// The words of a claim that count in each document: those that name it do not.
pub(super) struct Words {
    all: ContentWords,
    of: HashMap<DocumentId, ContentWords>,
}

impl Words {
    fn of(claim: &str, documents: &Documents, namings: &Namings) -> Self {
        let all = ContentWords::of(claim);
        let own = documents.keys().filter_map(|document| {
            let unnamed = namings.without(document, claim)?;
            let words = all.clone().without(|stem| unnamed.left_out.contains(stem));
            Some(((*document).clone(), words))
        });
        Self {
            of: own.collect(),
            all,
        }
    }

    fn in_document(&self, document: &DocumentId) -> &ContentWords {
        self.of.get(document).unwrap_or(&self.all)
    }
}

/// What is read for a claim.
#[derive(Debug, Default)]
pub(crate) struct Found {
    /// The claim's text.
    pub(crate) text: Text,
    /// Best first.
    pub(crate) windows: Vec<Scored>,
    /// One for each document that matters, in the order of its best window.
    pub(crate) joined: Vec<Joined>,
    /// Sentences of further documents that may say the claim with another value.
    pub(crate) rivals: Vec<Scored>,
    /// What their documents are called.
    pub(crate) namings: Arc<Namings>,
}

/// The sentences that were found for a claim, and the windows that cover most of its words.
pub(crate) struct Pool<'p> {
    claim: Text,
    words: Words,
    passages: Vec<(&'p Passage, f32)>,
    documents: Documents<'p>,
    windows: Vec<Scored>,
    namings: Arc<Namings>,
}

impl<'p> Pool<'p> {
    /// The sentences of passages, each passage with its similarity to the claim, 0 when unknown.
    pub(crate) fn of(
        claim: Text,
        passages: Vec<(&'p Passage, f32)>,
        namings: &Arc<Namings>,
    ) -> Self {
        let documents = by_document(&passages);
        let words = Words::of(&claim, &documents, namings);
        let windows = best(&claim, &documents, &words);
        Self {
            claim,
            words,
            passages,
            documents,
            windows,
            namings: Arc::clone(namings),
        }
    }

    /// The sentences that may say the claim in other words, where its own words find nothing that does.
    pub(crate) fn to_compare(&self) -> Vec<Meant<'p>> {
        meant::to_compare(&self.windows, &self.documents, &self.words)
    }

    /// The windows that may speak, best first, then those nearest in meaning among what was compared; and the joined text of their documents.
    pub(crate) fn pick(self, compared: Vec<Meant<'p>>, keep: impl Fn(&Scored) -> bool) -> Found {
        let Self {
            claim,
            words,
            passages,
            documents,
            mut windows,
            namings,
        } = self;
        let nearest = meant::nearest(compared);
        meant::add(&mut windows, &documents, &nearest, &words);
        tell_surroundings(&mut windows, &passages);
        windows.retain(&keep);
        let mut rivals = rivals(&claim, &documents, &words, &windows);
        rivals.retain(keep);
        for scored in windows.iter_mut().chain(&mut rivals) {
            if let Some(lines) = documents.get(&scored.evidence.window.document) {
                let words = words.in_document(&scored.evidence.window.document);
                scored.lead = lead(lines, &scored.evidence.window, words);
                let Window {
                    text,
                    first_sentence,
                    last_sentence,
                    ..
                } = &scored.evidence.window;
                scored.standing =
                    standing(&claim, text, around(lines, *first_sentence, *last_sentence));
            }
        }
        let joined = that_matter(&windows)
            .into_iter()
            .filter_map(|document| {
                let first = meant::seeds(document, &nearest);
                join(
                    &claim,
                    document,
                    documents.get(document)?,
                    words.in_document(document),
                    first,
                )
            })
            .collect();
        Found {
            text: claim,
            windows,
            joined,
            rivals,
            namings,
        }
    }
}

/// The windows that have most to do with the claim, best first. A found sentence that is the claim but for its values stands before all others: none of its words may be rare.
fn best(claim: &Text, documents: &Documents, words: &Words) -> Vec<Scored> {
    let (repeated, mut all): (Vec<Scored>, Vec<Scored>) = documents
        .iter()
        .flat_map(|(document, lines)| windows_of(document, lines, words.in_document(document)))
        .partition(|scored| says_it_with_other_values(claim, &scored.text));
    let order = |a: &Scored, b: &Scored| {
        let place = |scored: &Scored| {
            (
                scored.evidence.window.document.clone(),
                scored.evidence.window.first_sentence,
                scored.evidence.window.last_sentence,
            )
        };
        worth(b)
            .total_cmp(&worth(a))
            .then_with(|| place(a).cmp(&place(b)))
    };
    all.sort_by(order);
    // Two sentences are a window of the first and of the second.
    all.dedup_by(|a, b| order(a, b).is_eq());
    // By covered words alone: the similarity is that of a passage, and would let the cut of the passages decide who speaks.
    let most = all
        .iter()
        .map(|scored| scored.evidence.coverage)
        .fold(0.0, f32::max);
    all.retain(|scored| scored.evidence.coverage >= most * RELEVANT && worth(scored) > 0.1);
    all.splice(..0, repeated);
    if all.is_empty() {
        unrelated(documents, words)
    } else {
        spread(all)
    }
}

/// Gives the first window of each document all passages of it that were found.
fn tell_surroundings(windows: &mut [Scored], passages: &[(&Passage, f32)]) {
    let mut seen: HashSet<DocumentId> = HashSet::new();
    for scored in windows
        .iter_mut()
        .filter(|scored| seen.insert(scored.evidence.window.document.clone()))
    {
        let own = passages
            .iter()
            .filter(|(passage, _)| passage.document == scored.evidence.window.document);
        scored.document = own
            .map(|(passage, _)| passage.text.as_str())
            .collect::<Vec<_>>()
            .join("\n")
            .into();
    }
}

/// The documents of the best windows.
fn that_matter(windows: &[Scored]) -> Vec<&DocumentId> {
    let mut matter: Vec<&DocumentId> = Vec::new();
    for scored in windows {
        if !matter.contains(&&scored.evidence.window.document) && matter.len() < JOINED_DOCUMENTS {
            matter.push(&scored.evidence.window.document);
        }
    }
    matter
}

/// For a claim that shares no word with any sentence: those of the most similar passages, because they may still say it in other words.
fn unrelated(documents: &Documents, words: &Words) -> Vec<Scored> {
    let mut lines: Vec<_> = documents
        .iter()
        .flat_map(|(document, lines)| lines.values().map(move |line| (document, line)))
        .collect();
    lines.sort_by(|a, b| b.1.similarity.total_cmp(&a.1.similarity));
    lines
        .iter()
        .take(UNRELATED)
        .map(|(document, line)| make(document, &[line], words.in_document(document)))
        .collect()
}

/// Keeps the best windows: none that says what another one of its document does word for word, and at most two that share a sentence, so that one place
/// does not take all of them.
fn spread(all: Vec<Scored>) -> Vec<Scored> {
    let mut uses: HashMap<(DocumentId, u32), u32> = HashMap::new();
    let mut kept: Vec<Scored> = Vec::new();
    for scored in all {
        let says_the_same = |other: &Scored| {
            other.evidence.window.document == scored.evidence.window.document
                && other.evidence.window.text == scored.evidence.window.text
        };
        if kept.iter().any(says_the_same) {
            continue;
        }
        let keys: Vec<(DocumentId, u32)> = (scored.evidence.window.first_sentence
            ..=scored.evidence.window.last_sentence)
            .map(|index| (scored.evidence.window.document.clone(), index))
            .collect();
        if keys
            .iter()
            .any(|key| uses.get(key).copied().unwrap_or(0) >= 2)
        {
            continue;
        }
        for key in keys {
            *uses.entry(key).or_default() += 1;
        }
        kept.push(scored);
        if kept.len() == WINDOWS {
            break;
        }
    }
    kept
}
