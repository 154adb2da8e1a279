//! Queries that a language model proposes for questions which the parser declines. A proposal names columns and values, never a figure; it is held against the
//! table before it is run, and one that does not fit is dropped.

use crate::ask::MEANT;
use crate::parse::{Mood, parse};
use crate::query::{Condition, Function, Op, Query, Select};
use crate::run::run;
use crate::say;
use crate::value::Value;
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
/// Why there is no answer, in a sentence for a log: no proposal, one that does not fit the tables, or one with nothing to compute.
pub fn answer(views: &[&View], reply: &str, model: &str) -> Result<TableAnswer, String> {
    let object = reply
        .find('{')
        .zip(reply.rfind('}'))
        .and_then(|(from, to)| reply.get(from..=to))
        .filter(|object| !object.is_empty())
        .ok_or("no query was proposed")?;
    let proposal: Proposal = serde_json::from_str(object)
        .map_err(|error| format!("the proposal has another form: {error}"))?;
    let view = views
        .get(proposal.table)
        .ok_or("it names a table that there is not")?;
    let query = proposal.query(view)?;
    let outcome = run(view, &query)?;
    Ok(TableAnswer {
        compiled_by: Some(model.to_owned()),
        ..say::answer(view, &query, &outcome)
    })
}

impl Proposal {
    fn query(&self, view: &View) -> Result<Query, String> {
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
            return Err("numbers make no groups".to_owned());
        }
        let records: Vec<Vec<usize>> = self
            .records
            .iter()
            .map(|name| record(view, name))
            .collect::<Result<_, _>>()?;
        let count = self.limit.unwrap_or(1).clamp(1, MOST);
        let one = || match columns[..] {
            [column] => Ok(column),
            _ => Err("it must name one column".to_owned()),
        };
        let aggregate = |function: Function| -> Result<Select, String> {
            let column = one()?;
            if !view.is_numeric(column) || (function == Function::Sum && view.is_share(column)) {
                return Err(format!(
                    "{} of {} says nothing",
                    function.word(),
                    view.column(column).name
                ));
            }
            Ok(Select::Aggregate { function, column })
        };
        let top = |most: bool| -> Result<Select, String> {
            let (column, also) = columns
                .split_first()
                .ok_or("it names no column to order by")?;
            if view.column(*column).kind == CellKind::Text {
                return Err("texts have no order".to_owned());
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
        };
        let mut limit = None;
        let select = match (self.select, &records[..]) {
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
            (What::Record | What::Compare | What::Rank, _) => {
                return Err("it names no record, or too many".to_owned());
            }
            (_, [_, ..]) => return Err("it names records that the query does not use".to_owned()),
            (What::List, _) => Select::List { columns },
            (What::Count, _) => Select::Count,
            (What::Share, _) if filter.is_empty() => {
                return Err("a share needs a condition".to_owned());
            }
            (What::Share, _) => Select::Share,
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
        };
        if group.is_some() {
            if !matches!(select, Select::Count | Select::Aggregate { .. }) {
                return Err("groups can be counted or computed over, nothing else".to_owned());
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
}

fn column(view: &View, name: &str) -> Result<usize, String> {
    let wanted = fold(name);
    let mut named =
        (0..view.columns.len()).filter(|column| fold(&view.column(*column).name) == wanted);
    named
        .next()
        .ok_or_else(|| format!("there is no column “{name}”"))
}

/// The rows of a record, by a value that stands in a column which tells records apart.
fn record(view: &View, name: &str) -> Result<Vec<usize>, String> {
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
        .ok_or_else(|| format!("there is no record “{name}”"))
}

impl Wanted {
    fn condition(&self, view: &View) -> Result<Condition, String> {
        let column = column(view, &self.column)?;
        let about = view.column(column);
        let op = match self.op.to_lowercase().as_str() {
            "=" | "==" => Op::Equal,
            "<>" | "!=" => Op::NotEqual,
            ">" => Op::More,
            ">=" => Op::AtLeast,
            "<" => Op::Less,
            "<=" => Op::AtMost,
            "contains" => Op::Contains,
            "starts with" => Op::StartsWith,
            other => return Err(format!("there is no comparison “{other}”")),
        };
        let text = match &self.value {
            Literal::Number(number) => number.to_string(),
            Literal::Text(text) => text.clone(),
        };
        let wrong = || format!("“{text}” is no {} for {}", about.kind.word(), about.name);
        let value = match about.kind {
            CellKind::Number | CellKind::Percent | CellKind::Money | CellKind::Duration => {
                Value::Number(text.parse().map_err(|_| wrong())?)
            }
            CellKind::Date => Value::Date(text.parse().map_err(|_| wrong())?),
            CellKind::Text | CellKind::Truth => Value::Text(fold(&text)),
        };
        let of_text = matches!(value, Value::Text(_));
        let orders = matches!(op, Op::More | Op::AtLeast | Op::Less | Op::AtMost);
        let within = matches!(op, Op::Contains | Op::StartsWith);
        if (of_text && orders) || (!of_text && within) {
            return Err(format!("{} cannot be compared in this way", about.name));
        }
        // A text that stands in no cell is a guess at how the table writes it, and an empty result would say that there is none.
        let stands = view
            .rows
            .iter()
            .any(|row| row[column].as_ref() == Some(&value));
        if of_text && !within && !stands {
            return Err(format!("“{text}” stands in no cell of {}", about.name));
        }
        Ok(Condition {
            column,
            any_of: vec![(op, value)],
        })
    }
}
