//! What was asked, part by part.

use serde::{Deserialize, Serialize};

/// A part of a question, and whether it is answered.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AskedPart {
    /// As a question of its own.
    pub text: String,
    /// Whether the delivered text answers it or, where no text was delivered, the passages do; none where nobody judged that.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub found: Option<bool>,
    /// How surely, in [0, 1]: what the reader says of the passages, weighed, and where they answer it weighed again with what else is known of them; of another's text
    /// the reader's entailment.
    #[cfg_attr(feature = "openapi", schema(required))]
    pub probability: Option<f32>,
    /// What the reader said of the passages; none for an open request and where no reader ran.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub read: Option<AskedReading>,
    /// A name of the question that the document nearest to an answer nowhere says, so that it speaks of something else; where it is answered, one that is not said where
    /// the answer stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unsaid: Option<String>,
    /// How a table read it whose words the table does not all know; then it is not sure that this was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

impl AskedPart {
    /// Probability from which a part is surely answered. Of the parts of strangers' questions that are answered from texts (`data/answers`, eleven sets, by weights of
    /// the other ten; models/judge/CARD.md) and are as sure as this 203 of 220 are right, of the others 192 of 297.
    pub const SURE: f32 = 0.85;

    /// Whether it is answered, and not surely.
    pub fn is_unsure(&self) -> bool {
        let unsure = self.probability.is_some_and(|sure| sure < Self::SURE);
        self.found == Some(true) && (unsure || self.note.is_some() || self.unsaid.is_some())
    }
}

/// What the reader said of the passages that it read for a part of a question: how surely each answers, in [0, 1].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AskedReading {
    /// The sentences that come nearest to an answer.
    pub text: String,
    /// Of these sentences.
    pub best: f32,
    /// Of the surest ones elsewhere; 0 where there are none.
    pub other: f32,
    /// Of a longer stretch of text around sentences near the question; 0 where there is none.
    pub stretch: f32,
    /// The share of the question that these sentences say, in [0, 1]; a word counts the more the fewer of the sentences at hand have it.
    #[serde(default)]
    pub says: f32,
    /// How surely these sentences answer the question with one word left out, in the mean of several words; none where they do not answer it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub without: Option<f32>,
}
