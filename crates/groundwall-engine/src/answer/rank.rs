//! The sentences of the candidates that come nearest to a question.

use super::rare::Rare;
use super::runs::{Place, Shelf};
use super::sought::Sought;
use crate::Firewall;
use groundwall_core::{RankedSentence, Sentence, SentenceKind};
use groundwall_ports::PortError;
use std::collections::HashSet;

/// Sentences whose meaning is compared with the question's: those that share most words with it.
const COMPARED: usize = 96;
/// Sentences offered to a generator that only picks.
const OFFERED: usize = 8;

/// What the cosine of a sentence counts beside the share of the question that it says. Of the questions about texts in the first, second, third and seventh set of
/// `data/answers` 111 of 135 had what answers them among the first three sentences with it, 108 at 1.
const SIMILARITY: f32 = 2.0;

/// A sentence and how near it comes to a question, in [-2, 3].
pub(super) struct Near<'a> {
    place: Place<'a>,
    sentence: &'a Sentence,
    score: f32,
}

impl Firewall {
    /// The sentences nearest to a question, by the words of it that they say and similarity, best first.
    pub(super) async fn nearest<'a>(
        &self,
        question: &str,
        vector: &[f32],
        shelf: &Shelf<'a>,
    ) -> Result<Vec<Near<'a>>, PortError> {
        let rare = Rare::of(question, shelf);
        let mut known: HashSet<&str> = HashSet::new();
        let sought = Sought::by(question);
        let mut pool: Vec<Near> = Vec::new();
        for (place, sentence) in shelf
            .sentences()
            .filter(|(_, sentence)| sentence.text.split_whitespace().count() >= 3)
        {
            if known.insert(&sentence.text) {
                let score = rare.share(shelf.stems_at(place).into_iter());
                pool.push(Near {
                    place,
                    sentence,
                    score,
                });
            }
        }
        pool.sort_by(|a, b| b.score.total_cmp(&a.score));
        pool.truncate(COMPARED);
        let texts: Vec<String> = pool.iter().map(|near| near.sentence.text.clone()).collect();
        for (near, other) in pool.iter_mut().zip(self.windows.embed(&texts).await?) {
            let similarity = other.iter().zip(vector).map(|(a, b)| a * b).sum::<f32>();
            near.score = sought.weight(&near.sentence.text, question)
                * (near.score + SIMILARITY * similarity);
        }
        pool.sort_by(|a, b| b.score.total_cmp(&a.score));
        Ok(pool)
    }
}

/// Where the sentences stand.
pub(super) fn places<'s>(near: &[Near<'s>]) -> Vec<Place<'s>> {
    near.iter().map(|near| near.place).collect()
}

/// What a generator that only picks is offered: sentences that can stand alone. The line that opens a list cannot.
pub(super) fn offered(near: &[Near], shelf: &Shelf) -> Vec<RankedSentence> {
    let stands = near
        .iter()
        .filter(|near| !near.sentence.text.trim_end().ends_with(':'));
    stands
        .take(OFFERED)
        .map(|near| RankedSentence {
            text: with_antecedent(near, shelf),
            score: near.score,
        })
        .collect()
}

/// A sentence that begins with a pronoun says nothing alone: the sentence before it comes along.
fn with_antecedent(near: &Near, shelf: &Shelf) -> String {
    let alone = shelf
        .alone(near.place)
        .filter(|_| near.sentence.kind == SentenceKind::Prose);
    alone.map_or_else(
        || near.sentence.text.clone(),
        |run| shelf.said(&shelf.grounded(run), ""),
    )
}
