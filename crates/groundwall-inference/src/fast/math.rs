//! Elementwise arithmetic, written so that it vectorises: lanes of 16, no branches, no calls.

/// Lanes of a vector of f32.
pub(super) const LANES: usize = 16;

/// Adding this rounds a small f32 to an integer, whose two's complement is then in the low bits.
const MAGIC: f32 = 12_582_912.0;

#[inline(always)]
pub(super) fn round_bits(value: f32) -> u32 {
    (value + MAGIC).to_bits()
}

/// e^x for x ≤ 88, relative error below 3e-7: 2^n by the exponent bits times a polynomial of degree 6 in the rest (Cephes).
#[inline(always)]
pub(super) fn exp(x: f32) -> f32 {
    let x = lesser(greater(x, -87.0), 88.0);
    let shifted = x.mul_add(std::f32::consts::LOG2_E, MAGIC);
    let n = shifted - MAGIC;
    // ln 2 in two parts, the first with few bits.
    let r = n.mul_add(2.121_944_4e-4, n.mul_add(-0.693_359_4, x));
    let p = 1.987_569_2e-4_f32.mul_add(r, 1.398_199_9e-3);
    let p = p.mul_add(r, 8.333_452e-3);
    let p = p.mul_add(r, 4.166_579_6e-2);
    let p = p.mul_add(r, 1.666_666_5e-1);
    let p = p.mul_add(r, 0.5);
    let p = (p * r).mul_add(r, r) + 1.0;
    let scale = f32::from_bits(shifted.to_bits().wrapping_add(127).wrapping_shl(23));
    p * scale
}

/// erf by Abramowitz and Stegun 7.1.26: absolute error below 1.5e-7.
#[inline(always)]
fn erf(x: f32) -> f32 {
    let z = x.abs();
    let t = 1.0 / z.mul_add(0.327_591_1, 1.0);
    let p = 1.061_405_4_f32.mul_add(t, -1.453_152).mul_add(t, 1.421_413_7).mul_add(t, -0.284_496_74).mul_add(t, 0.254_829_6) * t;
    (-p).mul_add(exp(-z * z), 1.0).copysign(x)
}

/// x Φ(x), the exact GELU.
#[inline(always)]
pub(super) fn gelu(values: &mut [f32]) {
    for value in values {
        *value = 0.5 * *value * (1.0 + erf(*value * std::f32::consts::FRAC_1_SQRT_2));
    }
}

/// Folds lanes pairwise: a short chain, and the same order every time.
#[inline(always)]
pub(super) fn fold(mut lanes: [f32; LANES], join: impl Fn(f32, f32) -> f32) -> f32 {
    for width in [8, 4, 2, 1] {
        for lane in 0..width {
            lanes[lane] = join(lanes[lane], lanes[lane + width]);
        }
    }
    lanes[0]
}

#[inline(always)]
pub(super) fn lesser(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

#[inline(always)]
pub(super) fn greater(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// Sum of `map` over the values, in lanes.
#[inline(always)]
fn sum(values: &[f32], map: impl Fn(f32) -> f32) -> f32 {
    let mut lanes = [0.0f32; LANES];
    let chunks = values.chunks_exact(LANES);
    let rest: f32 = chunks.remainder().iter().map(|value| map(*value)).sum();
    for chunk in chunks {
        for (lane, value) in lanes.iter_mut().zip(chunk) {
            *lane += map(*value);
        }
    }
    fold(lanes, |a, b| a + b) + rest
}

/// (x − mean) / √(variance + eps) · weight + bias, in place.
#[inline(always)]
pub(super) fn layer_norm(row: &mut [f32], weight: &[f32], bias: &[f32], eps: f32) {
    let count = row.len() as f32;
    let mean = sum(row, |value| value) / count;
    let variance = sum(row, |value| (value - mean) * (value - mean)) / count;
    let scale = 1.0 / (variance + eps).sqrt();
    for ((value, weight), bias) in row.iter_mut().zip(weight).zip(bias) {
        *value = (*value - mean) * scale * weight + bias;
    }
}

/// Least and largest value.
#[inline(always)]
pub(super) fn bounds(values: &[f32]) -> (f32, f32) {
    let (mut low, mut high) = ([f32::INFINITY; LANES], [f32::NEG_INFINITY; LANES]);
    let chunks = values.chunks_exact(LANES);
    let rest = chunks.remainder();
    for chunk in chunks {
        for ((low, high), value) in low.iter_mut().zip(&mut high).zip(chunk) {
            *low = lesser(*value, *low);
            *high = greater(*value, *high);
        }
    }
    let low = rest.iter().copied().fold(fold(low, lesser), lesser);
    let high = rest.iter().copied().fold(fold(high, greater), greater);
    (low, high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exp_and_gelu_are_close_to_the_exact_ones() {
        let mut worst: f64 = 0.0;
        for step in -8_700..=880 {
            let x = f64::from(step) / 100.0;
            worst = worst.max((f64::from(exp(x as f32)) / x.exp() - 1.0).abs());
        }
        assert!(worst < 1e-5, "relative error of exp {worst}");
        // erf by its series, in f64.
        let exact = |x: f64| {
            let (mut term, mut sum) = (x, x);
            for n in 1..200 {
                term *= -x * x / f64::from(n);
                sum += term / f64::from(2 * n + 1);
            }
            sum * 2.0 / std::f64::consts::PI.sqrt()
        };
        for step in -450..=450 {
            let x = f64::from(step) / 100.0;
            assert!((f64::from(erf(x as f32)) - exact(x)).abs() < 1e-6, "erf({x})");
        }
        let mut far = [20.0, -20.0, 0.0];
        gelu(&mut far);
        assert!(far.iter().zip([20.0, 0.0, 0.0]).all(|(got, wanted)| (got - wanted).abs() < 1e-6), "{far:?}");
    }

    #[test]
    fn a_normed_row_has_mean_zero_and_variance_one() {
        let mut row: Vec<f32> = (0..50).map(|n| (n * n % 17) as f32).collect();
        layer_norm(&mut row, &[1.0; 50], &[0.0; 50], 1e-12);
        let mean = row.iter().sum::<f32>() / 50.0;
        let variance = row.iter().map(|value| value * value).sum::<f32>() / 50.0;
        assert!(mean.abs() < 1e-5 && (variance - 1.0).abs() < 1e-4);
        assert_eq!(bounds(&[3.0, -1.0, 2.0]), (-1.0, 3.0));
    }
}
