//! Blocks to sentences to passages.

mod passages;
mod sentences;

use groundwall_core::{DocumentId, DocumentName, ExtractedDocument, Passage, Sentence};

pub use sentences::sentences_of;

/// The document's own sentence sequence and its passages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cut {
    pub sentences: Vec<Sentence>,
    pub passages: Vec<Passage>,
    /// Length of the document's text in characters.
    pub characters: u64,
}

/// How passages are cut.
pub struct Cutter<'a> {
    /// Aim, in characters (1,000).
    pub size: usize,
    /// Characters of whole sentences that two neighbours share (200).
    pub overlap: usize,
    /// Most tokens of a passage, as the embedder counts them.
    pub max_tokens: usize,
    /// The embedder's own count.
    pub count_tokens: &'a dyn Fn(&str) -> usize,
}

impl Cutter<'_> {
    /// Cuts a document. The result depends on nothing but the document and the settings.
    pub fn cut(&self, document: &ExtractedDocument, id: &DocumentId, name: &DocumentName) -> Cut {
        let (sentences, characters) = sentences::sequence(document, self);
        let passages = passages::cut(&sentences, self, id, name);
        Cut {
            sentences,
            passages,
            characters: characters as u64,
        }
    }
}
