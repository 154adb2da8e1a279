//! Queries that a language model proposes for questions which the parser declines. A proposal names columns and values, never a figure; it is held against the
//! table before it is run, and one that does not fit is dropped.

mod condition;
mod misfit;

pub use misfit::Misfit;

use crate::ask::MEANT;
use crate::parse::{Mood, parse};
use crate::query::{Condition, Function, Query, Select};
use crate::run::run;
use crate::say;
use crate::view::View;
use crate::words::fold;
use groundwall_core::{CellKind, TableAnswer};
use serde::Deserialize;
use std::fmt::Write as _;

/// Tables that a model is shown.
const SHOWN: usize = 3;
/// Values of a column that a model is shown.
const EXAMPLES: usize = 12;
/// Records that a list of the most or least may ask for.
const MOST: usize = 100;

/// What a model is asked to fill in.
pub const FORM: &str = r#"{"table": number, "select": one of "record", "compare", "list", "count", "share", "distinct", "sum", "average", "median", "max", "min", "top", "bottom", "rank",
 "columns": [names of columns], "records": [what "record", "compare" and "rank" are about, as the table writes it],
 "where": [{"column": name, "op": one of "=", "<>", ">", ">=", "<", "<=", "contains", "starts with", "value": text or number}], "group_by": name or null, "limit": number or null}"#;

/// A proposal, as the model writes it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Proposal {
    table: usize,
    select: What,
    #[serde(default)]
    columns: Vec<String>,
    #[serde(default)]
    records: Vec<String>,
    #[serde(default, rename = "where")]
    conditions: Vec<Wanted>,
    #[serde(default)]
    group_by: Option<String>,
    #[serde(default)]
    limit: Option<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum What {
    Record,
    Compare,
    List,
    Count,
    Share,
    Distinct,
    Sum,
    Average,
    Median,
    Max,
    Min,
    Top,
    Bottom,
    Rank,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Wanted {
    column: String,
    op: String,
    value: Literal,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Literal {
    Number(serde_json::Number),
    Text(String),
}

/// The tables that a declined question may be about, the likeliest first; none where it speaks of none.
pub fn meant<'a>(views: &[&'a View], question: &str) -> Vec<&'a View> {
    let mut readings: Vec<(&View, u32)> = views
        .iter()
        .map(|view| (*view, parse(view, question, Mood::Question).strength))
        .collect();
    readings.retain(|(_, strength)| *strength >= MEANT);
    readings.sort_by_key(|(_, strength)| std::cmp::Reverse(*strength));
    readings
        .into_iter()
        .take(SHOWN)
        .map(|(view, _)| view)
        .collect()
}

/// The tables as a model is shown them: names and kinds of columns, and some values of those that hold text.
pub fn described(views: &[&View]) -> String {
    let mut text = String::new();
    for (number, view) in views.iter().enumerate() {
        let table = &view.stored.table;
        let title = if table.title.is_empty() {
            String::new()
        } else {
            format!(" ({})", table.title.join("; "))
        };
        let _ = writeln!(
            text,
            "<table number=\"{number}\">\n{}{title}, {} rows",
            view.stored,
            table.rows.len()
        );
        for (place, column) in table.columns.iter().enumerate() {
            let unit = column
                .unit
                .as_ref()
                .map(|unit| format!(", in {unit}"))
                .unwrap_or_default();
            let mut examples: Vec<&str> = (0..table.rows.len())
                .filter_map(|row| view.shown(row, place))
                .collect();
            examples.sort_unstable();
            examples.dedup();
            let some = if examples.len() > EXAMPLES {
                "such as"
            } else {
                "all values:"
            };
            examples.truncate(EXAMPLES);
            let _ = writeln!(
                text,
                "- \"{}\": {}{unit}, {some} {}",
                column.name,
                column.kind.word(),
                examples.join(" | ")
            );
        }
        text.push_str("</table>\n");
    }
    text
}

/// Reads a reply, holds it against the tables that were shown, and computes it.
///
/// # Errors
///
/// Why there is no answer: no proposal, one that does not fit the tables, or one with nothing to compute.
pub fn answer(views: &[&View], reply: &str, model: &str) -> Result<TableAnswer, Misfit> {
    let object = reply
        .find('{')
        .zip(reply.rfind('}'))
        .and_then(|(from, to)| reply.get(from..=to))
        .filter(|object| !object.is_empty())
        .ok_or(Misfit::NoQuery)?;
    let proposal: Proposal = serde_json::from_str(object).map_err(Misfit::Form)?;
    let view = views.get(proposal.table).ok_or(Misfit::NoTable)?;
    let query = proposal.query(view)?;
    let outcome = run(view, &query)?;
    Ok(TableAnswer {
        compiled_by: Some(model.to_owned()),
        ..say::answer(view, &query, &outcome)
    })
}

