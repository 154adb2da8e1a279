//! Vectors of one collection in 8 bits, searched exactly: every one of them is compared.

use rayon::prelude::*;

/// Vectors that one core looks at in one go.
const CHUNK: usize = 8_192;

/// Unit vectors side by side in int8, symmetric, each with a scale of its own: value ≈ scale · integer.
pub(crate) struct Vectors {
    dimensions: usize,
    integers: Vec<i8>,
    scales: Vec<f32>,
}

impl Vectors {
    pub(crate) fn new(dimensions: usize) -> Self {
        Self {
            dimensions,
            integers: Vec::new(),
            scales: Vec::new(),
        }
    }

    pub(crate) fn push(&mut self, vector: &[f32]) {
        let scale = largest(vector) / 127.0;
        self.integers
            .extend(vector.iter().map(|value| (value / scale).round() as i8));
        self.scales.push(scale);
    }

    /// Gives back what growing took beyond the vectors.
    pub(crate) fn shrink(&mut self) {
        self.integers.shrink_to_fit();
        self.scales.shrink_to_fit();
    }

    /// Keeps the vectors for which `keep` holds, in order.
    pub(crate) fn retain(&mut self, keep: impl Fn(usize) -> bool) {
        let mut next = 0;
        for slot in 0..self.scales.len() {
            if keep(slot) {
                let from = slot * self.dimensions;
                self.integers
                    .copy_within(from..from + self.dimensions, next * self.dimensions);
                self.scales[next] = self.scales[slot];
                next += 1;
            }
        }
        self.integers.truncate(next * self.dimensions);
        self.scales.truncate(next);
    }

    /// The `count` slots with the largest dot product among those for which `keep` holds, with it, in no order. The product is off by about 0.002 on
    /// unit vectors: the caller compares the exact vectors of the slots.
    pub(crate) fn nearest(
        &self,
        query: &[f32],
        count: usize,
        keep: impl Fn(usize) -> bool + Sync,
    ) -> Vec<(usize, f32)> {
        if self.dimensions == 0 || count == 0 {
            return Vec::new();
        }
        let scale = largest(query) / 32_767.0;
        let query: Vec<i16> = query
            .iter()
            .map(|value| (value / scale).round() as i16)
            .collect();
        let mut best: Vec<(usize, f32)> = self
            .integers
            .par_chunks(CHUNK * self.dimensions)
            .zip(self.scales.par_chunks(CHUNK))
            .enumerate()
            .flat_map_iter(|(chunk, (integers, scales))| {
                let mut products = vec![0.0; scales.len()];
                products_with(integers, &query, &mut products);
                let mut found: Vec<(usize, f32)> = products
                    .into_iter()
                    .zip(scales)
                    .enumerate()
                    .map(|(place, (product, of))| (chunk * CHUNK + place, product * of * scale))
                    .filter(|(slot, _)| keep(*slot))
                    .collect();
                best_of(&mut found, count);
                found
            })
            .collect();
        best_of(&mut best, count);
        best
    }
}

fn largest(vector: &[f32]) -> f32 {
    vector
        .iter()
        .fold(f32::MIN_POSITIVE, |largest, value| largest.max(value.abs()))
}

/// Keeps the `count` largest, in no order.
fn best_of(list: &mut Vec<(usize, f32)>, count: usize) {
    if list.len() > count {
        list.select_nth_unstable_by(count - 1, |a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        list.truncate(count);
    }
}

/// Integer dot products of vectors side by side with the query, compiled for the widest instructions of the CPU. A sum of 384 products of 8 and 16 bits fits
/// an i32 as long as the vectors have unit length before they are scaled, or fewer than 516 dimensions; longer ones are added up in parts.
#[multiversion::multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512vl",
    "x86_64+avx2",
    "aarch64+neon"
))]
fn products_with(vectors: &[i8], query: &[i16], products: &mut [f32]) {
    const PART: usize = 512;
    for (vector, product) in vectors.chunks_exact(query.len()).zip(products) {
        let mut total = 0.0;
        for (vector, query) in vector.chunks(PART).zip(query.chunks(PART)) {
            let sum: i32 = vector
                .iter()
                .zip(query)
                .map(|(a, b)| i32::from(*a) * i32::from(*b))
                .sum();
            total += sum as f32;
        }
        *product = total;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unit(seed: u64, dimensions: usize) -> Vec<f32> {
        let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let raw: Vec<f32> = (0..dimensions)
            .map(|_| {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                (state % 2_001) as f32 / 1_000.0 - 1.0
            })
            .collect();
        let norm = raw.iter().map(|value| value * value).sum::<f32>().sqrt();
        raw.into_iter().map(|value| value / norm).collect()
    }

    #[test]
    fn products_are_close_and_the_nearest_are_found() {
        for dimensions in [3, 16, 384, 1_030] {
            let mut vectors = Vectors::new(dimensions);
            let all: Vec<Vec<f32>> = (1..400).map(|seed| unit(seed, dimensions)).collect();
            for vector in &all {
                vectors.push(vector);
            }
            let query = unit(9_999, dimensions);
            let exact = |slot: usize| {
                all[slot]
                    .iter()
                    .zip(&query)
                    .map(|(a, b)| a * b)
                    .sum::<f32>()
            };
            let found = vectors.nearest(&query, 60, |_| true);
            assert_eq!(found.len(), 60);
            assert!(
                found
                    .iter()
                    .all(|(slot, product)| (product - exact(*slot)).abs() < 0.01),
                "{dimensions}"
            );
            let mut wanted: Vec<usize> = (0..all.len()).collect();
            wanted.sort_by(|a, b| exact(*b).total_cmp(&exact(*a)));
            assert!(
                wanted[..10]
                    .iter()
                    .all(|slot| found.iter().any(|(other, _)| other == slot)),
                "{dimensions}"
            );
            assert!(
                vectors
                    .nearest(&query, 500, |slot| slot % 2 == 0)
                    .iter()
                    .all(|(slot, _)| slot % 2 == 0)
            );
        }
    }

    #[test]
    fn the_largest_integers_do_not_overflow() {
        let dimensions = 512;
        let mut vectors = Vectors::new(dimensions);
        vectors.push(&vec![1.0; dimensions]);
        assert!((vectors.nearest(&vec![1.0; dimensions], 1, |_| true)[0].1 - 512.0).abs() < 0.1);
        assert!(Vectors::new(4).nearest(&[0.0; 4], 3, |_| true).is_empty());
    }

    #[test]
    fn retaining_closes_the_gaps() {
        let mut vectors = Vectors::new(2);
        for value in [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0]] {
            vectors.push(&value);
        }
        vectors.retain(|slot| slot != 1);
        let mut found = vectors.nearest(&[1.0, 0.0], 5, |_| true);
        found.sort_by(|a, b| b.1.total_cmp(&a.1));
        assert!(found.len() == 2 && found[0].0 == 0 && (found[1].1 + 1.0).abs() < 0.01);
    }
}
