//! The reader on (text, question): does a text answer a question?

use super::open;
use super::runs::{Place, Run, Shelf};
use crate::Firewall;
use crate::language::ENGLISH;
use groundwall_core::SentenceKind;
use groundwall_core::report::AskedPart;
use groundwall_ports::{ErrorClass, NliModel, Pair, PortError};
use groundwall_text::words::{ContentWords, tokens};
use std::collections::BTreeSet;

/// Entailment of (text, question) from which the text answers the question: where it is the larger half. `groundwall eval --pairs --reader --half tuning` on
/// labelled questions prints what other thresholds let through.
pub const ANSWERS: f32 = 0.5;
/// A shorter run that answers says as much as the best one from this share of its score.
const NEARLY: f32 = 0.7;
/// Sentences around which runs are read for a part of a question.
const SEEDS: usize = 8;
/// Of these the first are also read alone.
const ALONE: usize = 3;
/// Stretches that are read for a part of a question which no run answers.
const STRETCHES: usize = 3;
/// Words of a delivered text that are read at once; of a longer one its paragraphs and runs of three sentences are.
const AT_ONCE: usize = 120;

/// Whether a part of a question is answered.
#[derive(Debug, Clone, Copy)]
pub(super) struct Judgement {
    answers: bool,
    /// The reader's entailment; none for an open request, which no reader judges.
    probability: Option<f32>,
}

impl Judgement {
    fn read(probability: f32) -> Self {
        Self {
            answers: probability >= ANSWERS,
            probability: Some(probability),
        }
    }

    fn open(answers: bool) -> Self {
        Self {
            answers,
            probability: None,
        }
    }

    /// The judgement that a part has already; none where nobody judged.
    pub(super) fn of(part: &AskedPart) -> Option<Self> {
        part.found.map(|answers| Self {
            answers,
            probability: part.probability,
        })
    }
}

/// A part of a question and the run that answers it best.
pub(super) struct Found<'a> {
    pub(super) run: Option<Run<'a>>,
    pub(super) judgement: Judgement,
}

impl Found<'_> {
    pub(super) fn answers(&self) -> bool {
        self.run.is_some() && self.judgement.answers
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
}

