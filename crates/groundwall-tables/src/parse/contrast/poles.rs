//! The two things that are held against each other.

use super::cue::Cue;
use crate::link::Meaning;
use crate::parse::Parser;
use crate::parse::years::is_year;
use jiff::civil::Date;

/// What the two figures are of.
#[derive(Debug, Clone)]
pub(in crate::parse) enum Pole {
    Time(Date, Date, String),
    Record(Vec<usize>, String),
    Category(usize, String),
}

/// Whether two poles are different things of one kind.
pub(super) fn unlike(poles: &[Pole; 2]) -> bool {
    match poles {
        [Pole::Time(a, ..), Pole::Time(b, ..)] => a != b,
        [Pole::Record(a, _), Pole::Record(b, _)] => a != b,
        [Pole::Category(a, x), Pole::Category(b, y)] => a == b && x != y,
        _ => false,
    }
}

pub(super) fn earlier(first: &Pole, second: &Pole) -> bool {
    match (first, second) {
        (Pole::Time(a, ..), Pole::Time(b, ..)) => a < b,
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
