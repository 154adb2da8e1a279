//! Softmax attention of one head over one sequence, in 16-bit integers: products with queries and keys of 13 bits, and probabilities of 13 bits over
//! values of as many bits as the sums of the sequence's length allow. Shapes are fixed to heads of 32 values, those of every MiniLM.
#![expect(unsafe_code, reason = "what takes a kernel's sums runs with its CPU features")]

use super::kernel::{Block, Kernel, LANES, Matrix, Output, Word};
use super::math;

/// Values of a head.
pub(super) const HEAD: usize = 32;
/// Words of a head's row.
const WORDS: usize = HEAD / 2;
/// Queries that are handled together.
const QUERIES: usize = 7;
/// Largest query, key and probability: 32 products of two of them stay within i32.
const LARGEST: f32 = 8_191.0;

/// Buffers of one head.
#[derive(Default)]
pub(super) struct Scratch {
    queries: Vec<Word>,
    /// Block columns of 16 keys.
    keys: Vec<Block>,
    /// Two block columns of 16 values of the head.
    values: Vec<Block>,
    /// Scores of `QUERIES` queries.
    scores: Vec<f32>,
    /// Their probabilities, two a word.
    weights: Vec<Word>,
}

/// Rows of the output of one head: `HEAD` values at `offset` of each row of `stride`.
pub(super) struct Target<'a> {
    pub(super) rows: &'a mut [f32],
    pub(super) stride: usize,
    pub(super) offset: usize,
}

/// Largest absolute value of columns `from..from + HEAD` over rows of 3 · HEAD.
#[inline(always)]
fn largest(rows: &[f32], from: usize) -> f32 {
    let mut lanes = [0.0f32; HEAD];
    for row in rows.chunks_exact(3 * HEAD) {
        for (lane, value) in lanes.iter_mut().zip(&row[from..from + HEAD]) {
            *lane = math::greater(value.abs(), *lane);
        }
    }
    lanes.iter().copied().fold(f32::MIN_POSITIVE, f32::max)
}

/// A head's values as integers of 16 bits.
#[inline(always)]
fn integers(values: &[f32], scale: f32) -> [i16; HEAD] {
    let mut integers = [0; HEAD];
    for (integer, value) in integers.iter_mut().zip(values) {
        *integer = math::round16(value * scale);
    }
    integers
}

/// Two 16-bit values as a word.
#[inline(always)]
fn word(first: i16, second: i16) -> Word {
    let (first, second) = (i32::from(first), i32::from(second));
    if cfg!(target_endian = "little") { (first & 0xffff) | (second << 16) } else { (first << 16) | (second & 0xffff) }
}

/// `qkv` has 3 · HEAD values a row (query, key, value of one head); the first rows that `out` has room for are attended.
#[inline(always)]
pub(super) fn head<K: Kernel>(qkv: &[f32], out: &mut Target<'_>, scratch: &mut Scratch) {
    let length = qkv.len() / (3 * HEAD);
    let asked = out.rows.len() / out.stride;
    let padded = length.next_multiple_of(LANES);
    let [most_query, most_key, most_value] = [largest(qkv, 0), largest(qkv, HEAD), largest(qkv, 2 * HEAD)];
    // Sums of probabilities times values must fit an i32.
    let value_limit = LARGEST.min((f64::from(i32::MAX) / (f64::from(LARGEST + 1.0) * padded as f64)) as f32).floor();
    scratch.pack(qkv, asked, [LARGEST / most_query, LARGEST / most_key, value_limit / most_value]);
    let Scratch { queries, keys, values, scores, weights } = scratch;
    scores.resize(QUERIES * padded, 0.0);
    weights.resize(QUERIES * padded / 2, 0);
    // Scores as powers of two, so that e^(score / √HEAD) is 2^(sum · scale).
    let scale = most_query / LARGEST * (most_key / LARGEST) / (HEAD as f32).sqrt() * std::f32::consts::LOG2_E;
    let back = most_value / value_limit;
    // Takes the lanes of the last keys out that lie beyond the sequence.
    let mut beyond = [0.0; LANES];
    beyond[LANES - (padded - length)..].fill(f32::NEG_INFINITY);
    for (first, queries) in (0..asked).step_by(QUERIES).zip(queries.chunks_exact(QUERIES * WORDS)) {
        K::multiply_pairs(Matrix::new(queries, WORDS), Matrix::new(keys, WORDS), &mut Scores { scores, padded });
        let mut totals = [1.0f32; QUERIES];
        for ((scores, weights), total) in scores.chunks_exact_mut(padded).zip(weights.chunks_exact_mut(padded / 2)).zip(&mut totals) {
            for (score, beyond) in scores[padded - LANES..].iter_mut().zip(&beyond) {
                *score += beyond;
            }
            *total = back / probabilities(scores, scale, weights) as f32;
        }
        let mut sums = Sums { out, first, count: QUERIES.min(asked - first), factors: totals };
        K::multiply_pairs(Matrix::new(weights, padded / 2), Matrix::new(values, padded / 2), &mut sums);
    }
}

