//! Plain arithmetic: what the other kernels are tested against, and what runs where none of them can.

use super::{
    Block, Channels, Kernel, LANES, Matrix, Output, Panels, Row, Word, Work, panels, tiles,
};

#[derive(Clone, Copy)]
pub(super) struct Scalar;

#[expect(
    unsafe_code,
    reason = "the functions of a kernel are unsafe to call; these need nothing of the CPU"
)]
impl Kernel for Scalar {
    type Sum = [i32; LANES];
    type Bytes = [i32; 4];
    type Weights = [i32; LANES];
    type Pair = [i32; 2];
    type Pairs = [i32; LANES];
    const PANEL: usize = 2;

    #[inline(always)]
    fn featured<W: Work>(work: W) -> W::Output {
        work.run::<Self>()
    }

    #[inline(always)]
    unsafe fn zero() -> Self::Sum {
        [0; LANES]
    }

    #[inline(always)]
    unsafe fn bytes(word: Word) -> Self::Bytes {
        word.to_ne_bytes().map(i32::from)
    }

    #[inline(always)]
    unsafe fn weights(block: &Block) -> Self::Weights {
        block.0
    }

    #[inline(always)]
    unsafe fn add_bytes(
        mut sum: Self::Sum,
        bytes: Self::Bytes,
        weights: Self::Weights,
    ) -> Self::Sum {
        for (sum, weights) in sum.iter_mut().zip(weights) {
            for (byte, weight) in bytes.iter().zip(weights.to_ne_bytes()) {
                *sum += byte * i32::from(weight.cast_signed());
            }
        }
        sum
    }

    #[inline(always)]
    unsafe fn pair(word: Word) -> Self::Pair {
        halves(word)
    }

    #[inline(always)]
    unsafe fn pairs(block: &Block) -> Self::Pairs {
        block.0
    }

    #[inline(always)]
    unsafe fn add_pairs(mut sum: Self::Sum, pair: Self::Pair, pairs: Self::Pairs) -> Self::Sum {
        for (sum, pairs) in sum.iter_mut().zip(pairs) {
            let [a, b] = halves(pairs);
            *sum += pair[0] * a + pair[1] * b;
        }
        sum
    }

    #[inline(always)]
    unsafe fn scaled(sum: Self::Sum, factor: f32, out: &mut [f32; LANES]) {
        *out = sum.map(|sum| sum as f32 * factor);
    }

    #[inline(always)]
    unsafe fn dequantised(
        sum: Self::Sum,
        row: Row,
        channels: &Channels<'_>,
        out: &mut [f32; LANES],
    ) {
        for lane in 0..LANES {
            let rest = (-row.shift).mul_add(channels.shifts[lane], channels.bias[lane]);
            out[lane] = (sum[lane] as f32).mul_add(row.scale * channels.scales[lane], rest);
        }
    }

    #[inline(always)]
    fn multiply_bytes<O: Output>(x: Panels<'_>, weights: Matrix<'_, Block>, out: &mut O) {
        // SAFETY: nothing is asked of the CPU.
        unsafe { panels::<Self, { Self::PANEL }, 1>(x, weights, out) }
    }

    #[inline(always)]
    fn multiply_pairs<O: Output>(x: Matrix<'_, Word>, weights: Matrix<'_, Block>, out: &mut O) {
        // SAFETY: nothing is asked of the CPU.
        unsafe { tiles::<Self, 2, 1>(x, weights, out) }
    }
}

/// The two int16 of a word.
#[inline(always)]
fn halves(word: Word) -> [i32; 2] {
    let [a, b, c, d] = word.to_ne_bytes();
    [i16::from_ne_bytes([a, b]), i16::from_ne_bytes([c, d])].map(i32::from)
}
