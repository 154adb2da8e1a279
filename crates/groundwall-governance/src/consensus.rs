//! Which of several answers say the same, and what their agreement asks for. Pure functions over how far each answer follows from each other.

use groundwall_core::governance::ConsensusOutcome;

/// From this share of the answers in one group on.
const APPROVED: f64 = 0.95;
const MAJORITY: f64 = 0.60;
const PARTIAL: f64 = 0.40;
/// Groups whose answers follow from each other with at least this mean are one.
const ONE_GROUP: f64 = 0.5;
/// Shares are of few answers; a difference below this is one of arithmetic.
const SLACK: f64 = 1e-9;

/// What the share of the largest group asks for; both ends of a band belong to it as the reference has them.
pub fn outcome(score: f64) -> ConsensusOutcome {
    match score + SLACK {
        score if score >= APPROVED => ConsensusOutcome::Approved,
        score if score >= MAJORITY => ConsensusOutcome::Majority,
        score if score >= PARTIAL => ConsensusOutcome::Partial,
        _ => ConsensusOutcome::Escalated,
    }
}

/// The groups of answers that say the same.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Groups {
    /// Places of the answers; the largest group first, of equals the one with the first text.
    pub groups: Vec<Vec<usize>>,
}

impl Groups {
    /// Groups answers by average linkage: the two groups whose answers follow from each other most become one, until no two do well enough. `follows(a, b)` says in [0, 1] how far answer `b` follows from answer `a`; both directions have to hold, so the lower one counts. In which order the answers come makes no difference: equal steps go by their texts.
    pub fn of(texts: &[&str], follows: impl Fn(usize, usize) -> f64) -> Self {
        let mut order: Vec<usize> = (0..texts.len()).collect();
        order.sort_by(|a, b| texts[*a].cmp(texts[*b]));
        let mutual = |a: usize, b: usize| follows(a, b).min(follows(b, a));
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for place in order {
            match groups.last_mut() {
                // The same text is the same answer, whatever a model says of it.
                Some(group) if texts[group[0]] == texts[place] => group.push(place),
                Some(_) | None => groups.push(vec![place]),
            }
        }
        while let Some((one, other)) = nearest(&groups, &mutual) {
            let mut taken = groups.remove(other);
            groups[one].append(&mut taken);
        }
        let mut groups: Vec<Vec<usize>> = groups
            .into_iter()
            .map(|mut group| {
                group.sort_by(|a, b| texts[*a].cmp(texts[*b]).then(a.cmp(b)));
                group
            })
            .collect();
        groups.sort_by(|a, b| {
            let by_text = || texts[a[0]].cmp(texts[b[0]]);
            b.len().cmp(&a.len()).then_with(by_text)
        });
        Self { groups }
    }

    /// Share of the answers in the largest group; none where there is no answer.
    pub fn score(&self) -> Option<f64> {
        let all: usize = self.groups.iter().map(Vec::len).sum();
        let largest = self.groups.first()?.len();
        Some(largest as f64 / all as f64)
    }

    /// The group of an answer.
    pub fn with(&self, place: usize) -> &[usize] {
        let mut groups = self.groups.iter();
        groups
            .find(|group| group.contains(&place))
            .map_or(&[], Vec::as_slice)
    }

    /// The group whose answer is taken: the largest, and among equals the one with `own`.
    pub fn taken(&self, own: usize) -> &[usize] {
        let largest = self.groups.first().map_or(0, Vec::len);
        self.groups
            .iter()
            .take_while(|group| group.len() == largest)
            .find(|group| group.contains(&own))
            .or(self.groups.first())
            .map_or(&[], Vec::as_slice)
    }
}

