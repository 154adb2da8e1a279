//! The sentences of the candidates that come nearest to a question.

use super::asked::Asked;
use super::reading::said;
use super::runs::{Place, Shelf};
use super::sought::Sought;
use crate::Firewall;
use crate::vectors::cosine;
use groundwall_core::{RankedSentence, Sentence, SentenceKind};
use groundwall_ports::{Pair, PortError};
use std::collections::HashSet;

/// Sentences whose meaning is compared with the question's: those that share most words with it.
const COMPARED: usize = 96;
/// Sentences offered to a generator that only picks.
const OFFERED: usize = 8;

/// What the cosine of a sentence counts beside the share of the question that it says. Of the questions about texts in the first, second, third and seventh set of
/// `data/answers` 111 of 135 had what answers them among the first three sentences with it, 108 at 1.
const SIMILARITY: f32 = 2.0;
/// Of these the screen reads so many, each with what stands around it, and puts them in their order: what shares words with a question and is near it in meaning is
/// often not what answers it.
const SCREENED: usize = 32;
/// What the screen's entailment counts beside both. With it 339 of 458 questions and parts about texts in the read halves of `data/answers` are answered, without
/// it 330; taking every other sentence by each order 335.
const ANSWERS: f32 = 2.0;

/// A sentence and how near it comes to a question, in [-2, 5].
pub(super) struct Near<'a> {
    place: Place<'a>,
    sentence: &'a Sentence,
    score: f32,
}

impl Firewall {
    /// The sentences nearest to a question, by the words of it that they say, similarity and what the screen makes of the nearest, best first; to a question that no model
    /// reads by its words alone.
    pub(super) async fn nearest<'a>(
        &self,
        question: &str,
        vector: &[f32],
        shelf: &Shelf<'a>,
    ) -> Result<Vec<Near<'a>>, PortError> {
        let asked = Asked::of_each(question, shelf);
        let mut known: HashSet<&str> = HashSet::new();
        let sought = Sought::by(question);
        let by_words = self.reads_by_words(question);
        let mut pool: Vec<Near> = Vec::new();
        for (place, sentence) in shelf
            .sentences()
            .filter(|(_, sentence)| sentence.text.split_whitespace().count() >= 3)
        {
            if known.insert(&sentence.text) {
                let within = by_words
                    .then(|| shelf.alone(place))
                    .flatten()
                    .map(|run| asked.said_within(&run));
                let score = within.unwrap_or_else(|| asked.said_at(place));
                pool.push(Near {
                    place,
                    sentence,
                    score,
                });
            }
        }
        sort(&mut pool);
        pool.truncate(COMPARED);
        if by_words {
            return Ok(pool);
        }
        let texts: Vec<String> = pool.iter().map(|near| near.sentence.text.clone()).collect();
        for (near, other) in pool.iter_mut().zip(self.windows.embed(&texts).await?) {
            let similarity = cosine(&other, vector);
            near.score = sought.weight(&near.sentence.text, question)
                * (near.score + SIMILARITY * similarity);
        }
        sort(&mut pool);
        self.screen(&asked, &mut pool).await?;
        Ok(pool)
    }

    /// Adds to the score of the first sentences how surely the screen finds that they answer the question.
    async fn screen<'a>(
        &self,
        asked: &Asked<'_, 'a>,
        pool: &mut [Near<'a>],
    ) -> Result<(), PortError> {
        let screened = pool.len().min(SCREENED);
        let first = &mut pool[..screened];
        // That the judge knows it says that it is the bundled one, which has learned questions.
        let known = self
            .parts
            .nli
            .as_deref()
            .filter(|_| self.parts.judge.is_some());
        let Some(screen) = known.filter(|screen| screen.reads(asked.question)) else {
            return Ok(());
        };
        let pair = |near: &Near| {
            let run = asked.shelf.around(near.place);
            let window = run.map(|run| asked.shelf.read(&run));
            Pair {
                window: window.unwrap_or_else(|| near.sentence.text.clone()),
                claim: run.map_or(asked.question, |run| asked.of(&run)).to_owned(),
            }
        };
        let pairs: Vec<Pair> = first.iter().map(pair).collect();
        let Some(scores) = said(screen.judge(&pairs).await)? else {
            return Ok(());
        };
        for (near, nli) in first.iter_mut().zip(scores) {
            near.score += ANSWERS * nli.entailment;
        }
        sort(first);
        Ok(())
    }
}

/// Best first.
fn sort(pool: &mut [Near]) {
    pool.sort_by(|a, b| b.score.total_cmp(&a.score));
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
