//! Two figures against each other.

use super::figure::{figure, numbers};
use super::outcome::{Figure, Nothing, Outcome, Sides};
use super::rows::rows_of;
use crate::query::{By, Function, Term};
use crate::view::View;
use rust_decimal::Decimal;

/// Two figures against each other.
pub(super) fn contrasted(
    view: &View,
    left: &Term,
    right: &Term,
    column: Option<usize>,
    function: Option<Function>,
    by: By,
) -> Result<Outcome, Nothing> {
    let side = |term: &Term| {
        let rows = rows_of(view, term.rows.as_deref(), &term.filter);
        let Some(column) = term.column.or(column) else {
            return Ok(Figure {
                value: Decimal::from(rows.len()),
                rows,
                without: 0,
            });
        };
        // One value needs no function: any gives it.
        let several = function.is_none() && numbers(view, &rows, column).len() > 1;
        figure(view, function.unwrap_or(Function::Max), &rows, column)
            .filter(|_| !several)
            .ok_or_else(|| Nothing::NotOne {
                column: view.column(column).name.clone(),
                side: term.name.clone(),
            })
    };
    let (a, b) = (side(left)?, side(right)?);
    let difference = a.value.checked_sub(b.value).ok_or(Nothing::TooFar)?;
    let of_right = |number: Decimal| {
        number
            .checked_div(b.value)
            .ok_or_else(|| Nothing::Zero(right.name.clone()))
    };
    let value = match by {
        By::Difference => difference,
        By::Percent => of_right(difference)?
            .checked_mul(Decimal::ONE_HUNDRED)
            .ok_or(Nothing::TooFar)?,
        By::Times => of_right(a.value)?,
        By::Share => of_right(a.value)?
            .checked_mul(Decimal::ONE_HUNDRED)
            .ok_or(Nothing::TooFar)?,
    };
    Ok(Outcome::Contrast(Sides {
        left: (left.name.clone(), a),
        right: (right.name.clone(), b),
        column,
        columns: left.column.zip(right.column),
        function,
        by,
        value,
    }))
}
