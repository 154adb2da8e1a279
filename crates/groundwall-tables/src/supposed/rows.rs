//! One row of a table as evidence: what it does not say of a claim by itself, and where it has a figure in another column than the claim names.

use super::stated;
use crate::link::link;
use crate::pack::phrase;
use crate::parse::{Asking, Mood};
use crate::roles::Roles;
use crate::value::Value;
use crate::view::View;
use crate::view::long::is_year;
use crate::words::is_function;
use groundwall_values::number::{self, Number};
use rust_decimal::prelude::ToPrimitive;
use std::collections::HashSet;

/// Words of a claim that name a column surely, at least.
const NAMED: usize = 2;
/// How far a figure may be off, as a share of it, and still be the same binary number.
const SAME: f64 = 1e-9;

/// The words by which a claim says something that no row of a table says by itself: it speaks of several rows, or bounds a column. None where it does not.
pub fn beyond_a_row(view: &View, claim: &str) -> Option<String> {
    let asking = Asking::of(view, claim, Mood::Claim).ok()?;
    stated::beyond_a_row(view, &asking.tokens)
}

/// The place of a row of a sheet among those of its table.
fn place_of(view: &View, row: u32) -> Option<usize> {
    let rows = &view.stored().table.rows;
    rows.iter().position(|own| own.row == row)
}

/// The word by which a claim says that something is missing, where a row has no zero that may say so. `row` counts from 0.
pub fn of_a_gap(view: &View, row: u32, claim: &str) -> Option<String> {
    let asking = Asking::of(view, claim, Mood::Claim).ok()?;
    let word = stated::says_missing(&asking.tokens)?;
    let mut cells = view.rows[place_of(view, row)?].iter().flatten();
    let zero = |value: &Value| value.number().is_some_and(|number| number.is_zero());
    (!cells.any(zero)).then_some(word)
}

/// The name of a column in which a row has what a claim says, where the claim speaks of another one: the buyer of what somebody is said to have sold. None where the
/// claim does not. `row` counts from 0.
pub fn exchanged_in_row(view: &View, row: u32, claim: &str) -> Option<String> {
    let row = place_of(view, row)?;
    let asking = Asking::of(view, claim, Mood::Claim).ok()?;
    let pieces = link(view, &asking.tokens, &[]);
    Roles::of(view, asking.tokens, pieces, Mood::Claim).exchanged_in_row(row)
}

/// A figure of a claim, as it is written, that a row of a sheet has only in other columns than the one that the claim names: `a 52-week high of 103.70`, where
/// that is the price and the high is another. None where the claim names none surely. `row` counts from 0.
pub fn in_another_column(view: &View, row: u32, claim: &str) -> Option<String> {
    let row = place_of(view, row)?;
    let said: HashSet<String> = phrase(claim).into_iter().collect();
    let numbers = number::extract(claim);
    let figures: Vec<(usize, f64)> = (0..view.base)
        .filter(|column| view.is_numeric(*column) && !view.is_year(*column))
        .filter_map(|column| {
            let figure = view.rows[row][column].as_ref()?.number()?;
            Some((column, figure.to_f64()?))
        })
        .collect();
    let is = |number: &Number, figure: f64| {
        (number.value - figure).abs() <= number.rounding.max(SAME * figure.abs())
    };
    let stated = |figure: f64| numbers.iter().any(|number| is(number, figure));
    let names: Vec<(usize, Vec<String>)> = figures
        .iter()
        .map(|(column, _)| {
            let words = phrase(&view.column(*column).name);
            (
                *column,
                words
                    .into_iter()
                    .filter(|word| !is_function(word))
                    .collect(),
            )
        })
        .collect();
    let words_of = |column: usize| {
        let own = names.iter().find(|(of, _)| *of == column);
        own.map_or(&[][..], |(_, words)| words.as_slice())
    };
    let said_of = |column: usize| {
        let words = words_of(column).iter();
        words.filter(|word| said.contains(*word)).count()
    };
    let of_years = |column: usize| words_of(column).iter().filter(|word| is_year(word));
    numbers.iter().find_map(|number| {
        let (has, others): (Vec<_>, Vec<_>) = figures
            .iter()
            .copied()
            .partition(|(_, figure)| is(number, *figure));
        let best = has.iter().map(|(column, _)| said_of(*column)).max()?;
        // `In 2000 it was 64.4`, where that stands in the column of 2014.
        let of_no_year_said = |column: usize| {
            of_years(column).next().is_some() && !of_years(column).any(|year| said.contains(year))
        };
        let of_a_year_said = |column: usize| of_years(column).any(|year| said.contains(year));
        let of_another_year = has.iter().all(|(column, _)| of_no_year_said(*column))
            && others.iter().any(|(column, _)| of_a_year_said(*column));
        let is_named = |column: usize| {
            let named = said_of(column);
            named >= NAMED && named == words_of(column).len() && named > best
        };
        let another = others
            .iter()
            .any(|(column, figure)| is_named(*column) && !stated(*figure));
        (of_another_year || another).then(|| number.text.clone())
    })
}
