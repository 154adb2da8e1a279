//! The queries that can be put together from what a question names.

use super::bag::{Bag, equal};
use super::targets::{Target, targets};
use super::{Alike, Said, Sketch};
use crate::link::periods::written;
use crate::link::{Meaning, Piece};
use crate::parse::{Several, several};
use crate::query::{Condition, Function, Op, Select};
use crate::run::rows_of;
use crate::supposed::is_known_by;
use crate::value::Value;
use crate::view::long::has_whole_year;
use jiff::civil::Date;
use rust_decimal::Decimal;

/// Columns that are tried for a bound.
const BOUND_ON: usize = 3;

/// Puts queries together.
pub(super) struct Maker<'a> {
    pub(super) said: Said<'a>,
    pub(super) bag: &'a Bag,
    alike: Alike<'a>,
    /// Conditions of values, of days and of bounds.
    pub(super) filter: Vec<Condition>,
    /// Conditions of the years that a column of years holds.
    pub(super) years: Vec<Condition>,
    /// What speaks for the columns of the bounds.
    pub(super) speaks: f32,
    pub(super) bound_on: Vec<Target>,
    pub(super) found: Vec<Sketch>,
}

/// Conditions, with the columns that were taken for those of the bounds.
type Bounded = (Vec<Condition>, Vec<Target>);

/// All queries that name everything that the question names.
pub(super) fn of(said: Said<'_>, bag: &Bag, alike: Alike<'_>) -> Vec<Sketch> {
    let mut found = Vec::new();
    for (filter, bound_on) in bounded(said, bag, alike) {
        let mut maker = Maker {
            said,
            bag,
            alike,
            filter,
            years: years(said, bag),
            speaks: bound_on.iter().map(|one| one.speaks).sum(),
            bound_on,
            found: Vec::new(),
        };
        maker.make();
        found.extend(maker.found);
    }
    found
}

/// The conditions, once for each way to give the bounds their columns.
fn bounded(said: Said<'_>, bag: &Bag, alike: Alike<'_>) -> Vec<Bounded> {
    let mut all: Vec<Bounded> = vec![(joined(said, bag), Vec::new())];
    for bound in &bag.bounds {
        let mut columns = targets(said, bag, alike, true, Some(bound.at));
        // `80 points`, of columns that are all called points: one that has values on both sides.
        let reached = |target: &Target| said.view.reaches(target.column, bound.value);
        if columns.iter().any(reached) {
            columns.retain(reached);
        }
        columns.truncate(BOUND_ON);
        let on = |target: &Target| {
            let condition = Condition {
                column: target.column,
                any_of: vec![(bound.op, Value::Number(bound.value))],
            };
            all.iter()
                .map(|(conditions, on)| {
                    let conditions = conditions.iter().chain([&condition]);
                    let on = on.iter().chain([target]);
                    (conditions.cloned().collect(), on.cloned().collect())
                })
                .collect::<Vec<Bounded>>()
        };
        all = columns.iter().flat_map(on).collect();
    }
    all
}

/// Conditions of values and days: values of one column are alternatives.
fn joined(said: Said<'_>, bag: &Bag) -> Vec<Condition> {
    let mut joined: Vec<Condition> = Vec::new();
    for (_, filter) in &bag.filters {
        let same = |other: &&mut Condition| other.column == filter.column;
        match joined.iter_mut().find(same) {
            Some(other) => other.any_of.extend(filter.any_of.iter().cloned()),
            None => joined.push(filter.clone()),
        }
    }
    joined.extend(met(said, bag, &joined));
    let narrows = !joined.is_empty() || !bag.bounds.is_empty() || bag.most.is_some();
    let named = |kind: &&Condition| joined.iter().any(|other| other.column == kind.column);
    let kind = bag.kind.as_ref().filter(|kind| narrows && !named(kind));
    joined.extend(kind.cloned());
    joined.extend(bag.days.iter().cloned());
    joined
}

