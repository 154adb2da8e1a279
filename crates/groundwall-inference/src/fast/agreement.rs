//! Shapes and values of a fuzzer's choosing, on which every kernel must say what the plain one says.

use super::attention::{self, Disentangled, Distance, Positions, Scratch, Target};
use super::kernel::{Instructions, Kernel, LANES, Work};
use super::linear::{Linear, Quantised};

/// A layer of the product over a few rows.
pub(super) struct Product<'a>(pub(super) &'a Linear, pub(super) &'a [f32]);

impl Work for Product<'_> {
    type Output = Vec<f32>;
    #[inline(always)]
    fn run<K: Kernel>(self) -> Vec<f32> {
        let mut quantised = Quantised::default();
        quantised.take::<K>(self.1, self.0.inputs());
        let mut sums = vec![f32::NAN; quantised.rows() * self.0.outputs()];
        self.0.forward::<K>(&quantised, &mut sums);
        sums
    }
}

/// One head over two sequences, the second in the buffers that the first leaves behind.
struct Head<'a>(usize, [&'a [f32]; 2], Distance<'a>);

impl Work for Head<'_> {
    type Output = Vec<f32>;
    #[inline(always)]
    fn run<K: Kernel>(self) -> Vec<f32> {
        let Self(size, [before, qkv], distance) = self;
        let mut scratch = Scratch::default();
        let mut attend = |qkv: &[f32], distance| {
            let mut rows = vec![f32::NAN; qkv.len() / 3];
            attention::head::<K>(
                size,
                qkv,
                distance,
                &mut Target {
                    rows: &mut rows,
                    stride: size,
                    offset: 0,
                },
                &mut scratch,
            );
            rows
        };
        attend(before, Distance::None);
        attend(qkv, distance)
    }
}

/// So many values from the bytes, over and over; every 61st is larger or smaller by a power of two.
fn values(bytes: &[u8], count: usize, from: usize) -> Vec<f32> {
    let byte = |place: usize| bytes.get(place % bytes.len().max(1)).copied().unwrap_or(7);
    (from..from + count)
        .map(|n| {
            let value =
                f32::from(byte(n).wrapping_mul(31).wrapping_add(n as u8).cast_signed()) / 64.0;
            if n % 61 == 0 {
                value * 2f32.powi(i32::from(byte(n / 61)) % 25 - 12)
            } else {
                value
            }
        })
        .collect()
}

/// Multiplies and attends over what the bytes describe with every kernel that the CPU has. The first seven bytes are the shapes, the rest the values.
///
/// # Panics
/// Where two kernels differ in a bit, or a result is not finite.
#[cfg_attr(test, allow(unreachable_pub, reason = "public for the fuzz target"))]
pub fn kernels_agree(bytes: &[u8]) {
    let Some((&[rows, inputs, outputs, length, before, span, flags], rest)) =
        bytes.split_first_chunk::<7>()
    else {
        return;
    };
    let (rows, inputs, outputs) = (
        usize::from(rows % 24) + 1,
        (usize::from(inputs) + 1) * 4,
        (usize::from(outputs % 8) + 1) * LANES,
    );
    let linear = Linear::pack(
        &values(rest, inputs * outputs, 0),
        values(rest, outputs, 3),
        inputs,
    );
    let x = values(rest, rows * inputs, 11);
    agree(|kernel| kernel.run(Product(&linear, &x)));

    let size = if flags & 1 == 0 { 32 } else { 64 };
    let (length, before, span) = (
        usize::from(length) + 1,
        usize::from(before) + 1,
        usize::from(span % 40) + 1,
    );
    let (qkv, other) = (
        values(rest, length * 3 * size, 5),
        values(rest, before * 3 * size, 17),
    );
    let [keys, queries] =
        [23, 29].map(|from| Positions::pack(&values(rest, 2 * span * size, from), size));
    let reach = span as i64 - 1;
    let of_distance = distances(length, reach, span as i64);
    let biases = values(rest, 2 * length - 1, 31);
    let distance = match flags & 6 {
        2 => Distance::Disentangled(Disentangled {
            keys: &keys,
            queries: &queries,
            of_distance: &of_distance,
        }),
        4 => Distance::Bias(&biases),
        _ => Distance::None,
    };
    agree(|kernel| kernel.run(Head(size, [&other, &qkv], distance)));
}

/// The position of every distance of a sequence: those beyond `reach` share the outermost, and `middle` is that of zero.
pub(super) fn distances(length: usize, reach: i64, middle: i64) -> Vec<u32> {
    (0..2 * length - 1)
        .map(|n| ((n as i64 - (length as i64 - 1)).clamp(-reach, reach) + middle) as u32)
        .collect()
}

fn agree(run: impl Fn(Instructions) -> Vec<f32>) {
    let plain = run(Instructions::Scalar);
    assert!(
        plain.iter().all(|value| value.is_finite()),
        "a value that is no number"
    );
    for kernel in Instructions::available() {
        let same = run(kernel)
            .iter()
            .zip(&plain)
            .all(|(one, other)| one.to_bits() == other.to_bits());
        assert!(same, "{kernel} differs from the plain kernel");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fast::kernel::cases;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(cases(48))]
        #[test]
        fn what_a_fuzzer_may_send(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            kernels_agree(&bytes);
        }
    }
}
