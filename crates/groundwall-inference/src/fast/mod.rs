//! A fused forward of BERT-family encoders in int8: BERT, MPNet with its bias by distance, and DeBERTa-v2/v3 with its disentangled attention.
//!
//! Sequences of any length are packed one behind the other without padding. Weights are int8, symmetric per output channel; activations are 8 bits,
//! asymmetric per token, quantised on the way; attention works in 16-bit integers; softmax, GELU and layer norm in f32. What a sequence gives never
//! depends on what else is in the batch, nor on the CPU's instructions.

#[cfg(any(test, feature = "fuzzing"))]
mod agreement;
mod attention;
mod kernel;
mod linear;
mod math;
mod roofline;
mod words;

use crate::LoadError;
use crate::tokens::Tokens;
use attention::{Disentangled, Distance, Positions};
use candle_core::{DType, Tensor};
use candle_nn::VarBuilder;
use candle_transformers::models::bert::Config;
use kernel::{Kernel, LANES};
use linear::{Linear, Quantised};
use std::ops::Range;
use words::Words;

#[cfg(feature = "fuzzing")]
pub use agreement::kernels_agree;
pub(crate) use kernel::Instructions;
pub use roofline::{Roofline, roofline};

/// Rows that go through the feed-forward layers together: their 4 · hidden values each stay in the cache of one core.
const ROWS: usize = 104;

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
    /// Keys and queries of every distance, for each head; none in BERT.
    distances: Vec<(Positions, Positions)>,
    /// Query, key and value of the first head, then of the next.
    qkv: Linear,
    out: Linear,
    after_attention: Norm,
    up: Linear,
    down: Linear,
    after_feed_forward: Norm,
}

/// An encoder with its weights quantised and packed.
pub(crate) struct FastEncoder {
    words: Words,
    /// None in DeBERTa, which knows distances instead.
    positions: Option<Vec<f32>>,
    types: Option<Vec<f32>>,
    /// The position of each distance from −(longest − 1) to longest − 1; only in DeBERTa.
    of_distance: Vec<u32>,
    /// For each head, what every layer adds to the score at each such distance; only in MPNet.
    biases: Vec<Vec<f32>>,
    /// Tokens of a sequence, at most.
    longest: usize,
    norm: Norm,
    layers: Vec<Layer>,
    hidden: usize,
    heads: usize,
    eps: f32,
    instructions: Instructions,
}

/// Buffers that are kept between calls.
#[derive(Default)]
struct Scratch {
    x: Vec<f32>,
    head: Vec<f32>,
    context: Vec<f32>,
    wide: Vec<f32>,
    narrow: Vec<f32>,
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

struct Encode<'a> {
    encoder: &'a FastEncoder,
    ranges: &'a [Range<usize>],
    rows: Rows,
    scratch: &'a mut Scratch,
}

