//! Rows of keys, queries and distances as the kernels read them.

use super::largest_factor;
use crate::fast::kernel::{Block, LANES, Word};
use crate::fast::math;

/// Vectors of every position for one head, packed like keys.
pub(in crate::fast) struct Positions {
    pub(super) blocks: Vec<Block>,
    /// value = scale · integer.
    pub(super) scale: f32,
}

impl Positions {
    /// `rows` has `head` values for each position.
    pub(in crate::fast) fn pack(rows: &[f32], head: usize) -> Self {
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
pub(in crate::fast) struct Disentangled<'a> {
    pub(in crate::fast) keys: &'a Positions,
    pub(in crate::fast) queries: &'a Positions,
    /// The position of a distance: that of −(length − 1) first. It never falls.
    pub(in crate::fast) of_distance: &'a [u32],
}

/// What the distance of query and key does to a score.
#[derive(Clone, Copy)]
pub(in crate::fast) enum Distance<'a> {
    None,
    Disentangled(Disentangled<'a>),
    /// Added to the score, before the softmax: that of −(length − 1), query − key, first.
    Bias(&'a [f32]),
}

/// Largest absolute value of columns `from..from + D` over rows of 3 · D.
#[inline(always)]
pub(in crate::fast) fn largest<const D: usize>(rows: &[f32], from: usize) -> f32 {
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
pub(in crate::fast) fn integers<const D: usize>(values: &[f32], scale: f32) -> [i16; D] {
    let mut integers = [0; D];
    for (integer, value) in integers.iter_mut().zip(values) {
        *integer = math::round16(value * scale);
    }
    integers
}

/// Two 16-bit values as a word.
#[inline(always)]
pub(in crate::fast) fn word(first: i16, second: i16) -> Word {
    let (first, second) = (i32::from(first), i32::from(second));
    if cfg!(target_endian = "little") {
        (first & 0xffff) | (second << 16)
    } else {
        (first << 16) | (second & 0xffff)
    }
}
