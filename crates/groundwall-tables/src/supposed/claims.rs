//! Claims: the questions that they answer, and the readings that hold what they state.

use super::sketch::days;
use super::{Supposed, Unsure, stated, valued};
use crate::further::Found;
use crate::link::{Meaning, Piece, date_at, is_unasked_error, link, year_of};
use crate::parse::{Asking, Mood, Parsed};
use crate::query::{Asserted, By, Query, Select};
use crate::roles::Roles;
use crate::run::{Outcome, figure_column, rows_of, run};
use crate::view::View;
use crate::words::{ENGLISH, Token};
use std::sync::Arc;

/// Understood words that a claim has to name of a table, weighted, at least: a column or a value.
const NAMES: u32 = 2;
/// What a day or a month counts that rows of a table are of.
const DATED: u32 = 3;
/// Tables that are read for a claim: what it states tells a wrong one.
const TABLES: usize = 6;
/// Rows among which one is named, at most: of more of them it says little that it is there.
const FEW: usize = 3;
/// Readings whose words are alike within this are as likely.
const AS_ALIKE: f32 = 0.05;

/// What is read.
pub(super) enum What {
    Question,
    /// A claim as it stands.
    Claim(String),
    /// A question that a claim answers, as it is put to a reader, with what the claim states.
    Answered(String, Asserted),
}

impl Supposed {
    /// Whether it is a reading of the same question that supposes no more than another and does not hold.
    fn speaks_against(&self, other: &Self) -> bool {
        self.answer.holds == Some(false)
            && self.sketched == other.sketched
            && self.leaves_a_condition <= other.leaves_a_condition
            && self.told.len() <= other.told.len()
            && self.alike + AS_ALIKE >= other.alike
    }
}

/// The claim itself and the questions that it answers, for the tables that it names most of, whether they understand it or not.
pub fn unsure_of_claim<'a>(views: &[&'a View], claim: &str) -> Vec<Unsure<'a>> {
    let mut readings: Vec<Vec<Unsure<'a>>> = Vec::new();
    for view in views {
        let turned = view.long.as_deref();
        for view in std::iter::once(*view).chain(turned) {
            let Ok(mut asking) = Asking::of(view, claim, Mood::Claim) else {
                continue;
            };
            asking.tokens = stated::plainly(view, asking.tokens);
            let pieces = link(view, &asking.tokens, &[]);
            if is_of_another_time(view, &asking.tokens) {
                continue;
            }
            let strength = asking.read(view, &[]).strength + DATED * of_days(view, &pieces);
            if strength < NAMES {
                continue;
            }
            let roles = Arc::new(Roles::of(
                view,
                asking.tokens.clone(),
                pieces.clone(),
                Mood::Claim,
            ));
            let puts = stated::puts(view, &asking.tokens, &pieces);
            let what = What::Claim(claim.to_owned());
            let own = Unsure::new(view, (asking, pieces), strength, what, Arc::clone(&roles));
            let put = |put: stated::Put| {
                let what = What::Answered(put.asked, put.states);
                let pieces = link(view, &put.tokens, &[]);
                let asking = Asking::put(put.tokens);
                Unsure::new(view, (asking, pieces), strength, what, Arc::clone(&roles))
            };
            readings.push(
                std::iter::once(own)
                    .chain(puts.into_iter().map(put))
                    .collect(),
            );
        }
    }
    readings.sort_by_key(|of| std::cmp::Reverse(of.first().map(|one| one.strength)));
    readings.truncate(TABLES);
    readings.into_iter().flatten().collect()
}

