//! MPNet with a sequence-classification head: first token, dense, tanh, classes (Song et al. 2020). Pairs come as `<s> a </s></s> b </s>`, and every
//! layer adds to its scores the same bias, by the distance of query and key in 32 buckets.

use super::{Head, Precision};
use crate::LoadError;
use crate::fast::{FastEncoder, Rows, Shape};
use crate::manifest::LoadedFiles;
use crate::tokens::Tokens;
use candle_core::{D, Device, IndexOp as _, Result, Tensor};
use candle_nn::{
    Embedding, LayerNorm, Linear, Module as _, VarBuilder, embedding, layer_norm, linear,
    ops::softmax,
};
use serde::Deserialize;
use std::path::PathBuf;

/// The classifier in one of its two forms.
pub(crate) struct MpnetClassifier {
    encoder: Encoder,
    head: Head,
}

enum Encoder {
    Fast(Box<FastEncoder>),
    Candle(Box<Mpnet>),
}

/// `config.json`, as far as it decides what is computed.
#[derive(Debug, Clone, Deserialize)]
struct Config {
    hidden_size: usize,
    intermediate_size: usize,
    num_attention_heads: usize,
    num_hidden_layers: usize,
    vocab_size: usize,
    max_position_embeddings: usize,
    layer_norm_eps: f64,
    hidden_act: String,
    pad_token_id: usize,
    relative_attention_num_buckets: usize,
}

impl Config {
    /// Positions that no token has: the first one's is the padding's and one more.
    fn unused(&self) -> usize {
        self.pad_token_id + 1
    }

    fn shape(&self) -> Shape {
        Shape {
            hidden: self.hidden_size,
            wide: self.intermediate_size,
            heads: self.num_attention_heads,
            layers: self.num_hidden_layers,
            vocabulary: self.vocab_size,
            longest: self.max_position_embeddings.saturating_sub(self.unused()),
            eps: self.layer_norm_eps as f32,
        }
    }
}

/// The largest distance that has a bucket of its own kind; all beyond share the last (the published model's constant).
const FARTHEST: f32 = 128.0;

/// The bucket of `query − key`: half of them for keys behind the query; of each half, half for each small distance, the rest by the logarithm.
fn bucket(distance: i64, buckets: usize) -> usize {
    let half = buckets / 2;
    let exact = half / 2;
    let side = if distance < 0 { half } else { 0 };
    let far = usize::try_from(distance.unsigned_abs()).unwrap_or(usize::MAX);
    if far < exact {
        return side + far;
    }
    let share = (far as f32 / exact as f32).ln() / (FARTHEST / exact as f32).ln();
    side + (exact + (share * (half - exact) as f32) as usize).min(half - 1)
}

impl MpnetClassifier {
    pub(crate) fn load(
        files: &LoadedFiles,
        precision: Precision,
    ) -> std::result::Result<Self, LoadError> {
        let config: Config =
            serde_json::from_value(files.config.clone()).map_err(|error| LoadError::Format {
                path: PathBuf::from("config.json"),
                why: error.to_string(),
            })?;
        if config.hidden_act != "gelu"
            || config.relative_attention_num_buckets < 4
            || config.num_attention_heads == 0
        {
            return Err(LoadError::Unsupported {
                what: "config.json of an MPNet".to_owned(),
                why: "it must say hidden_act gelu, at least 4 buckets and a head".to_owned(),
            });
        }
        let vb = files.weights.tensors()?;
        let root = vb.pp("mpnet");
        let buckets = config.relative_attention_num_buckets;
        let table = root.get(
            (buckets, config.num_attention_heads),
            "encoder.relative_attention_bias.weight",
        )?;
        let of = |distance: i64| bucket(distance, buckets);
        let fast = match precision.instructions()? {
            Some(instructions) => FastEncoder::load_biased(
                &root,
                config.shape(),
                config.unused(),
                &table.to_vec2()?,
                of,
                instructions,
            )?,
            None => None,
        };
        let encoder = match fast {
            Some(fast) => Encoder::Fast(Box::new(fast)),
            None => Encoder::Candle(Box::new(Mpnet::load(&root, &config, table)?)),
        };
        let head = vb.pp("classifier");
        Ok(Self {
            encoder,
            head: Head::load(
                files,
                config.hidden_size,
                head.pp("dense"),
                head.pp("out_proj"),
                Tensor::tanh,
            )?,
        })
    }

    pub(crate) fn kernel(&self) -> &'static str {
        match &self.encoder {
            Encoder::Fast(model) => model.kernel(),
            Encoder::Candle(_) => "f32/candle",
        }
    }

    pub(crate) fn logits(&self, batch: &[Tokens]) -> Result<Vec<Vec<f32>>> {
        match &self.encoder {
            Encoder::Fast(model) => model
                .run(batch, Rows::First, |states| self.head.logits(states))?
                .into_iter()
                .collect(),
            Encoder::Candle(model) => batch
                .iter()
                .map(|tokens| {
                    self.head.logits(
                        &model
                            .forward(&tokens.ids)?
                            .flatten_all()?
                            .to_vec1::<f32>()?,
                    )
                })
                .collect(),
        }
    }
}

