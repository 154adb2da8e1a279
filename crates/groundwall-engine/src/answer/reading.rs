//! The reader on (text, question): does a text answer a question?

use super::asked::Asked;
use super::contrary::is_contrary;
use super::judgement::Judgement;
use super::open;
use super::runs::{Place, Run, Shelf};
use super::scored::{Scored, asks_for_a_list, asks_for_several, best_of, fresh, shortest, surest};
use super::sought::can_answer;
use crate::Firewall;
use crate::language::ENGLISH;
use groundwall_core::SentenceKind;
use groundwall_core::report::{AskedPart, AskedReading};
use groundwall_judge::{Judge, log_odds, sigmoid};
use groundwall_ports::{ErrorClass, NliModel, Pair, PortError};
use groundwall_text::words::{ContentWords, tokens};
use std::collections::BTreeSet;

/// Entailment of (text, question) from which the text answers the question: where it is the larger half. `groundwall eval --pairs --reader --half tuning` on
/// labelled questions prints what other thresholds let through.
pub const ANSWERS: f32 = 0.5;
/// Sentences around which runs are read for a part of a question.
const SEEDS: usize = 8;
/// Of these the first are also read alone.
const ALONE: usize = 3;
/// Stretches that are read for a part of a question: what no run says alone, its surroundings may.
const STRETCHES: usize = 2;
/// Sentences between two runs of one place: what goes on about the same thing is no other answer. Of 0, 3, 8 and 20 the best on strangers' questions, one document
/// set left out at a time.
const SAME_PLACE: u32 = 3;
/// Content words of a question that says by itself what is asked, at least: "What will I be charged?" does not.
const ASKS: usize = 3;
/// Content words of a question that are left out, one at a time, where a run answers it. Two, four and six tell right ones from wrong ones no better (AUC .81 each;
/// none .78; `models/judge/CARD.md`).
const LEFT_OUT: usize = 3;
/// Words of a delivered text that are read at once; of a longer one its paragraphs and runs of three sentences are.
const AT_ONCE: usize = 120;

/// A part of a question and the run that answers it best.
pub(super) struct Found<'a> {
    pub(super) run: Option<Run<'a>>,
    pub(super) judgement: Judgement,
}

impl<'a> Found<'a> {
    /// Nothing was there to read.
    pub(super) fn nothing() -> Self {
        Self {
            run: None,
            judgement: Judgement::nothing(),
        }
    }

    pub(super) fn answers(&self) -> bool {
        self.run.is_some() && self.judgement.answers()
    }

    /// Where its run begins.
    pub(super) fn place(&self) -> Option<Place<'a>> {
        self.run?.places().next()
    }
}

/// What there is on the subject of an open request: the first run that speaks of it.
fn spoken_of<'s>(subject: &ContentWords, near: &[Place<'s>], shelf: &Shelf<'s>) -> Found<'s> {
    let run = near
        .iter()
        .filter(|place| {
            shelf.sentence(**place).is_some_and(|sentence| {
                open::speaks_of(subject, &sentence.text, &sentence.locator.heading)
            })
        })
        .find_map(|place| shelf.around(*place));
    Found {
        run: run.map(|run| shelf.grounded(run)),
        judgement: Judgement::open(run.is_some()),
    }
}

/// The reader, where it can run.
pub(super) struct Reading<'a> {
    reader: &'a dyn NliModel,
    judge: Option<&'a Judge>,
}

/// What a model said of a question; none where it could not. A busy one is an error: the caller may come again.
pub(super) fn said<T>(result: Result<T, PortError>) -> Result<Option<T>, PortError> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(error) if error.class == ErrorClass::Overloaded => Err(error),
        Err(error) => {
            tracing::warn!(%error, "whether a text answers the question is not judged");
            Ok(None)
        }
    }
}

impl<'a> Reading<'a> {
    /// None where there is no reader, or it cannot run, or it would not read a part to its end.
    pub(super) async fn open(
        firewall: &'a Firewall,
        parts: &[String],
    ) -> Result<Option<Self>, PortError> {
        let Some(reader) = firewall.questions.as_deref() else {
            return Ok(None);
        };
        let ready = said(reader.ready().await)?.is_some();
        let judge = firewall.parts.judge.as_deref();
        let reads = parts.iter().all(|part| reader.reads(part));
        Ok((ready && reads).then_some(Self { reader, judge }))
    }

