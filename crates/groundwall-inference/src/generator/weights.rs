//! A language model in a GGUF file, by candle's quantised models.

use crate::LoadError;
use candle_core::quantized::gguf_file::{Content, Value};
use candle_core::quantized::tokenizer::TokenizerFromGguf as _;
use candle_core::{Device, Result as Candle, Tensor};
use candle_transformers::models::{quantized_llama, quantized_qwen2};
use std::fs::File;
use std::io::{BufReader, Seek as _, SeekFrom};
use std::path::Path;
use tokenizers::Tokenizer;

/// Values of `general.architecture` that there is code for.
const KNOWN: [&str; 2] = ["qwen2", "llama"];

/// One step of a language model.
pub(super) trait Steps {
    /// Reads `tokens`, which stand at `position`, and returns the logits of the next one. Position 0 begins anew.
    fn step(&mut self, tokens: &[u32], position: usize) -> Candle<Vec<f32>>;
    /// Forgets what was read.
    fn clear(&mut self);
}

pub(super) enum Weights {
    Qwen2(quantized_qwen2::ModelWeights),
    Llama(quantized_llama::ModelWeights),
}

/// What a GGUF file says before its tensors are read.
pub(super) struct Header {
    content: Content,
    architecture: &'static str,
    /// Tokens that the model can hold, no more than was asked for.
    pub(super) context: usize,
}

fn wrong(path: &Path, why: impl std::fmt::Display) -> LoadError {
    LoadError::Format {
        path: path.to_owned(),
        why: why.to_string(),
    }
}

impl Header {
    /// Reads the head of a file. `context` bounds what the model may hold. An architecture without code is [`LoadError::Unsupported`].
    pub(super) fn read(file: &File, path: &Path, context: usize) -> Result<Self, LoadError> {
        let mut content = Content::read(&mut BufReader::new(file))
            .map_err(|error| wrong(path, format!("it is no GGUF file ({error})")))?;
        let named = match content.metadata.get("general.architecture") {
            Some(Value::String(name)) => name.clone(),
            Some(_) | None => "(none named)".to_owned(),
        };
        let architecture = KNOWN
            .into_iter()
            .find(|known| *known == named)
            .ok_or_else(|| LoadError::Unsupported {
                what: format!("the architecture {named:?} of {}", path.display()),
                why: format!("language models of {} work here", KNOWN.join(" and ")),
            })?;
        check(&content, architecture).map_err(|why| wrong(path, why))?;
        let key = format!("{architecture}.context_length");
        let declared = number(&content, &key).unwrap_or(2_048) as usize;
        let most = if architecture == "llama" {
            quantized_llama::MAX_SEQ_LEN
        } else {
            usize::MAX
        };
        let context = context.min(declared).min(most);
        // What candle prepares is as long as this says.
        let bounded = Value::U32(u32::try_from(context).unwrap_or(u32::MAX));
        content.metadata.insert(key, bounded);
        Ok(Self {
            content,
            architecture,
            context,
        })
    }

    /// The tokenizer that the file itself holds.
    pub(super) fn tokenizer(&self, path: &Path) -> Result<Tokenizer, LoadError> {
        Tokenizer::from_gguf(&self.content).map_err(|error| {
            wrong(
                path,
                format!("it holds no usable tokenizer ({error}); put a tokenizer.json beside it"),
            )
        })
    }

    /// Reads the tensors.
    pub(super) fn weights(self, file: &File) -> Result<Weights, LoadError> {
        let mut reader = BufReader::new(file);
        reader
            .seek(SeekFrom::Start(0))
            .map_err(candle_core::Error::from)?;
        let (content, device) = (self.content, &Device::Cpu);
        Ok(if self.architecture == "llama" {
            Weights::Llama(quantized_llama::ModelWeights::from_gguf(
                content,
                &mut reader,
                device,
            )?)
        } else {
            Weights::Qwen2(quantized_qwen2::ModelWeights::from_gguf(
                content,
                &mut reader,
                device,
            )?)
        })
    }
}

fn number(content: &Content, key: &str) -> Option<u64> {
    content.metadata.get(key)?.to_u64().ok()
}

/// Why the sizes of a file are none that a model can have.
#[derive(Debug, thiserror::Error)]
enum SizesError {
    #[error("it says no {0}")]
    Missing(String),
    #[error(
        "its sizes do not fit each other: {heads} heads, {kv_heads} for keys, width {width}, {layers} layers, {experts} experts"
    )]
    Unfit {
        heads: u64,
        kv_heads: u64,
        width: u64,
        layers: u64,
        experts: u64,
    },
}

/// Sizes that candle divides by or reserves memory for.
fn check(content: &Content, architecture: &str) -> Result<(), SizesError> {
    let get = |key: &str| {
        let key = format!("{architecture}.{key}");
        number(content, &key).ok_or(SizesError::Missing(key))
    };
    let (heads, kv_heads) = (
        get("attention.head_count")?,
        get("attention.head_count_kv")?,
    );
    let (width, layers) = (get("embedding_length")?, get("block_count")?);
    let experts = get("expert_count").unwrap_or(0);
    let divides = |small: u64, large: u64| small > 0 && large.is_multiple_of(small);
    let fits = divides(kv_heads, heads)
        && divides(heads, width)
        && (width / heads).is_multiple_of(2)
        && (1..=65_536).contains(&width)
        && (1..=512).contains(&layers)
        && experts <= 64;
    if fits {
        Ok(())
    } else {
        Err(SizesError::Unfit {
            heads,
            kv_heads,
            width,
            layers,
            experts,
        })
    }
}

impl Steps for Weights {
    fn step(&mut self, tokens: &[u32], position: usize) -> Candle<Vec<f32>> {
        let input = Tensor::new(tokens, &Device::Cpu)?.unsqueeze(0)?;
        let logits = match self {
            Self::Qwen2(model) => model.forward(&input, position),
            Self::Llama(model) => model.forward(&input, position),
        }?;
        logits.flatten_all()?.to_vec1()
    }

    fn clear(&mut self) {
        match self {
            Self::Qwen2(model) => model.clear_kv_cache(),
            Self::Llama(model) => model.clear_kv_cache(),
        }
    }
}
