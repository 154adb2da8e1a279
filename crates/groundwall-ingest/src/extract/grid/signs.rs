//! Signs that stand in cells of their own beside a number, as filings set them: `$ | (2,048 | )` is `$(2,048)`.

use super::values::{self, Typed};
use super::{Cell, header};
use crate::language::ENGLISH;
use groundwall_core::CellKind;
use std::collections::HashMap;

/// Columns between a sign and its number, at most.
const APART: u32 = 2;

/// On which side of a sign its number stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Number {
    Behind,
    Before,
    /// A currency stands on either side.
    Beside,
}

/// Where the number of a sign stands; none of a text that is no such sign.
fn number_of(text: &str) -> Option<Number> {
    let text = text.trim();
    match text {
        "(" => return Some(Number::Behind),
        ")" | "%" | ")%" | "%)" => return Some(Number::Before),
        _ => {}
    }
    let opens = text.strip_suffix('(').map(str::trim_end);
    let bare = opens.unwrap_or(text);
    // A code such as USD may be the value of a column.
    let is_sign = !bare.ends_with(char::is_alphanumeric)
        && ENGLISH
            .currencies
            .iter()
            .any(|currency| currency.sign == bare);
    is_sign.then_some(match opens {
        Some(_) => Number::Behind,
        None => Number::Beside,
    })
}

/// Whether a cell is a number, maybe without the bracket that closes it.
fn is_number(cell: &Cell) -> bool {
    if let Some(Typed { kind, .. }) = &cell.typed {
        return matches!(kind, CellKind::Number | CellKind::Money | CellKind::Percent);
    }
    let text = cell.text.trim();
    let digits = text.trim_start_matches(['(', '-', '−', '–', '+', '.', '$', ' ']);
    digits.starts_with(|c: char| c.is_ascii_digit())
        && text
            .chars()
            .all(|c| c.is_ascii_digit() || " \u{a0}\u{202f}'’,.()-−–+$%".contains(c))
}

fn is_nothing(cell: &Cell) -> bool {
    ENGLISH.nothing.has(&cell.text.trim().to_lowercase())
}

/// Which columns have names of their own: between two of them a sign is a value by itself, as in a column of currencies.
struct Names {
    /// Rows with names, by column.
    by_column: HashMap<u32, Vec<u32>>,
    /// Of two columns the first row in which each has a name.
    both: HashMap<(u32, u32), Option<u32>>,
}

impl Names {
    fn of(cells: &[Cell]) -> Self {
        let mut by_column: HashMap<u32, Vec<u32>> = HashMap::new();
        for cell in cells {
            let named = cell.text.contains(char::is_alphabetic) && !header::typed(cell)
                || header::is_year(&cell.text);
            if named {
                by_column.entry(cell.column).or_default().push(cell.row);
            }
        }
        Self {
            by_column,
            both: HashMap::new(),
        }
    }

    /// Whether the column of a sign and that of its number have a name each, above the sign.
    fn part(&mut self, sign: &Cell, number: &Cell) -> bool {
        let rows = |column: u32| self.by_column.get(&column).map_or(&[][..], Vec::as_slice);
        let (signs, numbers) = (rows(sign.column), rows(number.column));
        let first = *self
            .both
            .entry((sign.column, number.column))
            .or_insert_with(|| {
                let mut rows = signs.iter().copied();
                rows.find(|row| numbers.binary_search(row).is_ok())
            });
        first.is_some_and(|first| first < sign.row)
    }
}

fn near(left: &Cell, right: &Cell) -> bool {
    left.row == right.row && right.column - left.column <= APART
}

/// Gives each sign to the number beside it.
pub(super) fn join(cells: &mut Vec<Cell>) {
    if !cells.iter().any(|cell| number_of(&cell.text).is_some()) {
        return;
    }
    let mut names = Names::of(cells);
    let mut joined: Vec<Cell> = Vec::with_capacity(cells.len());
    let mut rest = std::mem::take(cells).into_iter().peekable();
    while let Some(cell) = rest.next() {
        let Some(number) = number_of(&cell.text) else {
            joined.push(cell);
            continue;
        };
        let behind = rest.peek_mut().filter(|next| {
            let opens = next.text.trim() == "(" && number == Number::Beside;
            number != Number::Before
                && near(&cell, next)
                && (is_number(next) || is_nothing(next) || opens)
                && !names.part(&cell, next)
        });
        if let Some(next) = behind {
            lead(cell.text.trim(), next);
            continue;
        }
        let before = joined.last_mut().filter(|last| {
            number != Number::Behind
                && near(last, &cell)
                && is_number(last)
                && !names.part(&cell, last)
        });
        match before {
            Some(last) => follow(last, cell.text.trim()),
            None => joined.push(cell),
        }
    }
    *cells = joined;
}

/// Puts a sign in front of a number. Where there is no value, it says nothing.
fn lead(sign: &str, number: &mut Cell) {
    if !is_nothing(number) {
        number.text = format!("{sign}{}", number.text.trim());
        retype(number);
    }
}

fn follow(number: &mut Cell, sign: &str) {
    number.text = format!("{}{sign}", number.text.trim());
    retype(number);
}

/// What the file said of a number's kind, with the sign that it has now. In brackets it is below zero and read anew.
fn retype(cell: &mut Cell) {
    if cell.text.contains(['(', ')']) {
        cell.typed = None;
    }
    let Some(typed) = &mut cell.typed else { return };
    if let Some((kind, unit)) = values::kind_of(&cell.text) {
        (typed.kind, typed.unit) = (kind, unit);
    }
}
