//! The next token, from what a model says of every token there is.

use candle_core::{Device, Result as Candle, Tensor};
use candle_transformers::generation::{LogitsProcessor, Sampling};
use groundwall_core::TokenEntropy;

/// Among so many of the likeliest tokens a sample chooses.
const AMONG: usize = 40;
/// Each draft begins with it, so that the same prompt at the same temperature gives the same draft.
const SEED: u64 = 1;
/// Probabilities of so many tokens tell how sure a choice was; an endpoint is asked for as many.
const LIKELIEST: usize = 5;

/// Chooses the tokens of one draft.
pub(super) struct Chooser {
    /// None takes the likeliest token.
    sampled: Option<LogitsProcessor>,
    entropy: TokenEntropy,
}

impl Chooser {
    /// The likeliest tokens without a temperature or at 0, samples above.
    pub(super) fn at(temperature: Option<f32>) -> Self {
        let sampled = temperature.filter(|value| *value > 0.0).map(|value| {
            let sampling = Sampling::TopK {
                k: AMONG,
                temperature: f64::from(value),
            };
            LogitsProcessor::from_sampling(SEED, sampling)
        });
        Self {
            sampled,
            entropy: TokenEntropy::default(),
        }
    }

    /// A token by its logits; they must not be empty.
    pub(super) fn choose(&mut self, logits: &[f32]) -> Candle<u32> {
        self.entropy.take(&likeliest(logits));
        match &mut self.sampled {
            Some(sampled) => sampled.sample(&Tensor::new(logits, &Device::Cpu)?),
            None => {
                // The first of equals.
                let best = logits.iter().enumerate().reduce(|best, next| {
                    if next.1.total_cmp(best.1).is_gt() {
                        next
                    } else {
                        best
                    }
                });
                Ok(best.map_or(0, |(token, _)| token as u32))
            }
        }
    }

    /// Mean entropy of what was chosen.
    pub(super) fn entropy(&self) -> Option<f64> {
        self.entropy.mean()
    }
}

/// The largest probabilities.
fn likeliest(logits: &[f32]) -> Vec<f64> {
    let largest = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let weight = |logit: f32| f64::from(logit - largest).exp();
    let sum: f64 = logits.iter().map(|logit| weight(*logit)).sum();
    let mut best = logits.to_vec();
    let kept = LIKELIEST.min(best.len());
    if kept < best.len() {
        best.select_nth_unstable_by(kept, |a, b| b.total_cmp(a));
        best.truncate(kept);
    }
    best.into_iter().map(|logit| weight(logit) / sum).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_temperature_the_likeliest_token_is_taken() {
        for temperature in [None, Some(0.0)] {
            let mut chooser = Chooser::at(temperature);
            assert_eq!(chooser.choose(&[0.0, 2.0, 1.0, 2.0]).unwrap(), 1);
        }
    }

    #[test]
    fn at_a_temperature_tokens_are_sampled_and_the_same_every_time() {
        let logits = [0.0, 1.0, 1.0, -30.0];
        let drawn = || {
            let mut chooser = Chooser::at(Some(0.8));
            let all: Vec<u32> = (0..60).map(|_| chooser.choose(&logits).unwrap()).collect();
            all
        };
        let first = drawn();
        assert_eq!(first, drawn());
        assert!(
            first.contains(&1) && first.contains(&2) && !first.contains(&3),
            "{first:?}"
        );
    }

    #[test]
    fn entropy_is_none_where_one_token_is_certain_and_full_where_all_are_even() {
        let of = |logits: &[f32]| {
            let mut chooser = Chooser::at(None);
            chooser.choose(logits).unwrap();
            chooser.entropy().unwrap()
        };
        assert!(of(&[0.0, 100.0, 0.0, 0.0, 0.0, 0.0, 0.0]) < 1e-9);
        assert!(of(&[3.0; 6]) > 0.999, "five and one more, all even");
        assert!(of(&[0.0, 1.0, 2.0]) > of(&[0.0, 1.0, 9.0]));
    }
}
