//! The opinion of a chat endpoint on claims that the local stages left undecided.

use crate::Stance;
use serde::{Deserialize, Serialize};

/// What became of asking for a second opinion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum OpinionState {
    /// The endpoint was asked.
    Asked,
    /// The endpoint said it before, of the same words.
    Remembered,
    /// Its words do not stand in the window, or it gave none: the local verdict stands.
    Void,
    /// It did not answer: the local verdict stands.
    Failed,
    /// The budget of this verification was spent: the local verdict stands.
    OverBudget,
}

/// The opinion of a chat endpoint on one claim and one window. It decides only where no check did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SecondOpinion {
    pub state: OpinionState,
    /// As the endpoint names it.
    pub model: String,
    /// None where the opinion does not count.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub stance: Option<Stance>,
    /// The words of the window that it decided by.
    pub words: String,
}
