//! Places in a table as a reader writes them: `D17`, `D5:F79` in a sheet, `record 3 balance`, `records 3 to 7 balance` among records.

use crate::TableColumn;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Columns of a range.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum RangeColumns {
    /// Columns of a sheet from the first to the last, from 0.
    Between(u32, u32),
    /// One field of records.
    Field(String),
    /// Every field of records.
    All,
}

/// Cells of some rows. Rows count from 0.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CellRange {
    pub first_row: u32,
    /// Part of the range, too.
    pub last_row: u32,
    pub columns: RangeColumns,
}

impl CellRange {
    /// Reads one range; none where the text is not one.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        if let Some(rest) = text
            .strip_prefix("records ")
            .or_else(|| text.strip_prefix("record "))
        {
            let (from, rest) = number(rest)?;
            let (to, rest) = rest
                .trim_start()
                .strip_prefix("to ")
                .map_or(Some((from, rest)), number)?;
            let field = rest.trim_start();
            let columns = if field.is_empty() {
                RangeColumns::All
            } else {
                RangeColumns::Field(field.to_owned())
            };
            return Some(Self {
                first_row: from,
                last_row: to,
                columns,
            });
        }
        let (from, to) = text.split_once(':').unwrap_or((text, text));
        let ((first_row, left), (last_row, right)) = (cell(from.trim())?, cell(to.trim())?);
        Some(Self {
            first_row,
            last_row,
            columns: RangeColumns::Between(left, right),
        })
    }

    /// Whether it holds the cell of a column in a row of the sheet.
    pub fn holds(&self, row: u32, column: &TableColumn) -> bool {
        let beside = match &self.columns {
            RangeColumns::Between(left, right) => (*left..=*right).contains(&column.column),
            RangeColumns::Field(name) => *name == column.name,
            RangeColumns::All => true,
        };
        beside && (self.first_row..=self.last_row).contains(&row)
    }
}

impl fmt::Display for CellRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (first, last) = (self.first_row, self.last_row);
        let field = match &self.columns {
            RangeColumns::Between(left, right) => {
                f.write_str(&address(first, *left))?;
                return if (first, left) == (last, right) {
                    Ok(())
                } else {
                    write!(f, ":{}", address(last, *right))
                };
            }
            RangeColumns::Field(name) => format!(" {name}"),
            RangeColumns::All => String::new(),
        };
        let (first, last) = (u64::from(first) + 1, u64::from(last) + 1);
        if first == last {
            write!(f, "record {first}{field}")
        } else {
            write!(f, "records {first} to {last}{field}")
        }
    }
}

/// A number from 1 at the start of a text, as a row from 0, and what follows.
fn number(text: &str) -> Option<(u32, &str)> {
    let end = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    Some((digits.parse::<u32>().ok()?.checked_sub(1)?, rest))
}

/// `AA10` as row and column from 0.
fn cell(text: &str) -> Option<(u32, u32)> {
    let (letters, digits) = text.split_at(text.find(|c: char| c.is_ascii_digit())?);
    if letters.is_empty() || letters.len() > 3 {
        return None;
    }
    let column = letters.bytes().try_fold(0u32, |column, byte| {
        let letter = byte.to_ascii_uppercase();
        letter
            .is_ascii_uppercase()
            .then(|| column * 26 + u32::from(letter - b'A') + 1)
    })?;
    Some((digits.parse::<u32>().ok()?.checked_sub(1)?, column - 1))
}

/// `A1`, `XFD1048576`; row and column count from 0.
pub fn address(row: u32, column: u32) -> String {
    let mut letters = Vec::new();
    let mut rest = u64::from(column) + 1;
    while rest > 0 {
        letters.push(char::from(b'A' + ((rest - 1) % 26) as u8));
        rest = (rest - 1) / 26;
    }
    letters.iter().rev().collect::<String>() + &(u64::from(row) + 1).to_string()
}

#[cfg(test)]
mod tests {
    use super::{CellRange, address};

    #[test]
    fn addresses() {
        assert_eq!(address(0, 0), "A1");
        assert_eq!(address(9, 26), "AA10");
        assert_eq!(address(1_048_575, 16_383), "XFD1048576");
    }

    #[test]
    fn ranges_are_read_as_they_are_written_and_nonsense_is_not() {
        for text in [
            "F5:F7",
            "B2",
            "AA10",
            "record 3",
            "record 3 net balance",
            "records 3 to 7 balance",
            "records 1 to 2",
        ] {
            assert_eq!(
                CellRange::parse(text)
                    .map(|range| range.to_string())
                    .as_deref(),
                Some(text)
            );
        }
        for text in [
            "",
            "7",
            ":",
            "ABCD1",
            "F0",
            "record",
            "record 0 balance",
            "record x",
            "F5:",
            "records 3 to balance",
        ] {
            assert_eq!(CellRange::parse(text), None, "{text}");
        }
    }
}
