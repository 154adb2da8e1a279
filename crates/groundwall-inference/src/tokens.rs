//! The tokenizer, with truncation and padding set by us and not by what the file says.

use crate::LoadError;
use std::path::PathBuf;
use tokenizers::{Tokenizer, TruncationParams, TruncationStrategy};

/// Token ids and segment ids of one sequence.
pub(crate) struct Tokens {
    pub(crate) ids: Vec<u32>,
    pub(crate) types: Vec<u32>,
}

/// A tokenizer that cuts at `max_tokens` and never pads.
pub(crate) struct TextTokenizer {
    cutting: Tokenizer,
    whole: Tokenizer,
}

impl TextTokenizer {
    pub(crate) fn load(bytes: &[u8], max_tokens: usize) -> Result<Self, LoadError> {
        let wrong = |why: String| LoadError::Format {
            path: PathBuf::from("tokenizer.json"),
            why,
        };
        let mut whole = Tokenizer::from_bytes(bytes).map_err(|error| wrong(error.to_string()))?;
        whole.with_padding(None);
        whole
            .with_truncation(None)
            .map_err(|error| wrong(error.to_string()))?;
        let mut cutting = whole.clone();
        let cut = TruncationParams {
            max_length: max_tokens,
            strategy: TruncationStrategy::LongestFirst,
            ..TruncationParams::default()
        };
        cutting
            .with_truncation(Some(cut))
            .map_err(|error| wrong(error.to_string()))?;
        Ok(Self { cutting, whole })
    }

    pub(crate) fn count(&self, text: &str) -> usize {
        self.whole
            .encode_fast(text, true)
            .map_or(usize::MAX, |encoding| encoding.len())
    }

    pub(crate) fn one(&self, text: &str) -> candle_core::Result<Tokens> {
        Self::of(self.cutting.encode_fast(text, true))
    }

    pub(crate) fn pair(&self, first: &str, second: &str) -> candle_core::Result<Tokens> {
        Self::of(self.cutting.encode_fast((first, second), true))
    }

    fn of(encoding: tokenizers::Result<tokenizers::Encoding>) -> candle_core::Result<Tokens> {
        let encoding =
            encoding.map_err(|error| candle_core::Error::Msg(format!("tokenizer: {error}")))?;
        Ok(Tokens {
            ids: encoding.get_ids().to_vec(),
            types: encoding.get_type_ids().to_vec(),
        })
    }
}