impl kernel::Work for Encode<'_> {
    type Output = ();
    #[inline(always)]
    fn run<K: Kernel>(self) {
        self.encoder
            .encode::<K>(self.ranges, self.rows, self.scratch);
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

    /// The kernel's name in reports.
    pub(crate) fn kernel(&self) -> &'static str {
        self.instructions.name()
    }

    /// Runs the encoder over packed sequences and hands each sequence's hidden states, row by row, to `take`: those of every token, or of the first
    /// alone, for which most of the last layer need not be computed.
    pub(crate) fn run<T>(
        &self,
        batch: &[Tokens],
        rows: Rows,
        mut take: impl FnMut(&[f32]) -> T,
    ) -> candle_core::Result<Vec<T>> {
        SCRATCH.with_borrow_mut(|scratch| {
            let ranges = self.embed(batch, &mut scratch.x)?;
            self.instructions.run(Encode {
                encoder: self,
                ranges: &ranges,
                rows,
                scratch,
            });
            Ok(match rows {
                Rows::All => ranges
                    .iter()
                    .map(|range| {
                        take(&scratch.x[range.start * self.hidden..range.end * self.hidden])
                    })
                    .collect(),
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
        let missing =
            |index: usize| candle_core::Error::Msg(format!("there is no embedding {index}"));
        let row = |table: &'_ [f32], index: usize| -> candle_core::Result<Range<usize>> {
            let range = index * hidden..(index + 1) * hidden;
            if range.end > table.len() {
                Err(missing(index))
            } else {
                Ok(range)
            }
        };
        for tokens in batch {
            if tokens.ids.len() > self.longest {
                return Err(candle_core::Error::Msg(format!(
                    "{} tokens are too many",
                    tokens.ids.len()
                )));
            }
            for (position, (id, kind)) in tokens.ids.iter().zip(&tokens.types).enumerate() {
                let from = x.len();
                self.words
                    .add_to(*id as usize, x)
                    .ok_or_else(|| missing(*id as usize))?;
                for (table, index) in [(&self.positions, position), (&self.types, *kind as usize)] {
                    if let Some(table) = table {
                        x[from..]
                            .iter_mut()
                            .zip(&table[row(table, index)?])
                            .for_each(|(value, more)| *value += more);
                    }
                }
            }
            ranges.push(rows..rows + tokens.ids.len());
            rows += tokens.ids.len();
        }
        Ok(ranges)
    }

    #[inline(always)]
    fn encode<K: Kernel>(&self, ranges: &[Range<usize>], wanted: Rows, scratch: &mut Scratch) {
        let hidden = self.hidden;
        for row in scratch.x.chunks_exact_mut(hidden) {
            math::layer_norm(row, &self.norm.weight, &self.norm.bias, self.eps);
        }
        for (number, layer) in self.layers.iter().enumerate() {
            let first_alone = wanted == Rows::First && number + 1 == self.layers.len();
            self.attend::<K>(layer, ranges, first_alone, scratch);
            if first_alone {
                for (sequence, range) in ranges.iter().enumerate() {
                    scratch.x.copy_within(
                        range.start * hidden..(range.start + 1) * hidden,
                        sequence * hidden,
                    );
                }
                scratch.x.truncate(ranges.len() * hidden);
            }
            self.feed_forward::<K>(layer, scratch);
        }
    }

    /// Attention of every head over every sequence, into `context`: a row for each token, or for each sequence's first alone.
    #[inline(always)]
    fn attend<K: Kernel>(
        &self,
        layer: &Layer,
        ranges: &[Range<usize>],
        first_alone: bool,
        scratch: &mut Scratch,
    ) {
        let Scratch {
            x,
            head,
            context,
            quantised,
            attention,
            ..
        } = scratch;
        let hidden = self.hidden;
        quantised.take::<K>(x, hidden);
        let rows = if first_alone {
            ranges.len()
        } else {
            quantised.rows()
        };
        let context = room(context, rows * hidden);
        let size = hidden / self.heads;
        let width = 3 * size;
        let head = room(head, quantised.rows() * width);
        for number in 0..self.heads {
            layer
                .qkv
                .forward_part::<K>(quantised, number * width..(number + 1) * width, head);
            for (sequence, range) in ranges.iter().enumerate() {
                let out = if first_alone {
                    sequence..sequence + 1
                } else {
                    range.clone()
                };
                let rows = &mut context[out.start * hidden..out.end * hidden];
                let mut target = attention::Target {
                    rows,
                    stride: hidden,
                    offset: number * size,
                };
                let distances = self.longest - range.len()..self.longest + range.len() - 1;
                let distance = match (layer.distances.get(number), self.biases.get(number)) {
                    (Some((keys, queries)), _) => Distance::Disentangled(Disentangled {
                        keys,
                        queries,
                        of_distance: &self.of_distance[distances],
                    }),
                    (None, Some(biases)) => Distance::Bias(&biases[distances]),
                    (None, None) => Distance::None,
                };
                attention::head::<K>(
                    size,
                    &head[range.start * width..range.end * width],
                    distance,
                    &mut target,
                    attention,
                );
            }
        }
    }

    /// The rest of a layer, over a few rows at a time.
    #[inline(always)]
    fn feed_forward<K: Kernel>(&self, layer: &Layer, scratch: &mut Scratch) {
        let Scratch {
            x,
            context,
            wide,
            narrow,
            quantised,
            ..
        } = scratch;
        let hidden = self.hidden;
        let width = layer.down.inputs();
        for (x, context) in x
            .chunks_mut(ROWS * hidden)
            .zip(context.chunks(ROWS * hidden))
        {
            let rows = x.len() / hidden;
            quantised.take::<K>(&context[..x.len()], hidden);
            let narrow = room(narrow, rows * hidden);
            layer.out.forward::<K>(quantised, narrow);
            quantised.reset::<K>(rows, hidden);
            for (row, (x, more)) in x
                .chunks_exact_mut(hidden)
                .zip(narrow.chunks_exact(hidden))
                .enumerate()
            {
                self.add_norm(x, more, &layer.after_attention);
                quantised.put::<K>(row, x);
            }
            let wide = room(wide, rows * width);
            layer.up.forward::<K>(quantised, wide);
            quantised.reset::<K>(rows, width);
            for (row, values) in wide.chunks_exact_mut(width).enumerate() {
                let bounds = math::gelu(values);
                quantised.put_within::<K>(row, values, bounds);
            }
            layer.down.forward::<K>(quantised, narrow);
            for (x, more) in x.chunks_exact_mut(hidden).zip(narrow.chunks_exact(hidden)) {
                self.add_norm(x, more, &layer.after_feed_forward);
            }
        }
    }

    #[inline(always)]
    fn add_norm(&self, row: &mut [f32], more: &[f32], norm: &Norm) {
        for (value, more) in row.iter_mut().zip(more) {
            *value += more;
        }
        math::layer_norm(row, &norm.weight, &norm.bias, self.eps);
    }
}
