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
mod instructions;
mod outputs;
mod scalar;
#[cfg(target_arch = "x86_64")]
mod x86;

pub(crate) use instructions::Instructions;
pub(super) use outputs::{Dequantised, First, Scaled, Weighted};

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

impl<'a> Matrix<'a, Word> {
    #[inline(always)]
    fn apart<const R: usize>(&self, row: usize) -> Apart<'a, R> {
        let mut rows: [&[Word]; R] = [&[]; R];
        for (place, words) in rows.iter_mut().enumerate() {
            *words = self.row(row + place);
        }
        Apart(rows)
    }
}

/// Rows in panels of [`Kernel::PANEL`] rows side by side.
#[derive(Clone, Copy)]
pub(super) struct Panels<'a> {
    pub(super) words: &'a [Word],
    /// Rows that are asked for; the words go on to the end of the last panel.
    pub(super) rows: usize,
}

/// What the words and blocks of a product hold.
///
/// # Safety
/// The functions run inside [`Kernel::featured`].
pub(super) trait Product<K: Kernel> {
    type Word: Copy;
    type Weights: Copy;
    unsafe fn word(word: Word) -> Self::Word;
    unsafe fn weights(block: &Block) -> Self::Weights;
    unsafe fn add(sum: K::Sum, word: Self::Word, weights: Self::Weights) -> K::Sum;
}

/// Unsigned bytes times int8.
struct OfBytes;
/// int16 times int16.
struct OfPairs;

impl<K: Kernel> Product<K> for OfBytes {
    type Word = K::Bytes;
    type Weights = K::Weights;
    #[inline(always)]
    unsafe fn word(word: Word) -> Self::Word {
        // SAFETY: the caller runs inside `featured`.
        unsafe { K::bytes(word) }
    }
    #[inline(always)]
    unsafe fn weights(block: &Block) -> Self::Weights {
        // SAFETY: the caller runs inside `featured`.
        unsafe { K::weights(block) }
    }
    #[inline(always)]
    unsafe fn add(sum: K::Sum, word: Self::Word, weights: Self::Weights) -> K::Sum {
        // SAFETY: the caller runs inside `featured`.
        unsafe { K::add_bytes(sum, word, weights) }
    }
}

impl<K: Kernel> Product<K> for OfPairs {
    type Word = K::Pair;
    type Weights = K::Pairs;
    #[inline(always)]
    unsafe fn word(word: Word) -> Self::Word {
        // SAFETY: the caller runs inside `featured`.
        unsafe { K::pair(word) }
    }
    #[inline(always)]
    unsafe fn weights(block: &Block) -> Self::Weights {
        // SAFETY: the caller runs inside `featured`.
        unsafe { K::pairs(block) }
    }
    #[inline(always)]
    unsafe fn add(sum: K::Sum, word: Self::Word, weights: Self::Weights) -> K::Sum {
        // SAFETY: the caller runs inside `featured`.
        unsafe { K::add_pairs(sum, word, weights) }
    }
}

/// Takes the sums of a product: those of one row for the 16 channels of one block column.
pub(super) trait Output {
    /// # Safety
    /// Runs inside [`Kernel::featured`].
    unsafe fn take<K: Kernel>(&mut self, row: usize, column: usize, sum: K::Sum);
}

/// R rows of words.
///
/// # Safety
/// `word` is called with `place` < R and `step` < the depth that the rows were made for.
trait Rows<const R: usize>: Copy {
    unsafe fn word(&self, place: usize, step: usize) -> Word;
}

/// Rows one after the other.
#[derive(Clone, Copy)]
struct Apart<'a, const R: usize>([&'a [Word]; R]);

impl<const R: usize> Rows<R> for Apart<'_, R> {
    #[inline(always)]
    unsafe fn word(&self, place: usize, step: usize) -> Word {
        // SAFETY: each row has a word for each step.
        unsafe { *self.0[place].get_unchecked(step) }
    }
}

/// Rows side by side: the first words of all, then the second. One address reaches all of them.
#[derive(Clone, Copy)]
struct Panel<'a>(&'a [Word]);

impl<const R: usize> Rows<R> for Panel<'_> {
    #[inline(always)]
    unsafe fn word(&self, place: usize, step: usize) -> Word {
        // SAFETY: there are R words for each step.
        unsafe { *self.0.get_unchecked(step * R + place) }
    }
}

/// Sums of R rows with C block columns from `column` on.
///
/// # Safety
/// Runs inside [`Kernel::featured`]; `rows` were made for the depth of the weights.
#[inline(always)]
unsafe fn tile<K: Kernel, P: Product<K>, const R: usize, const C: usize>(
    rows: impl Rows<R>,
    weights: Matrix<'_, Block>,
    column: usize,
) -> [[K::Sum; C]; R] {
    let depth = weights.width;
    let mut columns: [&[Block]; C] = [&[]; C];
    for (place, blocks) in columns.iter_mut().enumerate() {
        *blocks = weights.row(column + place);
    }
    // SAFETY: the caller vouches for the features; every row and block column has `depth` items.
    unsafe {
        let mut sums = [[K::zero(); C]; R];
        for step in 0..depth {
            let mut weights = [P::weights(columns[0].get_unchecked(step)); C];
            for place in 1..C {
                weights[place] = P::weights(columns[place].get_unchecked(step));
            }
            for (place, sums) in sums.iter_mut().enumerate() {
                let word = P::word(rows.word(place, step));
                for (sum, weights) in sums.iter_mut().zip(weights) {
                    *sum = P::add(*sum, word, weights);
                }
            }
        }
        sums
    }
}

