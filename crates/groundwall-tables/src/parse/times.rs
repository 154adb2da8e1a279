//! Groups by the year or the month of a table's dates: `the wettest month`, `in which year was gas cheapest on average`.

use super::select::Asked;
use super::{Halt, Parser, declined};
use crate::link::Meaning;
use crate::query::{Function, Select};

impl Parser<'_> {
    /// The year or month of dates, with the figure of each and the most or least of them; none where no such thing is named.
    pub(super) fn by_time(
        &mut self,
        apply: Option<(Function, usize)>,
    ) -> Result<Option<Asked>, Halt> {
        let Some(at) = self
            .free(|meaning| matches!(meaning, Meaning::Column(_)))
            .into_iter()
            .find(|place| {
                self.column_of(*place).is_some_and(|column| {
                    self.view.is_date_part(column) || self.counts_of_years(column)
                })
            })
        else {
            return Ok(None);
        };
        let group = self.column_of(at).unwrap_or_default();
        let most = self.has(|meaning| matches!(meaning, Meaning::Most { .. }));
        let each = self.has(|meaning| *meaning == Meaning::Each);
        let (limit, hinted) = match most.map(|place| self.pieces[place].meaning.clone()) {
            Some(Meaning::Most { most, columns, .. }) => (Some((most, 1)), columns),
            _ => (None, Vec::new()),
        };
        if limit.is_none() && each.is_none() {
            return declined("It does not say what is computed for each year or month.");
        }
        for place in [Some(at), most, each].into_iter().flatten() {
            self.take(place);
        }
        let asked = self.computed_for_times(apply, group, &hinted)?;
        Ok(Some(Asked {
            group: Some(group),
            limit,
            ..asked
        }))
    }

    /// What is computed for each time: a figure over a column, or how many rows it has.
    fn computed_for_times(
        &mut self,
        apply: Option<(Function, usize)>,
        group: usize,
        hinted: &[usize],
    ) -> Result<Asked, Halt> {
        let named = self.take_columns();
        let numeric: Vec<usize> = [named.as_slice(), hinted]
            .into_iter()
            .find(|columns| !columns.is_empty())
            .unwrap_or_default()
            .iter()
            .copied()
            .filter(|column| self.view.is_numeric(*column))
            .collect();
        let counted = self
            .has(|meaning| matches!(meaning, Meaning::Noun | Meaning::Title | Meaning::Count))
            .is_some();
        let column = match numeric[..] {
            [column] => Some(column),
            [] if named.is_empty() && self.view.is_date_part(group) => self.only_measure(),
            [] if named.is_empty() => None,
            _ => return declined("It does not say which one column is computed for each of them."),
        };
        let Some(column) = column else {
            if !counted {
                return declined("It does not say what is computed for each of them.");
            }
            self.take_all(|meaning| *meaning == Meaning::Count);
            return Ok(Asked::plain(Select::Count));
        };
        let function = match apply {
            Some((function, place)) => {
                self.take(place);
                function
            }
            None if self.view.adds_up(column) => Function::Sum,
            None => {
                return declined(
                    "It does not say whether the sum, the average or another figure is meant.",
                );
            }
        };
        self.take_all(|meaning| *meaning == Meaning::Count);
        self.aggregate(function, column)
    }

    /// `More flights are listed for 2013 than for any other year`: a statement of counts by a column of years.
    fn counts_of_years(&self, column: usize) -> bool {
        self.states
            && self.view.is_year(column)
            && self.view.times.is_empty()
            && self
                .has(|meaning| matches!(meaning, Meaning::Most { .. }))
                .is_some()
            && self
                .has(|meaning| matches!(meaning, Meaning::Noun | Meaning::Title))
                .is_some()
            && self
                .free(|meaning| matches!(meaning, Meaning::Column(_)))
                .iter()
                .all(|place| self.column_of(*place) == Some(column))
    }

    /// The year or month that a statement names, as its group is called.
    pub(super) fn stated_time(&mut self, group: Option<usize>) -> Option<String> {
        let group =
            group.filter(|column| self.view.is_date_part(*column) || self.view.is_year(*column))?;
        let by_year = self.view.column(group).name == "year" || self.view.is_year(group);
        let at = self.has(|meaning| matches!(meaning, Meaning::Number(_) | Meaning::Date(..)))?;
        #[expect(
            clippy::wildcard_enum_match_arm,
            reason = "of all meanings a few count here, and a new one is not among them"
        )]
        let name = match &self.pieces[at].meaning {
            Meaning::Number(number) if by_year => number.value.to_string(),
            Meaning::Date(from, to) if !by_year && *to == from.last_of_month() => {
                from.strftime("%B %Y").to_string()
            }
            _ => return None,
        };
        self.take(at);
        Some(crate::words::fold(&name))
    }
}

impl Parser<'_> {
    /// The rows of the time that a statement names: `Urea was dearest in 2008`.
    pub(super) fn stated_rows(&mut self) -> Option<Vec<usize>> {
        if self.view.times.is_empty() {
            return None;
        }
        let at = self.has(|meaning| matches!(meaning, Meaning::Number(_) | Meaning::Date(..)))?;
        let rows = crate::run::rows_of(self.view, None, &self.time_of(at)?);
        if rows.is_empty() {
            return None;
        }
        self.take(at);
        Some(rows)
    }
}
