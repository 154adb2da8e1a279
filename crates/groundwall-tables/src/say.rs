//! An outcome as sentences, as a typed result, and as a formula over cells.

mod phrases;

use crate::parse::Missing;
use crate::query::{Condition, Function, Query};
use crate::run::{Figure, Grouped, Outcome, held};
use crate::value::{Value, plain, shown};
use crate::view::View;
use groundwall_core::table_answer::{ComparedField, GroupFigure, Side, TableField};
use groundwall_core::{CellKind, TableAnswer, TableResult};
use phrases::{NAMED, conditions, listed, ordinal, plural, ranges, with};
use rust_decimal::Decimal;
use rust_decimal::prelude::ToPrimitive;

/// Rows that a list shows, at most.
const LISTED: usize = 200;
/// What a sentence, a result and a formula are made of.
struct Said {
    text: String,
    result: TableResult,
    formula: String,
    cells: Vec<String>,
}

/// The answer to a query that was computed.
pub(crate) fn answer(view: &View, query: &Query, outcome: &Outcome) -> TableAnswer {
    let Said {
        text,
        result,
        formula,
        cells,
    } = say(view, query, outcome);
    let holds = held(view, query, outcome);
    let text = match holds {
        Some(true) => format!("Yes. {text}"),
        Some(false) => format!("No. {text}"),
        None => text,
    };
    finish(
        view,
        query.print(view),
        Said {
            text,
            result,
            formula,
            cells,
        },
        holds,
    )
}

fn finish(view: &View, query: String, said: Said, holds: Option<bool>) -> TableAnswer {
    let Said {
        text,
        result,
        formula,
        cells,
    } = said;
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
    let near = if missing.closest.is_empty() {
        String::new()
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
        Said {
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

fn say(view: &View, query: &Query, outcome: &Outcome) -> Said {
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
                    plural(&view.noun, *of),
                    with(view, filter)
                )
            };
            let cells = ranges(view, rows, view.label);
            let formula = format!("COUNT({}) = {count}", listed(&cells));
            Said {
                text,
                result: TableResult::Figure {
                    label: "Count".to_owned(),
                    value: count.to_string(),
                },
                formula,
                cells,
            }
        }
        Outcome::Share { rows, of, value } => {
            let share = format!("{}%", plain(*value));
            let text = format!(
                "{share} of {of} {} ({}){}.",
                plural(&view.noun, *of),
                rows.len(),
                with(view, filter)
            );
            let formula = format!("100 × {} / {of} = {}", rows.len(), plain(*value));
            Said {
                text,
                result: TableResult::Figure {
                    label: "Share".to_owned(),
                    value: share,
                },
                formula,
                cells: ranges(view, rows, view.label),
            }
        }
        Outcome::Distinct {
            column,
            values,
            list,
        } => distinct(view, filter, *column, values, *list),
        Outcome::Figure {
            function,
            column,
            figure,
        } => {
            let value = shown(figure.value, view.column(*column));
            let without = if figure.without > 0 {
                format!(", {} without a number", figure.without)
            } else {
                String::new()
            };
            let over = match function {
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
                "The {} {} is {value}{over}{}.",
                function.word(),
                view.display(*column),
                with(view, filter)
            );
            let cells = ranges(view, &figure.rows, *column);
            let formula = format!(
                "{}({}) = {}",
                function.sql(),
                listed(&cells),
                plain(figure.value)
            );
            Said {
                text,
                result: TableResult::Figure {
                    label: format!("{} {}", function.word(), view.display(*column)),
                    value,
                },
                formula,
                cells,
            }
        }
        Outcome::Top {
            column,
            most,
            lines,
            also,
        } => top(view, filter, *column, *most, lines, also),
        Outcome::Rank {
            row,
            column,
            rank,
            of,
            tied,
        } => {
            let name = view.name_of(*row);
            let tie = if *tied > 0 {
                format!(", with {tied} more of the same value")
            } else {
                String::new()
            };
            let own = view.shown(*row, *column).unwrap_or_default();
            let text = format!(
                "{name} ranks {} of {of} by {} ({own}){tie}.",
                ordinal(*rank),
                view.display(*column)
            );
            let all: Vec<usize> = (0..view.rows.len()).collect();
            let cells = ranges(view, &all, *column);
            let formula = format!(
                "RANK({}, {}) = {rank}",
                view.cell(*row, *column),
                listed(&cells)
            );
            Said {
                text,
                result: TableResult::Figure {
                    label: format!("Rank by {}", view.display(*column)),
                    value: rank.to_string(),
                },
                formula,
                cells,
            }
        }
        Outcome::Groups { by, what, groups } => grouped(view, query, *by, *what, groups),
    }
}

