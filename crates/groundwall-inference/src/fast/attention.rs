//! Softmax attention of one head over one sequence, in 16-bit integers: products with queries and keys of about 13 bits, and probabilities of 13 bits over
//! values of as many bits as the sums of the sequence's length allow. Heads have 32 values, as in every MiniLM, or 64.
//!
//! With tables of positions it is the disentangled attention of DeBERTa: a score is the sum of query · key, query · key of the distance, and key · query of
//! the distance (He et al. 2021). With biases it is that of MPNet and T5: each distance adds a value of its own to the score.

use super::kernel::{Block, Kernel, LANES, Matrix, Scaled, Weighted, Word};
use super::math;

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
    scores: Vec<f32>,
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

/// Vectors of every position for one head, packed like keys.
pub(super) struct Positions {
    blocks: Vec<Block>,
    /// value = scale · integer.
    scale: f32,
}

impl Positions {
    /// `rows` has `head` values for each position.
    pub(super) fn pack(rows: &[f32], head: usize) -> Self {
        let most = rows
            .iter()
            .fold(f32::MIN_POSITIVE, |most, value| most.max(value.abs()));
        let limit = largest_factor(head);
        let words = head / 2;
        let positions = rows.len() / head;
        let mut blocks = vec![Block::default(); positions.div_ceil(LANES) * words];
        for (position, row) in rows.chunks_exact(head).enumerate() {
            for (at, pair) in row.chunks_exact(2).enumerate() {
                let [first, second] =
                    [pair[0], pair[1]].map(|value| (value * (limit / most)).round() as i16);
                blocks[position / LANES * words + at].0[position % LANES] = word(first, second);
            }
        }
        Self {
            blocks,
            scale: most / limit,
        }
    }
}

/// The distances of a sequence, and what a head's queries and keys make of them.
#[derive(Clone, Copy)]
pub(super) struct Disentangled<'a> {
    pub(super) keys: &'a Positions,
    pub(super) queries: &'a Positions,
    /// The position of a distance: that of −(length − 1) first. It never falls.
    pub(super) of_distance: &'a [u32],
}