/// Products of bytes in panels of R rows with C block columns at a time; the last panel may hold more rows than are asked for.
///
/// # Safety
/// Runs inside [`Kernel::featured`].
#[inline(always)]
unsafe fn panels<K: Kernel, const R: usize, const C: usize>(
    x: Panels<'_>,
    weights: Matrix<'_, Block>,
    out: &mut impl Output,
) {
    let columns = weights.rows();
    assert!(
        x.words.len() >= x.rows.next_multiple_of(R) * weights.width,
        "panels of {R} rows"
    );
    let mut column = 0;
    while column < columns {
        let wide = if columns - column >= C { C } else { 1 };
        for (first, panel) in (0..x.rows)
            .step_by(R)
            .zip(x.words.chunks_exact(R * weights.width))
        {
            let count = R.min(x.rows - first);
            // SAFETY: the caller vouches for the features; a panel has R words for each step.
            unsafe {
                if wide == C {
                    give::<K, R, C>(
                        tile::<K, OfBytes, R, C>(Panel(panel), weights, column),
                        first,
                        count,
                        column,
                        out,
                    );
                } else {
                    give::<K, R, 1>(
                        tile::<K, OfBytes, R, 1>(Panel(panel), weights, column),
                        first,
                        count,
                        column,
                        out,
                    );
                }
            }
        }
        column += wide;
    }
}

/// Products of pairs by tiles of R × C, the rest by narrower ones.
///
/// # Safety
/// Runs inside [`Kernel::featured`].
#[inline(always)]
unsafe fn tiles<K: Kernel, const R: usize, const C: usize>(
    x: Matrix<'_, Word>,
    weights: Matrix<'_, Block>,
    out: &mut impl Output,
) {
    assert_eq!(
        x.width, weights.width,
        "a row and a block column have the same depth"
    );
    let (rows, columns) = (x.rows(), weights.rows());
    let mut column = 0;
    while column < columns {
        let wide = if columns - column >= C { C } else { 1 };
        let mut row = 0;
        while row < rows {
            let high = if rows - row >= R { R } else { 1 };
            // SAFETY: the caller vouches for the features; every row has a word for each step.
            unsafe {
                match (high == R, wide == C) {
                    (true, true) => give::<K, R, C>(
                        tile::<K, OfPairs, R, C>(x.apart(row), weights, column),
                        row,
                        R,
                        column,
                        out,
                    ),
                    (true, false) => give::<K, R, 1>(
                        tile::<K, OfPairs, R, 1>(x.apart(row), weights, column),
                        row,
                        R,
                        column,
                        out,
                    ),
                    (false, true) => give::<K, 1, C>(
                        tile::<K, OfPairs, 1, C>(x.apart(row), weights, column),
                        row,
                        1,
                        column,
                        out,
                    ),
                    (false, false) => give::<K, 1, 1>(
                        tile::<K, OfPairs, 1, 1>(x.apart(row), weights, column),
                        row,
                        1,
                        column,
                        out,
                    ),
                }
            }
            row += high;
        }
        column += wide;
    }
}

/// Hands the sums of the first `count` rows of a tile out.
///
/// # Safety
/// Runs inside [`Kernel::featured`].
#[inline(always)]
unsafe fn give<K: Kernel, const R: usize, const C: usize>(
    sums: [[K::Sum; C]; R],
    row: usize,
    count: usize,
    column: usize,
    out: &mut impl Output,
) {
    if count == R {
        // With nothing to ask a row, the sums go out of the registers.
        for (place, sums) in sums.iter().enumerate() {
            for (block, sum) in sums.iter().enumerate() {
                // SAFETY: the caller vouches for the features.
                unsafe { out.take::<K>(row + place, column + block, *sum) };
            }
        }
        return;
    }
    for (place, sums) in sums.iter().enumerate() {
        if place < count {
            for (block, sum) in sums.iter().enumerate() {
                // SAFETY: the caller vouches for the features.
                unsafe { out.take::<K>(row + place, column + block, *sum) };
            }
        }
    }
}

/// Cases of a property test over shapes: so many, or PROPTEST_CASES for a long run.
#[cfg(test)]
pub(super) fn cases(usual: u32) -> proptest::test_runner::Config {
    let asked = std::env::var("PROPTEST_CASES")
        .ok()
        .and_then(|cases| cases.parse().ok());
    proptest::test_runner::Config::with_cases(asked.unwrap_or(usual))
}
