//! Two figures against each other: a change from one time to another, a difference between two records or two values of a column, a multiple.

use super::{Halt, Parser, declined};
use crate::link::Meaning;
use crate::query::{Asserted, By, Condition, Function, Op, Query, Select, Term};
use crate::run::rows_of;
use crate::value::Value;
use crate::words::Written;
use groundwall_core::CellKind;
use jiff::civil::Date;
use rust_decimal::Decimal;

/// Verbs that say how many times as much it became.
const MULTIPLES: [(&str, i64); 6] = [
    ("doubled", 2),
    ("double", 2),
    ("tripled", 3),
    ("trebled", 3),
    ("quadrupled", 4),
    ("twice", 2),
];

/// What says that two figures are held against each other.
#[derive(Debug, Default)]
struct Cue {
    /// Over time, the later against the earlier.
    change: bool,
    /// Whether the first (or the later) is said to be the greater one.
    up: Option<bool>,
    times: Option<Decimal>,
    percent: bool,
    /// Columns that the comparative speaks of by itself.
    hinted: Vec<usize>,
    /// Pieces that it is made of.
    made_of: Vec<usize>,
    /// Where a comparison between two poles stands.
    than: Option<usize>,
}

/// Where a verb of change goes.
enum Change {
    Up,
    Down,
    EitherWay,
}

/// What the two figures are of.
#[derive(Debug, Clone)]
enum Pole {
    Time(Date, Date, String),
    Record(Vec<usize>, String),
    Category(usize, String),
}

/// What else a sentence says beside its poles.
#[derive(Debug, Default)]
struct Rest {
    columns: Vec<usize>,
    function: Option<Function>,
    counts: bool,
    noun: bool,
    filter: Vec<Condition>,
    rows: Option<Vec<usize>>,
    amount: Option<Written>,
    bound: Option<Op>,
    approximate: bool,
    negated: bool,
}

