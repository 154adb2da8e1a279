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
}

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
        let probability = sigmoid(
            self.base
                + self.best * log_odds(read.best)
                + self.other * log_odds(read.other)
                + self.stretch * log_odds(read.stretch),
        );
        (probability, probability >= self.answered)
    }
}

#[cfg(test)]
mod tests {
    use super::Answering;
    use groundwall_core::report::AskedReading;

    const WEIGHTS: &[u8] = br#"{"reader": "", "base": 0.5, "best": 1.0, "other": -0.5, "stretch": 1.0, "answered": 0.6}"#;

    fn read(best: f32, other: f32, stretch: f32) -> AskedReading {
        AskedReading {
            text: String::new(),
            best,
            other,
            stretch,
        }
    }

    #[test]
    fn what_stands_out_is_surer_than_what_is_everywhere() {
        let weights = Answering::parse(WEIGHTS).unwrap();
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
    fn a_threshold_that_is_no_probability_is_refused() {
        for wrong in [
            br#"{"reader": "", "base": 0.5, "best": 1.0, "other": -0.5, "stretch": 1.0, "answered": 1.6}"#.as_slice(),
            br#"{"reader": "", "base": 0.5}"#,
            br#"{"reader": "", "base": 0.5, "best": 1.0, "other": -0.5, "stretch": 1.0, "answered": 0.6, "more": 1}"#,
        ] {
            assert!(Answering::parse(wrong).is_err());
        }
    }
}
