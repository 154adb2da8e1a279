//! Architectures. Each runs one sequence without padding.

mod bert;
mod deberta;

use crate::LoadError;
use crate::manifest::LoadedFiles;
use crate::tokens::Tokens;
use candle_core::{DType, Device, Tensor};
use candle_nn::VarBuilder;

pub(crate) use bert::BertEncoder;

/// How a model's arithmetic is chosen.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Precision {
    /// The fastest kernel that the CPU and the model's shape allow: int8 where there is AVX-512 VNNI, else f32.
    #[default]
    Auto,
    /// f32 in candle, everywhere.
    F32,
}

/// A three-way classifier over one tokenised pair.
pub(crate) enum Classifier {
    Bert(Box<bert::BertClassifier>),
    Deberta(Box<deberta::DebertaClassifier>),
}

impl Classifier {
    pub(crate) fn load(files: &LoadedFiles, precision: Precision) -> Result<Self, LoadError> {
        let kind = files.config.get("model_type").and_then(serde_json::Value::as_str).unwrap_or("none");
        match kind {
            "bert" => Ok(Self::Bert(Box::new(bert::BertClassifier::load(files, precision)?))),
            "deberta-v2" => Ok(Self::Deberta(Box::new(deberta::DebertaClassifier::load(files)?))),
            other => Err(LoadError::Unsupported {
                what: format!("model_type {other:?}"),
                why: "the verifier must be BERT or DeBERTa-v2/v3 with a sequence-classification head".to_owned(),
            }),
        }
    }

    /// The kernel's name in reports.
    pub(crate) fn kernel(&self) -> &'static str {
        match self {
            Self::Bert(model) => model.kernel(),
            Self::Deberta(_) => "f32/candle",
        }
    }

    /// Logits of each sequence in the model's own label order.
    pub(crate) fn logits(&self, batch: &[Tokens]) -> candle_core::Result<Vec<Vec<f32>>> {
        match self {
            Self::Bert(model) => model.logits(batch),
            Self::Deberta(model) => batch.iter().map(|tokens| model.logits(tokens)).collect(),
        }
    }
}

/// Weights in f32 whatever their precision on disk: f16 arithmetic gave NaN in candle 0.11.
fn weights(files: &LoadedFiles) -> Result<VarBuilder<'static>, LoadError> {
    Ok(VarBuilder::from_buffered_safetensors(files.weights.clone(), DType::F32, &Device::Cpu)?)
}

/// Ids and types as tensors of shape (1, length).
fn tensors(tokens: &Tokens) -> candle_core::Result<(Tensor, Tensor)> {
    let ids = Tensor::new(tokens.ids.as_slice(), &Device::Cpu)?.unsqueeze(0)?;
    let types = Tensor::new(tokens.types.as_slice(), &Device::Cpu)?.unsqueeze(0)?;
    Ok((ids, types))
}
