//! Integer products by the widest instructions that the CPU has. All kernels add up the same integers, so a model says the same whichever runs.
//!
//! A [`Word`] holds four bytes or two 16-bit values of one row; a [`Block`] holds the weights of 16 output channels for one word. Unsafe code stands in
//! this folder alone.

#![expect(
    unsafe_code,
    reason = "the functions of a kernel need its CPU features"
)]

#[cfg(target_arch = "x86_64")]
mod amx;
#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "x86_64")]
mod featured;
mod instructions;
mod outputs;
mod scalar;
mod tile;

pub(crate) use instructions::Instructions;
pub(super) use outputs::{Dequantised, First, Scaled, Weighted};
use tile::{panels, tiles};

/// Four unsigned bytes, or two signed 16-bit values, side by side in memory.
pub(super) type Word = i32;

/// Output channels of a block.
pub(super) const LANES: usize = 16;

/// The weights of 16 output channels for one word of input: four int8 or two int16 each.
#[repr(C, align(64))]
#[derive(Clone, Copy, Default)]
pub(super) struct Block(pub(super) [Word; LANES]);

/// Work that is compiled for the kernel's CPU features; `run` must be `#[inline(always)]`, and so must all it calls.
pub(super) trait Work {
    type Output;
    fn run<K: Kernel>(self) -> Self::Output;
}

/// Instructions over 16 sums of i32.
///
/// # Safety
/// The unsafe functions run inside [`Kernel::featured`], which has seen to it that the CPU has the features.
pub(super) trait Kernel: Copy {
    /// 16 sums.
    type Sum: Copy;
    /// A word spread over the lanes, ready for a product of bytes.
    type Bytes: Copy;
    /// A block, ready for a product of bytes.
    type Weights: Copy;
    /// A word of two values spread over the lanes.
    type Pair: Copy;
    /// A block of pairs.
    type Pairs: Copy;
    /// Rows of bytes that are multiplied together.
    const PANEL: usize;

    /// Runs `work` compiled for the features, so that its loops vectorise to their width. Panics where the CPU lacks them.
    fn featured<W: Work>(work: W) -> W::Output;
    unsafe fn zero() -> Self::Sum;
    unsafe fn bytes(word: Word) -> Self::Bytes;
    unsafe fn weights(block: &Block) -> Self::Weights;
    /// Adds the products of four unsigned bytes with four int8 to each sum.
    unsafe fn add_bytes(sum: Self::Sum, bytes: Self::Bytes, weights: Self::Weights) -> Self::Sum;
    unsafe fn pair(word: Word) -> Self::Pair;
    unsafe fn pairs(block: &Block) -> Self::Pairs;
    /// Adds the products of two int16 with two int16 to each sum; the caller keeps the sums within i32.
    unsafe fn add_pairs(sum: Self::Sum, pair: Self::Pair, pairs: Self::Pairs) -> Self::Sum;
    /// sum · factor.
    unsafe fn scaled(sum: Self::Sum, factor: f32, out: &mut [f32; LANES]);
    /// sum · scale · scales + (bias − shift · shifts).
    unsafe fn dequantised(
        sum: Self::Sum,
        row: Row,
        channels: &Channels<'_>,
        out: &mut [f32; LANES],
    );
    /// Products of bytes: all rows with all block columns, by tiles of the size that suits the registers.
    fn multiply_bytes<O: Output>(x: Panels<'_>, weights: Matrix<'_, Block>, out: &mut O);
    /// Products of pairs, likewise.
    fn multiply_pairs<O: Output>(x: Matrix<'_, Word>, weights: Matrix<'_, Block>, out: &mut O);
}

/// What a row of bytes stands for: value = scale · byte − shift.
#[derive(Clone, Copy)]
pub(super) struct Row {
    pub(super) scale: f32,
    pub(super) shift: f32,
}

/// What 16 output channels stand for.
pub(super) struct Channels<'a> {
    pub(super) scales: &'a [f32; LANES],
    /// scale · sum of the weights, for the shifts of the rows.
    pub(super) shifts: &'a [f32; LANES],
    pub(super) bias: &'a [f32; LANES],
}

/// Rows of `width` items side by side.
#[derive(Clone, Copy)]
pub(super) struct Matrix<'a, T> {
    pub(super) items: &'a [T],
    pub(super) width: usize,
}

impl<'a, T> Matrix<'a, T> {
    pub(super) fn new(items: &'a [T], width: usize) -> Self {
        assert!(
            width > 0 && items.len().is_multiple_of(width),
            "{} items in rows of {width}",
            items.len()
        );
        Self { items, width }
    }

    #[inline(always)]
    pub(super) fn rows(&self) -> usize {
        self.items.len() / self.width
    }

    #[inline(always)]
    fn row(&self, row: usize) -> &'a [T] {
        &self.items[row * self.width..(row + 1) * self.width]
    }
}

/// Rows in panels of [`Kernel::PANEL`] rows side by side.
#[derive(Clone, Copy)]
pub(super) struct Panels<'a> {
    pub(super) words: &'a [Word],
    /// Rows that are asked for; the words go on to the end of the last panel.
    pub(super) rows: usize,
}

/// Takes the sums of a product: those of one row for the 16 channels of one block column.
pub(super) trait Output {
    /// # Safety
    /// Runs inside [`Kernel::featured`].
    unsafe fn take<K: Kernel>(&mut self, row: usize, column: usize, sum: K::Sum);
}

/// Cases of a property test over shapes: so many, or PROPTEST_CASES for a long run.
#[cfg(test)]
pub(super) fn cases(usual: u32) -> proptest::test_runner::Config {
    let asked = std::env::var("PROPTEST_CASES")
        .ok()
        .and_then(|cases| cases.parse().ok());
    proptest::test_runner::Config::with_cases(asked.unwrap_or(usual))
}
