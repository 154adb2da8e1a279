//! Two figures that are held against each other.

use super::queries::Maker;
use super::targets::Target;
use crate::link::periods::is_of_a_period;
use crate::link::{Meaning, Piece};
use crate::query::{By, Condition, Function, Op, Select, Term};
use crate::run::rows_of;
use crate::say::phrases::with;
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
        let Some(sides) = self.values_against().or_else(|| self.years_against()) else {
            return self.columns_against();
        };
        self.against(sides);
        true
    }

    /// Puts what two conditions leave against each other.
    fn against(&mut self, sides: Sides) {
        let Sides {
            sides: [left, right],
            rest,
        } = sides;
        let term = |(name, condition): &(String, Condition)| {
            Box::new(Term {
                name: name.clone(),
                rows: None,
                filter: rest.iter().chain([condition]).cloned().collect(),
                column: None,
            })
        };
        // `more of the lights are in Maryland than in Delaware`
        let counted = |piece: &Piece| {
            let word = self.said.tokens[piece.from].folded.as_str();
            matches!(word, "more" | "fewer" | "less")
        };
        if self.said.answered
            && self.bag.apply.is_none()
            && self.bag.columns.is_empty()
            && self.said.pieces.iter().any(counted)
        {
            let select = Select::Contrast {
                left: term(&left),
                right: term(&right),
                column: None,
                function: None,
                by: By::Difference,
            };
            self.put(select, &[]);
        }
        for target in self.targets(true) {
            // Which of two is greater may hold by chance: then the column is named, and so is what is done to several values.
            if self.said.answered && target.speaks == 0.0 {
                continue;
            }
            let by = self.by(self.said.view.is_share(target.column));
            let unsaid = if self.bag.changed && self.said.view.adds_up(target.column) {
                Function::Sum
            } else {
                Function::Average
            };
            let unsaid = (!self.said.answered).then_some(unsaid);
            for function in [None, self.bag.apply.or(unsaid)] {
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
    }

    /// The share that the rows of one value have of the sum of a column: `what share of the landings was cod`.
    pub(super) fn shares_of_sums(&mut self) {
        let view = self.said.view;
        let named = self.targets(true).into_iter().filter(|target| {
            let column = target.column;
            !target.by.is_empty()
                && !view.holds_shares(column)
                && !view.is_year(column)
                && !view.is_numbering(column)
        });
        let parts = self.bag.filters.clone();
        let all_conditions = self.conditions();
        for target in named.collect::<Vec<_>>() {
            for (at, part) in &parts {
                let whole: Vec<Condition> = all_conditions
                    .iter()
                    .filter(|other| other.column != part.column)
                    .cloned()
                    .collect();
                let term = |name: String, filter: Vec<Condition>| {
                    Box::new(Term {
                        name,
                        rows: None,
                        filter,
                        column: None,
                    })
                };
                let all = format!("all{}", with(view, &whole));
                let select = Select::Contrast {
                    left: term(written(self.said.words(*at)), all_conditions.clone()),
                    right: term(all, whole),
                    column: Some(target.column),
                    function: Some(Function::Sum),
                    by: By::Share,
                };
                self.put(select, &[&target]);
            }
        }
    }

    /// What was in two years, the later first.
    pub(super) fn two_times(&mut self) {
        if self.bag.most.is_some() {
            return;
        }
        match self.years_against().or_else(|| self.times_against()) {
            Some(sides) => self.against(sides),
            None => {
                self.columns_against();
            }
        }
    }

    /// Two columns of the same rows, in the order in which they are named; false where there are no two.
    fn columns_against(&mut self) -> bool {
        let view = self.said.view;
        let mut named: Vec<usize> = Vec::new();
        for (_, columns) in &self.bag.columns {
            // `more incidents in 2000-2014 than in 1985-1999`
            if let [_, _] = columns[..]
                && columns
                    .iter()
                    .all(|column| is_of_a_period(&view.column(*column).name))
            {
                named.extend(columns);
            } else if let [column] = columns[..]
                && view.is_numeric(column)
                && !view.is_year(column)
                && !named.contains(&column)
            {
                named.push(column);
            }
        }
        // `in how many towns did one get more than the other` counts rows.
        let [first, second] = named[..] else {
            return false;
        };
        // Of two years the later comes first.
        let (first, second) = if self.bag.changed {
            (second, first)
        } else {
            (first, second)
        };
        let targets = self.targets(true);
        let of = |column: usize| targets.iter().find(|one| one.column == column);
        let (Some(left), Some(right)) = (of(first), of(second)) else {
            return false;
        };
        if self.bag.count && !self.asks_how_many_more() {
            return self.counts_pairs([left, right]);
        }
        let filter = self.conditions();
        let rows = rows_of(view, None, &filter).len();
        let shares = view.is_share(first) || view.is_share(second);
        if rows == 0 || (rows > 1 && shares) {
            return false;
        }
        let term = |column: usize| {
            Box::new(Term {
                name: view.display(column).to_owned(),
                rows: None,
                filter: filter.clone(),
                column: Some(column),
            })
        };
        let select = Select::Contrast {
            left: term(first),
            right: term(second),
            column: Some(first),
            function: (rows > 1).then_some(Function::Sum),
            by: self.by(shares),
        };
        let both = [left.clone(), right.clone()];
        self.put(select, &both.each_ref());
        true
    }

    /// In how many rows the first column has more, or less, than the second; false where it is not said which.
    fn counts_pairs(&mut self, [left, right]: [&Target; 2]) -> bool {
        let way = |piece: &Piece| {
            if let Meaning::Than { more, .. } = piece.meaning {
                return Some(more);
            }
            let more = piece.meaning == Meaning::Op(Op::More);
            (more || piece.meaning == Meaning::Op(Op::Less)).then_some(more)
        };
        let Some(more) = self.said.pieces.iter().find_map(way) else {
            return false;
        };
        let select = Select::Pairs {
            left: left.column,
            right: right.column,
            more,
        };
        let both = [left.clone(), right.clone()];
        self.put(select, &both.each_ref());
        true
    }

    /// How two figures differ, of which a share in per cent would say nothing.
    fn by(&self, shares: bool) -> By {
        if self.bag.times {
            By::Times
        } else if self.bag.percent && !shares {
            By::Percent
        } else {
            By::Difference
        }
    }

    /// `how many more votes`
    fn asks_how_many_more(&self) -> bool {
        let pairs = self.said.pieces.windows(2);
        pairs.into_iter().any(|pair| {
            pair[0].meaning == Meaning::Count && matches!(pair[1].meaning, Meaning::Than { .. })
        })
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

    /// Two values of one column that are times (`2016-17`, `2020/2021`), the later first.
    fn times_against(&self) -> Option<Sides> {
        let mut against = self.values_against()?;
        let time = |(_, condition): &(String, Condition)| match &condition.any_of[..] {
            [(Op::Equal, Value::Text(text))] => begins_with_a_year(text).then(|| text.clone()),
            _ => None,
        };
        let (first, second) = (time(&against.sides[0])?, time(&against.sides[1])?);
        if first < second {
            against.sides.reverse();
        }
        Some(against)
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

/// Whether a value begins with a year: `2016-17`, `2020/2021`, `1999 Q2`.
fn begins_with_a_year(text: &str) -> bool {
    let digits = text.chars().take_while(char::is_ascii_digit).count();
    digits == 4 && text.len() > digits
}
