//! An outcome as sentences, as a typed result, and as a formula over cells.

mod contrast;
mod figures;
mod groups;
pub(crate) mod phrases;
mod records;
mod rows;

use crate::parse::Missing;
use crate::query::{Query, Select};
use crate::run::{Outcome, figure_column, held};
use crate::view::View;
use contrast::contrasted;
use figures::{counted, distinct, over, paired, ranked, share};
use groundwall_core::{TableAnswer, TableResult};
use groups::grouped;
pub(crate) use phrases::as_written;
use records::{compared, record};
use rows::{list, top};
use rust_decimal::Decimal;
use std::collections::HashSet;

/// Rows that a list shows, at most.
const LISTED: usize = 200;

/// What a sentence, a result and a formula are made of.
struct Wording {
    text: String,
    result: TableResult,
    formula: String,
    cells: Vec<String>,
}

/// The answer to a query that was computed.
pub(crate) fn answer(view: &View, query: &Query, outcome: &Outcome) -> TableAnswer {
    let Wording {
        text,
        result,
        formula,
        cells,
    } = say(view, query, outcome);
    let text = format!("{text}{}", scale(view, outcome));
    let holds = held(view, query, outcome);
    let text = match holds {
        Some(true) => format!("Yes. {text}"),
        Some(false) => format!("No. {text}"),
        None => text,
    };
    finish(
        view,
        query.print(view),
        Wording {
            text,
            result,
            formula,
            cells,
        },
        holds,
    )
}

/// That the numbers of an answer are thousands or millions, where the table says so.
fn scale(view: &View, outcome: &Outcome) -> String {
    let shown: &[usize] = match outcome {
        Outcome::Record { columns, .. }
        | Outcome::Compared { columns, .. }
        | Outcome::Rows { columns, .. } => columns,
        Outcome::Count { .. }
        | Outcome::Share { .. }
        | Outcome::Distinct { .. }
        | Outcome::Figure { .. }
        | Outcome::Top { .. }
        | Outcome::Rank { .. }
        | Outcome::Contrast(_)
        | Outcome::Groups { .. } => &[],
    };
    let mut columns = shown.iter().copied().chain(figure_column(outcome));
    match &view.scale {
        Some(scale) if columns.any(|column| view.factor(column) != Decimal::ONE) => {
            format!(" The table gives its numbers in {}.", scale.word)
        }
        Some(_) | None => String::new(),
    }
}

fn finish(view: &View, query: String, said: Wording, holds: Option<bool>) -> TableAnswer {
    let Wording {
        text,
        result,
        formula,
        mut cells,
    } = said;
    // The name of a section is shown at the rows that it stands over.
    let mut shown = HashSet::new();
    cells.retain(|cell| shown.insert(cell.clone()));
    let stored = &view.stored;
    TableAnswer {
        document: stored.document.clone(),
        document_name: stored.document_name.clone(),
        index: stored.index,
        table: stored.to_string(),
        query,
        formula,
        cells,
        text,
        holds,
        result,
        missing: None,
        compiled_by: None,
    }
}

/// The answer where a record does not exist: what does exist of the question, and the names that come nearest.
pub(crate) fn missing(
    view: &View,
    missing: &Missing,
    found: Option<(&Query, &Outcome)>,
) -> TableAnswer {
    let column = view.column(missing.column);
    let years = view.is_year(missing.column);
    let ends = || {
        let first = view.numbers(missing.column).min()?;
        let last = view.numbers(missing.column).max()?;
        Some(format!(" Its years are {first} to {last}."))
    };
    let near = if missing.closest.is_empty() {
        years.then(ends).flatten().unwrap_or_default()
    } else {
        format!(" The nearest: {}.", missing.closest.join(", "))
    };
    let mut text = format!(
        "There is no {} “{}” in {}.{near}",
        view.noun, missing.mention, view.stored
    );
    let mut result = TableResult::Missing {
        mention: missing.mention.clone(),
        closest: missing.closest.clone(),
    };
    let (mut formula, mut cells) = (
        format!("“{}” stands in no cell of {}", missing.mention, column.name),
        Vec::new(),
    );
    let mut query = format!(
        "SELECT * FROM \"{}\" WHERE \"{}\" = '{}'",
        view.stored, column.name, missing.mention
    );
    if let Some((part, outcome @ Outcome::Record { .. })) = found {
        let said = say(view, part, outcome);
        text = format!("{text} {}", said.text);
        (result, formula, cells, query) = (said.result, said.formula, said.cells, part.print(view));
    }
    let answer = finish(
        view,
        query,
        Wording {
            text,
            result,
            formula,
            cells,
        },
        None,
    );
    TableAnswer {
        missing: Some(missing.mention.clone()),
        ..answer
    }
}

fn say(view: &View, query: &Query, outcome: &Outcome) -> Wording {
    let filter = &query.filter;
    match outcome {
        Outcome::Record { rows, columns } => record(view, filter, rows, columns),
        Outcome::Compared {
            left,
            right,
            columns,
        } => compared(view, *left, *right, columns),
        Outcome::Rows { rows, columns } => list(view, filter, rows, columns),
        Outcome::Count { rows, of } => {
            if let Select::Pairs { left, right, more } = query.select {
                paired(view, filter, rows, *of, ([left, right], more))
            } else {
                counted(view, filter, rows, *of)
            }
        }
        Outcome::Share { rows, of, value } => share(view, filter, rows, *of, *value),
        Outcome::Distinct {
            column,
            values,
            list,
        } => distinct(view, filter, *column, values, *list),
        Outcome::Figure {
            function,
            column,
            figure,
        } => over(view, filter, *function, *column, figure),
        Outcome::Top {
            column,
            most,
            lines,
            also,
        } => {
            let place = if let Select::Nth { nth, .. } = query.select {
                (nth > 1).then_some(nth)
            } else {
                None
            };
            top(view, filter, (*column, *most, place), lines, also)
        }
        Outcome::Contrast(sides) => contrasted(view, query, sides),
        Outcome::Rank {
            row,
            column,
            rank,
            of,
            tied,
        } => {
            let tie = match tied {
                0 => String::new(),
                tied => format!(", with {tied} more of the same value"),
            };
            ranked(view, *row, *column, (*rank, *of), &tie)
        }
        Outcome::Groups { by, what, groups } => grouped(view, query, *by, *what, groups),
    }
}