/// What a reader said; none where it could not. A busy one is an error: the caller may come again.
fn said<T>(result: Result<T, PortError>) -> Result<Option<T>, PortError> {
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
        Ok((ready && parts.iter().all(|part| reader.reads(part))).then_some(Self { reader }))
    }

    /// How surely each text answers a question, in [0, 1].
    async fn scores(
        &self,
        question: &str,
        texts: &[String],
    ) -> Result<Option<Vec<f32>>, PortError> {
        let pairs: Vec<Pair> = texts
            .iter()
            .map(|text| Pair {
                window: text.clone(),
                claim: question.to_owned(),
            })
            .collect();
        Ok(said(self.reader.judge(&pairs).await)?
            .map(|scores| scores.iter().map(|nli| nli.entailment).collect()))
    }

    /// The shortest run that answers a question nearly as clearly as any; where none does, the best one of a stretch that does.
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
        let Some(mut scored) = self.scored(question, shelf, seeds(&near, shelf)).await? else {
            return Ok(None);
        };
        let Some(best) = surest(&scored) else {
            return Ok(Some(Found {
                run: None,
                judgement: Judgement::read(0.0),
            }));
        };
        let shorter = fresh(shelf.within(&best.0), &scored);
        let Some(more) = self.scored(question, shelf, shorter).await? else {
            return Ok(None);
        };
        scored.extend(more);
        let highest = surest(&scored).map_or(0.0, |(_, score)| score);
        if highest < ANSWERS {
            return self.in_a_stretch(question, &near, shelf, scored).await;
        }
        let enough = scored
            .iter()
            .filter(|(_, score)| *score >= (highest * NEARLY).max(ANSWERS));
        let chosen =
            enough.min_by(|a, b| a.0.length().cmp(&b.0.length()).then(b.1.total_cmp(&a.1)));
        Ok(Some(Found {
            run: chosen.map(|(run, _)| shelf.grounded(*run)),
            judgement: Judgement::read(highest),
        }))
    }

    /// The best run of the stretch that answers a question most surely: what no run says alone, its surroundings may. `scored` are the runs that were read.
    async fn in_a_stretch<'s>(
        &self,
        question: &str,
        near: &[Place<'s>],
        shelf: &Shelf<'s>,
        mut scored: Vec<(Run<'s>, f32)>,
    ) -> Result<Option<Found<'s>>, PortError> {
        let mut wide: Vec<Run> = Vec::new();
        for place in near {
            if !wide.iter().any(|run| run.holds(*place)) {
                wide.extend(shelf.stretch(*place));
            }
            if wide.len() == STRETCHES {
                break;
            }
        }
        let Some(stretches) = self.scored(question, shelf, wide).await? else {
            return Ok(None);
        };
        let Some((stretch, probability)) =
            surest(&stretches).filter(|(_, probability)| *probability >= ANSWERS)
        else {
            return Ok(Some(Found {
                run: surest(&scored).map(|(run, _)| shelf.grounded(run)),
                judgement: Judgement::read(surest(&scored).map_or(0.0, |(_, score)| score)),
            }));
        };
        let around = stretch.places().filter_map(|place| shelf.around(place));
        let Some(more) = self
            .scored(question, shelf, fresh(around.collect(), &scored))
            .await?
        else {
            return Ok(None);
        };
        scored.extend(more);
        scored.retain(|(run, _)| run.lies_in(&stretch));
        Ok(Some(Found {
            run: surest(&scored).map(|(run, _)| shelf.grounded(run)),
            judgement: Judgement::read(probability),
        }))
    }

    /// Runs with how surely each answers a question.
    async fn scored<'s>(
        &self,
        question: &str,
        shelf: &Shelf<'s>,
        runs: Vec<Run<'s>>,
    ) -> Result<Option<Vec<(Run<'s>, f32)>>, PortError> {
        let scores = self.scores(question, &texts(shelf, &runs)).await?;
        Ok(scores.map(|scores| runs.into_iter().zip(scores).collect()))
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
        Ok(self
            .scores(&part.text, &pieces(text))
            .await?
            .map(|scores| Judgement::read(scores.into_iter().fold(0.0, f32::max))))
    }
}

/// The places whose sentences could answer a question: a single row answers none that asks for many.
fn could_answer<'s>(question: &str, near: &[Place<'s>], shelf: &Shelf<'s>) -> Vec<Place<'s>> {
    let over_rows = tokens(question)
        .iter()
        .any(|word| ENGLISH.questions.over_rows.has(word));
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

/// The runs that were not read yet, none twice.
fn fresh<'s>(runs: Vec<Run<'s>>, known: &[(Run<'s>, f32)]) -> Vec<Run<'s>> {
    let mut fresh: Vec<Run> = Vec::new();
    for run in runs {
        if !fresh.contains(&run) && !known.iter().any(|(known, _)| *known == run) {
            fresh.push(run);
        }
    }
    fresh
}

/// The run with the highest score; of equal ones the last.
fn surest<'s>(scored: &[(Run<'s>, f32)]) -> Option<(Run<'s>, f32)> {
    scored.iter().max_by(|a, b| a.1.total_cmp(&b.1)).copied()
}

fn texts(shelf: &Shelf, runs: &[Run]) -> Vec<String> {
    runs.iter().map(|run| shelf.read(run)).collect()
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

/// The parts of a question as a report has them; `judgements` in their order, none where nobody judged.
pub(super) fn asked(parts: &[String], judgements: Option<&[Judgement]>) -> Vec<AskedPart> {
    let part = |(place, text): (usize, &String)| {
        let judgement = judgements.and_then(|judgements| judgements.get(place).copied());
        AskedPart {
            text: text.clone(),
            found: judgement.map(|judgement| judgement.answers),
            probability: judgement.and_then(|judgement| judgement.probability),
        }
    };
    parts.iter().enumerate().map(part).collect()
}
