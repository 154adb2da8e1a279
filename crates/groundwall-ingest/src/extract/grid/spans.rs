//! Sets of rows or columns that are mostly ranges.

/// Rows or columns as ranges that do not touch, in order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(in crate::extract) struct Spans(Vec<[u32; 2]>);

impl Spans {
    /// Of first and last places, in any order.
    pub(in crate::extract) fn of(mut ranges: Vec<[u32; 2]>) -> Self {
        ranges.sort_unstable();
        let mut spans: Vec<[u32; 2]> = Vec::new();
        for [first, last] in ranges {
            match spans.last_mut() {
                Some(before) if first <= before[1].saturating_add(1) => {
                    before[1] = before[1].max(last);
                }
                _ => spans.push([first, last]),
            }
        }
        Self(spans)
    }

    pub(in crate::extract) fn contains(&self, place: u32) -> bool {
        self.covers(place, place)
    }

    /// Whether all places from `first` to `last` are in it.
    pub(in crate::extract) fn covers(&self, first: u32, last: u32) -> bool {
        let after = self.0.partition_point(|span| span[0] <= first);
        after.checked_sub(1).is_some_and(|at| self.0[at][1] >= last)
    }
}

#[cfg(test)]
mod tests {
    use super::Spans;

    #[test]
    fn ranges_that_touch_are_one() {
        let spans = Spans::of(vec![[7, 9], [0, 0], [1, 3], [8, 12]]);
        assert_eq!(spans, Spans(vec![[0, 3], [7, 12]]));
        assert!(spans.contains(0) && spans.covers(7, 12) && spans.contains(3));
        assert!(
            !spans.contains(4)
                && !spans.covers(3, 7)
                && !spans.contains(13)
                && !Spans::default().contains(0)
        );
    }
}