    /// How surely each text answers a question, in [0, 1]. What is told before the question is read with it and left out, and the surer reading counts.
    pub(super) async fn scores(
        &self,
        question: &str,
        texts: &[String],
    ) -> Result<Option<Vec<f32>>, PortError> {
        let asked: Vec<(&str, &str)> = texts.iter().map(|text| (text.as_str(), question)).collect();
        self.scores_of(&asked).await
    }

    /// The same of texts with a question each.
    async fn scores_of(&self, asked: &[(&str, &str)]) -> Result<Option<Vec<f32>>, PortError> {
        let ways: Vec<Vec<&str>> = asked
            .iter()
            .map(|(_, question)| std::iter::once(*question).chain(alone(question)).collect())
            .collect();
        let pairs = asked
            .iter()
            .zip(&ways)
            .flat_map(|((text, _), ways)| ways.iter().map(move |way| pair(text, way)))
            .collect();
        let scores = self.entailed(pairs).await?;
        Ok(scores.map(|scores| {
            let mut scores = scores.into_iter();
            ways.iter()
                .map(|ways| scores.by_ref().take(ways.len()).fold(0.0, f32::max))
                .collect()
        }))
    }

    /// The entailment of each pair.
    async fn entailed(&self, pairs: Vec<Pair>) -> Result<Option<Vec<f32>>, PortError> {
        Ok(said(self.reader.judge(&pairs).await)?
            .map(|scores| scores.iter().map(|nli| nli.entailment).collect()))
    }

