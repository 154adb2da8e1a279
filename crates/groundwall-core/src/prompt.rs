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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Draft {
    pub text: String,
    /// Model that wrote it, as the endpoint names it.
    pub model: String,
}
