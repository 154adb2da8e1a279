//! Whether a text answers a question: what the reader said of several texts, weighed.

use crate::judge::{JudgeError, sigmoid};
use groundwall_core::report::AskedReading;
use serde::Deserialize;

/// The weights (`answering.json`), fitted by `models/judge/training/answering.py`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Answering {
    /// SHA-256 of the reader whose entailment it weighs.
    pub(crate) reader: String,
    base: f32,
    /// Weights of the log odds.
    best: f32,
    other: f32,
    stretch: f32,
    /// Probability from which a part of a question is answered.
    answered: f32,
    sure: Sure,
}

/// Weights of a second look at a part that is answered.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Sure {
    base: f32,
    /// Of the log odds that the first weights give.
    weighed: f32,
    /// Of the log odds of the readings with one word of the question left out: a chance word must not decide.
    without: f32,
    /// Of the share of the question that is said.
    says: f32,
    /// Of the logarithm of the question's words.
    question: f32,
    /// Of the logarithm of the words that answer it.
    text: f32,
    /// Where several things are asked for.
    several: f32,
}

/// The first look is sure from .9 on and the second from .85: by this the first is put on the scale of the second. Of 20 parts of which the second alone is sure 5 are
/// wrong, of 220 of which both are 17.
const SURER: f32 = 0.05;

/// Words up to which a question and what answers it are short, and their number says nothing: "When was the quay built?" is answered by "It was built in 1931.".
const SHORT_QUESTION: usize = 12;
const SHORT_TEXT: usize = 15;

/// Below this the reader says no, and above its counterpart yes: how much less or more says nothing, and must not make a place stand out.
const FLOOR: f32 = 0.05;

/// Log odds of a probability, as if it were at least .05 and at most .95.
pub fn log_odds(probability: f32) -> f32 {
    let kept = probability.clamp(FLOOR, 1.0 - FLOOR);
    (kept / (1.0 - kept)).ln()
}

impl Answering {
    pub(crate) fn parse(bytes: &[u8]) -> Result<Self, JudgeError> {
        let answering: Self = serde_json::from_slice(bytes)?;
        let numbers = [
            answering.base,
            answering.best,
            answering.other,
            answering.stretch,
            answering.sure.base,
            answering.sure.weighed,
            answering.sure.without,
            answering.sure.says,
            answering.sure.question,
            answering.sure.text,
            answering.sure.several,
        ];
        let sound = numbers.iter().all(|number| number.is_finite())
            && (0.0..=1.0).contains(&answering.answered);
        if sound {
            Ok(answering)
        } else {
            Err(JudgeError::Damaged)
        }
    }

    /// The probability that the surest run answers, and whether that is enough. One place that answers stands out, what merely is on the subject does not.
    pub(crate) fn weigh(&self, read: &AskedReading) -> (f32, bool) {
        let probability = sigmoid(self.score(read));
        (probability, probability >= self.answered)
    }

    fn score(&self, read: &AskedReading) -> f32 {
        self.base
            + self.best * log_odds(read.best)
            + self.other * log_odds(read.other)
            + self.stretch * log_odds(read.stretch)
    }

    /// The probability that a part which is answered is answered rightly; none where it was not read with words left out.
    pub(crate) fn surely(&self, read: &AskedReading, question: &str, several: bool) -> Option<f32> {
        let sure = &self.sure;
        let words = |text: &str, fewest| (text.split_whitespace().count().max(fewest) as f32).ln();
        let score = sure.base
            + sure.weighed * self.score(read)
            + sure.without * log_odds(read.without?)
            + sure.says * read.says
            + sure.question * words(question, SHORT_QUESTION)
            + sure.text * words(&read.text, SHORT_TEXT)
            + if several { sure.several } else { 0.0 };
        // What the first look is not sure of the second does not make sure.
        Some(sigmoid(score).min(sigmoid(self.score(read)) - SURER))
    }
}

#[cfg(test)]
mod tests {
    use super::Answering;
    use groundwall_core::report::AskedReading;

    const WEIGHTS: &str = r#"{"reader": "", "base": 0.5, "best": 1.0, "other": -0.5, "stretch": 1.0, "answered": 0.6,
        "sure": {"base": -3.0, "weighed": 0.5, "without": 0.5, "says": 1.0, "question": 0.3, "text": 0.3, "several": -1.0}}"#;

    fn read(best: f32, other: f32, stretch: f32) -> AskedReading {
        AskedReading {
            text: "The bridge opened in May 1931.".to_owned(),
            best,
            other,
            stretch,
            says: 0.5,
            without: None,
        }
    }

    #[test]
    fn what_stands_out_is_surer_than_what_is_everywhere() {
        let weights = Answering::parse(WEIGHTS.as_bytes()).unwrap();
        let (alone, answered) = weights.weigh(&read(0.6, 0.1, 0.5));
        let (among, _) = weights.weigh(&read(0.6, 0.6, 0.5));
        let (out_of_place, refused) = weights.weigh(&read(0.6, 0.1, 0.02));
        assert!(answered && alone > among && alone > out_of_place);
        assert!(!refused);
        // Odds of e to the half: nothing else is known.
        let (even, _) = weights.weigh(&read(0.5, 0.5, 0.5));
        assert!((even - 0.622_459).abs() < 1e-5);
        assert!(weights.weigh(&read(1.0, 0.0, 1.0)).0.is_finite());
        // Nothing answers: that nothing answers elsewhere, either, makes it no answer.
        let (nothing, answered) = weights.weigh(&read(0.03, 0.0, 0.03));
        assert!(nothing < 0.1 && !answered);
    }

    #[test]
    fn it_is_surer_of_what_still_answers_when_a_word_is_left_out() {
        let weights = Answering::parse(WEIGHTS.as_bytes()).unwrap();
        let of = |without, says, several| {
            let read = AskedReading {
                without: Some(without),
                says,
                ..read(0.9, 0.1, 0.9)
            };
            let question = "When did the bridge open?";
            weights.surely(&read, question, several).unwrap()
        };
        let plain = of(0.8, 0.5, false);
        assert!(of(0.2, 0.5, false) < plain);
        assert!(of(0.8, 0.1, false) < plain);
        assert!(of(0.8, 0.5, true) < plain);
        let unread = weights.surely(&read(0.9, 0.1, 0.9), "When did the bridge open?", false);
        assert_eq!(unread, None);
        // The first weights' log odds, and what the rest adds.
        let first = 0.5 + 9f32.ln() * 2.5;
        let odds = -3.0 + 0.5 * first + 0.5 * 4f32.ln() + 0.5 + 0.3 * 12f32.ln() + 0.3 * 15f32.ln();
        assert!(
            (plain - 1.0 / (1.0 + (-odds).exp())).abs() < 1e-5,
            "{plain}"
        );
    }

    #[test]
    fn a_threshold_that_is_no_probability_is_refused() {
        let threshold = WEIGHTS.replace("0.6,", "1.6,");
        let unknown = WEIGHTS.replace("\"sure\"", "\"more\": 1, \"sure\"");
        let missing = WEIGHTS.replace(", \"several\": -1.0", "");
        for wrong in [
            threshold.as_str(),
            &unknown,
            &missing,
            r#"{"reader": "", "base": 0.5}"#,
        ] {
            assert_ne!(wrong, WEIGHTS);
            assert!(Answering::parse(wrong.as_bytes()).is_err(), "{wrong}");
        }
    }
}
