//! Softmax attention of one head over one sequence, in 16-bit integers: products with queries and keys of about 13 bits, and probabilities of 13 bits over
//! values of as many bits as the sums of the sequence's length allow. Heads have 32 values, as in every MiniLM, or 64.
//!
//! With tables of positions it is the disentangled attention of DeBERTa: a score is the sum of query · key, query · key of the distance, and key · query of
//! the distance (He et al. 2021). With biases it is that of MPNet and T5: each distance adds a value of its own to the score.

mod packed;

use super::buffer::Buffer;
use super::kernel::{Block, Kernel, LANES, Matrix, Scaled, Weighted, Word};
use super::math;
use packed::{integers, largest, word};

pub(super) use packed::{Disentangled, Distance, Positions};

/// Queries that are handled together.
const QUERIES: usize = 7;
/// Largest probability, 13 bits.
const LARGEST: f32 = 8_191.0;

/// Largest query or key of a head of `values` values: the sum of as many products of two of them stays within i32.
fn largest_factor(values: usize) -> f32 {
    (f64::from(i32::MAX) / values as f64)
        .sqrt()
        .floor()
        .min(f64::from(LARGEST)) as f32
}

/// Whether a head of so many values has a path here.
pub(super) fn supports(head: usize) -> bool {
    matches!(head, 32 | 64)
}

/// Buffers of one head.
#[derive(Default)]
pub(super) struct Scratch {
    queries: Vec<Word>,
    /// Block columns of 16 keys.
    keys: Vec<Block>,
    /// Block columns of 16 values of the head.
    values: Vec<Block>,
    /// Scores of `QUERIES` queries.
    scores: Buffer<f32>,
    /// Their probabilities, two a word.
    weights: Vec<Word>,
    /// Keys row by row, where positions are asked for.
    key_rows: Vec<Word>,
    /// Products of `QUERIES` queries, and of every key, with the positions in reach.
    query_positions: Vec<f32>,
    key_positions: Vec<f32>,
}

/// Rows of the output of one head: its values at `offset` of each row of `stride`.
pub(super) struct Target<'a> {
    pub(super) rows: &'a mut [f32],
    pub(super) stride: usize,
    pub(super) offset: usize,
}

/// `qkv` has 3 · head values a row (query, key, value of one head); the first rows that `out` has room for are attended.
#[inline(always)]
pub(super) fn head<K: Kernel>(
    head: usize,
    qkv: &[f32],
    distance: Distance<'_>,
    out: &mut Target<'_>,
    scratch: &mut Scratch,
) {
    if head == 64 {
        sized::<K, 64>(qkv, distance, out, scratch);
    } else {
        sized::<K, 32>(qkv, distance, out, scratch);
    }
}

