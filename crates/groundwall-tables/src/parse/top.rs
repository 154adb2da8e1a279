//! The first rows by a column: `the five highest`, `the second oldest`.

use super::select::Asked;
use super::{Halt, Parser, declined};
use crate::link::Meaning;
use crate::query::{Condition, Function, Op, Select};
use crate::run::rows_of;
use crate::words::Written;
use groundwall_core::CellKind;

/// Records listed by `top` without a number.
pub(super) const TOP: usize = 5;

/// The column that rows are ordered by, and whether its most is its least: the oldest has the most years of age, or the least year.
struct Ordered {
    column: usize,
    turned: bool,
}

impl Parser<'_> {
    /// The first rows by a column, or those at one place.
    pub(super) fn top(
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
        let of_rows = apply.is_none() && self.among_rows_of(records);
        // `the highest and lowest` asks for two figures.
        if self
            .free(|meaning| matches!(meaning, Meaning::Most { .. }))
            .len()
            > 1
        {
            return declined("One figure at a time: ask for the highest and the lowest apart.");
        }
        if apply.is_some() || (!records.is_empty() && !of_rows && !self.states) {
            return declined("It is not clear what the greatest of it means here.");
        }
        self.take(at);
        let count = self.number_beside(at).or_else(|| self.number_of_rows());
        let nth = self.has(|meaning| matches!(meaning, Meaning::Nth(_)));
        self.take_all(|meaning| *meaning == Meaning::Rank);
        let Ordered { column, turned } = self.ordered_by(at, &hinted, &word)?;
        let most = most != turned;
        let also = self.take_also(column);
        self.take_all(|meaning| matches!(meaning, Meaning::Count | Meaning::Each));
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
        if count.is_none()
            && let [asked] = also[..]
            && self.is_time_of_several(asked, column)
        {
            return Ok(Some(Asked {
                group: Some(asked),
                limit: Some((most, 1)),
                ..Asked::plain(Select::Aggregate {
                    function: Function::Sum,
                    column,
                })
            }));
        }
        let several = matches!(word.as_str(), "top" | "bottom") && self.names_several_rows();
        Ok(Some(Asked::plain(Select::Top {
            column,
            most,
            count: count.unwrap_or(if several { TOP } else { 1 }),
            also,
        })))
    }

    /// `in which year were landings at their lowest`, of a table in which a year has several rows with landings: they are added up.
    fn is_time_of_several(&self, asked: usize, column: usize) -> bool {
        let view = self.view;
        let (values, different) = view.count_values(&rows_of(view, None, &self.filter), asked);
        let is_time = view.is_year(asked) || view.is_date_part(asked);
        !self.states && is_time && view.adds_up(column) && values > different
    }

    /// The other columns that are asked for.
    fn take_also(&mut self, column: usize) -> Vec<usize> {
        let asked = self.asked_keys();
        self.take_columns()
            .into_iter()
            .chain(asked)
            .filter(|other| *other != column && *other != self.view.label)
            .collect()
    }

    /// A record with several rows: the first among those, so its name becomes a condition.
    pub(super) fn among_rows_of(&mut self, records: &[Vec<usize>]) -> bool {
        let view = self.view;
        if let [rows] = records
            && !self.states
            && rows.len() > 1
            && let Some(name) = view.rows[rows[0]][view.label].clone()
            && rows
                .iter()
                .all(|row| view.rows[*row][view.label].as_ref() == Some(&name))
        {
            self.filter.push(Condition {
                column: view.label,
                any_of: vec![(Op::Equal, name)],
            });
            return true;
        }
        false
    }

    /// The one series of a table with a row a year.
    fn only_series(&self) -> Option<usize> {
        let mut series = self
            .view
            .places
            .iter()
            .flat_map(|places| places.series.keys());
        series.next().filter(|_| series.next().is_none()).copied()
    }

    /// The column that a superlative at `at` orders the rows by: the one that it speaks of by itself, else the one behind it, else the one in front.
    fn ordered_by(&self, at: usize, hinted: &[usize], word: &str) -> Result<Ordered, Halt> {
        // With a row a year, the year is what is asked for.
        let turned = self.view.places.is_some();
        let comparable = |column: &usize| {
            let ordered =
                self.view.is_numeric(*column) || self.view.column(*column).kind == CellKind::Date;
            ordered && !(turned && self.view.is_year(*column))
        };
        let named = self.free(|meaning| matches!(meaning, Meaning::Column(_)));
        let fits = |place: &usize| Some((*place, self.column_of(*place).filter(comparable)?));
        let behind = named.iter().filter(|place| **place > at).find_map(fits);
        let in_front = named
            .iter()
            .rev()
            .filter(|place| **place < at)
            .find_map(fits);
        // `the rate was lowest .., measured against the population`: what stands right beside it.
        let beside = |one: Option<(usize, usize)>| {
            one.is_some_and(|(place, _)| {
                let between = place.min(at) + 1..place.max(at);
                self.pieces[between]
                    .iter()
                    .all(|piece| piece.meaning == Meaning::Function)
            })
        };
        let behind = behind.filter(|_| beside(behind) || !beside(in_front));
        let [behind, in_front] = [behind, in_front].map(|one| one.map(|(_, column)| column));
        let fitting: Vec<usize> = hinted.iter().copied().filter(comparable).collect();
        let own = (fitting.len() == 1).then(|| fitting[0]);
        let column = if own.is_some() && behind.is_none() {
            own
        } else {
            behind.or(in_front)
        };
        // `first` speaks of a time; where that orders no rows, another column is not meant instead.
        if own.is_none() && behind.is_none() && matches!(word, "first" | "last") {
            return declined(format!(
                "It does not say by which column “{word}” is meant."
            ));
        }
        let column = column.or_else(|| self.only_series());
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
        let is_time = self.view.is_year(column) || self.view.column(column).kind == CellKind::Date;
        Ok(Ordered {
            column,
            turned: own == Some(column) && is_time && matches!(word, "oldest" | "youngest"),
        })
    }

    /// Whether what a row is called stands in the plural.
    fn names_several_rows(&self) -> bool {
        self.free(|meaning| *meaning == Meaning::Noun)
            .iter()
            .any(|place| self.tokens[self.pieces[*place].from].folded.ends_with('s'))
    }

    /// `the five states with`: a number in front of what a row is called.
    pub(super) fn number_of_rows(&mut self) -> Option<usize> {
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
            unit: _,
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
    pub(super) fn number_beside(&mut self, at: usize) -> Option<usize> {
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
                unit: _,
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

    /// `of`, `at`, `in` and their like, which make what stands in front a property of what stands behind.
    pub(super) fn is_link(&self, at: usize) -> bool {
        let piece = &self.pieces[at];
        matches!(
            self.tokens[piece.from].folded.as_str(),
            "of" | "at" | "in" | "for" | "on" | "from"
        )
    }

    /// `Which school's song is the oldest?`: a column that names rows but is not what they are known by.
    pub(super) fn asked_keys(&self) -> Vec<usize> {
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
}