impl Parser<'_> {
    /// Reads a sentence that holds two figures against each other; none where it is no such sentence.
    pub(super) fn contrast(&mut self) -> Result<Option<Query>, Halt> {
        let Some(mut cue) = self.cue() else {
            return Ok(None);
        };
        let Some((places, [first, second])) = self.poles(&cue) else {
            return Ok(None);
        };
        if cue.than.is_some_and(|than| than < places[0]) && !self.states {
            return Ok(None);
        }
        let Some(rest) = self.beside(&mut cue, &places) else {
            return Ok(None);
        };
        let over_time = matches!(first, Pole::Time(..));
        if cue.change && !over_time {
            return Ok(None);
        }
        let column = self.measured(&cue, &rest, &first);
        if column.is_none() && !(rest.counts || rest.noun) {
            return Ok(None);
        }
        let (Some(left), Some(right)) = (self.term(&first, &rest), self.term(&second, &rest))
        else {
            return Ok(None);
        };
        // A change is told from the earlier to the later.
        let (left, right) = if cue.change && earlier(&first, &second) {
            (right, left)
        } else {
            (left, right)
        };
        let function = self.figured(column, rest.function, [&left, &right])?;
        let by = if cue.times.is_some() {
            By::Times
        } else if cue.percent {
            By::Percent
        } else {
            By::Difference
        };
        if by == By::Percent && column.is_some_and(|column| self.view.is_share(column)) {
            return declined("It does not say whether per cent or percentage points are meant.");
        }
        let asserted = if self.states {
            match stated(&cue, &rest) {
                Some(asserted) => vec![asserted],
                None => return Ok(None),
            }
        } else if rest.amount.is_some() || rest.negated {
            return Ok(None);
        } else {
            Vec::new()
        };
        Ok(Some(Query {
            select: Select::Contrast {
                left: Box::new(left),
                right: Box::new(right),
                column,
                function,
                by,
            },
            filter: Vec::new(),
            group: None,
            limit: None,
            asserted,
            negated: rest.negated,
        }))
    }

    fn word_at(&self, at: usize) -> Option<&str> {
        let piece = self.pieces.get(at)?;
        (piece.to == piece.from + 1).then(|| self.tokens[piece.from].folded.as_str())
    }

    /// A verb of change, and where it goes.
    fn changes_at(&self, at: usize) -> Option<Change> {
        let piece = &self.pieces[at];
        if !matches!(
            piece.meaning,
            Meaning::Function | Meaning::Unknown | Meaning::Title
        ) {
            return None;
        }
        let word = self.word_at(at)?;
        let says = |list: fn(&crate::TablePack) -> &Vec<String>| {
            self.view
                .packs
                .iter()
                .any(|pack| list(pack).iter().any(|known| known == word))
        };
        if says(|pack| &pack.rises) {
            Some(Change::Up)
        } else if says(|pack| &pack.falls) {
            Some(Change::Down)
        } else if says(|pack| &pack.changes) {
            Some(Change::EitherWay)
        } else {
            None
        }
    }

    fn cue(&self) -> Option<Cue> {
        let mut cue = Cue::default();
        let mut found = false;
        for at in 0..self.pieces.len() {
            let word = self.word_at(at).unwrap_or_default();
            if let Some((_, times)) = MULTIPLES.iter().find(|(name, _)| *name == word) {
                cue.times = Some(Decimal::from(*times));
                cue.change |= word.ends_with("ed");
                cue.made_of.push(at);
                found = true;
            } else if let Meaning::Number(number) = &self.pieces[at].meaning
                && self.word_at(at + 1) == Some("times")
            {
                cue.times = Some(number.value);
                cue.made_of.extend([at, at + 1]);
                found = true;
            } else if matches!(word, "percent" | "percentage")
                && !matches!(self.pieces[at].meaning, Meaning::Column(_))
            {
                cue.percent = self.word_at(at + 1) != Some("points");
                cue.made_of.push(at);
            } else if word == "points" && self.pieces[at].meaning == Meaning::Unknown {
                cue.made_of.push(at);
            } else if matches!(self.pieces[at].meaning, Meaning::Share) {
                cue.percent = true;
                cue.made_of.push(at);
            } else if let Some(change) = self.changes_at(at) {
                let up = match change {
                    Change::Up => Some(true),
                    Change::Down => Some(false),
                    Change::EitherWay => None,
                };
                // `the fall in deaths rose` says two things.
                if cue.change && cue.up.is_some() && up.is_some() {
                    return None;
                }
                cue.change = true;
                cue.up = cue.up.or(up);
                cue.made_of.push(at);
                found = true;
            } else {
                match &self.pieces[at].meaning {
                    Meaning::Than { more, columns } => {
                        if cue.than.is_some() {
                            return None;
                        }
                        cue.up = Some(*more);
                        cue.hinted.clone_from(columns);
                        cue.made_of.push(at);
                    }
                    Meaning::Op(op @ (Op::More | Op::Less))
                        if !self.number_follows(at) && self.says_than(at) =>
                    {
                        cue.up = Some(*op == Op::More);
                        cue.than = Some(at);
                        cue.made_of.push(at);
                        found = true;
                    }
                    Meaning::Compare if word == "than" => {
                        cue.than = Some(at);
                        cue.made_of.push(at);
                        found |= cue.up.is_some();
                    }
                    Meaning::Compare if matches!(word, "difference" | "gap") => {
                        cue.made_of.push(at);
                        found = true;
                    }
                    _ => {}
                }
            }
        }
        found.then_some(cue)
    }

    /// `more than`, `higher than`, but not `above`.
    fn says_than(&self, at: usize) -> bool {
        let piece = &self.pieces[at];
        self.tokens[piece.to - 1].folded == "than"
            || matches!(self.word_at(at), Some("exceeds" | "exceeded"))
    }

    fn number_follows(&self, at: usize) -> bool {
        let next = self.next(at + 1);
        next.is_some_and(|place| {
            matches!(&self.pieces[place].meaning, Meaning::Number(number) if !is_year(number))
                || MULTIPLES
                    .iter()
                    .any(|(name, _)| Some(*name) == self.word_at(place))
        })
    }

    /// The two things that are held against each other, with the places of their pieces.
    fn poles(&self, cue: &Cue) -> Option<([usize; 2], [Pole; 2])> {
        let free = |wanted: &dyn Fn(&Meaning) -> bool| -> Vec<usize> {
            (0..self.pieces.len())
                .filter(|place| wanted(&self.pieces[*place].meaning))
                .filter(|place| !cue.made_of.contains(place))
                .collect()
        };
        let times = free(&|meaning| match meaning {
            Meaning::Number(number) => is_year(number),
            Meaning::Date(..) => true,
            _ => false,
        });
        let records = free(&|meaning| matches!(meaning, Meaning::Record { .. }));
        let categories = self.rivals(&free(&|meaning| {
            matches!(meaning, Meaning::Category { .. })
        }));
        let both = |places: &[usize]| match places {
            [a, b] => Some([*a, *b]),
            _ => None,
        };
        let found: Vec<([usize; 2], [Pole; 2])> = [
            both(&times),
            both(&records).filter(|_| !cue.change),
            both(&categories).filter(|_| !cue.change),
        ]
        .into_iter()
        .flatten()
        .filter_map(|places| {
            let poles = [self.pole(places[0])?, self.pole(places[1])?];
            unlike(&poles).then_some((places, poles))
        })
        .collect();
        match &found[..] {
            [one] => Some(one.clone()),
            _ => None,
        }
    }

    /// Of several values those of the one column that has two of them.
    fn rivals(&self, places: &[usize]) -> Vec<usize> {
        let column_of = |place: &usize| match &self.pieces[*place].meaning {
            Meaning::Category { column, .. } => Some(*column),
            _ => None,
        };
        let alike = |place: &&usize| {
            places
                .iter()
                .filter(|other| column_of(other) == column_of(place))
                .count()
                == 2
        };
        places.iter().filter(alike).copied().collect()
    }

    fn pole(&self, at: usize) -> Option<Pole> {
        match &self.pieces[at].meaning {
            Meaning::Number(number) => {
                let year = i16::try_from(number.value).ok()?;
                let (from, to) = (Date::new(year, 1, 1).ok()?, Date::new(year, 12, 31).ok()?);
                Some(Pole::Time(from, to, year.to_string()))
            }
            Meaning::Date(from, to) => Some(Pole::Time(*from, *to, self.text(at))),
            Meaning::Record { rows, key } => {
                let mut names: Vec<&str> = rows
                    .iter()
                    .filter_map(|row| self.view.shown(*row, *key))
                    .collect();
                names.sort_unstable();
                names.dedup();
                let [name] = names[..] else { return None };
                Some(Pole::Record(rows.clone(), name.to_owned()))
            }
            Meaning::Category { column, value } => Some(Pole::Category(*column, value.clone())),
            _ => None,
        }
    }

    /// What the sentence says beside its poles and what compares them; none where a word of it has no place in such a sentence.
    fn beside(&self, cue: &mut Cue, poles: &[usize; 2]) -> Option<Rest> {
        let mut rest = Rest::default();
        let time_is_pole = matches!(
            self.pieces[poles[0]].meaning,
            Meaning::Number(_) | Meaning::Date(..)
        );
        for at in 0..self.pieces.len() {
            if poles.contains(&at) || cue.made_of.contains(&at) {
                continue;
            }
            match &self.pieces[at].meaning {
                Meaning::Function
                | Meaning::Title
                | Meaning::Unit(_)
                | Meaning::And
                | Meaning::Between
                | Meaning::Compare => {}
                // `by how much`, `rose by 5 %`, but not `by country`.
                Meaning::Each
                    if self.word_at(at) == Some("by")
                        && self.tokens.get(self.pieces[at].to).is_some_and(|token| {
                            token.number.is_some()
                                || matches!(
                                    token.folded.as_str(),
                                    "how"
                                        | "what"
                                        | "about"
                                        | "around"
                                        | "nearly"
                                        | "more"
                                        | "over"
                                )
                        }) => {}
                // `twice as high as`
                Meaning::Unknown
                    if cue.times.is_some()
                        && self.pieces[at].from > 0
                        && self.tokens[self.pieces[at].from - 1].folded == "as" => {}
                Meaning::About => rest.approximate = true,
                Meaning::Noun => rest.noun = true,
                Meaning::Count => rest.counts = true,
                Meaning::Not => rest.negated = true,
                Meaning::Apply(function) if rest.function.is_none() => {
                    rest.function = Some(*function);
                }
                Meaning::Column(columns) => {
                    let [column] = columns[..] else { return None };
                    let of_pole = |place: &usize| matches!(&self.pieces[*place].meaning, Meaning::Category { column: other, .. } if *other == column);
                    let of_time = Some(column) == self.time_column();
                    let known = rest.columns.contains(&column)
                        || poles.iter().any(of_pole)
                        || of_time
                        || column == self.view.label
                        || column >= self.view.base;
                    if !known {
                        rest.columns.push(column);
                    }
                }
                Meaning::Category { column, value } => rest.filter.push(Condition {
                    column: *column,
                    any_of: vec![(Op::Equal, Value::Text(value.clone()))],
                }),
                Meaning::Record { rows, .. } if rest.rows.is_none() => {
                    rest.rows = Some(rows.clone());
                }
                Meaning::Number(number) if is_year(number) && !time_is_pole => {
                    let Pole::Time(from, to, _) = self.pole(at)? else {
                        return None;
                    };
                    rest.filter.extend(self.within(from, to)?);
                }
                Meaning::Date(from, to) if !time_is_pole => {
                    rest.filter.extend(self.within(*from, *to)?);
                }
                Meaning::Number(number) if rest.amount.is_none() && cue.times.is_none() => {
                    cue.percent |= number.percent;
                    rest.amount = Some(number.clone());
                }
                Meaning::Op(op) if rest.bound.is_none() => {
                    // `since 2001` and its like are times, not bounds on a figure.
                    if !matches!(op, Op::More | Op::Less | Op::AtLeast | Op::AtMost)
                        || !self.bounds_amount(at, cue)
                    {
                        return None;
                    }
                    rest.bound = Some(*op);
                }
                _ => return None,
            }
        }
        (rest.columns.len() <= 1).then_some(rest)
    }

    /// Whether a bound stands in front of the amount or the multiple.
    fn bounds_amount(&self, at: usize, cue: &Cue) -> bool {
        self.next(at + 1).is_some_and(|place| {
            cue.times.is_some() && cue.made_of.contains(&place)
                || matches!(&self.pieces[place].meaning, Meaning::Number(number) if !is_year(number))
        })
    }

    /// The one column of dates or of years.
    pub(super) fn time_column(&self) -> Option<usize> {
        let only = |wanted: &dyn Fn(usize) -> bool| {
            let all: Vec<usize> = (0..self.view.base)
                .filter(|column| wanted(*column))
                .collect();
            (all.len() == 1).then(|| all[0])
        };
        only(&|column| {
            self.view.is_year(column)
                && self.view.columns[column]
                    .names
                    .iter()
                    .any(|name| name.len() == 1 && name[0] == "year")
        })
        .or_else(|| only(&|column| self.view.column(column).kind == CellKind::Date))
    }

    /// Conditions for the year or the date of a piece.
    pub(super) fn time_of(&self, at: usize) -> Option<Vec<Condition>> {
        match &self.pieces[at].meaning {
            Meaning::Number(number) if !is_year(number) => None,
            _ => match self.pole(at)? {
                Pole::Time(from, to, _) => self.within(from, to),
                Pole::Record(..) | Pole::Category(..) => None,
            },
        }
    }

    /// Conditions for a time, on the column of time.
    fn within(&self, from: Date, to: Date) -> Option<Vec<Condition>> {
        let column = self.time_column()?;
        let one = |op: Op, value: Value| Condition {
            column,
            any_of: vec![(op, value)],
        };
        if self.view.column(column).kind == CellKind::Date {
            return Some(vec![
                one(Op::AtLeast, Value::Date(from)),
                one(Op::AtMost, Value::Date(to)),
            ]);
        }
        let whole = from.day_of_year() == 1 && to == from.last_of_year();
        whole.then(|| vec![one(Op::Equal, Value::Number(Decimal::from(from.year())))])
    }

    /// The column that is measured; none where rows are counted.
    fn measured(&self, cue: &Cue, rest: &Rest, pole: &Pole) -> Option<usize> {
        let numeric = |column: &usize| self.view.is_numeric(*column);
        if let [column] = rest.columns[..] {
            return Some(column).filter(numeric);
        }
        let hinted: Vec<usize> = cue.hinted.iter().copied().filter(numeric).collect();
        if let [column] = hinted[..] {
            return Some(column);
        }
        let of_rows = matches!(pole, Pole::Category(..) | Pole::Time(..));
        if of_rows && (rest.counts || rest.noun) {
            return None;
        }
        self.column_of_verb().or_else(|| self.only_measure())
    }

    /// The only column of numbers that are neither years nor names of records.
    pub(super) fn only_measure(&self) -> Option<usize> {
        let measures: Vec<usize> = (0..self.view.base)
            .filter(|column| {
                self.view.is_numeric(*column)
                    && !self.view.is_year(*column)
                    && !self.view.keys.contains(column)
                    && !self.view.is_serial(*column)
            })
            .collect();
        (measures.len() == 1).then(|| measures[0])
    }

    fn term(&self, pole: &Pole, rest: &Rest) -> Option<Term> {
        let mut term = Term {
            name: String::new(),
            rows: rest.rows.clone(),
            filter: rest.filter.clone(),
        };
        match pole {
            Pole::Time(from, to, name) => {
                term.name.clone_from(name);
                term.filter.extend(self.within(*from, *to)?);
            }
            Pole::Record(rows, name) => {
                // Two records and a third one: which is meant is not clear.
                if term.rows.is_some() {
                    return None;
                }
                term.name.clone_from(name);
                term.rows = Some(rows.clone());
            }
            Pole::Category(column, value) => {
                term.name = crate::say::as_written(self.view, *column, value);
                term.filter.push(Condition {
                    column: *column,
                    any_of: vec![(Op::Equal, Value::Text(value.clone()))],
                });
            }
        }
        Some(term)
    }

    /// What is done to several values of one side; one value needs nothing.
    fn figured(
        &self,
        column: Option<usize>,
        function: Option<Function>,
        sides: [&Term; 2],
    ) -> Result<Option<Function>, Halt> {
        let Some(column) = column else {
            return Ok(None);
        };
        let several = sides
            .iter()
            .any(|term| rows_of(self.view, term.rows.as_deref(), &term.filter).len() > 1);
        if !several {
            return Ok(None);
        }
        match function {
            Some(Function::Sum) if self.view.is_share(column) => declined(format!(
                "A sum over {} says nothing.",
                self.view.column(column).name
            )),
            Some(function) => Ok(Some(function)),
            None if self.view.adds_up(column) => Ok(Some(Function::Sum)),
            None => {
                declined("It does not say whether the sum, the average or another figure is meant.")
            }
        }
    }
}

