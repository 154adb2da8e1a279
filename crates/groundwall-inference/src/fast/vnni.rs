//! The one kernel with intrinsics: rows of bytes times blocks of int8 weights, by AVX-512 VNNI.
#![expect(
    unsafe_code,
    reason = "a function with CPU features is called after they were detected, and vectors are read from aligned blocks"
)]

use super::linear::{Linear, Quantised};

/// 16 output channels by 4 inputs, as one vector register takes them.
#[repr(C, align(64))]
#[derive(Clone, Copy)]
pub(super) struct Block(pub(super) [i8; 64]);

/// Whether this CPU has what the kernel needs.
#[cfg(target_arch = "x86_64")]
pub(super) fn available() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512vnni")
        && is_x86_feature_detected!("fma")
}

#[cfg(not(target_arch = "x86_64"))]
pub(super) fn available() -> bool {
    false
}

/// Work that is compiled for the features when it is run by [`with_features`]; `run` must be `#[inline(always)]`, and so must all it calls.
pub(super) trait Work {
    type Output;
    fn run(self) -> Self::Output;
}

/// Runs `work` compiled for the features, so that its loops vectorise to their width. Panics where they are missing.
#[cfg(target_arch = "x86_64")]
pub(super) fn with_features<W: Work>(work: W) -> W::Output {
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vnni,fma")]
    fn featured<W: Work>(work: W) -> W::Output {
        work.run()
    }
    assert!(available(), "the fast path was taken on a CPU without its features");
    // SAFETY: `available` has just detected every feature that `featured` is compiled for.
    unsafe { featured(work) }
}

#[cfg(not(target_arch = "x86_64"))]
pub(super) fn with_features<W: Work>(_: W) -> W::Output {
    unreachable!("the fast path is refused at load on this CPU")
}

/// Rows of a tile.
#[cfg(target_arch = "x86_64")]
const ROWS: usize = 6;
/// Block columns of a tile: 64 channels.
#[cfg(target_arch = "x86_64")]
const WIDE: usize = 4;

/// `y` = dequantised x Wᵀ + b. Must run inside [`with_features`].
#[cfg(target_arch = "x86_64")]
#[inline(always)]
pub(super) fn matmul(linear: &Linear, x: &Quantised, y: &mut [f32]) {
    // SAFETY: callers run inside `with_features`, which asserts the features.
    unsafe { tiles(linear, x, y) }
}

#[cfg(not(target_arch = "x86_64"))]
pub(super) fn matmul(_: &Linear, _: &Quantised, _: &mut [f32]) {
    unreachable!("the fast path is refused at load on this CPU")
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vnni,fma")]
fn tiles(linear: &Linear, x: &Quantised, y: &mut [f32]) {
    let rows = x.rows();
    let columns = linear.outputs() / 16;
    let mut column = 0;
    while column < columns {
        let wide = if columns - column >= WIDE { WIDE } else { 1 };
        let mut row = 0;
        while row < rows {
            let high = if rows - row >= ROWS { ROWS } else { 1 };
            match (high, wide) {
                (ROWS, WIDE) => tile::<ROWS, WIDE>(linear, x, y, row, column),
                (ROWS, _) => tile::<ROWS, 1>(linear, x, y, row, column),
                (_, WIDE) => tile::<1, WIDE>(linear, x, y, row, column),
                _ => tile::<1, 1>(linear, x, y, row, column),
            }
            row += high;
        }
        column += wide;
    }
}

/// One tile of R rows by C blocks of 16 channels.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vnni,fma")]
#[inline]
fn tile<const R: usize, const C: usize>(linear: &Linear, x: &Quantised, y: &mut [f32], row: usize, column: usize) {
    use std::arch::x86_64::{
        _mm512_add_ps, _mm512_cvtepi32_ps, _mm512_dpbusd_epi32, _mm512_load_si512, _mm512_loadu_ps, _mm512_loadu_si512, _mm512_mul_ps,
        _mm512_mullo_epi32, _mm512_set1_epi32, _mm512_set1_ps, _mm512_setzero_si512, _mm512_storeu_ps, _mm512_sub_epi32,
    };
    let depth = linear.inputs / 4;
    let outputs = linear.outputs();
    // Loops and not closures: a closure does not have the features of the function that it stands in.
    let mut blocks: [&[Block]; C] = [&[]; C];
    for (block, blocks) in blocks.iter_mut().enumerate() {
        *blocks = &linear.blocks[(column + block) * depth..(column + block + 1) * depth];
    }
    let mut inputs: [&[u8]; R] = [&[]; R];
    for (place, input) in inputs.iter_mut().enumerate() {
        *input = &x.bytes[(row + place) * linear.inputs..(row + place + 1) * linear.inputs];
    }
    let mut sums = [[_mm512_setzero_si512(); C]; R];
    for step in 0..depth {
        let mut weights = [_mm512_setzero_si512(); C];
        for (weight, blocks) in weights.iter_mut().zip(&blocks) {
            // SAFETY: each slice holds `depth` blocks, and a block is 64 bytes at an address that is a multiple of 64.
            *weight = unsafe { _mm512_load_si512(blocks.get_unchecked(step).0.as_ptr().cast()) };
        }
        for (sums, input) in sums.iter_mut().zip(&inputs) {
            // SAFETY: each slice holds 4 · depth bytes; the read may be unaligned.
            let four = unsafe { input.as_ptr().add(4 * step).cast::<i32>().read_unaligned() };
            let four = _mm512_set1_epi32(four);
            for (sum, weights) in sums.iter_mut().zip(weights) {
                *sum = _mm512_dpbusd_epi32(*sum, four, weights);
            }
        }
    }
    for (place, sums) in sums.iter().enumerate() {
        let scale = _mm512_set1_ps(x.scales[row + place]);
        let zero = _mm512_set1_epi32(x.zeros[row + place]);
        for (block, sum) in sums.iter().enumerate() {
            let channel = (column + block) * 16;
            let at = (row + place) * outputs + channel;
            let (sums, scales, bias) =
                (&linear.sums[channel..channel + 16], &linear.scales[channel..channel + 16], &linear.bias[channel..channel + 16]);
            let target = &mut y[at..at + 16];
            // SAFETY: the four slices hold 16 values each; the accesses may be unaligned.
            unsafe {
                let exact = _mm512_sub_epi32(*sum, _mm512_mullo_epi32(zero, _mm512_loadu_si512(sums.as_ptr().cast())));
                let scales = _mm512_mul_ps(scale, _mm512_loadu_ps(scales.as_ptr()));
                let value = _mm512_add_ps(_mm512_mul_ps(_mm512_cvtepi32_ps(exact), scales), _mm512_loadu_ps(bias.as_ptr()));
                _mm512_storeu_ps(target.as_mut_ptr(), value);
            }
        }
    }
}