    /// A judgement by what the reader said; where it answers the reader reads again, with words of the question left out.
    async fn judged<'s>(
        &self,
        asked: &Asked<'_, 's>,
        run: &Run<'s>,
        read: AskedReading,
    ) -> Result<Option<Judgement>, PortError> {
        let question = asked.of(run);
        let reader = &self.reader.identity().sha256;
        let mut judgement = Judgement::of_passages(read.clone(), self.judge, reader);
        if !judgement.answers() {
            return Ok(Some(judgement));
        }
        let text = asked.shelf.read(run);
        let fewer = with_words_left_out(question);
        let pairs = fewer.iter().map(|way| pair(&text, way)).collect();
        let Some(scores) = self.entailed(pairs).await? else {
            return Ok(None);
        };
        let read = AskedReading {
            without: mean(&scores),
            ..read
        };
        let several = asks_for_several(question);
        let surely = self
            .judge
            .and_then(|judge| judge.surely(reader, &read, question, several));
        judgement.look_again(read, surely);
        Ok(Some(judgement))
    }

    /// The run that answers a question, or the one that comes nearest to it.
    pub(super) async fn find<'s>(
        &self,
        question: &str,
        near: &[Place<'s>],
        shelf: &Shelf<'s>,
    ) -> Result<Option<Found<'s>>, PortError> {
        if let Some(subject) = open::subject(question) {
            return Ok(Some(spoken_of(&subject, near, shelf)));
        }
        let near = could_answer(question, near, shelf);
        let asked = Asked::of_each(question, shelf);
        let found = self.found(&asked, &near).await?;
        if found.as_ref().is_none_or(Found::answers) || !asked.names_one_of(&near) {
            return Ok(found);
        }
        // What was left out may belong to what is asked.
        let whole = self.found(&asked.whole(), &near).await?;
        Ok(whole.filter(Found::answers).or(found))
    }

    /// The same of a question as it is asked.
    async fn found<'s>(
        &self,
        asked: &Asked<'_, 's>,
        near: &[Place<'s>],
    ) -> Result<Option<Found<'s>>, PortError> {
        let shelf = asked.shelf;
        let seeds = seeds(near, shelf);
        let count = seeds.len();
        let first = [seeds, stretches(near, shelf)].concat();
        let Some(mut scored) = self.scored(asked, first).await? else {
            return Ok(None);
        };
        let wide = scored.split_off(count);
        let Some(first) = best_of(&scored) else {
            return Ok(Some(Found::nothing()));
        };
        let shorter = fresh(shelf.within(&first.run), &scored);
        let Some(more) = self.scored(asked, shorter).await? else {
            return Ok(None);
        };
        scored.extend(more);
        let best = best_of(&scored).unwrap_or(first);
        let elsewhere = scored
            .iter()
            .filter(|other| other.run.apart(&best.run, SAME_PLACE));
        let stretch = surest(wide.iter());
        let read = AskedReading {
            text: shelf.said(&shelf.grounded(best.run), asked.question),
            best: best.score,
            other: surest(elsewhere).map_or(0.0, |other| other.score),
            stretch: stretch.map_or(0.0, |stretch| stretch.score),
            says: best.says,
            without: None,
        };
        let Some(judgement) = self.judged(asked, &best.run, read).await? else {
            return Ok(None);
        };
        let around = stretch.filter(|wide| best.score < ANSWERS && wide.score >= ANSWERS);
        let run = if !judgement.answers() {
            Some(best.run)
        } else if let Some(stretch) = around {
            self.within(asked, &stretch.run, scored).await?
        } else if asks_for_a_list(asked.question) {
            Some(best.run)
        } else {
            Some(shortest(&scored, best))
        };
        Ok(run.map(|run| Found {
            run: Some(shelf.completed(shelf.grounded(run), asked.question)),
            judgement,
        }))
    }

    /// The surest run of a stretch, all of whose runs are read; `scored` were already.
    async fn within<'s>(
        &self,
        asked: &Asked<'_, 's>,
        stretch: &Run<'s>,
        mut scored: Vec<Scored<'s>>,
    ) -> Result<Option<Run<'s>>, PortError> {
        let around = stretch
            .places()
            .filter_map(|place| asked.shelf.around(place));
        let Some(more) = self.scored(asked, fresh(around.collect(), &scored)).await? else {
            return Ok(None);
        };
        scored.extend(more);
        scored.retain(|scored| scored.run.lies_in(stretch));
        Ok(Some(best_of(&scored).map_or(*stretch, |best| best.run)))
    }

    /// Runs with how surely each answers a question.
    async fn scored<'s>(
        &self,
        asked: &Asked<'_, 's>,
        runs: Vec<Run<'s>>,
    ) -> Result<Option<Vec<Scored<'s>>>, PortError> {
        let texts: Vec<String> = runs.iter().map(|run| asked.shelf.read(run)).collect();
        let pairs: Vec<(&str, &str)> = runs
            .iter()
            .zip(&texts)
            .map(|(run, text)| (text.as_str(), asked.of(run)))
            .collect();
        let Some(scores) = self.scores_of(&pairs).await? else {
            return Ok(None);
        };
        let scored = |((run, text), score): ((Run<'s>, String), f32)| Scored {
            says: asked.said_by(&run),
            run,
            score: if is_contrary(asked.question, &text) {
                0.0
            } else {
                score
            },
        };
        let read = runs.into_iter().zip(texts).zip(scores);
        Ok(Some(read.map(scored).collect()))
    }

    /// Whether a delivered text answers a part of a question: the surest of what is read of it. On an open request it may say anything that holds.
    pub(super) async fn of_text(
        &self,
        part: &AskedPart,
        text: &str,
    ) -> Result<Option<Judgement>, PortError> {
        if open::subject(&part.text).is_some() {
            return Ok(Judgement::of(part));
        }
        let can: Vec<String> = pieces(text)
            .into_iter()
            .filter(|piece| can_answer(&part.text, piece))
            .collect();
        Ok(self
            .scores(&part.text, &can)
            .await?
            .map(|scores| Judgement::of_text(scores.into_iter().fold(0.0, f32::max), text, part)))
    }
}

fn pair(text: &str, question: &str) -> Pair {
    Pair {
        window: text.to_owned(),
        claim: question.to_owned(),
    }
}

/// A question with each of its first content words left out.
fn with_words_left_out(question: &str) -> Vec<String> {
    let words: Vec<&str> = question.split_whitespace().collect();
    let content = |at: &usize| !ContentWords::of(words[*at]).is_empty();
    let without = |at: usize| [&words[..at], &words[at + 1..]].concat().join(" ");
    (0..words.len())
        .filter(content)
        .take(LEFT_OUT)
        .map(without)
        .collect()
}

