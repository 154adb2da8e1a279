//! A count or a figure for each value of a column.

use super::figure::figure;
use super::outcome::{Figure, Grouped, Nothing, Outcome};
use crate::query::{Query, Select};
use crate::view::View;
use rust_decimal::Decimal;
use std::collections::BTreeMap;

pub(super) fn groups(
    view: &View,
    query: &Query,
    rows: &[usize],
    by: usize,
) -> Result<Outcome, Nothing> {
    let mut members: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for row in rows {
        if let Some(text) = view.shown(*row, by) {
            members.entry(text.to_owned()).or_default().push(*row);
        }
    }
    let what = match query.select {
        Select::Count => Grouped::Count,
        Select::Aggregate { function, column } => Grouped::Function(function, column),
        Select::Record { .. }
        | Select::Compare { .. }
        | Select::List { .. }
        | Select::Distinct { .. }
        | Select::Share { .. }
        | Select::Top { .. }
        | Select::Nth { .. }
        | Select::Contrast { .. }
        | Select::Pairs { .. }
        | Select::Rank { .. } => return Err(Nothing::NotOfGroups),
    };
    let mut groups: Vec<(String, Figure)> = members
        .into_iter()
        .filter_map(|(name, rows)| {
            let figure = match what {
                Grouped::Count => Figure {
                    value: Decimal::from(rows.len()),
                    rows,
                    without: 0,
                },
                Grouped::Function(function, column) => figure(view, function, &rows, column)?,
            };
            Some((name, figure))
        })
        .collect();
    if let Some((most, count)) = query.limit {
        groups.sort_by(|a, b| {
            if most {
                b.1.value.cmp(&a.1.value)
            } else {
                a.1.value.cmp(&b.1.value)
            }
            .then(a.0.cmp(&b.0))
        });
        if let Some(last) = groups
            .get(count.saturating_sub(1))
            .map(|(_, figure)| figure.value)
        {
            let ties = groups
                .iter()
                .skip(count)
                .take_while(|(_, figure)| figure.value == last)
                .count();
            groups.truncate(count + ties);
        }
    }
    if groups.is_empty() {
        return Err(Nothing::NoGroups);
    }
    Ok(Outcome::Groups { by, what, groups })
}
