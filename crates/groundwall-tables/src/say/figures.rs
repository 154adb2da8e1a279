//! Figures: counts, shares, what a function gives, ranks and different values.

use super::phrases::{listed, ordinal, plural, ranges, with};
use super::{LISTED, Wording};
use crate::query::{Condition, Function};
use crate::run::Figure;
use crate::value::{plain, shown};
use crate::view::View;
use groundwall_core::TableResult;
use rust_decimal::Decimal;

pub(super) fn counted(view: &View, filter: &[Condition], rows: &[usize], of: usize) -> Wording {
    let count = rows.len();
    let text = if filter.is_empty() {
        format!(
            "There {} {count} {}.",
            if count == 1 { "is" } else { "are" },
            plural(&view.noun, count)
        )
    } else {
        format!(
            "{count} of {of} {}{}.",
            plural(&view.noun, of),
            with(view, filter)
        )
    };
    let cells = ranges(view, rows, view.label);
    let formula = format!("COUNT({}) = {count}", listed(&cells));
    count_of(count, text, formula, cells)
}

fn count_of(count: usize, text: String, formula: String, cells: Vec<String>) -> Wording {
    Wording {
        text,
        result: TableResult::Figure {
            label: "Count".to_owned(),
            value: count.to_string(),
        },
        formula,
        cells,
    }
}

/// In how many rows one column has more, or less, than another.
pub(super) fn paired(
    view: &View,
    filter: &[Condition],
    rows: &[usize],
    of: usize,
    ([left, right], more): ([usize; 2], bool),
) -> Wording {
    let count = rows.len();
    let (first, second) = (view.display(left), view.display(right));
    let text = format!(
        "In {count} of {of} {} {first} is {} than {second}{}.",
        plural(&view.noun, of),
        if more { "higher" } else { "lower" },
        with(view, filter)
    );
    let cells = [ranges(view, rows, left), ranges(view, rows, right)].concat();
    let sign = if more { ">" } else { "<" };
    let formula = format!("COUNT({first} {sign} {second}) = {count}");
    count_of(count, text, formula, cells)
}

pub(super) fn share(
    view: &View,
    filter: &[Condition],
    rows: &[usize],
    of: usize,
    value: Decimal,
) -> Wording {
    let share = format!("{}%", plain(value));
    let text = format!(
        "{share} of {of} {} ({}){}.",
        plural(&view.noun, of),
        rows.len(),
        with(view, filter)
    );
    let formula = format!("100 × {} / {of} = {}", rows.len(), plain(value));
    Wording {
        text,
        result: TableResult::Figure {
            label: "Share".to_owned(),
            value: share,
        },
        formula,
        cells: ranges(view, rows, view.label),
    }
}

/// A function over the values of a column.
pub(super) fn over(
    view: &View,
    filter: &[Condition],
    function: Function,
    column: usize,
    figure: &Figure,
) -> Wording {
    let value = shown(figure.value, view.column(column));
    let without = if figure.without > 0 {
        format!(", {} without a number", figure.without)
    } else {
        String::new()
    };
    let rows = match function {
        Function::Max | Function::Min => format!(" ({})", view.name_of(figure.rows[0])),
        Function::Sum | Function::Average | Function::Median => {
            format!(
                " over {} {}{without}",
                figure.rows.len(),
                plural(&view.noun, figure.rows.len())
            )
        }
    };
    let text = format!(
        "The {} {} is {value}{rows}{}.",
        function.word(),
        view.display(column),
        with(view, filter)
    );
    let cells = ranges(view, &figure.rows, column);
    let formula = format!(
        "{}({}) = {}",
        function.sql(),
        listed(&cells),
        plain(figure.value)
    );
    Wording {
        text,
        result: TableResult::Figure {
            label: format!("{} {}", function.word(), view.display(column)),
            value,
        },
        formula,
        cells,
    }
}

/// The rank of a row among all; `tie` tells of those with the same value.
pub(super) fn ranked(
    view: &View,
    row: usize,
    column: usize,
    (rank, of): (usize, usize),
    tie: &str,
) -> Wording {
    let name = view.name_of(row);
    let own = view.told(row, column).unwrap_or_default();
    let text = format!(
        "{name} ranks {} of {of} by {} ({own}){tie}.",
        ordinal(rank),
        view.display(column)
    );
    let all: Vec<usize> = (0..view.rows.len()).collect();
    let cells = ranges(view, &all, column);
    let formula = format!(
        "RANK({}, {}) = {rank}",
        view.cell(row, column),
        listed(&cells)
    );
    Wording {
        text,
        result: TableResult::Figure {
            label: format!("Rank by {}", view.display(column)),
            value: rank.to_string(),
        },
        formula,
        cells,
    }
}

pub(super) fn distinct(
    view: &View,
    filter: &[Condition],
    column: usize,
    values: &[(String, usize)],
    list: bool,
) -> Wording {
    let name = view.display(column);
    let names: Vec<String> = values
        .iter()
        .map(|(value, count)| format!("{value} ({count})"))
        .collect();
    let text = format!(
        "{name} has {} different {}{}: {}.",
        values.len(),
        plural("value", values.len()),
        with(view, filter),
        listed(&names)
    );
    let rows: Vec<usize> = (0..view.rows.len()).collect();
    let cells = ranges(view, &rows, column);
    let formula = format!("COUNT(DISTINCT {}) = {}", listed(&cells), values.len());
    let result = if list {
        let body = values
            .iter()
            .take(LISTED)
            .map(|(value, count)| vec![value.clone(), count.to_string()])
            .collect();
        TableResult::List {
            columns: vec![name.to_owned(), "Rows".to_owned()],
            rows: body,
            all: values.len() as u32,
        }
    } else {
        TableResult::Figure {
            label: format!("Different values of {name}"),
            value: values.len().to_string(),
        }
    };
    Wording {
        text,
        result,
        formula,
        cells,
    }
}
