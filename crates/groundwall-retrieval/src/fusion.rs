//! Reciprocal rank fusion, as in Cormack, Clarke and Büttcher (2009): score = Σ 1 / (k + rank), rank from 1, k = 60.

use std::collections::HashMap;
use std::hash::Hash;

pub(crate) const K: f32 = 60.0;
/// Entries of each list that take part.
pub(crate) const DEPTH: usize = 50;

/// Fuses ranked lists. Ties keep the order of the key, so that every backend agrees.
pub(crate) fn fuse<T: Copy + Eq + Hash + Ord>(lists: &[Vec<T>]) -> Vec<(T, f32)> {
    let mut scores: HashMap<T, f32> = HashMap::new();
    for list in lists {
        for (place, key) in list.iter().take(DEPTH).enumerate() {
            *scores.entry(*key).or_default() += 1.0 / (K + place as f32 + 1.0);
        }
    }
    let mut fused: Vec<(T, f32)> = scores.into_iter().collect();
    fused.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    fused
}

#[cfg(test)]
mod tests {
    use super::fuse;

    #[test]
    fn agreement_of_two_lists_wins() {
        let fused = fuse(&[vec![1, 2, 3], vec![4, 2, 5]]);
        assert_eq!(fused[0].0, 2);
        assert!((fused[0].1 - 2.0 / 62.0).abs() < 1e-6);
        assert_eq!(
            (fused[1].0, fused[2].0),
            (1, 4),
            "ties keep the order of the key"
        );
    }
}
