//! BERT as an encoder (mean pooling) and as a cross-encoder (pooler and classifier).

use super::{tensors, weights};
use crate::LoadError;
use crate::manifest::LoadedFiles;
use crate::tokens::Tokens;
use candle_core::{D, IndexOp, Tensor};
use candle_nn::{Linear, Module, VarBuilder, linear};
use candle_transformers::models::bert::{BertModel, Config};
use std::path::PathBuf;

fn config(files: &LoadedFiles) -> Result<Config, LoadError> {
    serde_json::from_value(files.config.clone())
        .map_err(|error| LoadError::Format { path: PathBuf::from("config.json"), why: error.to_string() })
}

/// `bert.embeddings…` in checkpoints with a head, `embeddings…` in bare encoders.
fn encoder_root(vb: &VarBuilder<'static>) -> VarBuilder<'static> {
    if vb.contains_tensor("bert.embeddings.word_embeddings.weight") { vb.pp("bert") } else { vb.clone() }
}

/// Encoder with mean pooling over the tokens and L2 normalisation, as sentence-transformers does it.
pub(crate) struct BertEncoder {
    model: BertModel,
    pub(crate) dimensions: usize,
}

impl BertEncoder {
    pub(crate) fn load(files: &LoadedFiles) -> Result<Self, LoadError> {
        let config = config(files)?;
        let model = BertModel::load(encoder_root(&weights(files)?), &config)?;
        Ok(Self { model, dimensions: config.hidden_size })
    }

    /// A unit vector of `dimensions` values.
    pub(crate) fn embed(&self, tokens: &Tokens) -> candle_core::Result<Vec<f32>> {
        let (ids, types) = tensors(tokens)?;
        let hidden = self.model.forward(&ids, &types, None)?;
        let mean = hidden.mean(1)?;
        let norm = mean.sqr()?.sum_keepdim(D::Minus1)?.sqrt()?;
        mean.broadcast_div(&norm)?.i(0)?.to_vec1()
    }
}

/// Cross-encoder: first token, dense, tanh, classifier.
pub(crate) struct BertClassifier {
    model: BertModel,
    pooler: Linear,
    classifier: Linear,
}

impl BertClassifier {
    pub(crate) fn load(files: &LoadedFiles) -> Result<Self, LoadError> {
        let config = config(files)?;
        let vb = weights(files)?;
        let root = encoder_root(&vb);
        let (_, classes) = crate::nli::label_order(&files.config)?;
        Ok(Self {
            pooler: linear(config.hidden_size, config.hidden_size, root.pp("pooler.dense"))?,
            classifier: linear(config.hidden_size, classes, vb.pp("classifier"))?,
            model: BertModel::load(root, &config)?,
        })
    }

    pub(crate) fn logits(&self, tokens: &Tokens) -> candle_core::Result<Vec<f32>> {
        let (ids, types) = tensors(tokens)?;
        let hidden: Tensor = self.model.forward(&ids, &types, None)?;
        let first = hidden.i((.., 0))?;
        let pooled = self.pooler.forward(&first)?.tanh()?;
        self.classifier.forward(&pooled)?.i(0)?.to_vec1()
    }
}
