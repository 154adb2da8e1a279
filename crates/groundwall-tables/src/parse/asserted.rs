//! What a statement says of its result, and that no word of it is left over.

use super::select::Asked;
use super::{Halt, Parser, declined};
use crate::link::Meaning;
use crate::query::{Asserted, Function, Op, Quantity, Select};
use crate::value::Value;
use crate::words::Written;

impl Parser<'_> {
    /// The column of the only condition, where that bounds a number.
    pub(super) fn bounded(&self) -> Option<usize> {
        match self.filter.as_slice() {
            [condition] if matches!(condition.any_of[..], [(_, Value::Number(_))]) => {
                Some(condition.column)
            }
            _ => None,
        }
    }

    /// Takes the word that turns a statement into its opposite.
    pub(super) fn negation(&mut self) -> bool {
        let not = self.has(|meaning| *meaning == Meaning::Not);
        if let Some(at) = not {
            self.take(at);
        }
        not.is_some()
    }

    /// `The owner of Havørn is Karianne Fisk`, `Ole Strand is the harbour master`: of two names from different columns one is what is said of the other.
    pub(super) fn stated_value(&mut self) {
        let named = self.free(|meaning| matches!(meaning, Meaning::Record { .. }));
        let [first, second] = named[..] else { return };
        let key = |at: usize| {
            let Meaning::Record { key, .. } = self.pieces[at].meaning else {
                return None;
            };
            Some(key)
        };
        let (Some(a), Some(b)) = (key(first), key(second)) else {
            return;
        };
        if a == b
            || !self.states
            || self
                .has(|meaning| matches!(meaning, Meaning::Number(_)))
                .is_some()
        {
            return;
        }
        let asked =
            self.free(|meaning| matches!(meaning, Meaning::Column(columns) if columns.len() == 1 && (columns[0] == a || columns[0] == b)));
        let column = match asked[..] {
            [at] => self.column_of(at),
            [] => Some(if a == self.view.label { b } else { a }),
            _ => None,
        };
        let Some(column) = column else { return };
        let at = if column == a { first } else { second };
        if let Meaning::Record { rows, .. } = self.pieces[at].meaning.clone()
            && let Some(value) = rows.first().and_then(|row| self.view.shown(*row, column))
        {
            self.pieces[at].meaning = Meaning::Category {
                column,
                value: crate::words::fold(value),
            };
        }
    }

    /// What a statement or a question for yes or no says of the result: how many, when, a figure, a bound, a value, a record.
    pub(super) fn asserted(
        &mut self,
        asked: &mut Asked,
        records: &[Vec<usize>],
    ) -> Result<Vec<Asserted>, Halt> {
        if !self.states {
            return Ok(Vec::new());
        }
        if let Some(stated) = self.stated_count(asked)? {
            return Ok(vec![stated]);
        }
        if let (Select::Top { .. }, []) = (&asked.select, records)
            && let Some(rows) = self.stated_rows()
        {
            return Ok(vec![Asserted::Record(rows)]);
        }
        if asked.limit.is_some()
            && let Some(name) = self.stated_time(asked.group)
        {
            return Ok(vec![Asserted::Group(name)]);
        }
        if let Some(stated) = self.stated_figure(asked, records)? {
            return Ok(stated);
        }
        if let Some(bound) = self.stated_bound(asked) {
            return Ok(vec![bound]);
        }
        let several = self.stated_categories(asked);
        if !several.is_empty() {
            return Ok(several);
        }
        if let Some(stated) = self.stated_category(asked)? {
            return Ok(vec![stated]);
        }
        self.stated_record(asked, records)
            .map(|stated| vec![stated])
    }

    /// A share, a quantity or a bound on how many there are.
    fn stated_count(&mut self, asked: &Asked) -> Result<Option<Asserted>, Halt> {
        if let (Select::Share { .. }, Some(share)) = (&asked.select, &self.share) {
            return Ok(Some(share.asserted()));
        }
        if let Some(at) = self.has(|meaning| matches!(meaning, Meaning::Quantity(_)))
            && let (Meaning::Quantity(quantity), Select::Count) =
                (&self.pieces[at].meaning, &asked.select)
        {
            let stated = Asserted::Quantity(*quantity);
            self.take(at);
            return Ok(Some(stated));
        }
        match (self.count, &asked.select) {
            (None, _) => Ok(None),
            (Some((op, number)), Select::Count | Select::Distinct { list: false, .. }) => {
                Ok(Some(Asserted::Bound(op, number)))
            }
            (Some(_), _) => declined("It is not clear what is counted."),
        }
    }

    /// The one figure that is stated, with the record that it is said to be of.
    fn stated_figure(
        &mut self,
        asked: &Asked,
        records: &[Vec<usize>],
    ) -> Result<Option<Vec<Asserted>>, Halt> {
        let approximate = !self.free(|meaning| *meaning == Meaning::About).is_empty();
        let numbers = self.free(|meaning| matches!(meaning, Meaning::Number(_)));
        let [at] = numbers[..] else { return Ok(None) };
        let Meaning::Number(Written {
            value,
            unit,
            decimals: _,
            percent: _,
        }) = self.pieces[at].meaning
        else {
            return Ok(None);
        };
        self.take(at);
        let column = measured(&asked.select);
        if let Some(Meaning::Unit(unit)) =
            self.pieces.get(at + 1).map(|piece| piece.meaning.clone())
            && column.is_some_and(|column| self.view.units(column).contains(&unit))
        {
            self.take(at + 1);
        }
        if matches!(asked.select, Select::Compare { .. } | Select::List { .. }) {
            return declined("A figure is stated, but not of one thing.");
        }
        let number = Asserted::Number {
            value,
            unit,
            approximate,
        };
        // `Asha has the highest total, 612`: both have to hold.
        match (&asked.select, records) {
            (Select::Top { count: 1, .. }, [rows]) => {
                Ok(Some(vec![number, Asserted::Record(rows.clone())]))
            }
            (Select::Top { .. } | Select::Aggregate { .. } | Select::Count, [_, ..]) => {
                declined("A figure is stated of a record that it is not computed from.")
            }
            _ => Ok(Some(vec![number])),
        }
    }

    /// A bound on the figure itself: `the attendance of Asha is above 80`.
    fn stated_bound(&self, asked: &Asked) -> Option<Asserted> {
        let [condition] = self.filter.as_slice() else {
            return None;
        };
        let [(op, Value::Number(value))] = condition.any_of[..] else {
            return None;
        };
        let of_figure = match &asked.select {
            Select::Aggregate { column, .. } => *column == condition.column,
            Select::Record { columns, .. } => {
                columns.is_empty() || columns[..] == [condition.column]
            }
            Select::Compare { .. }
            | Select::List { .. }
            | Select::Count
            | Select::Distinct { .. }
            | Select::Share { .. }
            | Select::Top { .. }
            | Select::Nth { .. }
            | Select::Contrast { .. }
            | Select::Pairs { .. }
            | Select::Rank { .. } => false,
        };
        of_figure.then_some(Asserted::Bound(op, value))
    }

    /// Values of several columns that are said of one record.
    fn stated_categories(&mut self, asked: &mut Asked) -> Vec<Asserted> {
        let places = self.free(|meaning| matches!(meaning, Meaning::Category { .. }));
        let Select::Record { columns, .. } = &mut asked.select else {
            return Vec::new();
        };
        if places.len() < 2 {
            return Vec::new();
        }
        let mut stated = Vec::new();
        columns.clear();
        for at in places {
            if let Meaning::Category { column, value } = self.pieces[at].meaning.clone() {
                columns.push(column);
                stated.push(Asserted::Text(value));
                self.take(at);
            }
        }
        stated
    }

    /// The one value that is said of a record or of the groups.
    fn stated_category(&mut self, asked: &mut Asked) -> Result<Option<Asserted>, Halt> {
        let categories = self.free(|meaning| matches!(meaning, Meaning::Category { .. }));
        let [at] = categories[..] else {
            return Ok(None);
        };
        let Meaning::Category { value, column } = self.pieces[at].meaning.clone() else {
            return Ok(None);
        };
        self.take(at);
        match &mut asked.select {
            Select::Record { columns, .. } if columns.is_empty() || columns[..] == [column] => {
                *columns = vec![column];
                Ok(Some(Asserted::Text(value)))
            }
            Select::Aggregate { .. } | Select::Count if asked.limit.is_some() => {
                Ok(Some(Asserted::Group(value)))
            }
            Select::Record { .. }
            | Select::Compare { .. }
            | Select::List { .. }
            | Select::Count
            | Select::Distinct { .. }
            | Select::Share { .. }
            | Select::Aggregate { .. }
            | Select::Top { .. }
            | Select::Nth { .. }
            | Select::Contrast { .. }
            | Select::Pairs { .. }
            | Select::Rank { .. } => declined("It is not clear what is said of the value."),
        }
    }

    /// The record that is on top, or the greater of two.
    fn stated_record(&mut self, asked: &Asked, records: &[Vec<usize>]) -> Result<Asserted, Halt> {
        match (&asked.select, records) {
            (Select::Top { .. } | Select::Nth { .. }, [rows]) => Ok(Asserted::Record(rows.clone())),
            (Select::Compare { columns, .. }, [left, right]) if columns.len() == 1 => {
                let than = self.has(|meaning| {
                    matches!(meaning, Meaning::Than { .. })
                        || matches!(meaning, Meaning::Op(Op::More | Op::Less))
                });
                let Some(than) = than else {
                    return declined("It does not say which of the two is greater.");
                };
                #[expect(
                    clippy::wildcard_enum_match_arm,
                    reason = "of all meanings a few count here, and a new one is not among them"
                )]
                let more = match &self.pieces[than].meaning {
                    Meaning::Than { more, .. } => *more,
                    Meaning::Op(op) => *op == Op::More,
                    _ => return declined("It does not say which of the two is greater."),
                };
                self.take(than);
                Ok(Asserted::Record(if more {
                    left.clone()
                } else {
                    right.clone()
                }))
            }
            _ => declined("It states nothing that can be computed."),
        }
    }

    /// Every word must have been of use.
    pub(super) fn nothing_left(&mut self, asked: &Asked, asserted: bool) -> Result<(), Halt> {
        let states = self.states;
        self.take_all(|meaning| {
            matches!(
                meaning,
                Meaning::Function | Meaning::Title | Meaning::Noun | Meaning::And
            )
        });
        self.take_all(|meaning| !states && matches!(meaning, Meaning::Quantity(Quantity::All)));
        for at in self.free(|meaning| *meaning == Meaning::About) {
            // `about 75` approximates; `everything about Asha` does not.
            let of_number = matches!(
                self.pieces.get(at + 1).map(|piece| &piece.meaning),
                Some(Meaning::Number(_))
            );
            if asserted || !of_number {
                self.take(at);
            }
        }
        if matches!(asked.select, Select::Compare { .. }) && !asserted {
            self.take_all(|meaning| matches!(meaning, Meaning::Than { .. } | Meaning::Most { .. }));
        }
        if matches!(asked.select, Select::Count | Select::Aggregate { .. }) {
            self.take_all(|meaning| {
                matches!(meaning, Meaning::Count | Meaning::Apply(Function::Sum))
            });
        }
        match self.free(|_| true).first() {
            Some(at) => declined(format!(
                "It is not clear what “{}” means here.",
                self.text(*at)
            )),
            None => Ok(()),
        }
    }
}

/// The one column whose figure a selection gives.
fn measured(select: &Select) -> Option<usize> {
    match select {
        Select::Record { columns, .. } => (columns.len() == 1).then(|| columns[0]),
        Select::Aggregate { column, .. } | Select::Top { column, .. } => Some(*column),
        Select::Compare { .. }
        | Select::List { .. }
        | Select::Count
        | Select::Distinct { .. }
        | Select::Share { .. }
        | Select::Nth { .. }
        | Select::Contrast { .. }
        | Select::Pairs { .. }
        | Select::Rank { .. } => None,
    }
}