#[inline(always)]
fn sized<K: Kernel, const D: usize>(
    qkv: &[f32],
    distance: Distance<'_>,
    out: &mut Target<'_>,
    scratch: &mut Scratch,
) {
    let (positions, biases) = match distance {
        Distance::None => (None, None),
        Distance::Disentangled(of) => (Some(of), None),
        Distance::Bias(biases) => (None, Some(biases)),
    };
    let length = qkv.len() / (3 * D);
    let asked = out.rows.len() / out.stride;
    let padded = length.next_multiple_of(LANES);
    let limit = largest_factor(D);
    let [most_query, most_key, most_value] = [
        largest::<D>(qkv, 0),
        largest::<D>(qkv, D),
        largest::<D>(qkv, 2 * D),
    ];
    // Sums of probabilities times values must fit an i32.
    let value_limit = LARGEST
        .min((f64::from(i32::MAX) / (f64::from(LARGEST + 1.0) * padded as f64)) as f32)
        .floor();
    scratch.pack::<D>(
        qkv,
        asked,
        [
            limit / most_query,
            limit / most_key,
            value_limit / most_value,
        ],
        positions.is_some(),
    );
    let (query_scale, key_scale) = (most_query / limit, most_key / limit);
    #[expect(
        clippy::manual_map,
        reason = "a closure would be compiled without the CPU's features"
    )]
    let reach = match positions {
        Some(of) => Some(scratch.reach::<K, D>(of, query_scale, padded)),
        None => None,
    };
    let Scratch {
        queries,
        keys,
        values,
        scores,
        weights,
        query_positions,
        key_positions,
        ..
    } = scratch;
    let scores = scores.room(QUERIES * padded);
    weights.resize(QUERIES * padded / 2, 0);
    // Scores as powers of two, so that e^(score / √D) is 2^(sum · scale); three sums make a disentangled score.
    let parts = if positions.is_some() { 3.0 } else { 1.0 };
    // Where all queries and keys are next to nothing, a bias in these units still has to be a number.
    let scale = math::greater(
        query_scale * key_scale / (parts * D as f32).sqrt() * std::f32::consts::LOG2_E,
        1e-30,
    );
    let back = most_value / value_limit;
    // Takes the lanes of the last keys out that lie beyond the sequence.
    let mut beyond = [0.0; LANES];
    beyond[LANES - (padded - length)..].fill(f32::NEG_INFINITY);
    for (first, queries) in (0..asked)
        .step_by(QUERIES)
        .zip(queries.chunks_exact(QUERIES * D / 2))
    {
        let queries = Matrix::new(queries, D / 2);
        K::multiply_pairs(
            queries,
            Matrix::new(keys, D / 2),
            &mut Scaled {
                out: scores,
                width: padded,
                factor: 1.0,
            },
        );
        if let (Some(of), Some(reach)) = (positions, &reach) {
            query_positions.resize(QUERIES * reach.width, 0.0);
            let mut out = Scaled {
                out: query_positions,
                width: reach.width,
                factor: of.keys.scale / key_scale,
            };
            K::multiply_pairs(
                queries,
                Matrix::new(reach.blocks(of.keys, D), D / 2),
                &mut out,
            );
            for (row, scores) in scores
                .chunks_exact_mut(padded)
                .enumerate()
                .take(QUERIES.min(asked - first))
            {
                let of_query = &query_positions[row * reach.width..(row + 1) * reach.width];
                // The distance of the query to the keys, one after the other, falls by one each time.
                let distances = of.of_distance[first + row..first + row + length]
                    .iter()
                    .rev();
                for ((score, position), of_key) in scores
                    .iter_mut()
                    .zip(distances)
                    .zip(key_positions.chunks_exact(reach.width))
                {
                    let place = *position as usize - reach.first;
                    *score += of_query[place] + of_key[place];
                }
            }
        }
        if let Some(biases) = biases {
            let unit = std::f32::consts::LOG2_E / scale;
            for (row, scores) in scores
                .chunks_exact_mut(padded)
                .enumerate()
                .take(QUERIES.min(asked - first))
            {
                let of_query = biases[first + row..first + row + length].iter().rev();
                for (score, bias) in scores.iter_mut().zip(of_query) {
                    *score += bias * unit;
                }
            }
        }
        let mut totals = [1.0f32; QUERIES];
        for ((scores, weights), total) in scores
            .chunks_exact_mut(padded)
            .zip(weights.chunks_exact_mut(padded / 2))
            .zip(&mut totals)
        {
            for (score, beyond) in scores[padded - LANES..].iter_mut().zip(&beyond) {
                *score += beyond;
            }
            *total = back / probabilities(scores, scale, weights) as f32;
        }
        let count = QUERIES.min(asked - first);
        let rows = &mut out.rows[first * out.stride..(first + count) * out.stride];
        let mut sums = Weighted {
            out: rows,
            stride: out.stride,
            offset: out.offset,
            factors: &totals[..count],
        };
        K::multiply_pairs(
            Matrix::new(weights, padded / 2),
            Matrix::new(values, padded / 2),
            &mut sums,
        );
    }
}

/// The block columns of positions that a sequence can reach.
struct Reach {
    /// Position of the first lane.
    first: usize,
    /// Positions, a multiple of the lanes.
    width: usize,
}

impl Reach {
    #[inline(always)]
    fn blocks<'a>(&self, positions: &'a Positions, head: usize) -> &'a [Block] {
        &positions.blocks
            [self.first / LANES * head / 2..(self.first + self.width) / LANES * head / 2]
    }
}

