//! A linear layer in int8: y = x Wᵀ + b with 8-bit x, quantised per token, and int8 W, quantised per output channel.

use super::math;
use super::vnni::{self, Block};

/// Output channels of a block; a layer has a multiple of these.
pub(super) const COLUMNS: usize = 16;

/// Rows of activations in 8 bits: value ≈ scale · (byte − zero).
#[derive(Default)]
pub(super) struct Quantised {
    pub(super) bytes: Vec<u8>,
    pub(super) scales: Vec<f32>,
    pub(super) zeros: Vec<i32>,
    pub(super) width: usize,
    rows: usize,
}

impl Quantised {
    /// Quantises rows of `width` values; the range of a row always holds zero.
    #[inline(always)]
    pub(super) fn take(&mut self, values: &[f32], width: usize) {
        let rows = values.len() / width;
        self.width = width;
        self.rows = rows;
        // Buffers only grow: what is beyond the rows is never read.
        self.bytes.resize(self.bytes.len().max(rows * width), 0);
        self.scales.resize(self.scales.len().max(rows), 0.0);
        self.zeros.resize(self.zeros.len().max(rows), 0);
        for (place, (row, bytes)) in values.chunks_exact(width).zip(self.bytes.chunks_exact_mut(width)).enumerate() {
            let (low, high) = math::bounds(row);
            let (low, high) = (low.min(0.0), high.max(0.0));
            let scale = ((high - low) / 255.0).max(f32::MIN_POSITIVE);
            let zero = (-low / scale).round();
            let inverse = 1.0 / scale;
            for (byte, value) in bytes.iter_mut().zip(row) {
                // Within 0 and 255 up to rounding at the ends.
                *byte = math::round_bits(math::lesser(math::greater(value.mul_add(inverse, zero), 0.0), 255.0)) as u8;
            }
            self.scales[place] = scale;
            self.zeros[place] = zero as i32;
        }
    }

    pub(super) fn rows(&self) -> usize {
        self.rows
    }
}

/// Weights in blocks of 16 output channels by 4 inputs, block columns one after the other.
pub(super) struct Linear {
    pub(super) blocks: Vec<Block>,
    pub(super) scales: Vec<f32>,
    /// Sum of the int8 weights of each channel, for the zero points of the activations.
    pub(super) sums: Vec<i32>,
    pub(super) bias: Vec<f32>,
    pub(super) inputs: usize,
}

impl Linear {
    /// Quantises and packs `weight`, shape (outputs, inputs). `inputs` is a multiple of 4, the outputs of 16.
    pub(super) fn pack(weight: &[f32], bias: Vec<f32>, inputs: usize) -> Self {
        let outputs = bias.len();
        assert!(inputs.is_multiple_of(4) && outputs.is_multiple_of(COLUMNS) && weight.len() == inputs * outputs, "{outputs} × {inputs}");
        let mut scales = Vec::with_capacity(outputs);
        let mut quantised = Vec::with_capacity(weight.len());
        for row in weight.chunks_exact(inputs) {
            let (low, high) = math::bounds(row);
            let scale = (high.max(-low) / 127.0).max(f32::MIN_POSITIVE);
            quantised.extend(row.iter().map(|value| (value / scale).round() as i8));
            scales.push(scale);
        }
        let sums = quantised.chunks_exact(inputs).map(|row| row.iter().map(|value| i32::from(*value)).sum()).collect();
        let mut blocks = Vec::with_capacity(weight.len() / 64);
        for column in (0..outputs).step_by(COLUMNS) {
            for input in (0..inputs).step_by(4) {
                let mut block = [0i8; 64];
                for (place, byte) in block.iter_mut().enumerate() {
                    *byte = quantised[(column + place / 4) * inputs + input + place % 4];
                }
                blocks.push(Block(block));
            }
        }
        Self { blocks, scales, sums, bias, inputs }
    }

    pub(super) fn outputs(&self) -> usize {
        self.bias.len()
    }

    /// `y` has rows × outputs values.
    #[inline(always)]
    pub(super) fn forward(&self, x: &Quantised, y: &mut [f32]) {
        debug_assert_eq!((x.width, y.len()), (self.inputs, x.rows() * self.outputs()));
        vnni::matmul(self, x, y);
    }

    /// The same in plain arithmetic, for tests and for reading.
    #[cfg(test)]
    pub(super) fn forward_scalar(&self, x: &Quantised, y: &mut [f32]) {
        let outputs = self.outputs();
        for row in 0..x.rows() {
            for column in 0..outputs {
                let mut sum = 0i32;
                for input in 0..self.inputs {
                    let block = &self.blocks[(column / COLUMNS) * (self.inputs / 4) + input / 4];
                    sum += i32::from(x.bytes[row * self.inputs + input]) * i32::from(block.0[(column % COLUMNS) * 4 + input % 4]);
                }
                let exact = (sum - x.zeros[row] * self.sums[column]) as f32;
                y[row * outputs + column] = exact * (x.scales[row] * self.scales[column]) + self.bias[column];
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    struct Forward<'a>(&'a Linear, &'a Quantised, &'a mut [f32]);

    impl vnni::Work for Forward<'_> {
        type Output = ();
        #[inline(always)]
        fn run(self) {
            self.0.forward(self.1, self.2);
        }
    }

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
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn the_kernel_agrees_with_plain_arithmetic_and_with_f32(rows in 1usize..20, inputs in 1usize..40, outputs in 1usize..12, seed in 1u64..1_000_000) {
            let (inputs, outputs) = (inputs * 4, outputs * COLUMNS);
            let (weight, x) = (values(inputs * outputs, seed), values(rows * inputs, seed + 7));
            let linear = Linear::pack(&weight, values(outputs, seed + 3), inputs);
            let mut quantised = Quantised::default();
            quantised.take(&x, inputs);
            let mut plain = vec![0.0; rows * outputs];
            linear.forward_scalar(&quantised, &mut plain);
            if vnni::available() {
                let mut fast = vec![f32::NAN; rows * outputs];
                vnni::with_features(Forward(&linear, &quantised, &mut fast));
                for (a, b) in fast.iter().zip(&plain) {
                    prop_assert!((a - b).abs() <= 1e-5 * (1.0 + b.abs()), "{a} and {b}");
                }
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
}