fn record(view: &View, filter: &[Condition], rows: &[usize], columns: &[usize]) -> Said {
    let Some(first) = rows.first() else {
        let text = "No row of that record meets the condition.".to_owned();
        return Said {
            formula: text.clone(),
            text,
            result: TableResult::List {
                columns: Vec::new(),
                rows: Vec::new(),
                all: 0,
            },
            cells: Vec::new(),
        };
    };
    let name = view.name_of(*first);
    let asked: Vec<usize> = if columns.is_empty() {
        (0..view.columns.len())
            .filter(|column| !view.is_serial(*column))
            .collect()
    } else {
        columns.to_vec()
    };
    // What tells this row of the record from its others.
    let apart = view
        .periods()
        .chain(filter.iter().map(|condition| condition.column));
    let mut apart: Vec<usize> = apart
        .filter(|column| !asked.contains(column) && *column != view.label)
        .collect();
    apart.sort_unstable();
    apart.dedup();
    if rows.len() > 1 {
        let label: &[usize] = if asked.contains(&view.label) {
            &[]
        } else {
            &[view.label]
        };
        let shown: Vec<usize> = [label, &apart, &asked].concat();
        let mut said = list(view, &[], rows, &shown);
        said.text = format!("{name} has {} rows. {}", rows.len(), said.text);
        return said;
    }
    let fields: Vec<TableField> = asked
        .iter()
        .filter(|column| !columns.is_empty() || view.shown(*first, **column).is_some())
        .map(|column| TableField {
            name: view.display(*column).to_owned(),
            value: view.shown(*first, *column).unwrap_or("no value").to_owned(),
            cell: view.cell(*first, *column),
        })
        .collect();
    let told = |column: &usize| {
        Some(format!(
            "{} {}",
            view.display(*column),
            view.shown(*first, *column)?
        ))
    };
    let told: Vec<String> = apart.iter().filter_map(told).collect();
    let name = if told.is_empty() {
        name
    } else {
        format!("{name} ({})", told.join(", "))
    };
    let text = match &fields[..] {
        [field] if view.shown(*first, asked[0]).is_none() => {
            format!("{name} has no value in {}.", field.name)
        }
        [field] => format!(
            "The {} of {name} is {}.",
            field.name,
            with_unit(view, asked[0], &field.value)
        ),
        fields => {
            format!(
                "{name}: {}.",
                fields
                    .iter()
                    .filter(|field| field.value != name)
                    .map(|field| format!("{} {}", field.name, field.value))
                    .collect::<Vec<_>>()
                    .join(", ")
            )
        }
    };
    let cells: Vec<String> = fields.iter().map(|field| field.cell.clone()).collect();
    let formula = fields
        .iter()
        .take(NAMED)
        .map(|field| format!("{} = {}", field.cell, field.value))
        .collect::<Vec<_>>()
        .join(", ");
    Said {
        text,
        result: TableResult::Record {
            title: name,
            fields,
        },
        formula,
        cells,
    }
}

/// A value as written, with the unit that its column's name gives.
fn with_unit(view: &View, column: usize, value: &str) -> String {
    let about = view.column(column);
    if about.kind == CellKind::Number && about.name.contains('%') {
        format!("{value}%")
    } else {
        value.to_owned()
    }
}

