//! Two figures held against each other.

use super::Wording;
use super::phrases::{plural, ranges};
use crate::query::{Asserted, By, Query};
use crate::run::Sides;
use crate::value::{plain, shown};
use crate::view::View;
use groundwall_core::TableResult;
use groundwall_core::table_answer::{ComparedField, Side};
use rust_decimal::Decimal;
use std::cmp::Ordering;

pub(super) fn contrasted(view: &View, query: &Query, sides: &Sides) -> Wording {
    let (left, right) = (&sides.left, &sides.right);
    let what = match (sides.column, sides.function) {
        _ if sides.columns.is_some() => whose(view, &left.1.rows),
        (None, _) => format!("Number of {}", plural(&view.noun, 2)),
        (Some(column), None) => view.display(column).to_owned(),
        (Some(column), Some(function)) => {
            format!("{} {}", function.word(), view.display(column))
        }
    };
    let value = |number: Decimal| {
        sides.column.map_or_else(
            || plain(number),
            |column| shown(number, view.column(column)),
        )
    };
    let difference = value(left.1.value - right.1.value);
    let (result, told) = match sides.by {
        By::Difference => (difference.clone(), format!("a difference of {difference}")),
        By::Percent => {
            let result = format!("{}%", plain(sides.value));
            let told = format!("a difference of {difference}, or {result}");
            (result, told)
        }
        By::Times => {
            let result = format!("{} times", plain(sides.value));
            let told = format!("{result} as much");
            (result, told)
        }
        By::Share => {
            let result = format!("{}%", plain(sides.value));
            let told = format!("a share of {result}");
            (result, told)
        }
    };
    let text = format!(
        "{what}: {} {}, {} {}: {told}.",
        left.0,
        value(left.1.value),
        right.0,
        value(right.1.value)
    );
    let both = sides.column.unwrap_or(view.label);
    let over = sides.columns.unwrap_or((both, both));
    let cells: Vec<String> = [(&left.1, over.0), (&right.1, over.1)]
        .iter()
        .flat_map(|(figure, over)| ranges(view, &figure.rows, *over))
        .collect();
    let result = if says_which_is_greater(query, sides) {
        TableResult::Comparison {
            left: left.0.clone(),
            right: right.0.clone(),
            fields: vec![ComparedField {
                name: what,
                left: value(left.1.value),
                right: value(right.1.value),
                greater: match left.1.value.cmp(&right.1.value) {
                    Ordering::Greater => Some(Side::Left),
                    Ordering::Less => Some(Side::Right),
                    Ordering::Equal => None,
                },
            }],
        }
    } else {
        TableResult::Figure {
            label: what,
            value: result,
        }
    };
    Wording {
        text,
        result,
        formula: formula(sides),
        cells,
    }
}

/// Whether a claim says which of two is greater and not by how much: the two figures are what a reader looks for, and their difference is no value of the claim.
fn says_which_is_greater(query: &Query, sides: &Sides) -> bool {
    let bound = matches!(&query.asserted[..], [Asserted::Bound(_, value)] if value.is_zero());
    bound && sides.by == By::Difference
}

/// Whose two columns are held against each other.
fn whose(view: &View, rows: &[usize]) -> String {
    match rows {
        [row] => view.name_of(*row),
        rows => format!("{} {}", rows.len(), plural(&view.noun, rows.len())),
    }
}

fn formula(sides: &Sides) -> String {
    let (left, right) = (plain(sides.left.1.value), plain(sides.right.1.value));
    let value = plain(sides.value);
    match sides.by {
        By::Difference => {
            let difference = plain(sides.left.1.value - sides.right.1.value);
            format!("{left} − {right} = {difference}")
        }
        By::Percent => format!("100 × ({left} − {right}) / {right} = {value}"),
        By::Times => format!("{left} / {right} = {value}"),
        By::Share => format!("100 × {left} / {right} = {value}"),
    }
}