/// What the distance of query and key does to a score.
#[derive(Clone, Copy)]
pub(super) enum Distance<'a> {
    None,
    Disentangled(Disentangled<'a>),
    /// Added to the score, before the softmax: that of −(length − 1), query − key, first.
    Bias(&'a [f32]),
}

/// Largest absolute value of columns `from..from + D` over rows of 3 · D.
#[inline(always)]
fn largest<const D: usize>(rows: &[f32], from: usize) -> f32 {
    let mut lanes = [0.0f32; D];
    for row in rows.chunks_exact(3 * D) {
        for (lane, value) in lanes.iter_mut().zip(&row[from..from + D]) {
            *lane = math::greater(value.abs(), *lane);
        }
    }
    lanes.iter().copied().fold(f32::MIN_POSITIVE, f32::max)
}

/// A head's values as integers of 16 bits.
#[inline(always)]
fn integers<const D: usize>(values: &[f32], scale: f32) -> [i16; D] {
    let mut integers = [0; D];
    for (integer, value) in integers.iter_mut().zip(values) {
        *integer = math::round16(value * scale);
    }
    integers
}

/// Two 16-bit values as a word.
#[inline(always)]
fn word(first: i16, second: i16) -> Word {
    let (first, second) = (i32::from(first), i32::from(second));
    if cfg!(target_endian = "little") {
        (first & 0xffff) | (second << 16)
    } else {
        (first << 16) | (second & 0xffff)
    }
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
    scores.resize(QUERIES * padded, 0.0);
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
mod tests {
    use super::*;
    use crate::fast::agreement::distances;
    use crate::fast::kernel::{Instructions, Work, cases};
    use proptest::prelude::*;

    struct Attend<'a>(usize, &'a [f32], Distance<'a>, &'a mut [f32]);

    impl Work for Attend<'_> {
        type Output = ();
        #[inline(always)]
        fn run<K: Kernel>(self) {
            let Self(size, qkv, distance, out) = self;
            let mut scratch = Scratch::default();
            // What a longer sequence left in the buffers must not be seen.
            let longer = vec![1.5f32; 100 * 3 * size];
            head::<K>(
                size,
                &longer,
                Distance::None,
                &mut Target {
                    rows: &mut vec![0.0; 100 * size],
                    stride: size,
                    offset: 0,
                },
                &mut scratch,
            );
            head::<K>(
                size,
                qkv,
                distance,
                &mut Target {
                    rows: out,
                    stride: size,
                    offset: 0,
                },
                &mut scratch,
            );
        }
    }

    fn values(count: usize, step: usize) -> Vec<f32> {
        (0..count)
            .map(|n| ((n * step % 1_009) as f32 / 504.0) - 1.0)
            .collect()
    }

    fn of_kind<'a>(kind: i32, disentangled: Disentangled<'a>, biases: &'a [f32]) -> Distance<'a> {
        match kind {
            0 => Distance::None,
            1 => Distance::Disentangled(disentangled),
            _ => Distance::Bias(biases),
        }
    }

    #[test]
    fn agrees_with_the_formula_and_between_kernels() {
        for (size, kind) in [(32, 0), (64, 0), (32, 1), (64, 1), (32, 2), (64, 2)] {
            for length in [1, 2, 3, 4, 5, 15, 16, 17, 31, 32, 33, 70, 130] {
                let qkv = values(length * 3 * size, 7_919);
                // 40 positions; distances beyond 15 share the outermost, as in logarithmic buckets.
                let tables = [values(40 * size, 6_007), values(40 * size, 5_003)];
                let [keys, queries] = tables.each_ref().map(|rows| Positions::pack(rows, size));
                let of_distance = distances(length, 15, 20);
                let biases = values(2 * length - 1, 4_001);
                let distance = of_kind(
                    kind,
                    Disentangled {
                        keys: &keys,
                        queries: &queries,
                        of_distance: &of_distance,
                    },
                    &biases,
                );
                let mut out = vec![f32::NAN; length * size];
                Instructions::Scalar.run(Attend(size, &qkv, distance, &mut out));
                for kernel in Instructions::available() {
                    let mut other = vec![f32::NAN; length * size];
                    kernel.run(Attend(size, &qkv, distance, &mut other));
                    assert!(
                        other
                            .iter()
                            .zip(&out)
                            .all(|(a, b)| a.to_bits() == b.to_bits()),
                        "{kernel} at length {length}"
                    );
                    let mut first = vec![f32::NAN; size];
                    kernel.run(Attend(size, &qkv, distance, &mut first));
                    assert!(
                        first
                            .iter()
                            .zip(&out)
                            .all(|(a, b)| a.to_bits() == b.to_bits()),
                        "the first row alone is the first row of all"
                    );
                }
                let at = |place: usize, part: usize, index: usize| {
                    f64::from(qkv[place * 3 * size + part * size + index])
                };
                let of = |table: usize, position: u32, index: usize| {
                    f64::from(tables[table][position as usize * size + index])
                };
                let dot = |a: &dyn Fn(usize) -> f64, b: &dyn Fn(usize) -> f64| {
                    (0..size).map(|index| a(index) * b(index)).sum::<f64>()
                };
                for place in 0..length {
                    let scores: Vec<f64> = (0..length)
                        .map(|other| {
                            let mut score =
                                dot(&|index| at(place, 0, index), &|index| at(other, 1, index));
                            if kind == 1 {
                                let position = of_distance[place + length - 1 - other];
                                score += dot(&|index| at(place, 0, index), &|index| {
                                    of(0, position, index)
                                });
                                score += dot(&|index| at(other, 1, index), &|index| {
                                    of(1, position, index)
                                });
                            }
                            let bias = if kind == 2 {
                                f64::from(biases[place + length - 1 - other])
                            } else {
                                0.0
                            };
                            (score / (size as f64 * if kind == 1 { 3.0 } else { 1.0 }).sqrt()
                                + bias)
                                .exp()
                        })
                        .collect();
                    let total: f64 = scores.iter().sum();
                    for index in 0..size {
                        let wanted: f64 = (0..length)
                            .map(|other| scores[other] / total * at(other, 2, index))
                            .sum();
                        let got = f64::from(out[place * size + index]);
                        assert!(
                            (got - wanted).abs() < 3e-3,
                            "{size}, length {length}: {got} for {wanted}"
                        );
                    }
                }
            }
        }
    }

    proptest! {
        #![proptest_config(cases(32))]
        #[test]
        fn kernels_agree_on_any_shape_and_size_of_values(
            wide in any::<bool>(), length in 1usize..150, span in 1usize..40, exponent in -12i32..12, seed in 1usize..1_000, kind in 0..3,
        ) {
            let size = if wide { 64 } else { 32 };
            let scale = 2f32.powi(exponent);
            let qkv: Vec<f32> = values(length * 3 * size, 7_919 + seed).iter().enumerate().map(|(n, value)| if n % 97 == 0 { value * scale } else { *value }).collect();
            let tables = [values(2 * span * size, 6_007 + seed), values(2 * span * size, 5_003 + seed)];
            let [keys, queries] = tables.each_ref().map(|rows| Positions::pack(rows, size));
            let of_distance = distances(length, span as i64 - 1, span as i64);
            let biases: Vec<f32> = values(2 * length - 1, 4_001 + seed).iter().map(|value| value * scale).collect();
            let distance = of_kind(kind, Disentangled { keys: &keys, queries: &queries, of_distance: &of_distance }, &biases);
            let mut plain = vec![f32::NAN; length * size];
            Instructions::Scalar.run(Attend(size, &qkv, distance, &mut plain));
            prop_assert!(plain.iter().all(|value| value.is_finite()));
            for kernel in Instructions::available() {
                let mut fast = vec![f32::NAN; length * size];
                kernel.run(Attend(size, &qkv, distance, &mut fast));
                prop_assert!(fast.iter().zip(&plain).all(|(a, b)| a.to_bits() == b.to_bits()), "{kernel}");
            }
        }
    }

    #[test]
    fn a_bias_decides_where_queries_and_keys_say_nothing() {
        // Keys at distance 1 and -1 of two tokens: each query looks at itself or at the other by its bias alone.
        let mut qkv = vec![0.0f32; 2 * 3 * 32];
        (qkv[64], qkv[96 + 64]) = (1.0, -1.0);
        for kernel in Instructions::available() {
            let mut out = vec![0.0; 2 * 32];
            kernel.run(Attend(
                32,
                &qkv,
                Distance::Bias(&[20.0, 0.0, 20.0]),
                &mut out,
            ));
            assert!(
                (out[0] + 1.0).abs() < 1e-3 && (out[32] - 1.0).abs() < 1e-3,
                "{kernel}: {} {}",
                out[0],
                out[32]
            );
        }
    }

    #[test]
    fn the_largest_values_do_not_overflow() {
        for (size, length) in [(32, 2), (32, 64), (32, 512), (64, 512)] {
            // Every score alike and every value at its limit.
            let qkv = vec![3.0f32; length * 3 * size];
            for kernel in Instructions::available() {
                let mut out = vec![0.0; length * size];
                kernel.run(Attend(size, &qkv, Distance::None, &mut out));
                assert!(
                    out.iter().all(|value| (value - 3.0).abs() < 1e-3),
                    "{kernel} at length {length}: {}",
                    out[0]
                );
            }
        }
    }
}