/// Whether a sheet is of a month or a year, and a claim names days or months of which none lies there, be they in the name of the file, too.
pub(super) fn is_of_another_time(view: &View, tokens: &[Token]) -> bool {
    let Some((first, last)) = view.period else {
        return false;
    };
    let day = |at| {
        let (_, Meaning::Date(from, to)) = date_at(tokens, at)? else {
            return None;
        };
        Some((from, to))
    };
    let mut days = (0..tokens.len()).filter_map(day).peekable();
    if days.peek().is_some() {
        return !days.any(|(from, to)| from <= last && first <= to);
    }
    // A sheet a year; where a table has years itself, they are asked of it.
    let of_a_year = first.year() == last.year() && first.month() != last.month();
    let has_years = (0..view.base).any(|column| view.is_year(column)) || view.long.is_some();
    let mut years = tokens.iter().filter_map(year_of).peekable();
    of_a_year && !has_years && years.peek().is_some() && !years.any(|year| year == first.year())
}

/// How many days or months are named of which a table has rows.
fn of_days(view: &View, pieces: &[Piece]) -> u32 {
    let known = |piece: &&Piece| {
        let Meaning::Date(from, to) = piece.meaning else {
            return false;
        };
        let days = days(view, from, to).filter(|days| !days.is_empty());
        days.is_some_and(|days| !rows_of(view, None, &days).is_empty())
    };
    pieces.iter().filter(known).count() as u32
}

