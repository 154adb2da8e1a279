//! DeBERTa-v2/v3 with a sequence-classification head: first token, dense, GELU, classifier.

use super::{Head, Precision, tensors};
use crate::LoadError;
use crate::fast::{Distances, FastEncoder, Rows, Shape};
use crate::manifest::LoadedFiles;
use crate::tokens::Tokens;
use candle_core::{IndexOp as _, Tensor};
use candle_nn::VarBuilder;
use candle_transformers::models::debertav2::{Config, DebertaV2SeqClassificationModel};
use serde::Deserialize;
use std::path::PathBuf;

/// The classifier in one of its two forms.
pub(crate) enum DebertaClassifier {
    Fast {
        encoder: Box<FastEncoder>,
        head: Head,
    },
    Candle(Box<DebertaV2SeqClassificationModel>),
}

/// What decides whether the fast path computes the same; the defaults are those of the published configuration class.
#[derive(Debug, Deserialize)]
struct Fit {
    hidden_size: usize,
    intermediate_size: usize,
    num_attention_heads: usize,
    num_hidden_layers: usize,
    vocab_size: usize,
    max_position_embeddings: usize,
    layer_norm_eps: f64,
    hidden_act: String,
    #[serde(default)]
    pooler_hidden_act: Option<String>,
    #[serde(default)]
    embedding_size: Option<usize>,
    #[serde(default)]
    relative_attention: bool,
    #[serde(default)]
    share_att_key: bool,
    #[serde(default)]
    position_biased_input: Option<bool>,
    #[serde(default)]
    type_vocab_size: usize,
    #[serde(default)]
    conv_kernel_size: usize,
    #[serde(default)]
    position_buckets: i64,
    #[serde(default)]
    max_relative_positions: i64,
    #[serde(default)]
    norm_rel_ebd: Option<String>,
    #[serde(default)]
    pos_att_type: serde_json::Value,
}

impl Fit {
    /// Shape and distances when everything is as in the published v3 models; none otherwise.
    fn of(&self) -> Option<(Shape, Distances)> {
        let kinds = self.pos_att_type.to_string();
        let plain = self.relative_attention
            && self.share_att_key
            && self.position_biased_input == Some(false)
            && self.type_vocab_size == 0
            && self.conv_kernel_size == 0
            && self
                .embedding_size
                .is_none_or(|size| size == self.hidden_size)
            && self.hidden_act == "gelu"
            && self
                .pooler_hidden_act
                .as_deref()
                .is_none_or(|act| act == "gelu")
            && kinds.contains("c2p")
            && kinds.contains("p2c")
            && self.position_buckets > 3;
        let shape = Shape {
            hidden: self.hidden_size,
            wide: self.intermediate_size,
            heads: self.num_attention_heads,
            layers: self.num_hidden_layers,
            vocabulary: self.vocab_size,
            longest: self.max_position_embeddings,
            eps: self.layer_norm_eps as f32,
        };
        let distances = Distances {
            span: usize::try_from(self.position_buckets).ok()?,
            farthest: usize::try_from(self.max_relative_positions)
                .ok()
                .filter(|most| *most > 0)
                .unwrap_or(self.max_position_embeddings),
            normed: self
                .norm_rel_ebd
                .as_deref()
                .is_some_and(|norm| norm.contains("layer_norm")),
        };
        plain.then_some((shape, distances))
    }
}

impl DebertaClassifier {
    pub(crate) fn load(files: &LoadedFiles, precision: Precision) -> Result<Self, LoadError> {
        let vb = files.weights.tensors()?;
        if let Some(fast) = Self::fast(files, &vb, precision)? {
            return Ok(fast);
        }
        let config: Config =
            serde_json::from_value(files.config.clone()).map_err(|error| LoadError::Format {
                path: PathBuf::from("config.json"),
                why: error.to_string(),
            })?;
        let id2label = config.id2label.clone();
        let root = if vb.contains_tensor("deberta.embeddings.word_embeddings.weight") {
            vb.set_prefix("deberta")
        } else {
            vb
        };
        Ok(Self::Candle(Box::new(
            DebertaV2SeqClassificationModel::load(root, &config, id2label)?,
        )))
    }

    fn fast(
        files: &LoadedFiles,
        vb: &VarBuilder,
        precision: Precision,
    ) -> Result<Option<Self>, LoadError> {
        let Some(instructions) = precision.instructions()? else {
            return Ok(None);
        };
        let fit: Option<Fit> = serde_json::from_value(files.config.clone()).ok();
        let Some((shape, distances)) = fit.and_then(|fit| fit.of()) else {
            return Ok(None);
        };
        if !vb.contains_tensor("deberta.encoder.rel_embeddings.weight") {
            return Ok(None);
        }
        let Some(encoder) =
            FastEncoder::load_disentangled(&vb.pp("deberta"), shape, distances, instructions)?
        else {
            return Ok(None);
        };
        let head = Head::load(
            files,
            shape.hidden,
            vb.pp("pooler.dense"),
            vb.pp("classifier"),
            Tensor::gelu_erf,
        )?;
        Ok(Some(Self::Fast {
            encoder: Box::new(encoder),
            head,
        }))
    }

    pub(crate) fn kernel(&self) -> &'static str {
        match self {
            Self::Fast { encoder, .. } => encoder.kernel(),
            Self::Candle(_) => "f32/candle",
        }
    }

    pub(crate) fn logits(&self, batch: &[Tokens]) -> candle_core::Result<Vec<Vec<f32>>> {
        match self {
            Self::Fast { encoder, head } => encoder
                .run(batch, Rows::First, |states| head.logits(states))?
                .into_iter()
                .collect(),
            Self::Candle(model) => {
                let one = |tokens: &Tokens| {
                    let (ids, types) = tensors(tokens)?;
                    let mask = ids.ones_like()?;
                    model
                        .forward(&ids, Some(types), Some(mask))?
                        .i(0)?
                        .to_vec1()
                };
                batch.iter().map(one).collect()
            }
        }
    }
}
