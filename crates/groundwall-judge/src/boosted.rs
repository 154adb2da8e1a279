//! Gradient-boosted trees over a linear score: read from JSON, summed up.

use serde::Deserialize;

/// A tree as parallel lists. Node `n` sends a row to `left[n]` where `row[feature[n]] <= threshold[n]`, else to `right[n]`; a leaf has feature -1 and its value in
/// `threshold`. Children come behind their parent, so that every walk ends.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Tree {
    feature: Vec<i16>,
    threshold: Vec<f32>,
    left: Vec<u16>,
    right: Vec<u16>,
}

/// The trees of one question.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Boosted {
    base: f32,
    /// Column and weight: the logistic regression that the trees correct.
    linear: Vec<(usize, f32)>,
    trees: Vec<Tree>,
}

impl Boosted {
    /// Whether every walk over a row of `columns` stays inside and ends.
    pub(crate) fn is_sound(&self, columns: usize) -> bool {
        let linear = self
            .linear
            .iter()
            .all(|(column, weight)| *column < columns && weight.is_finite());
        linear
            && self.base.is_finite()
            && self.trees.iter().all(|tree| {
                let Tree {
                    feature,
                    threshold,
                    left,
                    right,
                } = tree;
                let size = feature.len();
                let same = threshold.len() == size
                    && left.len() == size
                    && right.len() == size
                    && size > 0;
                same && (0..size).all(|node| {
                    let inside =
                        |child: u16| usize::from(child) > node && usize::from(child) < size;
                    threshold[node].is_finite()
                        && (feature[node] < 0
                            || usize::try_from(feature[node]).is_ok_and(|column| column < columns)
                                && inside(left[node])
                                && inside(right[node]))
                })
            })
    }

    /// Log-odds of a row.
    pub(crate) fn score(&self, row: &[f32]) -> f32 {
        let linear: f32 = self
            .linear
            .iter()
            .map(|(column, weight)| row[*column] * weight)
            .sum();
        self.base + linear + self.trees.iter().map(|tree| tree.leaf(row)).sum::<f32>()
    }
}

impl Tree {
    fn leaf(&self, row: &[f32]) -> f32 {
        let mut node = 0;
        while let Ok(column) = usize::try_from(self.feature[node]) {
            node = usize::from(if row[column] <= self.threshold[node] {
                self.left[node]
            } else {
                self.right[node]
            });
        }
        self.threshold[node]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_add_up_and_loops_are_refused() {
        let text = r#"{"base":0.5,"linear":[[0,2.0]],"trees":[{"feature":[0,-1,-1],"threshold":[1.0,-2.0,3.0],"left":[1,0,0],"right":[2,0,0]}]}"#;
        let trees: Boosted = serde_json::from_str(text).unwrap();
        assert!(trees.is_sound(1) && !trees.is_sound(0));
        assert_eq!((trees.score(&[1.0]), trees.score(&[1.1])), (0.5, 5.7));
        let looping: Boosted =
            serde_json::from_str(&text.replace("\"left\":[1,", "\"left\":[0,")).unwrap();
        assert!(!looping.is_sound(1));
    }
}
