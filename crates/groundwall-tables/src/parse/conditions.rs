//! Which rows a question speaks of: bounds on numbers and dates, values of text columns.

use super::bounds::Bound;
use super::years::is_year;
use super::{Halt, Parser, declined};
use crate::link::Meaning;
use crate::query::{Condition, Op};
use crate::value::Value;
use crate::words::{ENGLISH, Written};
use groundwall_core::CellKind;
use rust_decimal::Decimal;

impl Parser<'_> {
    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "of all meanings a few count here, and a new one is not among them"
    )]
    pub(super) fn conditions(&mut self) -> Result<(), Halt> {
        for at in 0..self.pieces.len() {
            match self.pieces[at].meaning.clone() {
                Meaning::Between => self.between(at)?,
                Meaning::Op(op) => self.bound(at, op)?,
                Meaning::Behind(op) => self.behind(at, op)?,
                Meaning::Zero => self.zero(at, Op::Equal),
                Meaning::Any => self.zero(at, Op::More),
                Meaning::Negative => self.zero(at, Op::Less),
                Meaning::Absent => self.missing(at),
                Meaning::Than { more, columns } if !columns.is_empty() => {
                    self.comparative(at, if more { Op::More } else { Op::Less }, &columns)?;
                }
                _ => {}
            }
        }
        self.paired();
        self.spans();
        self.exact();
        self.having();
        self.one_value_each()?;
        self.categories();
        self.kind();
        self.truths();
        self.years()
    }

    /// `no fatalities`, `any fatalities`, `a negative balance`.
    fn zero(&mut self, at: usize, op: Op) {
        let column = self.next(at + 1).and_then(|place| {
            let column = self.column_of(place)?;
            let fits =
                self.view.is_numeric(column) || (op == Op::Equal && self.view.has_gaps(column));
            (fits && !self.pieces[place].taken).then_some((place, column))
        });
        let Some((place, column)) = column else {
            return;
        };
        // Words in place of numbers, such as `NA`, may say either.
        if op == Op::Equal && self.view.is_numeric(column) && self.has_words(column) {
            return;
        }
        let one = match (op, self.view.has_gaps(column), self.view.has_zeros(column)) {
            // None, or none known: it does not say which.
            (Op::Equal, true, true) => return,
            (Op::Equal, true, false) => (Op::Empty, Value::Text(String::new())),
            _ => (op, Value::Number(Decimal::ZERO)),
        };
        self.filter.push(Condition {
            column,
            any_of: vec![one],
        });
        self.take(at);
        self.take(place);
    }

    /// Whether a cell of a column of numbers holds something else.
    fn has_words(&self, column: usize) -> bool {
        self.view
            .rows
            .iter()
            .filter_map(|row| row[column].as_ref())
            .any(|value| value.number().is_none())
    }

    /// `For how many is the price missing`: beside a column, where cells of it are empty.
    fn missing(&mut self, at: usize) {
        let column = [self.before(at), self.next(at + 1)]
            .into_iter()
            .flatten()
            .filter(|place| !self.pieces[*place].taken)
            .find_map(|place| Some((place, self.column_of(place)?)));
        let Some((place, column)) = column else {
            return;
        };
        if self.view.has_gaps(column) {
            self.filter.push(Condition {
                column,
                any_of: vec![(Op::Empty, Value::Text(String::new()))],
            });
            self.take(at);
            self.take(place);
        }
    }

    /// `Fewer than ten flights were late`: the bound is on how many rows there are.
    fn counted_bound(&mut self, at: usize, value: usize, op: Op) -> bool {
        let Meaning::Number(number) = &self.pieces[value].meaning else {
            return false;
        };
        let number = number.value;
        let rows = self
            .next(value + 1)
            .is_some_and(|place| place == value + 1 && self.pieces[place].meaning == Meaning::Noun);
        if !self.states || !rows || self.before(at).is_some() || self.count.is_some() {
            return false;
        }
        self.count = Some((op, number));
        self.take(at);
        self.take(value);
        true
    }

    /// `above 75`: the operator at `at`, its value behind it.
    fn bound(&mut self, at: usize, op: Op) -> Result<(), Halt> {
        if self.pieces[at].taken {
            return Ok(());
        }
        if matches!(op, Op::Contains | Op::StartsWith) && at + 1 < self.pieces.len() {
            return self.part_of_text(at, op, at + 1);
        }
        let Some(value) = self.next(at + 1) else {
            return Ok(());
        };
        let Some(bound) = self.bound_at(value) else {
            return Ok(());
        };
        if self.counted_bound(at, value, op) {
            return Ok(());
        }
        // `not above 75`, `did not score more than 3`
        let is_not = |place: &usize| self.pieces[*place].meaning == Meaning::Not;
        let behind_column = || {
            let column = self
                .before(at)
                .filter(|place| self.column_of(*place).is_some())?;
            self.before(column).filter(is_not)
        };
        let negated = self.before(at).filter(is_not).or_else(behind_column);
        let op = match negated {
            Some(not) => {
                self.take(not);
                op.negated().unwrap_or(op)
            }
            None => op,
        };
        let columns = self.columns_of_bound(at, value, &bound)?;
        let op = if op == Op::More && self.is_within(at, &columns, &bound) {
            Op::Equal
        } else {
            op
        };
        self.compare(&columns, op, &bound)?;
        self.take(at);
        self.take(value);
        self.take_unit(value, &columns);
        Ok(())
    }

    /// `the average price over 2020`: within the year.
    fn is_within(&self, at: usize, columns: &[usize], bound: &Bound) -> bool {
        let of_time = |column: &usize| {
            self.view.is_year(*column) || self.view.column(*column).kind == CellKind::Date
        };
        self.text(at) == "over"
            && matches!(bound, Bound::Number(number) if is_year(number))
            && columns.iter().all(of_time)
    }

    /// `75 or more`.
    fn behind(&mut self, at: usize, op: Op) -> Result<(), Halt> {
        let Some(value) = self.before(at) else {
            return Ok(());
        };
        if self.behind_column(at, op, value)? {
            return Ok(());
        }
        let Some(bound) = self.bound_at(value).filter(|_| !self.pieces[value].taken) else {
            return Ok(());
        };
        let columns = self.columns_of_bound(value, at, &bound)?;
        self.compare(&columns, op, &bound)?;
        self.take(at);
        self.take(value);
        Ok(())
    }

    /// `80 points or more`: the column stands between the number and its bound.
    fn behind_column(&mut self, at: usize, op: Op, named: usize) -> Result<bool, Halt> {
        let Meaning::Column(columns) = &self.pieces[named].meaning else {
            return Ok(false);
        };
        let one = (columns.len() == 1).then(|| columns[0]);
        let value = named
            .checked_sub(1)
            .filter(|place| !self.pieces[*place].taken);
        let Some((value, bound)) = value.and_then(|place| Some((place, self.bound_at(place)?)))
        else {
            return Ok(false);
        };
        let column = one.filter(|column| self.view.is_numeric(*column));
        let Some(column) = column.or_else(|| self.only_reaching(named, &bound)) else {
            return Ok(false);
        };
        self.compare(&[column], op, &bound)?;
        for place in [at, named, value] {
            self.take(place);
        }
        Ok(true)
    }

    /// `between 60 and 75`, both included.
    fn between(&mut self, at: usize) -> Result<(), Halt> {
        let Some(low) = self.next(at + 1) else {
            return Ok(());
        };
        let Some(first) = self.bound_at(low) else {
            return Ok(());
        };
        let joined = self.next(low + 1).filter(|place| {
            self.pieces[*place].meaning == Meaning::And || self.text(*place) == "to"
        });
        let high = joined.map_or_else(|| self.next(low + 1), |and| self.next(and + 1));
        let (Some(high), Some(joined)) = (high, joined.or(Some(low))) else {
            return Ok(());
        };
        let Some(last) = self.bound_at(high) else {
            return declined("A range needs two values: “between 60 and 75”.");
        };
        let columns = self.columns_of_bound(at, high, &first)?;
        self.compare(&columns, Op::AtLeast, &first)?;
        self.compare(&columns, Op::AtMost, &last)?;
        for place in [at, low, joined, high] {
            self.take(place);
        }
        self.take_unit(high, &columns);
        Ok(())
    }

    /// `Which state`, of a table that has regions and totals beside its states.
    fn kind(&mut self) {
        let Some(kind) = &self.view.kind else {
            return;
        };
        let asked = self
            .free(|meaning| *meaning == Meaning::Noun)
            .into_iter()
            .any(|at| {
                kind.nouns
                    .contains(&self.tokens[self.pieces[at].to - 1].stem)
            });
        let named = self
            .pieces
            .iter()
            .any(|piece| matches!(piece.meaning, Meaning::Record { .. }));
        if asked && !named {
            self.filter.push(Condition {
                column: self.view.label,
                any_of: kind.any(),
            });
        }
    }

    /// `older than 30`: the word says which column.
    fn comparative(&mut self, at: usize, op: Op, columns: &[usize]) -> Result<(), Halt> {
        let Some(than) = self
            .next(at + 1)
            .filter(|place| self.pieces[*place].meaning == Meaning::Compare)
        else {
            return Ok(());
        };
        let Some(value) = self.next(than + 1) else {
            return Ok(());
        };
        let Some(bound) = self.bound_at(value) else {
            return Ok(());
        };
        self.compare(columns, op, &bound)?;
        for place in [at, than, value] {
            self.take(place);
        }
        self.take_unit(value, columns);
        Ok(())
    }

    fn part_of_text(&mut self, at: usize, op: Op, value: usize) -> Result<(), Halt> {
        let column = self
            .before(at)
            .filter(|place| !self.pieces[*place].taken)
            .and_then(|place| Some((place, self.column_of(place)?)));
        let named = column.filter(|(_, column)| self.view.column(*column).kind == CellKind::Text);
        let column = match named {
            Some((place, column)) => {
                self.take(place);
                column
            }
            None if self
                .before(at)
                .is_some_and(|place| self.pieces[place].meaning == Meaning::Noun) =>
            {
                self.view.label
            }
            None => return declined("It does not say which column the text is looked for in."),
        };
        let text = Value::Text(crate::words::fold(&self.text(value)));
        self.filter.push(Condition {
            column,
            any_of: vec![(op, text)],
        });
        self.take(at);
        self.take(value);
        Ok(())
    }

    /// The word right in front of a piece.
    fn word_in_front(&self, at: usize) -> Option<&str> {
        let before = self.pieces[at].from.checked_sub(1)?;
        Some(&self.tokens[before].folded)
    }

    /// `with 3 bedrooms`: a number in front of its column, in a question.
    fn exact(&mut self) {
        if self.states {
            return;
        }
        let asks_which = matches!(self.tokens[0].folded.as_str(), "which" | "who");
        for at in self.free(|meaning| matches!(meaning, Meaning::Number(_))) {
            let Meaning::Number(number) = self.pieces[at].meaning.clone() else {
                continue;
            };
            // `How many players were banned for 4 games`
            let counted = self
                .has(|meaning| *meaning == Meaning::Count)
                .is_some_and(|count| self.counts_rows(count));
            let has = counted
                || self
                    .word_in_front(at)
                    .is_some_and(|word| word == "exactly" || ENGLISH.having.has(word));
            let behind = (self.pieces.get(at + 1)).and_then(|_| self.column_of(at + 1));
            let beside = behind.filter(|_| has).map(|column| (at + 1, column));
            let beside = beside
                .or_else(|| self.column_in_front(at).filter(|_| counted || asks_which))
                .or_else(|| self.column_right_in_front(at, &number))
                .or_else(|| self.year_behind(at).filter(|_| counted));
            let free = |(place, _): &(usize, usize)| !self.pieces[*place].taken;
            let value = |column: usize| self.value_of(column, &number);
            if let Some((place, column)) = beside.filter(free)
                && let Some(value) = value(column)
            {
                self.filter.push(Condition {
                    column,
                    any_of: vec![(Op::Equal, value)],
                });
                self.take(at);
                self.take(place);
            }
        }
    }

    /// `series 9`, `zone 10`: a column right in front of a value that it has and that is no year of something else; `burglaries per 100,000` has none.
    fn column_right_in_front(&self, at: usize, number: &Written) -> Option<(usize, usize)> {
        let (place, column) = self.column_in_front(at)?;
        let other_year = is_year(number) && !self.view.is_year(column);
        let value = self.value_of(column, number);
        let has = |row: &Vec<Option<Value>>| value.is_some() && row[column] == value;
        let stands = place + 1 == at && !other_year && self.view.rows.iter().any(has);
        stands.then_some((place, column))
    }

    /// A number as a column holds it; none where it is a column of other texts.
    fn value_of(&self, column: usize, number: &Written) -> Option<Value> {
        if self.view.is_numeric(column) {
            return Some(Value::Number(self.scaled(column, number)));
        }
        let text = number.value.to_string();
        let known = self.view.columns[column].values.contains_key(&text);
        known.then_some(Value::Text(text))
    }

    /// `a wage of 7.25 in 2016`, where the columns are years.
    fn year_behind(&self, at: usize) -> Option<(usize, usize)> {
        let place = self.next(at + 1)?;
        let column = self.column_of(place)?;
        let name = &self.view.column(column).name;
        (crate::view::long::years_in(name) == 1 && name.trim().len() == 4)
            .then_some((place, column))
    }

    /// `a wage of 7.25`, `was the wage 7.25`: the column in front of a number, with its place.
    fn column_in_front(&self, at: usize) -> Option<(usize, usize)> {
        let joined = matches!(
            self.word_in_front(at)?,
            "of" | "at" | "was" | "is" | "were" | "are"
        );
        let place = self.before(at).filter(|place| joined || place + 1 == at)?;
        Some((place, self.column_of(place)?))
    }

    /// `How many airlines had accidents`: of a column of numbers without gaps, more than none.
    fn having(&mut self) {
        let counted = self.has(|meaning| matches!(meaning, Meaning::Count | Meaning::Share));
        if self.states || !counted.is_some_and(|at| self.counts_rows(at)) {
            return;
        }
        for at in self.free(|meaning| matches!(meaning, Meaning::Column(_))) {
            let Some(column) = self.column_of(at) else {
                continue;
            };
            let has = self
                .word_in_front(at)
                .is_some_and(|word| ENGLISH.having.has(word));
            let gaps = self.has_words(column) || self.view.has_gaps(column);
            let bounded = self.next(at + 1).is_some_and(|next| {
                !matches!(
                    self.pieces[next].meaning,
                    Meaning::Number(_) | Meaning::Date(..)
                )
            });
            if has && self.view.has_zeros(column) && !gaps && !bounded && !self.view.is_year(column)
            {
                self.filter.push(Condition {
                    column,
                    any_of: vec![(Op::More, Value::Number(Decimal::ZERO))],
                });
                self.take(at);
            }
        }
    }

    /// The sentence that asks which of several columns is meant.
    pub(super) fn which(&self, at: usize) -> String {
        let Meaning::Column(columns) = &self.pieces[at].meaning else {
            return String::new();
        };
        let names: Vec<&str> = columns
            .iter()
            .take(6)
            .map(|column| self.view.column(*column).name.as_str())
            .collect();
        format!(
            "“{}” could be any of these columns: {}. Name one of them.",
            self.text(at),
            names.join(", ")
        )
    }
}
