//! How uncertain an answer is, from up to four signals. One that nobody can give is absent, and the others share its weight.

use groundwall_core::Severity;
use groundwall_core::governance::{Signal, Uncertainty, UncertaintyBand};

/// From here on an answer carries a word of advice.
const ADVISE: f64 = 0.30;
/// From here on a person has to look.
const ESCALATE: f64 = 0.60;
/// From here on soon.
const SOON: f64 = 0.70;

/// A signal: its value in [0, 1], 0 where all is certain, or why there is none.
pub type Value = Result<f64, &'static str>;

/// The four signals, and what each was read from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Signals {
    /// Of the generator's tokens, as a share of the largest that they could have.
    pub token_entropy: Value,
    /// 1 less the share of samples that agree.
    pub self_consistency: Value,
    /// 1 less the mean probability that a claim is supported.
    pub claim_verification: Value,
    /// Expected calibration error of that probability, over what people reviewed.
    pub calibration_error: Value,
}

/// A signal with its name, its weight and where it is read from.
type Weighed = (&'static str, f64, Value, &'static str);

impl Signals {
    /// Whether one of them speaks of the answer itself.
    fn speak(&self) -> bool {
        let own = [
            self.token_entropy,
            self.self_consistency,
            self.claim_verification,
        ];
        own.iter().any(Result::is_ok)
    }

    fn weighed(self) -> [Weighed; 4] {
        let Self {
            token_entropy,
            self_consistency,
            claim_verification,
            calibration_error,
        } = self;
        [
            (
                "token_entropy",
                0.30,
                token_entropy,
                "from the generator's tokens",
            ),
            (
                "self_consistency",
                0.25,
                self_consistency,
                "from several samples",
            ),
            (
                "claim_verification",
                0.30,
                claim_verification,
                "from the verdicts on this answer's claims",
            ),
            (
                "calibration_error",
                0.15,
                calibration_error,
                "measured on reviewed statements",
            ),
        ]
    }
}

/// The uncertainty of an answer; none where no signal speaks of this answer: how well probabilities fit in general says nothing by itself.
pub fn of(signals: &Signals) -> Option<Uncertainty> {
    if !signals.speak() {
        return None;
    }
    let all = signals.weighed();
    let (mut sum, mut weights) = (0.0, 0.0);
    for (_, weight, value, _) in all {
        if let Ok(value) = value {
            sum += weight * value.clamp(0.0, 1.0);
            weights += weight;
        }
    }
    let value = sum / weights;
    let (band, priority) = band(value);
    Some(Uncertainty {
        value,
        band,
        priority,
        signals: all
            .into_iter()
            .map(|(name, weight, value, from)| Signal {
                name: name.to_owned(),
                weight,
                value: value.ok(),
                note: value.err().unwrap_or(from).to_owned(),
            })
            .collect(),
    })
}

/// Statements that an expected calibration error needs.
pub const CALIBRATION_NEEDS: usize = 30;
/// Stretches of probability of equal width.
const BINS: usize = 10;

/// Expected calibration error over statements that people decided about: a probability that each is fine, and whether it was. In each tenth of the scale the mean
/// probability is held against the share that was fine; their distances count by how many statements lie there (Naeini et al. 2015). None where there are too few.
pub fn calibration_error(decided: &[(f64, bool)]) -> Option<f64> {
    if decided.len() < CALIBRATION_NEEDS {
        return None;
    }
    // Sum of probabilities and count of fine ones, by tenth.
    let mut bins = [(0.0, 0.0); BINS];
    for (probability, fine) in decided {
        let probability = probability.clamp(0.0, 1.0);
        let place = ((probability * BINS as f64) as usize).min(BINS.saturating_sub(1));
        if let Some((sum, right)) = bins.get_mut(place) {
            *sum += probability;
            *right += f64::from(u8::from(*fine));
        }
    }
    let distance: f64 = bins
        .iter()
        .map(|(sum, right): &(f64, f64)| (sum - right).abs())
        .sum();
    Some(distance / decided.len() as f64)
}

