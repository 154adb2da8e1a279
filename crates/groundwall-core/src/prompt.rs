//! What a generator is asked, and what it returns.

use serde::{Deserialize, Serialize};

/// A request to a generator. The texts are complete; `evidence` is given beside them for generators that pick sentences themselves.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Prompt {
    pub system: String,
    pub user: String,
    pub question: String,
    /// Passages that may be used, best first.
    pub evidence: Vec<String>,
    /// Sentences that must not be said again.
    pub forbidden: Vec<String>,
}

/// What a generator returned.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Draft {
    pub text: String,
    /// Model that wrote it, as the endpoint names it.
    pub model: String,
}
