//! What a question asks of the rows that it speaks of.

use super::weighed::share_of;
use super::{Halt, Parser, declined};
use crate::link::Meaning;
use crate::query::{Condition, Function, Op, Query, Select};
use crate::words::Written;
use groundwall_core::CellKind;

/// Records listed by `top` without a number.
const TOP: usize = 5;

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

    /// The records that are named, each with all rows that it has.
    fn records(&mut self) -> Result<Vec<Vec<usize>>, Halt> {
        let mut records: Vec<Vec<usize>> = Vec::new();
        for at in self.free(|meaning| matches!(meaning, Meaning::Record { .. })) {
            let Meaning::Record { rows, key } = self.pieces[at].meaning.clone() else {
                continue;
            };
            let mut names: Vec<&str> = rows
                .iter()
                .filter_map(|row| self.view.shown(*row, key))
                .collect();
            names.sort_unstable();
            names.dedup();
            if names.len() > 1 {
                return Err(Halt::Ambiguous(format!(
                    "“{}” could be any of these: {}. Name one of them in full.",
                    self.text(at),
                    names.join(", ")
                )));
            }
            self.take(at);
            if !records.contains(&rows) {
                records.push(rows);
            }
        }
        // A name and the number of the same record.
        if records.len() == 2 && self.free(|meaning| *meaning == Meaning::Compare).is_empty() {
            let both: Vec<usize> = records[0]
                .iter()
                .copied()
                .filter(|row| records[1].contains(row))
                .collect();
            if !both.is_empty() {
                records = vec![both];
            }
        }
        Ok(records)
    }

    fn columns(&self) -> Vec<usize> {
        let mut columns: Vec<usize> = Vec::new();
        for place in self.free(|meaning| matches!(meaning, Meaning::Column(_))) {
            if let Some(column) = self
                .column_of(place)
                .filter(|column| !columns.contains(column))
            {
                columns.push(column);
            }
        }
        columns
    }

    pub(super) fn take_columns(&mut self) -> Vec<usize> {
        let columns = self.columns();
        for place in self.free(|meaning| matches!(meaning, Meaning::Column(_))) {
            self.take(place);
        }
        columns
    }

    pub(super) fn has(&self, wanted: impl Fn(&Meaning) -> bool) -> Option<usize> {
        self.free(wanted).first().copied()
    }

    pub(super) fn take_all(&mut self, wanted: impl Fn(&Meaning) -> bool) {
        for place in self.free(wanted) {
            self.take(place);
        }
    }

    fn kind_of(&mut self, records: &[Vec<usize>], record_is_missing: bool) -> Result<Asked, Halt> {
        if self.share.is_some() && records.is_empty() {
            return share_of(self);
        }
        let apply = self.apply().filter(|(function, at)| {
            let told = *function == Function::Average && self.tells_of_times();
            if told {
                self.take(*at);
            }
            !told
        });
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
            return self.comparison(records);
        }
        if let (Some(at), [rows]) = (self.has(|meaning| *meaning == Meaning::Rank), records) {
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
            return Ok(Asked::plain(Select::Rank {
                row: rows[0],
                column: *column,
            }));
        }
        if let Some(asked) = self.grouped(apply)? {
            return Ok(asked);
        }
        if records.is_empty()
            && let Some(at) = self.has(|meaning| *meaning == Meaning::Share)
        {
            self.take(at);
            return if self.filter.is_empty() {
                declined("A share needs a condition.")
            } else {
                Ok(Asked::plain(Select::Share))
            };
        }
        if let Some(at) = self.has(|meaning| *meaning == Meaning::Distinct) {
            self.take(at);
            let list = self.text(at).split(' ').count() == 1
                && self.has(|meaning| *meaning == Meaning::Count).is_none();
            self.take_all(|meaning| *meaning == Meaning::Count);
            let [column] = self.take_columns()[..] else {
                return declined("It does not say which column's values are counted.");
            };
            return Ok(Asked::plain(Select::Distinct { column, list }));
        }
        if let Some(asked) = self.top(records, apply)? {
            return Ok(asked);
        }
        if let [rows] = records {
            return self.record(rows, apply);
        }
        if let Some((function, at)) = apply {
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
            return self.aggregate(function, column);
        }
        if let Some(at) = self.has(|meaning| *meaning == Meaning::Count) {
            self.take(at);
            let columns = self.take_columns();
            return match columns[..] {
                [] => self.count_rows(),
                [column] if self.view.is_year(column) && !record_is_missing => {
                    Ok(Asked::plain(Select::Distinct {
                        column,
                        list: false,
                    }))
                }
                // `How many airlines had .. fatalities` asks for airlines.
                [column]
                    if self.view.is_numeric(column)
                        && !record_is_missing
                        && self.counts_rows(at) =>
                {
                    declined("It is not clear what is counted.")
                }
                [column] if self.view.is_numeric(column) && !record_is_missing => {
                    self.aggregate(Function::Sum, column)
                }
                [column] if self.view.is_numeric(column) => Ok(Asked::plain(Select::List {
                    columns: vec![column],
                })),
                [column] if self.filter.is_empty() => Ok(Asked::plain(Select::Distinct {
                    column,
                    list: false,
                })),
                _ => declined("It is not clear what is counted."),
            };
        }
        self.list(record_is_missing)
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

    fn comparison(&mut self, records: &[Vec<usize>]) -> Result<Asked, Halt> {
        let [left, right] = records else {
            return declined("Two records can be compared, not more.");
        };
        let than =
            self.free(|meaning| matches!(meaning, Meaning::Than { .. } | Meaning::Most { .. }));
        let hinted: Vec<usize> = than
            .iter()
            .filter_map(|place| match &self.pieces[*place].meaning {
                Meaning::Than { columns, .. } | Meaning::Most { columns, .. }
                    if columns.len() == 1 =>
                {
                    Some(columns[0])
                }
                _ => None,
            })
            .collect();
        self.take_all(|meaning| {
            matches!(
                meaning,
                Meaning::Compare
                    | Meaning::And
                    | Meaning::Or
                    | Meaning::Count
                    | Meaning::Noun
                    | Meaning::Between
                    | Meaning::Each
            )
        });
        let mut columns = self.take_columns();
        if columns.is_empty() {
            columns = hinted;
        }
        if columns.is_empty() {
            columns.extend(self.column_of_verb());
        }
        columns.retain(|column| !self.view.keys.contains(column));
        Ok(Asked::plain(Select::Compare {
            left: left.clone(),
            right: right.clone(),
            columns,
        }))
    }

    /// `by department`, `each department`, `which department has the highest average`.
    fn grouped(&mut self, apply: Option<(Function, usize)>) -> Result<Option<Asked>, Halt> {
        if let Some(asked) = self.by_time(apply)? {
            return Ok(Some(asked));
        }
        let each = self.has(|meaning| *meaning == Meaning::Each);
        let mut group = None;
        if let Some(at) = each {
            let Some(mut next) = self.next(at + 1) else {
                return declined("It does not say by what the rows are grouped.");
            };
            // `by number of bedrooms`
            if self.pieces[next].meaning == Meaning::Count
                && let Some(behind) = self
                    .next(next + 1)
                    .filter(|place| self.column_of(*place).is_some())
            {
                self.take(next);
                next = behind;
            }
            let is_noun = self.pieces[next].meaning == Meaning::Noun;
            // `by account`, where an account has several rows.
            let has_rows = self.view.columns[self.view.label].values.len() < self.view.rows.len()
                && self.view.periods().next().is_some();
            if is_noun && !has_rows {
                // `the average number of incidents per airline`, of a row for each.
                if matches!(apply, Some((Function::Average, _))) {
                    self.take(at);
                }
                return Ok(None);
            }
            let Some(column) = self.column_of(next).or(is_noun.then_some(self.view.label)) else {
                return declined("It does not say by which column the rows are grouped.");
            };
            if self.view.is_numeric(column) && !(apply.is_some() && self.makes_groups(column)) {
                // `the five best by total`
                self.take(at);
                return Ok(None);
            }
            self.take(at);
            self.take(next);
            group = Some(column);
        }
        let most = self.has(|meaning| matches!(meaning, Meaning::Most { .. }));
        let counted = self
            .has(|meaning| matches!(meaning, Meaning::Noun | Meaning::Title))
            .is_some();
        if group.is_none()
            && let Some(most) = most
        {
            // The column in front, when values are applied or rows are counted; in a statement, the column of the value in front.
            let in_front = self
                .free(|meaning| matches!(meaning, Meaning::Column(_)))
                .into_iter()
                .find(|place| *place < most);
            let column = in_front
                .and_then(|place| self.column_of(place))
                .filter(|column| {
                    // Years make groups, as do words.
                    (!self.view.is_numeric(*column) || self.view.is_year(*column))
                        && self.view.column(*column).kind != CellKind::Date
                        && !self.view.keys.contains(column)
                        && *column != self.view.label
                });
            let behind_noun = (most + 1..self.pieces.len())
                .find(|place| self.pieces[*place].meaning != Meaning::Function)
                .is_some_and(|place| {
                    matches!(self.pieces[place].meaning, Meaning::Noun | Meaning::Title)
                });
            let stated = if self.states {
                self.free(|meaning| matches!(meaning, Meaning::Category { .. }))
            } else {
                Vec::new()
            };
            let of_value = stated
                .first()
                .and_then(|place| match &self.pieces[*place].meaning {
                    Meaning::Category { column, .. } => Some(*column),
                    _ => None,
                });
            if apply.is_some() || behind_noun {
                if let (Some(place), Some(column)) = (in_front, column) {
                    self.take(place);
                    group = Some(column);
                } else if of_value.is_some() {
                    group = of_value;
                }
            }
        }
        let Some(group) = group else { return Ok(None) };
        let limit = match most {
            Some(place) => {
                let Meaning::Most { most, .. } = self.pieces[place].meaning else {
                    return Ok(None);
                };
                self.take(place);
                Some((most, self.number_beside(place).unwrap_or(1)))
            }
            None => None,
        };
        if let Some((function, at)) = apply {
            self.take(at);
            let [column] = self.take_columns()[..] else {
                return declined("It does not say which one column is computed for each group.");
            };
            let asked = self.aggregate(function, column)?;
            return Ok(Some(Asked {
                group: Some(group),
                limit,
                ..asked
            }));
        }
        let columns = self.take_columns();
        let counted_amount = self.has(|meaning| *meaning == Meaning::Count).is_some();
        self.take_all(|meaning| *meaning == Meaning::Count);
        if let [column] = columns[..]
            && counted_amount
            && self.view.is_numeric(column)
        {
            // `how many goals does each team have`
            let asked = self.aggregate(Function::Sum, column)?;
            return Ok(Some(Asked {
                group: Some(group),
                limit,
                ..asked
            }));
        }
        if let [column] = columns[..] {
            // `most` of a column per group: the greatest value of each.
            return match limit {
                None if self.view.is_numeric(column) => declined(
                    "It does not say whether the sum, the average or another figure is meant.",
                ),
                _ => declined("It does not say what is compared between the groups."),
            };
        }
        if columns.is_empty() && (counted || each.is_some()) {
            return Ok(Some(Asked {
                select: Select::Count,
                group: Some(group),
                limit,
            }));
        }
        declined("It does not say what is computed for each group.")
    }

    /// Whether the numbers of a column are few and whole, as those of bedrooms are, so that an average for each of them says something.
    fn makes_groups(&self, column: usize) -> bool {
        const FEW: usize = 12;
        let numbers: Vec<_> = self.view.numbers(column).collect();
        let distinct: std::collections::HashSet<_> = numbers.iter().collect();
        distinct.len() <= FEW
            && 2 * distinct.len() <= numbers.len()
            && numbers.iter().all(rust_decimal::Decimal::is_integer)
    }

    /// Whether what is counted is what a row is called: it stands right behind.
    fn counts_rows(&self, at: usize) -> bool {
        self.next(at + 1)
            .is_some_and(|place| place == at + 1 && self.pieces[place].meaning == Meaning::Noun)
    }

    /// `Which school's song is the oldest?`: a column that names rows but is not what they are known by.
    fn asked_keys(&self) -> Vec<usize> {
        self.free(|meaning| *meaning == Meaning::Noun)
            .into_iter()
            .filter(|place| self.is_asked(*place))
            .filter_map(|place| {
                let stem = &self.tokens[self.pieces[place].to - 1].stem;
                let of_label = self.view.columns[self.view.label].names.iter().flatten();
                if of_label.into_iter().any(|word| word == stem) {
                    return None;
                }
                let named = |key: &&usize| {
                    self.view.columns[**key]
                        .names
                        .iter()
                        .any(|name| name.len() == 1 && name[0] == *stem)
                };
                self.view.keys.iter().find(named).copied()
            })
            .collect()
    }

    /// How many rows pass; of records with several rows each, how many records.
    fn count_rows(&mut self) -> Result<Asked, Halt> {
        let view = self.view;
        let names: Vec<usize> = self
            .free(|meaning| matches!(meaning, Meaning::Noun))
            .into_iter()
            .map(|place| self.pieces[place].from)
            .collect();
        let by_label = view.columns[view.label]
            .names
            .iter()
            .flatten()
            .any(|word| names.iter().any(|at| self.tokens[*at].stem == *word));
        let rows = crate::run::rows_of(view, None, &self.filter);
        let mut labels: Vec<_> = rows
            .iter()
            .map(|row| view.rows[*row][view.label].as_ref())
            .collect();
        let all = labels.len();
        labels.sort_unstable();
        labels.dedup();
        if by_label && labels.len() < all {
            return Ok(Asked::plain(Select::Distinct {
                column: view.label,
                list: false,
            }));
        }
        // A row of a turned table is a record in a year, which nobody counts.
        let years = names.iter().any(|at| self.tokens[*at].stem == "year");
        if view.places.is_some() && !years {
            return declined("It is not clear what is counted.");
        }
        Ok(Asked::plain(Select::Count))
    }

    /// `the five states with`: a number in front of what a row is called.
    fn number_of_rows(&mut self) -> Option<usize> {
        let at = self
            .free(|meaning| matches!(meaning, Meaning::Number(_)))
            .into_iter()
            .find(|place| {
                self.pieces
                    .get(place + 1)
                    .is_some_and(|next| next.meaning == Meaning::Noun)
            })?;
        let Meaning::Number(Written {
            value,
            decimals: 0,
            percent: false,
        }) = self.pieces[at].meaning
        else {
            return None;
        };
        let count = usize::try_from(value)
            .ok()
            .filter(|count| (1..=1_000).contains(count))?;
        self.take(at);
        Some(count)
    }

    /// `top 5`, `five highest`.
    fn number_beside(&mut self, at: usize) -> Option<usize> {
        let beside = [self.next(at + 1), self.before(at)];
        for place in beside
            .into_iter()
            .flatten()
            .filter(|place| !self.pieces[*place].taken)
        {
            if let Meaning::Number(Written {
                value,
                decimals: 0,
                percent: false,
            }) = self.pieces[place].meaning
                && let Ok(count) = usize::try_from(value)
                && (1..=1_000).contains(&count)
                && place.abs_diff(at) <= 2
            {
                self.take(place);
                return Some(count);
            }
        }
        None
    }

    fn top(
        &mut self,
        records: &[Vec<usize>],
        apply: Option<(Function, usize)>,
    ) -> Result<Option<Asked>, Halt> {
        let Some(at) = self.has(|meaning| matches!(meaning, Meaning::Most { .. })) else {
            return Ok(None);
        };
        let Meaning::Most {
            most,
            columns: hinted,
            word,
        } = self.pieces[at].meaning.clone()
        else {
            return Ok(None);
        };
        // A record with several rows: among those.
        let mut records = records;
        if let [rows] = records
            && !self.states
            && rows.len() > 1
            && apply.is_none()
            && let Some(name) = self.view.rows[rows[0]][self.view.label].clone()
            && rows
                .iter()
                .all(|row| self.view.rows[*row][self.view.label].as_ref() == Some(&name))
        {
            self.filter.push(Condition {
                column: self.view.label,
                any_of: vec![(Op::Equal, name)],
            });
            records = &[];
        }
        // `the highest and lowest` asks for two figures.
        if self
            .free(|meaning| matches!(meaning, Meaning::Most { .. }))
            .len()
            > 1
        {
            return declined("One figure at a time: ask for the highest and the lowest apart.");
        }
        if apply.is_some() || (!records.is_empty() && !self.states) {
            return declined("It is not clear what the greatest of it means here.");
        }
        self.take(at);
        let plural = matches!(word.as_str(), "top" | "bottom");
        let count = self.number_beside(at).or_else(|| self.number_of_rows());
        let nth = self.has(|meaning| matches!(meaning, Meaning::Nth(_)));
        self.take_all(|meaning| *meaning == Meaning::Rank);
        let comparable = |column: &usize| {
            self.view.is_numeric(*column) || self.view.column(*column).kind == CellKind::Date
        };
        let named = self.free(|meaning| matches!(meaning, Meaning::Column(_)));
        let behind = named
            .iter()
            .filter(|place| **place > at)
            .find_map(|place| self.column_of(*place).filter(comparable));
        let in_front = named
            .iter()
            .rev()
            .filter(|place| **place < at)
            .find_map(|place| self.column_of(*place).filter(comparable));
        let fitting: Vec<usize> = hinted.iter().copied().filter(comparable).collect();
        let hinted = (fitting.len() == 1).then(|| fitting[0]);
        let own = hinted;
        let column = if hinted.is_some() && behind.is_none() {
            hinted
        } else {
            behind.or(in_front)
        };
        let Some(column) = column else {
            return declined(format!("It does not say which column “{word}” speaks of."));
        };
        // `the temperature at the highest station`: the station is highest by something else.
        let of_noun = self.next(at + 1).is_some_and(|place| {
            matches!(self.pieces[place].meaning, Meaning::Noun | Meaning::Title)
        });
        let led = (0..at).any(|place| {
            self.column_of(place) == Some(column) && place + 1 < at && self.is_link(place + 1)
        });
        if own.is_none() && behind.is_none() && of_noun && led {
            return declined(format!(
                "It does not say by which column “{word}” is meant."
            ));
        }
        // The oldest has the most years of age, or the least year.
        let is_time = self.view.is_year(column) || self.view.column(column).kind == CellKind::Date;
        let most =
            if own == Some(column) && is_time && matches!(word.as_str(), "oldest" | "youngest") {
                !most
            } else {
                most
            };
        let asked = self.asked_keys();
        let also: Vec<usize> = self
            .take_columns()
            .into_iter()
            .chain(asked)
            .filter(|other| *other != column && *other != self.view.label)
            .collect();
        self.take_all(|meaning| matches!(meaning, Meaning::Count | Meaning::Each));
        let nouns = self.free(|meaning| *meaning == Meaning::Noun);
        let many = nouns
            .iter()
            .any(|place| self.tokens[self.pieces[*place].from].folded.ends_with('s'))
            && plural;
        if let Some(place) = nth
            && let Meaning::Nth(nth) = self.pieces[place].meaning
        {
            self.take(place);
            return if count.is_some() {
                declined("It asks for one place and for several at once.")
            } else {
                Ok(Some(Asked::plain(Select::Nth {
                    column,
                    most,
                    nth,
                    also,
                })))
            };
        }
        Ok(Some(Asked::plain(Select::Top {
            column,
            most,
            count: count.unwrap_or(if many { TOP } else { 1 }),
            also,
        })))
    }

    /// `of`, `at`, `in` and their like, which make what stands in front a property of what stands behind.
    fn is_link(&self, at: usize) -> bool {
        let piece = &self.pieces[at];
        matches!(
            self.tokens[piece.from].folded.as_str(),
            "of" | "at" | "in" | "for" | "on" | "from"
        )
    }

    fn record(&mut self, rows: &[usize], apply: Option<(Function, usize)>) -> Result<Asked, Halt> {
        let columns = self.take_columns();
        // `how many units` of a record are no price.
        if self.has(|meaning| *meaning == Meaning::Count).is_some()
            && columns
                .iter()
                .any(|column| self.view.is_numeric(*column) && !self.counts_things(*column))
            && !self.counts_a_unit()
        {
            return declined("It asks for a count, and the column holds none.");
        }
        // `How many died in floods between 1980 and 1990`: of several rows, what adds up is added.
        let counted = self.has(|meaning| *meaning == Meaning::Count).is_some();
        let left = crate::run::rows_of(self.view, Some(rows), &self.filter).len();
        if let [column] = columns[..]
            && apply.is_none()
            && !self.states
            && counted
            && left > 1
            && self.view.is_numeric(column)
            && self.view.adds_up(column)
            && let Some(name) = self.view.rows[rows[0]][self.view.label].clone()
        {
            self.take_all(|meaning| matches!(meaning, Meaning::Count | Meaning::Noun));
            self.filter.push(Condition {
                column: self.view.label,
                any_of: vec![(Op::Equal, name)],
            });
            return self.aggregate(Function::Sum, column);
        }
        self.take_all(|meaning| matches!(meaning, Meaning::Count | Meaning::Noun | Meaning::Share));
        if let Some((function, at)) = apply {
            self.take(at);
            let [column] = columns[..] else {
                return declined(
                    "It is not clear over which column a figure of the record is computed.",
                );
            };
            if rows.len() < 2 {
                return declined("The record has one row; there is nothing to compute over.");
            }
            let name = self.view.rows[rows[0]][self.view.label].clone();
            let Some(name) = name else {
                return declined("The record has no name to look for.");
            };
            self.filter.push(Condition {
                column: self.view.label,
                any_of: vec![(Op::Equal, name)],
            });
            return self.aggregate(function, column);
        }
        let columns: Vec<usize> = columns
            .into_iter()
            .filter(|column| {
                *column != self.view.label
                    || !self.view.keys.contains(column)
                    || self.view.keys.len() > 1
            })
            .collect();
        Ok(Asked::plain(Select::Record {
            rows: rows.to_vec(),
            columns,
        }))
    }

    fn list(&mut self, record_is_missing: bool) -> Result<Asked, Halt> {
        let noun = self.has(|meaning| *meaning == Meaning::Noun).is_some();
        // `12 students have ...`: how many is stated.
        let number = self.has(|meaning| matches!(meaning, Meaning::Number(_)));
        if self.states
            && self.count.is_some()
            && !self.filter.is_empty()
            && self.columns().is_empty()
        {
            return self.count_rows();
        }
        let quantity = self.has(|meaning| matches!(meaning, Meaning::Quantity(_)));
        if self.states && quantity.is_some() && !self.filter.is_empty() && self.columns().is_empty()
        {
            return Ok(Asked::plain(Select::Count));
        }
        if self.states
            && (noun || !self.filter.is_empty())
            && number.is_some_and(|at| self.counts(at))
            && self.columns().is_empty()
        {
            return self.count_rows();
        }
        let columns = self.take_columns();
        if self.states && !record_is_missing {
            return declined("It states nothing that can be computed.");
        }
        // `How much rain fell in 2014`: of several rows, what adds up is added.
        let how_much = self
            .tokens
            .windows(2)
            .any(|pair| pair[0].folded == "how" && pair[1].folded == "much");
        if let [column] = columns[..]
            && how_much
            && !record_is_missing
            && self.view.is_numeric(column)
            && crate::run::rows_of(self.view, None, &self.filter).len() > 1
        {
            return if self.view.adds_up(column) {
                self.aggregate(Function::Sum, column)
            } else {
                declined("It does not say whether the sum, the average or another figure is meant.")
            };
        }
        if self.filter.is_empty() && !record_is_missing {
            return match columns[..] {
                [column]
                    if !self.view.is_numeric(column)
                        && self.view.column(column).kind == CellKind::Text =>
                {
                    Ok(Asked::plain(Select::Distinct { column, list: true }))
                }
                [] if noun && self.asks_for_all() => Ok(Asked::plain(Select::List { columns })),
                _ => declined("It does not say what to compute."),
            };
        }
        Ok(Asked::plain(Select::List { columns }))
    }

    /// Whether a number says how many rows there are: it stands in front of what a row is called.
    fn counts(&self, at: usize) -> bool {
        let behind = self.next(at + 1);
        behind.is_some_and(|place| matches!(self.pieces[place].meaning, Meaning::Noun))
            || (at + 1..self.pieces.len()).any(|place| self.pieces[place].taken)
    }

    /// Whether all numbers of a column are whole and no amounts of money.
    fn counts_things(&self, column: usize) -> bool {
        let mut numbers = self.view.numbers(column);
        self.view.column(column).kind == CellKind::Duration
            || (self.view.column(column).kind == CellKind::Number
                && numbers.all(|number| number.is_integer()))
    }

    /// `how many acres`, of a column that is called so.
    fn counts_a_unit(&self) -> bool {
        let count = self
            .pieces
            .iter()
            .position(|piece| piece.meaning == Meaning::Count);
        let Some(behind) = count.and_then(|at| self.pieces.get(at + 1)) else {
            return false;
        };
        matches!(&behind.meaning, Meaning::Column(columns) if columns.iter().all(|column| {
            let token = &self.tokens[behind.from];
            token.folded.ends_with('s')
                && self.view.column(*column).kind == CellKind::Number
                && crate::pack::phrase(&self.view.column(*column).name).contains(&token.stem)
        }))
    }

    fn asks_for_all(&self) -> bool {
        self.tokens.iter().any(|token| {
            matches!(
                token.folded.as_str(),
                "list" | "show" | "all" | "display" | "name"
            )
        })
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
