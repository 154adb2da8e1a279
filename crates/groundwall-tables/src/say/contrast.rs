//! Two figures held against each other.

use super::Said;
use super::phrases::{plural, ranges};
use crate::query::By;
use crate::run::Sides;
use crate::value::{plain, shown};
use crate::view::View;
use groundwall_core::TableResult;
use rust_decimal::Decimal;

pub(super) fn contrasted(view: &View, sides: &Sides) -> Said {
    let what = match (sides.column, sides.function) {
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
    let (left, right) = (&sides.left, &sides.right);
    let difference = left.1.value - right.1.value;
    let result = match sides.by {
        By::Difference => value(difference),
        By::Percent => format!("{}%", plain(sides.value)),
        By::Times => format!("{} times", plain(sides.value)),
    };
    let told = match sides.by {
        By::Difference => format!("a difference of {result}"),
        By::Percent => format!("a difference of {}, or {result}", value(difference)),
        By::Times => format!("{result} as much"),
    };
    let text = format!(
        "{what}: {} {}, {} {}: {told}.",
        left.0,
        value(left.1.value),
        right.0,
        value(right.1.value)
    );
    let over = sides.column.unwrap_or(view.label);
    let cells: Vec<String> = [&left.1, &right.1]
        .iter()
        .flat_map(|figure| ranges(view, &figure.rows, over))
        .collect();
    let formula = match sides.by {
        By::Difference => format!(
            "{} − {} = {}",
            plain(left.1.value),
            plain(right.1.value),
            plain(difference)
        ),
        By::Percent => format!(
            "100 × ({} − {}) / {} = {}",
            plain(left.1.value),
            plain(right.1.value),
            plain(right.1.value),
            plain(sides.value)
        ),
        By::Times => format!(
            "{} / {} = {}",
            plain(left.1.value),
            plain(right.1.value),
            plain(sides.value)
        ),
    };
    Said {
        text,
        result: TableResult::Figure {
            label: what,
            value: result,
        },
        formula,
        cells,
    }
}
