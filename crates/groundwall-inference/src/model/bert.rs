//! BERT as an encoder (mean pooling) and as a cross-encoder (pooler and classifier).

use super::{Head, Precision, tensors};
use crate::LoadError;
use crate::fast::{FastEncoder, Rows};
use crate::manifest::LoadedFiles;
use crate::tokens::Tokens;
use candle_core::Tensor;
use candle_nn::VarBuilder;
use candle_transformers::models::bert::{BertModel, Config};
use std::path::PathBuf;

/// The encoder in one of its two forms.
enum Encoder {
    Fast(Box<FastEncoder>),
    Candle(Box<BertModel>),
}

impl Encoder {
    fn load(
        files: &LoadedFiles,
        precision: Precision,
    ) -> Result<(Self, Config, VarBuilder<'static>), LoadError> {
        let config: Config =
            serde_json::from_value(files.config.clone()).map_err(|error| LoadError::Format {
                path: PathBuf::from("config.json"),
                why: error.to_string(),
            })?;
        let vb = files.weights.tensors()?;
        // `bert.embeddings…` in checkpoints with a head, `embeddings…` in bare encoders.
        let root = if vb.contains_tensor("bert.embeddings.word_embeddings.weight") {
            vb.pp("bert")
        } else {
            vb.clone()
        };
        let fast = match precision.instructions()? {
            Some(instructions) => FastEncoder::load(&root, &config, instructions)?,
            None => None,
        };
        let encoder = match fast {
            Some(fast) => Self::Fast(Box::new(fast)),
            None => Self::Candle(Box::new(BertModel::load(root.clone(), &config)?)),
        };
        Ok((encoder, config, vb))
    }

    fn kernel(&self) -> &'static str {
        match self {
            Self::Fast(model) => model.kernel(),
            Self::Candle(_) => "f32/candle",
        }
    }

    /// Hidden states of each sequence, row by row, handed to `take`; candle computes those of every token whatever is wanted.
    fn run<T>(
        &self,
        batch: &[Tokens],
        rows: Rows,
        mut take: impl FnMut(&[f32]) -> candle_core::Result<T>,
    ) -> candle_core::Result<Vec<T>> {
        match self {
            Self::Fast(model) => model.run(batch, rows, take)?.into_iter().collect(),
            Self::Candle(model) => {
                let one = |tokens: &Tokens| {
                    let (ids, types) = tensors(tokens)?;
                    take(
                        &model
                            .forward(&ids, &types, None)?
                            .flatten_all()?
                            .to_vec1::<f32>()?,
                    )
                };
                batch.iter().map(one).collect()
            }
        }
    }
}

/// Encoder with mean pooling over the tokens and L2 normalisation, as sentence-transformers does it.
pub(crate) struct BertEncoder {
    encoder: Encoder,
    pub(crate) dimensions: usize,
}

impl BertEncoder {
    pub(crate) fn load(files: &LoadedFiles, precision: Precision) -> Result<Self, LoadError> {
        let (encoder, config, _) = Encoder::load(files, precision)?;
        Ok(Self {
            encoder,
            dimensions: config.hidden_size,
        })
    }

    pub(crate) fn kernel(&self) -> &'static str {
        self.encoder.kernel()
    }

    /// A unit vector of `dimensions` values for each sequence.
    pub(crate) fn embed(&self, batch: &[Tokens]) -> candle_core::Result<Vec<Vec<f32>>> {
        self.encoder.run(batch, Rows::All, |hidden| {
            let mut mean = vec![0.0f32; self.dimensions];
            for row in hidden.chunks_exact(self.dimensions) {
                for (sum, value) in mean.iter_mut().zip(row) {
                    *sum += value;
                }
            }
            let norm = mean
                .iter()
                .map(|value| value * value)
                .sum::<f32>()
                .sqrt()
                .max(f32::MIN_POSITIVE);
            for value in &mut mean {
                *value /= norm;
            }
            Ok(mean)
        })
    }
}

/// Cross-encoder: first token, dense, tanh, classifier.
pub(crate) struct BertClassifier {
    encoder: Encoder,
    head: Head,
}

impl BertClassifier {
    pub(crate) fn load(files: &LoadedFiles, precision: Precision) -> Result<Self, LoadError> {
        let (encoder, config, vb) = Encoder::load(files, precision)?;
        let root = if vb.contains_tensor("bert.pooler.dense.weight") {
            vb.pp("bert")
        } else {
            vb.clone()
        };
        let head = Head::load(
            files,
            config.hidden_size,
            root.pp("pooler.dense"),
            vb.pp("classifier"),
            Tensor::tanh,
        )?;
        Ok(Self { encoder, head })
    }

    pub(crate) fn kernel(&self) -> &'static str {
        self.encoder.kernel()
    }

    pub(crate) fn logits(&self, batch: &[Tokens]) -> candle_core::Result<Vec<Vec<f32>>> {
        self.encoder
            .run(batch, Rows::First, |states| self.head.logits(states))
    }
}
