//! A condition of a proposal, held against the cells of its column.

use super::{Literal, Misfit, Wanted, column};
use crate::query::{Condition, Op};
use crate::value::Value;
use crate::view::View;
use crate::words::fold;
use groundwall_core::CellKind;

impl Wanted {
    pub(super) fn condition(&self, view: &View) -> Result<Condition, Misfit> {
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
            other => return Err(Misfit::NoComparison(other.to_owned())),
        };
        let text = match &self.value {
            Literal::Number(number) => number.to_string(),
            Literal::Text(text) => text.clone(),
        };
        let wrong = || Misfit::Value {
            text: text.clone(),
            kind: about.kind.word(),
            column: about.name.clone(),
        };
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
            return Err(Misfit::Comparison(about.name.clone()));
        }
        // A text that stands in no cell is a guess at how the table writes it, and an empty result would say that there is none.
        let stands = view
            .rows
            .iter()
            .any(|row| row[column].as_ref() == Some(&value));
        if of_text && !within && !stands {
            return Err(Misfit::NoCell {
                text,
                column: about.name.clone(),
            });
        }
        Ok(Condition {
            column,
            any_of: vec![(op, value)],
        })
    }
}
