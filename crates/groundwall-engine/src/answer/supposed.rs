//! A question that no table understands to its last word and no text answers: a reading that supposes what its words mean, where the reader finds that what was
//! computed answers the question. The reader sees the question and the computed sentence as it sees a question and a passage.

use super::reading::Reading;
use super::record::Asking;
use crate::supposing::{alike, of_both, said, vectors_of};
use crate::{Firewall, tables};
use groundwall_core::report::{AskedPart, Candidate};
use groundwall_core::{CollectionId, DocumentId, Report, SentenceKind};
use groundwall_ports::PortError;
use groundwall_tables::supposed::{Supposed, Unsure, unsure};
use groundwall_text::words::{ContentWords, stems, tokens};
use std::collections::{HashMap, HashSet};

/// Entailment of (computed sentence, question) from which a reading is told whose words are supposed to mean something. The four bars were chosen on 14 sets of
/// strangers' questions that had been read, where 105 have readings: together 53 are answered rightly and 10 wrongly, each as Partly verified, and none that nothing
/// covers; with .6 for this one 56 and 12, with .9 for `LEAVES_OUT` 49 and 10.
const ANSWERS: f32 = 0.8;
/// The same for a reading that was put together from what the question names and leaves out no word that may be a condition: it has less to suppose.
const SKETCHED: f32 = 0.7;
/// The same for one that leaves out such a word; what was left out is told.
const LEAVES_OUT: f32 = 0.85;
/// The same for one that supposes nothing and leaves nothing out.
const AS_ASKED: f32 = 0.4;
/// Readings that are as sure within this are told apart by how little they suppose. Within .05 24 of those questions are answered rightly, within .08 and .12 26.
const AS_SURE: f32 = 0.1;
/// Entailment from which the question is asked again without the words that a reading may leave out. On the eleven sets of strangers' questions that had been read
/// (`data/answers`), two that nothing covers are answered with .1, none with .15; three more are answered rightly and none wrongly.
const ASKED_PLAINLY: f32 = 0.15;

/// A reading, with the probability that it answers its question.
pub(super) type Read = (Supposed, f32);

impl Firewall {
    /// What a supposed reading of the question gives, else that nothing covers it.
    pub(super) async fn supposed_or_not_covered(
        &self,
        mut asking: Asking<'_>,
        unclear: Option<String>,
    ) -> Result<Report, PortError> {
        let question = &asking.question.text;
        match self.by_supposing(&mut asking, question).await? {
            Some(read) => self.told_as_supposed(asking, read).await,
            None => self.not_covered(asking, unclear).await,
        }
    }

    /// What a supposed reading of the question, or of a part of it, gives; none where none may be told.
    pub(super) async fn by_supposing(
        &self,
        asking: &mut Asking<'_>,
        text: &str,
    ) -> Result<Option<Read>, PortError> {
        if !asking.policy.checks.tables {
            return Ok(None);
        }
        let views = self.views(&asking.question.collection).await?;
        let views = tables::in_scope(&views, &asking.question.scope);
        let mut unsure = unsure(&views, text);
        if unsure.is_empty() {
            return Ok(None);
        }
        asking.stages.begin("Supposed reading");
        self.say_around(&asking.question.collection, &mut unsure)
            .await?;
        let supposed = self.supposed(&unsure, text, &asking.candidates).await?;
        let cells = supposed.as_ref().map(|(read, _)| read.answer.cells.len());
        (asking.stages).end("Supposed reading", cells.unwrap_or(0), "ranges of cells");
        Ok(supposed)
    }

    /// The report of a supposed reading.
    pub(super) async fn told_as_supposed(
        &self,
        mut asking: Asking<'_>,
        (supposed, probability): Read,
    ) -> Result<Report, PortError> {
        let note = how_read(&supposed.told);
        asking.asked = vec![AskedPart {
            text: asking.question.text.clone(),
            found: Some(true),
            probability: Some(probability),
            read: None,
            unsaid: None,
            note: Some(note.clone()),
        }];
        let views = self.views(&asking.question.collection).await?;
        let views = tables::in_scope(&views, &asking.question.scope);
        self.computed(asking, supposed.answer, &views, Some(&note))
            .await
    }