/// Where two values that a column has are named, `and` not between them, and another column has both, too: that this one has one of them as well, which some rows
/// meet. `What was the score when Cedar played Alder`, of a table with a column `home` and one `away`.
fn met(said: Said<'_>, bag: &Bag, joined: &[Condition]) -> Option<Condition> {
    let view = said.view;
    let [(first, one), (second, other)] = &bag.filters[..] else {
        return None;
    };
    let between = said.pieces.get(first + 1..*second)?;
    let apart = !between
        .iter()
        .any(|piece| matches!(piece.meaning, Meaning::And | Meaning::Or));
    let column = one.column;
    if !apart || other.column != column || column == view.label {
        return None;
    }
    let condition = joined.iter().find(|condition| condition.column == column)?;
    let named = |value: &Value| condition.any_of.iter().any(|(_, known)| known == value);
    let both = |another: &usize| {
        let holds = |condition: &(Op, Value)| {
            let mut rows = view.rows.iter();
            rows.any(|row| row[*another].as_ref() == Some(&condition.1))
        };
        let meet = |row: &Vec<Option<Value>>| {
            [column, *another]
                .iter()
                .all(|at| row[*at].as_ref().is_some_and(named))
        };
        *another != column && condition.any_of.iter().all(holds) && view.rows.iter().any(meet)
    };
    let another = (0..view.base).find(both)?;
    Some(Condition {
        column: another,
        any_of: condition.any_of.clone(),
    })
}

/// Conditions of the years that are named, where a column holds years or the rows are named by them: `Q4 2007`.
fn years(said: Said<'_>, bag: &Bag) -> Vec<Condition> {
    if bag.years.is_empty() {
        return Vec::new();
    }
    let Some(column) = said.year_column() else {
        let named = named_by_years(said, bag).map(|named| vec![named]);
        let named = named.or_else(|| days(said, bag));
        return named
            .or_else(|| spans(said, bag).map(|spans| vec![spans]))
            .unwrap_or_default();
    };
    let is = |op: Op, year: i64| (op, Value::Number(Decimal::from(year)));
    let condition = |any_of: Vec<(Op, Value)>| Condition { column, any_of };
    if let (true, [(_, first), (_, last)]) = (bag.between, &bag.years[..]) {
        return vec![
            condition(vec![is(Op::AtLeast, *first)]),
            condition(vec![is(Op::AtMost, *last)]),
        ];
    }
    let years = bag.years.iter().map(|(_, year)| is(Op::Equal, *year));
    let years = condition(years.collect());
    // `scrapped in 2022`, of a file that is about 2022, with a column of the years in which ships were built.
    let in_title = |(_, year): &(usize, i64)| said.view.title.contains(&year.to_string());
    let about_all = bag.years.iter().all(in_title)
        && rows_of(said.view, None, std::slice::from_ref(&years)).is_empty();
    if about_all { Vec::new() } else { vec![years] }
}

/// That the day of a row lies in the one year, or between the two.
fn days(said: Said<'_>, bag: &Bag) -> Option<Vec<Condition>> {
    let view = said.view;
    let (first, last) = match bag.years[..] {
        [(_, year)] => (year, year),
        [(_, first), (_, last)] if bag.between => (first, last),
        _ => return None,
    };
    let column = view.dates()?;
    let day = |year: i64, month: i8, day: i8| Date::new(year.try_into().ok()?, month, day).ok();
    let condition = |op: Op, day: Date| Condition {
        column,
        any_of: vec![(op, Value::Date(day))],
    };
    Some(vec![
        condition(Op::AtLeast, day(first, 1, 1)?),
        condition(Op::AtMost, day(last, 12, 31)?),
    ])
}

/// That a row's name has one of the years; none where a year is in no name, or a period is meant.
fn named_by_years(said: Said<'_>, bag: &Bag) -> Option<Condition> {
    let column = said.view.label;
    let has = |name: &str, (_, year): &(usize, i64)| has_whole_year(name, *year);
    let mut names: Vec<&String> = said.view.columns[column]
        .values
        .keys()
        .filter(|name| bag.years.iter().any(|year| has(name, year)))
        .collect();
    names.sort();
    let known = |year: &(usize, i64)| names.iter().any(|name| has(name, year));
    (!bag.between && bag.years.iter().all(known)).then(|| equal(column, names))
}

/// That a row is of one of the years that run over two, `2017-18`, which lie between two that are named.
fn spans(said: Said<'_>, bag: &Bag) -> Option<Condition> {
    let (true, [(_, first), (_, last)]) = (bag.between, &bag.years[..]) else {
        return None;
    };
    let view = said.view;
    let of_years = |column: &usize| {
        let mut values = view.columns[*column].values.keys();
        values.len() > 1 && values.all(|value| over_two(value).is_some())
    };
    let column = (0..view.base).find(of_years)?;
    let within =
        |value: &&String| over_two(value).is_some_and(|(from, to)| *first <= from && to <= *last);
    let mut values: Vec<&String> = view.columns[column].values.keys().filter(within).collect();
    values.sort();
    (!values.is_empty()).then(|| equal(column, values))
}

