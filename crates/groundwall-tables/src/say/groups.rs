//! Groups: a figure for each.

use super::Wording;
use super::phrases::{NAMED, listed, plural, ranges, with};
use crate::query::Query;
use crate::run::{Figure, Grouped};
use crate::value::{plain, shown};
use crate::view::View;
use groundwall_core::TableResult;
use groundwall_core::table_answer::GroupFigure;
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;

pub(super) fn grouped(
    view: &View,
    query: &Query,
    by: usize,
    what: Grouped,
    groups: &[(String, Figure)],
) -> Wording {
    let label = match what {
        Grouped::Count => format!("number of {}", plural(&view.noun, 2)),
        Grouped::Function(function, column) => {
            format!("{} {}", function.word(), view.display(column))
        }
    };
    let value = |number: Decimal| match what {
        Grouped::Count => plain(number),
        Grouped::Function(_, column) => shown(number, view.column(column)),
    };
    let over = match what {
        Grouped::Count => view.label,
        Grouped::Function(_, column) => column,
    };
    let by_name = view.display(by);
    let parts: Vec<String> = groups
        .iter()
        .map(|(name, figure)| format!("{name} {}", value(figure.value)))
        .collect();
    let text = told_of(
        view,
        query,
        by_name,
        &label,
        &parts,
        groups
            .first()
            .map(|(name, figure)| (name.as_str(), value(figure.value))),
    );
    let formula = formula(view, what, over, groups);
    let cells = groups
        .iter()
        .flat_map(|(_, figure)| ranges(view, &figure.rows, over))
        .collect();
    let figures = groups
        .iter()
        .map(|(name, figure)| GroupFigure {
            name: name.clone(),
            shown: value(figure.value),
            value: figure.value.to_f64().unwrap_or_default(),
        })
        .collect();
    Wording {
        text,
        result: TableResult::Groups {
            by: by_name.to_owned(),
            what: label,
            groups: figures,
        },
        formula,
        cells,
    }
}

/// The function over the cells of each group.
fn formula(view: &View, what: Grouped, over: usize, groups: &[(String, Figure)]) -> String {
    let function = match what {
        Grouped::Count => "COUNT",
        Grouped::Function(function, _) => function.sql(),
    };
    groups
        .iter()
        .take(NAMED)
        .map(|(name, figure)| {
            format!(
                "{name}: {function}({}) = {}",
                listed(&ranges(view, &figure.rows, over)),
                plain(figure.value)
            )
        })
        .collect::<Vec<_>>()
        .join("; ")
}

/// The sentence of the groups; `first` is the first one with its value.
fn told_of(
    view: &View,
    query: &Query,
    by_name: &str,
    label: &str,
    parts: &[String],
    first: Option<(&str, String)>,
) -> String {
    let filter = with(view, &query.filter);
    let Some((most, _)) = query.limit else {
        let mut label = label.to_owned();
        if let Some(first) = label.get_mut(0..1) {
            first.make_ascii_uppercase();
        }
        return format!("{label} by {by_name}{filter}: {}.", listed(parts));
    };
    let most = if most { "highest" } else { "lowest" };
    match first {
        Some((name, value)) if parts.len() == 1 => {
            format!("{name} has the {most} {label}: {value}{filter}.")
        }
        _ => format!(
            "The {} with the {most} {label}{filter}: {}.",
            plural(by_name, 2),
            listed(parts)
        ),
    }
}
