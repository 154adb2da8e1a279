//! A query in a form close to SQL, for a reader.

use super::{By, Condition, Function, Op, Query, Select, Term};
use crate::value::{Value, plain};
use crate::view::View;

impl Query {
    /// The query in a form close to SQL.
    pub fn print(&self, view: &View) -> String {
        let printer = Printer { view };
        let mut wheres = printer.records_of(&self.select);
        let mut select = printer.selected(&self.select);
        let mut tail = printer.order(&self.select);
        if let Some(group) = self.group {
            select = format!("{}, {select}", printer.column(group));
            tail = format!(" GROUP BY {}", printer.column(group));
            if let Some((most, count)) = self.limit {
                tail.push_str(&format!(" ORDER BY 2 {} LIMIT {count}", direction(most)));
            }
        }
        if let Select::Pairs { left, right, more } = self.select {
            let (left, right) = (printer.column(left), printer.column(right));
            wheres.push(format!("{left} {} {right}", if more { ">" } else { "<" }));
        }
        wheres.extend(printer.conditions(&self.filter));
        let filter = if wheres.is_empty() {
            String::new()
        } else {
            format!(" WHERE {}", wheres.join(" AND "))
        };
        format!("SELECT {select} FROM \"{}\"{filter}{tail}", view.stored)
    }
}

/// Names of columns and records as a query writes them.
struct Printer<'a> {
    view: &'a View,
}

impl Printer<'_> {
    fn column(&self, column: usize) -> String {
        quoted(&self.view.column(column).name)
    }

    fn columns(&self, list: &[usize]) -> String {
        if list.is_empty() {
            return "*".to_owned();
        }
        let names: Vec<String> = list.iter().map(|place| self.column(*place)).collect();
        names.join(", ")
    }

    fn record(&self, rows: &[usize]) -> String {
        let mut names: Vec<String> = rows
            .iter()
            .map(|row| format!("'{}'", self.view.name_of(*row)))
            .collect();
        names.dedup();
        names.join(", ")
    }

    /// The records that a selection is about, as conditions.
    fn records_of(&self, select: &Select) -> Vec<String> {
        let key = self.column(self.view.label);
        match select {
            Select::Record { rows, .. } => vec![format!("{key} = {}", self.record(rows))],
            Select::Compare { left, right, .. } => {
                let (left, right) = (self.record(left), self.record(right));
                vec![format!("{key} IN ({left}, {right})")]
            }
            Select::Rank { row, .. } => vec![format!("{key} = {}", self.record(&[*row]))],
            Select::List { .. }
            | Select::Count
            | Select::Distinct { .. }
            | Select::Share { .. }
            | Select::Aggregate { .. }
            | Select::Top { .. }
            | Select::Nth { .. }
            | Select::Contrast { .. }
            | Select::Pairs { .. } => Vec::new(),
        }
    }

    /// What stands behind `SELECT`.
    fn selected(&self, select: &Select) -> String {
        let label = self.view.label;
        match select {
            Select::Record { columns, .. } | Select::List { columns } => self.columns(columns),
            Select::Compare { columns, .. } if columns.is_empty() => "*".to_owned(),
            Select::Compare { columns, .. } => {
                self.columns(&[&[label], columns.as_slice()].concat())
            }
            Select::Count | Select::Pairs { .. } => "COUNT(*)".to_owned(),
            Select::Distinct { column, list: true } => format!("DISTINCT {}", self.column(*column)),
            Select::Distinct {
                column,
                list: false,
            } => format!("COUNT(DISTINCT {})", self.column(*column)),
            Select::Share { of } => {
                let among = match self.conditions(of) {
                    of if of.is_empty() => String::new(),
                    of => format!(" WHERE {}", of.join(" AND ")),
                };
                format!("100 * COUNT(*) / (SELECT COUNT(*){among})")
            }
            Select::Aggregate { function, column } => {
                format!("{}({})", function.sql(), self.column(*column))
            }
            Select::Top { column, also, .. } | Select::Nth { column, also, .. } => {
                self.columns(&[&[label, *column], also.as_slice()].concat())
            }
            Select::Contrast {
                left,
                right,
                column,
                function,
                by,
            } => {
                let side = |term: &Term| {
                    let figure = self.figure(term.column.or(*column), *function);
                    self.side(term, &figure)
                };
                let (left, right) = (side(left), side(right));
                match by {
                    By::Difference => format!("{left} - {right}"),
                    By::Percent => format!("100 * ({left} / {right} - 1)"),
                    By::Times => format!("{left} / {right}"),
                    By::Share => format!("100 * {left} / {right}"),
                }
            }
            Select::Rank { column, .. } => {
                format!("RANK() OVER (ORDER BY {} DESC)", self.column(*column))
            }
        }
    }

    /// What stands behind the conditions.
    fn order(&self, select: &Select) -> String {
        match select {
            Select::Top {
                column,
                most,
                count,
                ..
            } => format!(
                " ORDER BY {} {} LIMIT {count} WITH TIES",
                self.column(*column),
                direction(*most)
            ),
            Select::Nth {
                column, most, nth, ..
            } => format!(
                " ORDER BY {} {} OFFSET {} LIMIT 1",
                self.column(*column),
                direction(*most),
                nth - 1
            ),
            Select::Record { .. }
            | Select::Compare { .. }
            | Select::List { .. }
            | Select::Count
            | Select::Distinct { .. }
            | Select::Share { .. }
            | Select::Aggregate { .. }
            | Select::Contrast { .. }
            | Select::Pairs { .. }
            | Select::Rank { .. } => String::new(),
        }
    }

    fn figure(&self, column: Option<usize>, function: Option<Function>) -> String {
        match (column, function) {
            (None, _) => "COUNT(*)".to_owned(),
            (Some(column), None) => self.column(column),
            (Some(column), Some(function)) => {
                format!("{}({})", function.sql(), self.column(column))
            }
        }
    }

    /// One side of two that are held against each other.
    fn side(&self, term: &Term, figure: &str) -> String {
        let mut wheres = self.conditions(&term.filter);
        if let Some(rows) = &term.rows {
            let key = self.column(self.view.label);
            wheres.insert(0, format!("{key} = {}", self.record(rows)));
        }
        if wheres.is_empty() {
            return format!("(SELECT {figure})");
        }
        format!("(SELECT {figure} WHERE {})", wheres.join(" AND "))
    }

    fn conditions(&self, filter: &[Condition]) -> Vec<String> {
        let one = |condition: &Condition| {
            let column = self.column(condition.column);
            let any: Vec<String> = condition
                .any_of
                .iter()
                .map(|(op, value)| {
                    if *op == Op::Empty {
                        format!("{column} {}", op.sql())
                    } else {
                        format!("{column} {} {}", op.sql(), literal(value))
                    }
                })
                .collect();
            if any.len() == 1 {
                any[0].clone()
            } else {
                format!("({})", any.join(" OR "))
            }
        };
        filter.iter().map(one).collect()
    }
}

fn direction(most: bool) -> &'static str {
    if most { "DESC" } else { "ASC" }
}

fn quoted(name: &str) -> String {
    if name.chars().all(|c| c.is_alphanumeric() || c == '_') {
        name.to_owned()
    } else {
        format!("\"{name}\"")
    }
}

fn literal(value: &Value) -> String {
    match value {
        Value::Number(number) => plain(*number).replace(',', ""),
        Value::Date(date) => format!("'{date}'"),
        Value::Text(text) => format!("'{}'", text.replace('\'', "''")),
    }
}
