//! AVX-512 with and without VNNI.
#![expect(
    unsafe_code,
    reason = "functions with CPU features are called after the features were detected, and vectors are read from aligned blocks"
)]

use super::featured::{LOW, featured};
use super::{
    Block, Channels, Kernel, LANES, Matrix, Output, Panels, Row, Word, Work, panels, tiles,
};
use std::arch::x86_64::{
    __m512i, _mm512_add_epi32, _mm512_and_si512, _mm512_cvtepi32_ps, _mm512_dpbusd_epi32,
    _mm512_fmadd_ps, _mm512_fnmadd_ps, _mm512_load_si512, _mm512_loadu_ps, _mm512_madd_epi16,
    _mm512_mul_ps, _mm512_set1_epi32, _mm512_set1_ps, _mm512_setzero_si512, _mm512_slli_epi16,
    _mm512_srai_epi16, _mm512_srli_epi16, _mm512_storeu_ps,
};

/// One instruction multiplies and adds 64 bytes.
#[derive(Clone, Copy)]
pub(super) struct Avx512Vnni;

/// Without VNNI: bytes are widened to 16 bits, even and odd ones apart, which is exact where `vpmaddubsw` would saturate.
#[derive(Clone, Copy)]
pub(super) struct Avx512;

/// What the two kernels of 512 bits have in common.
macro_rules! of_512_bits {
    () => {
        #[inline(always)]
        unsafe fn zero() -> Self::Sum {
            // SAFETY: as for all functions here, the caller runs inside `featured`.
            unsafe { _mm512_setzero_si512() }
        }

        #[inline(always)]
        unsafe fn pair(word: Word) -> Self::Pair {
            // SAFETY: see `zero`.
            unsafe { _mm512_set1_epi32(word) }
        }

        #[inline(always)]
        unsafe fn pairs(block: &Block) -> Self::Pairs {
            // SAFETY: see `zero`; a block is 64 bytes at an address that is a multiple of 64.
            unsafe { _mm512_load_si512(block.0.as_ptr().cast()) }
        }

        #[inline(always)]
        unsafe fn scaled(sum: Self::Sum, factor: f32, out: &mut [f32; LANES]) {
            // SAFETY: see `zero`; the array has 64 bytes and the store may be unaligned.
            unsafe {
                _mm512_storeu_ps(
                    out.as_mut_ptr(),
                    _mm512_mul_ps(_mm512_cvtepi32_ps(sum), _mm512_set1_ps(factor)),
                )
            };
        }

        #[inline(always)]
        unsafe fn dequantised(
            sum: Self::Sum,
            row: Row,
            channels: &Channels<'_>,
            out: &mut [f32; LANES],
        ) {
            // SAFETY: see `zero`; each array has 64 bytes, and the accesses may be unaligned.
            unsafe {
                let shifts = _mm512_loadu_ps(channels.shifts.as_ptr());
                let rest = _mm512_fnmadd_ps(
                    _mm512_set1_ps(row.shift),
                    shifts,
                    _mm512_loadu_ps(channels.bias.as_ptr()),
                );
                let scale = _mm512_mul_ps(
                    _mm512_set1_ps(row.scale),
                    _mm512_loadu_ps(channels.scales.as_ptr()),
                );
                _mm512_storeu_ps(
                    out.as_mut_ptr(),
                    _mm512_fmadd_ps(_mm512_cvtepi32_ps(sum), scale, rest),
                );
            }
        }
    };
}

impl Avx512Vnni {
    pub(super) fn available() -> bool {
        Avx512::available() && is_x86_feature_detected!("avx512vnni")
    }
}

impl Avx512 {
    pub(super) fn available() -> bool {
        is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("fma")
    }
}

/// `vpdpwssd`. The intrinsic is a product and a sum to the compiler, which then tears apart what this one instruction does.
#[target_feature(enable = "avx512f,avx512vnni")]
#[inline]
fn add_pairs(mut sum: __m512i, pair: __m512i, pairs: __m512i) -> __m512i {
    // SAFETY: the CPU has the instruction, and it touches nothing but the registers.
    unsafe {
        std::arch::asm!(
            "vpdpwssd {}, {}, {}",
            inout(zmm_reg) sum, in(zmm_reg) pair, in(zmm_reg) pairs,
            options(pure, nomem, nostack, preserves_flags)
        );
    }
    sum
}

