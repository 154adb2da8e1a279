//! DeBERTa-v2/v3 with a sequence-classification head.

use super::{tensors, weights};
use crate::LoadError;
use crate::manifest::LoadedFiles;
use crate::tokens::Tokens;
use candle_core::IndexOp;
use candle_transformers::models::debertav2::{Config, DebertaV2SeqClassificationModel};
use std::path::PathBuf;

pub(crate) struct DebertaClassifier {
    model: DebertaV2SeqClassificationModel,
}

impl DebertaClassifier {
    pub(crate) fn load(files: &LoadedFiles) -> Result<Self, LoadError> {
        let config: Config = serde_json::from_value(files.config.clone())
            .map_err(|error| LoadError::Format { path: PathBuf::from("config.json"), why: error.to_string() })?;
        let vb = weights(files)?;
        let id2label = config.id2label.clone();
        let root = if vb.contains_tensor("deberta.embeddings.word_embeddings.weight") { vb.set_prefix("deberta") } else { vb };
        Ok(Self { model: DebertaV2SeqClassificationModel::load(root, &config, id2label)? })
    }

    pub(crate) fn logits(&self, tokens: &Tokens) -> candle_core::Result<Vec<f32>> {
        let (ids, types) = tensors(tokens)?;
        let mask = ids.ones_like()?;
        self.model.forward(&ids, Some(types), Some(mask))?.i(0)?.to_vec1()
    }
}
