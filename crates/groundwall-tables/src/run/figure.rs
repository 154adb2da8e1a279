//! One figure over the numbers of a column.

use super::outcome::Figure;
use crate::query::Function;
use crate::view::View;
use rust_decimal::Decimal;

pub(super) fn numbers(view: &View, rows: &[usize], column: usize) -> Vec<(usize, Decimal)> {
    rows.iter()
        .filter_map(|row| Some((*row, view.rows[*row][column].as_ref()?.number()?)))
        .collect()
}

pub(super) fn apply(function: Function, numbers: &[(usize, Decimal)]) -> Option<Decimal> {
    let count = Decimal::from(numbers.len());
    let sum = || {
        numbers
            .iter()
            .try_fold(Decimal::ZERO, |sum, (_, number)| sum.checked_add(*number))
    };
    match function {
        _ if numbers.is_empty() => None,
        Function::Sum => sum(),
        Function::Average => sum()?.checked_div(count),
        Function::Max => numbers.iter().map(|(_, number)| *number).max(),
        Function::Min => numbers.iter().map(|(_, number)| *number).min(),
        Function::Median => {
            let mut sorted: Vec<Decimal> = numbers.iter().map(|(_, number)| *number).collect();
            sorted.sort_unstable();
            let middle = sorted.len() / 2;
            if sorted.len() % 2 == 1 {
                Some(sorted[middle])
            } else {
                (sorted[middle - 1].checked_add(sorted[middle]))?.checked_div(Decimal::TWO)
            }
        }
    }
}

pub(super) fn figure(
    view: &View,
    function: Function,
    rows: &[usize],
    column: usize,
) -> Option<Figure> {
    let numbers = numbers(view, rows, column);
    let value = apply(function, &numbers)?;
    let without = rows.len() - numbers.len();
    let cells = match function {
        Function::Max | Function::Min => numbers
            .iter()
            .filter(|(_, number)| *number == value)
            .map(|(row, _)| *row)
            .collect(),
        Function::Sum | Function::Average | Function::Median => {
            numbers.iter().map(|(row, _)| *row).collect()
        }
    };
    Some(Figure {
        value,
        rows: cells,
        without,
    })
}
