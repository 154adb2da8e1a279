//! Arithmetic of vectors.

/// The cosine of two normalised vectors, in [-1, 1].
pub(crate) fn cosine(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}
