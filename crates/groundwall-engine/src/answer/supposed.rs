//! A question that no table understands to its last word and no text answers: a reading that supposes what its words mean, where the reader finds that what was
//! computed answers the question. The reader sees the question and the computed sentence as it sees a question and a passage.

use super::reading::Reading;
use super::record::Asking;
use crate::vectors::cosine;
use crate::{Firewall, tables};
use groundwall_core::report::{AskedPart, Candidate};
use groundwall_core::{DocumentId, Report};
use groundwall_ports::PortError;
use groundwall_tables::supposed::{Supposed, Unsure, unsure};
use groundwall_text::words::stems;
use std::collections::{HashMap, HashSet};

/// Entailment of (computed sentence, question) from which a reading is told. On strangers' questions (`data/answers`, the six older sets and the open half of the
/// seventh) .6 let answers to four that nothing covers through, .8 none, and keeps ten of thirteen right ones.
const ANSWERS: f32 = 0.8;
/// The same for a reading that was put together from what the question names and leaves out no word that may be a condition: it has less to suppose. On the
/// seven sets .7 lets 27 right ones of 28 through where readings by senses alone have 13 of 15, and none for the 168 questions that nothing covers; .6 lets one.
const SKETCHED: f32 = 0.7;
/// The same for one that leaves out such a word; what was left out is told. Of 110 questions of eleven sets (`data/answers`) that have a reading, 22 are answered rightly and 6 wrongly
/// where none of these is told; with those from .9 on 26 and 6, and none that nothing covers; from .8 on two of these.
const LEAVES_OUT: f32 = 0.9;
/// Readings that are as sure within this are told apart by how little they suppose. Within .05 24 of those questions are answered rightly, within .08 and .12 26.
const AS_SURE: f32 = 0.1;
/// Entailment from which the question is asked again without the words that a reading may leave out. On the eleven sets of strangers' questions that had been read
/// (`data/answers`), two that nothing covers are answered with .1, none with .15; three more are answered rightly and none wrongly.
const ASKED_PLAINLY: f32 = 0.15;
/// Words of a computed sentence that the reader is given: what is asked stands at its beginning, a list of names behind it.
const WORDS: usize = 60;

impl Firewall {
    /// What a supposed reading of the question gives, else that nothing covers it.
    pub(super) async fn supposed_or_not_covered(
        &self,
        mut asking: Asking<'_>,
        unclear: Option<String>,
    ) -> Result<Report, PortError> {
        if !asking.policy.checks.tables {
            return self.not_covered(asking, unclear).await;
        }
        let views = self.views(&asking.question.collection).await?;
        let views = tables::in_scope(&views, &asking.question.scope);
        let text = &asking.question.text;
        asking.stages.begin("Supposed reading");
        let unsure = unsure(&views, text);
        let supposed = self.supposed(&unsure, text, &asking.candidates).await?;
        let Some((supposed, probability)) = supposed else {
            return self.not_covered(asking, unclear).await;
        };
        let note = how_read(&supposed.told);
        asking.asked = vec![AskedPart {
            text: text.clone(),
            found: Some(true),
            probability: Some(probability),
            read: None,
            unsaid: None,
        }];
        let cells = supposed.answer.cells.len();
        (asking.stages).end("Supposed reading", cells, "ranges of cells");
        self.computed(asking, supposed.answer, &views, Some(&note))
            .await
    }

    /// The reading that answers the question most surely, with the probability that it does.
    async fn supposed(
        &self,
        unsure: &[Unsure<'_>],
        question: &str,
        candidates: &[Candidate],
    ) -> Result<Option<(Supposed, f32)>, PortError> {
        if unsure.is_empty() {
            return Ok(None);
        }
        let Some(reading) = Reading::open(self, &[question.to_owned()]).await? else {
            return Ok(None);
        };
        let vectors = self.vectors_of(unsure).await?;
        let mut readings: Vec<Supposed> = Vec::new();
        for one in unsure {
            let of = |text: &str| vectors.get(text).map_or(&[][..], Vec::as_slice);
            let phrases: Vec<&[f32]> = one.phrases().iter().map(|text| of(text)).collect();
            let names: Vec<&[f32]> = one.names().map(of).collect();
            readings.extend(one.readings(|phrase, name| cosine(phrases[phrase], names[name])));
        }
        // What may not be told need not be read.
        let elsewhere: Vec<(&DocumentId, HashSet<String>)> = candidates
            .iter()
            .map(|candidate| &candidate.passage)
            .map(|passage| (&passage.document, stems(&passage.text)))
            .collect();
        readings.retain(|one| !spoken_of(one, &elsewhere));
        let said: Vec<String> = readings.iter().map(|one| start(&one.answer.text)).collect();
        let Some(mut scores) = reading.scores(question, &said).await? else {
            return Ok(None);
        };
        for ((one, said), score) in readings.iter().zip(&said).zip(&mut scores) {
            if let Some(plainly) = one.plainly.as_ref().filter(|_| *score >= ASKED_PLAINLY)
                && let Some(again) = reading.scores(plainly, std::slice::from_ref(said)).await?
            {
                *score = again.into_iter().fold(*score, f32::max);
            }
        }
        Ok(plainest(readings.into_iter().zip(scores).collect()))
    }

    /// Vectors of all phrases and names, each text once.
    async fn vectors_of(
        &self,
        unsure: &[Unsure<'_>],
    ) -> Result<HashMap<String, Vec<f32>>, PortError> {
        let mut texts: Vec<String> = unsure
            .iter()
            .flat_map(|one| one.names().chain(one.phrases().iter().map(String::as_str)))
            .map(str::to_owned)
            .collect();
        texts.sort();
        texts.dedup();
        let vectors = self.parts.embedder.embed(&texts).await?;
        Ok(texts.into_iter().zip(vectors).collect())
    }
}

/// How a question was read, for a reader.
fn how_read(told: &[String]) -> String {
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

/// Whether a passage of another document that was found for the question has a word that a reading leaves out: then that may be what the question is about.
/// `passages`: each by its document, with its stems.
fn spoken_of(reading: &Supposed, passages: &[(&DocumentId, HashSet<String>)]) -> bool {
    let mut others = passages
        .iter()
        .filter(|(document, _)| **document != reading.answer.document);
    others.any(|(_, stems)| reading.left_out.iter().any(|word| stems.contains(word)))
}

/// Of the readings that answer as surely as any, the one that supposes least; one that leaves out what may be a condition only where there is no other.
fn plainest(readings: Vec<(Supposed, f32)>) -> Option<(Supposed, f32)> {
    let answers = |(reading, score): &(Supposed, f32)| {
        let least = if reading.leaves_a_condition {
            LEAVES_OUT
        } else if reading.sketched {
            SKETCHED
        } else {
            ANSWERS
        };
        *score >= least
    };
    let mut readings: Vec<(Supposed, f32)> = readings.into_iter().filter(answers).collect();
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

/// The first words of a text.
fn start(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().take(WORDS).collect();
    words.join(" ")
}
