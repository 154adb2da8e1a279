//! AVX2, without VNNI: bytes are widened to 16 bits, and a block is two halves.
#![expect(
    unsafe_code,
    reason = "functions with CPU features are called after the features were detected, and vectors are read from aligned blocks"
)]

use super::featured::{LOW, featured};
use super::{
    Block, Channels, Kernel, LANES, Matrix, Output, Panels, Row, Word, Work, panels, tiles,
};
use std::arch::x86_64::{
    __m256i, _mm256_add_epi32, _mm256_and_si256, _mm256_cvtepi32_ps, _mm256_fmadd_ps,
    _mm256_fnmadd_ps, _mm256_load_si256, _mm256_loadu_ps, _mm256_madd_epi16, _mm256_mul_ps,
    _mm256_set1_epi32, _mm256_set1_ps, _mm256_setzero_si256, _mm256_slli_epi16, _mm256_srai_epi16,
    _mm256_srli_epi16, _mm256_storeu_ps,
};

/// As AVX-512 without VNNI, over two halves.
#[derive(Clone, Copy)]
pub(super) struct Avx2;

impl Avx2 {
    pub(super) fn available() -> bool {
        is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma")
    }

    /// The two halves of a block.
    ///
    /// # Safety
    /// Runs inside `featured`.
    #[inline(always)]
    unsafe fn halves(block: &Block) -> [__m256i; 2] {
        let from: *const __m256i = block.0.as_ptr().cast();
        // SAFETY: a block is 64 bytes at an address that is a multiple of 64; the caller vouches for the features.
        unsafe { [_mm256_load_si256(from), _mm256_load_si256(from.add(1))] }
    }
}

impl Kernel for Avx2 {
    type Sum = [__m256i; 2];
    type Bytes = [__m256i; 2];
    type Weights = [[__m256i; 2]; 2];
    type Pair = __m256i;
    type Pairs = [__m256i; 2];
    const PANEL: usize = 4;

    featured!("avx2,fma");

    #[inline(always)]
    unsafe fn zero() -> Self::Sum {
        // SAFETY: as for all functions here, the caller runs inside `featured`.
        unsafe { [_mm256_setzero_si256(); 2] }
    }

    #[inline(always)]
    unsafe fn bytes(word: Word) -> Self::Bytes {
        // SAFETY: see `zero`.
        unsafe {
            let word = _mm256_set1_epi32(word);
            [
                _mm256_and_si256(word, _mm256_set1_epi32(LOW)),
                _mm256_srli_epi16(word, 8),
            ]
        }
    }

    #[inline(always)]
    unsafe fn weights(block: &Block) -> Self::Weights {
        // SAFETY: see `zero`.
        unsafe {
            let [a, b] = Self::halves(block);
            [
                [
                    _mm256_srai_epi16(_mm256_slli_epi16(a, 8), 8),
                    _mm256_srai_epi16(a, 8),
                ],
                [
                    _mm256_srai_epi16(_mm256_slli_epi16(b, 8), 8),
                    _mm256_srai_epi16(b, 8),
                ],
            ]
        }
    }

    #[inline(always)]
    unsafe fn add_bytes(
        mut sum: Self::Sum,
        bytes: Self::Bytes,
        weights: Self::Weights,
    ) -> Self::Sum {
        for (sum, [even, odd]) in sum.iter_mut().zip(weights) {
            // SAFETY: see `zero`.
            *sum = unsafe {
                let both = _mm256_add_epi32(
                    _mm256_madd_epi16(bytes[0], even),
                    _mm256_madd_epi16(bytes[1], odd),
                );
                _mm256_add_epi32(*sum, both)
            };
        }
        sum
    }

    #[inline(always)]
    unsafe fn pair(word: Word) -> Self::Pair {
        // SAFETY: see `zero`.
        unsafe { _mm256_set1_epi32(word) }
    }

    #[inline(always)]
    unsafe fn pairs(block: &Block) -> Self::Pairs {
        // SAFETY: see `zero`.
        unsafe { Self::halves(block) }
    }

    #[inline(always)]
    unsafe fn add_pairs(mut sum: Self::Sum, pair: Self::Pair, pairs: Self::Pairs) -> Self::Sum {
        for (sum, pairs) in sum.iter_mut().zip(pairs) {
            // SAFETY: see `zero`.
            *sum = unsafe { _mm256_add_epi32(*sum, _mm256_madd_epi16(pair, pairs)) };
        }
        sum
    }

    #[inline(always)]
    unsafe fn scaled(sum: Self::Sum, factor: f32, out: &mut [f32; LANES]) {
        for (half, sum) in out.chunks_exact_mut(LANES / 2).zip(sum) {
            // SAFETY: see `zero`; half of the array has 32 bytes and the store may be unaligned.
            unsafe {
                _mm256_storeu_ps(
                    half.as_mut_ptr(),
                    _mm256_mul_ps(_mm256_cvtepi32_ps(sum), _mm256_set1_ps(factor)),
                );
            };
        }
    }

    #[inline(always)]
    unsafe fn dequantised(
        sum: Self::Sum,
        row: Row,
        channels: &Channels<'_>,
        out: &mut [f32; LANES],
    ) {
        for (place, (half, sum)) in out.chunks_exact_mut(LANES / 2).zip(sum).enumerate() {
            let from = place * LANES / 2;
            // SAFETY: see `zero`; each array has 8 values from `from` on, and the accesses may be unaligned.
            unsafe {
                let [scales, shifts, bias] = [channels.scales, channels.shifts, channels.bias]
                    .map(|values| _mm256_loadu_ps(values.as_ptr().add(from)));
                let rest = _mm256_fnmadd_ps(_mm256_set1_ps(row.shift), shifts, bias);
                let scale = _mm256_mul_ps(_mm256_set1_ps(row.scale), scales);
                _mm256_storeu_ps(
                    half.as_mut_ptr(),
                    _mm256_fmadd_ps(_mm256_cvtepi32_ps(sum), scale, rest),
                );
            }
        }
    }

    #[inline(always)]
    fn multiply_bytes<O: Output>(x: Panels<'_>, weights: Matrix<'_, Block>, out: &mut O) {
        // SAFETY: callers run inside `featured`.
        unsafe { panels::<Self, { Self::PANEL }, 1>(x, weights, out) }
    }

    #[inline(always)]
    fn multiply_pairs<O: Output>(x: Matrix<'_, Word>, weights: Matrix<'_, Block>, out: &mut O) {
        // SAFETY: callers run inside `featured`.
        unsafe { tiles::<Self, 4, 1>(x, weights, out) }
    }
}