/// The mean of probabilities by their log odds; none where there are none.
fn mean(probabilities: &[f32]) -> Option<f32> {
    let odds: f32 = probabilities.iter().map(|one| log_odds(*one)).sum();
    (!probabilities.is_empty()).then(|| sigmoid(odds / probabilities.len() as f32))
}

/// The question behind what is told before it ("There is an oak beside my deck. From what diameter on is a tree protected?"), where it says by itself what is asked.
fn alone(question: &str) -> Option<&str> {
    let sentences = groundwall_text::sentences_of(question);
    let last = question[sentences.last()?.clone()].trim();
    let words = ContentWords::of(last);
    (sentences.len() > 1 && words.stems().count() >= ASKS).then_some(last)
}

/// The places whose sentences could answer a question: a single row answers none that asks for many.
fn could_answer<'s>(question: &str, near: &[Place<'s>], shelf: &Shelf<'s>) -> Vec<Place<'s>> {
    let asked = tokens(question);
    let english = &ENGLISH.questions;
    let over_rows = asked.iter().any(|word| english.over_rows.has(word))
        || english
            .between_rows
            .within_words(&asked.join(" "))
            .is_some();
    let row = |place: &Place<'s>| {
        shelf
            .sentence(*place)
            .is_some_and(|sentence| sentence.kind == SentenceKind::Row)
    };
    let could = |place: &&Place<'s>| !over_rows || !row(place);
    near.iter().filter(could).copied().collect()
}

/// The runs around the nearest sentences, and the very nearest ones alone; none twice.
fn seeds<'s>(near: &[Place<'s>], shelf: &Shelf<'s>) -> Vec<Run<'s>> {
    let around = near.iter().take(SEEDS).map(|place| shelf.around(*place));
    let alone = near.iter().take(ALONE).map(|place| shelf.alone(*place));
    fresh(around.chain(alone).flatten().collect(), &[])
}

/// The stretches around the nearest sentences, none twice.
fn stretches<'s>(near: &[Place<'s>], shelf: &Shelf<'s>) -> Vec<Run<'s>> {
    let mut wide: Vec<Run> = Vec::new();
    for place in near {
        if !wide.iter().any(|run| run.holds(*place)) {
            wide.extend(shelf.stretch(*place));
        }
        if wide.len() == STRETCHES {
            break;
        }
    }
    wide
}

/// A text in pieces that the reader reads well: the whole where it is short, its paragraphs, and else every three sentences that follow each other.
fn pieces(text: &str) -> Vec<String> {
    let words = |text: &str| text.split_whitespace().count();
    let plain = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut pieces: BTreeSet<String> = BTreeSet::new();
    for part in text
        .split("\n\n")
        .chain([text])
        .map(plain)
        .filter(|part| !part.is_empty())
    {
        if words(&part) <= AT_ONCE {
            pieces.insert(part);
            continue;
        }
        let sentences: Vec<&str> = groundwall_text::sentences_of(&part)
            .into_iter()
            .map(|range| &part[range])
            .collect();
        pieces.extend(
            sentences
                .windows(3.min(sentences.len()).max(1))
                .map(|three| three.join(" ")),
        );
    }
    pieces.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::{alone, mean, with_words_left_out};

    #[test]
    fn what_is_told_before_a_question_can_be_left_out_where_it_says_what_is_asked() {
        let oak =
            "There is an oak beside my deck. From what trunk diameter on is a tree protected?";
        assert_eq!(
            alone(oak),
            Some("From what trunk diameter on is a tree protected?")
        );
        for whole in [
            "I came late and am on the large plan. What will I be charged?",
            "From what trunk diameter on is a tree protected?",
            "When did Dr. Solheim open the harbour museum?",
        ] {
            assert_eq!(alone(whole), None, "{whole}");
        }
    }

    #[test]
    fn one_word_that_carries_content_is_left_out_at_a_time() {
        assert_eq!(
            with_words_left_out("When did the old bridge open for the traffic?"),
            [
                "When did the bridge open for the traffic?",
                "When did the old open for the traffic?",
                "When did the old bridge for the traffic?",
            ]
        );
        assert!(with_words_left_out("What is it?").is_empty());
        assert_eq!(mean(&[]), None);
        // Odds of 4 and of a quarter.
        assert!((mean(&[0.8, 0.2]).unwrap() - 0.5).abs() < 1e-6);
    }
}
