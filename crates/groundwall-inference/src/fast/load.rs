//! Weights as files have them, quantised and packed as the forward reads them.

use super::attention::{self, Positions};
use super::kernel::{Instructions, LANES};
use super::linear::Linear;
use super::math;
use super::words::Words;
use super::{FastEncoder, Layer, Norm};
use crate::LoadError;
use candle_core::{DType, Tensor};
use candle_nn::VarBuilder;
use candle_transformers::models::bert::Config;

fn values(tensor: &Tensor) -> candle_core::Result<Vec<f32>> {
    tensor.to_dtype(DType::F32)?.flatten_all()?.to_vec1()
}

fn norm(vb: &VarBuilder, size: usize) -> candle_core::Result<Norm> {
    let (weight, bias) = if vb.contains_tensor("weight") {
        ("weight", "bias")
    } else {
        ("gamma", "beta")
    };
    Ok(Norm {
        weight: values(&vb.get(size, weight)?)?,
        bias: values(&vb.get(size, bias)?)?,
    })
}

fn linear(vb: &VarBuilder, inputs: usize, outputs: usize) -> candle_core::Result<Linear> {
    Ok(Linear::pack(
        &values(&vb.get((outputs, inputs), "weight")?)?,
        values(&vb.get(outputs, "bias")?)?,
        inputs,
    ))
}

/// The layers of queries, keys and values as one, head by head.
fn by_head(parts: &[VarBuilder; 3], hidden: usize, head: usize) -> candle_core::Result<Linear> {
    let mut loaded = Vec::with_capacity(3);
    for vb in parts {
        loaded.push((
            values(&vb.get((hidden, hidden), "weight")?)?,
            values(&vb.get(hidden, "bias")?)?,
        ));
    }
    let (mut weight, mut bias) = (
        Vec::with_capacity(3 * hidden * hidden),
        Vec::with_capacity(3 * hidden),
    );
    for from in (0..hidden).step_by(head) {
        let channels = from..from + head;
        for (weights, biases) in &loaded {
            weight.extend_from_slice(&weights[channels.start * hidden..channels.end * hidden]);
            bias.extend_from_slice(&biases[channels.clone()]);
        }
    }
    Ok(Linear::pack(&weight, bias, hidden))
}

/// Shape of an encoder.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Shape {
    pub(crate) hidden: usize,
    pub(crate) wide: usize,
    pub(crate) heads: usize,
    pub(crate) layers: usize,
    pub(crate) vocabulary: usize,
    /// Tokens of a sequence, at most.
    pub(crate) longest: usize,
    pub(crate) eps: f32,
}

impl Shape {
    fn head(&self) -> usize {
        self.hidden / self.heads.max(1)
    }

    fn fits(&self) -> bool {
        let lanes = self.hidden.is_multiple_of(LANES) && self.wide.is_multiple_of(LANES);
        lanes && attention::supports(self.head()) && self.head() * self.heads == self.hidden
    }

    fn layer(&self, layer: &VarBuilder, names: &Names) -> candle_core::Result<Layer> {
        let parts = names.query_key_value.map(|name| layer.pp(name));
        Ok(Layer {
            distances: Vec::new(),
            qkv: by_head(&parts, self.hidden, self.head())?,
            out: linear(&layer.pp(names.out), self.hidden, self.hidden)?,
            after_attention: norm(&layer.pp(names.norm), self.hidden)?,
            up: linear(&layer.pp("intermediate.dense"), self.hidden, self.wide)?,
            down: linear(&layer.pp("output.dense"), self.wide, self.hidden)?,
            after_feed_forward: norm(&layer.pp("output.LayerNorm"), self.hidden)?,
        })
    }
}

/// What the parts of a layer's attention are called in a checkpoint.
struct Names {
    query_key_value: [&'static str; 3],
    out: &'static str,
    norm: &'static str,
}

const BERT: Names = Names {
    query_key_value: [
        "attention.self.query",
        "attention.self.key",
        "attention.self.value",
    ],
    out: "attention.output.dense",
    norm: "attention.output.LayerNorm",
};

const DEBERTA: Names = Names {
    query_key_value: [
        "attention.self.query_proj",
        "attention.self.key_proj",
        "attention.self.value_proj",
    ],
    out: BERT.out,
    norm: BERT.norm,
};

const MPNET: Names = Names {
    query_key_value: ["attention.attn.q", "attention.attn.k", "attention.attn.v"],
    out: "attention.attn.o",
    norm: "attention.LayerNorm",
};

/// How DeBERTa maps distances to positions: near ones each to its own, far ones by the logarithm.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Distances {
    /// Positions on each side.
    pub(crate) span: usize,
    /// Largest distance that is told apart.
    pub(crate) farthest: usize,
    /// Whether the positions have a layer norm.
    pub(crate) normed: bool,
}

impl Distances {
    /// The position of a distance, from 0 to 2 · span − 1.
    fn position(&self, distance: i64) -> u32 {
        let (span, middle) = (self.span as i64, self.span as i64 / 2);
        let far = distance.abs();
        let bucket = if far <= middle {
            distance
        } else {
            // As in the original, in f32.
            let share = (far as f32 / middle as f32).ln()
                / ((self.farthest as f32 - 1.0) / middle as f32).ln();
            ((share * (middle as f32 - 1.0)).ceil() as i64 + middle) * distance.signum()
        };
        (bucket + span).clamp(0, 2 * span - 1) as u32
    }
}

