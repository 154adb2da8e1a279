//! Two figures that are held against each other.

use super::queries::Maker;
use crate::query::{By, Condition, Function, Op, Select, Term};
use crate::value::Value;
use crate::words::written;
use rust_decimal::Decimal;

/// What is held against each other, each by its name, and the conditions that both have.
struct Sides {
    sides: [(String, Condition); 2],
    rest: Vec<Condition>,
}

impl Maker<'_> {
    /// Puts two figures against each other; false where there are no two.
    pub(super) fn two_sides(&mut self) -> bool {
        let Some(Sides {
            sides: [left, right],
            rest,
        }) = self.values_against().or_else(|| self.years_against())
        else {
            return false;
        };
        let term = |(name, condition): &(String, Condition)| {
            Box::new(Term {
                name: name.clone(),
                rows: None,
                filter: rest.iter().chain([condition]).cloned().collect(),
            })
        };
        for target in self.targets(true) {
            let by = if self.bag.percent && !self.said.view.is_share(target.column) {
                By::Percent
            } else {
                By::Difference
            };
            for function in [None, Some(self.bag.apply.unwrap_or(Function::Average))] {
                let select = Select::Contrast {
                    left: term(&left),
                    right: term(&right),
                    column: Some(target.column),
                    function,
                    by,
                };
                self.put(select, &[&target]);
            }
        }
        true
    }

    /// Two values of one column.
    fn values_against(&self) -> Option<Sides> {
        let filters = &self.bag.filters;
        let pair = |(place, (at, one)): (usize, &(usize, Condition))| {
            let (other_at, other) = filters[place + 1..]
                .iter()
                .find(|(_, other)| other.column == one.column)?;
            Some([
                (written(self.said.words(*at)), one.clone()),
                (written(self.said.words(*other_at)), other.clone()),
            ])
        };
        let sides = filters.iter().enumerate().find_map(pair)?;
        let of_both = |other: &&Condition| other.column != sides[0].1.column;
        let conditions = self.filter.iter().chain(&self.years);
        let rest = conditions.filter(of_both).cloned().collect();
        Some(Sides { sides, rest })
    }

    /// Two years of a column of years, the later first.
    fn years_against(&self) -> Option<Sides> {
        let column = self.said.year_column()?;
        let [(first, a), (second, b)] = self.bag.years[..] else {
            return None;
        };
        let side = |at: usize, year: i64| {
            let condition = Condition {
                column,
                any_of: vec![(Op::Equal, Value::Number(Decimal::from(year)))],
            };
            (written(self.said.words(at)), condition)
        };
        let mut sides = [side(first, a), side(second, b)];
        if a < b {
            sides.reverse();
        }
        Some(Sides {
            sides,
            rest: self.filter.clone(),
        })
    }
}
