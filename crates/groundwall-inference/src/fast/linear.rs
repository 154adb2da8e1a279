//! A linear layer in int8: y = x Wᵀ + b with 8-bit x, quantised per token, and int8 W, quantised per output channel.

use super::buffer::Buffer;
use super::kernel::{Block, Dequantised, Kernel, LANES, Matrix, Panels, Word};
use super::math;
use std::ops::Range;

/// Rows of activations in 8 bits: value ≈ scale · (byte − zero).
#[derive(Default)]
pub(super) struct Quantised {
    /// Panels of the kernel's rows side by side.
    words: Buffer<Word>,
    /// One row before it goes into its panel.
    line: Vec<Word>,
    scales: Vec<f32>,
    /// scale · zero of each row.
    shifts: Vec<f32>,
    width: usize,
    rows: usize,
}

impl Quantised {
    /// Makes room for rows of `width` values, a multiple of 4. What the room held before stays until a row is put there.
    #[inline(always)]
    pub(super) fn reset<K: Kernel>(&mut self, rows: usize, width: usize) {
        (self.width, self.rows) = (width, rows);
        self.words.room(self.held::<K>());
        self.line.resize(self.line.len().max(width / 4), 0);
        self.scales.resize(self.scales.len().max(rows), 0.0);
        self.shifts.resize(self.shifts.len().max(rows), 0.0);
    }

    /// Words of all panels.
    #[inline(always)]
    fn held<K: Kernel>(&self) -> usize {
        self.rows.next_multiple_of(K::PANEL) * self.width / 4
    }

    /// Quantises one row.
    #[inline(always)]
    pub(super) fn put<K: Kernel>(&mut self, row: usize, values: &[f32]) {
        self.put_within::<K>(row, values, math::bounds(values));
    }

    /// The same, with the row's least and largest value known. The range of the bytes always holds zero.
    #[inline(always)]
    pub(super) fn put_within<K: Kernel>(
        &mut self,
        row: usize,
        values: &[f32],
        (low, high): (f32, f32),
    ) {
        let (low, high) = (math::lesser(low, 0.0), math::greater(high, 0.0));
        // 254 steps, and the zero rounded up: every value then comes between 0 and 255 by itself.
        let range = math::greater(high - low, f32::MIN_POSITIVE * 254.0);
        let (scale, inverse) = (range * (1.0 / 254.0), 254.0 / range);
        let zero = (-low * inverse).ceil();
        let (depth, held) = (self.width / 4, self.held::<K>());
        let line = &mut self.line[..depth];
        for (byte, value) in bytemuck::cast_slice_mut::<Word, u8>(line)
            .iter_mut()
            .zip(values)
        {
            *byte = math::round_bits(value.mul_add(inverse, zero)) as u8;
        }
        let words = self.words.room(held);
        let panel = &mut words[row / K::PANEL * K::PANEL * depth..][..K::PANEL * depth];
        for (words, word) in panel.chunks_exact_mut(K::PANEL).zip(line) {
            words[row % K::PANEL] = *word;
        }
        self.scales[row] = scale;
        self.shifts[row] = scale * zero;
    }

    /// Quantises rows of `width` values.
    #[inline(always)]
    pub(super) fn take<K: Kernel>(&mut self, values: &[f32], width: usize) {
        self.reset::<K>(values.len() / width, width);
        for (row, values) in values.chunks_exact(width).enumerate() {
            self.put::<K>(row, values);
        }
    }

    #[inline(always)]
    pub(super) fn rows(&self) -> usize {
        self.rows
    }
}

/// Weights in blocks of 16 output channels by 4 inputs, block columns one after the other.
pub(super) struct Linear {
    blocks: Vec<Block>,
    scales: Vec<f32>,
    /// scale · sum of the int8 weights of each channel, for the zero points of the activations.
    sums: Vec<f32>,
    bias: Vec<f32>,
    inputs: usize,
}

impl Linear {
    /// Quantises and packs `weight`, shape (outputs, inputs). `inputs` is a multiple of 4, the outputs of 16.
    pub(super) fn pack(weight: &[f32], bias: Vec<f32>, inputs: usize) -> Self {
        let outputs = bias.len();
        assert!(
            inputs.is_multiple_of(4)
                && outputs.is_multiple_of(LANES)
                && weight.len() == inputs * outputs,
            "{outputs} × {inputs}"
        );
        let mut scales = Vec::with_capacity(outputs);
        let mut sums = Vec::with_capacity(outputs);
        let mut quantised: Vec<i8> = Vec::with_capacity(weight.len());
        for row in weight.chunks_exact(inputs) {
            let (low, high) = math::bounds(row);
            let scale = (high.max(-low) / 127.0).max(f32::MIN_POSITIVE);
            quantised.extend(row.iter().map(|value| (value / scale).round() as i8));
            let sum: i32 = quantised[quantised.len() - inputs..]
                .iter()
                .map(|weight| i32::from(*weight))
                .sum();
            sums.push(scale * sum as f32);
            scales.push(scale);
        }
        let mut blocks = Vec::with_capacity(weight.len() / 64);
        for column in (0..outputs).step_by(LANES) {
            for input in (0..inputs).step_by(4) {
                let mut block = Block::default();
                for (lane, word) in block.0.iter_mut().enumerate() {
                    let from = (column + lane) * inputs + input;
                    let mut bytes = [0; 4];
                    bytes.copy_from_slice(bytemuck::cast_slice(&quantised[from..from + 4]));
                    *word = Word::from_ne_bytes(bytes);
                }
                blocks.push(block);
            }
        }
        Self {
            blocks,
            scales,
            sums,
            bias,
            inputs,
        }
    }

