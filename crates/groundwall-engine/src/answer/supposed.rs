//! A question that no table understands to its last word and no text answers: a reading that supposes what its words mean, where the reader finds that what was
//! computed answers the question. The reader sees the question and the computed sentence as it sees a question and a passage.

use super::reading::Reading;
use super::record::Asking;
use crate::supposing::{alike, answers, of_both, said, vectors_of};
use crate::{Firewall, tables};
use groundwall_core::report::{AskedPart, Candidate};
use groundwall_core::{DocumentId, Report};
use groundwall_ports::PortError;
use groundwall_tables::supposed::{Supposed, Unsure, unsure};
use groundwall_text::words::stems;
use std::collections::HashSet;

/// Readings that are as sure within this are told apart by how little they suppose. Within .05 24 of those questions are answered rightly, within .08 and .12 26.
const AS_SURE: f32 = 0.1;
/// Entailment from which the question is asked again without the words that a reading may leave out. On the eleven sets of strangers' questions that had been read
/// (`data/answers`), two that nothing covers are answered with .1, none with .15; three more are answered rightly and none wrongly.
const ASKED_PLAINLY: f32 = 0.15;

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
        readings.retain(|one| !spoken_of(one, &elsewhere));
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
    let mut readings = readings;
    readings.retain(|(reading, score)| answers(reading, *score));
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
