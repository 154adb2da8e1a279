//! BM25 as a sparse dot product: the passage's part of the formula is stored, the IDF is multiplied in at search time.

use crate::terms::{index, terms};
use std::collections::BTreeMap;

const K1: f32 = 1.2;
const B: f32 = 0.75;
/// Terms of an average passage. Fixed, so that the weight of a passage does not depend on other documents.
const AVERAGE: f32 = 150.0;

/// The passage's part of BM25 for each of its terms: tf (k1 + 1) / (tf + k1 (1 − b + b length / average)).
pub(crate) fn weights(text: &str) -> BTreeMap<u32, f32> {
    let terms = terms(text);
    let norm = K1 * (1.0 - B + B * terms.len() as f32 / AVERAGE);
    let mut counts: BTreeMap<u32, f32> = BTreeMap::new();
    for term in &terms {
        *counts.entry(index(term)).or_default() += 1.0;
    }
    counts
        .into_iter()
        .map(|(term, count)| (term, count * (K1 + 1.0) / (count + norm)))
        .collect()
}

/// Robertson–Spärck Jones IDF, never negative: ln(1 + (N − n + 0.5) / (n + 0.5)). Qdrant's `idf` modifier is the same formula.
pub(crate) fn idf(passages: usize, with_term: usize) -> f32 {
    let (all, with) = (passages as f32, with_term as f32);
    (1.0 + (all - with + 0.5) / (with + 0.5)).ln()
}

/// Most passages that a rare term may occur in.
pub(crate) fn rare_limit(passages: usize) -> usize {
    (passages / 50).max(3)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn more_occurrences_weigh_more_but_saturate() {
        let term = index("crane");
        let once = weights("crane dock")[&term];
        let often = weights("crane crane crane crane dock")[&term];
        assert!(once < often && often < K1 + 1.0);
        assert!(idf(100, 1) > idf(100, 50) && idf(100, 100) > 0.0);
    }
}
