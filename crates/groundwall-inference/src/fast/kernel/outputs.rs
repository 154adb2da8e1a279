//! What becomes of the sums of a product.

use super::{Channels, Kernel, LANES, Output, Row};

/// Sixteen values from `from` on.
#[inline(always)]
fn lanes(values: &[f32], from: usize) -> &[f32; LANES] {
    values[from..]
        .first_chunk()
        .expect("a block column has 16 channels")
}

/// Room for the sums of a block column.
#[inline(always)]
fn room(values: &mut [f32], from: usize) -> &mut [f32; LANES] {
    values[from..]
        .first_chunk_mut()
        .expect("a row has room for its block columns")
}

/// Turns sums of quantised rows and weights into the values of a layer: `width` a row.
pub(in super::super) struct Dequantised<'a> {
    pub(in super::super) y: &'a mut [f32],
    pub(in super::super) width: usize,
    pub(in super::super) row_scales: &'a [f32],
    pub(in super::super) row_shifts: &'a [f32],
    pub(in super::super) scales: &'a [f32],
    pub(in super::super) shifts: &'a [f32],
    pub(in super::super) bias: &'a [f32],
}

impl Output for Dequantised<'_> {
    #[inline(always)]
    unsafe fn take<K: Kernel>(&mut self, row: usize, column: usize, sum: K::Sum) {
        let channel = column * LANES;
        let channels = Channels {
            scales: lanes(self.scales, channel),
            shifts: lanes(self.shifts, channel),
            bias: lanes(self.bias, channel),
        };
        let row_of = Row {
            scale: self.row_scales[row],
            shift: self.row_shifts[row],
        };
        // SAFETY: the caller runs inside `featured`.
        unsafe {
            K::dequantised(
                sum,
                row_of,
                &channels,
                room(self.y, row * self.width + channel),
            );
        }
    }
}

/// Writes sums times one factor: `width` a row.
pub(in super::super) struct Scaled<'a> {
    pub(in super::super) out: &'a mut [f32],
    pub(in super::super) width: usize,
    pub(in super::super) factor: f32,
}

impl Output for Scaled<'_> {
    #[inline(always)]
    unsafe fn take<K: Kernel>(&mut self, row: usize, column: usize, sum: K::Sum) {
        // SAFETY: the caller runs inside `featured`.
        unsafe {
            K::scaled(
                sum,
                self.factor,
                room(self.out, row * self.width + column * LANES),
            );
        }
    }
}

/// Writes sums times a factor of each row, at `offset` of rows of `stride`; rows without a factor are left out.
pub(in super::super) struct Weighted<'a> {
    pub(in super::super) out: &'a mut [f32],
    pub(in super::super) stride: usize,
    pub(in super::super) offset: usize,
    pub(in super::super) factors: &'a [f32],
}

impl Output for Weighted<'_> {
    #[inline(always)]
    unsafe fn take<K: Kernel>(&mut self, row: usize, column: usize, sum: K::Sum) {
        if let Some(factor) = self.factors.get(row) {
            // SAFETY: the caller runs inside `featured`.
            unsafe {
                K::scaled(
                    sum,
                    *factor,
                    room(self.out, row * self.stride + self.offset + column * LANES),
                );
            }
        }
    }
}

/// Adds the first of each sixteen sums up, so that nothing is left out and little is written: for measuring.
pub(in super::super) struct First(pub(in super::super) f32);

impl Output for First {
    #[inline(always)]
    unsafe fn take<K: Kernel>(&mut self, _: usize, _: usize, sum: K::Sum) {
        let mut values = [0.0; LANES];
        // SAFETY: the caller runs inside `featured`.
        unsafe { K::scaled(sum, 1.0, &mut values) };
        self.0 += values[0];
    }
}
