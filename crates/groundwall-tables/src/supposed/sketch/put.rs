//! A query that was put together, with what it leaves out.

use super::Sketch;
use super::queries::Maker;
use super::targets::{Target, has_year};
use crate::link::Meaning;
use crate::query::{Condition, Query, Select};
use crate::run::rows_of;
use crate::supposed::senses::leads_to_rows;
use rust_decimal::Decimal;

impl Maker<'_> {
    /// Keeps a query over some columns, where everything that is named but plain words is in it.
    pub(super) fn put(&mut self, select: Select, of: &[&Target]) {
        self.put_grouped(select, None, of);
    }

    /// The same for the group, by a column, that has most or least rows.
    pub(super) fn put_grouped(
        &mut self,
        select: Select,
        group: Option<(usize, bool)>,
        of: &[&Target],
    ) {
        let is_contrast = matches!(select, Select::Contrast { .. });
        let filter: Vec<Condition> = if is_contrast {
            Vec::new()
        } else {
            self.filter.iter().chain(&self.years).cloned().collect()
        };
        let says_number = is_contrast || self.says_number(&filter);
        if !says_number || !self.says_years(of) {
            return;
        }
        let query = Query {
            select,
            filter,
            group: group.map(|(column, _)| column),
            limit: group.map(|(_, most)| (most, 1)),
            asserted: Vec::new(),
            negated: false,
        };
        let sketch = self.with_what_is_left(query, of);
        self.found.push(sketch);
    }

    fn with_what_is_left(&self, query: Query, of: &[&Target]) -> Sketch {
        let taken: Vec<&Target> = of.iter().copied().chain(&self.bound_on).collect();
        let span = |at: usize| (self.said.pieces[at].from, self.said.pieces[at].to);
        let taken_for: Vec<(usize, usize, usize)> = taken
            .iter()
            .filter_map(|one| {
                let (from, to) = span(one.taken?.0);
                Some((one.column, from, to))
            })
            .collect();
        let alike = taken.iter().filter_map(|one| Some(one.taken?.1));
        let unused = |at: &&usize| taken_for.iter().all(|(_, from, _)| *from != span(**at).0);
        let unused: Vec<usize> = self.bag.unknown.iter().filter(unused).copied().collect();
        let named = (self.bag.columns.iter())
            .filter(|(at, columns)| !is_used(&query, &taken, *at, columns))
            .map(|(at, _)| span(*at));
        Sketch {
            speaks: self.speaks + of.iter().map(|one| one.speaks).sum::<f32>(),
            left_out: unused.iter().map(|at| span(*at)).chain(named).collect(),
            telling: unused.iter().any(|at| !self.says_nothing_more(*at)),
            alike: alike.fold(1.0, f32::min),
            taken_for,
            query,
        }
    }

    /// Whether a word that the table does not know only says what its rows are, or what the value or column in front of it is: `women's jeans`, `the legislative
    /// branch`. In front of a column it narrows: `heroin deaths`.
    fn says_nothing_more(&self, at: usize) -> bool {
        let meaning = |place: usize| self.said.pieces.get(place).map(|piece| &piece.meaning);
        let named = matches!(
            at.checked_sub(1).and_then(meaning),
            Some(Meaning::Category { .. } | Meaning::Part { .. } | Meaning::Column(_))
        );
        let narrows = matches!(meaning(at + 1), Some(Meaning::Column(_)));
        // `how many of the Waterbury lawsuits`, where the table is about Waterbury.
        let title = |place: &usize| meaning(*place) == Some(&Meaning::Title);
        let titles = (0..at).rev().take_while(title).count();
        let leads = leads_to_rows(self.said.tokens, &self.said.pieces[at - titles]);
        !narrows && (named || leads)
    }

    /// Whether all years are said: by a condition, or in the names of the columns.
    fn says_years(&self, of: &[&Target]) -> bool {
        let named = |one: &Target, year: i64| {
            has_year(&self.said.view.display(one.column).to_lowercase(), year)
        };
        let mut years = self.bag.years.iter();
        !self.years.is_empty()
            || years.all(|(_, year)| {
                let mut columns = of.iter().copied().chain(&self.bound_on);
                columns.any(|one| named(one, *year))
            })
    }

    /// Whether there are as many things as the question says: rows that pass, or values that are named.
    fn says_number(&self, filter: &[Condition]) -> bool {
        self.bag.number_of.is_none_or(|number| {
            let rows = rows_of(self.said.view, None, filter).len();
            let named = filter.iter().map(|one| one.any_of.len()).max();
            number == Decimal::from(rows) || number == Decimal::from(named.unwrap_or(0))
        })
    }
}

/// Whether a query has one of the columns that a piece names.
fn is_used(query: &Query, taken: &[&Target], at: usize, columns: &[usize]) -> bool {
    let mut conditions = query.filter.iter();
    taken.iter().any(|one| one.by.contains(&at))
        || query.group.is_some_and(|group| columns.contains(&group))
        || conditions.any(|one| columns.contains(&one.column))
}
