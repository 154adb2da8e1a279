//! Tiles: the sums of a few rows with a few block columns, which stay in the registers, and how all rows and columns are gone through by them.
#![expect(
    unsafe_code,
    reason = "the functions of a kernel need its CPU features, and the words of a tile are read without asking for its bounds again"
)]

use super::{Block, Kernel, Matrix, Output, Panels, Word};

/// What the words and blocks of a product hold.
///
/// # Safety
/// The functions run inside [`Kernel::featured`].
trait Product<K: Kernel> {
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
pub(super) unsafe fn panels<K: Kernel, const R: usize, const C: usize>(
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
pub(super) unsafe fn tiles<K: Kernel, const R: usize, const C: usize>(
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