/// The encoder in f32.
struct Mpnet {
    words: Embedding,
    positions: Tensor,
    norm: LayerNorm,
    /// Shape (buckets, heads).
    bias: Tensor,
    layers: Vec<Layer>,
    config: Config,
}

struct Layer {
    query: Linear,
    key: Linear,
    value: Linear,
    out: Linear,
    after_attention: LayerNorm,
    up: Linear,
    down: Linear,
    after_feed_forward: LayerNorm,
}

impl Mpnet {
    fn load(vb: &VarBuilder, config: &Config, bias: Tensor) -> Result<Self> {
        let (hidden, wide, eps) = (
            config.hidden_size,
            config.intermediate_size,
            config.layer_norm_eps,
        );
        let embeddings = vb.pp("embeddings");
        let layer = |number: usize| {
            let vb = vb.pp("encoder.layer").pp(number);
            let attention = vb.pp("attention.attn");
            Ok(Layer {
                query: linear(hidden, hidden, attention.pp("q"))?,
                key: linear(hidden, hidden, attention.pp("k"))?,
                value: linear(hidden, hidden, attention.pp("v"))?,
                out: linear(hidden, hidden, attention.pp("o"))?,
                after_attention: layer_norm(hidden, eps, vb.pp("attention.LayerNorm"))?,
                up: linear(hidden, wide, vb.pp("intermediate.dense"))?,
                down: linear(wide, hidden, vb.pp("output.dense"))?,
                after_feed_forward: layer_norm(hidden, eps, vb.pp("output.LayerNorm"))?,
            })
        };
        let all = embeddings.get(
            (config.max_position_embeddings, hidden),
            "position_embeddings.weight",
        )?;
        Ok(Self {
            words: embedding(config.vocab_size, hidden, embeddings.pp("word_embeddings"))?,
            positions: all.i(config.unused()..)?,
            norm: layer_norm(hidden, eps, embeddings.pp("LayerNorm"))?,
            bias,
            layers: (0..config.num_hidden_layers)
                .map(layer)
                .collect::<Result<_>>()?,
            config: config.clone(),
        })
    }

    /// Hidden states of shape (length, hidden).
    fn forward(&self, ids: &[u32]) -> Result<Tensor> {
        let (length, buckets) = (ids.len(), self.config.relative_attention_num_buckets);
        let ids = Tensor::new(ids, &Device::Cpu)?;
        let mut x = self
            .norm
            .forward(&(self.words.forward(&ids)? + self.positions.i(..length)?)?)?;
        let of = |query: usize| {
            (0..length).map(move |key| bucket(query as i64 - key as i64, buckets) as u32)
        };
        let places = Tensor::from_vec(
            (0..length).flat_map(of).collect::<Vec<_>>(),
            length * length,
            &Device::Cpu,
        )?;
        let bias = self
            .bias
            .index_select(&places, 0)?
            .t()?
            .reshape(((), length, length))?;
        for layer in &self.layers {
            x = layer.forward(&x, &bias, self.config.num_attention_heads)?;
        }
        Ok(x)
    }
}

impl Layer {
    fn forward(&self, x: &Tensor, bias: &Tensor, heads: usize) -> Result<Tensor> {
        let (length, hidden) = x.dims2()?;
        let head = hidden / heads;
        let by_head = |layer: &Linear| {
            layer
                .forward(x)?
                .reshape((length, heads, head))?
                .transpose(0, 1)?
                .contiguous()
        };
        let (query, key, value) = (
            by_head(&self.query)?,
            by_head(&self.key)?,
            by_head(&self.value)?,
        );
        let scores = ((query.matmul(&key.t()?)? / (head as f64).sqrt())? + bias)?;
        let context = softmax(&scores, D::Minus1)?
            .matmul(&value)?
            .transpose(0, 1)?
            .reshape((length, hidden))?;
        let x = self
            .after_attention
            .forward(&(self.out.forward(&context)? + x)?)?;
        self.after_feed_forward
            .forward(&(self.down.forward(&self.up.forward(&x)?.gelu_erf()?)? + &x)?)
    }
}

#[cfg(test)]
mod tests {
    use super::bucket;

    #[test]
    fn buckets_are_those_of_the_published_model() {
        // Distance 0 to 7 each its own, then by the logarithm to 128; keys behind the query 16 later.
        let far = [
            0, 1, 7, 8, 11, 12, 15, 16, 22, 23, 31, 32, 45, 46, 64, 90, 91, 127, 128, 500,
        ]
        .map(|distance| bucket(distance, 32));
        assert_eq!(
            far,
            [
                0, 1, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 14, 14, 15, 15, 15, 15
            ]
        );
        assert_eq!(
            [-1, -7, -8, -500].map(|distance| bucket(distance, 32)),
            [17, 23, 24, 31]
        );
    }
}