    /// Tells tables which names of the question, of those that they do not know, the text of their document says.
    async fn say_around(
        &self,
        collection: &CollectionId,
        unsure: &mut [Unsure<'_>],
    ) -> Result<(), PortError> {
        let mut said: HashMap<DocumentId, HashSet<String>> = HashMap::new();
        for one in unsure.iter_mut() {
            let foreign: Vec<String> = one.foreign().into_iter().map(str::to_owned).collect();
            if foreign.is_empty() {
                continue;
            }
            let document = one.document().clone();
            if !said.contains_key(&document) {
                let words = self.words_of_text(collection, &document).await?;
                said.insert(document.clone(), words);
            }
            let known = &said[&document];
            one.say_around(
                foreign
                    .into_iter()
                    .filter(|name| known.contains(name))
                    .collect(),
            );
        }
        Ok(())
    }

    /// The words of a document, without those of its rows.
    async fn words_of_text(
        &self,
        collection: &CollectionId,
        document: &DocumentId,
    ) -> Result<HashSet<String>, PortError> {
        let passages = self.parts.store.passages(collection, document).await?;
        let sentences = passages.iter().flat_map(|passage| &passage.sentences);
        let prose = sentences.filter(|sentence| sentence.kind != SentenceKind::Row);
        Ok(prose.flat_map(|sentence| tokens(&sentence.text)).collect())
    }

    /// The reading that answers the question most surely, with the probability that it does.
    async fn supposed(
        &self,
        unsure: &[Unsure<'_>],
        question: &str,
        candidates: &[Candidate],
    ) -> Result<Option<Read>, PortError> {
        let Some(reading) = Reading::open(self, &[question.to_owned()]).await? else {
            return Ok(None);
        };
        let vectors = vectors_of(self.parts.embedder.as_ref(), unsure).await?;
        let mut readings: Vec<Supposed> = Vec::new();
        for one in unsure {
            readings.extend(one.readings(alike(one, &vectors)));
        }
        // What may not be told need not be read.
        let elsewhere: Vec<(&DocumentId, HashSet<String>)> = candidates
            .iter()
            .map(|candidate| &candidate.passage)
            .map(|passage| (&passage.document, stems(&passage.text)))
            .collect();
        let asked = ContentWords::of(question);
        let asked: HashSet<String> = asked.stems().map(str::to_owned).collect();
        readings.retain(|one| !spoken_of(one, &asked, &elsewhere));
        let said: Vec<[String; 2]> = readings.iter().map(said).collect();
        let Some(mut scores) = sure(&reading, question, &said).await? else {
            return Ok(None);
        };
        for ((one, said), score) in readings.iter().zip(&said).zip(&mut scores) {
            if let Some(plainly) = one.plainly.as_ref().filter(|_| *score >= ASKED_PLAINLY)
                && let Some(again) = sure(&reading, plainly, std::slice::from_ref(said)).await?
            {
                *score = again.into_iter().fold(*score, f32::max);
            }
        }
        Ok(plainest(readings.into_iter().zip(scores).collect()))
    }
}

/// Whether a reading may be told that answers its question with this probability.
fn answers(reading: &Supposed, probability: f32) -> bool {
    let least = if reading.told.is_empty() {
        AS_ASKED
    } else if reading.leaves_a_condition {
        LEAVES_OUT
    } else if reading.sketched {
        SKETCHED
    } else {
        ANSWERS
    };
    probability >= least
}

/// How surely each of what was said answers a question.
async fn sure(
    reading: &Reading<'_>,
    question: &str,
    said: &[[String; 2]],
) -> Result<Option<Vec<f32>>, PortError> {
    let texts: Vec<String> = said.iter().flatten().cloned().collect();
    let scores = reading.scores(question, &texts).await?;
    let both = |two: &[f32]| of_both(two[0], two[1]);
    Ok(scores.map(|scores| scores.chunks(2).map(both).collect()))
}

/// How a question was read, for a reader.
pub(super) fn how_read(told: &[String]) -> String {
    let read = if told.is_empty() {
        "The question was read by what it names, not by its grammar.".to_owned()
    } else {
        format!(
            "The table does not know all words of the question: {}.",
            told.join("; ")
        )
    };
    format!("{read} See that it asks what you asked.")
}

/// Whether a passage of another document that was found for the question has a word that a reading leaves out, and as much of what is `asked` as not: then that may be
/// what the question is about. `passages`: each by its document, with its stems.
fn spoken_of(
    reading: &Supposed,
    asked: &HashSet<String>,
    passages: &[(&DocumentId, HashSet<String>)],
) -> bool {
    let mut others = passages
        .iter()
        .filter(|(document, _)| **document != reading.answer.document);
    others.any(|(_, stems)| {
        let says = 2 * asked.intersection(stems).count() >= asked.len();
        says && reading.left_out.iter().any(|word| stems.contains(word))
    })
}

/// Of the readings that answer as surely as any, the one that supposes least; one that leaves out what may be a condition only where there is no other.
fn plainest(readings: Vec<(Supposed, f32)>) -> Option<(Supposed, f32)> {
    let mut readings = readings;
    readings.retain(|(reading, score)| answers(reading, *score));
    // One that supposes nothing and leaves nothing out before all others.
    if readings.iter().any(|(reading, _)| reading.told.is_empty()) {
        readings.retain(|(reading, _)| reading.told.is_empty());
    }
    let surest = readings.iter().map(|(_, score)| *score).fold(0.0, f32::max);
    readings.retain(|(_, score)| score + AS_SURE >= surest);
    readings.sort_by(|a, b| {
        let supposes = |one: &Supposed| (one.leaves_a_condition, one.told.len());
        (supposes(&a.0).cmp(&supposes(&b.0)))
            .then(b.0.alike.total_cmp(&a.0.alike))
            .then(b.1.total_cmp(&a.1))
    });
    readings.into_iter().next()
}
