//! Numbers that a table gives in thousands or millions, as a line above it says.

use super::View;
use crate::value::Value;
use crate::words::{ENGLISH, fold};
use groundwall_core::{CellKind, StoredTable};
use rust_decimal::Decimal;
use std::borrow::Cow;

/// How much each number stands for, and the word for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Scale {
    pub(crate) factor: Decimal,
    pub(crate) word: String,
}

/// What the lines above a table say of its numbers, or the end of its file's name; none where they name several scales.
pub(super) fn scale(stored: &StoredTable) -> Option<Scale> {
    let table = &stored.table;
    let said: Vec<String> = table.title.iter().map(|line| fold(line)).collect();
    let name = stored.document_name.as_str();
    let (name, _) = name.rsplit_once('.').unwrap_or((name, ""));
    let name = fold(&name.replace(['-', '_'], " "));
    let mut found = ENGLISH.scales.iter().filter(|scale| {
        let mut phrases = scale.said.iter();
        phrases.any(|phrase| said.iter().any(|line| line.contains(phrase)))
            || scale.ends.iter().any(|phrase| name.ends_with(phrase))
    });
    let (first, second) = (found.next()?, found.next());
    second.is_none().then(|| Scale {
        factor: Decimal::from(first.factor),
        word: first.word.clone(),
    })
}

impl View {
    /// What a number of a column is multiplied with: shares, years and what tells records apart stand as they are.
    pub(crate) fn factor(&self, column: usize) -> Decimal {
        let kind = self.column(column).kind;
        let counts = matches!(kind, CellKind::Number | CellKind::Money)
            && !self.is_share(column)
            && !self.is_year(column)
            && !self.keys.contains(&column);
        match &self.scale {
            Some(scale) if counts => scale.factor,
            Some(_) | None => Decimal::ONE,
        }
    }

    /// A value that somebody states, as the column writes it.
    pub(crate) fn as_in_column<'v>(&self, column: usize, value: &'v Value) -> Cow<'v, Value> {
        let factor = self.factor(column);
        match value {
            Value::Number(number) if factor != Decimal::ONE => {
                Cow::Owned(Value::Number(*number / factor))
            }
            Value::Number(_) | Value::Text(_) | Value::Date(_) => Cow::Borrowed(value),
        }
    }
}