impl FastEncoder {
    /// Packs the weights of a BERT; none when its shape has no fast path.
    pub(crate) fn load(
        vb: &VarBuilder,
        config: &Config,
        instructions: Instructions,
    ) -> Result<Option<Self>, LoadError> {
        let shape = Shape {
            hidden: config.hidden_size,
            wide: config.intermediate_size,
            heads: config.num_attention_heads,
            layers: config.num_hidden_layers,
            vocabulary: config.vocab_size,
            longest: config.max_position_embeddings,
            eps: config.layer_norm_eps as f32,
        };
        if !shape.fits()
            || !matches!(
                config.hidden_act,
                candle_transformers::models::bert::HiddenAct::Gelu
            )
        {
            return Ok(None);
        }
        let embeddings = vb.pp("embeddings");
        let mut encoder = Self::bare(&embeddings, shape, instructions)?;
        encoder.positions = Some(values(
            &embeddings.get((shape.longest, shape.hidden), "position_embeddings.weight")?,
        )?);
        encoder.types = Some(values(&embeddings.get(
            (config.type_vocab_size, shape.hidden),
            "token_type_embeddings.weight",
        )?)?);
        for number in 0..shape.layers {
            encoder
                .layers
                .push(shape.layer(&vb.pp("encoder.layer").pp(number), &BERT)?);
        }
        Ok(Some(encoder))
    }

    /// Packs the weights of a DeBERTa-v2/v3 whose positions share the projections of keys and queries; none when its shape has no fast path.
    pub(crate) fn load_disentangled(
        vb: &VarBuilder,
        shape: Shape,
        distances: Distances,
        instructions: Instructions,
    ) -> Result<Option<Self>, LoadError> {
        if !shape.fits() {
            return Ok(None);
        }
        let mut encoder = Self::bare(&vb.pp("embeddings"), shape, instructions)?;
        let longest = shape.longest as i64;
        encoder.of_distance = (1 - longest..longest)
            .map(|distance| distances.position(distance))
            .collect();
        let rows = 2 * distances.span;
        let mut positions = values(
            &vb.pp("encoder")
                .get((rows, shape.hidden), "rel_embeddings.weight")?,
        )?;
        if distances.normed {
            let norm = norm(&vb.pp("encoder.LayerNorm"), shape.hidden)?;
            positions
                .chunks_exact_mut(shape.hidden)
                .for_each(|row| math::layer_norm(row, &norm.weight, &norm.bias, shape.eps));
        }
        let positions = Tensor::from_vec(positions, (rows, shape.hidden), vb.device())?;
        for number in 0..shape.layers {
            let layer = vb.pp("encoder.layer").pp(number);
            let mut packed = shape.layer(&layer, &DEBERTA)?;
            let mut projected = Vec::with_capacity(2);
            for name in ["key_proj", "query_proj"] {
                let layer = candle_nn::linear(
                    shape.hidden,
                    shape.hidden,
                    layer.pp("attention.self").pp(name),
                )?;
                projected.push(values(&candle_nn::Module::forward(&layer, &positions)?)?);
            }
            let head = shape.head();
            let of_head = |all: &[f32], number: usize| {
                let rows: Vec<f32> = all
                    .chunks_exact(shape.hidden)
                    .flat_map(|row| &row[number * head..(number + 1) * head])
                    .copied()
                    .collect();
                Positions::pack(&rows, head)
            };
            packed.distances = (0..shape.heads)
                .map(|number| {
                    (
                        of_head(&projected[0], number),
                        of_head(&projected[1], number),
                    )
                })
                .collect();
            encoder.layers.push(packed);
        }
        Ok(Some(encoder))
    }

    /// Packs the weights of an MPNet; none when its shape has no fast path. `unused` positions come before the first token's, and `bias` has a value for each
    /// bucket and head; `bucket` is that of query − key.
    pub(crate) fn load_biased(
        vb: &VarBuilder,
        shape: Shape,
        unused: usize,
        bias: &[Vec<f32>],
        bucket: impl Fn(i64) -> usize,
        instructions: Instructions,
    ) -> Result<Option<Self>, LoadError> {
        if !shape.fits() {
            return Ok(None);
        }
        let embeddings = vb.pp("embeddings");
        let mut encoder = Self::bare(&embeddings, shape, instructions)?;
        let positions = values(&embeddings.get(
            (shape.longest + unused, shape.hidden),
            "position_embeddings.weight",
        )?)?;
        encoder.positions = Some(positions[unused * shape.hidden..].to_vec());
        let longest = shape.longest as i64;
        let of_head = |head: usize| {
            (1 - longest..longest)
                .map(|distance| bias[bucket(distance)][head])
                .collect()
        };
        encoder.biases = (0..shape.heads).map(of_head).collect();
        for number in 0..shape.layers {
            encoder
                .layers
                .push(shape.layer(&vb.pp("encoder.layer").pp(number), &MPNET)?);
        }
        Ok(Some(encoder))
    }

    /// Words and their norm, without layers.
    fn bare(
        embeddings: &VarBuilder,
        shape: Shape,
        instructions: Instructions,
    ) -> candle_core::Result<Self> {
        Ok(Self {
            words: Words::pack(
                values(
                    &embeddings.get((shape.vocabulary, shape.hidden), "word_embeddings.weight")?,
                )?,
                shape.hidden,
            ),
            positions: None,
            types: None,
            of_distance: Vec::new(),
            biases: Vec::new(),
            longest: shape.longest,
            norm: norm(&embeddings.pp("LayerNorm"), shape.hidden)?,
            layers: Vec::with_capacity(shape.layers),
            hidden: shape.hidden,
            heads: shape.heads,
            eps: shape.eps,
            instructions,
        })
    }
}