impl Scratch {
    #[inline(always)]
    fn pack(&mut self, qkv: &[f32], asked: usize, scales: [f32; 3]) {
        let length = qkv.len() / (3 * HEAD);
        let padded = length.next_multiple_of(LANES);
        self.queries.resize(asked.next_multiple_of(QUERIES) * WORDS, 0);
        self.keys.resize(padded / LANES * WORDS, Block::default());
        self.values.resize(padded, Block::default());
        for (row, words) in qkv.chunks_exact(3 * HEAD).zip(self.queries.chunks_exact_mut(WORDS)).take(asked) {
            words.copy_from_slice(bytemuck::cast_slice(&integers(&row[..HEAD], scales[0])));
        }
        for (place, row) in qkv.chunks_exact(3 * HEAD).enumerate() {
            let key: [Word; WORDS] = bytemuck::cast(integers(&row[HEAD..2 * HEAD], scales[1]));
            let column = &mut self.keys[place / LANES * WORDS..(place / LANES + 1) * WORDS];
            for (block, word) in column.iter_mut().zip(key) {
                block.0[place % LANES] = word;
            }
        }
        let (low, high) = self.values.split_at_mut(padded / 2);
        for (place, pair) in qkv.chunks(6 * HEAD).enumerate() {
            let first = integers(&pair[2 * HEAD..3 * HEAD], scales[2]);
            let second = if pair.len() > 3 * HEAD { integers(&pair[5 * HEAD..], scales[2]) } else { [0; HEAD] };
            for lane in 0..LANES {
                low[place].0[lane] = word(first[lane], second[lane]);
                high[place].0[lane] = word(first[LANES + lane], second[LANES + lane]);
            }
        }
        // What lies beyond the sequence has no weight, but must not be what another sequence left.
        for place in length.div_ceil(2)..padded / 2 {
            (low[place], high[place]) = (Block::default(), Block::default());
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
    for (scores, weights) in scores.chunks_exact(LANES).zip(weights.chunks_exact_mut(LANES)) {
        for lane in 0..LANES {
            let rounded = math::exp2_rounded(math::greater(scores[lane].mul_add(scale, shift), -20.0));
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

struct Scores<'a> {
    scores: &'a mut [f32],
    padded: usize,
}

impl Output for Scores<'_> {
    #[inline(always)]
    unsafe fn take<K: Kernel>(&mut self, row: usize, column: usize, sum: K::Sum) {
        let target = self.scores[row * self.padded + column * LANES..].first_chunk_mut().expect("a row has room for every key");
        // SAFETY: the caller runs inside `featured`.
        unsafe { K::scaled(sum, 1.0, target) }
    }
}

struct Sums<'a, 'b> {
    out: &'a mut Target<'b>,
    first: usize,
    count: usize,
    factors: [f32; QUERIES],
}

impl Output for Sums<'_, '_> {
    #[inline(always)]
    unsafe fn take<K: Kernel>(&mut self, row: usize, column: usize, sum: K::Sum) {
        if row < self.count {
            let from = (self.first + row) * self.out.stride + self.out.offset + column * LANES;
            let target = self.out.rows[from..].first_chunk_mut().expect("a head has 32 values");
            // SAFETY: the caller runs inside `featured`.
            unsafe { K::scaled(sum, self.factors[row], target) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fast::kernel::{Instructions, Work};

    struct Attend<'a>(&'a [f32], &'a mut [f32]);

    impl Work for Attend<'_> {
        type Output = ();
        #[inline(always)]
        fn run<K: Kernel>(self) {
            let mut scratch = Scratch::default();
            // What a longer sequence left in the buffers must not be seen.
            let longer = vec![1.5f32; 100 * 3 * HEAD];
            head::<K>(&longer, &mut Target { rows: &mut vec![0.0; 100 * HEAD], stride: HEAD, offset: 0 }, &mut scratch);
            head::<K>(self.0, &mut Target { rows: self.1, stride: HEAD, offset: 0 }, &mut scratch);
        }
    }

    #[test]
    fn agrees_with_the_formula_and_between_kernels() {
        for length in [1, 2, 3, 4, 5, 15, 16, 17, 31, 32, 33, 70, 130] {
            let qkv: Vec<f32> = (0..length * 3 * HEAD).map(|n| ((n * 7_919 % 1_009) as f32 / 504.0) - 1.0).collect();
            let mut out = vec![f32::NAN; length * HEAD];
            Instructions::Scalar.run(Attend(&qkv, &mut out));
            for kernel in Instructions::available() {
                let mut other = vec![f32::NAN; length * HEAD];
                kernel.run(Attend(&qkv, &mut other));
                assert!(other.iter().zip(&out).all(|(a, b)| a.to_bits() == b.to_bits()), "{kernel} at length {length}");
                let mut first = vec![f32::NAN; HEAD];
                kernel.run(Attend(&qkv, &mut first));
                assert!(first.iter().zip(&out).all(|(a, b)| a.to_bits() == b.to_bits()), "the first row alone is the first row of all");
            }
            let at = |place: usize, part: usize, index: usize| f64::from(qkv[place * 3 * HEAD + part * HEAD + index]);
            for place in 0..length {
                let scores: Vec<f64> = (0..length)
                    .map(|other| {
                        ((0..HEAD).map(|index| at(place, 0, index) * at(other, 1, index)).sum::<f64>() / (HEAD as f64).sqrt()).exp()
                    })
                    .collect();
                let total: f64 = scores.iter().sum();
                for index in 0..HEAD {
                    let wanted: f64 = (0..length).map(|other| scores[other] / total * at(other, 2, index)).sum();
                    let got = f64::from(out[place * HEAD + index]);
                    assert!((got - wanted).abs() < 1e-3, "length {length}: {got} for {wanted}");
                }
            }
        }
    }

    #[test]
    fn the_largest_values_do_not_overflow() {
        for length in [2, 64, 512] {
            // Every score alike and every value at its limit.
            let qkv = vec![3.0f32; length * 3 * HEAD];
            for kernel in Instructions::available() {
                let mut out = vec![0.0; length * HEAD];
                kernel.run(Attend(&qkv, &mut out));
                assert!(out.iter().all(|value| (value - 3.0).abs() < 1e-3), "{kernel} at length {length}: {}", out[0]);
            }
        }
    }
}
