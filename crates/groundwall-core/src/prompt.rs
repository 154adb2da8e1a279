//! What a generator is asked, and what it returns.

use serde::{Deserialize, Serialize};

/// A sentence of the documents and how well it fits the question.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RankedSentence {
    pub text: String,
    /// In [0, 2]; the higher, the better it fits.
    pub score: f32,
}

/// A request to a generator. The texts are complete; `sentences` stand beside them for a generator that only picks.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Prompt {
    pub system: String,
    pub user: String,
    pub question: String,
    /// Sentences of the evidence that answer the question best, best first, with a score in [0, 2].
    pub sentences: Vec<RankedSentence>,
    /// Texts of the evidence that answer the question, one for each part that they answer, each from one place; none where nobody judged that.
    #[serde(default)]
    pub answers: Vec<String>,
    /// Sentences that must not be said again.
    pub forbidden: Vec<String>,
    /// Sampling temperature; none takes the generator's own.
    pub temperature: Option<f32>,
}

/// What a generator returned.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Draft {
    pub text: String,
    /// Model that wrote it, as the endpoint names it.
    pub model: String,
    /// Mean of [`TokenEntropy`] over its tokens; none where the generator gives no probabilities.
    #[serde(default)]
    pub token_entropy: Option<f64>,
}

/// How unsure a model was of its tokens, token by token.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct TokenEntropy {
    sum: f64,
    tokens: u32,
}

impl TokenEntropy {
    /// Takes a token by the probabilities of the likeliest choices for it. Those that are not given count as one more, with what is left; the entropy is a share of
    /// the largest that so many choices can have, in [0, 1]. Nothing is taken where no probability is given.
    pub fn take(&mut self, likeliest: &[f64]) {
        if likeliest.is_empty() {
            return;
        }
        let known: Vec<f64> = likeliest.iter().map(|one| one.clamp(0.0, 1.0)).collect();
        let rest = (1.0 - known.iter().sum::<f64>()).max(0.0);
        let entropy: f64 = known
            .iter()
            .chain([&rest])
            .filter(|share| **share > 0.0)
            .map(|share| -share * share.ln())
            .sum();
        let largest = ((known.len() + 1) as f64).ln();
        self.sum += (entropy / largest).clamp(0.0, 1.0);
        self.tokens = self.tokens.saturating_add(1);
    }

    /// The mean over all tokens, in [0, 1]; none without a token.
    pub fn mean(self) -> Option<f64> {
        (self.tokens > 0).then(|| self.sum / f64::from(self.tokens))
    }
}

#[cfg(test)]
mod tests {
    use super::TokenEntropy;

    #[test]
    fn a_token_counts_by_the_largest_entropy_that_its_choices_could_have() {
        let of = |tokens: &[&[f64]]| {
            let mut entropy = TokenEntropy::default();
            for token in tokens {
                entropy.take(token);
            }
            entropy.mean().map(|mean| (mean * 1e6).round() / 1e6)
        };
        assert_eq!(of(&[]), None);
        assert_eq!(of(&[&[]]), None, "no probability, no token");
        assert_eq!(of(&[&[1.0]]), Some(0.0));
        assert_eq!(of(&[&[0.5]]), Some(1.0), "one given, one for the rest");
        assert_eq!(of(&[&[0.25, 0.25, 0.25]]), Some(1.0));
        assert_eq!(of(&[&[1.0, 0.0], &[0.5]]), Some(0.5));
        assert_eq!(of(&[&[0.9]]), Some(0.468_996));
        assert_eq!(of(&[&[1.3, -0.2]]), Some(0.0), "held within [0, 1]");
    }
}
