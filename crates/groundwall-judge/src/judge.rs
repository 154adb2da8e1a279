//! The judge: trees, their thresholds, and the lexicon they read with.

use crate::boosted::Boosted;
use crate::features::{self, FEATURES, Judged};
use crate::lexicon::{Lexicon, LexiconError};
use groundwall_core::ModelIdentity;
use serde::Deserialize;

/// A judge's file that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum JudgeError {
    #[error("the judge is not readable: {0}")]
    Format(#[from] serde_json::Error),
    #[error("the judge was trained on other columns than this version computes; train it again with models/judge/training")]
    Columns,
    #[error("the judge's trees are damaged")]
    Damaged,
    #[error(transparent)]
    Lexicon(#[from] LexiconError),
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    /// SHA-256 of the verifier whose scores it was trained on.
    verifier: String,
    columns: Vec<String>,
    support: Boosted,
    refute: Boosted,
    /// Probability of support from which a claim is supported.
    supported: f32,
    /// Probability that a claim which is not supported is contradicted, from which it is refuted.
    refuted: f32,
    /// Probabilities of support, from and to, between which more than a tenth of its verdicts were wrong on the rows it was trained on, each judged by trees that had not seen it.
    undecided: (f32, f32),
}

/// What the judge makes of a claim.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Opinion {
    /// Probability that the claim is supported, calibrated on rows of which half are.
    pub support: f32,
    /// Probability that the documents contradict it, given that they do not support it.
    pub refute: f32,
    pub supported: bool,
    pub refuted: bool,
}

/// The judge.
#[derive(Debug)]
pub struct Judge {
    identity: ModelIdentity,
    file: File,
    lexicon: Lexicon,
}

fn sigmoid(score: f32) -> f32 {
    1.0 / (1.0 + (-score).exp())
}

impl Judge {
    /// Reads `judge.json` and `lexicon.txt`; `identity` is what reports name.
    pub fn parse(trees: &[u8], lexicon: &str, identity: ModelIdentity) -> Result<Self, JudgeError> {
        let file: File = serde_json::from_slice(trees)?;
        if file.columns != features::names() {
            return Err(JudgeError::Columns);
        }
        if !file.support.is_sound(FEATURES) || !file.refute.is_sound(FEATURES) {
            return Err(JudgeError::Damaged);
        }
        Ok(Self { identity, file, lexicon: Lexicon::parse(lexicon)? })
    }

    /// What reports name.
    pub fn identity(&self) -> &ModelIdentity {
        &self.identity
    }

    /// SHA-256 of the verifier whose scores it reads; it knows nothing of another's.
    pub fn verifier(&self) -> &str {
        &self.file.verifier
    }

    /// Probabilities of support from which and below which it does not know: measured with the training, an error of one in ten to either side.
    pub fn undecided(&self) -> std::ops::Range<f32> {
        self.file.undecided.0..self.file.undecided.1
    }

    /// Whether a folded word, or its base form, is a word of the language as its dictionary has it; names of people and most places are none.
    pub fn knows(&self, word: &str) -> bool {
        self.lexicon.knows(word)
    }

    /// The row of a claim, for training and for `judge`; none without windows.
    pub fn row(&self, claim: &str, windows: &[Judged]) -> Option<Vec<f32>> {
        features::features(claim, windows, &self.lexicon)
    }

    /// What the judge makes of a claim and its judged windows, best covered first; none without windows.
    pub fn judge(&self, claim: &str, windows: &[Judged]) -> Option<Opinion> {
        let row = self.row(claim, windows)?;
        let (support, refute) = (sigmoid(self.file.support.score(&row)), sigmoid(self.file.refute.score(&row)));
        Some(Opinion { support, refute, supported: support >= self.file.supported, refuted: refute >= self.file.refuted })
    }
}
