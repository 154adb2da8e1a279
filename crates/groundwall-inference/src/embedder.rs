//! The embedder's handle.

use crate::LoadError;
use crate::manifest::LoadedFiles;
use crate::model::{BertEncoder, Precision};
use crate::tokens::TextTokenizer;
use crate::worker::{Input, Worker};
use async_trait::async_trait;
use groundwall_core::ModelIdentity;
use groundwall_ports::{Embedder, PortError};
use std::path::PathBuf;
use std::sync::Arc;

/// A sentence embedder: BERT, mean pooling, L2.
///
/// ```no_run
/// use groundwall_inference::{CandleEmbedder, Manifest, Precision, Role};
/// use groundwall_ports::Embedder as _;
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let files = Manifest::read("models".as_ref())?.load(Role::Embedder)?;
/// let embedder = CandleEmbedder::start(&files, Precision::Auto)?;
/// let vectors = embedder.embed(&["The pump weighs 14 kg.".to_owned()]).await?;
/// assert_eq!(vectors[0].len(), embedder.dimensions());
/// # Ok(())
/// # }
/// ```
pub struct CandleEmbedder {
    worker: Worker<String, Vec<f32>>,
    tokenizer: Arc<TextTokenizer>,
    identity: ModelIdentity,
    dimensions: usize,
    max_tokens: usize,
}

impl CandleEmbedder {
    /// Builds the model and starts its thread.
    ///
    /// # Errors
    /// Fails when the weights, the configuration or the tokenizer do not fit a known encoder, the CPU lacks the instructions of `precision`, or the thread cannot be started.
    pub fn start(files: &LoadedFiles, precision: Precision) -> Result<Self, LoadError> {
        let model = BertEncoder::load(files, precision)?;
        let identity = ModelIdentity {
            kernel: model.kernel().to_owned(),
            ..files.identity.clone()
        };
        let tokenizer = Arc::new(TextTokenizer::load(&files.tokenizer, files.max_tokens)?);
        let dimensions = model.dimensions;
        let shared = Arc::clone(&tokenizer);
        let worker = Worker::start(
            "embedder",
            move |text: &String| shared.one(text),
            move |batch| model.embed(batch),
        )
        .map_err(|source| LoadError::Read {
            path: PathBuf::from("(thread)"),
            source,
        })?;
        Ok(Self {
            worker,
            tokenizer,
            identity,
            dimensions,
            max_tokens: files.max_tokens,
        })
    }
}

impl Input for String {
    fn bytes(&self) -> usize {
        self.len()
    }
}

#[async_trait]
impl Embedder for CandleEmbedder {
    async fn embed(&self, texts: &[String]) -> Result<Vec<Vec<f32>>, PortError> {
        self.worker.call(texts.to_vec()).await
    }

    fn count_tokens(&self, text: &str) -> usize {
        self.tokenizer.count(text)
    }

    fn max_tokens(&self) -> usize {
        self.max_tokens
    }

    fn dimensions(&self) -> usize {
        self.dimensions
    }

    fn identity(&self) -> &ModelIdentity {
        &self.identity
    }
}
