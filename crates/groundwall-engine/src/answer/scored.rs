//! Runs that the reader has read, and which of them answers best.

use super::reading::ANSWERS;
use super::runs::Run;
use crate::language::ENGLISH;
use groundwall_text::words::tokens;

/// A shorter run in the best one is as good up to this much less of its rank. Of 312 answers about strangers' texts (`data/answers`, the halves that were read) 254 are
/// right with it, in 35 words; with 1, or .85 of the reader's score alone, 252 and 249 in 32; with the best run as it stands 259 in 46.
const NEARLY: f32 = 0.3;
/// What the share of the question that a run says counts beside the log odds of its score, where the run is chosen that answers best: the reader alone often takes
/// another sentence of the same kind. Of 121 questions about texts in the first, second, third and seventh set of `data/answers` for which what answers was read, 101
/// were answered by the reader's choice, 106 with it; 1 and 2 gave 104 and 107.
const SAYS: f32 = 1.5;

/// A run that was read.
#[derive(Clone, Copy)]
pub(super) struct Scored<'s> {
    pub(super) run: Run<'s>,
    /// How surely it answers, in [0, 1].
    pub(super) score: f32,
    /// The share of the question that it says, in [0, 1].
    pub(super) says: f32,
}

/// Scores nearer to 0 and 1 are alike. Of 278 questions about texts in the read halves of `data/answers` the run that is chosen holds the answer of 214; with scores alike
/// from .95 on, as the judge has them, of 206.
const SURE: f32 = 0.001;

impl Scored<'_> {
    fn rank(&self) -> f32 {
        rank(self.score, self.says)
    }
}

fn rank(score: f32, says: f32) -> f32 {
    let score = score.clamp(SURE, 1.0 - SURE);
    (score / (1.0 - score)).ln() + SAYS * says
}

/// Whether a question asks for so many things: "which two ..", "what three conditions ..".
pub(super) fn asks_for_several(question: &str) -> bool {
    let words = tokens(question);
    words.iter().any(|word| ENGLISH.questions.several.has(word))
}

/// Words between the one that asks and the name of what is asked for, at most: "what other kinds".
const BETWEEN: usize = 2;

/// Whether what answers a question is a list of things: it asks for several, or for their kinds or conditions.
pub(super) fn asks_for_a_list(question: &str) -> bool {
    let words = tokens(question);
    let asks = |word: &String| word == "which" || word == "what";
    let of_things = || {
        let at = words.iter().position(asks)?;
        let mut behind = words.iter().skip(at + 1).take(BETWEEN + 1);
        Some(behind.any(|word| ENGLISH.questions.things.has(word)))
    };
    asks_for_several(question) || of_things() == Some(true)
}

/// The shortest run in the best one that is nearly as good. One elsewhere speaks of something else, however sure the reader is of it.
pub(super) fn shortest<'s>(scored: &[Scored<'s>], best: Scored<'s>) -> Run<'s> {
    let enough = scored.iter().filter(|scored| {
        scored.run.lies_in(&best.run)
            && scored.rank() >= best.rank() - NEARLY
            && scored.score >= best.score.min(ANSWERS)
    });
    let shorter = |a: &&Scored, b: &&Scored| a.run.length().cmp(&b.run.length());
    enough
        .min_by(|a, b| shorter(a, b).then(b.score.total_cmp(&a.score)))
        .map_or(best.run, |scored| scored.run)
}

/// The runs that were not read yet, none twice.
pub(super) fn fresh<'s>(runs: Vec<Run<'s>>, known: &[Scored<'s>]) -> Vec<Run<'s>> {
    let mut fresh: Vec<Run> = Vec::new();
    for run in runs {
        if !fresh.contains(&run) && !known.iter().any(|known| known.run == run) {
            fresh.push(run);
        }
    }
    fresh
}

/// The run that the reader is surest of; of equal ones the last.
pub(super) fn surest<'a, 's: 'a>(
    scored: impl Iterator<Item = &'a Scored<'s>>,
) -> Option<Scored<'s>> {
    scored.max_by(|a, b| a.score.total_cmp(&b.score)).copied()
}

/// The run that answers best, by what the reader says and how much of the question it speaks of; of equal ones the last.
pub(super) fn best_of<'s>(scored: &[Scored<'s>]) -> Option<Scored<'s>> {
    scored
        .iter()
        .max_by(|a, b| a.rank().total_cmp(&b.rank()))
        .copied()
}

#[cfg(test)]
mod tests {
    use super::{asks_for_a_list, asks_for_several, rank};

    #[test]
    fn what_is_said_of_the_question_counts_beside_the_reader_and_a_surer_reading_is_surer() {
        assert!(rank(0.97, 0.2) > rank(0.955, 0.2));
        assert!(rank(0.9, 0.9) > rank(0.95, 0.2));
        assert!(rank(1.0, 0.0).is_finite() && rank(0.0, 0.0).is_finite());
    }

    #[test]
    fn lists_are_asked_for_by_number_or_kind() {
        for question in [
            "Which two agencies must be called?",
            "Into what groups is the rubbish sorted?",
            "Which other conditions are there?",
        ] {
            assert!(asks_for_a_list(question), "{question}");
        }
        for question in [
            "What is the fee?",
            "In which month is it, under these conditions?",
        ] {
            assert!(!asks_for_a_list(question), "{question}");
        }
        assert!(!asks_for_several("Into what groups is the rubbish sorted?"));
    }
}
