use super::*;
use crate::fast::agreement::distances;
use crate::fast::kernel::{Instructions, Work, cases};
use proptest::prelude::*;

struct Attend<'a>(usize, &'a [f32], Distance<'a>, &'a mut [f32]);

impl Work for Attend<'_> {
    type Output = ();
    #[inline(always)]
    fn run<K: Kernel>(self) {
        let Self(size, qkv, distance, out) = self;
        let mut scratch = Scratch::default();
        // What a longer sequence left in the buffers must not be seen.
        let longer = vec![1.5f32; 100 * 3 * size];
        head::<K>(
            size,
            &longer,
            Distance::None,
            &mut Target {
                rows: &mut vec![0.0; 100 * size],
                stride: size,
                offset: 0,
            },
            &mut scratch,
        );
        head::<K>(
            size,
            qkv,
            distance,
            &mut Target {
                rows: out,
                stride: size,
                offset: 0,
            },
            &mut scratch,
        );
    }
}

fn values(count: usize, step: usize) -> Vec<f32> {
    (0..count)
        .map(|n| ((n * step % 1_009) as f32 / 504.0) - 1.0)
        .collect()
}

fn of_kind<'a>(kind: i32, disentangled: Disentangled<'a>, biases: &'a [f32]) -> Distance<'a> {
    match kind {
        0 => Distance::None,
        1 => Distance::Disentangled(disentangled),
        _ => Distance::Bias(biases),
    }
}

#[test]
fn agrees_with_the_formula_and_between_kernels() {
    for (size, kind) in [(32, 0), (64, 0), (32, 1), (64, 1), (32, 2), (64, 2)] {
        for length in [1, 2, 3, 4, 5, 15, 16, 17, 31, 32, 33, 70, 130] {
            let qkv = values(length * 3 * size, 7_919);
            // 40 positions; distances beyond 15 share the outermost, as in logarithmic buckets.
            let tables = [values(40 * size, 6_007), values(40 * size, 5_003)];
            let [keys, queries] = tables.each_ref().map(|rows| Positions::pack(rows, size));
            let of_distance = distances(length, 15, 20);
            let biases = values(2 * length - 1, 4_001);
            let distance = of_kind(
                kind,
                Disentangled {
                    keys: &keys,
                    queries: &queries,
                    of_distance: &of_distance,
                },
                &biases,
            );
            let mut out = vec![f32::NAN; length * size];
            Instructions::Scalar.run(Attend(size, &qkv, distance, &mut out));
            for kernel in Instructions::available() {
                let mut other = vec![f32::NAN; length * size];
                kernel.run(Attend(size, &qkv, distance, &mut other));
                assert!(
                    other
                        .iter()
                        .zip(&out)
                        .all(|(a, b)| a.to_bits() == b.to_bits()),
                    "{kernel} at length {length}"
                );
                let mut first = vec![f32::NAN; size];
                kernel.run(Attend(size, &qkv, distance, &mut first));
                assert!(
                    first
                        .iter()
                        .zip(&out)
                        .all(|(a, b)| a.to_bits() == b.to_bits()),
                    "the first row alone is the first row of all"
                );
            }
            let at = |place: usize, part: usize, index: usize| {
                f64::from(qkv[place * 3 * size + part * size + index])
            };
            let of = |table: usize, position: u32, index: usize| {
                f64::from(tables[table][position as usize * size + index])
            };
            let dot = |a: &dyn Fn(usize) -> f64, b: &dyn Fn(usize) -> f64| {
                (0..size).map(|index| a(index) * b(index)).sum::<f64>()
            };
            for place in 0..length {
                let scores: Vec<f64> = (0..length)
                    .map(|other| {
                        let mut score =
                            dot(&|index| at(place, 0, index), &|index| at(other, 1, index));
                        if kind == 1 {
                            let position = of_distance[place + length - 1 - other];
                            score += dot(&|index| at(place, 0, index), &|index| {
                                of(0, position, index)
                            });
                            score += dot(&|index| at(other, 1, index), &|index| {
                                of(1, position, index)
                            });
                        }
                        let bias = if kind == 2 {
                            f64::from(biases[place + length - 1 - other])
                        } else {
                            0.0
                        };
                        (score / (size as f64 * if kind == 1 { 3.0 } else { 1.0 }).sqrt() + bias)
                            .exp()
                    })
                    .collect();
                let total: f64 = scores.iter().sum();
                for index in 0..size {
                    let wanted: f64 = (0..length)
                        .map(|other| scores[other] / total * at(other, 2, index))
                        .sum();
                    let got = f64::from(out[place * size + index]);
                    assert!(
                        (got - wanted).abs() < 3e-3,
                        "{size}, length {length}: {got} for {wanted}"
                    );
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(cases(32))]
    #[test]
    fn kernels_agree_on_any_shape_and_size_of_values(
        wide in any::<bool>(), length in 1usize..150, span in 1usize..40, exponent in -12i32..12, seed in 1usize..1_000, kind in 0..3,
    ) {
        let size = if wide { 64 } else { 32 };
        let scale = 2f32.powi(exponent);
        let qkv: Vec<f32> = values(length * 3 * size, 7_919 + seed).iter().enumerate().map(|(n, value)| if n % 97 == 0 { value * scale } else { *value }).collect();
        let tables = [values(2 * span * size, 6_007 + seed), values(2 * span * size, 5_003 + seed)];
        let [keys, queries] = tables.each_ref().map(|rows| Positions::pack(rows, size));
        let of_distance = distances(length, span as i64 - 1, span as i64);
        let biases: Vec<f32> = values(2 * length - 1, 4_001 + seed).iter().map(|value| value * scale).collect();
        let distance = of_kind(kind, Disentangled { keys: &keys, queries: &queries, of_distance: &of_distance }, &biases);
        let mut plain = vec![f32::NAN; length * size];
        Instructions::Scalar.run(Attend(size, &qkv, distance, &mut plain));
        prop_assert!(plain.iter().all(|value| value.is_finite()));
        for kernel in Instructions::available() {
            let mut fast = vec![f32::NAN; length * size];
            kernel.run(Attend(size, &qkv, distance, &mut fast));
            prop_assert!(fast.iter().zip(&plain).all(|(a, b)| a.to_bits() == b.to_bits()), "{kernel}");
        }
    }
}

#[test]
fn a_bias_decides_where_queries_and_keys_say_nothing() {
    // Keys at distance 1 and -1 of two tokens: each query looks at itself or at the other by its bias alone.
    let mut qkv = vec![0.0f32; 2 * 3 * 32];
    (qkv[64], qkv[96 + 64]) = (1.0, -1.0);
    for kernel in Instructions::available() {
        let mut out = vec![0.0; 2 * 32];
        kernel.run(Attend(
            32,
            &qkv,
            Distance::Bias(&[20.0, 0.0, 20.0]),
            &mut out,
        ));
        assert!(
            (out[0] + 1.0).abs() < 1e-3 && (out[32] - 1.0).abs() < 1e-3,
            "{kernel}: {} {}",
            out[0],
            out[32]
        );
    }
}

#[test]
fn the_largest_values_do_not_overflow() {
    for (size, length) in [(32, 2), (32, 64), (32, 512), (64, 512)] {
        // Every score alike and every value at its limit.
        let qkv = vec![3.0f32; length * 3 * size];
        for kernel in Instructions::available() {
            let mut out = vec![0.0; length * size];
            kernel.run(Attend(size, &qkv, Distance::None, &mut out));
            assert!(
                out.iter().all(|value| (value - 3.0).abs() < 1e-3),
                "{kernel} at length {length}: {}",
                out[0]
            );
        }
    }
}