/// The two groups, in order of their texts, that agree most, where they agree well enough.
fn nearest(groups: &[Vec<usize>], mutual: &dyn Fn(usize, usize) -> f64) -> Option<(usize, usize)> {
    let mut best: Option<(f64, usize, usize)> = None;
    for (one, first) in groups.iter().enumerate() {
        for (other, second) in groups.iter().enumerate().skip(one + 1) {
            let pairs = first
                .iter()
                .flat_map(|a| second.iter().map(|b| mutual(*a, *b)));
            let count = first.len() * second.len();
            let mut each: Vec<f64> = pairs.collect();
            // A sum must not hang on the order of its parts.
            each.sort_by(f64::total_cmp);
            let mean = each.iter().sum::<f64>() / count as f64;
            if mean >= ONE_GROUP && best.is_none_or(|(known, ..)| mean > known) {
                best = Some((mean, one, other));
            }
        }
    }
    best.map(|(_, one, other)| (one, other))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn grouped(texts: &[&str], same: &[(&str, &str)]) -> Vec<Vec<usize>> {
        let agree = |a: usize, b: usize| {
            let pair = (texts[a], texts[b]);
            let said = same.iter().any(|(x, y)| pair == (x, y) || pair == (y, x));
            if said { 0.9 } else { 0.1 }
        };
        Groups::of(texts, agree).groups
    }

    #[test]
    fn bands_are_the_reference_s() {
        use ConsensusOutcome::{Approved, Escalated, Majority, Partial};
        for (score, expected) in [
            (1.0, Approved),
            (0.95, Approved),
            (0.949, Majority),
            (2.0 / 3.0, Majority),
            (3.0 / 5.0, Majority),
            (0.599, Partial),
            (2.0 / 5.0, Partial),
            (1.0 / 3.0, Escalated),
            (0.0, Escalated),
        ] {
            assert_eq!(outcome(score), expected, "{score}");
        }
    }

    #[test]
    fn answers_that_follow_from_each_other_are_one_group() {
        assert_eq!(
            grouped(&["x", "b", "a"], &[("a", "b")]),
            [vec![2, 1], vec![0]]
        );
        assert_eq!(grouped(&["a", "a", "b"], &[]), [vec![0, 1], vec![2]]);
        let one_way = Groups::of(&["a", "b"], |from, _| if from == 0 { 0.9 } else { 0.2 });
        assert_eq!(one_way.groups.len(), 2, "both directions have to hold");
        assert_eq!(one_way.score(), Some(0.5));
        assert_eq!(one_way.taken(1), [1], "among equals the own answer's");
        assert_eq!(Groups::of(&[], |_, _| 1.0).score(), None);
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]
        #[test]
        fn the_order_of_the_endpoints_makes_no_difference(
            texts in proptest::collection::vec("[a-d]", 1..7),
            table in proptest::collection::vec(prop_oneof![Just(0.2), Just(0.5), Just(0.7), 0.0..1.0], 16),
            turn in 0_usize..7,
            reverse: bool,
        ) {
            let follows = |a: &str, b: &str| {
                let place = |text: &str| usize::from(text.as_bytes()[0] - b'a');
                table[place(a) * 4 + place(b)]
            };
            let of = |texts: &[String]| -> (BTreeSet<Vec<String>>, Option<f64>) {
                let plain: Vec<&str> = texts.iter().map(String::as_str).collect();
                let found = Groups::of(&plain, |a, b| follows(plain[a], plain[b]));
                let named = found.groups.iter().map(|group| group.iter().map(|place| texts[*place].clone()).collect());
                (named.collect(), found.score())
            };
            let mut other = texts.clone();
            other.rotate_left(turn % texts.len());
            if reverse {
                other.reverse();
            }
            prop_assert_eq!(of(&texts), of(&other));
        }

        #[test]
        fn every_answer_is_in_one_group(
            texts in proptest::collection::vec("[a-z]{1,3}", 0..7),
            share in 0.0..1.0,
        ) {
            let plain: Vec<&str> = texts.iter().map(String::as_str).collect();
            let mut places: Vec<usize> = Groups::of(&plain, |_, _| share).groups.concat();
            places.sort_unstable();
            prop_assert_eq!(places, (0..texts.len()).collect::<Vec<_>>());
        }
    }
}
