//! The two things that are held against each other.

use super::cue::Cue;
use crate::link::{Meaning, date_at};
use crate::parse::Parser;
use crate::parse::years::is_year;
use jiff::civil::Date;

/// What the two figures are of.
#[derive(Debug, Clone)]
pub(in crate::parse) enum Pole {
    Time(Date, Date, String),
    Record(Vec<usize>, String),
    Category(usize, String),
    /// A value of a column that says a month of a year: `may_2021`.
    Month(Date, usize, String),
}

/// Whether two poles are different things of one kind.
pub(super) fn unlike(poles: &[Pole; 2]) -> bool {
    match poles {
        [
            Pole::Time(a, ..) | Pole::Month(a, ..),
            Pole::Time(b, ..) | Pole::Month(b, ..),
        ] => a != b,
        [Pole::Record(a, _), Pole::Record(b, _)] => a != b,
        [Pole::Category(a, x), Pole::Category(b, y)] => a == b && x != y,
        _ => false,
    }
}

pub(super) fn earlier(first: &Pole, second: &Pole) -> bool {
    match (first, second) {
        (Pole::Time(a, ..) | Pole::Month(a, ..), Pole::Time(b, ..) | Pole::Month(b, ..)) => a < b,
        _ => false,
    }
}

impl Parser<'_> {
    /// The two things that are held against each other, with the places of their pieces.
    pub(super) fn poles(&self, cue: &Cue) -> Option<([usize; 2], [Pole; 2])> {
        let free = |wanted: &dyn Fn(&Meaning) -> bool| -> Vec<usize> {
            (0..self.pieces.len())
                .filter(|place| wanted(&self.pieces[*place].meaning))
                .filter(|place| !cue.made_of.contains(place))
                .collect()
        };
        let times = free(&|meaning| {
            matches!(meaning, Meaning::Date(..))
                || matches!(meaning, Meaning::Number(number) if is_year(number))
        });
        let records = free(&|meaning| matches!(meaning, Meaning::Record { .. }));
        let values = free(&|meaning| matches!(meaning, Meaning::Category { .. }));
        let categories = self.rivals(&values);
        // `between March 2020 and May 2021`, where a column has the value `may_2021`.
        let months: Vec<(usize, Pole)> = (values.iter())
            .filter_map(|place| Some((*place, self.month(*place)?)))
            .collect();
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
        .filter_map(|places| Some((places, [self.pole(places[0])?, self.pole(places[1])?])))
        .chain(self.time_and_month(cue, &times, &months))
        .filter(|(_, poles)| unlike(poles))
        .collect();
        match &found[..] {
            [one] => Some(one.clone()),
            _ => None,
        }
    }

    /// The month of a year that a value says.
    fn month(&self, at: usize) -> Option<Pole> {
        let piece = &self.pieces[at];
        let (length, Meaning::Date(from, _)) = date_at(&self.tokens, piece.from)? else {
            return None;
        };
        let Meaning::Category { column, value } = &piece.meaning else {
            return None;
        };
        (length == piece.to - piece.from).then(|| Pole::Month(from, *column, value.clone()))
    }

    /// Of a change a time and a month, or two months, in their order.
    fn time_and_month(
        &self,
        cue: &Cue,
        times: &[usize],
        months: &[(usize, Pole)],
    ) -> Option<([usize; 2], [Pole; 2])> {
        if !cue.change {
            return None;
        }
        let mut poles = months.to_vec();
        for time in times {
            poles.push((*time, self.pole(*time)?));
        }
        poles.sort_by_key(|(place, _)| *place);
        let [(first, one), (second, other)] = <[_; 2]>::try_from(poles).ok()?;
        (!months.is_empty()).then_some(([first, second], [one, other]))
    }

    /// Of several values those of the one column that has two of them.
    pub(super) fn rivals(&self, places: &[usize]) -> Vec<usize> {
        let column_of = |place: &usize| {
            let Meaning::Category { column, .. } = &self.pieces[*place].meaning else {
                return None;
            };
            Some(*column)
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

    #[expect(
        clippy::wildcard_enum_match_arm,
        reason = "of all meanings a few count here, and a new one is not among them"
    )]
    pub(in crate::parse) fn pole(&self, at: usize) -> Option<Pole> {
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
}