/// The two years of `2017-18` or `2017/2018`.
fn over_two(value: &str) -> Option<(i64, i64)> {
    written(value)?;
    let (first, second) = value.split_once(['-', '–', '/'])?;
    let from: i64 = first.parse().ok()?;
    let to = from + 1;
    to.to_string().ends_with(second).then_some((from, to))
}

impl Maker<'_> {
    fn make(&mut self) {
        if self.bag.distinct {
            return self.different_values();
        }
        if self.bag.share {
            return self.shares();
        }
        // What rose or fell has to be two figures.
        if self.bag.changed {
            return self.two_times();
        }
        // What is compared has to be two figures, or a figure and a bound.
        if self.bag.than && (self.two_sides() || self.bag.bounds.is_empty()) {
            return;
        }
        if let Some((most, _)) = self.bag.most {
            return self.extremes(most);
        }
        if let Some(function) = self.bag.apply {
            self.figures(function);
        }
        if !self.bag.than && self.bag.apply.is_none() {
            self.looked_up_together();
        }
        if self.bag.count {
            self.counts();
        } else if !self.bag.bounds.is_empty() && self.bag.which {
            let columns = self.bound_on.iter().map(|one| one.column).collect();
            self.put(Select::List { columns }, &[]);
        } else if self.bag.apply.is_none() {
            for target in self.targets(false) {
                self.looked_up(&target);
            }
        }
    }

    /// All conditions.
    pub(super) fn conditions(&self) -> Vec<Condition> {
        self.filter.iter().chain(&self.years).cloned().collect()
    }

    pub(super) fn targets(&self, numeric: bool) -> Vec<Target> {
        targets(self.said, self.bag, self.alike, numeric, None)
    }

    /// A function over a column that no bound is on, or its one cell.
    fn figures(&mut self, function: Function) {
        for target in self.targets(true) {
            if !self.is_bounded(&target) {
                self.figure(function, &target);
                self.looked_up(&target);
            }
        }
    }

    /// `how many`: rows, or what a column counts.
    fn counts(&mut self) {
        let view = self.said.view;
        let names = |one: &Condition| view.keys.contains(&one.column) || one.column == view.label;
        let one_record = !self.filter.is_empty()
            && self.filter.iter().all(names)
            && rows_of(view, None, &self.filter).len() == 1;
        let of_years = self.said.answered && !self.years.is_empty();
        let targets = self.targets(true);
        // `how many turned up at the mill on 14 February`: the row of that day has a figure, and nobody counts it.
        let unnamed = |one: &&Target| one.by.is_empty() && one.speaks == 0.0;
        // `how many people did Ohio hold in December`, of a table with one measure: it is asked for, whatever the words mean, unless rows are.
        let sole = match &targets[..] {
            [one] if one.by.is_empty() && (!self.counts_rows() || view.has_a_row_a_day()) => {
                Some(one)
            }
            _ => None,
        };
        let only = sole.or_else(|| targets.iter().find(unnamed));
        let one_row = rows_of(view, None, &self.conditions()).len() == 1;
        if let Some(only) = only.filter(|_| one_row && !self.said.answered) {
            return self.looked_up(only);
        }
        if (!self.filter.is_empty() || of_years) && !one_record {
            match several(self.said.tokens, self.said.pieces, &self.filter) {
                Several::No => match self.counted_column() {
                    Some(column) => self.put(
                        Select::Distinct {
                            column,
                            list: false,
                        },
                        &[],
                    ),
                    None => self.put(Select::Count, &[]),
                },
                Several::Values(column) => self.put_by(Select::Count, column),
                Several::Things => return,
            }
        }
        for target in targets {
            if !self.is_counted(&target) {
                continue;
            }
            self.looked_up(&target);
            if self.bag.apply.is_none() {
                self.figure(Function::Sum, &target);
            }
        }
    }

    /// `how many different islands were they found on`: the values of the column that is named.
    fn different_values(&mut self) {
        for target in self.targets(false) {
            if self.bag.count && !target.by.is_empty() && !self.is_bounded(&target) {
                let select = Select::Distinct {
                    column: target.column,
                    list: false,
                };
                self.put(select, &[&target]);
            }
        }
    }

    /// Whether what a row is called stands right behind `how many`.
    fn counts_rows(&self) -> bool {
        let mut counted = self.said.pieces.windows(2);
        counted.any(|pair| pair[0].meaning == Meaning::Count && pair[1].meaning == Meaning::Noun)
    }

    /// The column right behind `how many` whose values are counted: `in how many districts`, of a table with several rows a district.
    fn counted_column(&self) -> Option<usize> {
        let view = self.said.view;
        let pieces = &self.said.pieces;
        let at = pieces
            .iter()
            .position(|piece| piece.meaning == Meaning::Count)?;
        let mut behind = pieces[at + 1..].iter();
        let named =
            behind.find(|piece| !matches!(piece.meaning, Meaning::Function | Meaning::Title))?;
        let Meaning::Column(columns) = &named.meaning else {
            return None;
        };
        let [column] = columns[..] else { return None };
        let tells = !view.is_numeric(column) || is_known_by(view, column);
        (tells && !view.keys.contains(&column)).then_some(column)
    }

    /// Whether a column is what `how many` asks for: it stands behind it, and no bound is on it.
    fn is_counted(&self, target: &Target) -> bool {
        let pieces = &self.said.pieces;
        let counts = |piece: &Piece| piece.meaning == Meaning::Count;
        let at = pieces.iter().position(counts);
        // `how many votes did Birch get`
        let plain = |between: &[Piece]| {
            let plain = [Meaning::Unknown, Meaning::Function, Meaning::Title];
            between.iter().all(|piece| plain.contains(&piece.meaning))
        };
        let behind = |at: usize| {
            let mut named = target.by.iter().filter(|by| **by > at);
            named.any(|by| *by <= at + 2 || plain(&pieces[at + 1..*by]))
        };
        !self.is_bounded(target) && at.is_some_and(behind)
    }

    fn is_bounded(&self, target: &Target) -> bool {
        self.bound_on.iter().any(|one| one.column == target.column)
    }

    fn figure(&mut self, function: Function, target: &Target) {
        let column = target.column;
        let one = rows_of(self.said.view, None, &self.conditions()).len() == 1;
        let unsound = one || self.said.view.is_share(column) || self.said.view.is_year(column);
        if function != Function::Sum || !unsound {
            self.put(Select::Aggregate { function, column }, &[target]);
        }
    }

    /// The cell of the one row that passes.
    fn looked_up(&mut self, target: &Target) {
        self.looked_up_all(&[target]);
    }

    /// Two cells of the one row that passes: `which company runs the mine and how many tons did it dig`.
    fn looked_up_together(&mut self) {
        let named: Vec<Target> = self.targets(false);
        let apart = |one: &&Target, other: &Target| {
            !one.by.is_empty() && one.by.iter().all(|by| !other.by.contains(by))
        };
        let Some(first) = named.first().filter(|first| !first.by.is_empty()) else {
            return;
        };
        if let Some(second) = named.iter().skip(1).find(|one| apart(one, first)) {
            let mut both = [first, second];
            both.sort_by_key(|target| target.by.first());
            self.looked_up_all(&both);
        }
    }

    fn looked_up_all(&mut self, targets: &[&Target]) {
        // `what percentage of all murders` is no rate per 100,000.
        let view = self.said.view;
        let percent = |target: &&Target| view.is_percent(target.column);
        if self.bag.percent && !targets.iter().any(percent) {
            return;
        }
        let filter = self.conditions();
        let rows = rows_of(self.said.view, None, &filter);
        if !filter.is_empty() && rows.len() == 1 {
            let select = Select::Record {
                rows,
                columns: targets.iter().map(|target| target.column).collect(),
            };
            self.put(select, targets);
        }
    }

    /// Whether a column of numbers stands right behind the words that ask for a share.
    fn names_what_is_shared(&self) -> bool {
        let mut behind = (self.said.pieces.iter())
            .skip_while(|piece| piece.meaning != Meaning::Share)
            .skip(1)
            .skip_while(|piece| piece.meaning == Meaning::Function);
        behind.next().is_some_and(|piece| {
            matches!(&piece.meaning, Meaning::Column(columns) if columns.iter().all(|column| self.said.view.is_numeric(*column) && !self.said.view.is_numbering(*column)))
        })
    }

    /// The share of the rows that pass one condition among those that pass the others; or a column of shares.
    fn shares(&mut self) {
        // `what percentage of all the votes` is no share of the rows.
        let of_rows = !self.names_what_is_shared();
        for part in (0..self.filter.len()).filter(|_| of_rows) {
            let mut of = self.filter.clone();
            of.remove(part);
            self.put(Select::Share { of }, &[]);
        }
        self.shares_of_sums();
        for target in self.targets(true) {
            self.looked_up(&target);
        }
    }
}