impl Unsure<'_> {
    pub(super) fn is_answered(&self) -> bool {
        matches!(self.what, What::Answered(..))
    }

    /// The query with what is stated of its answer.
    pub(super) fn stating(&self, query: Query) -> Query {
        let query = match &self.what {
            What::Answered(_, states) => Query {
                asserted: vec![states.clone()],
                ..query
            },
            What::Claim(_) => Query {
                asserted: query.asserted.into_iter().map(Asserted::rounded).collect(),
                ..query
            },
            What::Question => query,
        };
        self.roles.signed(query)
    }

    /// The readings of a claim that hold what it states, those first that suppose least.
    pub fn held(&self, alike: impl Fn(usize, usize) -> f32) -> Vec<Supposed> {
        let all = self.all(alike);
        let told = all.iter().filter(|one| {
            one.answer.holds == Some(true)
                && !(one.by_chance && all.iter().any(|other| other.speaks_against(one)))
        });
        told.cloned().collect()
    }

    /// All readings of a claim, whether they hold or not.
    fn all(&self, alike: impl Fn(usize, usize) -> f32) -> Vec<Supposed> {
        let mut told: Vec<Supposed> = Vec::new();
        if self.is_answered()
            && let Parsed::Query(query) = self.asking.read(self.view, &[]).parsed
            && let Ok(outcome) = run(self.view, &query)
            && self.tells(&query, &outcome)
            && !self.roles.exchanges(&self.stating(query.clone()))
        {
            let query = self.stating(query);
            let (answer, read) = self.told(&query, &outcome);
            told.push(Supposed {
                read,
                answer,
                found: Found::of(self.view, &query),
                told: Vec::new(),
                alike: 1.0,
                left_out: Vec::new(),
                sketched: false,
                leaves_a_condition: false,
                plainly: None,
                question: self.asked(),
                by_chance: may_hold_by_chance(&query),
            });
        }
        told.extend(self.by_senses(&alike));
        if let What::Answered(_, states) = &self.what {
            told.extend(self.sketched(&alike));
            let valued = valued::readings(self.said(), states);
            let valued = valued
                .into_iter()
                .filter(|one| self.tells(&one.query, &one.outcome))
                .filter(|one| !self.roles.exchanges(&one.query))
                // What fell by so much has a figure below zero.
                .filter(|one| self.roles.signed(one.query.clone()) == one.query);
            told.extend(valued.map(|one| self.told_of_value(one)));
        }
        told
    }

    /// Whether a result says anything of what is stated: one row alone is the first by any column, every row is among all, and no claim is about an error that it
    /// does not name.
    pub(super) fn tells(&self, query: &Query, outcome: &Outcome) -> bool {
        if matches!(self.what, What::Question) {
            return true;
        }
        // `more than twice as many` says more than which is the greater.
        let multiplies = |token: &Token| ENGLISH.multiples.contains_key(&token.folded);
        let by_times = matches!(query.select, Select::Contrast { by: By::Times, .. });
        if !by_times && self.asking.tokens.iter().any(multiplies) {
            return false;
        }
        // `ranks third` says more than what it ranks by.
        let by_place = matches!(query.select, Select::Nth { .. } | Select::Rank { .. });
        if !by_place && self.says_a_place() {
            return false;
        }
        let all = self.view.rows.len();
        let error = |column: usize| is_unasked_error(self.view, &self.asking.tokens, column);
        if figure_column(outcome).is_some_and(error) {
            return false;
        }
        match outcome {
            Outcome::Top { .. } | Outcome::Groups { .. } => {
                rows_of(self.view, None, &query.filter).len() > 1
            }
            Outcome::Rows { rows, .. } => rows.len() <= FEW && 2 * rows.len() <= all,
            Outcome::Record { .. }
            | Outcome::Compared { .. }
            | Outcome::Count { .. }
            | Outcome::Share { .. }
            | Outcome::Distinct { .. }
            | Outcome::Figure { .. }
            | Outcome::Rank { .. }
            | Outcome::Contrast(_) => true,
        }
    }

    /// Whether it says at which place something stands among others: `third`.
    fn says_a_place(&self) -> bool {
        let of_pieces = self.pieces.iter().filter(|piece| {
            matches!(
                piece.meaning,
                Meaning::Unknown | Meaning::Nth(_) | Meaning::Rank
            )
        });
        let mut words = of_pieces.flat_map(|piece| &self.asking.tokens[piece.from..piece.to]);
        words.any(|token| ENGLISH.ordinals.contains(&token.folded))
    }

    /// Whether words of a claim, by their first and last token, belong to the name of another column of figures than the one that is read: `new` where the price
    /// of modern houses is.
    pub(super) fn name_another_column(&self, spans: &[(usize, usize)], query: &Query) -> bool {
        if matches!(self.what, What::Question) {
            return false;
        }
        let own: &[usize] = match &query.select {
            Select::Record { columns, .. } => columns,
            Select::Aggregate { column, .. } => std::slice::from_ref(column),
            Select::Count
            | Select::Distinct { .. }
            | Select::Share { .. }
            | Select::List { .. }
            | Select::Compare { .. }
            | Select::Top { .. }
            | Select::Nth { .. }
            | Select::Contrast { .. }
            | Select::Pairs { .. }
            | Select::Rank { .. } => return false,
        };
        let is_of = |column: usize, stem: &String| self.view.columns[column].parts.contains(stem);
        self.stems(spans.iter().copied()).iter().any(|stem| {
            let of_another = |column: usize| self.view.is_numeric(column) && is_of(column, stem);
            !self.view.title.contains(stem)
                && !own.iter().any(|column| is_of(*column, stem))
                && (0..self.view.base).any(of_another)
        })
    }

    /// A reading by the value that is stated, with the words that say nothing to it.
    fn told_of_value(&self, one: valued::Valued) -> Supposed {
        let (answer, read) = self.told(&one.query, &one.outcome);
        Supposed {
            read,
            answer,
            found: Found::of(self.view, &one.query),
            told: self.passed_over(&one.left_out).collect(),
            alike: 1.0,
            left_out: self.stems(one.left_out.iter().copied()),
            sketched: true,
            leaves_a_condition: one.telling || self.name_another_column(&one.left_out, &one.query),
            plainly: None,
            question: self.asked(),
            by_chance: false,
        }
    }
}

/// Whether what is stated of a result may well hold by chance.
pub(super) fn may_hold_by_chance(query: &Query) -> bool {
    let two = matches!(query.select, Select::Compare { .. });
    let wide = |asserted: &Asserted| match asserted {
        Asserted::Bound(..) | Asserted::Greater { .. } | Asserted::Quantity(_) => true,
        Asserted::Record(_) => two,
        Asserted::Number { .. }
        | Asserted::Text(_)
        | Asserted::Group(_)
        | Asserted::Named { .. }
        | Asserted::Absent => false,
    };
    query.asserted.iter().any(wide)
}