fn compared(view: &View, left: usize, right: usize, columns: &[usize]) -> Said {
    let asked: Vec<usize> = if columns.is_empty() {
        (0..view.columns.len())
            .filter(|column| {
                !view.keys.contains(column) && *column != view.label && !view.is_serial(*column)
            })
            .collect()
    } else {
        columns.to_vec()
    };
    let (name_left, name_right) = (view.name_of(left), view.name_of(right));
    let mut parts = Vec::new();
    let mut cells = Vec::new();
    let mut fields = Vec::new();
    for column in asked {
        let (a, b) = (
            view.rows[left][column].as_ref(),
            view.rows[right][column].as_ref(),
        );
        if a.is_none() && b.is_none() {
            continue;
        }
        let text = |row: usize| view.shown(row, column).unwrap_or("no value").to_owned();
        let numbers = a.and_then(Value::number).zip(b.and_then(Value::number));
        let greater = numbers.and_then(|(a, b)| match a.cmp(&b) {
            std::cmp::Ordering::Greater => Some(Side::Left),
            std::cmp::Ordering::Less => Some(Side::Right),
            std::cmp::Ordering::Equal => None,
        });
        let by = numbers.map(|(a, b)| match greater {
            Some(Side::Left) => format!(
                " ({name_left} is higher by {})",
                shown(a - b, view.column(column))
            ),
            Some(Side::Right) => format!(
                " ({name_right} is higher by {})",
                shown(b - a, view.column(column))
            ),
            None => " (equal)".to_owned(),
        });
        parts.push(format!(
            "{}: {name_left} {}, {name_right} {}{}",
            view.display(column),
            text(left),
            text(right),
            by.unwrap_or_default()
        ));
        cells.extend([view.cell(left, column), view.cell(right, column)]);
        fields.push(ComparedField {
            name: view.display(column).to_owned(),
            left: text(left),
            right: text(right),
            greater,
        });
    }
    let formula = cells
        .chunks(2)
        .map(|pair| pair.join(" against "))
        .collect::<Vec<_>>()
        .join(", ");
    Said {
        text: format!("{}.", parts.join(". ")),
        result: TableResult::Comparison {
            left: name_left,
            right: name_right,
            fields,
        },
        formula,
        cells,
    }
}

fn list(view: &View, filter: &[Condition], rows: &[usize], columns: &[usize]) -> Said {
    let mut shown: Vec<usize> = if columns.contains(&view.label) {
        Vec::new()
    } else {
        vec![view.label]
    };
    shown.extend(columns);
    if columns.is_empty() {
        shown.extend(
            filter
                .iter()
                .map(|condition| condition.column)
                .filter(|column| *column != view.label),
        );
        shown.dedup();
    }
    let cell = |row: usize, column: usize| view.shown(row, column).unwrap_or("–").to_owned();
    let body: Vec<Vec<String>> = rows
        .iter()
        .take(LISTED)
        .map(|row| shown.iter().map(|column| cell(*row, *column)).collect())
        .collect();
    let detail = |row: &usize| {
        let more: Vec<String> = shown
            .iter()
            .filter(|column| **column != view.label && columns.contains(column))
            .map(|column| cell(*row, *column))
            .collect();
        if more.is_empty() {
            view.name_of(*row)
        } else {
            format!("{} ({})", view.name_of(*row), more.join(", "))
        }
    };
    let names: Vec<String> = rows.iter().map(detail).collect();
    let head = format!(
        "{} {}{}",
        rows.len(),
        plural(&view.noun, rows.len()),
        with(view, filter)
    );
    let text = if rows.is_empty() {
        format!("No {}{}.", view.noun, with(view, filter))
    } else {
        format!("{head}: {}.", listed(&names))
    };
    let cells: Vec<String> = shown
        .iter()
        .flat_map(|column| ranges(view, rows, *column))
        .collect();
    let formula = format!("{} rows pass", rows.len());
    let columns = shown
        .iter()
        .map(|column| view.display(*column).to_owned())
        .collect();
    Said {
        text,
        result: TableResult::List {
            columns,
            rows: body,
            all: rows.len() as u32,
        },
        formula,
        cells,
    }
}

