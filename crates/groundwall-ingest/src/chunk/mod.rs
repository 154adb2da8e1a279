//! Blocks to sentences to passages.

mod passages;
mod sentences;

use groundwall_core::{
    DocumentId, DocumentName, ExtractedDocument, Passage, Problem, ProblemCode, Sentence,
};
use serde::{Deserialize, Serialize};

/// The document's own sentence sequence and its passages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cut {
    pub sentences: Vec<Sentence>,
    pub passages: Vec<Passage>,
    /// Length of the document's text in characters.
    pub characters: u64,
}

/// How long passages are. A change holds for what is read from then on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct PassageSize {
    /// Aim, in characters. 100 to 10,000; what the embedder reads at once is a limit of its own.
    pub size: usize,
    /// Characters of whole sentences that two neighbours share, at most. Up to half of the size.
    pub overlap: usize,
}

impl Default for PassageSize {
    fn default() -> Self {
        Self {
            size: 1_000,
            overlap: 200,
        }
    }
}

impl PassageSize {
    /// Checks both bounds; names the setting and the range it must lie in.
    ///
    /// # Errors
    /// Fails when the size does not lie between 100 and 10,000 characters, or when the overlap is over half of it.
    pub fn validate(&self) -> Result<(), Problem> {
        let wrong = |what: &str| Err(Problem::new(ProblemCode::Unprocessable, what));
        if !(100..=10_000).contains(&self.size) {
            return wrong("size must lie between 100 and 10,000 characters.");
        }
        if self.overlap > self.size / 2 {
            return wrong("overlap must be at most half of size.");
        }
        Ok(())
    }
}

/// How passages are cut.
pub struct Chunker<'a> {
    /// Aim, in characters (1,000).
    pub size: usize,
    /// Characters of whole sentences that two neighbours share (200).
    pub overlap: usize,
    /// Most tokens of a passage, as the embedder counts them.
    pub max_tokens: usize,
    /// The embedder's own count.
    pub count_tokens: &'a dyn Fn(&str) -> usize,
}

impl Chunker<'_> {
    /// Cuts a document. The result depends on nothing but the document and the settings.
    ///
    /// ```
    /// use groundwall_core::{DocumentId, DocumentName};
    /// use groundwall_ingest::{Chunker, Limits, extract};
    ///
    /// let name = DocumentName::parse("pump.md")?;
    /// let file = b"# Pump\n\nThe pump weighs 14 kg. It runs day and night.";
    /// let document = extract(name.as_str(), file, &Limits::default())?;
    /// let chunker = Chunker {
    ///     size: 1_000,
    ///     overlap: 200,
    ///     max_tokens: 256,
    ///     count_tokens: &|text| text.split_whitespace().count(),
    /// };
    /// let cut = chunker.cut(&document, &DocumentId("1".to_owned()), &name);
    /// assert!(cut.passages[0].text.contains("The pump weighs 14 kg."));
    /// # Ok::<(), groundwall_core::Problem>(())
    /// ```
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

#[cfg(test)]
mod tests {
    use super::PassageSize;

    #[test]
    fn sizes_are_bounded() {
        PassageSize::default().validate().unwrap();
        for (size, overlap, named) in [
            (99, 0, "size"),
            (10_001, 200, "size"),
            (1_000, 501, "overlap"),
        ] {
            let problem = PassageSize { size, overlap }.validate().unwrap_err();
            assert!(problem.message.starts_with(named), "{size}, {overlap}");
        }
    }
}
