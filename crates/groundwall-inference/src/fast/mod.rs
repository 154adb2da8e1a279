//! A fused forward of BERT-family encoders in int8: BERT, MPNet with its bias by distance, and DeBERTa-v2/v3 with its disentangled attention.
//!
//! Sequences of any length are packed one behind the other without padding. Weights are int8, symmetric per output channel; activations are 8 bits,
//! asymmetric per token, quantised on the way; attention works in 16-bit integers; softmax, GELU and layer norm in f32. What a sequence gives never
//! depends on what else is in the batch, nor on the CPU's instructions.

#[cfg(any(test, feature = "fuzzing"))]
mod agreement;
mod attention;
mod buffer;
mod kernel;
mod linear;
mod load;
mod math;
mod roofline;
mod words;

use crate::tokens::Tokens;
use attention::{Disentangled, Distance, Positions};
use buffer::Buffer;
use kernel::Kernel;
use linear::{Linear, Quantised};
use std::ops::Range;
use words::Words;

#[cfg(feature = "fuzzing")]
pub use agreement::kernels_agree;
pub(crate) use kernel::Instructions;
pub(crate) use load::{Distances, Shape};
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
    /// Hidden states, row by row.
    x: Buffer<f32>,
    head: Buffer<f32>,
    context: Buffer<f32>,
    wide: Buffer<f32>,
    narrow: Buffer<f32>,
    quantised: Quantised,
    attention: attention::Scratch,
}

thread_local! {
    static SCRATCH: std::cell::RefCell<Scratch> = std::cell::RefCell::default();
}

/// Rows of sequences that lie one behind the other.
fn rows_of(ranges: &[Range<usize>]) -> usize {
    ranges.last().map_or(0, |range| range.end)
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
        take: impl FnMut(&[f32]) -> T,
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
                Rows::All => {
                    let x = scratch.x.written(rows_of(&ranges) * self.hidden);
                    let own = |range: &Range<usize>| {
                        &x[range.start * self.hidden..range.end * self.hidden]
                    };
                    ranges.iter().map(own).map(take).collect()
                }
                Rows::First => {
                    let x = scratch.x.written(ranges.len() * self.hidden);
                    x.chunks_exact(self.hidden).map(take).collect()
                }
            })
        })
    }

    /// Word, position and type embeddings of every token; where each sequence lies, in rows.
    fn embed(
        &self,
        batch: &[Tokens],
        x: &mut Buffer<f32>,
    ) -> candle_core::Result<Vec<Range<usize>>> {
        let hidden = self.hidden;
        let mut ranges = Vec::with_capacity(batch.len());
        let all: usize = batch.iter().map(|tokens| tokens.ids.len()).sum();
        let mut x = x.room(all * hidden).chunks_exact_mut(hidden);
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
            let own = tokens.ids.iter().zip(&tokens.types).zip(x.by_ref());
            for (position, ((id, kind), x)) in own.enumerate() {
                self.words
                    .put(*id as usize, x)
                    .ok_or_else(|| missing(*id as usize))?;
                for (table, index) in [(&self.positions, position), (&self.types, *kind as usize)] {
                    if let Some(table) = table {
                        x.iter_mut()
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
        let mut rows = rows_of(ranges);
        for row in scratch.x.room(rows * hidden).chunks_exact_mut(hidden) {
            math::layer_norm(row, &self.norm.weight, &self.norm.bias, self.eps);
        }
        for (number, layer) in self.layers.iter().enumerate() {
            let first_alone = wanted == Rows::First && number + 1 == self.layers.len();
            self.attend::<K>(layer, ranges, first_alone, scratch);
            if first_alone {
                let x = scratch.x.room(rows * hidden);
                for (sequence, range) in ranges.iter().enumerate() {
                    x.copy_within(
                        range.start * hidden..(range.start + 1) * hidden,
                        sequence * hidden,
                    );
                }
                rows = ranges.len();
            }
            self.feed_forward::<K>(layer, rows, scratch);
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
        quantised.take::<K>(x.written(rows_of(ranges) * hidden), hidden);
        let rows = if first_alone {
            ranges.len()
        } else {
            quantised.rows()
        };
        let context = context.room(rows * hidden);
        let size = hidden / self.heads;
        let width = 3 * size;
        let head = head.room(quantised.rows() * width);
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
                attention::head::<K>(
                    size,
                    &head[range.start * width..range.end * width],
                    self.distance(layer, number, range.len()),
                    &mut target,
                    attention,
                );
            }
        }
    }

    /// What one head knows of the distances within a sequence of `length` tokens.
    #[inline(always)]
    fn distance<'a>(&'a self, layer: &'a Layer, head: usize, length: usize) -> Distance<'a> {
        let distances = self.longest - length..self.longest + length - 1;
        match (layer.distances.get(head), self.biases.get(head)) {
            (Some((keys, queries)), _) => Distance::Disentangled(Disentangled {
                keys,
                queries,
                of_distance: &self.of_distance[distances],
            }),
            (None, Some(biases)) => Distance::Bias(&biases[distances]),
            (None, None) => Distance::None,
        }
    }

    /// The rest of a layer, over a few rows at a time.
    #[inline(always)]
    fn feed_forward<K: Kernel>(&self, layer: &Layer, rows: usize, scratch: &mut Scratch) {
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
        let values = rows * hidden;
        for (x, context) in x
            .room(values)
            .chunks_mut(ROWS * hidden)
            .zip(context.written(values).chunks(ROWS * hidden))
        {
            let rows = x.len() / hidden;
            quantised.take::<K>(&context[..x.len()], hidden);
            let narrow = narrow.room(rows * hidden);
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
            let wide = wide.room(rows * width);
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