impl Proposal {
    /// The query that it stands for, held against the table.
    fn query(&self, view: &View) -> Result<Query, Misfit> {
        let columns: Vec<usize> = self
            .columns
            .iter()
            .map(|name| column(view, name))
            .collect::<Result<_, _>>()?;
        let filter: Vec<Condition> = self
            .conditions
            .iter()
            .map(|wanted| wanted.condition(view))
            .collect::<Result<_, _>>()?;
        let group = self
            .group_by
            .as_ref()
            .map(|name| column(view, name))
            .transpose()?;
        if group.is_some_and(|group| view.is_numeric(group)) {
            return Err(Misfit::GroupsOfNumbers);
        }
        let records: Vec<Vec<usize>> = self
            .records
            .iter()
            .map(|name| record(view, name))
            .collect::<Result<_, _>>()?;
        let select = self.select(view, columns, &records, filter.is_empty())?;
        let mut limit = None;
        if group.is_some() {
            if !matches!(select, Select::Count | Select::Aggregate { .. }) {
                return Err(Misfit::Groups);
            }
            limit = self.limit.map(|count| (true, count.clamp(1, MOST)));
        }
        Ok(Query {
            select,
            filter,
            group,
            limit,
            asserted: Vec::new(),
            negated: false,
        })
    }

    fn select(
        &self,
        view: &View,
        columns: Vec<usize>,
        records: &[Vec<usize>],
        unfiltered: bool,
    ) -> Result<Select, Misfit> {
        let one = || match columns[..] {
            [column] => Ok(column),
            _ => Err(Misfit::Columns),
        };
        let aggregate = |function: Function| aggregate(view, function, one()?);
        let top = |most: bool| {
            let count = self.limit.unwrap_or(1).clamp(1, MOST);
            top(view, &columns, most, count)
        };
        Ok(match (self.select, records) {
            (What::Record, [rows]) => Select::Record {
                rows: rows.clone(),
                columns,
            },
            (What::Compare, [left, right]) => Select::Compare {
                left: left.clone(),
                right: right.clone(),
                columns,
            },
            (What::Rank, [rows]) if rows.len() == 1 && view.is_numeric(one()?) => Select::Rank {
                row: rows[0],
                column: one()?,
            },
            (What::Record | What::Compare | What::Rank, _) => return Err(Misfit::Records),
            (_, [_, ..]) => return Err(Misfit::UnusedRecords),
            (What::List, _) => Select::List { columns },
            (What::Count, _) => Select::Count,
            (What::Share, _) if unfiltered => return Err(Misfit::ShareOfAll),
            (What::Share, _) => Select::Share { of: Vec::new() },
            (What::Distinct, _) => Select::Distinct {
                column: one()?,
                list: true,
            },
            (What::Sum, _) => aggregate(Function::Sum)?,
            (What::Average, _) => aggregate(Function::Average)?,
            (What::Median, _) => aggregate(Function::Median)?,
            (What::Max, _) => aggregate(Function::Max)?,
            (What::Min, _) => aggregate(Function::Min)?,
            (What::Top, _) => top(true)?,
            (What::Bottom, _) => top(false)?,
        })
    }
}

fn aggregate(view: &View, function: Function, column: usize) -> Result<Select, Misfit> {
    if !view.is_numeric(column) || (function == Function::Sum && view.is_share(column)) {
        return Err(Misfit::Meaningless {
            function: function.word(),
            column: view.column(column).name.clone(),
        });
    }
    Ok(Select::Aggregate { function, column })
}

fn top(view: &View, columns: &[usize], most: bool, count: usize) -> Result<Select, Misfit> {
    let (column, also) = columns.split_first().ok_or(Misfit::NoOrder)?;
    if view.column(*column).kind == CellKind::Text {
        return Err(Misfit::TextsInOrder);
    }
    Ok(Select::Top {
        column: *column,
        most,
        count,
        also: also
            .iter()
            .copied()
            .filter(|also| *also != view.label)
            .collect(),
    })
}

fn column(view: &View, name: &str) -> Result<usize, Misfit> {
    let wanted = fold(name);
    let mut named =
        (0..view.columns.len()).filter(|column| fold(&view.column(*column).name) == wanted);
    named
        .next()
        .ok_or_else(|| Misfit::NoColumn(name.to_owned()))
}

/// The rows of a record, by a value that stands in a column which tells records apart.
fn record(view: &View, name: &str) -> Result<Vec<usize>, Misfit> {
    let wanted = fold(name);
    let mut keys: Vec<usize> = view.keys.clone();
    keys.push(view.label);
    let rows = keys.into_iter().map(|key| {
        let holds = |row: &usize| {
            view.shown(*row, key)
                .is_some_and(|text| fold(text) == wanted)
        };
        (0..view.rows.len()).filter(holds).collect::<Vec<usize>>()
    });
    rows.into_iter()
        .find(|rows| !rows.is_empty())
        .ok_or_else(|| Misfit::NoRecord(name.to_owned()))
}
