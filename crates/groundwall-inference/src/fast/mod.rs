//! A fused forward of BERT-family encoders in int8, for CPUs with AVX-512 VNNI.
//!
//! Sequences of any length are packed one behind the other without padding. Weights are int8, symmetric per output channel; activations are 8 bits,
//! asymmetric per token, quantised on the way (a token's result never depends on what else is in the batch). Attention, softmax, GELU and
//! layer norm stay in f32. Other CPUs take candle's f32 path.

mod attention;
mod linear;
mod math;
mod vnni;

use crate::LoadError;
use crate::tokens::Tokens;
use candle_core::{DType, Tensor};
use candle_nn::VarBuilder;
use candle_transformers::models::bert::Config;
use linear::{Linear, Quantised};
use std::ops::Range;

/// The kernel's name in reports.
pub(crate) const KERNEL: &str = "int8/avx512-vnni";

/// Whose hidden states a caller needs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rows {
    All,
    /// Those of each sequence's first token.
    First,
}

/// Scale and shift of a layer norm.
struct Norm {
    weight: Vec<f32>,
    bias: Vec<f32>,
}

struct Layer {
    qkv: Linear,
    out: Linear,
    after_attention: Norm,
    up: Linear,
    down: Linear,
    after_feed_forward: Norm,
}

/// An encoder with its weights quantised and packed.
pub(crate) struct FastEncoder {
    words: Vec<f32>,
    positions: Vec<f32>,
    types: Vec<f32>,
    norm: Norm,
    layers: Vec<Layer>,
    hidden: usize,
    heads: usize,
    eps: f32,
}

/// Buffers that are kept between calls.
#[derive(Default)]
struct Scratch {
    x: Vec<f32>,
    wide: Vec<f32>,
    context: Vec<f32>,
    quantised: Quantised,
    attention: attention::Scratch,
}

thread_local! {
    static SCRATCH: std::cell::RefCell<Scratch> = std::cell::RefCell::default();
}

/// The first `length` values of a buffer that only grows; what they were before is of no account.
#[inline(always)]
fn room(buffer: &mut Vec<f32>, length: usize) -> &mut [f32] {
    if buffer.len() < length {
        buffer.resize(length, 0.0);
    }
    &mut buffer[..length]
}

fn values(tensor: &Tensor) -> candle_core::Result<Vec<f32>> {
    tensor.to_dtype(DType::F32)?.flatten_all()?.to_vec1()
}

fn norm(vb: &VarBuilder, size: usize) -> candle_core::Result<Norm> {
    let (weight, bias) = if vb.contains_tensor("weight") { ("weight", "bias") } else { ("gamma", "beta") };
    Ok(Norm { weight: values(&vb.get(size, weight)?)?, bias: values(&vb.get(size, bias)?)? })
}

/// One packed matrix of several linear layers side by side.
fn linear(parts: &[VarBuilder], inputs: usize, outputs: usize) -> candle_core::Result<Linear> {
    let (mut weight, mut bias) = (Vec::new(), Vec::new());
    for vb in parts {
        weight.extend(values(&vb.get((outputs, inputs), "weight")?)?);
        bias.extend(values(&vb.get(outputs, "bias")?)?);
    }
    Ok(Linear::pack(&weight, bias, inputs))
}

struct Encode<'a> {
    encoder: &'a FastEncoder,
    ranges: &'a [Range<usize>],
    rows: Rows,
    scratch: &'a mut Scratch,
}

impl vnni::Work for Encode<'_> {
    type Output = ();
    #[inline(always)]
    fn run(self) {
        self.encoder.encode(self.ranges, self.rows, self.scratch);
    }
}

impl FastEncoder {
    /// Packs the weights; none when the CPU or the shape of the model has no fast path.
    pub(crate) fn load(vb: &VarBuilder, config: &Config) -> Result<Option<Self>, LoadError> {
        let (hidden, wide) = (config.hidden_size, config.intermediate_size);
        let head = hidden / config.num_attention_heads.max(1);
        let fits = hidden.is_multiple_of(linear::COLUMNS)
            && wide.is_multiple_of(linear::COLUMNS)
            && head == attention::HEAD
            && head * config.num_attention_heads == hidden;
        if !vnni::available() || !fits || !matches!(config.hidden_act, candle_transformers::models::bert::HiddenAct::Gelu) {
            return Ok(None);
        }
        let embeddings = vb.pp("embeddings");
        let mut layers = Vec::with_capacity(config.num_hidden_layers);
        for number in 0..config.num_hidden_layers {
            let layer = vb.pp("encoder.layer").pp(number);
            let attention = layer.pp("attention.self");
            layers.push(Layer {
                qkv: linear(&[attention.pp("query"), attention.pp("key"), attention.pp("value")], hidden, hidden)?,
                out: linear(&[layer.pp("attention.output.dense")], hidden, hidden)?,
                after_attention: norm(&layer.pp("attention.output.LayerNorm"), hidden)?,
                up: linear(&[layer.pp("intermediate.dense")], hidden, wide)?,
                down: linear(&[layer.pp("output.dense")], wide, hidden)?,
                after_feed_forward: norm(&layer.pp("output.LayerNorm"), hidden)?,
            });
        }
        Ok(Some(Self {
            words: values(&embeddings.get((config.vocab_size, hidden), "word_embeddings.weight")?)?,
            positions: values(&embeddings.get((config.max_position_embeddings, hidden), "position_embeddings.weight")?)?,
            types: values(&embeddings.get((config.type_vocab_size, hidden), "token_type_embeddings.weight")?)?,
            norm: norm(&embeddings.pp("LayerNorm"), hidden)?,
            layers,
            hidden,
            heads: config.num_attention_heads,
            eps: config.layer_norm_eps as f32,
        }))
    }

