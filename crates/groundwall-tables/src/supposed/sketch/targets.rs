//! The columns that a question may ask over.

use super::bag::Bag;
use super::{Alike, Said};
use crate::pack::{phrase, spaced};
use crate::supposed::is_known_by;
use crate::view::View;
use crate::words::is_function;
use std::collections::HashSet;

/// A cosine from which a word may stand for a column.
const MEANS: f32 = 0.4;
/// What a word counts that only means the same as a column's name, times its cosine.
const MEANT: f32 = 0.6;
/// What it counts that all of a column's name is said.
const WHOLE: f32 = 0.5;
/// Columns that are tried.
const TRIED: usize = 4;

/// A column with what speaks for it.
#[derive(Debug, Clone)]
pub(super) struct Target {
    pub(super) column: usize,
    pub(super) speaks: f32,
    /// Pieces that name it.
    pub(super) by: Vec<usize>,
    /// A piece that was taken for it, and how much alike it is.
    pub(super) taken: Option<(usize, f32)>,
}

/// Columns that may be meant, the likeliest first. `near` is a piece that they should stand near.
pub(super) fn targets(
    said: Said<'_>,
    bag: &Bag,
    alike: Alike<'_>,
    numeric: bool,
    near: Option<usize>,
) -> Vec<Target> {
    let view = said.view;
    let filtered = |column: usize| {
        bag.filters
            .iter()
            .any(|(_, filter)| filter.column == column)
    };
    let mut found: Vec<Target> = (0..view.columns.len())
        .filter(|column| !numeric || (view.is_numeric(*column) && !view.is_year(*column)))
        .filter(|column| !view.keys.contains(column) || bag.names_one(*column))
        .filter(|column| *column != view.label)
        .filter(|column| !filtered(*column))
        .filter(|column| !view.column(*column).is_unnamed() && !view.is_serial(*column))
        .map(|column| target(said, bag, alike, column, near))
        .collect();
    let hinted = bag.most.as_ref().map(|(_, columns)| columns.as_slice());
    for one in &mut found {
        if hinted.is_some_and(|columns| columns.contains(&one.column))
            || bag.compared.contains(&one.column)
        {
            one.speaks += 0.5;
        }
    }
    let silent = found.iter().all(|one| one.speaks == 0.0);
    // Of a claim the figure is known: that some column has it says little.
    let sole = sole_measure(view, &found).filter(|_| silent && !said.answered);
    let measures = found.len();
    found.retain(|one| one.speaks > 0.0 || measures == 1 || sole == Some(one.column));
    // The mean of what is called an average is looked up there.
    if found.iter().any(|one| bag.applied.contains(&one.column)) {
        found.retain(|one| bag.applied.contains(&one.column));
    }
    found.sort_by(|a, b| b.speaks.total_cmp(&a.speaks));
    found.truncate(TRIED);
    found
}

/// The one column among several that measures something: numbers that are no years and number no rows.
fn sole_measure(view: &View, found: &[Target]) -> Option<usize> {
    let measures = |column: &usize| {
        view.is_numeric(*column) && !view.is_year(*column) && !is_known_by(view, *column)
    };
    let mut all = found.iter().map(|one| one.column).filter(measures);
    all.next().filter(|_| all.next().is_none())
}

fn target(
    said: Said<'_>,
    bag: &Bag,
    alike: Alike<'_>,
    column: usize,
    near: Option<usize>,
) -> Target {
    let mut one = Target {
        column,
        speaks: 0.0,
        by: Vec::new(),
        taken: None,
    };
    for (at, columns) in &bag.columns {
        if !columns.contains(&column) {
            continue;
        }
        let words = said
            .words(*at)
            .iter()
            .filter(|token| !is_function(&token.folded))
            .count()
            .max(1) as f32;
        let sure = 1.0 / (columns.len() as f32).sqrt();
        let beside = near.map_or(0.0, |near| 0.3 / (1.0 + near.abs_diff(*at) as f32));
        one.speaks += words * sure + beside;
        one.by.push(*at);
    }
    let name = said.view.display(column).to_lowercase();
    one.speaks += WHOLE * said_of_name(said, &one);
    for (at, year) in &bag.years {
        if has_year(&name, *year) {
            one.speaks += 0.5;
            one.by.push(*at);
        }
    }
    if one.by.is_empty()
        && let Some(at) = spelled_out(said, bag, column)
    {
        one.speaks += 1.0;
        one.taken = Some((at, 1.0));
        return one;
    }
    let best = bag
        .unknown
        .iter()
        .map(|at| (alike(*at, column), *at))
        .max_by(|a, b| a.0.total_cmp(&b.0));
    let unnamed = one.by.is_empty();
    if let Some((alike, at)) = best.filter(|(alike, _)| unnamed && *alike >= MEANS) {
        one.speaks += MEANT * alike;
        one.taken = Some((at, alike));
    }
    one
}

/// Letters of a short form that words may spell out.
const SHORT: std::ops::RangeInclusive<usize> = 2..=4;

/// The first of the words that the table does not know which spell out a word of a column's name in capitals: `gross tonnage` of `VESSEL GT`.
fn spelled_out(said: Said<'_>, bag: &Bag, column: usize) -> Option<usize> {
    let name = spaced(&said.view.column(column).name);
    let short: Vec<String> = name
        .split_whitespace()
        .filter(|word| {
            SHORT.contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_uppercase())
        })
        .map(str::to_lowercase)
        .collect();
    let first = |at: &usize| {
        let word = &said.words(*at).first()?.folded;
        word.chars().next()
    };
    short.iter().find_map(|short| {
        let mut rows = bag.unknown.windows(short.len());
        let spelled = |row: &&[usize]| {
            row.windows(2).all(|pair| pair[1] == pair[0] + 1)
                && row.iter().filter_map(first).eq(short.chars())
        };
        rows.find(spelled).map(|row| row[0])
    })
}

/// The share of the words of a column's name that the pieces which name it say.
fn said_of_name(said: Said<'_>, one: &Target) -> f32 {
    let words = phrase(&spaced(&said.view.column(one.column).name));
    let told: HashSet<&String> = one
        .by
        .iter()
        .flat_map(|at| said.words(*at))
        .map(|token| &token.stem)
        .collect();
    let count = words.iter().filter(|word| told.contains(word)).count();
    count as f32 / words.len().max(1) as f32
}

/// Whether the name of a column has a year, whole or by its last two digits: `deaths_16`.
pub(super) fn has_year(name: &str, year: i64) -> bool {
    let (whole, short) = (year.to_string(), format!("{:02}", year % 100));
    name.split(|c: char| !c.is_ascii_digit())
        .any(|digits| digits == whole || digits == short)
}