    pub(super) fn inputs(&self) -> usize {
        self.inputs
    }

    pub(super) fn outputs(&self) -> usize {
        self.bias.len()
    }

    /// All output channels of all rows: `y` has rows × outputs values.
    #[inline(always)]
    pub(super) fn forward<K: Kernel>(&self, x: &Quantised, y: &mut [f32]) {
        self.forward_part::<K>(x, 0..self.outputs(), y);
    }

    /// The output channels of a range (multiples of 16): `y` has rows × channels values.
    #[inline(always)]
    pub(super) fn forward_part<K: Kernel>(
        &self,
        x: &Quantised,
        channels: Range<usize>,
        y: &mut [f32],
    ) {
        assert_eq!(
            (x.width, y.len()),
            (self.inputs, x.rows * channels.len()),
            "shapes"
        );
        let depth = self.inputs / 4;
        let blocks = &self.blocks[channels.start / LANES * depth..channels.end / LANES * depth];
        let mut out = Dequantised {
            y,
            width: channels.len(),
            row_scales: &x.scales,
            row_shifts: &x.shifts,
            scales: &self.scales[channels.clone()],
            shifts: &self.sums[channels.clone()],
            bias: &self.bias[channels],
        };
        let words = x.words.written(x.held::<K>());
        K::multiply_bytes(
            Panels {
                words,
                rows: x.rows,
            },
            Matrix::new(blocks, depth),
            &mut out,
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fast::agreement::Product;
    use crate::fast::kernel::{Instructions, cases};
    use proptest::prelude::*;

    fn values(count: usize, seed: u64) -> Vec<f32> {
        let mut state = seed | 1;
        (0..count)
            .map(|_| {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                (state % 2_001) as f32 / 500.0 - 2.0
            })
            .collect()
    }

    proptest! {
        #![proptest_config(cases(64))]
        #[test]
        fn kernels_agree_to_the_bit_and_with_f32(rows in 1usize..20, inputs in 1usize..40, outputs in 1usize..12, seed in 1u64..1_000_000) {
            let (inputs, outputs) = (inputs * 4, outputs * LANES);
            let (weight, x) = (values(inputs * outputs, seed), values(rows * inputs, seed + 7));
            let linear = Linear::pack(&weight, values(outputs, seed + 3), inputs);
            let plain = Instructions::Scalar.run(Product(&linear, &x));
            for kernel in Instructions::available() {
                let fast = kernel.run(Product(&linear, &x));
                prop_assert!(fast.iter().zip(&plain).all(|(a, b)| a.to_bits() == b.to_bits()), "{kernel}");
            }
            for row in 0..rows {
                for column in 0..outputs {
                    let exact: f32 = (0..inputs).map(|input| x[row * inputs + input] * weight[column * inputs + input]).sum::<f32>() + linear.bias[column];
                    let got = plain[row * outputs + column];
                    prop_assert!((got - exact).abs() <= 0.03 * inputs as f32, "{got} for {exact}");
                }
            }
        }
    }

    /// Whole tiles, parts of one, an odd block column.
    #[test]
    fn kernels_agree_where_tiles_end() {
        for inputs in [64, 128, 192] {
            for outputs in [LANES, 2 * LANES, 3 * LANES] {
                let linear = Linear::pack(&values(inputs * outputs, 5), values(outputs, 6), inputs);
                for rows in [1, 2, 15, 16, 17, 31, 32, 33, 47, 48, 49, 64, 65] {
                    let x = values(rows * inputs, 7);
                    let plain = Instructions::Scalar.run(Product(&linear, &x));
                    for kernel in Instructions::available() {
                        let fast = kernel.run(Product(&linear, &x));
                        assert_eq!(fast, plain, "{kernel}, {rows} × {inputs} × {outputs}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_largest_bytes_and_weights_do_not_saturate() {
        let (inputs, outputs) = (1_536, LANES);
        let linear = Linear::pack(&vec![1.0; inputs * outputs], vec![0.0; outputs], inputs);
        let x = vec![1.0; inputs];
        for kernel in Instructions::available() {
            let y = kernel.run(Product(&linear, &x));
            assert!(
                y.iter().all(|value| (value - inputs as f32).abs() < 0.01),
                "{kernel}: {y:?}"
            );
        }
    }
}