    /// Runs the encoder over packed sequences and hands each sequence's hidden states, row by row, to `take`: those of every token, or of the first
    /// alone, for which most of the last layer need not be computed.
    pub(crate) fn run<T>(&self, batch: &[Tokens], rows: Rows, mut take: impl FnMut(&[f32]) -> T) -> candle_core::Result<Vec<T>> {
        SCRATCH.with_borrow_mut(|scratch| {
            let ranges = self.embed(batch, &mut scratch.x)?;
            // Loading refused the fast path on CPUs without these features.
            vnni::with_features(Encode { encoder: self, ranges: &ranges, rows, scratch });
            Ok(match rows {
                Rows::All => ranges.iter().map(|range| take(&scratch.x[range.start * self.hidden..range.end * self.hidden])).collect(),
                Rows::First => scratch.x.chunks_exact(self.hidden).map(take).collect(),
            })
        })
    }

    /// Word, position and type embeddings of every token; where each sequence lies, in rows.
    fn embed(&self, batch: &[Tokens], x: &mut Vec<f32>) -> candle_core::Result<Vec<Range<usize>>> {
        let hidden = self.hidden;
        let mut ranges = Vec::with_capacity(batch.len());
        x.clear();
        let mut rows = 0;
        let row = |table: &'_ [f32], index: usize| -> candle_core::Result<Range<usize>> {
            let range = index * hidden..(index + 1) * hidden;
            if range.end > table.len() { Err(candle_core::Error::Msg(format!("there is no embedding {index}"))) } else { Ok(range) }
        };
        for tokens in batch {
            for (position, (id, kind)) in tokens.ids.iter().zip(&tokens.types).enumerate() {
                let word = &self.words[row(&self.words, *id as usize)?];
                let place = &self.positions[row(&self.positions, position)?];
                let kind = &self.types[row(&self.types, *kind as usize)?];
                x.extend(word.iter().zip(place).zip(kind).map(|((a, b), c)| a + b + c));
            }
            ranges.push(rows..rows + tokens.ids.len());
            rows += tokens.ids.len();
        }
        Ok(ranges)
    }

    #[inline(always)]
    fn encode(&self, ranges: &[Range<usize>], wanted: Rows, scratch: &mut Scratch) {
        let Scratch { x, wide, context, quantised, attention } = scratch;
        let hidden = self.hidden;
        for row in x.chunks_exact_mut(hidden) {
            math::layer_norm(row, &self.norm.weight, &self.norm.bias, self.eps);
        }
        for (number, layer) in self.layers.iter().enumerate() {
            let first_alone = wanted == Rows::First && number + 1 == self.layers.len();
            let qkv = room(wide, x.len() * 3);
            quantised.take(x, hidden);
            layer.qkv.forward(quantised, qkv);
            let rows = if first_alone { ranges.len() } else { x.len() / hidden };
            let attended = room(context, rows * hidden);
            for (sequence, range) in ranges.iter().enumerate() {
                let out = if first_alone { sequence..sequence + 1 } else { range.clone() };
                let (from, to) = (range.start * 3 * hidden, range.end * 3 * hidden);
                attention::sequence(&qkv[from..to], &mut attended[out.start * hidden..out.end * hidden], self.heads, attention);
            }
            if first_alone {
                for (sequence, range) in ranges.iter().enumerate() {
                    x.copy_within(range.start * hidden..(range.start + 1) * hidden, sequence * hidden);
                }
                x.truncate(rows * hidden);
            }
            quantised.take(attended, hidden);
            let projected = room(wide, rows * hidden);
            layer.out.forward(quantised, projected);
            self.add_norm(x, projected, &layer.after_attention);
            let width = layer.up.outputs();
            quantised.take(x, hidden);
            let inner = room(wide, rows * width);
            layer.up.forward(quantised, inner);
            math::gelu(inner);
            quantised.take(inner, width);
            let outer = room(context, rows * hidden);
            layer.down.forward(quantised, outer);
            self.add_norm(x, outer, &layer.after_feed_forward);
        }
    }

    #[inline(always)]
    fn add_norm(&self, x: &mut [f32], more: &[f32], norm: &Norm) {
        for (row, more) in x.chunks_exact_mut(self.hidden).zip(more.chunks_exact(self.hidden)) {
            for (value, more) in row.iter_mut().zip(more) {
                *value += more;
            }
            math::layer_norm(row, &norm.weight, &norm.bias, self.eps);
        }
    }
}