impl Scratch {
    /// Multiplies every key with the positions in reach.
    #[inline(always)]
    fn reach<K: Kernel, const D: usize>(
        &mut self,
        of: Disentangled<'_>,
        query_scale: f32,
        padded: usize,
    ) -> Reach {
        let (low, high) = (
            of.of_distance[0] as usize,
            of.of_distance[of.of_distance.len() - 1] as usize,
        );
        let first = low / LANES * LANES;
        let reach = Reach {
            first,
            width: (high + 1).next_multiple_of(LANES) - first,
        };
        self.key_positions.resize(padded * reach.width, 0.0);
        let mut out = Scaled {
            out: &mut self.key_positions,
            width: reach.width,
            factor: of.queries.scale / query_scale,
        };
        K::multiply_pairs(
            Matrix::new(&self.key_rows, D / 2),
            Matrix::new(reach.blocks(of.queries, D), D / 2),
            &mut out,
        );
        reach
    }

    #[inline(always)]
    fn pack<const D: usize>(
        &mut self,
        qkv: &[f32],
        asked: usize,
        scales: [f32; 3],
        key_rows: bool,
    ) {
        let length = qkv.len() / (3 * D);
        let padded = length.next_multiple_of(LANES);
        let words = D / 2;
        self.queries
            .resize(asked.next_multiple_of(QUERIES) * words, 0);
        self.keys.resize(padded / LANES * words, Block::default());
        self.values
            .resize(padded / 2 * (D / LANES), Block::default());
        self.key_rows
            .resize(if key_rows { length * words } else { 0 }, 0);
        for (row, target) in qkv
            .chunks_exact(3 * D)
            .zip(self.queries.chunks_exact_mut(words))
            .take(asked)
        {
            target.copy_from_slice(bytemuck::cast_slice(&integers::<D>(&row[..D], scales[0])));
        }
        for (place, row) in qkv.chunks_exact(3 * D).enumerate() {
            let key = integers::<D>(&row[D..2 * D], scales[1]);
            let key: &[Word] = bytemuck::cast_slice(&key);
            let column = &mut self.keys[place / LANES * words..(place / LANES + 1) * words];
            for (block, word) in column.iter_mut().zip(key) {
                block.0[place % LANES] = *word;
            }
            if key_rows {
                self.key_rows[place * words..(place + 1) * words].copy_from_slice(key);
            }
        }
        for (place, pair) in qkv.chunks(6 * D).enumerate() {
            let first = integers::<D>(&pair[2 * D..3 * D], scales[2]);
            let second = if pair.len() > 3 * D {
                integers::<D>(&pair[5 * D..], scales[2])
            } else {
                [0; D]
            };
            for (column, (first, second)) in first
                .chunks_exact(LANES)
                .zip(second.chunks_exact(LANES))
                .enumerate()
            {
                let block = &mut self.values[column * padded / 2 + place];
                for (lane, (first, second)) in block.0.iter_mut().zip(first.iter().zip(second)) {
                    *lane = word(*first, *second);
                }
            }
        }
        // What lies beyond the sequence has no weight, but must not be what another sequence left.
        for column in self.values.chunks_exact_mut(padded / 2) {
            column[length.div_ceil(2)..].fill(Block::default());
        }
    }
}

/// Probabilities of 13 bits, relative to the largest: 2^(scale · (score − largest)); their sum.
#[inline(always)]
fn probabilities(scores: &[f32], scale: f32, weights: &mut [Word]) -> i32 {
    let largest = math::largest(scores);
    // The largest probability is LARGEST.
    let shift = LARGEST.log2() - largest * scale;
    let mut sums = [0u32; LANES];
    let weights: &mut [i16] = bytemuck::cast_slice_mut(weights);
    for (scores, weights) in scores
        .chunks_exact(LANES)
        .zip(weights.chunks_exact_mut(LANES))
    {
        for lane in 0..LANES {
            let rounded =
                math::exp2_rounded(math::greater(scores[lane].mul_add(scale, shift), -20.0));
            sums[lane] = sums[lane].wrapping_add(rounded);
            weights[lane] = rounded as i16;
        }
    }
    let rounds = (scores.len() / LANES) as u32;
    sums.iter()
        .fold(0u32, |total, sum| total.wrapping_add(*sum))
        .wrapping_sub(math::MAGIC.to_bits().wrapping_mul(rounds * LANES as u32))
        .cast_signed()
}

#[cfg(test)]
mod tests;
