//! What a question asks of the rows that it speaks of.

use super::weighed::share_of;
use super::{Halt, Parser, declined};
use crate::link::{Meaning, Piece};
use crate::query::{Condition, Function, Query, Select};

impl Parser<'_> {
    pub(super) fn select(&mut self, record_is_missing: bool) -> Result<Query, Halt> {
        if let Some(at) = self
            .free(|meaning| matches!(meaning, Meaning::Unknown))
            .first()
        {
            return declined(format!(
                "“{}” is neither a column nor a value of the table.",
                self.text(*at)
            ));
        }
        let ambiguous =
            self.free(|meaning| matches!(meaning, Meaning::Column(columns) if columns.len() > 1));
        if let Some(at) = ambiguous.first() {
            return Err(Halt::Ambiguous(self.which(*at)));
        }
        self.stated_value();
        let records = self.records()?;
        let mut select = self.kind_of(&records, record_is_missing)?;
        let asserted = self.asserted(&mut select, &records)?;
        let negated = !asserted.is_empty() && self.negation();
        self.nothing_left(&select, !asserted.is_empty())?;
        let Asked {
            select,
            group,
            limit,
        } = select;
        Ok(Query {
            select,
            filter: std::mem::take(&mut self.filter),
            group,
            limit,
            asserted,
            negated,
        })
    }

    /// What is asked: each kind of question in turn, the narrower before the wider.
    fn kind_of(&mut self, records: &[Vec<usize>], record_is_missing: bool) -> Result<Asked, Halt> {
        if self.share.is_some() && records.is_empty() {
            return share_of(self);
        }
        let apply = self.applied();
        if record_is_missing && records.len() == 1 {
            self.take_all(|meaning| {
                matches!(
                    meaning,
                    Meaning::Compare
                        | Meaning::And
                        | Meaning::Or
                        | Meaning::Than { .. }
                        | Meaning::Most { .. }
                )
            });
        }
        if records.len() >= 2 {
            if let Some(asked) = self.over_records(records, apply)? {
                return Ok(asked);
            }
            return self.comparison(records);
        }
        if let Some(asked) = self.share_of_figure(records)? {
            return Ok(asked);
        }
        if let Some(asked) = self.rank(records)? {
            return Ok(asked);
        }
        if let Some(asked) = self.grouped(apply)? {
            let told = records.is_empty() || self.states || self.among_rows_of(records);
            return if told {
                Ok(asked)
            } else {
                declined("It is not clear what the record is to the groups.")
            };
        }
        if let Some(asked) = self.share_of_rows(records)? {
            return Ok(asked);
        }
        if let Some(asked) = self.different_values()? {
            return Ok(asked);
        }
        if let Some(asked) = self.top(records, apply)? {
            return Ok(asked);
        }
        if let [rows] = records {
            return self.record(rows, apply);
        }
        if let Some((function, at)) = apply {
            return self.figure(function, at, record_is_missing);
        }
        if let Some(asked) = self.counted(record_is_missing)? {
            return Ok(asked);
        }
        self.list(record_is_missing)
    }

    /// The function that is applied and its place; an average that only says what the rows hold anyway is none.
    fn applied(&mut self) -> Option<(Function, usize)> {
        let (function, at) = self.apply()?;
        // `in which year was gas cheapest on average`, of a row a month: the year is the coarser one, and has several.
        let coarser = self
            .columns()
            .iter()
            .any(|column| self.view.is_date_part(*column));
        let told = function == Function::Average && self.tells_of_times() && !coarser;
        if told {
            self.take(at);
        }
        (!told).then_some((function, at))
    }

    /// `what rank does Asha have in Physics`
    fn rank(&mut self, records: &[Vec<usize>]) -> Result<Option<Asked>, Halt> {
        let (Some(at), [rows]) = (self.has(|meaning| *meaning == Meaning::Rank), records) else {
            return Ok(None);
        };
        self.take(at);
        self.take_all(|meaning| *meaning == Meaning::Each);
        let numeric: Vec<usize> = self
            .take_columns()
            .into_iter()
            .filter(|column| self.view.is_numeric(*column))
            .collect();
        let [column] = numeric.as_slice() else {
            return declined("It does not say by which column the records are ranked.");
        };
        Ok(Some(Asked::plain(Select::Rank {
            row: rows[0],
            column: *column,
        })))
    }

    /// `what percentage of the vessels are late`; of the rows of a record or of some value, where that stands in front of what a row is called.
    fn share_of_rows(&mut self, records: &[Vec<usize>]) -> Result<Option<Asked>, Halt> {
        let Some(at) = self.has(|meaning| *meaning == Meaning::Share) else {
            return Ok(None);
        };
        if self.filter.is_empty() && !records.is_empty() {
            return Ok(None);
        }
        let among = self.shared_among(at);
        if !records.is_empty() && !self.among_rows_of(records) {
            return Ok(None);
        }
        self.take(at);
        if self.filter.is_empty() {
            return declined("A share needs a condition.");
        }
        let label = (!records.is_empty()).then_some(self.view.label);
        let is_base = |column: usize| label == Some(column) || among.contains(&column);
        let of: Vec<Condition> = self
            .filter
            .iter()
            .filter(|condition| is_base(condition.column))
            .cloned()
            .collect();
        if of.len() == self.filter.len() {
            // What is named is the share itself: `what percentage are late vessels`.
            return Ok(Some(Asked::plain(Select::Share { of: Vec::new() })));
        }
        Ok(Some(Asked::plain(Select::Share { of })))
    }

    /// Columns of the values that stand between `percentage of` and what a row is called.
    fn shared_among(&self, share: usize) -> Vec<usize> {
        let behind = &self.pieces[share + 1..];
        let Some(noun) = behind
            .iter()
            .position(|piece| piece.meaning == Meaning::Noun)
        else {
            return Vec::new();
        };
        let column = |piece: &Piece| {
            if let Meaning::Category { column, .. } | Meaning::Part { column, .. } = &piece.meaning
            {
                Some(*column)
            } else {
                None
            }
        };
        behind[..noun].iter().filter_map(column).collect()
    }

    /// `how many different owners`, `which different owners`
    fn different_values(&mut self) -> Result<Option<Asked>, Halt> {
        let Some(at) = self.has(|meaning| *meaning == Meaning::Distinct) else {
            return Ok(None);
        };
        self.take(at);
        let list = self.text(at).split(' ').count() == 1
            && self.has(|meaning| *meaning == Meaning::Count).is_none();
        self.take_all(|meaning| *meaning == Meaning::Count);
        let [column] = self.take_columns()[..] else {
            return declined("It does not say which column's values are counted.");
        };
        Ok(Some(Asked::plain(Select::Distinct { column, list })))
    }

    /// `the average salary`
    fn figure(
        &mut self,
        function: Function,
        at: usize,
        record_is_missing: bool,
    ) -> Result<Asked, Halt> {
        self.take(at);
        let mut columns = self.take_columns();
        // `is the average salary above 60000`: the bound is on the figure.
        if columns.is_empty() && self.states {
            columns.extend(self.bounded());
        }
        let [column] = columns[..] else {
            return declined(format!(
                "It does not say of which one column the {} is asked.",
                function.word()
            ));
        };
        self.take_all(|meaning| *meaning == Meaning::Count);
        if record_is_missing {
            return Ok(Asked::plain(Select::List {
                columns: vec![column],
            }));
        }
        self.aggregate(function, column)
    }

    /// Whether an average is only what the rows, one for each year, hold anyway: `the year with the highest average price`, `in how many years was the average ..`.
    fn tells_of_times(&self) -> bool {
        let most = self.has(|meaning| matches!(meaning, Meaning::Most { .. }));
        let counts = self
            .has(|meaning| *meaning == Meaning::Count)
            .is_some_and(|at| {
                self.next(at + 1).is_some_and(|place| {
                    self.view
                        .times
                        .contains(&self.tokens[self.pieces[place].from].stem)
                })
            });
        !self.view.times.is_empty() && (most.is_some() || counts)
    }

    /// The function that is applied, with the place of its word; `total` in front of another column is one though a column is called so.
    fn apply(&mut self) -> Option<(Function, usize)> {
        if let Some(at) = self.has(|meaning| matches!(meaning, Meaning::Apply(_))) {
            let Meaning::Apply(function) = self.pieces[at].meaning else {
                return None;
            };
            // `in total` behind `how many calls`: one word for the same.
            self.take_all(|meaning| *meaning == Meaning::Apply(function));
            self.pieces[at].taken = false;
            return Some((function, at));
        }
        // `total classes in Java` where a column is called total: the word applies to the column that is named behind it.
        let columns = self.free(|meaning| matches!(meaning, Meaning::Column(_)));
        let records = self
            .free(|meaning| matches!(meaning, Meaning::Record { .. }))
            .len()
            + self
                .free(|meaning| matches!(meaning, Meaning::Most { .. }))
                .len();
        let (first, second) = (*columns.first()?, *columns.get(1)?);
        let function = match self.text(first).to_lowercase().as_str() {
            "total" => Function::Sum,
            "average" | "mean" => Function::Average,
            _ => return None,
        };
        let beside = self.next(first + 1) == Some(second)
            && self
                .column_of(second)
                .is_some_and(|column| self.view.is_numeric(column));
        if records > 0 || !beside {
            return None;
        }
        self.pieces[first].meaning = Meaning::Apply(function);
        Some((function, first))
    }

    pub(super) fn aggregate(&mut self, function: Function, column: usize) -> Result<Asked, Halt> {
        if !self.view.is_numeric(column) {
            return declined(format!(
                "The column {} holds no numbers.",
                self.view.column(column).name
            ));
        }
        let of_some = self
            .filter
            .iter()
            .any(|condition| condition.column == self.view.label);
        if function == Function::Sum && self.view.has_whole() && !of_some {
            return declined("One of the rows sums up others; name what is added.");
        }
        if function == Function::Sum && self.view.is_year(column) {
            return declined("A sum over years says nothing.");
        }
        if function == Function::Sum && self.view.is_share(column) {
            return declined(format!(
                "A sum over {} says nothing.",
                self.view.column(column).name
            ));
        }
        Ok(Asked::plain(Select::Aggregate { function, column }))
    }
}

/// What is asked, before its conditions are added.
pub(super) struct Asked {
    pub(super) select: Select,
    pub(super) group: Option<usize>,
    pub(super) limit: Option<(bool, usize)>,
}

impl Asked {
    pub(super) fn plain(select: Select) -> Self {
        Self {
            select,
            group: None,
            limit: None,
        }
    }
}
