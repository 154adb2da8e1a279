//! Elementwise arithmetic, written so that it vectorises: lanes of 16, no branches, no calls.

/// Lanes of a vector of f32.
pub(super) const LANES: usize = 16;

/// Adding this rounds a small f32 to an integer, whose two's complement is then in the low bits.
pub(super) const MAGIC: f32 = 12_582_912.0;

#[inline(always)]
pub(super) fn round_bits(value: f32) -> u32 {
    (value + MAGIC).to_bits()
}

/// Nearest integer of a value within ±2¹⁵.
#[inline(always)]
pub(super) fn round16(value: f32) -> i16 {
    round_bits(value) as i16
}

/// 2^x for −126 ≤ x < 15, rounded to an integer: its two's complement in the low 16 bits of what [`round_bits`] gives. The power of two is off by at most
/// 8e-5 of itself: 2^n by the exponent bits times a polynomial of degree 3 in the rest (minimax on ±½, fitted by reweighted least squares).
#[inline(always)]
pub(super) fn exp2_rounded(x: f32) -> u32 {
    let shifted = x + MAGIC;
    let r = x - (shifted - MAGIC);
    let p = 5.517_164_4e-2_f32
        .mul_add(r, 0.242_611_12)
        .mul_add(r, 0.693_260_97)
        .mul_add(r, 0.999_928_06);
    let power = f32::from_bits(shifted.to_bits().wrapping_add(127).wrapping_shl(23));
    p.mul_add(power, MAGIC).to_bits()
}

/// Coefficients of erf(x) / x in t = 2 (x / LIMIT)² − 1 from degree 12 down: minimax on |x| ≤ LIMIT, beyond which erf is 1 within 4e-7.
const ERF: [f32; 13] = [
    0.002_246_725_6,
    -0.005_789_368_4,
    0.005_629_751,
    -0.008_185_652,
    0.020_165_404,
    -0.034_470_264,
    0.048_797_25,
    -0.067_511_75,
    0.089_706_875,
    -0.113_853_425,
    0.143_818_8,
    -0.195_488_57,
    0.392_712_03,
];
const LIMIT: f32 = 3.6;

/// erf, absolute error below 6e-7.
#[inline(always)]
fn erf(x: f32) -> f32 {
    let x = lesser(greater(x, -LIMIT), LIMIT);
    let t = (x * x).mul_add(2.0 / (LIMIT * LIMIT), -1.0);
    let mut p = ERF[0];
    for coefficient in &ERF[1..] {
        p = p.mul_add(t, *coefficient);
    }
    x * p
}

/// x Φ(x), the exact GELU, in place; least and largest of what came out.
#[inline(always)]
pub(super) fn gelu(values: &mut [f32]) -> (f32, f32) {
    let one = |value: f32| {
        let half = 0.5 * value;
        half.mul_add(erf(value * std::f32::consts::FRAC_1_SQRT_2), half)
    };
    let (mut low, mut high) = ([f32::INFINITY; LANES], [f32::NEG_INFINITY; LANES]);
    let mut chunks = values.chunks_exact_mut(LANES);
    for chunk in chunks.by_ref() {
        for ((low, high), value) in low.iter_mut().zip(&mut high).zip(chunk) {
            *value = one(*value);
            *low = lesser(*value, *low);
            *high = greater(*value, *high);
        }
    }
    let (mut low, mut high) = (fold(low, lesser), fold(high, greater));
    for value in chunks.into_remainder() {
        *value = one(*value);
        (low, high) = (lesser(*value, low), greater(*value, high));
    }
    (low, high)
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

/// Largest value of rows of whole lanes.
#[inline(always)]
pub(super) fn largest(values: &[f32]) -> f32 {
    let mut lanes = [f32::NEG_INFINITY; LANES];
    for chunk in values.chunks_exact(LANES) {
        for (lane, value) in lanes.iter_mut().zip(chunk) {
            *lane = greater(*value, *lane);
        }
    }
    fold(lanes, greater)
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
    fn exp2_and_gelu_are_close_to_the_exact_ones() {
        for step in -2_000..=1_300 {
            let x = f64::from(step) / 100.0;
            let got = f64::from(exp2_rounded(x as f32) as i16);
            assert!(
                (got - x.exp2()).abs() <= 0.5 + 8e-5 * x.exp2(),
                "2^{x} came out as {got}"
            );
        }
        assert!([0.4, 0.6, -0.6, 8_191.0, -8_191.0].map(round16) == [0, 1, -1, 8_191, -8_191]);
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
            assert!(
                (f64::from(erf(x as f32)) - exact(x)).abs() < 1e-6,
                "erf({x})"
            );
        }
        let mut far = [20.0, -20.0, 0.0];
        gelu(&mut far);
        assert!(
            far.iter()
                .zip([20.0, 0.0, 0.0])
                .all(|(got, wanted)| (got - wanted).abs() < 1e-5),
            "{far:?}"
        );
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