fn distinct(
    view: &View,
    filter: &[Condition],
    column: usize,
    values: &[(String, usize)],
    list: bool,
) -> Said {
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
    Said {
        text,
        result,
        formula,
        cells,
    }
}

fn top(
    view: &View,
    filter: &[Condition],
    column: usize,
    most: bool,
    lines: &[crate::run::Line],
    also: &[usize],
) -> Said {
    let name = view.display(column);
    let word = match (view.column(column).kind, most) {
        (CellKind::Date, true) => "latest",
        (CellKind::Date, false) => "earliest",
        (_, true) => "highest",
        (_, false) => "lowest",
    };
    let value = |row: usize| with_unit(view, column, view.shown(row, column).unwrap_or_default());
    let more = |row: usize| {
        also.iter()
            .map(|column| {
                format!(
                    ", {} {}",
                    view.display(*column),
                    view.shown(row, *column).unwrap_or("no value")
                )
            })
            .collect::<Vec<_>>()
            .concat()
    };
    let rows: Vec<usize> = lines.iter().map(|line| line.row).collect();
    let all_equal = lines.iter().all(|line| line.value == lines[0].value);
    let text = if let [row] = rows[..] {
        format!(
            "{} has the {word} {name}: {}{}{}.",
            view.name_of(row),
            value(row),
            with(view, filter),
            more(row)
        )
    } else if all_equal {
        let names: Vec<String> = rows
            .iter()
            .map(|row| format!("{}{}", view.name_of(*row), more(*row)))
            .collect();
        format!(
            "{} {} share the {word} {name}, {}{}: {}.",
            rows.len(),
            plural(&view.noun, rows.len()),
            value(rows[0]),
            with(view, filter),
            listed(&names)
        )
    } else {
        let names: Vec<String> = rows
            .iter()
            .map(|row| format!("{} ({}{})", view.name_of(*row), value(*row), more(*row)))
            .collect();
        format!(
            "The {} {} with the {word} {name}{}: {}.",
            rows.len(),
            plural(&view.noun, rows.len()),
            if filter.is_empty() {
                String::new()
            } else {
                format!(", {}", conditions(view, filter))
            },
            listed(&names)
        )
    };
    let cells = ranges(view, &rows, column);
    let formula = format!(
        "{}({name}) = {}",
        if most { "MAX" } else { "MIN" },
        view.shown(rows[0], column).unwrap_or_default()
    );
    let shown: Vec<usize> = [&[view.label, column], also].concat();
    let result = TableResult::List {
        columns: shown
            .iter()
            .map(|column| view.display(*column).to_owned())
            .collect(),
        rows: rows
            .iter()
            .map(|row| {
                shown
                    .iter()
                    .map(|column| view.shown(*row, *column).unwrap_or("–").to_owned())
                    .collect()
            })
            .collect(),
        all: rows.len() as u32,
    };
    Said {
        text,
        result,
        formula,
        cells,
    }
}

fn grouped(
    view: &View,
    query: &Query,
    by: usize,
    what: Grouped,
    groups: &[(String, Figure)],
) -> Said {
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
    let filter = with(view, &query.filter);
    let text = match (groups, query.limit) {
        ([(name, figure)], Some((most, _))) => {
            format!(
                "{name} has the {} {label}: {}{filter}.",
                if most { "highest" } else { "lowest" },
                value(figure.value)
            )
        }
        (_, Some((most, _))) => {
            format!(
                "The {} with the {} {label}{filter}: {}.",
                plural(by_name, 2),
                if most { "highest" } else { "lowest" },
                listed(&parts)
            )
        }
        _ => {
            let mut label = label.clone();
            if let Some(first) = label.get_mut(0..1) {
                first.make_ascii_uppercase();
            }
            format!("{label} by {by_name}{filter}: {}.", listed(&parts))
        }
    };
    let function = match what {
        Grouped::Count => "COUNT",
        Grouped::Function(function, _) => function.sql(),
    };
    let formula = groups
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
        .join("; ");
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
    Said {
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
