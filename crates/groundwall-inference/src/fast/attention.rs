//! Softmax attention of one sequence, all heads, in f32. Shapes are fixed to heads of 32 values, those of every MiniLM.

use super::math::{self, LANES};

/// Values of a head.
pub(super) const HEAD: usize = 32;
/// Queries that are handled together.
const QUERIES: usize = 4;

/// Buffers of one head.
#[derive(Default)]
pub(super) struct Scratch {
    /// Keys, transposed: HEAD rows of `padded` values. Scores of what lies beyond the sequence are computed and not read.
    keys: Vec<f32>,
    /// Values, row by row.
    values: Vec<[f32; HEAD]>,
    /// Scores of `QUERIES` queries.
    scores: Vec<f32>,
}

type Lanes = [f32; LANES];

#[inline(always)]
fn lanes(values: &[f32], at: usize) -> Lanes {
    let mut lanes = [0.0; LANES];
    lanes.copy_from_slice(&values[at..at + LANES]);
    lanes
}

#[inline(always)]
fn add_scaled(sum: &mut Lanes, factor: f32, values: &Lanes) {
    for (sum, value) in sum.iter_mut().zip(values) {
        *sum = factor.mul_add(*value, *sum);
    }
}

/// `qkv` has 3 · hidden values a row (queries, keys, values); `out` gets hidden values for each of the first rows that it has room for.
#[inline(always)]
pub(super) fn sequence(qkv: &[f32], out: &mut [f32], heads: usize, scratch: &mut Scratch) {
    let hidden = heads * HEAD;
    let length = qkv.len() / (3 * hidden);
    let asked = out.len() / hidden;
    let padded = length.next_multiple_of(2 * LANES);
    let scale = 1.0 / (HEAD as f32).sqrt();
    let Scratch { keys, values, scores } = scratch;
    keys.resize(HEAD * padded, 0.0);
    values.resize(length, [0.0; HEAD]);
    scores.resize(QUERIES * padded, 0.0);
    for head in 0..heads {
        for (place, row) in qkv.chunks_exact(3 * hidden).enumerate() {
            let key = &row[hidden + head * HEAD..hidden + (head + 1) * HEAD];
            for (at, value) in key.iter().enumerate() {
                keys[at * padded + place] = *value * scale;
            }
            values[place].copy_from_slice(&row[2 * hidden + head * HEAD..2 * hidden + (head + 1) * HEAD]);
        }
        for first in (0..asked).step_by(QUERIES) {
            let count = QUERIES.min(asked - first);
            let mut queries = [[0.0f32; HEAD]; QUERIES];
            for (query, place) in queries.iter_mut().zip(first..first + count) {
                let from = place * 3 * hidden + head * HEAD;
                query.copy_from_slice(&qkv[from..from + HEAD]);
            }
            score(&queries, keys, padded, scores);
            let mut totals = [1.0f32; QUERIES];
            for (row, total) in totals.iter_mut().enumerate().take(count) {
                *total = softmax(&mut scores[row * padded..row * padded + length]);
            }
            let sums = weigh(scores, padded, values);
            for (row, place) in (first..first + count).enumerate() {
                let from = place * hidden + head * HEAD;
                for (target, sum) in out[from..from + HEAD].iter_mut().zip(sums[row].iter().flatten()) {
                    *target = sum / totals[row];
                }
            }
        }
    }
}

/// Sums of the values, weighted by each query's row of scores. Rows beyond the last query are computed and not read.
#[inline(always)]
fn weigh(scores: &[f32], padded: usize, values: &[[f32; HEAD]]) -> [[Lanes; 2]; QUERIES] {
    let mut sums = [[[0.0f32; LANES]; 2]; QUERIES];
    let (a, rest) = scores.split_at(padded);
    let (b, rest) = rest.split_at(padded);
    let (c, d) = rest.split_at(padded);
    for ((((value, a), b), c), d) in values.iter().zip(a).zip(b).zip(c).zip(d) {
        let pair = [lanes(value, 0), lanes(value, LANES)];
        for (sum, weight) in sums.iter_mut().zip([*a, *b, *c, *d]) {
            add_scaled(&mut sum[0], weight, &pair[0]);
            add_scaled(&mut sum[1], weight, &pair[1]);
        }
    }
    sums
}

/// Dot products of the queries with every key.
#[inline(always)]
fn score(queries: &[[f32; HEAD]; QUERIES], keys: &[f32], padded: usize, scores: &mut [f32]) {
    for column in (0..padded).step_by(2 * LANES) {
        let mut sums = [[[0.0f32; LANES]; 2]; QUERIES];
        for at in 0..HEAD {
            let pair = [lanes(keys, at * padded + column), lanes(keys, at * padded + column + LANES)];
            for (sum, query) in sums.iter_mut().zip(queries) {
                add_scaled(&mut sum[0], query[at], &pair[0]);
                add_scaled(&mut sum[1], query[at], &pair[1]);
            }
        }
        for (row, sum) in sums.iter().enumerate() {
            let from = row * padded + column;
            scores[from..from + LANES].copy_from_slice(&sum[0]);
            scores[from + LANES..from + 2 * LANES].copy_from_slice(&sum[1]);
        }
    }
}

/// e^(score − largest), in place; their sum.
#[inline(always)]
fn softmax(scores: &mut [f32]) -> f32 {
    let (_, largest) = math::bounds(scores);
    let mut sums = [0.0f32; LANES];
    let mut chunks = scores.chunks_exact_mut(LANES);
    for chunk in chunks.by_ref() {
        for (sum, score) in sums.iter_mut().zip(chunk) {
            *score = math::exp(*score - largest);
            *sum += *score;
        }
    }
    let mut total = math::fold(sums, |a, b| a + b);
    for score in chunks.into_remainder() {
        *score = math::exp(*score - largest);
        total += *score;
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agrees_with_the_formula() {
        for length in [1, 3, 4, 5, 31, 32, 33, 70] {
            let heads = 2;
            let hidden = heads * HEAD;
            let qkv: Vec<f32> = (0..length * 3 * hidden).map(|n| ((n * 7_919 % 1_009) as f32 / 504.0) - 1.0).collect();
            let mut out = vec![f32::NAN; length * hidden];
            sequence(&qkv, &mut out, heads, &mut Scratch::default());
            let mut first = vec![f32::NAN; hidden];
            sequence(&qkv, &mut first, heads, &mut Scratch::default());
            assert!(first.iter().zip(&out).all(|(a, b)| a.to_bits() == b.to_bits()), "the first row alone is the first row of all");
            let at = |place: usize, part: usize, head: usize, index: usize| {
                f64::from(qkv[place * 3 * hidden + part * hidden + head * HEAD + index])
            };
            for place in 0..length {
                for head in 0..heads {
                    let scores: Vec<f64> = (0..length)
                        .map(|other| {
                            ((0..HEAD).map(|index| at(place, 0, head, index) * at(other, 1, head, index)).sum::<f64>()
                                / (HEAD as f64).sqrt())
                            .exp()
                        })
                        .collect();
                    let total: f64 = scores.iter().sum();
                    for index in 0..HEAD {
                        let wanted: f64 = (0..length).map(|other| scores[other] / total * at(other, 2, head, index)).sum();
                        let got = f64::from(out[place * hidden + head * HEAD + index]);
                        assert!((got - wanted).abs() < 1e-5, "length {length}: {got} for {wanted}");
                    }
                }
            }
        }
    }
}