impl Kernel for Avx512Vnni {
    type Sum = __m512i;
    type Bytes = __m512i;
    type Weights = __m512i;
    type Pair = __m512i;
    type Pairs = __m512i;
    const PANEL: usize = 8;

    featured!("avx512f,avx512bw,avx512dq,avx512vl,avx512vnni,fma");

    #[inline(always)]
    unsafe fn bytes(word: Word) -> Self::Bytes {
        // SAFETY: see `zero`.
        unsafe { _mm512_set1_epi32(word) }
    }

    #[inline(always)]
    unsafe fn weights(block: &Block) -> Self::Weights {
        // SAFETY: see `zero`; a block is 64 bytes at an address that is a multiple of 64.
        unsafe { _mm512_load_si512(block.0.as_ptr().cast()) }
    }

    #[inline(always)]
    unsafe fn add_bytes(sum: Self::Sum, bytes: Self::Bytes, weights: Self::Weights) -> Self::Sum {
        // SAFETY: see `zero`.
        unsafe { _mm512_dpbusd_epi32(sum, bytes, weights) }
    }

    #[inline(always)]
    unsafe fn add_pairs(sum: Self::Sum, pair: Self::Pair, pairs: Self::Pairs) -> Self::Sum {
        // SAFETY: see `zero`.
        unsafe { add_pairs(sum, pair, pairs) }
    }

    of_512_bits!();

    #[inline(always)]
    fn multiply_bytes<O: Output>(x: Panels<'_>, weights: Matrix<'_, Block>, out: &mut O) {
        // SAFETY: callers run inside `featured`.
        unsafe { panels::<Self, { Self::PANEL }, 3>(x, weights, out) }
    }

    #[inline(always)]
    fn multiply_pairs<O: Output>(x: Matrix<'_, Word>, weights: Matrix<'_, Block>, out: &mut O) {
        // SAFETY: callers run inside `featured`.
        unsafe { tiles::<Self, 7, 2>(x, weights, out) }
    }
}

impl Kernel for Avx512 {
    type Sum = __m512i;
    type Bytes = [__m512i; 2];
    type Weights = [__m512i; 2];
    type Pair = __m512i;
    type Pairs = __m512i;
    const PANEL: usize = 6;

    featured!("avx512f,avx512bw,avx512dq,avx512vl,fma");

    #[inline(always)]
    unsafe fn bytes(word: Word) -> Self::Bytes {
        // SAFETY: see `zero`.
        unsafe {
            let word = _mm512_set1_epi32(word);
            [
                _mm512_and_si512(word, _mm512_set1_epi32(LOW)),
                _mm512_srli_epi16(word, 8),
            ]
        }
    }

    #[inline(always)]
    unsafe fn weights(block: &Block) -> Self::Weights {
        // SAFETY: see `zero`; a block is 64 bytes at an address that is a multiple of 64.
        unsafe {
            let bytes = _mm512_load_si512(block.0.as_ptr().cast());
            [
                _mm512_srai_epi16(_mm512_slli_epi16(bytes, 8), 8),
                _mm512_srai_epi16(bytes, 8),
            ]
        }
    }

    #[inline(always)]
    unsafe fn add_bytes(sum: Self::Sum, bytes: Self::Bytes, weights: Self::Weights) -> Self::Sum {
        // SAFETY: see `zero`.
        unsafe {
            let even = _mm512_madd_epi16(bytes[0], weights[0]);
            let odd = _mm512_madd_epi16(bytes[1], weights[1]);
            _mm512_add_epi32(sum, _mm512_add_epi32(even, odd))
        }
    }

    #[inline(always)]
    unsafe fn add_pairs(sum: Self::Sum, pair: Self::Pair, pairs: Self::Pairs) -> Self::Sum {
        // SAFETY: see `zero`.
        unsafe { _mm512_add_epi32(sum, _mm512_madd_epi16(pair, pairs)) }
    }

    of_512_bits!();

    #[inline(always)]
    fn multiply_bytes<O: Output>(x: Panels<'_>, weights: Matrix<'_, Block>, out: &mut O) {
        // SAFETY: callers run inside `featured`.
        unsafe { panels::<Self, { Self::PANEL }, 3>(x, weights, out) }
    }

    #[inline(always)]
    fn multiply_pairs<O: Output>(x: Matrix<'_, Word>, weights: Matrix<'_, Block>, out: &mut O) {
        // SAFETY: callers run inside `featured`.
        unsafe { tiles::<Self, 7, 2>(x, weights, out) }
    }
}