/// What an uncertainty asks for, and how soon.
pub fn band(value: f64) -> (UncertaintyBand, Option<Severity>) {
    // A probability is kept in single precision: .7 of one is a hair less.
    let value = (value * 1e6).round() / 1e6;
    match value {
        value if value < ADVISE => (UncertaintyBand::Serve, None),
        value if value < ESCALATE => (UncertaintyBand::Advise, None),
        value if value < SOON => (UncertaintyBand::Escalate, Some(Severity::Medium)),
        _ => (UncertaintyBand::Escalate, Some(Severity::High)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ABSENT: Value = Err("the endpoint gives none");

    fn signals(values: [Value; 4]) -> Signals {
        let [
            token_entropy,
            self_consistency,
            claim_verification,
            calibration_error,
        ] = values;
        Signals {
            token_entropy,
            self_consistency,
            claim_verification,
            calibration_error,
        }
    }

    fn value(values: [Value; 4]) -> Option<f64> {
        of(&signals(values)).map(|found| (found.value * 1e6).round() / 1e6)
    }

    #[test]
    fn four_signals_have_the_reference_s_weights() {
        let one = |at: usize| {
            let mut values = [Ok(0.0); 4];
            values[at] = Ok(1.0);
            value(values)
        };
        assert_eq!(
            [one(0), one(1), one(2), one(3)],
            [Some(0.30), Some(0.25), Some(0.30), Some(0.15)]
        );
        assert_eq!(value([Ok(1.0); 4]), Some(1.0));
        assert_eq!(value([Ok(0.2), Ok(0.4), Ok(0.5), Ok(0.1)]), Some(0.325));
        assert_eq!(
            value([Ok(7.0), Ok(-1.0), Ok(0.0), Ok(0.0)]),
            Some(0.30),
            "held within [0, 1]"
        );
    }

    #[test]
    fn what_is_absent_is_shared_by_the_others() {
        assert_eq!(value([ABSENT, ABSENT, Ok(0.6), Ok(0.0)]), Some(0.4));
        assert_eq!(value([ABSENT, ABSENT, Ok(0.6), ABSENT]), Some(0.6));
        assert_eq!(value([Ok(0.5), ABSENT, ABSENT, Ok(0.2)]), Some(0.4));
        assert_eq!(value([ABSENT, ABSENT, ABSENT, Ok(0.0)]), None);
        assert_eq!(value([ABSENT; 4]), None);
        let found = of(&signals([ABSENT, ABSENT, Ok(0.6), Ok(0.0)])).unwrap();
        assert_eq!(found.signals.len(), 4);
        assert_eq!(found.signals[0].value, None);
        assert_eq!(found.signals[0].note, "the endpoint gives none");
        assert_eq!(found.band, UncertaintyBand::Advise);
    }

    #[test]
    fn a_calibration_error_is_the_distance_of_probability_and_outcome() {
        let many = |probability: f64, fine: usize, wrong: usize| {
            let fine = std::iter::repeat_n((probability, true), fine);
            fine.chain(std::iter::repeat_n((probability, false), wrong))
        };
        let error =
            |all: Vec<(f64, bool)>| calibration_error(&all).map(|e| (e * 1e6).round() / 1e6);
        assert_eq!(error(many(0.75, 15, 5).collect()), None, "too few");
        assert_eq!(error(many(0.75, 30, 10).collect()), Some(0.0));
        assert_eq!(error(many(0.95, 20, 20).collect()), Some(0.45));
        let two = many(0.9, 20, 0).chain(many(0.2, 0, 20));
        assert_eq!(error(two.collect()), Some(0.15));
        assert_eq!(error(many(1.0, 0, 30).collect()), Some(1.0));
        assert_eq!(
            error(many(7.0, 30, 0).collect()),
            Some(0.0),
            "held within [0, 1]"
        );
    }

    #[test]
    fn bands_are_the_reference_s() {
        use UncertaintyBand::{Advise, Escalate, Serve};
        for (value, expected) in [
            (0.0, (Serve, None)),
            (0.2999, (Serve, None)),
            (0.30, (Advise, None)),
            (0.5999, (Advise, None)),
            (0.60, (Escalate, Some(Severity::Medium))),
            (0.6999, (Escalate, Some(Severity::Medium))),
            (0.70, (Escalate, Some(Severity::High))),
            (1.0 - f64::from(0.3_f32), (Escalate, Some(Severity::High))),
            (1.0, (Escalate, Some(Severity::High))),
        ] {
            assert_eq!(band(value), expected, "{value}");
        }
    }
}
