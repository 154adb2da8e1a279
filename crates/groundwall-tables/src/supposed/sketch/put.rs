//! A query that was put together, with what it leaves out.

use super::Sketch;
use super::queries::Maker;
use super::targets::{Target, has_year};
use crate::link::{Meaning, Piece, many};
use crate::query::{Condition, Query, Select};
use crate::run::rows_of;
use crate::supposed::senses::leads_to_rows;
use crate::words::Token;
use rust_decimal::Decimal;

impl Maker<'_> {
    /// Keeps a query over some columns, where everything that is named but plain words is in it.
    pub(super) fn put(&mut self, select: Select, of: &[&Target]) {
        self.put_of((select, None, None), of);
    }

    /// The same for each group by a column.
    pub(super) fn put_by(&mut self, select: Select, group: usize) {
        self.put_of((select, Some(group), None), &[]);
    }

    /// The same for the group, by a column, that has most or least rows.
    pub(super) fn put_grouped(
        &mut self,
        select: Select,
        (group, most): (usize, bool),
        of: &[&Target],
    ) {
        self.put_of((select, Some(group), Some((most, 1))), of);
    }

    fn put_of(
        &mut self,
        (select, group, limit): (Select, Option<usize>, Option<(bool, usize)>),
        of: &[&Target],
    ) {
        let is_contrast = matches!(select, Select::Contrast { .. });
        let filter: Vec<Condition> = if is_contrast {
            Vec::new()
        } else {
            self.conditions()
        };
        let says_number = is_contrast || self.says_number(&filter);
        if !says_number || !self.says_years(of) {
            return;
        }
        let query = Query {
            select,
            filter,
            group,
            limit,
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
        let foreign = |at: &usize| !self.said.is_around(self.said.words(*at));
        let counted = self.is_behind_their_number(&query.filter);
        let telling = unused
            .iter()
            .any(|at| !counted(*at) && !self.says_nothing_more(*at, &taken))
            || self.bag.scopes.iter().any(foreign);
        let plain = self.bag.verbs.iter().chain(&self.bag.scopes).copied();
        let unused: Vec<usize> = plain.chain(unused).collect();
        let named = (self.bag.columns.iter())
            .filter(|(at, columns)| !is_used(&query, &taken, *at, columns))
            .map(|(at, _)| span(*at));
        Sketch {
            speaks: self.speaks + of.iter().map(|one| one.speaks).sum::<f32>(),
            left_out: unused.iter().map(|at| span(*at)).chain(named).collect(),
            unsaid: if of.is_empty() {
                Vec::new()
            } else {
                unused.iter().map(|at| span(*at)).collect()
            },
            telling,
            alike: alike.fold(1.0, f32::min),
            taken_for,
            query,
        }
    }

    /// Whether a word that the table does not know only says what its rows are, or what the value or column in front of it is: `women's jeans`, `the legislative
    /// branch`. In front of a column it narrows: `heroin deaths`.
    fn says_nothing_more(&self, at: usize, taken: &[&Target]) -> bool {
        let meaning = |place: usize| self.said.pieces.get(place).map(|piece| &piece.meaning);
        let before = at.checked_sub(1).and_then(meaning);
        // `the Malaysian rivers`
        let several = matches!(before, Some(Meaning::Record { rows, .. }) if rows.len() > 1);
        let named = several
            || matches!(
                before,
                Some(Meaning::Category { .. } | Meaning::Part { .. } | Meaning::Column(_))
            );
        let narrows = matches!(meaning(at + 1), Some(Meaning::Column(_)));
        // `how many of the Waterbury lawsuits`, where the table is about Waterbury.
        let title = |place: &usize| meaning(*place) == Some(&Meaning::Title);
        let titles = (0..at).rev().take_while(title).count();
        // `which town or ward`
        let joined = (at >= 2)
            && matches!(meaning(at - 1), Some(Meaning::And | Meaning::Or))
            && meaning(at - 2) == Some(&Meaning::Unknown);
        let first = if joined { at - 2 } else { at - titles };
        // `how many jeans` counts rows, unless a column is asked over.
        let counts_rows =
            |piece: &Piece| taken.is_empty() || self.said.tokens[piece.from - 1].folded != "many";
        let first = &self.said.pieces[first];
        let leads = leads_to_rows(self.said.tokens, first) && counts_rows(first);
        // `who was the heaviest rider`
        let somebody =
            matches!(before, Some(Meaning::Most { .. })) && self.said.tokens[0].folded == "who";
        !narrows
            && (named
                || somebody
                || leads
                || self.is_counted_in(at, taken)
                || self.is_verb_of_most(at))
    }

    /// Whether a word stands behind the number of just the rows that pass, with what they are called: `across the ten Leeds commuter routes`, where ten rows are of Leeds.
    fn is_behind_their_number(&self, filter: &[Condition]) -> impl Fn(usize) -> bool + use<> {
        let rows = rows_of(self.said.view, None, filter).len();
        let pieces = &self.said.pieces;
        let is_number = |piece: &Piece| matches!(&piece.meaning, Meaning::Number(number) if Some(number.value) == self.bag.number_of);
        let named = (!filter.is_empty() && self.bag.number_of == Some(Decimal::from(rows)))
            .then(|| pieces.iter().position(is_number))
            .flatten();
        let end = named.map(|at| {
            let of_rows = |piece: &Piece| {
                matches!(
                    piece.meaning,
                    Meaning::Unknown
                        | Meaning::Noun
                        | Meaning::Title
                        | Meaning::Category { .. }
                        | Meaning::Part { .. }
                        | Meaning::Record { .. }
                )
            };
            at + 1
                + pieces[at + 1..]
                    .iter()
                    .take_while(|piece| of_rows(piece))
                    .count()
        });
        move |at| {
            named
                .zip(end)
                .is_some_and(|(from, to)| (from..to).contains(&at))
        }
    }

    /// Whether a word only says in what the columns count: `how many votes`, `the most votes`, `fewer than 60 votes`, `how much power`. A column that is called by what
    /// it counts counts nothing else: `how many ventilators` of `hospitals`.
    fn is_counted_in(&self, at: usize, taken: &[&Target]) -> bool {
        let unknown = |place: &usize| self.said.pieces[*place].meaning == Meaning::Unknown;
        // `how many million dollars`
        let first = (0..at).rev().take_while(unknown).last().unwrap_or(at);
        let last = (at..self.said.pieces.len()).take_while(unknown).last();
        let Some((before, last)) = first.checked_sub(1).zip(last) else {
            return false;
        };
        let named = |one: &&Target| {
            let last = |by: &usize| self.said.words(*by).last();
            let things = |token: &Token| many(token) && !token.is_capital();
            !one.by.is_empty() && !one.by.iter().filter_map(last).any(things)
        };
        if taken.is_empty() || !taken.iter().all(named) {
            return false;
        }
        let says_much = (self.said.words(before).last())
            .is_some_and(|token| matches!(token.folded.as_str(), "much" | "many"));
        let ends = matches!(
            self.said.pieces.get(last + 1).map(|piece| &piece.meaning),
            None | Some(Meaning::Function | Meaning::Compare)
        );
        let counts = matches!(
            self.said.pieces[before].meaning,
            Meaning::Count | Meaning::Most { .. } | Meaning::Than { .. } | Meaning::Number(_)
        );
        ends && (counts || says_much)
    }

    /// Whether a word stands between what a row is and `the most`: `which river dumps the most`.
    fn is_verb_of_most(&self, at: usize) -> bool {
        let mut after = self.said.pieces[at + 1..].iter();
        let next = after.find(|piece| piece.meaning != Meaning::Function);
        let before = at
            .checked_sub(1)
            .map(|before| &self.said.pieces[before].meaning);
        matches!(next, Some(piece) if matches!(piece.meaning, Meaning::Most { .. }))
            && matches!(
                before,
                Some(Meaning::Noun | Meaning::Title | Meaning::Unknown)
            )
    }

    /// Whether all years are said: by a condition, or in the names of the columns.
    fn says_years(&self, of: &[&Target]) -> bool {
        let named = |one: &Target, year: i64| {
            has_year(&self.said.view.display(one.column).to_lowercase(), year)
        };
        let mut years = self.bag.years.iter();
        let title = &self.said.view.title;
        !self.years.is_empty()
            || years.all(|(_, year)| {
                title.contains(&year.to_string()) || {
                    let mut columns = of.iter().copied().chain(&self.bound_on);
                    columns.any(|one| named(one, *year))
                }
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