fn is_year(number: &Written) -> bool {
    !number.percent
        && number.decimals == 0
        && (Decimal::from(1000)..Decimal::from(3000)).contains(&number.value)
}

/// Whether two poles are different things of one kind.
fn unlike(poles: &[Pole; 2]) -> bool {
    match poles {
        [Pole::Time(a, ..), Pole::Time(b, ..)] => a != b,
        [Pole::Record(a, _), Pole::Record(b, _)] => a != b,
        [Pole::Category(a, x), Pole::Category(b, y)] => a == b && x != y,
        _ => false,
    }
}

fn earlier(first: &Pole, second: &Pole) -> bool {
    match (first, second) {
        (Pole::Time(a, ..), Pole::Time(b, ..)) => a < b,
        _ => false,
    }
}

fn mirrored(op: Op) -> Op {
    match op {
        Op::More => Op::Less,
        Op::Less => Op::More,
        Op::AtLeast => Op::AtMost,
        Op::AtMost => Op::AtLeast,
        Op::Equal | Op::NotEqual | Op::Contains | Op::StartsWith => op,
    }
}

/// What a statement says of the two figures.
fn stated(cue: &Cue, rest: &Rest) -> Option<Asserted> {
    if let Some(times) = cue.times {
        return Some(match rest.bound {
            Some(op) => Asserted::Bound(op, times),
            None => Asserted::Number {
                value: times,
                decimals: 0,
                approximate: true,
            },
        });
    }
    let up = cue.up?;
    match (&rest.amount, rest.bound) {
        (Some(number), bound) => {
            let value = if up { number.value } else { -number.value };
            let turned = |op: Op| if up { op } else { mirrored(op) };
            Some(match bound {
                Some(op) => Asserted::Bound(turned(op), value),
                None => Asserted::Number {
                    value,
                    decimals: number.decimals,
                    approximate: rest.approximate,
                },
            })
        }
        (None, None) => Some(Asserted::Bound(
            if up { Op::More } else { Op::Less },
            Decimal::ZERO,
        )),
        (None, Some(_)) => None,
    }
}
